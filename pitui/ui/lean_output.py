"""Fewer bytes for the terminal: between two pieces of text only what differs in their styles is written.

Textual 8.2 writes each segment with its whole style before it and a reset behind it (`rich.style.Style.render`),
which is three quarters of all bytes while an answer streams.
"""

from __future__ import annotations

import contextlib
import functools
import re
import termios
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from textual.drivers.linux_driver import LinuxDriver

from pitui.ui.status_channel import StatusChannel
from pitui.ui.textual_private import put_write, sift_input

_STYLE: Final = re.compile(r"\x1b\[([0-9;]*)m")
_MOVES: Final = re.compile(r"(?:\n|\x1b\[[0-9;]*H)+")

_OFF: Final = {
    "intensity": "22",
    "italic": "23",
    "underline": "24",
    "blink": "25",
    "reverse": "27",
    "conceal": "28",
    "strike": "29",
    "overline": "55",
    "foreground": "39",
    "background": "49",
}
_SIMPLE: Final = {
    "1": "intensity",
    "2": "intensity",
    "3": "italic",
    "4": "underline",
    "21": "underline",
    "5": "blink",
    "7": "reverse",
    "8": "conceal",
    "9": "strike",
    "53": "overline",
}
_FOREGROUNDS: Final = {*range(30, 38), 39, *range(90, 98)}
_BACKGROUNDS: Final = {*range(40, 48), 49, *range(100, 108)}
_LINES: Final = {"underline", "blink", "reverse", "strike", "overline"}
"""What shows the foreground on a space."""


class LeanDriver(LinuxDriver):
    """Textual's driver with lean output and the program's status, and without waiting for a terminal that is gone.

    When a terminal goes away, its processes get SIGHUP and SIGCONT. At SIGCONT Textual 8.2 (drivers/linux_driver.py)
    takes the terminal anew even if it was never given back, and its new thread dies at the first write.
    """

    _mode: list[Any] | None = None
    """Of the terminal while the app has it."""

    @functools.cached_property
    def status(self) -> StatusChannel:
        """Tells the terminal what the program does."""
        return StatusChannel(self.write)

    def start_application_mode(self) -> None:
        """Take the terminal."""
        super().start_application_mode()
        self._mode = self._present_mode()
        self.status.begin()
        self.flush()

    def hold(self) -> None:
        """Set the terminal's mode anew if another program on the same terminal has changed it.

        Node.js, when it ends, sets the mode that it found when it began (node.cc, `ResetStdio`): a pi at the other
        end of a pipe leaves pitui a terminal that shows keys instead of handing them on.
        """
        if self._mode is not None and self._present_mode() != self._mode:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._mode)

    def _present_mode(self) -> list[Any] | None:
        try:
            return termios.tcgetattr(self.fileno)
        except termios.error:
            return None

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self.status.end()
        super().stop_application_mode()

    def run_input_thread(self) -> None:
        """Read keys, and the answer of the channel's question."""
        sift_input(self.status.sift)
        super().run_input_thread()

    def write(self, data: str) -> None:
        """Write data to the terminal, in fewer bytes."""
        assert self._writer_thread is not None, "Driver must be in application mode"
        put_write(self._writer_thread, lean(data))

    def close(self) -> None:
        """Write what waits; nothing more can be written."""
        if self._writer_thread is not None and put_write(self._writer_thread, None):
            self._writer_thread.join()

    def _sigcont_application(self, *_: object) -> None:
        if self._must_signal_resume and self._auto_restart:
            self.resume_application_mode()


def lean(data: str) -> str:
    """Give output that shows the same in fewer bytes.

    Args:
        data: output that begins and ends with no style set.

    Returns:
        The same text, also beginning and ending with no style set.
    """
    pieces = _STYLE.split(data)
    if len(pieces) == 1:
        return data
    written: list[str] = []
    now = wanted = ""
    is_style = True
    for piece in pieces:
        is_style = not is_style
        if is_style:
            wanted = "" if piece in ("", "0") else f"{wanted};{piece}" if wanted else piece
            continue
        if not piece:
            continue
        if (
            now != wanted
            and not _MOVES.fullmatch(piece)
            and not (piece.isspace() and _same_on_blanks(now, wanted))
        ):
            written.append(_change(now, wanted))
            now = wanted
        written.append(piece)
    if now:
        written.append("\x1b[m")
    return "".join(written)


@lru_cache(4096)
def _change(now: str, wanted: str) -> str:
    """The sequence that leads from one style to another."""
    fresh = f"\x1b[0;{wanted}m" if wanted else "\x1b[m"
    before, after = _attributes(now), _attributes(wanted)
    if before is None or after is None:
        return fresh
    codes: list[str] = []
    for name, off in _OFF.items():
        old, new = before.get(name, ""), after.get(name, "")
        if old == new:
            continue
        if not new or (name == "intensity" and old):
            codes.append(off)
        if new:
            codes.append(new)
    step = f"\x1b[{';'.join(codes)}m" if codes else ""
    return min(step, fresh, key=len)


@lru_cache(4096)
def _same_on_blanks(now: str, wanted: str) -> bool:
    """Whether spaces look the same in both styles: only the background is seen then."""
    before, after = _attributes(now), _attributes(wanted)
    if before is None or after is None or _LINES & (before.keys() | after.keys()):
        return False
    return before.get("background") == after.get("background")


@lru_cache(4096)
def _attributes(style: str) -> dict[str, str] | None:
    """The attributes that a style sets, None if it holds what is not known here."""
    found: dict[str, str] = {}
    codes = iter(style.split(";") if style else ())
    for code in codes:
        if code in ("38", "48"):
            color = _color(codes)
            if color is None:
                return None
            found["foreground" if code == "38" else "background"] = f"{code};{color}"
        elif code in _SIMPLE:
            name = _SIMPLE[code]
            found[name] = f"{found[name]};{code}" if name == "intensity" and name in found else code
        elif code.isdigit() and int(code) in _FOREGROUNDS:
            found["foreground"] = code
        elif code.isdigit() and int(code) in _BACKGROUNDS:
            found["background"] = code
        else:
            return None
    return {name: code for name, code in found.items() if code not in ("39", "49")}


def _color(codes: Iterator[str]) -> str | None:
    kind = next(codes, "")
    count = {"5": 1, "2": 3}.get(kind)
    if count is None:
        return None
    values = [next(codes, "") for _ in range(count)]
    return ";".join([kind, *values]) if all(values) else None
