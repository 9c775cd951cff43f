"""The shapes that the looks of tools rest on, as real pi gives them: what pi writes around outputs, and `details`."""

from __future__ import annotations

import dataclasses
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from pitui.render.block import render_block
from pitui.session.blocks import ToolBlock
from tests.conftest import RealPi
from tests.real_pi.live_session import live_session
from tests.render.block_examples import look, rows

pytestmark = pytest.mark.anyio

_MODEL = """
import { fauxAssistantMessage, fauxProvider, fauxToolCall } from "@earendil-works/pi-ai";
import { readFileSync } from "node:fs";
export default function (pi) {
    const calls = JSON.parse(readFileSync(process.env.TOOL_CALLS, "utf8"));
    const faux = fauxProvider({ provider: "calls", models: [{ id: "calls-1" }] });
    faux.setResponses([
        ...calls.map(([name, args]) => fauxAssistantMessage([fauxToolCall(name, args)], { stopReason: "toolUse" })),
        fauxAssistantMessage("done"),
    ]);
    pi.registerProvider(faux.provider);
}
"""
_TOOLS = "read,bash,edit,write,grep,find,ls"
_FILE = "import os\n\n\ndef main():\n    value = 1\n    print(value)\n\n\nmain()\n"


def _png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\x40\x80\xc0" * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


async def _looks(
    pi: RealPi, folder: Path, tools: str, *calls: tuple[str, Any]
) -> list[tuple[list[str], list[str]]]:
    """Let pi make the calls; each as it looks folded and open."""
    model = folder / "model.ts"
    model.write_text(_MODEL)
    script = folder / "calls.json"
    script.write_text(json.dumps(calls))
    scripted = dataclasses.replace(
        pi,
        env={**pi.env, "TOOL_CALLS": str(script)},
        demo_args=("-e", str(model), "--provider", "calls", "--model", "calls-1", "--tools", tools),
    )
    async with live_session(scripted) as live:
        await live.ask("go")
        blocks = [block for block in live.session.blocks if isinstance(block, ToolBlock)]
    assert [block.name for block in blocks] == [name for name, _ in calls]
    return [
        (rows(render_block(block, look(70))), rows(render_block(block, look(70, expanded=True))))
        for block in blocks
    ]


async def test_shell(real_pi: RealPi, tmp_path: Path) -> None:
    drawn = await _looks(
        real_pi,
        tmp_path,
        _TOOLS,
        ("bash", {"command": "printf '\\033[31mred\\033[0m\\n10%%\\r20%%\\n'"}),
        ("bash", {"command": "echo out; exit 3"}),
        ("bash", {"command": "exit 4"}),
        ("bash", {"command": "echo out; sleep 20", "timeout": 1}),
        ("bash", {"command": "seq 1 5000"}),
    )
    coloured, failed, silent, late, long = (folded for folded, _ in drawn)
    assert coloured[0][0] == "✓"
    assert coloured[1:] == ["  red", "  20%"]
    assert failed[0][0] == "✗"
    assert "exit 3" in failed[0]
    assert failed[1:] == ["  out"]
    assert "exit 4" in silent[0]
    assert len(silent) == 1
    assert "timeout 1s" in late[0]
    assert late[1:] == ["  out"]
    assert long[1:7] == ["  … 1,995 earlier lines", "  4996", "  4997", "  4998", "  4999", "  5000"]
    assert long[7].startswith("  pi kept lines 3001-5000 of 5000. Full output:")


async def test_files(real_pi: RealPi, tmp_path: Path) -> None:
    (real_pi.cwd / "dot.png").write_bytes(_png(4, 3))
    drawn = await _looks(
        real_pi,
        tmp_path,
        _TOOLS,
        ("write", {"path": "a.py", "content": _FILE}),
        ("read", {"path": "a.py", "offset": 4, "limit": 2}),
        ("read", {"path": "nope.py"}),
        ("read", {"path": "dot.png"}),
        ("edit", {"path": "a.py", "edits": [{"oldText": "value = 1", "newText": "value = 2"}]}),
        ("edit", {"path": "a.py", "oldText": "print(value)", "newText": "print(value, 3)"}),
        ("edit", {"path": "a.py", "edits": [{"oldText": "zzz", "newText": "y"}]}),
    )
    write, part, missing, image, edit, flat, unfound = drawn
    assert "9 lines" in write[0][0]
    assert write[0][-1] == "   9 main()"
    assert len(part[0]) == 1
    assert part[1][1:3] == ["   4 def main():", "   5     value = 1"]
    assert part[1][-1] == "  5 more lines in file. Use offset=6 to continue."
    assert missing[0][0].startswith("✗ read  nope.py")
    assert "ENOENT" in missing[0][1]
    assert image[0][1].startswith("  [image png 4×3 ")
    assert "+1 −1" in edit[0][0]
    assert "   5 -     value = 1" in edit[0]
    assert "   5 +     value = 2" in edit[0]
    assert "   6 +     print(value, 3)" in flat[0]
    assert unfound[0][0].startswith("✗ edit  a.py")
    assert any("Could not find the exact text" in row for row in unfound[0])


async def test_searches_and_what_does_not_exist(real_pi: RealPi, tmp_path: Path) -> None:
    drawn = await _looks(
        real_pi,
        tmp_path,
        _TOOLS,
        ("ls", {"path": "."}),
        ("ls", {"path": ".", "limit": 1}),
        ("no_such_tool", {"x": {"y": "one\ntwo"}}),
    )
    everything, one, unknown = drawn
    assert f"{len(list(real_pi.cwd.iterdir()))} entries" in everything[0][0]
    assert "1 entry" in one[0][0]
    assert "limit reached" in one[0][-1]
    assert unknown[0][0].startswith("✗ no_such_tool")
    assert unknown[0][1] == "  Tool no_such_tool not found"
    assert unknown[1][1:5] == ["    x:", "      y:", "        one", "        two"]


@pytest.mark.parametrize("pi_version", ["1.6.0"])  # codemode came with pi 0.99
async def test_codemode(real_pi: RealPi, tmp_path: Path) -> None:
    code = (
        "await Promise.allSettled([tools.bash({command: 'echo hi'}), tools.read({path: 'nope'})]);\n"
        "console.log('log');\nreturn 'end'"
    )
    [(folded, opened)] = await _looks(real_pi, tmp_path, f"{_TOOLS},codemode", ("codemode", {"code": code}))
    assert folded[0].startswith("✓ codemode  await Promise")
    assert folded[1].startswith("  ├ ✓ bash  echo hi")
    assert folded[2].startswith("  └ ✗ read  nope")
    assert folded[3:] == ["  end", "  <console_output>", "  log", "  </console_output>"]
    assert any("ENOENT" in row for row in opened)
    assert "   2 console.log('log');" in opened
