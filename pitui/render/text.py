"""Paragraphs and headings: inline markdown that is parsed in pieces and wrapped as it comes.

A text is cut where nothing is open once a piece is longer than `SOFT`, and anywhere at twice that, so that the work
for more text never depends on how much there is already. Shorter ones, nearly all, are parsed whole.
"""

from __future__ import annotations

import re

from rich.style import Style

from pitui.render.inline import References, define, render_inline
from pitui.render.line import Line
from pitui.render.palette import Palette
from pitui.render.place import Block, Leaf, Open, Place
from pitui.render.sanitize import settled
from pitui.render.wrap import Span, wrap

SOFT = 1024
HARD = 2048
HOPELESS = 32
"""Open brackets after which a long text is cut anywhere: looking for their ends would take ever longer."""
HEADER_LIMIT = 2000
"""Characters up to which a line may turn out to be the header of a table."""

_EDGE = re.compile(
    r"\\[()]|\]\(|[`*~$\[\]>)|]|<(?=[A-Za-z/!?])|(?<!\w)_|_(?!\w)|(?<=[^ \n]) (?=[^ \n])|\n(?=[^\n])"
)
_CLOSING_HASHES = re.compile(r"(?:\A|[ \t]+)#+[ \t]*\Z")
_DEFINITION = re.compile(
    r"\[(?!\^)((?:\\.|[^\[\]\\])*[^\s\[\]\\](?:\\.|[^\[\]\\])*)\]:[ \t]*(?:<([^<>]*)>|(\S+))"
    r"(?:[ \t]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ \t]*"
)


class TextBlock(Block):
    """A paragraph or a heading."""

    def __init__(
        self,
        place: Place,
        out: list[Line],
        palette: Palette,
        references: References,
        heading: Style | None = None,
        marker: str = "",
    ) -> None:
        super().__init__(place, out)
        self._written = marker  # what the source has before a heading
        self._palette = palette
        self._references = references
        self._style = place.base if heading is None else place.base + heading
        self._heading = heading is not None
        self._text = ""  # the piece that is still open
        self._line = 0  # where its last line begins
        self._line_cut = False  # whether a part of that line is gone already
        self._line_ended = False
        self._definitions = heading is None  # all lines so far define links
        self._cut = False
        self._row: list[Span] = []  # the last line of what was cut off, which goes on
        self._row_end: Span | None = None  # what stands between it and the open piece
        self._row_joint: str | None = None

    def feed(self, text: str) -> None:
        """Take more of the current line; a line after the first is joined to the one before."""
        if self._line_ended:
            self._text += "\n"
            self._line = len(self._text)
            self._line_cut = self._line_ended = False
        self._text += text
        while (found := self._find_cut()) is not None:
            self._cut_at(*found)

    def end_line(self) -> None:
        """The line is complete: a link definition counts from here on, and keeps a line of its own."""
        self._line_ended = True
        if not self._definitions:
            return
        line = self._text[self._line :]
        match = None if self._line_cut else _DEFINITION.fullmatch(line)
        if match is None:
            self._definitions = False
            return
        define(self._references, match[1], match[2] or match[3] or "")
        self._text = f"{self._text[: self._line]}\\{line}  "

    def describe(self) -> Open:
        """A paragraph: it may become a heading while it is whole, and its last line a table's header."""
        return Open(Leaf.TEXT, whole=not self._cut, header=self.header)

    @property
    def header(self) -> str | None:
        """The last line, if it is complete and may be the header of a table."""
        line = self._text[self._line :]
        if self._line_ended and not self._line_cut and "|" in line and len(line) <= HEADER_LIMIT:
            return line
        return None

    def take_header(self) -> bool:
        """Give the last line away.

        Returns:
            Whether nothing is left of the block.
        """
        self._text = self._text[: self._line].rstrip(" \t\n")
        self._line = 0
        return not self._text and not self._cut

    def become_heading(self, style: Style, marker: str) -> None:
        """A setext underline follows: all of it is a heading, as if it began with the marker."""
        self._style += style
        self._written = marker

    def pending(self) -> list[Line]:
        """The open piece, without what may turn out to be something else."""
        text = self._text
        line = text[self._line :]
        if line.startswith("|") and not self._line_cut and len(line) <= HEADER_LIMIT and not self._heading:
            text = text[: self._line].rstrip("\n")
        return self._wrap(self._spans(text, open_end=True))

    def finish(self) -> None:
        """Emit the open piece."""
        self.emit(self._wrap(self._spans(self._text.rstrip(" \t\n"), open_end=False)))
        self._text = ""
        self._row = []

    def _spans(self, text: str, *, open_end: bool) -> list[Span]:
        if self._heading:
            text = _CLOSING_HASHES.sub("", text.rstrip(" \t"))
        return render_inline(text, self._style, self._palette, self._references, open_end=open_end)

    def _wrap(self, spans: list[Span]) -> list[Line]:
        if spans and self._row_end is not None:
            spans = [*self._row, self._row_end, *spans]
        else:
            spans = self._row + spans
        if not spans:
            return []
        first = self.prefix
        if self._written and not self.started:
            first = first.then("", self._style, source=self._written)
        return wrap(spans, self.place.width, first, self.place.rest, self._row_joint)

    def _find_cut(self) -> tuple[int, str] | None:
        """Where the open piece ends, if that is known: the position, and what is swallowed before it."""
        text = self._text
        if len(text) <= SOFT:
            return None
        ticks = stars = tildes = underscores = dollars = depth = 0
        inside = in_formula = False
        bars = text.startswith("|") and not self._line_cut
        for edge in _EDGE.finditer(text, 0, HARD + 1):
            mark = edge.group()
            if depth > HOPELESS and edge.start() >= SOFT // 4:
                return edge.start(), ""
            match mark:
                case " " | "\n":
                    if mark == "\n":
                        bars = False
                    if edge.start() < SOFT or bars:
                        continue
                    is_open = (ticks | stars | tildes | underscores | dollars) & 1 or depth or inside
                    if not is_open and not in_formula:
                        return edge.end(), mark
                case "`":
                    ticks += 1
                case "*":
                    stars += 1
                case "~":
                    tildes += 1
                case "_":
                    underscores += 1
                case "$":
                    dollars += 1
                case "\\(" | "\\)":
                    in_formula = mark == "\\("
                case "[" | "<":
                    depth += 1
                case "](":
                    depth = max(depth - 1, 0)
                    inside = True
                case "]" | ">":
                    depth = max(depth - 1, 0)
                case ")":
                    inside = False
                case _:
                    bars = True
        return self._hard_cut()

    def _hard_cut(self) -> tuple[int, str] | None:
        text = self._text
        if len(text) <= HARD + 128:
            return None
        newline = text.rfind("\n", 1, HARD)
        if newline > 0:
            return newline + 1, "\n"
        space = text.rfind(" ", SOFT, HARD)
        if space > 0 and text[space - 1] != " " != text[space + 1]:
            return space + 1, " "
        return settled(text[: HARD + 64]), ""

    def _cut_at(self, position: int, swallowed: str) -> None:
        piece = self._text[: position - len(swallowed)]
        end: Span | None = (" ", self._style) if swallowed else None
        if swallowed == "\n" and piece.endswith(("  ", "\\")):
            end = ("\n", self._style)
            piece = piece.removesuffix("\\")
        first = self.prefix
        lines = self._wrap(render_inline(piece.rstrip(" \t"), self._style, self._palette, self._references))
        if lines:
            self.emit(lines[:-1])
            prefix = first if len(lines) == 1 else self.place.rest
            rest = lines[-1].segments[len(prefix.segments) :]
            self._row = [(segment.text, segment.style or self._style) for segment in rest]
            self._row_joint = lines[-1].joint
            self._row_end = end
        self._text = self._text[position:]
        self._cut = True
        self._definitions = False
        self._line_cut = position > self._line
        self._line = max(self._line - position, 0)
