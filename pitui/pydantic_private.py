"""The only place where names are used that pydantic keeps to itself; tests/test_pydantic_private.py pins each."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_LOADER = "pydantic.plugin._loader"


def skip_plugins() -> None:
    """Have pydantic look for no plugins in this process.

    Before it builds its first model it would load `importlib.metadata` and read the metadata of all that is installed,
    which takes longer than to build all the models of a first answer. PYDANTIC_DISABLE_PLUGINS spares the reading only,
    and pi would inherit it.
    """
    sys.modules.setdefault(_LOADER, _NoPlugins(_LOADER))


class _NoPlugins(ModuleType):
    """In the place of pydantic's module; whoever asks for more than pydantic 2.11 to 2.14 do gets that module."""

    def get_plugins(self) -> tuple[()]:
        return ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        del sys.modules[_LOADER]
        return getattr(import_module(_LOADER), name)
