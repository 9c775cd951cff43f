"""The API is complete and stays usable without a UI."""

from __future__ import annotations

import inspect
import subprocess
import sys

from pitui.client import PiClient
from tests.protocol.test_types_of_pi import models_of_commands


def test_every_command_has_a_method_of_its_name() -> None:
    methods = {name for name, member in inspect.getmembers(PiClient) if inspect.iscoroutinefunction(member)}

    assert models_of_commands().keys() <= methods


def test_every_method_says_what_it_does() -> None:
    for name in models_of_commands():
        assert inspect.getdoc(getattr(PiClient, name)), name


def test_importing_the_client_loads_no_ui() -> None:
    program = "import sys, pitui.client; print(sorted({'textual', 'rich'} & set(sys.modules)))"

    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == "[]"
