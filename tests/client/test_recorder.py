"""A recording gives back what was said, byte by byte."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from anyio import fail_after
from hypothesis import given
from hypothesis import strategies as st

from pitui.client import PiClient, ProtocolError, Recorder, read_recording
from tests.client.faking import PATIENCE, fake


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "recording.jsonl"


@given(
    lines=st.lists(
        st.tuples(st.sampled_from(["in", "out"]), st.binary().map(lambda b: b.replace(b"\n", b"")))
    )
)
def test_any_bytes_survive(tmp_path_factory: pytest.TempPathFactory, lines: list[tuple[str, bytes]]) -> None:
    path = tmp_path_factory.mktemp("recorder") / "recording"
    recorder = Recorder(path)
    for direction, line in lines:
        recorder.record("in" if direction == "in" else "out", line)
    recorder.close()

    recorded = list(read_recording(path))

    assert [(one.direction, one.line) for one in recorded] == lines
    assert sorted(recorded, key=lambda one: one.time) == recorded


@pytest.mark.anyio
async def test_a_client_records_both_directions(path: Path) -> None:
    recorder = Recorder(path)
    async with PiClient(fake(), recorder=recorder) as pi:
        with fail_after(PATIENCE):
            await pi.prompt("U+2028: \u2028")
            await pi.get_state()
    recorder.close()

    recorded = [(one.direction, json.loads(one.line)) for one in read_recording(path)]

    assert [(direction, data["type"], data["id"]) for direction, data in recorded] == [
        ("out", "prompt", "pitui-1"),
        ("in", "response", "pitui-1"),
        ("out", "get_state", "pitui-2"),
        ("in", "response", "pitui-2"),
    ]
    assert recorded[0][1]["message"] == "U+2028: \u2028"


def test_a_last_line_that_was_cut_off_is_left_out(path: Path) -> None:
    recorder = Recorder(path)
    recorder.record("in", b"one\n")
    recorder.record("in", b"two\n")
    recorder.close()
    path.write_bytes(path.read_bytes()[:-5])

    assert [one.line for one in read_recording(path)] == [b"one"]


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "{}",
        "[]",
        '{"t":0,"dir":"up","line":""}',
        '{"t":0,"dir":"in","line":"\\ud83d"}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_no_recording_says_which_line(path: Path, line: str) -> None:
    path.write_text(f'{{"t":0,"dir":"in","line":"x"}}\n{line}\n')

    with pytest.raises(ProtocolError, match=r"Line 2 of .*--record"):
        list(read_recording(path))


def test_a_disk_that_refuses_ends_the_recording_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    recorder = Recorder(full)
    with caplog.at_level(logging.WARNING, "pitui.client"):
        for _ in range(3):
            recorder.record("in", b"x" * 1024 * 1024)
        recorder.close()

    assert caplog.text.count("/dev/full") >= 1
    assert "No space left" in caplog.text
