"""Whoever uses the client or the session without a screen does not load one."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import importlib, pkgutil, sys
import pitui.client, pitui.session
for package in (pitui.client, pitui.session):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
print(len([name for name in sys.modules if name.startswith(("pitui.client.", "pitui.session."))]))
print([name for name in sys.modules if name.partition(".")[0] in ("textual", "rich")])
"""


def test_session_and_client_load_neither_textual_nor_rich() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    count, loaded = done.stdout.splitlines()
    assert int(count) > 20
    assert loaded == "[]"
