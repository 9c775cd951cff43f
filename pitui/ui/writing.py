"""Around the editor: completion, history, drafts, images, the external editor, and the queue above it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.screen import Screen
from textual.widgets import Static

from pitui.complete.drafts import Drafts
from pitui.complete.history import History, HistoryEntry
from pitui.complete.ranking import rank
from pitui.protocol.content import ImageContent
from pitui.session.blocks import UserBlock
from pitui.session.controller import Controller
from pitui.session.draft import unguard
from pitui.session.waiting import Waiting
from pitui.ui.completing import Completing
from pitui.ui.draft_keeping import DraftKeeping
from pitui.ui.external_editor import edit_outside
from pitui.ui.focus import take_focus
from pitui.ui.image_files import NoImage, clipboard_image, is_image_name, read_image
from pitui.ui.preferences import keys_of
from pitui.ui.sending import Sending
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.completion import Choice, Completion
from pitui.ui.widgets.dialogs import DialogCard
from pitui.ui.widgets.editor import Editor
from pitui.ui.widgets.queue import QueueRows


class Writing:
    """What the screen does for its editor."""

    def __init__(
        self,
        screen: Screen[Any],
        controller: Controller,
        sending: Sending,
        *,
        folder: Path,
        state: Path | None,
    ) -> None:
        """Serve a screen that has an `Editor`, a `Completion` and `QueueRows`.

        Args:
            screen: it is mounted when the other methods are called.
            controller: of its session.
            sending: of its editor.
            folder: the project's folder.
            state: where history and drafts are kept; None keeps nothing.
        """
        self._screen = screen
        self._controller = controller
        self._sending = sending
        self._folder = folder
        self._history = History(None if state is None else state / "history.jsonl", str(folder))
        drafts = Drafts(None if state is None else state / "drafts", str(folder))
        self._keeping = DraftKeeping(screen, controller.steering.queue, drafts)
        self._searched: str | None = None
        self._session_id = ""
        self._shown = ""

    def mounted(self) -> None:
        """Begin: put the drafts of runs that have ended into the editor."""
        self._completing = Completing(
            self._editor,
            self._popup,
            self._folder,
            commands=lambda: self._controller.session.commands,
            on_image=lambda file: self._attach(lambda: read_image(file), file.name),
        )
        self._editor.take_key = self._take_key
        self._keeping.adopt()
        self._editor.send = self._sending.submit
        self._editor.take_paste = self._take_paste
        self._sending.on_sent = self._sent

    def changed(self) -> None:
        """The text of the editor changed."""
        text = self._editor.text
        self._mark()
        if text != self._shown:
            self._history.leave()
        if self._searched is not None:
            self._show_history()
        else:
            if text:
                self._completing.prepare()
            self._completing.typed()
        self._keeping.save_soon()

    def take(self) -> None:
        """Show what waits now; the session may be another one."""
        self._screen.query_one(QueueRows).take()
        session = self._controller.session
        if session.state.session_id != self._session_id and session.blocks:
            self._session_id = session.state.session_id
            self._history.load_session(
                f"/skill:{block.skill} {block.text}".strip() if block.skill else block.text
                for block in session.blocks
                if isinstance(block, UserBlock)
            )
        self._keeping.save_soon()

    def close(self) -> None:
        """pitui ends: the draft stays for the next run."""
        self._keeping.close()

    async def do(self, what: str) -> None:
        """Carry out an action of the registry."""
        actions: dict[str, Callable[[], Awaitable[None]]] = {
            "stop_and_send": self._stop_and_send,
            "focus_queue": self._focus_queue,
            "recall": self._recall,
            "edit_outside": self._edit_outside,
            "paste_image": self._paste_image,
            "search_history": self._search_history,
        }
        await actions[what]()

    async def interrupt(self) -> bool:
        """End the innermost thing that the editor or the run has; False when there is none."""
        controller = self._controller
        if controller.session.phase.is_busy:
            self._sending.take_back(await controller.stop())
        elif controller.session.runs_shell:
            controller.intend(controller.abort_bash)
        elif self._screen.focused is not self._editor:
            take_focus(self._editor)
        else:
            return False
        return True

    def at_edge(self, direction: int) -> None:
        """Up on the first line or Down on the last: to the queue from an empty editor, else history."""
        if direction < 0 and not self._editor.text and self._screen.query_one(QueueRows).display:
            take_focus(self._screen.query_one(QueueRows))
            return
        if direction > 0 and not self._history.is_browsing:
            return
        found = self._history.step(-direction, self._editor.text)
        if found is not None:
            self._put(found)

    def returned(self, text: str, reason: str) -> None:
        """A changed message that cannot be sent any more goes into the editor."""
        self._editor.give_back(text)
        take_focus(self._editor)
        self._screen.notify(reason, severity="warning", markup=False)

    def keep(self, text: str) -> None:
        """A text of the user that has no place any more goes into an empty editor, else into the history."""
        if self._editor.text:
            self._history.add(text, {})
            how = keys_of(self._screen).hint("pitui.history.search", "finds it") or "up finds it"
            self._screen.notify(f"What you wrote there is in the history: {how}.", markup=False)
        else:
            self._editor.set_text(text)
            self._screen.notify("What you wrote there is in the editor now.", markup=False)

    # -- plumbing --------------------------------------------------------------------------------------------

    @property
    def _editor(self) -> Editor:
        return self._screen.query_one(Editor)

    @property
    def _popup(self) -> Completion:
        return self._screen.query_one(Completion)

    def _take_key(self, key: str) -> bool:
        if self._searched is not None:
            return self._take_search_key(key)
        if key == "tab" and not self._popup.is_open and self._screen.query_one(DialogCard).shown is not None:
            return False
        return self._completing.take_key(key)

    def _sent(self, written: str) -> None:
        self._completing.close()
        self._history.add(unguard(written), self._editor.markers.used(written))

    def _mark(self) -> None:
        mark = self._screen.query_one("#prompt-mark", Static)
        mark.update("$" if self._editor.is_shell else "❯", layout=False)
        self._screen.query_one("#input").set_class(self._editor.is_shell, "-shell")

    def _put(self, found: HistoryEntry | str) -> None:
        if isinstance(found, HistoryEntry):
            self._shown = self._editor.markers.adopt(found.text, self._unknown(found))
        else:
            self._shown = found
        self._editor.set_text(self._shown)

    def _unknown(self, entry: HistoryEntry) -> dict[str, str]:
        """The pastes of an entry whose markers this run does not have or has for something else."""
        pasted = self._editor.markers.pasted
        return {marker: text for marker, text in entry.pastes.items() if pasted(marker) != text}

    # -- actions ---------------------------------------------------------------------------------------------

    async def _stop_and_send(self) -> None:
        editor = self._editor
        controller = self._controller
        if not controller.session.phase.is_busy:
            editor.submit("steer")
            return
        content = editor.markers.expand(editor.text)
        if not content.text and not content.images:
            self._screen.notify("Write what is to be sent first; esc only stops.", markup=False)
            return
        if self._sending.problem(content.text) or not self._sending.is_prompt(content.text):
            editor.submit("steer")
            return
        message = Waiting(content.text, "steer", content.images, editor.text)
        self._sent(editor.text)
        editor.set_text("")
        controller.intend(lambda: controller.steering.stop_and_send(message))

    async def _focus_queue(self) -> None:
        rows = self._screen.query_one(QueueRows)
        if self._screen.focused is rows:
            take_focus(self._editor)
        elif rows.display:
            take_focus(rows)
        else:
            self._screen.notify("Nothing waits: what you send while pi works waits here.", markup=False)

    async def _recall(self) -> None:
        steering = self._controller.steering
        if not steering.queue.shown:
            self._screen.notify("Nothing waits.", markup=False)
            return
        self._sending.take_back(await steering.recall())
        take_focus(self._editor)
        if steering.queue.shown:
            self._screen.notify(
                "pi has the rest already, and before 0.84.4 it gives none back.",
                severity="warning",
                markup=False,
            )

    async def _edit_outside(self) -> None:
        editor = self._editor
        written = editor.text
        edited = edit_outside(app_of(self._screen), editor.markers.open(written))
        if edited is not None:
            editor.set_text(editor.markers.close(edited, written))
        take_focus(editor)

    async def _paste_image(self) -> None:
        self._attach(clipboard_image, "")

    def _attach(self, read: Callable[[], ImageContent], name: str) -> None:
        async def attach() -> None:
            try:
                image = await asyncio.to_thread(read)
            except NoImage as problem:
                self._screen.notify(str(problem), severity="warning", markup=False)
                return
            self._editor.put(self._editor.markers.image(image, name) + " ")

        self._screen.run_worker(attach())

    def _take_paste(self, text: str) -> bool:
        """An image file that was dropped on the terminal, or a paste without text, which may be an image."""
        name = text.strip().strip("'\"").replace("\\ ", " ")
        if not text:
            self._attach(clipboard_image, "")
            return True
        if (
            "\n" in name
            or not is_image_name(name)
            or not Path(name).is_absolute()
            or not os.path.isfile(name)
        ):
            return False
        self._attach(lambda: read_image(Path(name)), Path(name).name)
        return True

    # -- searching the history -------------------------------------------------------------------------------

    async def _search_history(self) -> None:
        take_focus(self._editor)
        if self._searched is None:
            self._searched = self._keeping.aside = self._editor.text
            self._editor.set_text("")
            self._show_history()

    def _show_history(self) -> None:
        query = " ".join(self._editor.text.split())
        entries = rank(query, self._history.entries, lambda entry: " ".join(entry.text[:2000].split()))
        choices = [Choice(entry.text, entry.text, source=_project(entry, self._folder)) for entry in entries]
        if not choices:
            choices = [Choice("", "Nothing that was sent fits: esc goes back.")]
        self._popup.show(choices, self._editor.region)

    def _take_search_key(self, key: str) -> bool:
        match key:
            case "up" | "ctrl+r" | "down":
                self._popup.move(-1 if key == "up" else 1)
            case "enter" | "tab":
                chosen = self._popup.chosen
                self._end_search(chosen.insert if chosen is not None else "")
            case "escape":
                self._end_search(None)
            case _:
                return False
        return True

    def _end_search(self, text: str | None) -> None:
        draft, self._searched = self._searched or "", None
        self._keeping.aside = None
        self._popup.close()
        entry = next((entry for entry in self._history.entries if entry.text == text), None)
        self._put(draft if not text else entry or text)


def _project(entry: HistoryEntry, folder: Path) -> str:
    return "" if entry.folder == str(folder) else Path(entry.folder).name
