"""What a line of markdown begins: the block rules of CommonMark and GFM tables, for whole and for half-typed lines.

`read_line` changes nothing. For the start of a line it answers only when no continuation could change the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pitui.render.containers import MAX_DEPTH, BulletList, Container, Cursor, Item, Quote
from pitui.render.formula.delimiters import (
    MOST_LINE,
    end_of_formula,
    formula_line,
    line_may_begin_formula,
)
from pitui.render.html import html_kind, html_may_change
from pitui.render.place import Leaf, Open
from pitui.render.reading import Act, Reading
from pitui.render.table import PARTIAL_DELIMITER, delimiter_row

_GOES_ON = (Leaf.FENCE, Leaf.FORMULA, Leaf.CODE, Leaf.HTML)
"""What says itself whether the next line belongs to it."""
_HEADING = re.compile(r"(#{1,6})(?:[ \t]+|\Z)")
_FENCE = re.compile(r"(`{3,})([^`]*)\Z|(~{3,})(.*)\Z", re.DOTALL)
_HALF_FENCE = re.compile(r"`{1,2}\Z|`{3,}[^`]*\Z|~{1,2}\Z|~{3,}")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*\Z")
_RULE = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})\Z")
_HALF_RULE = re.compile(r"([-*_])(?:[ \t]*\1)*[ \t]*\Z")
_MARKER = re.compile(r"[-+*](?=[ \t]|\Z)|(\d{1,9})([.)])(?=[ \t]|\Z)")
_HALF_MARKER = re.compile(r"(?:[-+*]|\d{1,9}[.)]?)[ \t]*\Z")
_TASK = re.compile(r"\[([ xX])\][ \t]+(?=[^ \t])")
_HALF_TASK = re.compile(r"\[(?:[ xX](?:\][ \t]*)?)?\Z")


def read_line(line: str, complete: bool, stack: Sequence[Container], block: Open) -> Reading | None:
    """Understand a line.

    Args:
        line: the line, or its start.
        complete: whether it is the whole line.
        stack: the open containers, outermost first.
        block: the open block in the innermost of them.

    Returns:
        What it does, or None when the start of a line may still become something else.
    """
    reader = _Reader(line, complete, stack, block)
    if not reader.match_containers():
        return None
    if reader.all_matched and block.leaf in _GOES_ON:
        reading, decided = reader.go_on()
        if decided:
            return reading
    return reader.start()


class _Reader:
    def __init__(self, line: str, complete: bool, stack: Sequence[Container], block: Open) -> None:
        self.cursor = Cursor(line)
        self.complete = complete
        self.stack = stack
        self.block = block
        self.matched = 0
        self.opens: list[Container] = []

    @property
    def all_matched(self) -> bool:
        return self.matched == len(self.stack)

    def match_containers(self) -> bool:
        """Go through the open containers as far as they go on; False when that is not decided."""
        cursor = self.cursor
        for container in self.stack:
            if cursor.blank and not self.complete:
                return False
            match container:
                case Quote():
                    if cursor.blank or cursor.indent > 3 or cursor.char != ">":
                        break
                    self._pass_quote()
                case Item():
                    if cursor.blank:
                        if not container.filled:
                            break
                        cursor.to_text()
                    elif cursor.indent >= container.indent:
                        cursor.advance(container.indent)
                    else:
                        break
                case BulletList():
                    pass
            self.matched += 1
        return not cursor.blank or self.complete

    def _pass_quote(self) -> None:
        cursor = self.cursor
        cursor.to_text()
        cursor.advance(1)
        cursor.skip_space()

    def go_on(self) -> tuple[Reading | None, bool]:
        """More of a fence, of a formula, of indented code or of HTML: what it is, and whether that is the answer."""
        cursor, block = self.cursor, self.block
        match block.leaf:
            case Leaf.FENCE:
                mark = block.fence[0]
                text = cursor.text()
                if cursor.indent <= 3 and text.strip(mark).strip(" \t") == "" and text.startswith(mark):
                    run = text.rstrip(" \t")
                    if not self.complete and not run.strip(mark):
                        return None, True
                    if not run.strip(mark) and len(run) >= len(block.fence):
                        return self._reading(Act.CLOSE), True
                cursor.advance(min(block.indent, cursor.indent))
                return self._reading(Act.CONTINUE, cursor.rest()), True
            case Leaf.FORMULA:
                if cursor.blank and block.until_blank:
                    return None, False
                text = cursor.rest()
                if not self.complete and len(text) <= MOST_LINE:
                    return None, True
                content = end_of_formula(text, block.fence)
                if content is None:
                    return self._reading(Act.CONTINUE, text), True
                return self._reading(Act.CLOSE, content), True
            case Leaf.HTML:
                if cursor.blank and block.until_blank:
                    return None, False
                return self._reading(Act.CONTINUE, cursor.rest()), True
            case _:
                if cursor.indent < 4 and not cursor.blank:
                    return None, False
                cursor.advance(4)
                return self._reading(Act.CONTINUE, cursor.rest()), True

    def start(self) -> Reading | None:
        """What begins here."""
        cursor, complete = self.cursor, self.complete
        while True:
            if cursor.blank:
                if not complete:
                    return None
                empty = any(isinstance(container, Item) for container in self.opens)
                return self._reading(Act.EMPTY if empty else Act.BLANK)
            if cursor.indent >= 4:
                if self.block.leaf is Leaf.TEXT and not self.opens:
                    return self._reading(Act.CONTINUE, cursor.text())
                cursor.advance(4)
                return self._reading(Act.CODE, cursor.rest())
            text = cursor.text()
            if cursor.char == ">" and self._room():
                self._open(Quote())
                self._pass_quote()
                continue
            if text[0] in "#`~<=-*_+|:$\\0123456789":
                if not complete and self._may_change(text):
                    return None
                if (reading := self._block(text)) is not None:
                    return reading
                if self._item(text):
                    if not cursor.blank and cursor.indent < 4:
                        text = cursor.text()
                        if not complete and _HALF_TASK.match(text):
                            return None
                        if task := _TASK.match(text):
                            item = self.opens[-1]
                            assert isinstance(item, Item)
                            item.marker = "☐" if task[1] == " " else "☑"
                            item.source += task[0]
                            return self._reading(Act.TEXT, text[task.end() :])
                    continue
            return self._text(text)

    def _may_change(self, text: str) -> bool:
        """Whether more of the line could make another block of it."""
        block = self.block
        match text[0]:
            case "#":
                return not text.lstrip("#").strip(" \t") and len(text.rstrip(" \t")) <= 6
            case "`" | "~":
                return _HALF_FENCE.match(text) is not None
            case "$" | "\\":
                return line_may_begin_formula(text)
            case "<":
                return html_may_change(text, alone=not self._goes_on)
            case "=":
                return self._here and block.whole and _UNDERLINE.match(text) is not None
            case "|" | ":":
                return (
                    self._here and block.header is not None and PARTIAL_DELIMITER.fullmatch(text) is not None
                )
            case _:
                if self._here and block.header is not None and PARTIAL_DELIMITER.fullmatch(text):
                    return True
                return _HALF_RULE.match(text) is not None or _HALF_MARKER.match(text) is not None

    def _block(self, text: str) -> Reading | None:
        """The block that the text begins, if it is not a list item or a paragraph."""
        here, block = self._here, self.block
        mark = text[0]
        if here and block.header is not None and mark in "|:-" and self.complete:
            aligns = delimiter_row(text, block.header)
            if aligns is not None:
                return self._reading(Act.TABLE, text, aligns=aligns)
        if mark == "#" and (heading := _HEADING.match(text)):
            return self._reading(Act.HEADING, text[heading.end() :], level=len(heading[1]))
        if mark in "`~" and self.complete and (fence := _FENCE.match(text)):
            marker, info = fence[1] or fence[3], fence[2] if fence[1] else fence[4]
            return self._reading(Act.FENCE, level=self.cursor.indent, info=info.strip(), marker=marker)
        if mark in "$\\" and self.complete and (formula := formula_line(text)):
            return replace(
                self._reading(Act.FORMULA, formula.content, marker=formula.opener),
                is_closed=formula.is_closed,
            )
        if mark == "<" and (kind := html_kind(text, whole=self.complete, alone=not self._goes_on)):
            return self._reading(Act.HTML, self.cursor.rest(), level=kind)
        if here and block.whole and mark in "=-" and self.complete and _UNDERLINE.match(text):
            return self._reading(Act.UNDERLINE, level=1 if mark == "=" else 2)
        if mark in "*-_" and self.complete and _RULE.match(text):
            return self._reading(Act.RULE)
        return None

    def _item(self, text: str) -> bool:
        """Open a list item if there is one, and pass its marker."""
        cursor = self.cursor
        marker = _MARKER.match(text)
        if marker is None or not self._room():
            return False
        blank = not text[marker.end() :].strip(" \t")
        number = int(marker[1]) if marker[1] else None
        if self._here and (blank or number not in (None, 1)):
            return False
        kind = marker[2] or text[0]
        offset = cursor.indent
        current = self._list_here()
        if current is None or current.kind != kind:
            current = BulletList(kind, number)
            self._open(current)
        cursor.to_text()
        begin = cursor.position
        width = len(marker[0])
        cursor.advance(width)
        spaces = cursor.indent
        if blank or not 1 <= spaces <= 4:
            spaces = 1
            cursor.skip_space()
        else:
            cursor.to_text()
        source = cursor.line[begin : cursor.position]
        if len(source) == width:
            source += " "
        self._open(Item(offset + width + spaces, self._label(current), source, cursor.line[:begin]))
        return True

    def _label(self, current: BulletList) -> str:
        if current.number is None:
            lists = [c for c in (*self.stack[: self.matched], *self.opens) if isinstance(c, BulletList)]
            depth = sum(c.number is None for c in lists)
            return "•◦▪"[(depth - 1) % 3]
        return f"{current.number}{current.kind}"

    def _list_here(self) -> BulletList | None:
        """The list that a new item would go on."""
        innermost = None
        if self.opens:
            innermost = self.opens[-1]
        elif self.matched:
            innermost = self.stack[self.matched - 1]
        return innermost if isinstance(innermost, BulletList) else None

    def _open(self, container: Container) -> None:
        if not self.opens and not isinstance(container, Item) and self._list_here() is not None:
            self.matched -= 1  # a list holds nothing but items: it ends
        self.opens.append(container)

    def _room(self) -> bool:
        return self.matched + len(self.opens) < MAX_DEPTH

    @property
    def _here(self) -> bool:
        """Whether the open paragraph goes on if nothing else begins."""
        return self.block.leaf is Leaf.TEXT and self.all_matched and not self.opens

    @property
    def _goes_on(self) -> bool:
        """Whether the open paragraph or table takes any line that begins nothing else."""
        return self._lazy or (self.block.leaf is Leaf.TABLE and self.all_matched and not self.opens)

    @property
    def _lazy(self) -> bool:
        return self.block.leaf is Leaf.TEXT and not self.opens

    def _text(self, text: str) -> Reading:
        if self._goes_on:
            return self._reading(Act.CONTINUE, text)
        return self._reading(Act.TEXT, text)

    def _reading(
        self,
        act: Act,
        text: str = "",
        *,
        level: int = 0,
        info: str = "",
        marker: str = "",
        aligns: list[str] | None = None,
    ) -> Reading:
        matched = self.matched
        if act is Act.CONTINUE:
            matched = len(self.stack)
        elif act is not Act.BLANK and not self.opens and self._list_here() is not None:
            matched -= 1
        return Reading(act, matched, self.opens, text, level, info, marker, aligns or [])
