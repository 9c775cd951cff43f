"""Prints the table: `python -m tests.conformance`."""

from __future__ import annotations

from tests.conformance.table import table

print(table())
