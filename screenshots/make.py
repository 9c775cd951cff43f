"""Make the screenshots from the running program: `python screenshots/make.py [SCENE]…`.

Each is real pi with a scripted model, driven by keys, at 120x40 and at 80x24. grep and find need `rg` and `fd` on the
PATH, as in pi.
"""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import calls
import messages
import stories
from stage import play

FOLDER = Path(__file__).parent
SIZES = ((120, 40), (80, 24))
AT_ONCE = 3
"""Scenes that are played at the same time: they mostly wait."""

SCENES = {**stories.SCENES, **calls.SCENES, **messages.SCENES}


def play_scene(name: str, size: tuple[int, int]) -> None:
    """Play one scene at one size."""
    asyncio.run(play(SCENES[name], size, FOLDER))


def main(names: list[str]) -> None:
    """Play the named scenes, or all."""
    plays = [(name, size) for name in names or SCENES for size in SIZES]
    with ProcessPoolExecutor(AT_ONCE) as pool:
        list(pool.map(play_scene, *zip(*plays, strict=True)))


if __name__ == "__main__":
    main(sys.argv[1:])
