"""The program's status: asked for, told only to who answers, and what it looks like."""

from __future__ import annotations

import base64

import pytest

from pitui.ui.status_channel import CLEAR, QUERY, Status, StatusChannel

ANSWER = "\x1b]7501;?\x1b\\"
WORKING = Status("working", "a name")


class Written(list[str]):
    """What a terminal was sent."""

    def channel(self, **environment: str) -> StatusChannel:
        return StatusChannel(self.append, environment)


@pytest.mark.parametrize(
    "pieces",
    [
        ["ab" + ANSWER + "cd"],
        ["ab\x1b]7501;?a=1:b=2\acd"],
        ["ab", ANSWER[:3], ANSWER[3:], "cd"],
        ["ab", ANSWER[:7], ANSWER[7:10], ANSWER[10:] + "cd"],
        ["ab" + ANSWER[:-1], ANSWER[-1] + "cd"],
    ],
)
def test_an_answer_in_any_pieces_is_taken_out(pieces: list[str]) -> None:
    written = Written()
    channel = written.channel()
    channel.begin()
    channel.tell(WORKING)
    assert written == [QUERY]
    assert "".join(map(channel.sift, pieces)) == "abcd"
    assert written == [QUERY, WORKING.sequence]
    assert channel.sift("x" + ANSWER) == "x"
    assert written == [QUERY, WORKING.sequence]


@pytest.mark.parametrize("keys", ["\x1b", "\x1b]", "\x1b]8", "\x1b[A", "7501;?", "\x1b]7502;?\a"])
def test_keys_are_not_held_back(keys: str) -> None:
    written = Written()
    channel = written.channel()
    channel.begin()
    assert channel.sift(keys) == keys


def test_what_looked_like_an_answer_comes_with_what_follows() -> None:
    channel = Written().channel()
    channel.begin()
    assert channel.sift("\x1b]75") == ""
    assert channel.sift("x") == "\x1b]75x"


def test_after_the_end_the_terminal_is_asked_again() -> None:
    written = Written()
    channel = written.channel()
    channel.begin()
    channel.tell(WORKING)
    channel.sift(ANSWER)
    channel.end()
    channel.tell(Status("done"))
    channel.begin()
    assert written == [QUERY, WORKING.sequence, CLEAR, QUERY]
    channel.sift(ANSWER)
    assert written[-1] == Status("done").sequence


def test_a_status_is_told_once() -> None:
    written = Written()
    channel = written.channel(PI_PROGRAM_STATUS="1")
    channel.begin()
    channel.tell(WORKING)
    channel.tell(Status("working", "a name"))
    assert written == [WORKING.sequence]


def test_who_shall_be_told_nothing_is_told_nothing() -> None:
    written = Written()
    channel = written.channel(PI_PROGRAM_STATUS="0")
    channel.begin()
    channel.tell(WORKING)
    assert channel.sift(ANSWER) == ""
    channel.end()
    assert written == []


def test_a_message_is_one_short_line_without_control_characters() -> None:
    sequence = Status("error", "a\x1b]0;owned\a b\n" + "ü" * 3000).sequence
    encoded = sequence.removeprefix("\x1b]7501;state=error:app=pitui:msg=").removesuffix("\x1b\\")
    message = base64.b64decode(encoded)
    assert len(message) <= 2048
    assert message.decode().startswith("a␛]0;owned␇ b ü")
    assert "\n" not in message.decode()
