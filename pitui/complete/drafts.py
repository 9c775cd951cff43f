"""What is written and not sent survives a crash: one file for each running pitui, which the next one adopts."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from pitui.complete.state_files import read_text, write_private


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """A text of the editor, what its paste markers stand for, and its images as (marker, base64, MIME type)."""

    text: str
    pastes: Mapping[str, str] = field(default_factory=dict[str, str])
    images: tuple[tuple[str, str, str], ...] = ()


class Drafts:
    """The draft files of a project."""

    def __init__(self, folder: Path | None, project: str) -> None:
        """Use a folder for the drafts of a project.

        Args:
            folder: where the files are; None keeps nothing.
            project: the project's folder.
        """
        self._folder = folder
        self._name = hashlib.sha256(project.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        self._lock: IO[bytes] | None = None
        self._saved = ""

    @property
    def _file(self) -> Path | None:
        return None if self._folder is None else self._folder / f"{self._name}-{os.getpid()}.json"

    def adopt(self) -> list[SavedDraft]:
        """The drafts that other runs left behind when they ended; their files are taken away."""
        if self._folder is None:
            return []
        found: list[SavedDraft] = []
        names = {file.stem for file in self._folder.glob(f"{self._name}-*")}
        for file in sorted(self._folder / f"{name}.json" for name in names):
            if not _is_left_behind(file.with_suffix(".lock")):
                continue
            draft = _parse(read_text(file))
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)
                file.with_suffix(".lock").unlink(missing_ok=True)
            if draft is not None:
                found.append(draft)
        return found

    def save(self, draft: SavedDraft) -> None:
        """Keep a draft; an empty one is forgotten. Nothing is said when it cannot be kept."""
        file = self._file
        if file is None:
            return
        record: dict[str, Any] = {"text": draft.text, "pastes": dict(draft.pastes), "images": draft.images}
        text = json.dumps(record) if draft.text.strip() else ""
        if text == self._saved:
            return
        with contextlib.suppress(OSError):
            if text:
                self._take_lock(file.with_suffix(".lock"))
                write_private(file, text)
            else:
                file.unlink(missing_ok=True)
            self._saved = text

    def close(self) -> None:
        """This run is over; a draft that is saved stays for the next one."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
            file = self._file
            if file is not None:
                with contextlib.suppress(OSError):
                    file.with_suffix(".lock").unlink(missing_ok=True)

    def _take_lock(self, file: Path) -> None:
        if self._lock is None:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = file.open("ab")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_left_behind(lock: Path) -> bool:
    """Whether the run that has this lock has ended; this run's own lock is held as well while it has a draft."""
    try:
        with lock.open("ab") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _parse(text: str) -> SavedDraft | None:
    try:
        record: Any = json.loads(text)
        pastes = {str(marker): str(content) for marker, content in record.get("pastes", {}).items()}
        images = tuple((str(m), str(data), str(kind)) for m, data, kind in record.get("images", []))
        return SavedDraft(str(record["text"]), pastes, images)
    except (ValueError, KeyError, AttributeError, TypeError):
        return None
