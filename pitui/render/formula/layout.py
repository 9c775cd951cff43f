"""Lays out MathML, element by element."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from xml.etree.ElementTree import Element

from pitui.render.formula.box import fraction, framed, root, stacked, text_box
from pitui.render.formula.parts import INDEX, Mode, Part, Unknown, children, is_factor, is_product, text_of
from pitui.render.formula.rows import lay_row
from pitui.render.formula.scripts import lay_scripts
from pitui.render.formula.signs import LOW, STRUCK, Kind, kind_of, raised
from pitui.render.formula.tables import lay_table

_NO_BAR = "0"


def lay(element: Element, mode: Mode) -> Part:
    """Lay out an element.

    Args:
        element: of MathML, as `latex2mathml` makes it.
        mode: how.

    Raises:
        Unknown: it holds what cannot be shown.
    """
    try:
        layout = _LAYOUTS[element.tag]
    except KeyError:
        raise Unknown(element.tag) from None
    return layout(element, mode)


def _leaf(element: Element, mode: Mode) -> Part:
    if len(element):
        return lay_row(list(element), mode, lay)
    text = text_of(element)
    return Part(text_box(text), kind_of(text))


def _row(element: Element, mode: Mode) -> Part:
    if element.tag == "mstyle" and element.get("displaystyle") == "false":
        mode = mode._replace(is_tall=False)
    return lay_row(list(element), mode, lay)


def _text(element: Element, mode: Mode) -> Part:
    del mode
    return Part(text_box(text_of(element)), Kind.TEXT)


def _fraction(element: Element, mode: Mode) -> Part:
    over, under = children(element, 2)
    has_bar = element.get("linethickness") != _NO_BAR
    if mode.is_tall and not mode.is_tight:
        above, below = lay(over, mode).box, lay(under, mode).box
        return Part(fraction(above, below), Kind.BLOCK) if has_bar else Part(stacked((above, below), 0))
    flat = mode._replace(is_tall=False)
    upper, lower = lay(over, flat).box.text.strip(), lay(under, flat).box.text.strip()
    if not has_bar:
        return Part(text_box(f"{upper} choose {lower}"))
    return Part(text_box(f"{_bare(upper, is_product)}/{_bare(lower, is_factor)}"), Kind.BLOCK)


def _bare(text: str, needs_none: Callable[[str], bool]) -> str:
    return text if needs_none(text) else f"({text})"


def _root(element: Element, mode: Mode) -> Part:
    if element.tag == "mroot":
        inner, degree = children(element, 2)
        index = lay(degree, INDEX).box.text
        held = lay(inner, mode).box
    else:
        index, held = "", lay_row(list(element), mode, lay).box
    above = raised(index) or f"{index} " if index else ""
    if held.height > 1:
        return Part(root(held, above), Kind.BLOCK)
    sign = {"3": "∛", "4": "∜"}.get(index, f"{above}√")
    return Part(text_box(sign + _bare(held.text.strip(), _is_single)), Kind.BLOCK)


def _is_single(text: str) -> bool:
    return text.isdecimal() or not text[1:].strip(LOW)


def _frame(element: Element, mode: Mode) -> Part:
    held = lay_row(list(element), mode, lay).box
    notation = element.get("notation", "")
    if notation == "box":
        return Part(framed(held)) if mode.is_tall else Part(text_box(f"[{held.text}]"))
    if "strike" not in notation or held.height > 1:
        raise Unknown(notation)
    struck = (sign if unicodedata.combining(sign) else sign + STRUCK for sign in held.text)
    return Part(text_box("".join(struck)))


def _phantom(element: Element, mode: Mode) -> Part:
    return Part(text_box(" " * lay_row(list(element), mode, lay).box.width), Kind.TEXT)


def _scripts(element: Element, mode: Mode) -> Part:
    return lay_scripts(element, mode, lay)


def _table(element: Element, mode: Mode) -> Part:
    return Part(lay_table(element, mode, lay))


_LAYOUTS: dict[str, Callable[[Element, Mode], Part]] = {
    **dict.fromkeys(("mi", "mo", "mn"), _leaf),
    **dict.fromkeys(("math", "mrow", "mstyle", "mpadded", "mtd"), _row),
    **dict.fromkeys(("msub", "msup", "msubsup", "munder", "mover", "munderover"), _scripts),
    "mtext": _text,
    "mfrac": _fraction,
    "msqrt": _root,
    "mroot": _root,
    "menclose": _frame,
    "mphantom": _phantom,
    "mtable": _table,
}
