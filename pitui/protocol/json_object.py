"""What a JSON object is where it has no model: apart, so that whoever needs no model loads none."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]
"""A JSON object that pitui hands on without a model of its own."""
