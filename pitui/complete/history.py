"""What the user has sent, over sessions and restarts: this project's first."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pitui.complete.state_files import append_private, read_text, write_private

MOST_ENTRIES = 2000
"""So many of the latest entries are kept, up to twice as many until the file is written anew."""

LONGEST = 200_000
"""A longer entry, in characters with its pastes, is not kept in the file."""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One text that was sent.

    Attributes:
        text: as it stood in the editor.
        folder: the project it was sent in.
        pastes: what its paste markers stand for.
    """

    text: str
    folder: str
    pastes: Mapping[str, str] = field(default_factory=dict[str, str])


class History:
    """The entries, and the place in them where the user looks."""

    def __init__(self, file: Path | None, folder: str) -> None:
        """Use a history file for a project.

        Args:
            file: where it is kept; None keeps nothing. It is read when it is first needed.
            folder: the project's folder.
        """
        self._file = file
        self._folder = folder
        self._entries: list[HistoryEntry] | None = None
        self._session: list[HistoryEntry] = []
        self._browsed: list[HistoryEntry] = []
        self._at = -1
        self._draft = ""

    @property
    def entries(self) -> list[HistoryEntry]:
        """What was sent, the latest first: this session's, this project's, then that of other projects."""
        if self._entries is None:
            self._entries = list(_read(self._file))
        mine = [entry for entry in self._entries if entry.folder == self._folder]
        others = [entry for entry in self._entries if entry.folder != self._folder]
        latest = [*others, *self._session, *mine]
        return list({entry.text: entry for entry in reversed(latest)}.values())

    def load_session(self, texts: Iterable[str]) -> None:
        """Take in what was sent in the session that is shown, oldest first."""
        self._session = [HistoryEntry(text, self._folder) for text in texts if text.strip()]

    def add(self, text: str, pastes: Mapping[str, str]) -> None:
        """Remember a text that is being sent.

        Args:
            text: as it stood in the editor.
            pastes: what its paste markers stand for.
        """
        self.leave()
        entries = self.entries
        if entries and entries[0].text == text:
            return
        entry = HistoryEntry(text, self._folder, dict(pastes))
        kept = self._entries = [*(self._entries or []), entry]
        if self._file is None or len(text) + sum(map(len, pastes.values())) > LONGEST:
            return
        with contextlib.suppress(OSError):
            if len(kept) > 2 * MOST_ENTRIES:
                self._entries = kept[-MOST_ENTRIES:]
                write_private(self._file, "".join(map(_line, self._entries)))
            else:
                append_private(self._file, _line(entry))

    # -- looking through it ----------------------------------------------------------------------------------

    @property
    def is_browsing(self) -> bool:
        """Whether an entry stands in the editor."""
        return self._at >= 0

    def step(self, older: int, present: str) -> HistoryEntry | str | None:
        """Look at the next older (1) or newer (-1) entry.

        Args:
            older: the direction.
            present: what stands in the editor; kept as the draft when the user begins to look.

        Returns:
            The entry; the draft when the user is back at it; None when there is nothing more.
        """
        if self._at < 0:
            self._draft = present
            self._browsed = self.entries
        at = self._at + older
        if at >= len(self._browsed) or at < -1:
            return None
        self._at = at
        return self._draft if at < 0 else self._browsed[at]

    def leave(self) -> None:
        """The text in the editor is no longer an entry: the user sent or changed it."""
        self._at = -1


def _line(entry: HistoryEntry) -> str:
    record: dict[str, Any] = {"text": entry.text, "folder": entry.folder}
    if entry.pastes:
        record["pastes"] = dict(entry.pastes)
    return json.dumps(record) + "\n"


def _read(file: Path | None) -> Iterable[HistoryEntry]:
    if file is None:
        return
    for line in read_text(file).split("\n")[-2 * MOST_ENTRIES :]:
        try:
            record: Any = json.loads(line)
            pastes = {str(marker): str(text) for marker, text in record.get("pastes", {}).items()}
            yield HistoryEntry(str(record["text"]), str(record.get("folder", "")), pastes)
        except (ValueError, KeyError, AttributeError, TypeError):
            continue
