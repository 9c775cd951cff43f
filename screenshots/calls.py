"""Scenes of tool calls: each tool's own form, and every way in which a call stands or ends."""

from __future__ import annotations

from stage import Scene, Stage, answer, call, say

from pitui.session.blocks import ToolBlock

_UNITS = '''"""Units of length."""


def feet(metres):
    """Convert metres to feet."""
    return metres * 3.28


def fathoms(metres):
    """Convert metres to fathoms."""
    return metres * 0.546
'''
_OLD = '    """Convert metres to feet."""\n    return metres * 3.28\n'
_NEW = '    """Convert metres to feet, exactly."""\n    return metres / 0.3048\n'
_COLOURS = (
    r"printf '\033[32mok\033[0m    test_range\n\033[1;31mFAIL\033[0m  test_level \033[7m 30 ms \033[0m\n'"
)
_SCRIPT = """const files = await tools.bash({ command: "ls tidewatch" });
const [gauge, moon] = await Promise.allSettled([
  tools.read({ path: "tidewatch/gauge.py" }),
  tools.read({ path: "tidewatch/moon.py" }),
]);
console.log("moon:", moon.status);
return files.output.trim().split("\\n").length + " files";
"""


async def bash(stage: Stage) -> None:
    """Colours, an exit code, a truncated output with the path of the whole, and one that runs."""
    await stage.enter("Run the tests")
    await stage.until(lambda: stage.blocks(ToolBlock)[3:])
    await stage.running()
    await stage.shoot("bash")
    await stage.stop()


async def files(stage: Stage) -> None:
    """read, write and edit; then read open."""
    await stage.ask("Make the units exact")
    await stage.shoot("files")
    await stage.toggle(*stage.blocks(ToolBlock)[:1])
    stage.transcript.move("top")
    await stage.shoot("files-open")


async def writing(stage: Stage) -> None:
    """A write that waits, and an edit whose arguments still stream."""
    await stage.enter("Write a module of units")
    await stage.until(lambda: _is_half_written(stage))
    await stage.shoot("writing")
    await stage.stop()


async def search(stage: Stage) -> None:
    """grep, find and ls."""
    await stage.ask("Where does anything wait?")
    await stage.shoot("search")


async def outcomes(stage: Stage) -> None:
    """Calls of tools that pitui does not know, denied, aborted, and side by side."""
    await stage.enter("Look the tide up and clean the caches")
    await stage.asked()
    await stage.press("escape")
    await stage.idle()
    await stage.shoot("other")
    await stage.toggle(*stage.blocks(ToolBlock)[:1])
    stage.transcript.move("top")
    await stage.shoot("other-open")
    await stage.toggle(*stage.blocks(ToolBlock)[:1])
    await stage.enter("Wait for all gauges")
    await stage.running(calls=2)
    await stage.until(lambda: stage.blocks(ToolBlock)[-2].state.has_ended)
    stage.transcript.move("bottom")
    await stage.shoot("parallel")
    await stage.stop()
    await stage.shoot("aborted")


async def codemode(stage: Stage) -> None:
    """A script with its calls as a small tree."""
    await stage.ask("Count the files")
    await stage.shoot("codemode")
    await stage.press("ctrl+o")
    await stage.shoot("codemode-open")


def _is_half_written(stage: Stage) -> bool:
    calls = stage.blocks(ToolBlock)
    return bool(calls) and "feet" in str(calls[-1].arguments.get("edits"))


SCENES = {
    "bash": Scene(
        bash,
        (
            answer(call("bash", command=_COLOURS)),
            answer(call("bash", command="echo checking the gauges; exit 3")),
            answer(call("bash", command="seq -f 'level %g cm' 5000")),
            answer(
                say("Now the one that takes its time:"),
                call(
                    "bash",
                    command='for i in $(seq 60); do echo "reading $i"; sleep 0.1; done',
                    timeout=90,
                ),
            ),
        ),
    ),
    "files": Scene(
        files,
        (
            answer(
                say("I read the gauge first."), call("read", path="tidewatch/gauge.py", offset=3, limit=12)
            ),
            answer(call("write", path="tidewatch/units.py", content=_UNITS)),
            answer(call("edit", path="tidewatch/units.py", edits=[{"oldText": _OLD, "newText": _NEW}])),
            answer(say("A foot is 0.3048 m by definition.")),
        ),
    ),
    "writing": Scene(
        writing,
        (
            answer(
                say("Both in one go:"),
                call("write", path="tidewatch/units.py", content=_UNITS),
                call("edit", path="README.md", edits=[{"oldText": "# tidewatch\n", "newText": _UNITS * 4}]),
            ),
        ),
        speed=120,
    ),
    "search": Scene(
        search,
        (
            answer(
                call("grep", pattern=r"\bwait|sleep\b", path="tests", glob="*.py"),
                call("find", pattern="**/*.py"),
                call("ls", path="tidewatch"),
                call("grep", pattern="moon", path="."),
            ),
            answer(say("The tests sleep in two places.")),
        ),
    ),
    "outcomes": Scene(
        outcomes,
        (
            answer(
                call("tide_table", station="Cuxhaven", days=2, options={"unit": "m", "datum": "chart datum"}),
                call("moon_phase", date="tomorrow"),
                call("bash", command="rm -rf build .cache"),
            ),
            answer(say("Neither the moon nor the caches, then.")),
            answer(
                call("bash", command='for i in 1 2 3; do echo "Brest $i"; sleep 0.1; done'),
                call("bash", command='for i in $(seq 300); do echo "Cuxhaven $i"; sleep 0.1; done'),
                call("bash", command='sleep 0.2; echo "the line is dead"; exit 1'),
                call("bash", command='for i in $(seq 99); do echo "Saint-Malo $i"; sleep 0.3; done'),
            ),
        ),
    ),
    "codemode": Scene(
        codemode,
        (answer(say("One script does it:"), call("codemode", code=_SCRIPT)), answer(say("Three of them."))),
    ),
}
