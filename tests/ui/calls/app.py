"""The tools pane alone in a small app, over a session that a test changes by hand."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
from textual import on
from textual.app import App, ComposeResult
from textual.message import Message
from textual.pilot import Pilot
from textual.widgets import Input

from pitui.protocol.content import TextContent
from pitui.session.blocks import AnyBlock, ToolBlock, ToolState
from pitui.session.changes import ChangeSet
from pitui.ui.palette import palette_for
from pitui.ui.themes import THEMES
from pitui.ui.widgets.tools_pane import ToolsPane


class Calls:
    """Blocks with calls among them, and what changed."""

    def __init__(self, *blocks: AnyBlock) -> None:
        self.blocks: list[AnyBlock] = list(blocks)
        self.changes = ChangeSet(restructured_from=0)

    def append(self, *blocks: AnyBlock) -> None:
        """Add blocks at the end."""
        self.changes.structure(len(self.blocks))
        self.blocks.extend(blocks)

    def touch(self, *blocks: AnyBlock) -> None:
        """Blocks changed."""
        for block in blocks:
            block.version += 1
            self.changes.block(block.key)

    def output(self, call: ToolBlock, text: str) -> None:
        """A call's output is another one now."""
        call.output = [TextContent(text=text)]
        self.touch(call)

    def end(self, call: ToolBlock, seconds: float = 1.0) -> None:
        """A call is done."""
        call.state, call.seconds = ToolState.DONE, seconds
        self.touch(call)


def call(key: int, name: str = "bash", output: str = "", **fields: Any) -> ToolBlock:
    """A call that is done, if `state` says nothing else."""
    arguments = fields.pop("arguments", {"command": f"command {key}"})
    block = ToolBlock(
        key=key,
        call_id=f"call-{key}",
        name=name,
        arguments=arguments,
        state=fields.pop("state", ToolState.DONE),
        output=[TextContent(text=output)] if output else [],
    )
    for field, value in fields.items():
        setattr(block, field, value)
    return block


def running(key: int, **fields: Any) -> ToolBlock:
    """A call that runs since the clock was 0."""
    return call(key, state=ToolState.RUNNING, started=0.0, **fields)


class PaneApp(App[None]):
    """The pane, and a field that can have the keys instead."""

    def __init__(self, calls: Calls, clock: Callable[[], float]) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name
        self.animation_level = "none"
        self.calls = calls
        self.heard: list[Message] = []
        self.pane = ToolsPane(palette_for(self.current_theme), clock=clock)

    def compose(self) -> ComposeResult:
        yield self.pane
        yield Input(compact=True)

    def on_mount(self) -> None:
        self.pane.rows.focus()

    @on(ToolsPane.Selected)
    @on(ToolsPane.Left)
    def hear(self, event: Message) -> None:
        """Keep what the pane says."""
        self.heard.append(event)


class Driver:
    """Drives the app: frames, keys, and what is to be read."""

    def __init__(self, app: PaneApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.calls = app.calls
        self.pane = app.pane
        self.view = app.pane.call_view

    async def frame(self) -> None:
        """Let the pane take what changed."""
        changes = self.calls.changes.take()
        self.pane.take(self.calls, changes)
        await self.pilot.pause()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Stay until something is so."""
        with anyio.fail_after(20):
            while not condition():
                await self.pilot.pause(0.02)

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def listed(self) -> list[str]:
        """The rows of the list."""
        rows = self.pane.rows
        count = min(rows.count, rows.scrollable_content_region.height)
        return [rows.render_line(y).text.rstrip() for y in range(count)]

    @property
    def shown(self) -> list[str]:
        """The rows of the call, without margin and scrollbar."""
        lines = self.view.render_lines(self.view.size.region)
        return [strip.text[1:-1].rstrip() for strip in lines]

    @property
    def selected(self) -> int:
        """The key of the call under the cursor."""
        row = self.pane.rows.current
        assert row is not None
        return row.call.key


@asynccontextmanager
async def pane(
    *blocks: AnyBlock, size: tuple[int, int] = (60, 30), clock: Callable[[], float] = lambda: 0.0
) -> AsyncGenerator[Driver]:
    """Run the app with some blocks."""
    app = PaneApp(Calls(*blocks), clock)
    async with app.run_test(size=size) as pilot:
        driver = Driver(app, pilot)
        await driver.frame()
        yield driver
