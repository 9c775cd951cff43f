"""Pastes and images are short in the text and whole when they are sent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.protocol.content import ImageContent
from pitui.session.draft import Markers, guard, picture, unguard

LONG = "\n".join(f"line {n}" for n in range(200))
PIXEL = ImageContent(data="QUJD", mime_type="image/png")


def test_a_small_paste_is_text_and_a_large_one_a_marker() -> None:
    markers = Markers()
    assert markers.paste("a\nb") == "a\nb"
    assert markers.paste("\n".join("0123456789")) == "\n".join("0123456789")
    assert markers.paste(LONG) == "[paste 1: 200 lines]"
    assert markers.paste("x" * 1001) == "[paste 2: 1001 characters]"


def test_both_pastes_of_the_same_text_are_sent_in_full() -> None:
    markers = Markers()
    first, second = markers.paste(LONG), markers.paste(LONG)
    assert first != second
    assert markers.expand(f"{first} and {second}").text == f"{LONG} and {LONG}"


def test_a_paste_that_looks_like_a_marker_is_not_expanded_again() -> None:
    markers = Markers()
    first = markers.paste(LONG)
    second = markers.paste(f"{first}\n" * 20)
    assert markers.expand(second).text == (f"{first}\n" * 20).strip()


def test_what_only_looks_like_a_marker_is_text() -> None:
    markers = Markers()
    assert list(markers.spans("[paste 1: 200 lines]")) == []
    assert markers.expand("[paste 7: 3 lines]").text == "[paste 7: 3 lines]"


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
def test_line_ends_become_newlines(ending: str) -> None:
    assert Markers().paste(f"a{ending}b") == "a\nb"


@given(st.text())
def test_escape_sequences_are_text_that_no_terminal_sees(text: str) -> None:
    shown = picture(guard(text))
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert len(shown) == len(text)
    if not any(ord(char) >= 0x100000 for char in text):
        assert unguard(guard(text)) == text


def test_a_pasted_escape_sequence_is_sent_as_it_was() -> None:
    markers = Markers()
    assert markers.expand(markers.paste("\x1b[31mred")).text == "\x1b[31mred"


def test_images_go_apart_and_leave_their_number() -> None:
    markers = Markers()
    marker = markers.image(PIXEL, "shot.png")
    assert marker == "[image 1: shot.png 1 KB]"
    content = markers.expand(f"compare {marker} with {marker}")
    assert content.text == "compare [image 1] with [image 2]"
    assert content.images == (PIXEL, PIXEL)


def test_an_image_alone_is_sent_without_words() -> None:
    markers = Markers()
    content = markers.expand(f" {markers.image(PIXEL, '')} ")
    assert content.text == ""
    assert content.images == (PIXEL,)


def test_another_editor_gets_the_text_in_full_and_the_markers_come_back() -> None:
    markers = Markers()
    first, second = markers.paste(LONG), markers.paste(LONG)
    image = markers.image(PIXEL, "x")
    was = f"see {first} and {second} {image}"
    opened = markers.open(was)
    assert opened == f"see {LONG} and {LONG} {image}"
    assert markers.close(opened + " more", was) == was + " more"
    changed = opened.replace("line 7\n", "line seven\n", 1)
    closed = markers.close(changed, was)
    assert markers.expand(closed).text == markers.expand(was).text.replace("line 7\n", "line seven\n", 1)


def test_a_text_of_another_run_gets_markers_of_this_one() -> None:
    markers = Markers()
    markers.paste(LONG)
    adopted = markers.adopt("x [paste 1: 200 lines]", {"[paste 1: 200 lines]": LONG[::-1]})
    assert adopted == "x [paste 2: 200 lines]"
    assert markers.expand(adopted).text == f"x {LONG[::-1]}"
    assert markers.used(adopted) == {"[paste 2: 200 lines]": LONG[::-1]}
