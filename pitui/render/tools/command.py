"""The command of a shell call after its `$`, whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment

from pitui.render.layout import cut_end, lead_of, wrap_hard
from pitui.render.line import Line
from pitui.render.look import OPEN_ROWS, Look
from pitui.render.output import more
from pitui.render.sanitize import visible
from pitui.render.tools.parts import Small
from pitui.render.tools.pieces import Piece, TextPiece, text_pieces

_SHORT = 4_000
_MOST_CHARACTERS = 50_000


@dataclass(frozen=True, slots=True)
class Command:
    """The command as a part of its call; `in_row` is what the row shows of it when there is room."""

    command: str
    in_row: str

    def lines(self, look: Look) -> list[Line]:
        """The first rows."""
        return command_lines(self.command, self.in_row, look)

    def pieces(self, look: Look, before: Sequence[Piece]) -> list[Piece]:
        """All rows."""
        del before
        text = self.command
        if len(text) < _SHORT:
            return [Small(self.lines, text)]
        return text_pieces(text, TextPiece("", look.palette.text, indent=4, mark="$ "), len(text.rstrip()))


def command_lines(command: str, in_row: str, look: Look) -> list[Line]:
    """The command, unless the row already shows the whole of it.

    Args:
        command: what is run.
        in_row: what the row shows of it when there is room.
        look: the width and the styles.
    """
    room = look.width - 20
    if command.strip() == in_row and cut_end(in_row, room) == in_row:
        return []
    lines: list[Line] = []
    lead = lead_of(4, look.width)
    width = look.width - len(lead)
    first, rest = (
        (Segment(f"{lead[:-2]}$ "[-len(lead) :] if lead else "", look.palette.dim),),
        (Segment(lead),),
    )
    for text in command[:_MOST_CHARACTERS].rstrip().split("\n"):
        shown = [Segment(visible(text), look.palette.text)]
        lines += wrap_hard(shown, width, rest if lines else first, rest)
    rows = look.rows(OPEN_ROWS)
    return [*lines[:rows], *more(max(0, len(lines) - rows), look)]
