"""A program that has pi run a tool and a shell command, for tests that kill it: `sleeping_client.py CWD PI_ARGV...`.

It says `working` when both run, and leaves the client when a line comes on stdin.
"""

from __future__ import annotations

import sys
from pathlib import Path

import anyio

from pitui.client import Launch, PiClient
from pitui.protocol.codec import Record
from pitui.protocol.events import BashExecutionUpdate, ToolExecutionStart


async def main() -> None:
    tool_runs, shell_runs = anyio.Event(), anyio.Event()

    def see(record: Record) -> None:
        match record:
            case ToolExecutionStart():
                tool_runs.set()
            case BashExecutionUpdate():
                shell_runs.set()
            case _:
                pass

    async with (
        PiClient(Launch(tuple(sys.argv[2:]), Path(sys.argv[1]))) as pi,
        anyio.create_task_group() as tasks,
    ):
        pi.subscribe(see)
        await pi.prompt("sleep 1000")
        tasks.start_soon(pi.bash, "echo begun; sleep 1000")
        await tool_runs.wait()
        await shell_runs.wait()
        print("working", flush=True)
        await anyio.to_thread.run_sync(sys.stdin.readline)
        tasks.cancel_scope.cancel()


anyio.run(main)
