"""Inline markdown to styled spans: markdown-it's inline parser, and what its tokens look like here.

`open_end` renders text that is still growing: what could turn into something else is held back, and what is
open is shown as if it were closed, so that no raw marker flashes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from rich.style import Style

from pitui.render.formula.delimiters import formula_end
from pitui.render.open_end import close_emphasis, settle
from pitui.render.palette import Palette
from pitui.render.sanitize import visible
from pitui.render.wrap import Span


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:
        """Let every target through: those that are not opened are shown as text."""
        return True


def _formula(state: StateInline, silent: bool) -> bool:
    """The rule for LaTeX within a line."""
    end = formula_end(state.src, state.pos)
    if end is None:
        return False
    if not silent:
        token = state.push("formula", "", 0)
        token.markup = state.src[state.pos : end]
        cut = 2 if token.markup[1] in "$([" and token.markup[0] in "$\\" else 1
        token.content = token.markup[cut:-cut]
    state.pos = end
    return True


PARSER = _Parser("commonmark", {"maxNesting": 8}).enable("strikethrough")
"""The one parser: building it costs milliseconds. Brackets nested deeper are text: they cost too much to follow."""

PARSER.inline.ruler.before("escape", "formula", _formula)

References = dict[str, dict[str, str]]
"""Link definitions by normalised label, as markdown-it's `env["references"]` holds them."""

_SPECIAL = re.compile(r"[\\`*_~\[\]<&$]|https?://")
_HARD_END = re.compile(r"  +\Z")
_BREAK = re.compile(r"<br\s*/?>\Z", re.IGNORECASE)
_OPENED = re.compile(r"(?:https?|mailto|file):[!-~]+\Z", re.IGNORECASE)
_BARE_URL = re.compile(r"(?<![\w/])https?://[^\s<>\"`]+")
_LOOKS_LIKE_URL = re.compile(r"(?:https?://)?((?:[\w-]+\.)+[a-z]{2,})(?:[/:?#].*)?\Z", re.IGNORECASE)


def define(references: References, label: str, target: str) -> None:
    """Add a link definition; the first one of a label stands.

    Args:
        references: where to add it.
        label: what stands between the brackets.
        target: the link's target as written.
    """
    references.setdefault(normalizeReference(label), {"title": "", "href": PARSER.normalizeLink(target)})


def render_inline(
    text: str, base: Style, palette: Palette, references: References, *, open_end: bool = False
) -> list[Span]:
    """Render inline markdown.

    Args:
        text: the raw text of a paragraph, heading or cell; lines parted by "\\n".
        base: the style of plain text.
        palette: the styles of the rest.
        references: link definitions known here.
        open_end: whether more text will follow.

    Returns:
        Spans of safe text; "\\n" in them is a hard break.
    """
    if open_end:
        text = settle(text)
    if _SPECIAL.search(text) is None:
        plain = _join_lines(text) if "\n" in text else text
        return [(_clean_keeping_breaks(plain), base)] if plain else []
    tokens = _parse(text, references, open_end)
    spans: list[Span] = []
    _Walk(palette, spans).walk(tokens, base)
    return spans


def _parse(text: str, references: References, open_end: bool) -> list[Token]:
    state = StateInline(text, PARSER, {"references": references}, [])
    PARSER.inline.tokenize(state)
    if open_end and state.delimiters:
        close_emphasis(state)
    for rule in PARSER.inline.ruler2.getRules(""):
        rule(state)
    return state.tokens


def _join_lines(text: str) -> str:
    lines = text.split("\n")
    joined: list[str] = []
    for line in lines[:-1]:
        joined.append(line.strip(" \t"))
        joined.append("\n" if _HARD_END.search(line) else " ")
    joined.append(lines[-1].lstrip(" \t"))
    return "".join(joined)


def _clean_keeping_breaks(text: str) -> str:
    return visible(text.replace("\t", " "))


def _clean(text: str) -> str:
    return _clean_keeping_breaks(text.replace("\n", " "))


@lru_cache(512)
def _linked(style: Style, href: str) -> Style:
    return style + Style(link=href)


class _Walk:
    """Turns tokens into spans; knows the link it is in."""

    def __init__(self, palette: Palette, spans: list[Span]) -> None:
        self._palette = palette
        self._spans = spans
        self._links: list[tuple[str, int]] = []

    def walk(self, tokens: Sequence[Token], base: Style) -> None:
        palette = self._palette
        styles = [base]
        for token in tokens:
            style = styles[-1]
            match token.type:
                case "text" | "text_special":
                    self._text(token.content, style)
                case "softbreak":
                    self._spans.append((" ", style))
                case "hardbreak":
                    self._spans.append(("\n", style))
                case "code_inline":
                    self._spans.append((_clean(token.content), style + palette.code))
                case "formula":
                    self._formula(token, style)
                case "strong_open":
                    styles.append(style + palette.strong)
                case "em_open":
                    styles.append(style + palette.emphasis)
                case "s_open":
                    styles.append(style + palette.strike)
                case "link_open":
                    href = str(token.attrs.get("href", ""))
                    self._links.append((href, len(self._spans)))
                    styles.append(self._link_style(style, href))
                case "link_close":
                    styles.pop()
                    self._end_link(styles[-1])
                case "image":
                    self._image(token, style)
                case "html_inline" if _BREAK.match(token.content):
                    self._spans.append(("\n", style))
                case _ if token.nesting < 0:
                    styles.pop()
                case _:
                    self._spans.append((_clean(token.content), style))

    def _formula(self, token: Token, style: Style) -> None:
        from pitui.render.formula.convert import in_line

        shown = in_line(token.content)
        if shown is None:
            self._spans.append((_clean(token.markup), style))
        else:
            self._spans.append((shown, style + self._palette.formula))

    def _link_style(self, style: Style, href: str) -> Style:
        style += self._palette.link
        return _linked(style, href) if _OPENED.match(href) else style

    def _end_link(self, style: Style) -> None:
        href, start = self._links.pop()
        label = "".join(text for text, _ in self._spans[start:])
        if href and _must_show(label, href):
            self._spans.append((f" ({_clean(PARSER.normalizeLinkText(href))})", style))

    def _image(self, token: Token, style: Style) -> None:
        alt = "".join(_alt(child) for child in token.children or ()).strip()
        href = str(token.attrs.get("src", ""))
        self._spans.append((_clean(f"[image: {alt}]" if alt else "[image]"), self._link_style(style, href)))

    def _text(self, text: str, style: Style) -> None:
        if not text:
            return
        if self._links or "://" not in text:
            self._spans.append((_clean(text), style))
            return
        position = 0
        for match in _BARE_URL.finditer(text):
            url = _without_closing(match.group())
            if match.start() > position:
                self._spans.append((_clean(text[position : match.start()]), style))
            position = match.start() + len(url)
            self._spans.append((_clean(url), self._link_style(style, PARSER.normalizeLink(url))))
        if position < len(text):
            self._spans.append((_clean(text[position:]), style))


def _alt(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return "".join(_alt(child) for child in token.children) if token.children else token.content


def _without_closing(url: str) -> str:
    """A bare URL without the punctuation that ends the sentence around it."""
    while url[-1] in "?!.,:;*_~'" or (url[-1] == ")" and url.count(")") > url.count("(")):
        url = url[:-1]
    return url


def _must_show(label: str, href: str) -> bool:
    """Whether a link's target stands behind its label: it is not opened, or the label names another host."""
    shown = PARSER.normalizeLinkText(href)
    if label in (href, shown):
        return False
    if not _OPENED.match(href):
        return True
    looks = _LOOKS_LIKE_URL.match(label.strip())
    if looks is None:
        return False
    try:
        host = urlsplit(shown).hostname or ""
    except ValueError:
        return True
    return looks.group(1).lower().removeprefix("www.") != host.removeprefix("www.")
