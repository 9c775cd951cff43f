"""How tool calls look. The outputs are those of real pi (0.82.1 and 1.6.0 alike unless a version is named)."""

from __future__ import annotations

import pytest

from pitui.protocol.content import ContentBlock, ImageContent, TextContent
from pitui.render.block import is_running, render_block
from pitui.render.copied import copied
from pitui.session.blocks import ToolBlock, ToolState
from tests.render.block_examples import PALETTE, look, rows, tool
from tests.render.test_blocks import PNG


def test_a_call_is_one_row_with_its_duration_at_the_right_edge() -> None:
    block = tool("read", {"path": "tests/test_io.py", "offset": 3, "limit": 2}, "x", seconds=0.04)
    [row] = render_block(block, look(60))
    assert row.text.startswith("✓ read  tests/test_io.py:3-4 ")
    assert row.text.endswith(" 0.0s")
    assert row.width == 60


def test_states_can_be_told_without_colour() -> None:
    drawn = [rows(render_block(tool("x", state=state), look()))[0] for state in ToolState]
    assert len({row[0] for row in drawn}) == len(ToolState)


def test_a_running_call_counts() -> None:
    block = tool("bash", {"command": "sleep 9"}, state=ToolState.RUNNING, started=5)
    assert is_running(block)
    assert rows(render_block(block, look(40, now=8.1)))[0].endswith(" 3.1s")


def test_figures_go_before_the_target_is_cut_short() -> None:
    block = tool("bash", {"command": "a-command-with-a-name", "timeout": 300}, "x", seconds=3.1)
    assert "timeout 300s 3.1s" in rows(render_block(block, look(60)))[0]
    narrow = rows(render_block(block, look(30)))[0]
    assert "timeout" not in narrow
    assert "a-command" in narrow


def test_a_path_is_cut_in_its_middle() -> None:
    block = tool("read", {"path": "/home/someone/projects/things/src/module/file.py"}, "x")
    [row] = rows(render_block(block, look(40)))
    assert "…" in row
    assert row.endswith("module/file.py")


def test_bash_shows_the_end_of_its_output_and_how_it_ended() -> None:
    text = "\n".join(str(n) for n in range(1, 18)) + "\n\n\nCommand exited with code 3"
    block = tool("bash", {"command": "seq 17; exit 3"}, text, state=ToolState.FAILED, seconds=3.1)
    lines = rows(render_block(block, look(60)))
    assert lines[0].startswith("✗ bash  seq 17; exit 3 ")
    assert lines[0].endswith("exit 3 3.1s")
    assert lines[1:] == ["  … 12 earlier lines", "  13", "  14", "  15", "  16", "  17"]


def test_an_update_replaces_the_output() -> None:
    block = tool("bash", {"command": "x"}, "one\n", state=ToolState.RUNNING)
    assert rows(render_block(block, look()))[1:] == ["  one"]
    block.output = [TextContent(text="one\ntwo\n")]
    assert rows(render_block(block, look()))[1:] == ["  one", "  two"]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("(no output)\n\nCommand exited with code 3", "exit 3"),
        ("Command timed out after 1 seconds", "timeout 1s"),
        ("Command terminated without an exit code", "no exit code"),
    ],
)
def test_bash_without_output_is_one_row(text: str, status: str) -> None:
    block = tool("bash", {"command": "x"}, text, state=ToolState.FAILED)
    [row] = rows(render_block(block, look(60)))
    assert row.endswith(status)


def test_bash_names_the_file_of_its_full_output() -> None:
    note = "[Showing lines 3001-5000 of 5000. Full output: /tmp/pi-bash-12ef64eddfe02f14.log]"
    block = tool("bash", {"command": "seq 5000"}, f"4999\n5000\n\n{note}")
    lines = rows(render_block(block, look(100)))
    assert lines[1:] == ["  4999", "  5000", f"  pi kept {note[9:-1]}"]


def test_a_running_bash_names_the_file_too() -> None:
    block = tool("bash", {"command": "x"}, "1\n", details={"fullOutputPath": "/tmp/x.log"})
    assert rows(render_block(block, look()))[-1] == "  Full output: /tmp/x.log"


def test_an_open_bash_shows_a_command_of_several_lines() -> None:
    block = tool("bash", {"command": "cd src\nmake  all"}, "ok")
    assert rows(render_block(block, look(40)))[0] == "✓ bash  cd src …"
    opened = render_block(block, look(40, expanded=True))
    assert rows(opened)[1:3] == ["  $ cd src", "    make  all"]
    assert copied(opened[1:3]) == "cd src\nmake  all"


def test_open_output_is_capped_and_tells_where_the_rest_is() -> None:
    block = tool("bash", {"command": "x"}, "line\n" * 1_000)
    lines = rows(render_block(block, look(expanded=True)))
    assert len(lines) == 202
    assert "800 earlier lines" in lines[1]
    assert "F2" in lines[1]
    pane = look(expanded=True)._replace(whole=True)
    assert rows(render_block(block, pane))[1:] == ["  line"] * 1_000


def test_an_open_read_shows_the_content_without_pi_s_note() -> None:
    text = "\ndef main():\n\n[6 more lines in file. Use offset=5 to continue.]"
    block = tool("read", {"path": "a.py", "offset": 3, "limit": 2}, text)
    assert len(render_block(block, look())) == 1
    lines = rows(render_block(block, look(expanded=True)))
    assert any("def main():" in row for row in lines)
    assert lines[-1] == "  6 more lines in file. Use offset=5 to continue."


def test_a_read_that_failed_says_why() -> None:
    text = "ENOENT: no such file or directory, access 'nope.py'"
    block = tool("read", {"path": "nope.py"}, text, state=ToolState.FAILED)
    assert rows(render_block(block, look())) == ["✗ read  nope.py", f"  {text}"]


def test_an_image_is_a_chip() -> None:
    output: list[ContentBlock] = [
        TextContent(text="Read image file [image/png]"),
        ImageContent(data=PNG, mime_type="image/png"),
    ]
    block = ToolBlock(1, name="read", arguments={"path": "a.png"}, state=ToolState.DONE, output=output)
    assert rows(render_block(block, look())) == ["✓ read  a.png", "  [image png 10×10 78 B]"]


def test_an_edit_shows_its_diff_and_counts() -> None:
    diff = " 4     value = 2\n-5     print(value)\n+5     print(value, 3)"
    block = tool("edit", {"path": "a.py"}, "Successfully replaced 1 block(s)", details={"diff": diff})
    lines = rows(render_block(block, look(40)))
    assert lines[0].startswith("✓ edit  a.py ")
    assert lines[0].endswith("+1 −1")
    assert lines[1:] == [
        "   4       value = 2",
        "   5 -     print(value)",
        "   5 +     print(value, 3)",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "a.py", "edits": [{"oldText": "x = 1", "newText": "x = 2"}]},
        {"path": "a.py", "oldText": "x = 1", "newText": "x = 2"},
        {"path": "a.py", "edits": {"oldText": "x = 1", "newText": "x = 2"}},
    ],
)
def test_an_edit_shows_what_it_is_going_to_do(arguments: dict[str, object]) -> None:
    block = tool("edit", arguments, state=ToolState.RUNNING)
    lines = render_block(block, look(40))
    assert rows(lines)[1:] == ["  - x = 1", "  + x = 2"]
    marked = [s.text for line in lines for s in line.segments if s.style == PALETTE.diff_added_word]
    assert marked == ["2"]


def test_a_write_shows_its_content_as_it_streams() -> None:
    content = "".join(f"line {n}\n" for n in range(1, 31))
    block = tool("write", {"path": "a.txt", "content": content}, state=ToolState.PREPARING)
    lines = rows(render_block(block, look(40)))
    assert lines[0].endswith("30 lines")
    assert lines[1] == "  … 20 earlier lines"
    assert lines[-1] == "  30 line 30"
    block.state = ToolState.DONE
    done = rows(render_block(block, look(40)))
    assert done[1] == "   1 line 1"
    assert done[-1] == "  … 20 more lines"
    assert len(done) == len(lines)


def test_content_is_highlighted() -> None:
    block = tool("write", {"path": "a.py", "content": "def f():\n    return 'x'\n"})
    palette = PALETTE
    coloured = type(palette)("coloured", tokens={"Keyword": palette.error})
    lines = render_block(block, type(look())(width=60, palette=coloured))
    assert any(s.text == "def" and s.style and s.style.color for line in lines for s in line.segments)


@pytest.mark.parametrize(
    ("name", "arguments", "text", "target", "figure"),
    [
        (
            "grep",
            {"pattern": "value", "path": "src"},
            "a.py:4: value = 2\na.py-5- x",
            "/value/ in src",
            "1 match",
        ),
        ("find", {"pattern": "*.py"}, "a.py\nb.py", "*.py", "2 files"),
        ("ls", {}, "a.py\nimg.png", ".", "2 entries"),
        ("grep", {"pattern": "zzz"}, "No matches found", "/zzz/", "none"),
    ],
)
def test_a_search_says_how_much_it_found(
    name: str, arguments: dict[str, str], text: str, target: str, figure: str
) -> None:
    lines = rows(render_block(tool(name, arguments, text), look(60)))
    assert lines[0].startswith(f"✓ {name}  {target} ")
    assert lines[0].endswith(figure)


def test_codemode_shows_its_calls_as_a_tree() -> None:
    calls = [
        tool("bash", {"command": "echo hi"}, "hi", seconds=0.2),
        tool("read", {"path": "nope"}, "ENOENT: no such file", state=ToolState.FAILED, seconds=0.01),
    ]
    block = tool("codemode", {"code": "// @options: {}\nreturn 1"}, nested=calls, seconds=0.3)
    block.output = [
        TextContent(text="Script completed\nWall time 0.3 seconds\nOutput:\n"),
        TextContent(text="1"),
    ]
    lines = rows(render_block(block, look(60)))
    assert lines[0].startswith("✓ codemode  return 1 ")
    assert lines[1].startswith("  ├ ✓ bash  echo hi ")
    assert lines[1].endswith("0.2s")
    assert lines[2].startswith("  └ ✗ read  nope ")
    assert lines[3:] == ["  1"]
    assert any("ENOENT" in row for row in rows(render_block(block, look(60, expanded=True))))


def test_codemode_shows_calls_that_only_its_details_know() -> None:
    # pi 1.6.0 lists the use of models there; they are no tool calls.
    calls = [
        {"id": "a/1", "name": "bash", "args": "{}", "status": "ok"},
        {"id": "a/?", "name": "models.classify", "args": "{}", "status": "running"},
    ]
    block = tool("codemode", {"code": "x"}, details={"calls": calls}, nested=[tool("bash")])
    lines = rows(render_block(block, look(60)))
    assert [row[4:].split()[1] for row in lines[1:]] == ["bash", "models.classify"]


def test_any_other_tool_shows_readable_arguments() -> None:
    arguments = {"query": "cats", "deep": {"limit": 3, "tags": ["a", "b"]}, "body": "one\ntwo"}
    block = tool("web_search", arguments, "found")
    assert rows(render_block(block, look())) == ["✓ web_search  cats", "  found"]
    opened = rows(render_block(block, look(expanded=True)))
    assert opened[1:-1] == [
        "    query: cats",
        "    deep:",
        "      limit: 3",
        "      tags:",
        "        - a",
        "        - b",
        "    body:",
        "      one",
        "      two",
    ]


def test_a_denied_call_says_so() -> None:
    block = tool("rm", {"path": "/"}, "Blocked by user", state=ToolState.DENIED)
    lines = rows(render_block(block, look(40)))
    assert lines[0].startswith("⊘ rm  /")
    assert lines[0].endswith("denied")
    assert lines[1] == "  Blocked by user"
