"""JSON of one line: whatever stands in it, in the way that is fastest for most."""

from __future__ import annotations

import json
from typing import Any, cast

from pydantic_core import from_json

from pitui.protocol.json_object import JsonObject


def parse_json(line: bytes) -> Any:
    """Parse one line. pydantic's parser is the fast one; it refuses lone surrogates and 200 levels, Python's does not.

    Raises:
        ValueError: when it is no JSON.
        RecursionError: when it nests too deep for Python's parser too (about 1,000 levels).
    """
    try:
        return from_json(line, cache_strings="keys")
    except ValueError:
        return json.loads(line.decode("utf-8", "replace"))


def parse_object(line: bytes) -> JsonObject:
    """Parse one line to its bare object; empty for a line that holds none."""
    try:
        data = parse_json(line)
    except (RecursionError, ValueError):
        return {}
    return cast("JsonObject", data) if isinstance(data, dict) else {}
