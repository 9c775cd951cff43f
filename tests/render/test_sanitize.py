"""Foreign text on the screen: nothing that a terminal obeys or hides comes through, nothing that is read is lost."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.render.intake import Intake
from pitui.render.sanitize import settled, visible, without_dependent_end


@pytest.mark.parametrize(
    ("foreign", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("a\x00\x07\x7f", "a␀␇␡"),
        ("a\x9b31m", "a<U+009B>31m"),
        ("evil\u202egpj.exe", "evil<U+202E>gpj.exe"),
        ("a\u200bb\ufeff", "a<U+200B>b<U+FEFF>"),
        ("a\u200cb a\u200db", "a<U+200C>b a<U+200D>b"),
        ("tag\U000e0041", "tag<U+E0041>"),
        ("x\ufe0f", "x<U+FE0F>"),
        ("☁\ufe0f\ufe0f", "☁\ufe0f<U+FE0F>"),
        ("\ud83d", "\ufffd"),
        ("\ud83d\ude00", "😀"),
        ("line\nand\ttab", "line\nand\ttab"),
        ("a\rb", "a␍b"),
        ("\u2028\u2029", "<U+2028><U+2029>"),
    ],
)
def test_what_is_obeyed_or_hidden_is_shown(foreign: str, shown: str) -> None:
    assert visible(foreign) == shown


@pytest.mark.parametrize(
    "text",
    [
        "plain text, ünï©ode, 漢字かな, שלום עולם, مرحبا",
        "👩‍💻 👨‍👩‍👧‍👦 👍🏽 ❤️ ☁️ 1️⃣ 🏳️‍🌈 🇩🇪",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "e\u0301 a\u0300\u0323 ก็ हिन्दी",
        "می\u200cخواهم",
        "ශ්\u200dරී",
        "葛\U000e0100",
    ],
)
def test_what_is_read_stays_whole(text: str) -> None:
    assert visible(text) == text


@given(st.text())
def test_applying_it_twice_changes_nothing_more(text: str) -> None:
    once = visible(text)
    assert visible(once) == once


@given(st.text())
def test_no_control_character_is_left(text: str) -> None:
    for char in visible(text):
        assert char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cs", "Zl", "Zp")


_hostile = st.text(
    alphabet="ab1 \x1b\n\u200b\u200c\u200d\ufe0f\u20e3👩💻🏽🏴🇩🇪漢م\u0301\U000e0067\U000e007f", max_size=80
)


@given(_hostile, _hostile)
def test_a_settled_start_does_not_depend_on_what_follows(text: str, more: str) -> None:
    length = settled(text)
    assert visible(text + more) == visible(text[:length]) + visible(text[length:] + more)


@given(_hostile, _hostile)
def test_text_without_a_dependent_end_looks_as_it_will(text: str, more: str) -> None:
    assert visible(text + more).startswith(visible(without_dependent_end(text)))


@given(st.lists(st.text(alphabet="a\r\n\ud83d\ude00", max_size=4), max_size=12))
def test_the_intake_does_not_see_the_slicing(slices: list[str]) -> None:
    sliced, whole = Intake(), Intake()
    text = "".join(sliced.take(piece) for piece in slices) + sliced.rest()
    assert text == whole.take("".join(slices)) + whole.rest()
    assert "\r" not in text
    text.encode()
