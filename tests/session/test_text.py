from __future__ import annotations

from typing import Any

from pitui.protocol.content import TextContent
from pitui.session.arguments import readable
from pitui.session.blocks import BashBlock, TextBlock, ToolBlock, UserBlock
from pitui.session.growing import GrowingText
from pitui.session.text import source_text


def _tool(name: str, arguments: dict[str, object], output: str = "", details: object = None) -> ToolBlock:
    return ToolBlock(1, name=name, arguments=arguments, output=[TextContent(text=output)], details=details)


def test_markdown_is_its_own_source() -> None:
    assert source_text(TextBlock(1, text=GrowingText("# A\n\n*b*"))) == "# A\n\n*b*"


def test_a_command_comes_with_its_output_without_colours() -> None:
    assert source_text(_tool("bash", {"command": "ls"}, "\x1b[31ma\x1b[0m\r\nb")) == "$ ls\na\nb"
    assert source_text(BashBlock(1, command="ls", output=GrowingText("a"))) == "$ ls\na"


def test_an_edit_is_its_diff() -> None:
    planned = _tool("edit", {"path": "a", "edits": [{"oldText": "x\ny", "newText": "z"}]})
    assert source_text(planned) == "edit a\n-x\n-y\n+z"
    assert source_text(_tool("edit", {"path": "a"}, "ok", {"diff": "-1 x\n+1 z"})) == "edit a\n-1 x\n+1 z\nok"


def test_what_is_folded_is_in_the_source() -> None:
    block = UserBlock(1, text="do it", skill="review", skill_text="Read first.")
    assert "Read first." in source_text(block)
    assert "do it" in source_text(block)
    script = _tool("codemode", {"code": "return 1"})
    script.nested.append(_tool("read", {"path": "inner.py"}, "content"))
    assert source_text(script) == "codemode\nreturn 1\nread inner.py\ncontent"


def test_arguments_are_lines_to_read() -> None:
    value: dict[str, Any] = {"a": 1, "b": None, "c": {}, "d": [], "e": [True, {"f": "x\ny"}], "g\nh": ""}
    assert list(readable(value)) == [
        "a: 1",
        "b: null",
        "c: {}",
        "d: []",
        "e:",
        "  - true",
        "  -",
        "    f:",
        "      x",
        "      y",
        "g\\nh:",
    ]


def test_deep_arguments_end() -> None:
    value: object = "x"
    for _ in range(10_000):
        value = [value]
    assert list(readable(value))[-1].strip() == "[…]"
