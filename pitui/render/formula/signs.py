"""The signs of formulas: which are set apart, which exist raised and lowered, which grow with what they hold."""

from __future__ import annotations

import re
from enum import Enum, auto


class Kind(Enum):
    """What a part of a formula is, as far as the space around it depends on it."""

    PLAIN = auto()
    RELATION = auto()
    BINARY = auto()
    SIGN = auto()  # of what follows: the minus of −x
    OPENING = auto()
    CLOSING = auto()
    COMMA = auto()
    NAME = auto()  # of a function
    BIG = auto()  # a sum, an integral
    BLOCK = auto()  # a fraction or a root, which must not touch its neighbours
    TEXT = auto()


RELATIONS = re.compile(
    "[=<>:\u2190-\u21ff\u2208-\u220d\u221d\u2223-\u2226\u223c-\u228b\u228f-\u2292\u22a2\u22a3\u22a6-\u22b7\u22c8\u22cd"
    "\u22d0-\u22d3\u22d6-\u22ed\u27c2\u27f0-\u27ff\u2900-\u297f\u2a7d-\u2acf]"
)
BINARIES = re.compile(
    "[+*\\-\u00b1\u00b7\u00d7\u00f7\u2020-\u2022\u2210\u2212-\u2214\u2216-\u2219\u2227-\u222a\u228c-\u228e"
    "\u2293-\u22a1\u22c4-\u22c7\u22c9-\u22cc\u22ce\u22cf]"
)
BIG = "∑∏∐∫∬∭∮⋂⋃⋀⋁⨀⨁⨂⨄⨆"
LIMITS = (
    "lim",
    "max",
    "min",
    "sup",
    "inf",
    "lim inf",
    "lim sup",
    "arg max",
    "arg min",
    "argmax",
    "argmin",
    "det",
    "gcd",
)
"""Names whose index stands below them where there is room."""

_OPENING, _CLOSING = "([{⟨⌊⌈", ")]}⟩⌋⌉!"

_PLAIN = "0123456789+−-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ⊤′″‴∗*°∘†"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡᵀ′″‴**°°†"
_INDEXED = "0123456789+−-=()aehijklmnoprstuvxβγρφχ"
LOW = "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"
_UP = dict(zip(_PLAIN, _RAISED, strict=True))
_DOWN = dict(zip(_INDEXED, LOW, strict=True))
SCRIPTS = "".join(sorted({*_RAISED, *LOW}))
"""What belongs to the sign before it."""

ACCENTS = {
    "^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303", "¯": "\u0304", "―": "\u0305", "˘": "\u0306",
    "˙": "\u0307", "¨": "\u0308", "˚": "\u030a", "ˇ": "\u030c", "`": "\u0300", "´": "\u0301", "→": "\u20d7",
    "←": "\u20d6", "↔": "\u20e1", "⃗": "\u20d7",
}  # fmt: skip
UNDER = {"―": "\u0332", "_": "\u0332"}
STRUCK = "\u0338"

_TALL = {
    "(": "⎛⎜⎜⎝", ")": "⎞⎟⎟⎠", "[": "⎡⎢⎢⎣", "]": "⎤⎥⎥⎦", "{": "⎧⎪⎨⎩", "}": "⎫⎪⎬⎭", "⌊": "⎢⎢⎢⎣", "⌋": "⎥⎥⎥⎦",
    "⌈": "⎡⎢⎢⎢", "⌉": "⎤⎥⎥⎥", "|": "││││", "∣": "││││", "‖": "║║║║", "∥": "║║║║",
}  # fmt: skip
"""Of a fence that grows: the first row, the rows between, the one in the middle, the last row."""


def kind_of(text: str) -> Kind:
    """What a sign or a name is."""
    if len(text) != 1:
        return (
            Kind.NAME
            if text.replace(" ", "").isalpha()
            else Kind.RELATION
            if text in (":=", "≔")
            else Kind.PLAIN
        )
    if text in _OPENING:
        return Kind.OPENING
    if text in _CLOSING:
        return Kind.CLOSING
    if text in BIG:
        return Kind.BIG
    if text in ",;":
        return Kind.COMMA
    if RELATIONS.match(text):
        return Kind.RELATION
    return Kind.BINARY if BINARIES.match(text) else Kind.PLAIN


def raised(text: str) -> str | None:
    """The text in superscript signs, None when one of them does not exist."""
    return _all(text, _UP)


def lowered(text: str) -> str | None:
    """The text in subscript signs, None when one of them does not exist."""
    return _all(text, _DOWN)


def _all(text: str, signs: dict[str, str]) -> str | None:
    found = [signs.get(sign) for sign in text]
    return None if None in found else "".join(filter(None, found))


def tall_fence(sign: str, above: int, below: int) -> list[str] | None:
    """A fence as high as what it holds, a row each; None when it does not grow."""
    parts = _TALL.get(sign)
    height = above + 1 + below
    if parts is None or height == 1:
        return None
    rows = [parts[0], *[parts[1]] * (height - 2), parts[3]]
    if height > 2:
        rows[height // 2] = parts[2]
    return rows
