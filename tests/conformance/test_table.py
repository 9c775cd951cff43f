"""The table names tests that exist, and says why where it names none."""

from __future__ import annotations

import ast
import functools
from collections import Counter
from pathlib import Path

import pytest

from tests.conformance.rows import Row, Verdict
from tests.conformance.table import ROWS, table

TESTS = Path(__file__).parents[1]


@functools.cache
def names_in(file: str) -> frozenset[str]:
    """The names of the tests of a file below `tests`."""
    path = TESTS / file
    if not path.is_file():
        return frozenset()
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return frozenset(
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.feature)
def test_the_tests_of_a_row_exist(row: Row) -> None:
    for test in row.tests:
        file, _, name = test.partition("::")
        assert name in names_in(file), f"{row.feature}: there is no test {test}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.feature)
def test_a_row_names_its_proof_or_its_lack(row: Row) -> None:
    if row.verdict is Verdict.PROVEN:
        assert row.tests
    else:
        assert row.note


def test_each_feature_stands_once_and_is_printed() -> None:
    assert max(Counter((row.area, row.feature) for row in ROWS).values()) == 1
    printed = table()
    assert all(row.feature in printed for row in ROWS)
