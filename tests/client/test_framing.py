"""Bytes become the same lines however they are cut."""

from __future__ import annotations

import json
import tracemalloc
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pitui.client.framing import LineSplitter
from pitui.protocol.codec import SKIM_BYTES, decode_line
from tests.protocol.test_codec_lines import update_of_new_pi, update_of_old_pi


def split(*chunks: bytes) -> list[bytes]:
    splitter = LineSplitter()
    return [line for chunk in chunks for line in splitter.feed(chunk)]


def cut(data: bytes, offsets: list[int]) -> list[bytes]:
    edges = [0, *sorted(offset % (len(data) + 1) for offset in offsets), len(data)]
    return [data[start:end] for start, end in pairwise(edges)]


texts = st.text(st.sampled_from("aé🎉\u2028\u2029\u0085\r\x0b\x0c\x1c\0")) | st.text(
    st.characters(exclude_characters="\n", exclude_categories=("Cs",))
)
deltas = st.text() | st.just("x" * SKIM_BYTES) | st.just("é" * (SKIM_BYTES // 2))


@given(st.lists(texts), st.lists(st.integers(min_value=0)))
def test_lines_are_cut_at_lf_only_wherever_the_chunks_are(lines: list[str], offsets: list[int]) -> None:
    data = "".join(line + "\n" for line in lines).encode()

    assert split(*cut(data, offsets)) == [line.encode() for line in lines]


@given(st.binary(), st.lists(st.integers(min_value=0)))
def test_any_bytes_are_cut_at_lf(data: bytes, offsets: list[int]) -> None:
    assert split(*cut(data, offsets)) == data.split(b"\n")[:-1]


@given(
    st.lists(
        st.builds(update_of_new_pi, deltas)
        | st.builds(update_of_old_pi, deltas, st.sampled_from(["", "ö" * 10, "ö" * 1000, "ö" * 100_000])),
        max_size=4,
    ),
    st.lists(st.integers(min_value=0), max_size=12),
)
def test_updates_decode_alike_wherever_the_chunks_are(lines: list[bytes], offsets: list[int]) -> None:
    data = b"".join(line + b"\n" for line in [*lines, b'{"type":"agent_end"}'])

    found = [decode_line(line) for line in split(*cut(data, offsets))]

    assert found == [decode_line(line) for line in [*lines, b'{"type":"agent_end"}']]


def test_an_update_is_given_out_before_its_line_has_ended() -> None:
    line = update_of_old_pi("delta", "x" * 1_000_000)
    splitter = LineSplitter()

    given_out = list(splitter.feed(line[:2000]))

    assert [decode_line(head) for head in given_out] == [decode_line(line)]
    assert splitter.held == 0
    assert list(splitter.feed(line[2000:])) == []
    assert splitter.held == 0
    assert list(splitter.feed(b"\nnext\n")) == [b"next"]


def test_what_is_no_delta_is_kept_whole() -> None:
    event = {"type": "text_end", "contentIndex": 0, "content": "x" * 300_000}
    line = json.dumps(
        {"type": "message_update", "assistantMessageEvent": event}, separators=(",", ":")
    ).encode()

    assert split(*cut(line + b"\n", [600, 5000, 100_000])) == [line]


def test_memory_falls_back_after_a_giant_line() -> None:
    splitter = LineSplitter()
    chunk = b"x" * 1024 * 1024
    tracemalloc.start()
    try:
        for _ in range(32):
            assert list(splitter.feed(chunk)) == []
        assert [len(line) for line in splitter.feed(b"\n")] == [32 * len(chunk)]
        assert list(splitter.feed(b"small\n")) == [b"small"]
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert kept < 2 * len(chunk)


def test_dropping_a_giant_line_keeps_nothing() -> None:
    splitter = LineSplitter()
    list(splitter.feed(update_of_old_pi("delta", "")[:200] + b" " * 400))
    chunk = b"x" * 1024 * 1024
    tracemalloc.start()
    try:
        for _ in range(32):
            assert list(splitter.feed(chunk)) == []
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < len(chunk) // 10
