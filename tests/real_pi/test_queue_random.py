"""Random use of the queue against real pi: no message is delivered twice, and none gets lost.

`PITUI_QUEUE_SEQUENCES` says how many sequences are played with each version, 20 if it is not set.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import anyio
import pytest

from pitui.session.blocks import NoticeBlock
from pitui.session.phase import Phase
from pitui.session.waiting import LANES, Waiting
from tests.conftest import RealPi
from tests.real_pi.controlled import Controlled, controlled

SEQUENCES = int(os.environ.get("PITUI_QUEUE_SEQUENCES", "20"))
FIRST_SEED = int(os.environ.get("PITUI_QUEUE_SEED", "0"))

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(60 + 20 * SEQUENCES)]

PROMPTS = ("lines 2", "lines 5", "wait 1", "table", "parallel", "retry 1")
LONGEST_PAUSE = 0.15
OPERATIONS = (
    ("send",) * 6
    + ("edit",) * 3
    + ("remove", "move", "move", "lane", "lane", "hold", "recall", "stop", "settle")
)


class Player:
    """Plays one sequence and remembers what should become of each message."""

    def __init__(self, it: Controlled, seed: int) -> None:
        """Begin a sequence."""
        self.it = it
        self.seed = seed
        self.random = random.Random(seed)
        self.newest: dict[str, str] = {}
        self.removed: set[str] = set()
        self.log: list[str] = []
        self.sent_before = len(it.delivered)
        self.returned_before = len(it.returned)

    async def play(self) -> None:
        """Play the sequence to its end, when nothing waits any more."""
        self.it.controller.send(self.random.choice(PROMPTS), self.random.choice(LANES))
        for _ in range(self.random.randrange(6, 16)):
            await anyio.sleep(self.random.choice((0, 0, self.random.random() * LONGEST_PAUSE)))
            await self._operate(self.random.choice(OPERATIONS))
        for message in self.it.steering.queue.shown:
            self.it.steering.queue.hold(message, False)
        self.it.steering.changed()
        await self.it.idle()

    async def _operate(self, operation: str) -> None:
        steering = self.it.steering
        queue = steering.queue
        match operation:
            case "send":
                name = f"m{self.seed}.{len(self.newest)}"
                self.newest[name] = f"{name} v1"
                self.log.append(f"send {name}")
                self.it.controller.send(self.newest[name], self.random.choice(LANES))
            case "stop":
                self.log.append("stop")
                self._came_back(await self.it.controller.stop())
            case "recall":
                self.log.append("recall")
                self._came_back(await steering.recall())
            case "settle":
                if not any(message.held for message in queue.shown):
                    self.log.append("settle")
                    await self.it.until(lambda: self.it.phase is Phase.IDLE)
            case _:
                mine = [message for message in queue.shown if message.text.split()[0] in self.newest]
                message = self.random.choice(mine) if mine else None
                if message is not None and queue.refusal(message) is None:
                    self.log.append(f"{operation} {message.text}")
                    self._change(operation, message)
                    steering.changed()

    def _change(self, operation: str, message: Waiting) -> None:
        queue = self.it.steering.queue
        name, version = message.text.split(" v")
        match operation:
            case "edit":
                self.newest[name] = f"{name} v{int(version) + 1}"
                queue.edit(message, self.newest[name], "", ())
            case "remove":
                self.removed.add(name)
                queue.remove(message)
            case "move":
                queue.move(message, self.random.choice((-1, 1)))
            case "lane":
                queue.switch_lane(message)
            case _:
                queue.hold(message, not message.held)

    def _came_back(self, messages: list[Waiting]) -> None:
        self.it.returned += [message.text for message in messages]

    def check(self) -> None:
        """Every message was delivered at most once, and is delivered or back unless it was removed."""
        delivered = [text for text in self.it.delivered[self.sent_before :] if text.startswith("m")]
        returned = [text for text in self.it.returned[self.returned_before :] if text.startswith("m")]
        story = f"seed {self.seed}: {self.log}; delivered {delivered}; back {returned}"
        times = Counter(text.split()[0] for text in delivered)
        assert all(count == 1 for count in times.values()), story
        assert len(set(returned)) == len(returned), story
        notices = [b.text for b in self.it.controller.session.blocks if isinstance(b, NoticeBlock)]
        for name, newest in self.newest.items():
            was_delivered = next((text for text in delivered if text.split()[0] == name), None)
            if name in self.removed:
                assert was_delivered is None or any(was_delivered in text for text in notices), story
                assert newest not in returned, story
            elif was_delivered == newest:
                assert newest not in returned, story
            else:
                assert newest in returned, story


async def test_no_message_is_lost_or_doubled(real_pi: RealPi) -> None:
    async with controlled(real_pi) as it:
        for seed in range(FIRST_SEED, FIRST_SEED + SEQUENCES):
            player = Player(it, seed)
            with anyio.fail_after(30):
                await player.play()
            player.check()
            if seed % 10 == 9:
                await it.controller.new_session()
