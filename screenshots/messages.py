"""Scenes of all other messages: thoughts, `!` commands, summaries, what extensions say, pictures."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw
from stage import Scene, Stage, answer, call, say, think
from textual.widgets import OptionList

from pitui.disk.settings import change_settings, settings_file
from pitui.session.blocks import (
    BashBlock,
    BranchSummaryBlock,
    CompactionBlock,
    CustomBlock,
    ThinkingBlock,
    UserBlock,
)
from pitui.ui.screens.go_on import GoOn
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.side import Side

_THOUGHT = """The question is whether the watcher should keep **one** level or all of them.

- One level is simple, but nobody can tell a trend.
- All of them are `1.4` million a day."""
_SKILL = """---
name: tides
description: How to read a tide table
---
# Tides

Heights are above *chart datum*, times are local. A spring tide follows the full moon by two days.
"""
_TABLE = "\n".join(
    f"{day}. High water at **{day % 12 + 1}:10**, {3 + day % 5 / 10} m." for day in range(1, 31)
)


async def thinking(stage: Stage) -> None:
    """A thought folded, open, redacted by the provider, and one that is still thought."""
    await stage.ask("Keep all levels?")
    await stage.ask("And the moon?")
    await stage.toggle(stage.blocks(ThinkingBlock)[1])
    await stage.enter("Anything else?")
    await stage.until(lambda: stage.blocks(ThinkingBlock)[-1].streaming)
    await stage.shoot("thinking")
    await stage.stop()


async def shell(stage: Stage) -> None:
    """`!` commands that ended well and badly, one that the model does not see, and one that runs."""
    await stage.ask("!git log --oneline && ls")
    await stage.ask("!./run-tests --reapeat 3")
    await stage.ask("!!cat README.md | head -n 1")
    await stage.enter("!for i in $(seq 99); do echo gauge $i; sleep 0.1; done")
    await stage.until(lambda: stage.blocks(BashBlock)[3:] and stage.blocks(BashBlock)[3].output)
    await stage.shoot("shell")
    await stage.press("escape")
    await stage.until(lambda: not stage.blocks(BashBlock)[3].running)


async def compaction(stage: Stage) -> None:
    """The mark of a compaction, folded and open; what was before stays readable above it."""
    await stage.ask("big 30")
    await stage.ask("think")
    await stage.ask("hello")
    await stage.enter("/compact keep the names of the gauges")
    await stage.until(lambda: stage.blocks(CompactionBlock) and stage.session.phase.value == "compacting")
    await stage.idle()
    await stage.ask("slow")
    await stage.shoot("compaction")
    await stage.toggle(*stage.blocks(CompactionBlock))
    await stage.shoot("compaction-open")


async def branch(stage: Stage) -> None:
    """The summary of a branch that was left, folded and open."""
    await stage.ask("hello")
    await stage.ask("think")
    await stage.press("f4")
    rows = stage.app.screen.query_one(Side).tree_pane.rows
    await stage.until(lambda: rows.has_focus and any(row.text == "think" for row in rows.view.rows))
    rows.go_to(next(row.id for row in rows.view.rows if row.text == "think"))
    await stage.press("enter")
    await stage.until(
        lambda: isinstance(stage.app.screen, GoOn) and stage.app.screen.query_one(OptionList).has_focus
    )
    await stage.press("2")
    await stage.until(lambda: stage.blocks(BranchSummaryBlock))
    await stage.idle()
    editor = stage.app.screen.query_one(Editor)
    await stage.until(lambda: editor.text == "think")
    editor.set_text("")
    await stage.ask("slow")
    await stage.shoot("branch")
    await stage.toggle(*stage.blocks(BranchSummaryBlock))
    await stage.shoot("branch-open")


async def extension(stage: Stage) -> None:
    """Messages of an extension, short and long, an error of one, a notification, and a skill."""
    await stage.ask("/demo-message")
    await stage.ask("/demo-error")
    await stage.ask("/skill:tides When is the next spring tide?")
    await stage.enter("/demo-notify warning")
    await stage.until(lambda: stage.session.notifications)
    await stage.shoot("extension")
    await stage.enter(f"/demo-message {_TABLE}")
    await stage.until(lambda: stage.blocks(CustomBlock)[1:])
    await stage.toggle(*stage.blocks(UserBlock), stage.blocks(CustomBlock)[-1])
    stage.transcript.reveal(stage.blocks(UserBlock)[0].key)
    await stage.shoot("extension-open")


async def pictures(stage: Stage) -> None:
    """A picture that was attached and one that was read, in half blocks."""
    await stage.ask("What does @gauge.png show?")
    await stage.shoot("pictures")


async def chips(stage: Stage) -> None:
    """The same without the extra `images`, or with pi's setting `showImages` off."""
    await stage.ask("What does @gauge.png show?")
    await stage.shoot("pictures-off")


def _with_skill(cwd: Path, agent: Path) -> None:
    skill = agent / "skills" / "tides" / "SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text(_SKILL, encoding="utf-8")


def _with_picture(cwd: Path, agent: Path) -> None:
    image = Image.new("RGB", (48, 20), (96, 160, 224))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 13, 47, 19), fill=(24, 72, 136))
    draw.rectangle((10, 2, 13, 19), fill=(220, 220, 220))
    draw.rectangle((10, 6, 13, 8), fill=(200, 48, 48))
    draw.ellipse((34, 2, 40, 8), fill=(250, 210, 80))
    image.save(cwd / "gauge.png")


def _without_pictures(cwd: Path, agent: Path) -> None:
    _with_picture(cwd, agent)
    change_settings(settings_file(agent), {"terminal": {"showImages": False}})


def _that_compacts(cwd: Path, agent: Path) -> None:
    change_settings(settings_file(agent), {"compaction": {"keepRecentTokens": 20}})


_LOOK = (
    answer(call("read", path="gauge.png")),
    answer(say("A gauge in the sea, on a fine day.")),
)
SCENES = {
    "thinking": Scene(
        thinking,
        (
            answer(think(_THOUGHT), say("Keep the latest one, and one a minute beside it.")),
            answer(think(_THOUGHT), think("", redacted=True), say("The moon is no concern of the watcher.")),
            answer(think(_THOUGHT * 20), say("No.")),
        ),
        speed=30,
    ),
    "shell": Scene(shell),
    "compaction": Scene(compaction, prepare=_that_compacts),
    "branch": Scene(branch),
    "extension": Scene(extension, (answer(say("Two days after the full moon.")),), prepare=_with_skill),
    "pictures": Scene(pictures, _LOOK, prepare=_with_picture),
    "chips": Scene(chips, _LOOK, prepare=_without_pictures),
}
