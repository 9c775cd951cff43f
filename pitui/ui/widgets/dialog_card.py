"""A dialog of an extension as a card between conversation and editor: never a cover over what it asks about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList, Static, TextArea

from pitui.protocol.extension_ui import (
    ConfirmRequest,
    Dialog,
    EditorRequest,
    ExtensionUIResponse,
    InputRequest,
    SelectRequest,
)
from pitui.render.sanitize import visible
from pitui.session.state import PendingDialog


class DialogCard(Vertical):
    """Shows the first of the waiting dialogs."""

    DEFAULT_CSS = """
    DialogCard {
        height: auto;
        max-height: 50vh;
        display: none;
        padding: 0 1;
        border-top: solid $accent;
        OptionList { height: auto; max-height: 12; border: none; padding: 0; background: $background; }
        Input { border: none; height: 1; padding: 0; background: $surface; }
        TextArea { border: none; height: auto; min-height: 3; max-height: 12; padding: 0; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "confirm(True)", show=False),
        Binding("n", "confirm(False)", show=False),
        Binding("ctrl+s,alt+enter", "send_text", show=False, priority=True),
    ]

    @dataclass
    class Answered(Message):
        """The user answered."""

        response: ExtensionUIResponse

    def __init__(self, *, id: str | None = None) -> None:
        """Make a hidden card."""
        super().__init__(id=id)
        self._shown: Dialog | None = None

    @property
    def shown(self) -> Dialog | None:
        """The dialog on the card."""
        return self._shown

    def compose(self) -> ComposeResult:
        """Title, body; the control is mounted for each dialog."""
        yield Static(id="dialog-title", markup=False)
        yield Static(id="dialog-message", markup=False)

    async def take(self, dialogs: list[PendingDialog], now: float) -> bool:
        """Show the first of the dialogs that wait.

        Returns:
            Whether another dialog than before is shown now.
        """
        pending = dialogs[0] if dialogs else None
        if pending is None:
            self.display = False
            self._shown = None
            return False
        self._tell_title(pending, len(dialogs), now)
        if pending.request is self._shown:
            return False
        self._shown = pending.request
        await self._mount_control(pending.request)
        self.display = True
        return True

    def focus_control(self) -> None:
        """Give the keys to the card."""
        self.query("OptionList, Input, TextArea").first().focus()

    def cancel(self) -> None:
        """Answer `cancelled`."""
        if self._shown is not None:
            self.post_message(self.Answered(ExtensionUIResponse(id=self._shown.id, cancelled=True)))

    def _tell_title(self, pending: PendingDialog, count: int, now: float) -> None:
        title = Text(visible(pending.request.title), style="bold")
        if count > 1:
            title.append(f"  1/{count}", style="dim")
        if pending.deadline is not None:
            title.append(f"  {max(0, round(pending.deadline - now))}s left", style="dim")
        title.append("  esc cancels", style="dim")
        self.query_one("#dialog-title", Static).update(title)

    async def _mount_control(self, request: Dialog) -> None:
        await self.query("OptionList, Input, TextArea").remove()
        message = self.query_one("#dialog-message", Static)
        message.update("")
        match request:
            case SelectRequest():
                options = [Text(visible(option)) for option in request.options]
                await self.mount(OptionList(*options, markup=False))
            case ConfirmRequest():
                message.update(Text(visible(request.message)))
                await self.mount(OptionList("Yes (y)", "No (n)", markup=False))
            case InputRequest():
                await self.mount(Input(placeholder=visible(request.placeholder or "")))
            case EditorRequest():
                message.update(Text("ctrl+s or alt+enter sends", style="dim"))
                await self.mount(TextArea(request.prefill or ""))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with the option under the cursor."""
        event.stop()
        match self._shown:
            case SelectRequest() as request:
                self._answer(value=request.options[event.option_index])
            case ConfirmRequest():
                self._answer(confirmed=event.option_index == 0)
            case _:
                pass

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the line."""
        event.stop()
        self._answer(value=event.value)

    def action_confirm(self, yes: bool) -> None:
        """Answer a confirm by its letter."""
        if isinstance(self._shown, ConfirmRequest):
            self._answer(confirmed=yes)

    def action_send_text(self) -> None:
        """Answer with the text of the small editor."""
        if isinstance(self._shown, EditorRequest):
            self._answer(value=self.query_one(TextArea).text)

    def on_key(self, event: events.Key) -> None:
        """Escape cancels the dialog and not the run."""
        if event.key == "escape":
            event.stop()
            self.cancel()

    def _answer(self, *, value: str | None = None, confirmed: bool | None = None) -> None:
        if self._shown is not None:
            response = ExtensionUIResponse(id=self._shown.id, value=value, confirmed=confirmed)
            self.post_message(self.Answered(response))
