from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitui.session.target import target_of


@pytest.mark.parametrize(
    ("name", "arguments", "target"),
    [
        ("bash", {"command": "\n  cd src\nmake"}, "cd src …"),
        ("read", {"path": "a.py"}, "a.py"),
        ("read", {"path": "a.py", "offset": 120}, "a.py:120-"),
        ("read", {"path": "a.py", "limit": 50}, "a.py:1-50"),
        ("write", {"file_path": "a.py", "content": "x"}, "a.py"),
        ("grep", {"pattern": "a.*b", "path": "src", "glob": "*.py"}, "/a.*b/ in src (*.py)"),
        ("grep", {"pattern": "a(", "path": ".", "literal": True}, "a("),
        ("find", {"pattern": "*.md"}, "*.md"),
        ("ls", {}, "."),
        ("codemode", {"code": '// @options: {"timeout_ms": 1}\nreturn 1\n'}, "return 1"),
        ("fetch", {"url": "https://example.org", "depth": 2}, "https://example.org"),
        ("ask", {"a": 1, "b": "two", "c": [1]}, "a: 1, b: two"),
        ("ask", {}, ""),
        ("bash", {}, ""),
    ],
)
def test_target(name: str, arguments: dict[str, Any], target: str) -> None:
    assert target_of(name, arguments) == target


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
_keys = st.sampled_from(["path", "command", "pattern", "offset", "limit", "glob", "code", "url"]) | st.text()


@given(
    st.sampled_from(["bash", "read", "edit", "grep", "find", "ls", "codemode", "other"]),
    st.dictionaries(_keys, _values, max_size=5),
)
def test_any_arguments_give_one_short_line(name: str, arguments: dict[str, Any]) -> None:
    target = target_of(name, arguments)
    assert "\n" not in target
    assert len(target) <= 510
