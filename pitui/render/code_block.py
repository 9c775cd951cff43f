"""Code as lines: highlighted, folded softly, numbered if wanted; whole or while it grows.

Lines are lexed in windows: when one is full, the lines before a good place to stop are final and the lexer's state
is kept. A line longer than `LONG` is plain, because no lexer is made for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from pitui.render.fold import TAB, fold
from pitui.render.highlight import START, Kind, Lexeme, Stack, TokenStyles, carries, find_lexer, lex
from pitui.render.line import Line
from pitui.render.palette import Palette
from pitui.render.place import Block, Place
from pitui.render.sanitize import settled, visible, without_dependent_end
from pitui.render.tabs import expand, with_tabs
from pitui.render.wrap import Prefix, Span

WINDOW = 1024
"""Characters after which a window of lines is full; twice and four times that if there is no place to stop."""
WINDOW_LINES = 32
LONG = 2000


class CodeLook(NamedTuple):
    """How a block of code looks.

    Attributes:
        palette: the styles.
        language: as for `find_lexer`; "" is plain.
        indent: cells before the code.
        numbers: the number of the first line, or None for no numbers.
        plain: the style of code that is not highlighted, if it is not the palette's.
    """

    palette: Palette
    language: str = ""
    indent: int = 0
    numbers: int | None = None
    plain: Style | None = None


class CodeBlock(Block):
    """Lines of code that grow."""

    def __init__(self, place: Place, out: list[Line], look: CodeLook) -> None:
        super().__init__(place, out)
        self._look = look
        self._lexer = find_lexer(look.language) if look.language else None
        self._styles = TokenStyles(look.palette)
        self._known: dict[Kind, Style] = {}
        self._plain = place.base + (look.plain or look.palette.code_block)
        self._stack = START
        self._window: list[str] = []  # complete lines that are not final
        self._size = 0
        self._limit = WINDOW
        self._line = ""  # the line that grows; of a long one what is not on a full row yet
        self._raw = ""  # the end of a long line that cannot be made visible yet
        self._long = False
        self._joint: str | None = None
        self._number = look.numbers
        self._first = self._indented(place.first)
        self._rest = self._indented(place.rest)

    def feed(self, text: str) -> None:
        """Take more of the current line."""
        if not self._long:
            self._line += text
            if len(self._line) <= LONG:
                return
            self._flush_window()
            self._long = True
            text, self._line = self._line, ""
        self._raw += text
        self._take_visible(settled(self._raw))
        rows = self._rows([(self._line, self._plain)], self._joint)
        self.emit(rows[:-1])
        if len(rows) > 1:
            self._line = rows[-1].text[rows[-1].gutter :]
            self._joint = ""

    def end_line(self) -> None:
        """The line is complete, also when it is empty."""
        if self._long:
            self._take_visible(len(self._raw))
            self.emit(self._rows([(self._line, self._plain)], self._joint))
            self._long = False
            self._joint = None
            self._next_number()
        elif self._lexer is None:
            self.emit(self._rows([(visible(self._line), self._plain)], None))
            self._next_number()
        else:
            self._window.append(visible(self._line))
            self._size += len(self._line) + 1
        self._line = ""
        if self._size >= self._limit or len(self._window) * WINDOW >= WINDOW_LINES * self._limit:
            self._flush_full_window()

    def pending(self) -> list[Line]:
        """The open window and the line that grows."""
        if self._long:
            return self._rows([(self._line + self._decided(self._raw), self._plain)], self._joint)
        lines = [*self._window, self._decided(self._line)] if self._line else self._window
        return self._number_rows(self._lex(lines)[0])

    def _decided(self, text: str) -> str:
        return visible(without_dependent_end(text))

    def finish(self) -> None:
        """Emit what is left; a line that is not ended ends here."""
        if self._line or self._long:
            self.end_line()
        self._flush_window()

    def _take_visible(self, length: int) -> None:
        self._line += visible(self._raw[:length]).replace("\t", " " * TAB)
        self._raw = self._raw[length:]

    def _flush_window(self) -> None:
        """Make all lines of the window final."""
        if self._window:
            self._flush(*self._lex(self._window), len(self._window))

    def _flush_full_window(self) -> None:
        lines, stacks = self._lex(self._window)
        count = _good_cut(self._window, stacks, carried=self._lexer is not None and carries(self._lexer))
        if count is None and self._limit < 4 * WINDOW:
            self._limit *= 2
        else:
            self._flush(lines, stacks, count or len(self._window))

    def _flush(self, lines: list[list[Span]], stacks: list[Stack | None], count: int) -> None:
        for spans in lines[:count]:
            self.emit(self._rows(spans, None))
            self._next_number()
        self._stack = stacks[count] or START
        self._window = self._window[count:]
        self._size = sum(len(line) + 1 for line in self._window)
        self._limit = WINDOW

    def _lex(self, lines: list[str]) -> tuple[list[list[Span]], list[Stack | None]]:
        """The spans of each line, and the lexer's state where it begins and where the last one ends."""
        if not lines or self._lexer is None:
            return [[(line, self._plain)] for line in lines], [START] * (len(lines) + 1)
        lexed = lex(self._lexer, "\n".join(lines) + "\n", self._stack)
        return [self._spans(line) for line in lexed.lines], lexed.stacks

    def _spans(self, line: list[Lexeme]) -> list[Span]:
        """Tokens as spans; neighbours that look the same are one."""
        spans: list[Span] = []
        style_of, known = self._styles.style, self._known
        text, last = "", self._plain
        for kind, value in line:
            style = known.get(kind)
            if style is None:
                style = known[kind] = self.place.base + style_of(kind)
            if style is last or not text:
                text += value
            else:
                spans.append((text, last))
                text = value
            last = style
        spans.append((text, last))
        return spans

    def _next_number(self) -> None:
        if self._number is not None:
            self._number += 1

    def _number_rows(self, lines: list[list[Span]]) -> list[Line]:
        kept, started = self._number, self.started
        rows: list[Line] = []
        for spans in lines:
            rows += self._rows(spans, None)
            self.started = True
            self._next_number()
        self._number, self.started = kept, started
        return rows

    def _rows(self, spans: Sequence[Span], joint: str | None) -> list[Line]:
        """The rows of one line of code (or of the rest of one, when there is a joint)."""
        first, rest = self._rest if self.started else self._first, self._rest
        if self._number is not None:
            first, rest = self._numbered()
        if joint is not None:
            first = rest
        if len(spans) == 1 and not spans[0][0]:
            return [first.alone(joint)]
        if not any("\t" in text for text, _ in spans):
            return fold(spans, self.place.width, first, rest, joint)
        drawn, tabs = expand(spans, TAB)
        return list(with_tabs(fold(drawn, self.place.width, first, rest, joint), tabs))

    def _numbered(self) -> tuple[Prefix, Prefix]:
        digits = max(4, len(str(self._number)))
        dim = self._look.palette.dim
        first = self.prefix.then(f"{self._number:>{digits}} ", dim)
        rest = self.place.rest.then(" " * (digits + 1), dim)
        return self._indented(first), self._indented(rest)

    def _indented(self, prefix: Prefix) -> Prefix:
        indent = min(self._look.indent, max(self.place.width - prefix.cells - 2, 0))
        return prefix.meaning("").then(" " * indent, self.place.base)


def _good_cut(window: list[str], stacks: list[Stack | None], *, carried: bool) -> int | None:
    """Where to stop near the end of a full window: before a line that does not begin inside a token.

    What follows is looked at again with what comes, because it may turn out to be the start of something longer.
    A lexer that starts afresh does so best at the left margin behind a blank line.
    """
    last = len(window) - max(len(window) // 4, 1)
    best: int | None = None
    best_score = -1
    for index in range(last, len(window) // 2, -1):
        if stacks[index] is None:
            continue
        if carried:
            return index
        margin = window[index][:1].strip() != ""
        score = margin + (margin and not window[index - 1].strip())
        if score > best_score:
            best, best_score = index, score
    return best
