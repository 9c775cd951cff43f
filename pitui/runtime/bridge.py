"""The extension that pitui hands to pi, and how to see that pi could not load it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

BRIDGE_EXTENSION: Final = Path(__file__).resolve().with_name("bridge.ts")
"""Gives pi the commands that its RPC lacks."""


def could_not_load(stderr: Sequence[str]) -> str | None:
    """Why pi did not start, if the reason is the bridge: pi ends with status 1 when an extension fails.

    Args:
        stderr: the last lines that pi wrote there.

    Returns:
        pi's own words (foreign text), None when the reason is another one.
    """
    return next((line for line in stderr if str(BRIDGE_EXTENSION) in line), None)
