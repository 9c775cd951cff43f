"""Columns of simple blocks, drawn in a way that a test can predict without a markdown renderer."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment

from pitui.protocol.content import TextContent
from pitui.render.line import Line
from pitui.session.blocks import AnyBlock, NoticeBlock, TextBlock, ToolBlock, ToolState, UserBlock
from pitui.session.growing import GrowingText
from pitui.session.text import source_text
from pitui.ui.widgets.transcript.estimate import estimate
from pitui.ui.widgets.transcript.folds import Folds
from pitui.ui.widgets.transcript.layout import Layout, tool_rows_join
from pitui.ui.widgets.transcript.viewport import Row, Viewport

TAIL = 3
"""Lines of output that a folded tool shows."""


class Column:
    """A layout and a viewport on it whose blocks are drawn plainly: soft wraps, and tools with a short tail."""

    def __init__(self, width: int = 20, height: int = 10) -> None:
        self.folds = Folds()
        self.layout = Layout(self.draw, self.folds, measure=estimate, is_joined=tool_rows_join)
        self.layout.width = width
        self.viewport = Viewport(self.layout)
        self.viewport.height = height
        self.drawn: list[int] = []
        self.blocks: list[AnyBlock] = []

    def draw(self, block: AnyBlock, expanded: bool) -> list[Line]:
        """Draw a block, and remember that it was drawn."""
        self.drawn.append(block.key)
        return plain_lines(block, self.layout.width, expanded)

    def show(self, blocks: Sequence[AnyBlock]) -> None:
        """Show blocks from their end."""
        self.blocks = list(blocks)
        self.layout.replace(self.blocks, 0)
        self.viewport.settle()

    def texts(self) -> list[str]:
        """The rows that are seen."""
        return [row.content.text for row in self.viewport.rows]

    def expected(self) -> list[str]:
        """What must be seen: everything drawn from scratch, cut out at the viewport's top."""
        everything: list[str] = []
        above: AnyBlock | None = None
        for block in self.blocks:
            lines = plain_lines(block, self.layout.width, self.folds.is_open(block))
            if not lines:
                continue
            if above is not None and not (isinstance(block, ToolBlock) and isinstance(above, ToolBlock)):
                everything.append("")
            everything += [line.text for line in lines]
            above = block
        top = self.top_in_full()
        return everything[top : top + self.viewport.height]

    def has(self, row: Row) -> bool:
        """Whether a row that was seen is still there, drawn from scratch; a block's head is, whatever it says now."""
        block = next((block for block in self.blocks if block.key == row.key), None)
        if block is None:
            return False
        lines = plain_lines(block, self.layout.width, self.folds.is_open(block))
        return row.line < len(lines) and (row.line == 0 or lines[row.line] == row.content)

    def top_in_full(self) -> int:
        """The row of the first row that is seen, were every block drawn."""
        if not self.viewport.rows:
            return 0
        first = self.viewport.rows[0]
        row = 0
        above: AnyBlock | None = None
        for block in self.blocks:
            lines = plain_lines(block, self.layout.width, self.folds.is_open(block))
            close = isinstance(block, ToolBlock) and isinstance(above, ToolBlock)
            gap = int(bool(lines) and above is not None and not close)
            if block.key == first.key:
                return row + gap + first.line
            row += gap + len(lines)
            above = block if lines else above
        raise AssertionError("the first row belongs to no block")


def plain_lines(block: AnyBlock, width: int, expanded: bool) -> list[Line]:
    """The lines of a block as plain text."""
    if not isinstance(block, ToolBlock):
        text = source_text(block)
        return wrapped(text, width) if text else []
    output = "".join(part.text for part in block.output if isinstance(part, TextContent)).split("\n")
    shown = output if expanded else output[-TAIL:]
    return [
        Line((Segment(f"tool {block.key} {block.state.value}"),)),
        *wrapped("\n".join(shown), width, "  "),
    ]


def wrapped(text: str, width: int, gutter: str = "") -> list[Line]:
    """Text cut at the width, as soft wraps."""
    lines: list[Line] = []
    room = width - len(gutter)
    for source in text.split("\n"):
        for start in range(0, max(1, len(source)), room):
            segments = (Segment(gutter), Segment(source[start : start + room]))
            lines.append(Line(segments, len(gutter), None if start == 0 else ""))
    return lines


def user(key: int, text: str = "a prompt") -> UserBlock:
    """A message of the user."""
    return UserBlock(key=key, text=text)


def answer(key: int, text: str, *, streaming: bool = False) -> TextBlock:
    """A piece of an answer."""
    return TextBlock(key=key, text=GrowingText(text), streaming=streaming)


def tool(key: int, output: str = "", state: ToolState = ToolState.DONE) -> ToolBlock:
    """A tool call with output."""
    return ToolBlock(key=key, call_id=str(key), name="bash", state=state, output=[TextContent(text=output)])


def notice(key: int, text: str) -> NoticeBlock:
    """A notice."""
    return NoticeBlock(key=key, text=text)


def lines_of(count: int, name: str = "line") -> str:
    """Text of so many numbered lines."""
    return "\n".join(f"{name} {n}" for n in range(count))
