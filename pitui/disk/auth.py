"""pi's auth.json: which providers have a key, and storing one. Keys are written, never shown."""

from __future__ import annotations

import os
from pathlib import Path

from pitui.disk.files import PRIVATE, change_object, read_object
from pitui.protocol.json_object import JsonObject

PROVIDERS = (
    "anthropic",
    "openai",
    "google",
    "openrouter",
    "github-copilot",
    "openai-codex",
    "xai",
    "deepseek",
    "mistral",
    "groq",
    "cerebras",
    "fireworks",
    "together",
    "huggingface",
    "moonshotai",
    "kimi-coding",
    "zai",
    "minimax",
    "nvidia",
    "opencode",
    "vercel-ai-gateway",
    "radius",
)
"""Providers that pi knows, by its own names (pi 1.6.0, `pi auth login`); not all, and 0.82.1 lacks a few."""


def stored_providers(agent: Path) -> list[str]:
    """The providers that have a key or a login stored.

    Raises:
        DiskError: when auth.json cannot be read.
    """
    return sorted(read_object(_file(agent)))


def store_api_key(agent: Path, provider: str, key: str) -> None:
    """Store the API key of a provider; what else the file holds stays.

    Only the user may read the file, as pi writes it (0.82.1 and 1.6.0, auth-storage.js).
    A running pi does not see it before its models are refreshed (PI-RPC fact 19).

    Raises:
        DiskError: when auth.json cannot be read or written; it is left alone then.
    """

    def change(stored: JsonObject) -> None:
        stored[provider] = {"type": "api_key", "key": key}

    change_object(_file(agent), change, mode=PRIVATE)


def _file(agent: Path) -> Path:
    """pi locks the file behind a link, not the link (pi 1.6.0, auth-storage.js)."""
    return Path(os.path.realpath(agent / "auth.json"))
