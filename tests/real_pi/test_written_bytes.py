"""What extensions make pitui write to a real terminal, byte by byte: hostile texts, rings, titles."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.conftest import RealPi
from tests.hostile import HOSTILE, MARK, NEVER
from tests.real_pi.on_screen import TOLD
from tests.real_pi.terminal import READY, Terminal, on_terminal


def tell(terminal: Terminal, *calls: list[Any]) -> None:
    """Let the extension of the tests make these calls, which are pasted as one line."""
    terminal.type(f"\x1b[200~/ui {json.dumps(calls)}\x1b[201~")
    terminal.type("\r")


def bells(terminal: Terminal) -> int:
    """How often it rang: a BEL may also end an OSC."""
    return re.sub(rb"\x1b\][^\x07\x1b]*\x07", b"", terminal.raw).count(b"\a")


def check(written: bytes) -> None:
    for code in NEVER:
        place = written.find(code)
        assert place < 0, f"{code!r} came through in {written[max(0, place - 60) : place + 60]!r}"


def test_no_text_of_an_extension_commands_the_terminal(real_pi: RealPi) -> None:
    with on_terminal(real_pi, "-e", str(TOLD), columns=120, rows=40) as terminal:
        terminal.until(READY)
        start = len(terminal.raw)
        for texts in (HOSTILE[:7], HOSTILE[7:14], HOSTILE[14:]):
            for text in texts:
                tell(
                    terminal,
                    ["setStatus", "k", text],
                    ["setWidget", "above", [text, text]],
                    ["setWidget", "below", [text], {"placement": "belowEditor"}],
                    ["setTitle", f"T{HOSTILE.index(text)} {text}"],
                    ["notify", text, "warning"],
                )
                terminal.until(f"T{HOSTILE.index(text)} {MARK}")
            text = " ".join(texts)
            tell(
                terminal,
                ["select", f"S. {text}", [text, "other"]],
                ["confirm", f"C. {text}", text],
                ["input", f"I. {text}", text],
                ["editor", f"E. {text}", text],
            )
            for letter, keys in (("S", "1"), ("C", "y"), ("I", "\r"), ("E", "\x13")):
                terminal.until(f"{letter}. {MARK}")
                terminal.until("tab to the prompt")
                terminal.type(keys)
                terminal.until("tab to the prompt", absent=True)
        tell(terminal, ["setEditorText", " ".join(HOSTILE)])
        terminal.until("❯ zq␛]0;owned␇zq")
        terminal.type("\x03")
        terminal.until("❯ zq", absent=True)
        tell(terminal, ["fail", "".join(HOSTILE)])
        terminal.until("The command /ui failed")
        terminal.type("/notifications")
        terminal.until("❯ /notifications")
        terminal.type("\r")
        terminal.until("Notifications of extensions")
    check(terminal.raw[start:])


def test_a_waiting_dialog_rings_once_when_the_terminal_has_no_focus(real_pi: RealPi) -> None:
    with on_terminal(real_pi, "-e", str(TOLD)) as terminal:
        terminal.until(READY)
        tell(terminal, ["confirm", "Here?", ""])
        terminal.until("Here?")
        terminal.until("tab to the prompt")
        terminal.type("y")
        terminal.until("Here? → yes")
        assert bells(terminal) == 0
        tell(terminal, ["sleep", 800], ["confirm", "Away?", ""])
        terminal.until("❯ Ask pi")
        terminal.type("\x1b[O")
        terminal.until("Away?")
        terminal.until("tab to the prompt")
        assert bells(terminal) == 1


def test_the_title_is_set_and_given_back(real_pi: RealPi) -> None:
    with on_terminal(real_pi, "-e", str(TOLD)) as terminal:
        terminal.until(READY)
        tell(terminal, ["setTitle", "the tide"], ["setTitle", "the tide"])
        terminal.until("the tide")
        terminal.type("/quit\r")
        terminal.rest()
    assert terminal.raw.count(b"\x1b]2;the tide\a") == 1
    assert terminal.raw.index(b"\x1b[22;2t") < terminal.raw.index(b"\x1b]2;the tide\a")
    assert terminal.raw.index(b"\x1b]2;the tide\a") < terminal.raw.index(b"\x1b[23;2t")
