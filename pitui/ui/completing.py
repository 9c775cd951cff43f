"""Completes what is typed: commands, their arguments, files, paths, and earlier texts. It never makes a key wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pitui.complete.files import FileIndex, list_files, list_folder
from pitui.complete.hints import argument_hint
from pitui.complete.ranking import rank
from pitui.complete.tokens import Token, quoted_file, token_before
from pitui.protocol.responses import SlashCommand
from pitui.ui.actions import ACTIONS
from pitui.ui.image_files import is_image_name
from pitui.ui.widgets.completion import Choice, Completion
from pitui.ui.widgets.editor import Editor

STALE_SECONDS = 10.0
"""A list of the files that is older is made anew, beside the search in the old one."""

_SOURCES = {"extension": "extension", "prompt": "template", "skill": "skill"}


class Completing:
    """The completions of one editor."""

    def __init__(
        self,
        editor: Editor,
        popup: Completion,
        folder: Path,
        *,
        commands: Callable[[], Sequence[SlashCommand]],
        on_image: Callable[[Path], None],
    ) -> None:
        """Complete what stands before the caret of an editor.

        Args:
            editor: the editor.
            popup: the list above it.
            folder: of the session.
            commands: pi's own commands.
            on_image: an image file was chosen; it stands for the text it was completed from.
        """
        self._editor = editor
        self._popup = popup
        self._folder = folder
        self._commands = commands
        self._on_image = on_image
        self._index: FileIndex | None = None
        self._indexed_at = 0.0
        self._indexing: asyncio.Task[None] | None = None
        self._searching: asyncio.Task[None] | None = None
        self._token: Token | None = None
        self._declined = ""
        self._seen = ""
        self._generation = 0
        self._hints: dict[str, str] = {}

    # -- keys ------------------------------------------------------------------------------------------------

    def take_key(self, key: str) -> bool:
        """Do what a key does to the list; True when it was for the list."""
        if self._popup.is_open and self._seen != self._before_caret():
            self._catch_up()
        if not self._popup.is_open:
            return key == "tab" and self._complete_path()
        match key:
            case "up" | "ctrl+p":
                self._popup.move(-1)
            case "down" | "ctrl+n":
                self._popup.move(1)
            case "tab":
                self._accept()
            case "enter" if not self._is_complete():
                self._accept()
            case "escape":
                self._declined = self._before_caret()
                self.close()
            case "left" | "right" | "home" | "end" | "ctrl+a" | "ctrl+e" | "ctrl+b" | "ctrl+f" | "alt+q":
                self.close()
                return False
            case _:
                return False
        return True

    def _catch_up(self) -> None:
        """Of keys that came at once the list has not seen all: bring it up to date, or hide it until it is."""
        self.typed()
        if self._token is not None and self._token.kind in ("file", "path"):
            self._popup.close()

    def close(self) -> None:
        """Hide the list."""
        self._generation += 1
        self._token = None
        self._popup.close()

    def prepare(self) -> None:
        """Read the names of the files, so that they are there when they are asked for."""
        if self._indexing is None and time.monotonic() - self._indexed_at > STALE_SECONDS:
            self._indexing = asyncio.create_task(self._make_index())

    def typed(self) -> None:
        """The text or the caret changed: show what fits now."""
        before = self._before_caret()
        token = token_before(before, first_line=self._editor.cursor_location[0] == 0)
        if token is None or before == self._declined or not self._editor.has_focus:
            self.close()
            return
        self._declined = ""
        self._show(token)

    def _before_caret(self) -> str:
        row, column = self._editor.cursor_location
        return self._editor.document.get_line(row)[:column]

    def _show(self, token: Token) -> None:
        self._generation += 1
        self._token = token
        self._seen = self._before_caret()
        match token.kind:
            case "command":
                self._put(self._command_choices(token.query))
            case "argument":
                self._put(self._argument_choices(token))
            case "path":
                self._start(self._find_paths(token, self._generation))
            case "file":
                self.prepare()
                self._start(self._find_files(token, self._generation))

    def _start(self, work: object) -> None:
        assert asyncio.iscoroutine(work)
        if self._searching is not None:
            self._searching.cancel()
        self._searching = asyncio.create_task(work)

    def _put(self, choices: Iterable[Choice], *, keep: bool = False) -> None:
        self._popup.show(list(choices), self._editor.region, keep=keep)

    def _is_complete(self) -> bool:
        """Whether what is typed is what the list would make of it, so that Enter is for sending."""
        chosen, token = self._popup.chosen, self._token
        return (
            chosen is None
            or token is None
            or (token.kind == "argument" and not token.query)
            or chosen.insert.strip() == self._before_caret()[token.start :].strip()
        )

    def _accept(self) -> None:
        chosen, token = self._popup.chosen, self._token
        if chosen is None or token is None or self._seen != self._before_caret():
            return
        row, column = self._editor.cursor_location
        self.close()
        insert = chosen.insert
        if token.kind == "file" and is_image_name(insert.strip(' @"')):
            self._on_image(self._folder / insert.strip(' @"'))
            insert = ""
        self._editor.history.checkpoint()
        result = self._editor.replace(
            insert, (row, token.start), (row, column), maintain_selection_offset=False
        )
        self._editor.move_cursor(result.end_location)
        if insert.endswith("/") and token.kind == "path":
            self._complete_path()

    # -- commands --------------------------------------------------------------------------------------------

    def _command_choices(self, query: str) -> list[Choice]:
        own = [
            Choice(f"/{action.slash} ", f"/{action.slash}", action.title, "pitui")
            for action in ACTIONS
            if action.slash
        ]
        names = {choice.label for choice in own}
        for command in self._commands():
            if f"/{command.name}" not in names:
                hint = self._hint(command)
                detail = "  ".join(part for part in (hint, command.description or "") if part)
                source = _SOURCES.get(command.source, command.source)
                own.append(Choice(f"/{command.name} ", f"/{command.name}", detail, source))
        return rank(query, own, lambda choice: choice.label[1:])

    def _hint(self, command: SlashCommand) -> str:
        path = command.source_info.path
        if command.source != "prompt" or not path:
            return ""
        if path not in self._hints:
            self._hints[path] = argument_hint(path)
        return self._hints[path]

    def _argument_choices(self, token: Token) -> list[Choice]:
        action = next((action for action in ACTIONS if action.slash == token.command), None)
        if action is None:
            return []
        return rank(token.query, [Choice(a, a) for a in action.arguments], lambda choice: choice.label)

    # -- files -----------------------------------------------------------------------------------------------

    async def _make_index(self) -> None:
        try:
            self._index = await asyncio.to_thread(lambda: FileIndex(list_files(self._folder)))
        finally:
            self._indexed_at = time.monotonic()
            self._indexing = None

    async def _find_files(self, token: Token, generation: int) -> None:
        if self._index is None and self._indexing is not None:
            await asyncio.shield(self._indexing)
        index = self._index
        if index is None or generation != self._generation:
            return
        loop = asyncio.get_running_loop()

        def search() -> None:
            is_first = True
            for paths in index.search(token.query, is_stale=lambda: generation != self._generation):
                loop.call_soon_threadsafe(self._found_files, paths, generation, not is_first)
                is_first = False

        await asyncio.to_thread(search)

    def _found_files(self, paths: list[str], generation: int, keep: bool) -> None:
        if generation == self._generation:
            choices = (
                Choice(quoted_file(path) + ("" if path.endswith("/") else " "), path) for path in paths
            )
            self._put(choices, keep=keep)

    def _complete_path(self) -> bool:
        before = self._before_caret()
        token = token_before(before, first_line=self._editor.cursor_location[0] == 0, wants_path=True)
        if token is None or (token.kind == "path" and not token.query):
            return False
        self._show(token)
        return True

    async def _find_paths(self, token: Token, generation: int) -> None:
        paths = await asyncio.to_thread(list_folder, token.query, self._folder)
        if generation != self._generation:
            return
        self._put(
            Choice(path, path.rstrip("/").rpartition("/")[2] + ("/" if path.endswith("/") else ""))
            for path in paths
        )
        if len(paths) == 1:
            self._accept()
