"""A picture that real pi reads or is sent, as the whole screen shows it."""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from pathlib import Path

import pytest
from PIL import Image

from pitui.disk.settings import change_settings, settings_file
from pitui.session.blocks import ToolBlock, UserBlock
from pitui.ui.widgets.transcript import Transcript
from tests.conftest import RealPi
from tests.real_pi.on_screen import OnScreen, on_screen

pytestmark = pytest.mark.anyio

_MODEL = """
import { fauxAssistantMessage, fauxProvider, fauxToolCall } from "@earendil-works/pi-ai";
export default function (pi) {
    const faux = fauxProvider({ provider: "calls", models: [{ id: "calls-1", input: ["text", "image"] }] });
    faux.setResponses([
        fauxAssistantMessage([fauxToolCall("read", { path: "gauge.png" })], { stopReason: "toolUse" }),
        fauxAssistantMessage("done"),
    ]);
    pi.registerProvider(faux.provider);
}
"""
_PICTURE = "▀" * 24


@pytest.fixture
def reader(real_pi: RealPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RealPi:
    """A pi whose model reads a picture, on a terminal of all colours without a desktop."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    for name in ("NO_COLOR", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    Image.new("RGB", (24, 12), (200, 40, 40)).save(real_pi.cwd / "gauge.png")
    model = tmp_path / "model.ts"
    model.write_text(_MODEL)
    arguments = ("-e", str(model), "--provider", "calls", "--model", "calls-1")
    return dataclasses.replace(real_pi, demo_args=arguments)


def _done(screen: OnScreen) -> bool:
    return any(row.strip() == "done" for row in screen.rows)


def _pictures(screen: OnScreen) -> int:
    return sum(_PICTURE in row for row in screen.rows)


async def test_a_picture_that_pi_has_read_is_shown_and_can_be_opened(reader: RealPi) -> None:
    async with on_screen(reader, size=(100, 40)) as screen:
        await screen.send("see @gauge.png")
        # Six rows of it in the message, which attaches the image that it names, and six in the result.
        await screen.until(lambda: _done(screen) and _pictures(screen) == 12)
        user = next(block for block in screen.session.blocks if isinstance(block, UserBlock))
        read = next(block for block in screen.session.blocks if isinstance(block, ToolBlock))
        transcript = screen.app.screen.query_one(Transcript)
        transcript.focus()
        opened: list[bytes] = []
        for block in (user, read):
            transcript.reveal(block.key)
            before = len(_told(screen))
            await screen.press("o")
            await screen.until(lambda before=before: len(_told(screen)) > before)
            words = _told(screen)[-1].removeprefix("The image is in ").removesuffix(" until pitui ends.")
            opened.append(Path(words).read_bytes())
        assert opened == [(reader.cwd / "gauge.png").read_bytes()] * 2


async def test_pi_s_setting_for_images_is_followed(reader: RealPi) -> None:
    change_settings(
        settings_file(Path(reader.env["PI_CODING_AGENT_DIR"])), {"terminal": {"showImages": False}}
    )
    async with on_screen(reader, size=(100, 40)) as screen:
        await screen.send("go")
        await screen.until(lambda: _done(screen))
        assert sum("[image png 24×12 " in row for row in screen.rows) == 1
        assert _pictures(screen) == 0


def _told(screen: OnScreen) -> list[str]:
    return [note.message for note in attrgetter("_notifications")(screen.app)]
