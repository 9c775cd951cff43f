"""The sentences that people read, and what programs read beside them."""

from __future__ import annotations

import pytest

from pitui.client import CommandFailed, PiExited


@pytest.mark.parametrize(
    ("returncode", "stderr", "sentence"),
    [
        (0, (), "pi ended with exit status 0; start it again to go on."),
        (-9, (), "pi was ended by SIGKILL; start it again to go on."),
        (-99, (), "pi was ended by signal 99; start it again to go on."),
        (None, (), "pi has ended; start it again to go on."),
        (
            1,
            ("Error: Unknown option: -Q", ""),
            "pi ended with exit status 1 (Error: Unknown option: -Q); start it again to go on.",
        ),
        (
            1,
            ("/x.js:1", "TypeError: boom", "    at error (x.js:1)", "", "Node.js v24.1.0"),
            "pi ended with exit status 1 (TypeError: boom); start it again to go on.",
        ),
        (
            127,
            ("env: node: not found",),
            "pi ended with exit status 127 (env: node: not found); start it again to go on.",
        ),
    ],
)
def test_how_pi_ended(returncode: int | None, stderr: tuple[str, ...], sentence: str) -> None:
    assert str(PiExited(returncode, stderr)) == sentence


def test_foreign_words_bring_no_control_codes_into_a_sentence() -> None:
    nasty = "\x1b[31mError\x1b[0m:\x07 \u202ebad\x9b1m\r\n\n\x1b]0;title\x07 end"

    for error in (PiExited(1, (nasty,)), CommandFailed("prompt", nasty)):
        assert str(error).isprintable()
        assert "Error: bad" in str(error)
    assert CommandFailed("prompt", nasty).error == nasty
    assert PiExited(1, (nasty,)).stderr == (nasty,)


def test_an_exit_can_be_raised_again_as_another_one() -> None:
    first = PiExited(-15, ("words",))
    second = first.again()

    assert second is not first
    assert (second.status, second.signal, second.stderr) == (None, "SIGTERM", ("words",))
