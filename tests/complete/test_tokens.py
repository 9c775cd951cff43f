"""What stands before the caret is completed as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitui.complete.hints import argument_hint
from pitui.complete.tokens import Token, quoted_file, token_before


@pytest.mark.parametrize(
    ("line", "token"),
    [
        ("/", Token("command", 0, "")),
        ("/rev", Token("command", 0, "rev")),
        ("/skill:x", Token("command", 0, "skill:x")),
        ("/steering-mode a", Token("argument", 15, "a", "steering-mode")),
        ("look at @src/ma", Token("file", 8, "src/ma")),
        ('in @"a fi', Token("file", 3, "a fi")),
        ("(@x", Token("file", 1, "x")),
        ("/review @io", Token("file", 8, "io")),
        ("me@example.org", None),
        ("a / b", None),
        ("plain words", None),
        ("done @file.py ", None),
    ],
)
def test_tokens(line: str, token: Token | None) -> None:
    assert token_before(line, first_line=True) == token


def test_commands_stand_on_the_first_line_only() -> None:
    assert token_before("/rev", first_line=False) is None


def test_tab_wants_paths() -> None:
    assert token_before("cat src/ma", first_line=True, wants_path=True) == Token("path", 4, "src/ma")
    assert token_before("/etc/ho", first_line=True, wants_path=True) == Token("path", 0, "/etc/ho")
    assert token_before("cat ~/x", first_line=True, wants_path=True) == Token("path", 4, "~/x")


def test_a_file_with_blanks_is_quoted() -> None:
    assert quoted_file("a/b.py") == "@a/b.py"
    assert quoted_file("a b.py") == '@"a b.py"'


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("---\ndescription: d\nargument-hint: <file> [focus]\n---\nBody", "<file> [focus]"),
        ('---\r\nargument-hint: "<x>"\r\n---\r\n', "<x>"),
        ("---\ndescription: d\n---\nargument-hint: <in the body>", ""),
        ("no frontmatter\nargument-hint: <x>", ""),
        ("", ""),
    ],
)
def test_the_hint_of_a_template_is_in_its_frontmatter(tmp_path: Path, text: str, hint: str) -> None:
    file = tmp_path / "t.md"
    file.write_bytes(text.encode())
    assert argument_hint(str(file)) == hint


def test_a_template_that_is_gone_has_no_hint() -> None:
    assert argument_hint("/nowhere/t.md") == ""
