"""How one entry reads as a row of the tree: rails, marks, what it says, and figures at the right edge."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rich.style import Style
from rich.text import Text

from pitui.protocol.entries import (
    CompactionEntry,
    ContextEditEntry,
    CustomEntry,
    CustomMessageEntry,
    LabelEntry,
    MessageEntry,
    ModelChangeEntry,
    SessionInfoEntry,
    ThinkingLevelChangeEntry,
)
from pitui.protocol.messages import AssistantMessage, ToolResultMessage
from pitui.render.format import count, money, plural
from pitui.render.palette import Palette
from pitui.render.sanitize import visible
from pitui.session.branch_totals import Totals
from pitui.session.target import target_of
from pitui.session.tree import SessionTree, TreeRow

LEVEL = 2
"""Cells of one level of indentation."""

_BEGINNING: Final = re.compile(r"^(?:#{1,6}|>|[-*+]) +")
_STRONG: Final = re.compile(r"\*\*(\S(?:[^*]*[^*\s])?)\*\*")
_CODE: Final = re.compile(r"`([^`]+)`")

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


class RowLook(NamedTuple):
    """What all rows of a drawing have in common.

    Attributes:
        width: of the row in cells.
        palette: the styles.
        first_level: the levels of indentation up to this one are out of sight at the left.
        now: Unix time in seconds.
        label_times: whether the time of each label is shown.
    """

    width: int
    palette: Palette
    first_level: int = 0
    now: float = 0
    label_times: bool = False

    @property
    def most_levels(self) -> int:
        """So many levels of indentation leave room for the text."""
        return max(2, self.width // 10)


def row_text(
    row: TreeRow, tree: SessionTree, look: RowLook, *, totals: Totals | None, marked: bool = False
) -> Text:
    """Draw a row.

    Args:
        row: the row.
        tree: its tree.
        look: how.
        totals: of the branch that begins here.
        marked: whether it is the one to compare with.
    """
    palette = look.palette
    right = _figures(row, look, totals)
    left = _rails(row, look)
    if marked:
        left.append("◇ ", palette.warning)
    if row.leaf:
        left.append("● ", palette.accent)
    elif row.above_leaf:
        left.append("○ ", palette.accent)
    elif row.active:
        left.append("• ", palette.accent)
    if row.label:
        left.append(f"[{_line(row.label)}] ", palette.warning)
        if look.label_times:
            left.append(f"{age(look.now - row.label_at)} ", palette.dim)
    _append_words(left, row, tree, palette)
    if row.folded:
        left.append(f"  +{row.folded:,}", palette.dim)
    room = look.width - len(right) - 1
    if room < look.width // 2:
        right, room = "", look.width
    left.truncate(max(1, room), overflow="ellipsis")
    if right:
        left.append(" " * (look.width - left.cell_len - len(right)) + right, palette.dim)
    return left


def age(seconds: float) -> str:
    """How long ago, in one figure: `now`, `5m`, `3h`, `12d`, `2y`."""
    if seconds < _MINUTE:
        return "now"
    if seconds < _HOUR:
        return f"{seconds // _MINUTE:.0f}m"
    if seconds < _DAY:
        return f"{seconds // _HOUR:.0f}h"
    days = seconds // _DAY
    return f"{days:.0f}d" if days < 365 else f"{days // 365:.0f}y"


def _rails(row: TreeRow, look: RowLook) -> Text:
    """A rail for each branch that goes on below; where a branch begins it bends to its row."""
    first = max(look.first_level, row.depth - 2 * look.most_levels)
    cells: list[str] = []
    for level in range(first + 1, row.depth + 1):
        goes_on = row.rails >> level & 1
        if row.head and level == row.depth:
            cells.append(("├" if goes_on else "└") + ("⊞" if row.folded else "─"))
        else:
            cells.append("│ " if goes_on else "  ")
    if row.folded and not row.head:
        cells.append("⊞ ")
    rails = Text(no_wrap=True, end="")
    rails.append("".join(cells), look.palette.dim)
    return rails


def _figures(row: TreeRow, look: RowLook, totals: Totals | None) -> str:
    parts: list[str] = []
    if totals is not None and row.head:
        if totals.files:
            parts.append(plural(len(totals.files), "file"))
        if totals.tokens:
            parts.append(count(totals.tokens))
        if totals.cost:
            parts.append(money(totals.cost))
    if row.at:
        parts.append(age(look.now - row.at))
    return " ".join(parts)


def _append_words(text: Text, row: TreeRow, tree: SessionTree, palette: Palette) -> None:
    base = Style() if row.active else palette.dim
    match row.entry:
        case MessageEntry(message=ToolResultMessage() as result):
            call = tree.call(result.tool_call_id)
            target = target_of(call.name, call.arguments) if call is not None else row.text
            text.append("✗ " if result.is_error else "✓ ", palette.error if result.is_error else base)
            text.append(_line(result.tool_name), base + Style(bold=True))
            text.append(f" {_line(target)}", base)
        case MessageEntry(message=AssistantMessage(stop_reason="error")):
            text.append(_line(row.text), palette.error)
        case MessageEntry() if row.kind == "user":
            text.append("┃ ", palette.user_bar if row.active else base)
            text.append(_line(row.text), base + Style(bold=True))
        case MessageEntry() if row.kind == "assistant":
            text.append(_line(_plain(row.text)) or "(nothing said)", base)
        case MessageEntry() if row.kind == "bashExecution":
            text.append(f"$ {_line(row.text)}", base)
        case _:
            text.append(f"{_named(row)}{_line(_plain(row.text))}", base + Style(italic=True))


def _named(row: TreeRow) -> str:
    """The kind of an entry that is no message of user, model or tool."""
    match row.entry:
        case CompactionEntry() as entry:
            return f"≡ compacted from {count(entry.tokens_before)} tokens: "
        case ModelChangeEntry():
            return "· model "
        case ThinkingLevelChangeEntry():
            return "· thinking "
        case LabelEntry() as entry:
            return "· label " if entry.label else "· label cleared"
        case SessionInfoEntry():
            return "· name "
        case ContextEditEntry() as entry:
            return "· out of the context: " if entry.replacement is None else "· replaced in the context: "
        case CustomEntry() | CustomMessageEntry() as entry:
            return f"◆ {_line(entry.custom_type)} "
        case _:
            kind = "summary of a branch:" if row.kind in ("branch_summary", "branchSummary") else row.kind
            return f"· {_line(kind)} "


def _plain(text: str) -> str:
    """A line of Markdown without the marks of headings, lists, strong words and code."""
    return _CODE.sub(r"\1", _STRONG.sub(r"\1", _BEGINNING.sub("", text)))


def _line(text: str) -> str:
    return " ".join(visible(text).split())
