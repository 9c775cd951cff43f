"""The bottom line over a real pi: what pi counts, where the models come from, and who pays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitui.protocol.content import usage_in
from pitui.protocol.entries import MessageEntry, SessionEntry
from pitui.protocol.messages import AssistantMessage
from pitui.render.format import count, money
from pitui.session.phase import Phase
from pitui.ui.widgets.status import StatusLine
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen, on_screen

pytestmark = pytest.mark.anyio

WIDE = (140, 30)
VIRTUAL = Path(__file__).with_name("virtual.ts")


def store_key(pi: RealPi, provider: str, **credential: Any) -> None:
    (pi.agent_dir / "auth.json").write_text(json.dumps({provider: credential}))


def line(it: OnScreen) -> str:
    """The bottom line."""
    return it.app.screen.query_one(StatusLine).render().plain


def hit_rate(entries: list[SessionEntry]) -> float:
    """How much of the latest prompt was in the cache, in percent."""
    latest = [entry.message for entry in entries if isinstance(entry, MessageEntry)][-1]
    assert isinstance(latest, AssistantMessage)
    used = usage_in(latest.usage)
    assert used is not None
    return 100 * used.cache_read / (used.input + used.cache_read + used.cache_write)


async def answered(it: OnScreen, text: str) -> None:
    """Ask, and stay until the figures are those of the answer."""
    asked = it.session.stats.assistant_messages if it.session.stats else 0
    await it.send(text)
    await it.until(
        lambda: (
            it.session.phase is Phase.IDLE
            and it.session.stats
            and it.session.stats.assistant_messages > asked
        )
    )


async def test_it_has_the_figures_of_pi(real_pi: RealPi) -> None:
    async with on_screen(real_pi, "--thinking", "low", size=WIDE) as it:
        await answered(it, "table")
        await answered(it, "table again")
        stats = await it.controller.client.get_session_stats()
        rate = hit_rate((await it.controller.client.get_entries()).entries)
        assert stats.context_usage is not None
        tokens = stats.tokens
        for figure in (
            "demo-1 · low",
            f"{stats.context_usage.percent:.1f}% of 100k (auto)",
            f"↑{count(tokens.input)} ↓{count(tokens.output)}",
            f"cache {count(tokens.cache_read)}/{count(tokens.cache_write)} hit {rate:.0f}%",
            money(stats.cost),
        ):
            assert figure in line(it)
        assert rate > 0
        assert "(demo)" not in line(it)
        assert "(sub)" not in line(it)
        await it.send("/autocompact off")
        await it.until(lambda: "(auto)" not in line(it))


async def test_the_head_has_name_folder_and_branch(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=WIDE) as it:
        await it.until(lambda: it.rows[0].endswith("/tidewatch (master)"))
        await it.send("/name the tide")
        await it.until(lambda: it.rows[0].startswith(" pitui  the tide "))


async def test_a_loaded_session_has_its_hit_rate_too(real_pi: RealPi) -> None:
    async with on_screen(real_pi, size=WIDE) as it:
        await answered(it, "table")
        await answered(it, "table again")
        shown = line(it)
        file = it.session.state.session_file
    async with on_screen(real_pi, "--session", str(file), size=WIDE) as it:
        await it.until(lambda: line(it) == shown)


@pytest.mark.parametrize("pi_version", ["1.6.0"])
async def test_a_virtual_model_names_the_one_that_has_answered(real_pi: RealPi) -> None:
    async with on_screen(real_pi, "-e", str(VIRTUAL), size=WIDE) as it:
        await it.send("/model auto")
        await it.until(lambda: line(it).startswith("(router) auto · "))
        assert "→" not in line(it)
        await answered(it, "table")
        assert "→ demo-1 · low" in line(it)


async def test_the_provider_is_named_when_there_is_more_than_one(real_pi: RealPi) -> None:
    store_key(real_pi, "groq", type="api_key", key="gsk_x")
    async with on_screen(real_pi, size=WIDE) as it:
        await it.until(lambda: line(it).startswith("(demo) demo-1 · "))
        await it.send("/model gpt-oss-120b")
        await it.until(lambda: line(it).startswith("(groq) openai/gpt-oss-120b · "))


async def test_a_subscription_is_told_and_an_api_key_is_not(real_pi: RealPi) -> None:
    store_key(real_pi, "anthropic", type="oauth", access="x", refresh="y", expires=4102444800000)
    bare = RealPi(real_pi.version, real_pi.argv, real_pi.env, real_pi.agent_dir, real_pi.cwd)
    async with on_screen(bare, size=WIDE) as it:
        await it.until(lambda: "$0.00" in line(it))
        assert "(sub)" not in line(it)
        await it.send("/model claude-opus-4-5")
        await it.until(lambda: "claude-opus-4-5" in line(it) and "$0.00 (sub)" in line(it))
        await it.send("/model demo-1")
        await it.until(lambda: "demo-1" in line(it) and "(sub)" not in line(it))
