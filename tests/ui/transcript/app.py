"""A small app around the widget, and a session that a test changes by hand."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
from textual import events
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from pitui.session.blocks import AnyBlock, TextBlock
from pitui.session.changes import ChangeSet
from pitui.ui.palette import palette_for
from pitui.ui.themes import THEMES
from pitui.ui.widgets.transcript import Transcript


class HandSession:
    """Blocks, and what changed about them."""

    def __init__(self, blocks: list[AnyBlock]) -> None:
        self.blocks = blocks
        self.changes = ChangeSet(restructured_from=0)

    def append(self, *blocks: AnyBlock) -> None:
        """Add blocks at the end."""
        self.changes.structure(len(self.blocks))
        self.blocks.extend(blocks)

    def insert(self, at: int, block: AnyBlock) -> None:
        """Add a block in between."""
        self.blocks.insert(at, block)
        self.changes.structure(at)

    def remove(self, at: int) -> None:
        """Take a block away."""
        del self.blocks[at]
        self.changes.structure(at)

    def touch(self, block: AnyBlock) -> None:
        """A block changed."""
        block.version += 1
        self.changes.block(block.key)

    def grow(self, block: TextBlock, delta: str) -> None:
        """More of an answer came."""
        block.text.append(delta)
        self.touch(block)


class Preferred:
    """What the conversation asks the preferences for."""

    image_columns = 60
    mermaid = "streaming"


class TranscriptApp(App[None]):
    """Shows one conversation over the whole screen."""

    def __init__(self, session: HandSession, clock: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name
        self.animation_level = "none"
        self.preferences = Preferred()
        self.session = session
        self.messages: list[Any] = []
        self.transcript = Transcript(session, palette=palette_for(self.current_theme), clock=clock)

    def compose(self) -> ComposeResult:
        yield self.transcript

    def on_mount(self) -> None:
        self.transcript.focus()

    def on_transcript_block_selected(self, event: Transcript.BlockSelected) -> None:
        self.messages.append(event)

    def on_conversation_follow_changed(self, event: Transcript.FollowChanged) -> None:
        self.messages.append(event)


class Driver:
    """Drives the app: frames, keys, and what is to be read."""

    def __init__(self, app: TranscriptApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.session = app.session
        self.transcript = app.transcript

    async def frame(self) -> None:
        """Let the widget take what changed, until there is nothing more to show."""
        while self.transcript.take(self.session.changes.take()):
            await self.pilot.pause()
        await self.pilot.pause()

    async def settled(self) -> None:
        """Wait until nothing stands in for a long text any more."""
        with anyio.fail_after(20):
            while self.transcript.is_rendering:
                await self.pilot.pause()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys and wait until they did what they do."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def wheel(self, kind: type[events.MouseScrollUp] | type[events.MouseScrollDown]) -> None:
        """Turn the mouse wheel by a notch."""
        event = kind(self.transcript, 5, 5, 0, 0, 0, False, False, False, 5, 5)
        self.transcript.post_message(event)
        await self.pilot.pause()

    def go_to(self, key: int, line: int = 0) -> None:
        """Bring a line to the first row."""
        self.transcript.viewport.go_to(key, line)
        self.transcript.paint()

    def rows(self) -> list[str]:
        """The rows that are seen, without margin, padding and scrollbar."""
        return [
            strip.text[1:-1].rstrip() for strip in self.transcript.render_lines(self.transcript.size.region)
        ]


@asynccontextmanager
async def showing(
    *blocks: AnyBlock, size: tuple[int, int] = (60, 12), clock: Callable[[], float] = lambda: 0.0
) -> AsyncGenerator[Driver]:
    """Run the app with some blocks."""
    app = TranscriptApp(HandSession(list(blocks)), clock)
    async with app.run_test(size=size) as pilot:
        driver = Driver(app, pilot)
        await driver.frame()
        yield driver
