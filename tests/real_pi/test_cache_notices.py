"""What prompt caches have cost: pitui tells the same as pi's own screen, live and loaded, over both versions."""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect
import pytest

from pitui.disk.folders import default_session_folder
from pitui.session.blocks import NoticeBlock
from tests.conftest import RealPi
from tests.real_pi.lists import command, on_main, settings_of
from tests.real_pi.live_session import LiveSession, live_session
from tests.real_pi.on_screen import PATIENCE, on_screen
from tests.session.records import assistant, entry, line, message_entry, text, user
from tests.session.test_cache_notices import usage

MISSES = Path(__file__).with_name("cache_miss.ts")
MINUTE = 60_000


def want(pi: RealPi) -> None:
    (pi.agent_dir / "settings.json").write_text(json.dumps({"showCacheMissNotices": True}))


def answer(words: str, used: dict[str, Any], minute: float, model: str = "demo-1") -> dict[str, Any]:
    at = int(minute * MINUTE)
    return assistant(text(words), timestamp=at, api="faux", provider="demo", model=model, usage=used)


def store(pi: RealPi) -> Path:
    """A session with misses of all kinds, and a cache that was kept warm twice."""
    entries = line(
        message_entry("a1", None, user("the first question"), 1),
        message_entry("a2", None, answer("the first answer", usage(written=30_000), 0), 2),
        message_entry("a3", None, answer("the second", usage(read=2_000, written=29_000), 1), 3),
        message_entry("a4", None, answer("the third", usage(read=30_000, written=1_000), 2), 4),
        message_entry("a5", None, answer("the fourth", usage(read=1_000, written=31_000), 9), 5),
        message_entry("a6", None, answer("the fifth", usage(written=33_000), 10, "other"), 6),
        message_entry("a7", None, answer("the sixth", usage(written=33_500), 11, "demo-1"), 7),
        *(
            entry(
                f"w{number}",
                None,
                "usage",
                7 + number,
                kind="cache_warm",
                provider="demo",
                model="demo-1",
                usage={**usage(read=33_500), "cost": {**usage()["cost"], "total": 0.0105}},
            )
            for number in (1, 2)
        ),
        message_entry("a8", None, user("the last question"), 9),
    )
    header = {
        "type": "session",
        "version": 3,
        "id": "11111111-1111-4111-8111-111111111111",
        "timestamp": "2026-01-01T00:00:00.000Z",
        "cwd": str(pi.cwd),
    }
    folder = default_session_folder(pi.cwd, pi.agent_dir)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "2026-01-01T00-00-00-000Z_11111111-1111-4111-8111-111111111111.jsonl"
    path.write_text("".join(json.dumps(data) + "\n" for data in (header, *entries)))
    return path


def told(live: LiveSession) -> list[str]:
    return [block.text for block in live.session.blocks if isinstance(block, NoticeBlock)]


@contextmanager
def own_screen(pi: RealPi, *args: str) -> Generator[pexpect.spawn[bytes]]:
    """pi's own screen on a terminal."""
    child: pexpect.spawn[bytes] = pexpect.spawn(
        pi.argv[0],
        [*pi.argv[1:], *pi.demo_args, *args],
        cwd=str(pi.cwd),
        env={**pi.env, "PITUI_DEMO_SPEED": "0"},
        dimensions=(60, 120),
        timeout=PATIENCE,
    )
    try:
        yield child
    finally:
        child.close(force=True)


def notices_of(pi: RealPi, file: Path, last: str) -> list[str]:
    """What pi's own screen tells of a session, up to some last words."""
    with own_screen(pi, "--session", str(file)) as child:
        child.expect(last.encode())
        shown = re.sub(rb"\x1b\[[\d;?]*[a-zA-Z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)", b"", child.before or b"")
    return re.findall(r"Cache (?:miss|warmed).*?(?:\)|: \$[\d.]+)(?=\s)", shown.decode())


@pytest.mark.anyio
async def test_stored_misses_and_warming_are_told_as_pi_tells_them(real_pi: RealPi) -> None:
    want(real_pi)
    file = store(real_pi)
    expected = notices_of(real_pi, file, "the last question")
    assert "Cache miss after 7m idle: 30k tokens re-billed (~$0.10)" in expected
    assert "Cache miss after model switch: 33k tokens re-billed (~$0.11)" in expected
    async with on_screen(real_pi, "--session", str(file), size=(120, 60)) as it:
        notices = it.notices
        assert [notice for notice in notices if notice.startswith("Cache miss")] == [
            notice for notice in expected if notice.startswith("Cache miss")
        ]
        assert notices[-1] == "Cache warmed: $0.021"
        if real_pi.version == "1.6.0":
            assert notices == expected
        await it.until(lambda: "· Cache miss after 7m idle: 30k tokens re-billed (~$0.10)" in it.text)


@pytest.mark.anyio
async def test_a_miss_is_told_as_it_happens_and_when_it_is_loaded(real_pi: RealPi) -> None:
    async with live_session(real_pi, "-e", str(MISSES)) as live:
        live.session.cache_notices.are_wanted = lambda: True
        await live.ask("table " + "word " * 20_000)
        await live.client.prompt("/salt")
        await live.ask("table again")
        (notice,) = told(live)
        assert re.fullmatch(r"Cache miss: \d\dk tokens re-billed \(~\$0\.\d\d\)", notice)
        fresh = await live.loaded()
        assert not any(isinstance(block, NoticeBlock) for block in fresh.blocks)
        fresh.cache_notices.are_wanted = lambda: True
        fresh.load(await live.client.get_entries(), await live.client.get_state())
        assert [block.text for block in fresh.blocks if isinstance(block, NoticeBlock)] == [notice]


@pytest.mark.anyio
async def test_nothing_is_told_by_default_and_the_setting_counts_from_the_next_answer(
    real_pi: RealPi,
) -> None:
    async with on_screen(real_pi, "-e", str(MISSES)) as it:

        async def ask(words: str) -> None:
            count = len(it.session.blocks)
            await it.send(words)
            await it.until(lambda: len(it.session.blocks) > count + 1)
            await it.ready()

        it.controller.send("table " + "word " * 20_000, "steer")
        await it.until(lambda: len(it.session.blocks) > 1)
        await it.ready()
        await it.send("/salt")
        await ask("table of it")
        assert it.notices == []
        await command(it, "/settings showCacheMissNotices")
        await it.until(lambda: "Tell what prompt caches cost" in it.text)
        await it.press("enter")
        await it.until(lambda: settings_of(real_pi)["showCacheMissNotices"] is True)
        await it.press("escape")
        await on_main(it)
        await it.send("/salt")
        await ask("table, another")
        await it.until(lambda: any(notice.startswith("Cache miss: ") for notice in it.notices))
