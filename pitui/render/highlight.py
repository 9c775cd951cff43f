"""Highlighting code piece by piece: pygments lexers that go on where they stopped.

The lexer's state stack is kept between pieces (pygments 2.21: any regex lexer runs in `ExtendedRegexLexer`'s loop,
whose context can be read). Lexers with a loop of their own start afresh with each piece, so those are cut where a
fresh start is likely to be right. pygments itself is loaded with the first code: a start need not wait for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from rich.style import Style

from pitui.render.palette import Palette

if TYPE_CHECKING:
    from pygments.lexer import Lexer, LexerContext

Kind = tuple[str, ...]
"""A pygments token type: a tuple of names."""

Stack = tuple[str, ...]
START: Stack = ("root",)
_OPEN_ENDED = (
    ("/*", "*/", "Comment"),
    ("<!--", "-->", "Comment"),
    ("<script", "</script>", "Punctuation"),
    ("<style", "</style>", "Punctuation"),
)
"""What lexers only see when it is closed: how it opens and closes, and the type of the token that opens it."""
_EMBEDDED = {"script-content": "</script>", "style-content": "</style>"}
"""The same by the state of the lexer inside of it (pygments' HtmlLexer and those built on it)."""

COMMON_LANGUAGES = (
    "python", "bash", "javascript", "typescript", "json", "yaml", "diff", "html", "css", "sql", "toml", "rust",
    "go", "java", "c", "cpp", "jsx", "tsx", "markdown", "xml", "ruby", "php", "ini", "make", "docker", "console",
)  # fmt: skip
"""What answers hold most: worth warming before the first fence comes."""


Lexeme = tuple[Kind, str]
"""A token: its type and its text."""


class Lexed(NamedTuple):
    """Lines of code as tokens.

    Attributes:
        lines: the tokens of each line, without line breaks.
        stacks: the lexer's state where each line begins and where the last one ends; None inside a token.
    """

    lines: list[list[Lexeme]]
    stacks: list[Stack | None]


def warm_lexer(language: str) -> bool:
    """Load a lexer, which costs 10 to 50 ms the first time; may be called in a thread.

    Args:
        language: as for `find_lexer`.

    Returns:
        Whether there is one.
    """
    return find_lexer(language) is not None


@lru_cache(256)
def find_lexer(language: str) -> Lexer | None:
    """The lexer of a language.

    Args:
        language: a fence's info string or a language name ("python", "{.py}", "c++"), or a file name.

    Returns:
        The lexer, or None: then code is plain.
    """
    from pygments.lexers import find_lexer_class_by_name, find_lexer_class_for_filename
    from pygments.util import ClassNotFound

    words = language.strip().split(maxsplit=1)
    name = words[0].strip("{}").lstrip(".").split(",")[0] if words else ""
    if not name or name.lower() in ("text", "txt", "plain", "plaintext", "output", "log"):
        return None
    try:
        return find_lexer_class_by_name(name)(stripnl=False, ensurenl=False)
    except ClassNotFound:
        pass
    file = find_lexer_class_for_filename(language.strip().replace("\\", "/").rpartition("/")[2])
    if file is None and ":" in name:
        return find_lexer(name.split(":")[0])
    return None if file is None else file(stripnl=False, ensurenl=False)


def lex(lexer: Lexer, text: str, stack: Stack) -> Lexed:
    """Lex a piece of code. A comment or a script that is not closed in it is one all the same.

    Args:
        lexer: from `find_lexer`.
        text: whole lines, each with its line break.
        stack: where the piece before ended; `START` for the first.

    Returns:
        Tokens that cover the text; plain text where the lexer fails.
    """
    inside = _EMBEDDED.get(stack[-1])
    if inside is not None and inside not in text:
        return _lex_closed(lexer, text, stack, inside)
    lexed = _lex(lexer, text, stack)
    for opening, closing, kind in _OPEN_ENDED:
        start = text.rfind(opening)
        if start < 0 or text.find(closing, start) >= 0:
            continue
        line = text.count("\n", 0, start)
        column = start - (text.rfind("\n", 0, start) + 1)
        if _kind_at(lexed.lines[line], column)[:1] in (("Comment",), ("Literal",)):
            continue
        closed = _lex_closed(lexer, text, stack, closing)
        if _kind_at(closed.lines[line], column)[:1] == (kind,):
            return closed
    return lexed


def _lex_closed(lexer: Lexer, text: str, stack: Stack, closing: str) -> Lexed:
    lexed = _lex(lexer, f"{text}{closing}\n", stack)
    return Lexed(lexed.lines[:-1], lexed.stacks[:-1])


def _kind_at(line: list[Lexeme], column: int) -> Kind:
    for kind, text in line:
        column -= len(text)
        if column < 0:
            return kind
    return ()


def carries(lexer: Lexer) -> bool:
    """Whether a lexer goes on from a stack; others start afresh with each piece."""
    from pygments.lexer import ExtendedRegexLexer, RegexLexer

    loop = type(lexer).get_tokens_unprocessed
    own = (RegexLexer.get_tokens_unprocessed, ExtendedRegexLexer.get_tokens_unprocessed)
    return isinstance(lexer, RegexLexer) and (loop in own or "php" in lexer.aliases)


def _lex(lexer: Lexer, text: str, stack: Stack) -> Lexed:
    from pygments.lexer import ExtendedRegexLexer, LexerContext
    from pygments.token import Token

    if carries(lexer):
        context = LexerContext(text, 0, list(stack))
        loop = ExtendedRegexLexer.get_tokens_unprocessed
        tokens = loop(cast("ExtendedRegexLexer", lexer), context=context)
        if (lexed := _collect(tokens, text, context)) is not None:
            return lexed
    if (lexed := _collect(lexer.get_tokens_unprocessed(text), text, None)) is not None:
        return lexed
    lines = text.split("\n")[:-1]
    return Lexed([[(Token, line)] if line else [] for line in lines], [START] * (len(lines) + 1))


def _collect(
    tokens: Iterator[tuple[int, Kind, str]], text: str, context: LexerContext | None
) -> Lexed | None:
    """The tokens line by line; None if they do not cover the text."""
    line: list[Lexeme] = []
    lines = [line]
    stacks: list[Stack | None] = []
    at_start = True
    position = 0
    try:
        for start, kind, value in tokens:
            if not value:
                continue
            if start != position:
                return None
            position += len(value)
            if at_start:
                stacks.append(START if context is None else tuple(context.stack))
                at_start = False
            if "\n" not in value:
                line.append((kind, value))
                continue
            head, *more = value.split("\n")
            if head:
                line.append((kind, head))
            for part in more:
                line = [(kind, part)] if part else []
                lines.append(line)
            at_start = not more[-1]
            stacks += [None] * (len(more) - at_start)
    except Exception:
        # A lexer is foreign code run on foreign text and may raise anything; the code is shown all the same.
        return None
    if position != len(text):
        return None
    stacks.append(START if context is None else tuple(context.stack))
    return Lexed(lines[:-1], stacks)


class TokenStyles:
    """The palette's styles by pygments token type."""

    def __init__(self, palette: Palette) -> None:
        self._tokens = palette.tokens
        self._base = palette.code_block
        self._known: dict[Kind, Style] = {}

    def style(self, kind: Kind) -> Style:
        """The style of a token type: its own or its nearest parent's, on top of `palette.code_block`."""
        known = self._known.get(kind)
        if known is None:
            known = self._known[kind] = self._base + self._find(kind)
        return known

    def _find(self, kind: Kind) -> Style:
        for length in range(len(kind), 0, -1):
            style = self._tokens.get(".".join(kind[:length]))
            if style is not None:
                return style
        return Style()
