"""The queue that can be edited, against both versions of pi."""

from __future__ import annotations

import pytest

from pitui.protocol.content import ImageContent
from pitui.session.blocks import TextBlock, ToolBlock, ToolState
from pitui.session.capabilities import Capabilities
from pitui.session.phase import Phase
from pitui.session.waiting import Waiting
from tests.conftest import RealPi
from tests.real_pi.controlled import Controlled, controlled

pytestmark = pytest.mark.anyio

PIXEL = ImageContent(
    data="iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    mime_type="image/png",
)


async def working(it: Controlled, prompt: str = "wait 3") -> None:
    """Begin a run that lasts for a while."""
    it.controller.send(prompt, "steer")
    await it.until(lambda: it.phase is Phase.WORKING and prompt in it.delivered)


async def test_a_delivered_message_is_the_edited_one_and_in_its_new_lane(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        await working(it)
        for text in "A", "B", "C":
            it.controller.send(text, "steer")
        queue = it.steering.queue
        queue.remove(it.find("B"))
        queue.edit(it.find("A"), "A2", "", ())
        queue.switch_lane(it.find("C"))
        it.steering.changed()
        assert [(m.text, m.lane) for m in queue.shown] == [("A2", "steer"), ("C", "followUp")]
        await it.idle()
        assert it.delivered == ["wait 3", "A2", "C"]
        assert it.returned == []


async def test_changes_reach_messages_that_pi_has_already(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        await working(it)
        holds = it.steering.delivery.capabilities.clear_queue is False
        for text in "A", "B", "C":
            it.controller.send(text, "steer")
            if not holds:
                await it.until(lambda text=text: text in it.controller.session.queue.steering)
        assert it.waiting == ["A", "B", "C"]
        it.steering.queue.remove(it.find("B"))
        it.steering.changed()
        it.steering.queue.edit(it.find("A"), "A2", "", ())
        it.steering.changed()
        it.steering.queue.switch_lane(it.find("C"))
        it.steering.changed()
        await it.idle()
        assert it.delivered == ["wait 3", "A2", "C"]


async def test_a_reordered_queue_is_delivered_in_its_new_order(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        await working(it)
        for text in "A", "B", "C":
            it.controller.send(text, "followUp")
        it.steering.queue.move(it.find("C"), -1)
        it.steering.queue.move(it.find("C"), -1)
        it.steering.changed()
        await it.idle()
        assert it.delivered == ["wait 3", "C", "A", "B"]


async def test_a_stop_gives_everything_back_in_order(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        await working(it, "wait 30")
        it.controller.send("A", "steer")
        it.controller.send("B", "followUp")
        it.controller.send("C", "steer")
        returned = await it.controller.stop()
        assert [message.text for message in returned] == ["A", "C", "B"]
        await it.idle()
        assert it.delivered == ["wait 30"]
        assert it.controller.session.queue.steering == ()
        assert it.controller.session.queue.follow_up == ()


async def test_a_stop_right_behind_twenty_messages_loses_none(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        texts = [f"wait 30, message {n}" for n in range(20)]
        for text in texts:
            it.controller.send(text, "steer")
        returned = await it.controller.stop()
        await it.until(lambda: it.phase is Phase.IDLE)
        assert it.delivered + [message.text for message in returned] == texts


async def test_twenty_messages_sent_at_once_all_arrive(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        texts = [f"message {n}" for n in range(20)]
        for text in texts:
            it.controller.send(text, "steer")
        await it.idle()
        assert it.delivered == texts
        assert it.returned == []


async def test_all_is_taken_back_while_the_run_goes_on(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        await working(it)
        it.controller.send("A", "steer")
        it.controller.send("B", "followUp")
        assert [message.text for message in await it.steering.recall()] == ["A", "B"]
        assert it.phase is Phase.WORKING
        await it.idle()
        assert it.delivered == ["wait 3"]


async def test_stop_and_send_begins_with_the_draft(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        await working(it, "wait 30")
        it.controller.send("later", "followUp")
        await it.steering.stop_and_send(Waiting("now", "steer"))
        await it.idle()
        assert it.delivered == ["wait 30", "now", "later"]


async def test_what_is_already_in_the_queue_of_an_old_pi_does_not_run(real_pi: RealPi) -> None:
    async with controlled(real_pi, speed=20) as it:
        is_old = it.steering.delivery.capabilities.clear_queue is False
        it.steering.delivery.capabilities = Capabilities(clear_queue=True)
        it.steering.changed()
        await working(it, "wait 30")
        texts = ["A", "B", "C"]
        for text in texts:
            it.controller.send(text, "steer")
            await it.until(lambda text=text: text in it.controller.session.queue.steering)
        returned = await it.controller.stop()
        await it.until(lambda: it.phase is Phase.IDLE)
        assert it.controller.session.queue.steering == ()
        assert it.delivered[1:] == (texts if is_old else [])
        assert [message.text for message in returned] == ([] if is_old else texts)
        assert not any(isinstance(block, TextBlock) for block in it.controller.session.blocks)


async def test_images_stay_with_their_message(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        await working(it)
        it.controller.send("look", "steer", (PIXEL,))
        it.controller.send("", "steer", (PIXEL,))
        it.controller.send("words", "steer")
        it.steering.queue.move(it.find("words"), -1)
        it.steering.changed()
        await it.idle()
        blocks = [b for b in it.controller.session.blocks if getattr(b, "images", None) is not None]
        shown = [(getattr(b, "text", ""), len(getattr(b, "images", ()))) for b in blocks]
        assert [text.split("\n")[0] for text, _ in shown] == ["wait 3", "look", "words", ""]
        assert [count for _, count in shown] == [0, 1, 0, 1]


async def test_modes_are_set_and_shown(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        await it.steering.set_mode("steer", "all")
        await it.steering.set_mode("followUp", "all")
        assert it.controller.session.state.steering_mode == "all"
        await working(it)
        for text in "A", "B":
            it.controller.send(text, "followUp")
        await it.idle()
        assert it.delivered == ["wait 3", "A", "B"]


async def test_what_was_just_written_can_be_changed_while_a_tool_runs(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        await working(it, "sleep 8")
        await it.until(lambda: it.steering.delivery.flux.in_tools)
        for text in "A", "B", "C":
            it.controller.send(text, "steer")
        queue = it.steering.queue
        assert [queue.refusal(message) for message in queue.shown] == [None] * 3
        queue.remove(it.find("B"))
        queue.edit(it.find("A"), "A2", "", ())
        queue.switch_lane(it.find("C"))
        it.steering.changed()
        await it.until(lambda: "A2" in it.controller.session.queue.steering)
        await it.idle()
        assert it.delivered == ["sleep 8", "A2", "C"]
        tools = [block for block in it.controller.session.blocks if isinstance(block, ToolBlock)]
        assert tools[0].state is ToolState.DONE
