"""What the layouts of MathML share: how a part is laid out, what it is then, and the text of a leaf."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pitui.render.formula.box import Box
from pitui.render.formula.signs import SCRIPTS, Kind

_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f]")
_HIDDEN = re.compile("[\u200b\u2060-\u2064]")
_VARIANTS = {"double-struck": "DOUBLE-STRUCK", "script": "SCRIPT", "fraktur": "FRAKTUR", "bold": "BOLD"}
_FACTOR = re.compile(
    rf"(?:[a-z]{{3,}}|ln|[∂dΔ∇]?[^\W\d_{SCRIPTS}])[{SCRIPTS}\u0300-\u036f\u20d0-\u20ff]*(?=[(!]|\Z)|[0-9.]+"
)
_OPENING, _CLOSING = "([{⟨⌊⌈", ")]}⟩⌋⌉"


class Unknown(Exception):
    """The formula holds something that cannot be shown."""


class Mode(NamedTuple):
    """How a part is laid out.

    Attributes:
        is_tall: it may take more than one row.
        is_tight: nothing is set apart by spaces: an index, an exponent.
    """

    is_tall: bool
    is_tight: bool = False


INDEX = Mode(is_tall=False, is_tight=True)
"""In one row and tight."""


class Part(NamedTuple):
    """A laid out element, and what it is to its neighbours."""

    box: Box
    kind: Kind = Kind.PLAIN


Lay = Callable[[Element, Mode], Part]
"""Lays out any element; raises `Unknown`."""


def children(element: Element, count: int) -> list[Element]:
    """The children of an element that has so many.

    Raises:
        Unknown: it has another number of them.
    """
    found = list(element)
    if len(found) != count:
        raise Unknown(element.tag)
    return found


def text_of(element: Element) -> str:
    """The text of a leaf.

    Raises:
        Unknown: it holds a command that is not known.
    """
    text = _HIDDEN.sub("", _SPACES.sub(" ", html.unescape(element.text or "")))
    if element.tag == "mtext":
        return text
    if "\\" in text or text == "&":
        raise Unknown(text)
    if (variant := _VARIANTS.get(element.get("mathvariant", ""))) is not None:
        return "".join(_styled(sign, variant) for sign in text)
    return text


def _styled(sign: str, variant: str) -> str:
    name = unicodedata.name(sign, "").replace("LATIN ", "").replace("LETTER ", "")
    for prefix in (f"MATHEMATICAL {variant} ", f"{variant} ", "BLACK-LETTER "):
        try:
            return unicodedata.lookup(prefix + name)
        except KeyError:
            continue
    return sign


def is_product(text: str) -> bool:
    """Whether a row needs no brackets over a bar: no sum and no relation that is not in brackets of its own."""
    depth = 0
    for sign in text:
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if not depth and sign in "+−-=±∓,;/":
            return False
    return True


def is_factor(text: str) -> bool:
    """Whether a row is read as one thing without brackets around it: `x²`, `12`, `f(x)`, `∂t`, `[a]`."""
    if len(text) == 1:
        return True
    text = text.removesuffix("!")
    found = _FACTOR.match(text)
    rest = text[found.end() :] if found else text
    return not rest or (rest[0] in _OPENING and _closes_at_end(rest))


def _closes_at_end(text: str) -> bool:
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if depth <= 0:
            return at == len(text) - 1
    return False
