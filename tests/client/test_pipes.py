"""Nothing is read ahead, and what is written goes out whole and in order."""

from __future__ import annotations

import os

import anyio
import pytest
from anyio import fail_after
from anyio.lowlevel import checkpoint

from pitui.client.launch import make_pipe
from pitui.client.pipes import PipeReader, PipeWriter
from tests.client.faking import PATIENCE

pytestmark = pytest.mark.anyio


def fill(fd: int) -> int:
    """Write until the pipe is full; gives the number of bytes that it took."""
    os.set_blocking(fd, False)
    taken = 0
    while True:
        try:
            taken += os.write(fd, b"x" * 65536)
        except BlockingIOError:
            return taken


async def test_a_pipe_that_nobody_reads_fills_up() -> None:
    read_end, write_end = make_pipe(large=True)
    reader = PipeReader(read_end)
    taken = fill(write_end)
    for _ in range(20):
        await checkpoint()

    assert fill(write_end) == 0
    read = 0
    while read < taken:
        read += len(await reader.read())
    assert read == taken
    os.close(write_end)
    assert await reader.read() == b""
    reader.close()


async def test_reading_ends_with_the_child_although_the_pipe_stays_open() -> None:
    read_end, write_end = make_pipe()
    reader = PipeReader(read_end)
    chunks: list[bytes] = []

    async def read() -> None:
        while chunk := await reader.read():
            chunks.append(chunk)

    with fail_after(PATIENCE):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(read)
            await checkpoint()
            os.write(write_end, b"last words")
            reader.child_ended()

    assert chunks == [b"last words"]
    os.close(write_end)
    reader.close()


async def test_lines_go_out_in_order_while_the_other_side_is_slow() -> None:
    read_end, write_end = make_pipe()
    reader, writer = PipeReader(read_end), PipeWriter(write_end)
    lines = [f"{number} ".encode() * 50_000 + b"\n" for number in range(10)]
    received = b""
    with fail_after(PATIENCE):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(writer.run)
            for line in lines:
                writer.write(line)
            writer.finish()
            writer.write(b"too late\n")
            while chunk := await reader.read():
                received += chunk

    assert received == b"".join(lines)
    assert writer.closed.is_set()
    reader.close()


async def test_a_reader_that_went_away_ends_the_writing() -> None:
    read_end, write_end = make_pipe()
    os.close(read_end)
    writer = PipeWriter(write_end)
    writer.write(b"x" * 1_000_000)
    with fail_after(PATIENCE):
        await writer.run()

    writer.write(b"later")
    assert writer.closed.is_set()


async def test_abandoned_writing_ends_at_once() -> None:
    read_end, write_end = make_pipe()
    writer = PipeWriter(write_end)
    writer.write(b"x" * 10_000_000)
    with fail_after(PATIENCE):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(writer.run)
            await checkpoint()
            writer.abandon()

    os.close(read_end)
