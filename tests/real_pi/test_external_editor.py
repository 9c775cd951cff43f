"""The user's own editor, on a terminal of its own: the one that pi's settings name."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import RealPi
from tests.real_pi.terminal import READY, on_terminal


def test_the_draft_goes_to_the_editor_of_pi_s_settings_and_comes_back(
    real_pi: RealPi, tmp_path: Path
) -> None:
    editor = tmp_path / "my editor"
    editor.write_text('#!/bin/sh\nprintf "%s, and more" "$(cat "$1")" > "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    file = real_pi.agent_dir / "settings.json"
    settings = json.loads(file.read_text(encoding="utf-8")) | {"externalEditor": f"'{editor}'"}
    file.write_text(json.dumps(settings), encoding="utf-8")
    with on_terminal(real_pi) as terminal:
        terminal.until(READY)
        terminal.type("a draft")
        terminal.until("a draft")
        terminal.type("\x07")
        terminal.until("a draft, and more")
        terminal.until(READY)
