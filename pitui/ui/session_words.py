"""What the screen of stored sessions says above and below its list."""

from __future__ import annotations

from rich.text import Text

from pitui.disk.summaries import SessionSummary
from pitui.render.sanitize import visible
from pitui.ui.keys import Keys
from pitui.ui.session_list import SessionList
from pitui.ui.session_reading import SessionReading

_HINTS = (
    "enter opens",
    "esc leaves",
    ("pitui.sessions.scope", "{scope}"),
    ("app.session.toggleSort", "{order}"),
    ("app.session.toggleNamedFilter", "{named}"),
    ("pitui.sessions.preview", "preview"),
    ("app.session.rename", "name"),
    ("app.session.delete", "trash"),
    ("app.session.togglePath", "path"),
)
_BAR_CELLS = 16


def title_line(sessions: SessionList, reading: SessionReading, folder: str | None, shown: int) -> Text:
    """How many sessions there are, and how far the reading is.

    Args:
        sessions: the list.
        reading: fills it.
        folder: whose sessions these are, None for all folders; foreign text.
        shown: how many of them are on the screen or below it.
    """
    title = Text(no_wrap=True, overflow="ellipsis")
    title.append("Sessions", style="bold")
    title.append(f"  {'all folders' if folder is None else visible(folder)}", style="dim")
    if reading.done < reading.total:
        cells = _BAR_CELLS * reading.done // reading.total
        title.append(f"  {'█' * cells}{'░' * (_BAR_CELLS - cells)} {reading.done:,} of {reading.total:,}")
    else:
        title.append(f"  {shown:,} of {len(sessions):,}")
    if reading.is_searching and not sessions.query.is_empty:
        title.append(f"  searching, {len(sessions.unread()):,} left", style="dim")
    return title


def hint_line(
    sessions: SessionList, keys: Keys, *, is_everywhere: bool, doomed: SessionSummary | None
) -> list[str]:
    """What the keys do now; when a session is about to be thrown away, only that."""
    if doomed is not None:
        title = " ".join(visible(doomed.title[:60]).split())
        again = keys.hint("app.session.delete", "again puts").replace("ctrl+", "^")
        return [f"{again} “{title}” into the trash", "esc keeps it"]
    words = {
        "scope": "this folder" if is_everywhere else "all",
        "order": sessions.order.following.value,
        "named": "all" if sessions.named_only else "named",
    }
    return [hint.replace("ctrl+", "^").format(**words) for hint in keys.hints(_HINTS)]


def why_empty(sessions: SessionList, reading: SessionReading, *, is_everywhere: bool) -> str:
    """What an empty list says, which is what to do next."""
    if reading.done < reading.total:
        return ""
    if sessions.query.problem:
        return sessions.query.problem
    if len(sessions):
        return "Nothing fits: backspace, or ^n for those without a name too."
    return "No session yet." if is_everywhere else "No session here yet: tab looks in all folders."
