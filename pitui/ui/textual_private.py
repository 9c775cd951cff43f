"""The only place where names are used that Textual keeps to itself; tests/ui/test_textual_private.py pins each."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from enum import StrEnum
from operator import attrgetter
from queue import Full, Queue
from threading import Thread
from typing import Any

from textual import _ansi_sequences
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.dom import DOMNode
from textual.drivers import linux_driver
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

ALIVE_SECONDS = 0.2
"""So often it is looked whether the thread that writes is still there."""


def queued_writes(app: App[Any]) -> int:
    """How many writes wait for a slow terminal.

    Textual's Linux driver writes in a thread behind a queue of 30; a write to the full queue blocks the event
    loop (Textual 8.2, drivers/_writer_thread.py). 0 for drivers without such a thread.
    """
    thread: Any = getattr(getattr(app, "_driver", None), "_writer_thread", None)
    queue: Any = getattr(thread, "_queue", None)
    return 0 if queue is None else queue.qsize()


def put_write(thread: Thread, data: str | None) -> bool:
    """Have the thread of Textual's Linux driver write something; None ends it.

    The thread dies when the terminal is gone, and its queue is full then (Textual 8.2, drivers/_writer_thread.py).

    Returns:
        False when it will not be written any more.
    """
    queue: Queue[str | None] = attrgetter("_queue")(thread)
    while thread.is_alive():
        with contextlib.suppress(Full):
            queue.put(data, timeout=ALIVE_SECONDS)
            return True
    return False


def driver_of(app: App[Any]) -> object | None:
    """What an app reads from and writes to; None before it runs."""
    return getattr(app, "_driver", None)


def sift_input(sift: Callable[[str], str]) -> None:
    """Have all that Textual's Linux driver reads from now on go through a function before it is taken for keys.

    Textual 8.2 knows no answers in form of an OSC and types them (_xterm_parser.py).

    Args:
        sift: gets what was read and returns what is left of it; it is called in the thread that reads.
    """

    class Sifting(XTermParser):
        def feed(self, data: str) -> Iterable[Message]:
            rest = sift(data) if data else data
            return super().feed(rest) if rest or not data else ()

    module: Any = linux_driver
    module.XTermParser = Sifting


def write_to_terminal(app: App[Any], sequence: str) -> None:
    """Send an escape sequence that Textual has no method for; nothing happens without a terminal."""
    driver: Any = getattr(app, "_driver", None)
    if driver is not None:
        driver.write(sequence)


async def drop_covered(app: App[Any], screen: Screen[Any]) -> None:
    """Remove a screen that another one covers; Textual removes the one on top only.

    A covered screen is laid out and drawn with each change of the size (Textual 8.2, screen.py, `_on_resize`).
    """
    stack: list[Screen[Any]] = attrgetter("_screen_stack")(app)
    stack.remove(screen)
    await screen.remove()


def app_of(node: DOMNode) -> App[Any]:
    """The app of a widget or screen; Textual 8.2 declares `node.app` in a way that strict checkers cannot type."""
    return attrgetter("app")(node)


def paint_now(widget: Widget) -> None:
    """Write what a widget wants painted at once.

    Textual 8.2 paints when a timer of the screen ticks, 60 times a second (screen.py, `_on_idle`): that is most of
    the time that a key takes until it is seen.
    """
    screen: Any = widget.screen
    screen._dirty_widgets.add(widget)
    screen._on_timer_update()


def lay_out_once() -> None:
    """Have the screen laid out once where Textual 8.2 does it twice.

    Each widget whose size has changed gets a new virtual size after a layout, which asks for another layout
    (widget.py, `_size_updated`), though the one that was just made has already taken it in.
    """
    widget: Any = Widget
    widget._size_updated = _take_size


_size_updated: Any = attrgetter("_size_updated")(Widget)


def _take_size(
    widget: Widget, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
) -> bool:
    return _size_updated(widget, size, virtual_size, container_size, False)


class _MoreKeys(StrEnum):
    ALT_ENTER = "alt+enter"
    ALT_CTRL_BRACKET = "alt+ctrl+right_square_bracket"


def teach_keys() -> None:
    """Have Alt+Enter and Ctrl+Alt+] told from those without Alt in terminals without the Kitty protocol.

    They, tmux among them, send ESC before the key, of which Textual 8.2 makes the plain key (_xterm_parser.py).
    """
    sequences: Any = _ansi_sequences.ANSI_SEQUENCES_KEYS
    sequences["\x1b\r"] = (_MoreKeys.ALT_ENTER,)
    sequences["\x1b\x1d"] = (_MoreKeys.ALT_CTRL_BRACKET,)
