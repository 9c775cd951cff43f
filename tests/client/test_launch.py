"""Starting pi leaves nothing behind, neither when that fails nor when the pi is not wanted any more."""

from __future__ import annotations

import os
import resource
import sys
import time
from pathlib import Path

import pytest

from pitui.client import Launch, PiNotFound, spawn

PATIENCE = 20.0
DESCRIPTORS = Path("/proc/self/fd")


def opened() -> list[str]:
    return sorted(os.listdir(DESCRIPTORS))


@pytest.mark.parametrize("room", range(6))
def test_too_many_open_files_are_a_sentence_and_none_of_them_stays_open(tmp_path: Path, room: int) -> None:
    before = opened()
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    filling = [os.open(os.devnull, os.O_RDONLY) for _ in range(64)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(filling) + 1, limits[1]))
    for fd in filling[:room]:
        os.close(fd)
    try:
        with pytest.raises(PiNotFound, match=r"Too many open files.*; close some programs\."):
            spawn(Launch((sys.executable, "-c", ""), cwd=tmp_path))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        for fd in filling[room:]:
            os.close(fd)
    assert opened() == before


def test_a_discarded_pi_ends_and_is_waited_for(tmp_path: Path) -> None:
    before = opened()
    spawned = spawn(Launch((sys.executable, "-c", "import sys; sys.stdin.read()"), cwd=tmp_path))
    spawned.discard()
    end = time.monotonic() + PATIENCE
    while spawned.process.returncode is None:
        assert time.monotonic() < end, "The discarded process is not waited for."
        os.sched_yield()
    assert opened() == before
