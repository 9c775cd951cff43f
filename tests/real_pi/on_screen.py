"""pitui's whole screen over a real pi, driven by keys."""

from __future__ import annotations

import contextlib
import json
import shlex
from collections.abc import AsyncGenerator, Callable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any

import anyio
from textual.events import Key
from textual.pilot import Pilot

from pitui.session.blocks import NoticeBlock
from pitui.session.controller import Controller
from pitui.session.phase import Phase
from pitui.session.state import Session
from pitui.ui.app import PituiApp
from pitui.ui.plan import Plan
from pitui.ui.screens.main import MainScreen
from pitui.ui.widgets.dialogs import DialogCard
from pitui.ui.widgets.editor import Editor
from tests.conftest import RealPi

PATIENCE = 60
"""Seconds after which what does not come about is a failure."""

TOLD = Path(__file__).with_name("extension_ui.ts")
"""The extension that does with `ctx.ui` what it is told."""


class OnScreen:
    """The running app, and what can be seen of it."""

    def __init__(self, app: PituiApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def session(self) -> Session:
        """The session on the screen."""
        return self.app.session

    @property
    def controller(self) -> Controller:
        """The controller of the session."""
        assert isinstance(self.app.screen, MainScreen)
        return self.app.screen.controller

    @property
    def card(self) -> DialogCard:
        """The card."""
        return self.app.screen.query_one(DialogCard)

    @property
    def editor(self) -> Editor:
        """The editor."""
        return self.app.screen.query_one(Editor)

    @property
    def shown(self) -> str | None:
        """The title of the question on the card."""
        return None if self.card.shown is None else self.card.shown.request.title

    @property
    def notices(self) -> list[str]:
        """The notices in the conversation."""
        return [block.text for block in self.session.blocks if isinstance(block, NoticeBlock)]

    @property
    def notified(self) -> list[str]:
        """What extensions have notified."""
        return [notification.text for notification in self.session.notifications]

    @property
    def rows(self) -> list[str]:
        """The characters on the screen."""
        strips = attrgetter("_compositor")(self.app.screen).render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]

    @property
    def text(self) -> str:
        """The rows as one text."""
        return "\n".join(self.rows)

    async def until(self, condition: Callable[[], Any]) -> None:
        """Stay until something is so."""
        with anyio.move_on_after(PATIENCE):
            while not condition():
                await self.pilot.pause(0.02)
            return
        raise AssertionError(f"This stayed so for {PATIENCE} s:\n{self.text}")

    async def ready(self) -> None:
        """Stay until pi is ready and its commands are known."""
        await self.until(lambda: self.session.phase is Phase.IDLE and self.session.commands)

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)

    async def write(self, text: str) -> None:
        """Type a text into whatever has the keys."""
        for character in text:
            await self.pilot.press("space" if character == " " else character)

    def burst(self, *keys: str) -> None:
        """Press keys faster than anything can be done; a key of more than one character is the name of a key."""
        for key in keys:
            character = key if len(key) == 1 else None
            self.app.post_message(Key("space" if key == " " else key, character))

    async def send(self, text: str) -> None:
        """Send a text at once, as if it had been typed; the editor is empty then and has the keys."""
        self.editor.focus()
        self.editor.load_text(text)
        await self.pilot.press("enter")
        await self.until(lambda: self.editor.text != text)

    async def tell(self, *calls: list[Any]) -> None:
        """Let the extension of the tests make these calls."""
        await self.send(f"/ui {json.dumps(calls)}")

    async def asked(self, title: str) -> None:
        """Stay until a card asks this and takes keys."""
        await self.until(lambda: self.shown == title and self.card.has_keys)

    async def told(self, text: str) -> None:
        """Stay until something was notified."""
        await self.until(lambda: text in self.notified)


@contextlib.asynccontextmanager
async def on_screen(
    pi: RealPi,
    *args: str,
    size: tuple[int, int] = (100, 30),
    env: Mapping[str, str] | None = None,
    ready: bool = True,
    demo: bool = True,
    config: Path | None = None,
    toasts: bool = False,
) -> AsyncGenerator[OnScreen]:
    """Run pitui on a real pi with these further arguments.

    `demo` gives it the scripted model, as fast as it goes; `config` is the file of pitui's settings; with `toasts`
    notifications are drawn.
    """
    plan = Plan(
        cwd=pi.cwd,
        pi_option=shlex.join(pi.argv),
        pi_args=(*(pi.demo_args if demo else ()), *args),
        env={**pi.env, "PITUI_DEMO_SPEED": "0", **(env or {})},
        config_file=config,
    )
    app = PituiApp(plan)
    async with app.run_test(size=size, notifications=toasts) as pilot:
        screen = OnScreen(app, pilot)
        if ready:
            await screen.ready()
        yield screen
        await app.run_action("screen.quit")
