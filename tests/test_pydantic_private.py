"""Pins what pitui/pydantic_private.py knows of the inside of pydantic, in processes that have loaded nothing yet."""

from __future__ import annotations

import subprocess
import sys

BUILD = """
import sys
from pitui.pydantic_private import skip_plugins
skip_plugins()
from pitui.protocol.commands import Prompt
print(Prompt.model_validate({"message": "hello"}).message, "importlib.metadata" in sys.modules)
"""

MORE = """
from pitui.pydantic_private import skip_plugins
skip_plugins()
from pydantic.plugin._loader import PYDANTIC_ENTRY_POINT_GROUP, get_plugins
print(PYDANTIC_ENTRY_POINT_GROUP, list(get_plugins()))
"""


def printed(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_a_model_is_built_without_a_look_at_what_is_installed() -> None:
    assert printed(BUILD) == "hello False\n"


def test_a_pydantic_that_wants_more_of_its_module_gets_it() -> None:
    assert printed(MORE) == "pydantic []\n"
