"""The first picture: what is loaded for it, and that it looks like the screen that comes after it."""

from __future__ import annotations

import subprocess
import sys
from operator import attrgetter
from pathlib import Path

import anyio
import pytest
from textual.app import App
from textual.events import Key, Paste

import pitui.ui.app
from pitui.ui.plan import WIDE, Plan
from pitui.ui.screens.opening import Opening
from pitui.ui.session_place import SessionPlace
from tests.bench.sessions import LAST_WORD, write_session

PATIENCE = 20

pytestmark = pytest.mark.anyio

LATER = (
    "pydantic",
    "markdown_it",
    "pygments",
    "pathspec",
    "tomlkit",
    "anyio",
    "tomllib",
    "textual.widgets._text_area",
    "pitui.session",
    "pitui.ui.widgets.editor",
)

LOADED = """
import sys
import pitui.ui.app
print(*sys.modules)
"""


def test_the_first_picture_waits_for_nothing_that_it_does_not_show() -> None:
    found = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = set(found.stdout.split())
    assert "textual.app" in loaded
    assert loaded & set(LATER) == set()


class Opened(App[None]):
    """Only the first picture."""

    CSS_PATH = Path(pitui.ui.app.__file__).with_name("app.tcss")

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan
        self.painted = anyio.Event()

    def get_default_screen(self) -> Opening:
        return Opening(self.plan, SessionPlace(self.plan), self.painted.set)

    @property
    def rows(self) -> list[str]:
        strips = attrgetter("_compositor")(self.screen).render_strips()
        return [strip.text.rstrip() for strip in strips]


async def picture(plan: Plan, width: int) -> list[str]:
    app = Opened(plan)
    async with app.run_test(size=(width, 24)):
        with anyio.fail_after(PATIENCE):
            await app.painted.wait()
        return app.rows


@pytest.mark.parametrize("width", [120, 80, 40])
async def test_a_new_session_begins_with_its_frame(tmp_path: Path, width: int) -> None:
    rows = await picture(Plan(cwd=tmp_path), width)
    assert rows[0].startswith(" pitui")
    assert rows[-2].startswith(" ❯")
    assert rows[-3] == "─" * width
    assert any("Ask pi" in row for row in rows)
    assert [("│" in row) for row in rows[1:19]] == [width >= WIDE] * 18


@pytest.mark.parametrize("width", [120, 80])
async def test_a_stored_session_begins_with_what_was_said_last(tmp_path: Path, width: int) -> None:
    file = tmp_path / "session.jsonl"
    write_session(file, 100, tmp_path)
    rows = await picture(Plan(cwd=tmp_path, pi_args=("--session", str(file))), width)
    said = next(n for n, row in enumerate(rows) if LAST_WORD in row)
    assert rows[said + 1].startswith(" ⠋ starting pi")
    assert rows[said - 2].startswith(" That was all.")
    assert not any("Ask pi" in row for row in rows)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        pytest.param([*"fix it"], " ❯ fix it", id="letters"),
        pytest.param([*"fix\x7fx"], " ❯ fix", id="taken back"),
        pytest.param(["a\nb\x1b[31mc"], " ❯ b␛[31mc", id="a paste of foreign text"),
        pytest.param(["x" * 500 + "end"], f" ❯ {'x' * 32}end", id="more than there is room for"),
        pytest.param(["漢" * 100], f" ❯ {'漢' * 17}", id="wide letters"),
    ],
)
async def test_what_is_typed_meanwhile_is_seen(tmp_path: Path, typed: list[str], shown: str) -> None:
    app = Opened(Plan(cwd=tmp_path))
    async with app.run_test(size=(40, 10)) as pilot:
        screen = app.screen
        assert isinstance(screen, Opening)
        for text in typed:
            if len(text) > 1:
                screen.typed(Paste(text))
            else:
                screen.typed(Key("backspace", None) if text == "\x7f" else Key(text, text))
        await pilot.pause()
        assert app.rows[-2] == shown


async def test_something_to_look_at_has_nothing_to_write_in(tmp_path: Path) -> None:
    rows = await picture(Plan(cwd=tmp_path, view=tmp_path / "session.jsonl"), 80)
    assert rows[0].startswith(" pitui")
    assert not any("❯" in row for row in rows)
