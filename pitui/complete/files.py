"""The files of a folder, found in the background, and the search among a hundred thousand of them."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

CHUNK = 1000
"""So many paths are searched in one go: the search runs beside the screen, and Python lets it in between two goes."""

CANDIDATES = 2000
"""So many hits of one kind are compared; a shorter query has more hits than anybody wants to see."""

MOST_FILES = 300_000
"""A folder with more is not read to its end."""

IGNORE_FILES = (".gitignore", ".ignore")
GIT_SECONDS = 20


class FileIndex:
    """Paths below a folder, relative to it; folders end in a slash."""

    def __init__(self, paths: Iterable[str]) -> None:
        """Make an index; the paths of the folders are added."""
        files = list(paths)
        self.paths = [*_folders(files), *files]
        self._chunks = [
            "\n".join(f"/{path}" for path in self.paths[at : at + CHUNK]).lower()
            for at in range(0, len(self.paths), CHUNK)
        ]

    def search(
        self, query: str, *, limit: int = 100, is_stale: Callable[[], bool] = lambda: False
    ) -> Iterator[list[str]]:
        """Search, better and better: each list replaces the one before.

        Args:
            query: parts of a path; the letters need not stand side by side.
            limit: at most so many.
            is_stale: asked now and then; the search ends when nobody wants it any more.
        """
        query = query.lower()
        found: dict[int, None] = {}
        for pattern, part in _patterns(query):
            hits: list[int] = []
            for number, chunk in enumerate(self._chunks):
                if is_stale():
                    return
                if part not in chunk:
                    continue
                hits += (hit for hit in _lines(pattern, chunk, number * CHUNK) if hit not in found)
                if len(hits) >= CANDIDATES:
                    break
            hits.sort(key=lambda hit: len(self.paths[hit]))
            found.update(dict.fromkeys(hits[: limit - len(found)]))
            yield [self.paths[hit] for hit in found]
            if len(found) >= limit:
                return


def _patterns(query: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """Name begins so, name has it, path has it, path has its letters in order; and a part that all hits have.

    Patterns that begin with a letter are quick: the search jumps to it.
    """
    if not query:
        yield re.compile(r"^/[^/\n]+/?$", re.MULTILINE), ""
        return
    exact = re.escape(query)
    yield re.compile(rf"/{exact}[^/\n]*/?$", re.MULTILINE), f"/{query}"
    if "/" not in query:
        yield re.compile(rf"{exact}[^/\n]*/?$", re.MULTILINE), query
    yield re.compile(exact), query
    letters = "".join(rf"[^{re.escape(char)}\n]*+{re.escape(char)}" for char in query[1:])
    yield re.compile(re.escape(query[0]) + letters), ""


def _lines(pattern: re.Pattern[str], chunk: str, first: int) -> Iterator[int]:
    line, counted, last = first, 0, -1
    for match in pattern.finditer(chunk):
        line += chunk.count("\n", counted, match.start())
        counted = match.start()
        if line != last:
            last = line
            yield line


def _folders(files: Iterable[str]) -> list[str]:
    seen: dict[str, None] = {}
    for file in files:
        folder = file
        while (cut := folder.rfind("/", 0, len(folder) - 1)) > 0:
            folder = folder[: cut + 1]
            if folder in seen:
                break
            seen[folder] = None
    return list(seen)


def list_files(folder: Path) -> list[str]:
    """The files below a folder that are not ignored, as git sees them, without git as the ignore files say."""
    return _by_git(folder) or list(_walk(folder))


def _by_git(folder: Path) -> list[str]:
    command = ("git", "ls-files", "-z", "-c", "-o", "--exclude-standard")
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            check=True,
            timeout=GIT_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return []
    names = done.stdout.decode("utf-8", "replace").split("\0")
    found = list(dict.fromkeys(name for name in names[:MOST_FILES] if name and "\n" not in name))
    more = [name for name in found if name.rpartition("/")[2] == ".ignore"]
    rules = [
        rule for name in more for rule in _rules(folder / name[: -len(".ignore")], name[: -len(".ignore")])
    ]
    if not rules:
        return found
    return [name for name in found if not _is_ignored(name, rules)]


def _walk(top: Path) -> Iterator[str]:
    count = 0
    ignored: dict[str, list[tuple[str, GitIgnoreSpec]]] = {}
    for root, folders, files in os.walk(top):
        here = os.path.relpath(root, top)
        base = "" if here == "." else here.replace(os.sep, "/") + "/"
        rules = [*ignored.get(os.path.dirname(root), []), *_rules(Path(root), base)]
        ignored[root] = rules
        folders[:] = sorted(
            name for name in folders if name != ".git" and not _is_ignored(f"{base}{name}/", rules)
        )
        for name in sorted(files):
            if not _is_ignored(base + name, rules) and "\n" not in name:
                yield base + name
                count += 1
        if count >= MOST_FILES:
            return


def _rules(folder: Path, base: str) -> Iterator[tuple[str, GitIgnoreSpec]]:
    from pathspec import GitIgnoreSpec  # takes 9 ms, and a start lists no files

    for name in IGNORE_FILES:
        try:
            lines = (folder / name).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue
        yield base, GitIgnoreSpec.from_lines(lines)


def _is_ignored(path: str, rules: Iterable[tuple[str, GitIgnoreSpec]]) -> bool:
    return any(path.startswith(base) and spec.match_file(path[len(base) :]) for base, spec in rules)


def list_folder(typed: str, folder: Path, *, limit: int = 500) -> list[str]:
    """Complete a path as a shell does.

    Args:
        typed: the beginning of a path, absolute, relative to `folder`, or with `~`.
        folder: what relative paths start from.
        limit: at most so many.

    Returns:
        The paths that begin so, folders with a slash at their end.
    """
    head, slash, start = typed.rpartition("/")
    where = folder / os.path.expanduser(head + slash)
    try:
        entries = sorted(os.scandir(where), key=lambda entry: entry.name)
    except OSError:
        return []
    hidden = start.startswith(".")
    fitting = (e for e in entries if e.name.startswith(start) and (hidden or not e.name.startswith(".")))
    return [head + slash + entry.name + ("/" if _is_folder(entry) else "") for entry in fitting][:limit]


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link to a place that may not be looked into
        return False
