"""How the queue reads: its head, and one line for each message."""

from __future__ import annotations

from rich.text import Text

from pitui.render.sanitize import visible
from pitui.session.queue_in_pi import Moment
from pitui.session.steering import Steering
from pitui.session.waiting import Waiting, Where
from pitui.ui.keys import Keys
from pitui.ui.widgets.hints import fit

_IN_QUEUE = ("enter edits", "esc back", "d deletes", "shift+↑↓ moves", "s other lane")
_IN_EDITOR = (("pitui.queue", "changes"), ("app.message.dequeue", "takes back"))
_LANE_WIDTH = 10
_LONGEST = 500
"""So many characters of a message are looked at for its line."""


def head_line(steering: Steering, count: int, width: int, keys: Keys, *, has_focus: bool) -> Text:
    """The first line: how many wait, how pi delivers them, what can be done.

    Args:
        steering: has the queue.
        count: how many messages are shown.
        width: of the screen, in cells.
        keys: that are in force.
        has_focus: whether the keys go to the queue.
    """
    hints = _IN_QUEUE if has_focus else keys.hints(_IN_EDITOR)
    state = steering.modes
    modes = (f"steering {_mode(state['steer'])}", f"follow-up {_mode(state['followUp'])}")
    return Text(fit((f"{count} waiting", *hints, *modes), width), no_wrap=True)


def row_line(steering: Steering, message: Waiting, width: int, *, is_selected: bool) -> Text:
    """One message: lane, position, text, images, and how it is delivered.

    Args:
        steering: has the queue.
        message: to be shown.
        width: of the screen, in cells.
        is_selected: whether the keys act on it.
    """
    lane = "steer" if message.lane == "steer" else "follow-up"
    position = steering.queue.lane(message.lane).index(message) + 1
    how = _how(steering, message)
    images = f" +{len(message.images)} image" + ("s" if len(message.images) > 1 else "")
    right = (images if message.images else "") + (f"  {how}" if how and width >= 60 else "")
    line = Text(no_wrap=True)
    line.append(f"{lane:<{_LANE_WIDTH}} {position:>2}  ", style="bold")
    line.append(" ".join(visible(message.draft[:_LONGEST]).split()) or "(no words)")
    line.truncate(max(1, width - len(right)), overflow="ellipsis", pad=True)
    line.append(right, style="" if is_selected else "dim")
    line.truncate(width, overflow="ellipsis")
    if is_selected:
        line.stylize("reverse")
    return line


def _mode(mode: str) -> str:
    return mode.replace("-", " ")


def _how(steering: Steering, message: Waiting) -> str:
    is_old = steering.queue.can_clear is False
    moment = steering.delivery.moment
    when = "after this turn" if message.lane == "steer" else "when the run ends"
    match message.where:
        case _ if message.held:
            return "being changed"
        case Where.IN_PI if is_old:
            return f"{when}, cannot be taken back"
        case Where.IN_PI:
            return f"{when}, from an extension" if message.is_foreign else when
        case Where.ON_ITS_WAY:
            return "sending"
        case _ if moment is Moment.CLOSED:
            return f"waiting, {steering.delivery.why_closed}"
        case _ if is_old and moment is not Moment.IDLE:
            return when
        case _:
            return "sending"
