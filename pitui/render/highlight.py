"""Highlighting code piece by piece: pygments lexers that go on where they stopped.

The lexer's state stack is kept between pieces (pygments 2.21: any regex lexer runs in `ExtendedRegexLexer`'s loop,
whose context can be read). Lexers with a loop of their own start afresh with each piece, so those are cut where a
fresh start is likely to be right.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, cast

from pygments.lexer import ExtendedRegexLexer, Lexer, LexerContext, RegexLexer
from pygments.lexers import find_lexer_class_by_name, find_lexer_class_for_filename
from pygments.token import Token
from pygments.util import ClassNotFound
from rich.style import Style

from pitui.render.palette import Palette

Kind = tuple[str, ...]
"""A pygments token type: a tuple of names."""

Stack = tuple[str, ...]
START: Stack = ("root",)

COMMON_LANGUAGES = (
    "python", "bash", "javascript", "typescript", "json", "yaml", "diff", "html", "css", "sql", "toml", "rust",
    "go", "java", "c", "cpp", "jsx", "tsx", "markdown", "xml", "ruby", "php", "ini", "make", "docker", "console",
)  # fmt: skip
"""What answers hold most: worth warming before the first fence comes."""


class Piece(NamedTuple):
    """A token: where it starts, its type, its text, and the lexer's stack before it (None if it has none)."""

    start: int
    kind: Kind
    text: str
    stack: Stack | None


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


def tokenize(lexer: Lexer, text: str, stack: Stack) -> list[Piece]:
    """Lex a piece of code.

    Args:
        lexer: from `find_lexer`.
        text: whole lines.
        stack: where the piece before ended; `START` for the first.

    Returns:
        Tokens that cover the text, and an empty one at its end; plain text where the lexer fails.
    """
    pieces = _covering(_carried(lexer, text, stack), text) if carries(lexer) else None
    return pieces or _covering(_fresh(lexer, text), text) or _plain(text)


def _covering(tokens: Iterator[Piece], text: str) -> list[Piece] | None:
    """The tokens, if they cover the text: a lexer is foreign code run on foreign text and may do anything."""
    pieces: list[Piece] = []
    position = 0
    try:
        for piece in tokens:
            if piece.start != position:
                return None
            pieces.append(piece)
            position += len(piece.text)
    except Exception:
        return None
    return pieces if position == len(text) else None


def _plain(text: str) -> list[Piece]:
    return [Piece(0, Token, text, None), Piece(len(text), Token, "", None)]


def carries(lexer: Lexer) -> bool:
    """Whether a lexer goes on from a stack; others start afresh with each piece."""
    loop = type(lexer).get_tokens_unprocessed
    own = (RegexLexer.get_tokens_unprocessed, ExtendedRegexLexer.get_tokens_unprocessed)
    return isinstance(lexer, RegexLexer) and (loop in own or "php" in lexer.aliases)


def _carried(lexer: Lexer, text: str, stack: Stack) -> Iterator[Piece]:
    context = LexerContext(text, 0, list(stack))
    tokens = ExtendedRegexLexer.get_tokens_unprocessed(cast("ExtendedRegexLexer", lexer), context=context)
    for start, kind, value in tokens:
        if value:
            yield Piece(start, cast("Kind", kind), value, tuple(context.stack))
    yield Piece(len(text), Token, "", tuple(context.stack))


def _fresh(lexer: Lexer, text: str) -> Iterator[Piece]:
    for start, kind, value in lexer.get_tokens_unprocessed(text):
        if value:
            yield Piece(start, cast("Kind", kind), value, None)
    yield Piece(len(text), Token, "", None)


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
