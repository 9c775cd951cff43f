"""Where the session works: the folder as people write it, and its git branch."""

from __future__ import annotations

from pathlib import Path


def folder_label(folder: Path) -> str:
    """A folder with the home folder as `~`."""
    try:
        inside = folder.relative_to(Path.home())
    except ValueError:
        return str(folder)
    return "~" if inside == Path() else f"~/{inside}"


def place_label(folder: Path) -> str:
    """A folder with its git branch."""
    branch = git_branch(folder)
    return folder_label(folder) + (f" ({branch})" if branch else "")


def git_branch(folder: Path) -> str | None:
    """The branch checked out in a folder or the nearest one above it.

    Returns:
        The name; the first seven digits of the commit when no branch is checked out; None outside of git.
    """
    for place in (folder, *folder.parents):
        git = place / ".git"
        try:
            if git.is_file():
                git = (place / git.read_text().removeprefix("gitdir:").strip()).resolve()
            head = (git / "HEAD").read_text().strip()
        except OSError:
            continue
        return head.removeprefix("ref: refs/heads/") if head.startswith("ref:") else head[:7]
    return None
