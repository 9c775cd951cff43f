"""Shows a session file or a stream of records, without pi: nothing is sent, and not a byte is written."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from pitui.client.framing import LineSplitter
from pitui.disk.files import DiskError
from pitui.disk.session_file import read_session_file
from pitui.protocol.codec import decode_line
from pitui.protocol.entries import ENTRIES, SessionEntry, SessionHeader, UnknownEntry, decode_entry
from pitui.protocol.json_line import parse_object
from pitui.protocol.responses import Entries, SessionState
from pitui.render.format import plural
from pitui.render.sanitize import visible
from pitui.session.blocks import Level
from pitui.session.controller import Controller
from pitui.ui.session_place import SessionPlace
from pitui.ui.stored import stored_state

CHUNK = 1 << 16
"""Bytes read at a time from a stream."""


async def view(
    controller: Controller,
    place: SessionPlace,
    file: Path | None,
    descriptor: int | None,
    tell: Callable[[str], None],
    on_chunk: Callable[[], None],
) -> None:
    """Show a session file or the records of a stream until it ends.

    Args:
        controller: of the session on the screen.
        place: learns the folder of the session.
        file: a session file, or records that were kept in a file (`pi --mode json ... > FILE`).
        descriptor: a stream instead of a file.
        tell: is told what is being read, and "" when it is.
        on_chunk: called with each part of a stream that came, and at its end.
    """
    controller.is_replay = True
    controller.stored.show(Entries(), SessionState())
    if descriptor is not None:
        await _view_stream(controller, place, descriptor, on_chunk)
    elif file is not None:
        tell(f"reading {visible(file.name)}")
        try:
            await _view_file(controller, place, file, on_chunk)
        finally:
            tell("")


async def _view_file(
    controller: Controller, place: SessionPlace, file: Path, on_chunk: Callable[[], None]
) -> None:
    try:
        stored = await asyncio.to_thread(read_session_file, file)
    except DiskError as error:
        controller.notice(str(error), Level.ERROR)
        return
    entries = stored.entries.entries
    if entries and all(isinstance(entry, UnknownEntry) for entry in entries):
        with file.open("rb") as stream:
            await _view_stream(controller, place, stream.fileno(), on_chunk)
        return
    place.go(stored.header.cwd)
    controller.stored.show(stored.entries, stored_state(stored, None))
    if stored.damaged:
        lines = plural(stored.damaged, "damaged line")
        controller.notice(
            f"{lines} of the file cannot be read and {'is' if stored.damaged == 1 else 'are'} left out."
        )


async def _view_stream(
    controller: Controller, place: SessionPlace, descriptor: int, on_chunk: Callable[[], None]
) -> None:
    splitter = LineSplitter()
    async for chunk in _chunks(descriptor):
        entries: list[SessionEntry] = []
        for line in splitter.feed(chunk):
            record = decode_line(line)
            if isinstance(record, SessionHeader):
                place.go(record.cwd)
                controller.stored.show(Entries(), SessionState(session_id=record.id))
            elif record.type in ENTRIES.known:
                entries.append(decode_entry(parse_object(line)))
            elif line.strip():
                controller.stored.record(record)
        if entries:
            # A session file that comes in through a pipe; it may still grow.
            controller.stored.entries(Entries(entries=entries, leaf_id=entries[-1].id))
        on_chunk()
    controller.stored.end()
    on_chunk()


async def _chunks(descriptor: int) -> AsyncIterator[bytes]:
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        while chunk := os.read(descriptor, CHUNK):
            yield chunk
            await asyncio.sleep(0)
        return
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(descriptor, ready.set)
    try:
        while True:
            await ready.wait()
            ready.clear()
            chunk = os.read(descriptor, CHUNK)
            if not chunk:
                return
            yield chunk
    finally:
        loop.remove_reader(descriptor)
