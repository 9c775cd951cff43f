"""The example of the README does what it says."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

from pitui.protocol.content import text_of
from pitui.protocol.entries import MessageEntry, decode_entry
from pitui.protocol.messages import AssistantMessage
from tests.conftest import RealPi

README = Path(__file__).parents[2] / "README.md"


def example() -> str:
    """The one Python example of the README."""
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), flags=re.DOTALL)
    return code


def test_the_example_prints_what_pi_answers(real_pi: RealPi, tmp_path: Path) -> None:
    """With a `pi` on PATH that has the scripted model as its default."""
    (tmp_path / "bin").mkdir()
    pi = tmp_path / "bin" / "pi"
    pi.write_text(f'#!/bin/sh\nexec {shlex.join(real_pi.argv)} "$@" {shlex.join(real_pi.demo_args)}\n')
    pi.chmod(0o755)
    env = {**real_pi.env, "PATH": f"{pi.parent}:{real_pi.env['PATH']}", "PITUI_DEMO_SPEED": "0"}

    command = [sys.executable, "-c", example()]
    ran = subprocess.run(
        command, cwd=real_pi.cwd, env=env, capture_output=True, text=True, check=True, timeout=60
    )

    (session,) = real_pi.agent_dir.glob("sessions/*/*.jsonl")
    entries = [decode_entry(json.loads(line)) for line in session.read_text().splitlines()[1:]]
    messages = [entry.message for entry in entries if isinstance(entry, MessageEntry)]
    answers = [text_of(message.content) for message in messages if isinstance(message, AssistantMessage)]
    assert "".join(answers)
    assert ran.stdout == "".join(answers)
    assert ran.stderr == ""
