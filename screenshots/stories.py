"""Scenes with the stories of the demo's model: a run, markdown, what goes wrong, dialogs."""

from __future__ import annotations

from stage import Scene, Stage

from pitui.session.blocks import RetryBlock, WaitState


async def work(stage: Stage) -> None:
    """A run with a correction steered in and a follow-up behind it, then its end, and the tree."""
    await stage.enter("Fix the flaky test")
    await stage.until(lambda: len(stage.session.blocks) > 6)
    await stage.enter("use a fake clock, please")
    await stage.enter("then commit it", "alt+enter")
    await stage.until(lambda: stage.session.queue.follow_up)
    await stage.shoot("steering")
    await stage.idle()
    await stage.shoot("conversation")
    await stage.press("f4")
    await stage.shoot("tree")


async def markdown(stage: Stage) -> None:
    """What answers look like."""
    for story in ("markdown", "code", "table", "math", "unicode"):
        await stage.ask(story)
        await stage.shoot(story)


async def trouble(stage: Stage) -> None:
    """An attempt that failed and its retry, first counting down; then a truncated, a refused and a stopped answer."""
    await stage.enter("retry 1")
    await stage.until(lambda: any(retry.state is WaitState.RUNNING for retry in stage.blocks(RetryBlock)))
    await stage.shoot("retry")
    await stage.idle()
    await stage.ask("length")
    await stage.ask("fail")
    await stage.enter("wait 60")
    await stage.until(lambda: stage.session.phase.is_busy)
    await stage.stop()
    await stage.shoot("trouble")


async def dialogs(stage: Stage) -> None:
    """What extensions ask and show."""
    await stage.enter("/demo-status")
    await stage.enter("/demo-widget")
    await stage.enter("/demo-select")
    await stage.asked()
    await stage.shoot("dialog")
    await stage.press("escape")
    await stage.until(lambda: not stage.session.dialogs)


SCENES = {
    "work": Scene(work),
    "markdown": Scene(markdown),
    "trouble": Scene(trouble),
    "dialogs": Scene(dialogs),
}
