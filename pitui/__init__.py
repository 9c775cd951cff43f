"""pitui: a terminal interface for the coding agent pi."""

from __future__ import annotations

__version__ = "0.1.0"
