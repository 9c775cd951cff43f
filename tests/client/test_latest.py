"""The latest records: kept within bounds, handed on whole, and without what must stay secret."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from pitui.client import Latest, Recorder, read_recording
from pitui.client.latest import MOST


def kept(record: object) -> str:
    latest = Latest()
    latest.record("in", json.dumps(record).encode() + b"\n")
    (line,) = latest.lines()
    return line


def test_keys_are_hidden() -> None:
    secret = "sk-ant-0123456789abcdef"
    for record in (
        {"apiKey": secret},
        {"model": {"headers": {"x-any": secret}}},
        {"message": f"use {secret} for it"},
        {"env": [{"accessToken": secret}, {"note": f"Authorization: Bearer {secret}"}]},
    ):
        line = kept(record)
        assert secret not in line
        assert "[hidden]" in line


def test_what_is_no_secret_is_shown() -> None:
    line = kept({"type": "response", "tokens": 12, "maxTokens": 3, "keys": ["a"]})
    assert all(part in line for part in ('"tokens": 12', '"maxTokens": 3', '"keys": ["a"]', "<-"))


def test_long_texts_and_long_records_are_cut() -> None:
    assert len(kept({"text": "x" * 100_000})) < 500
    assert "100013 bytes" in kept({"text": "x" * 100_000})
    assert "5000 characters" in kept({"text": "x" * 5000})


def test_only_the_latest_are_kept_and_all_are_handed_on(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "all.jsonl")
    latest = Latest(recorder)
    for number in range(MOST + 10):
        latest.record("out", json.dumps({"n": number}).encode() + b"\n")
    recorder.close()
    assert len(latest.lines()) == MOST
    assert '"n": 9}' not in latest.lines()[0]
    assert len(list(read_recording(tmp_path / "all.jsonl"))) == MOST + 10


@given(st.binary(max_size=400))
def test_any_bytes_are_one_line(line: bytes) -> None:
    latest = Latest()
    latest.record("in", line.replace(b"\n", b"") + b"\n")
    assert len(latest.lines()) == 1
