"""Where the user went in the tree of a session, for as long as pi has not stored it.

pi forgets a move without a summary when it ends (0.82.1 and 1.6.0); this is pitui's own file, not one of pi's.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple, cast

from pitui.disk.files import PRIVATE, replace_text

MOST_PLACES = 200
"""So many of the latest are kept."""


class Place(NamedTuple):
    """A place in a session.

    Attributes:
        target: the entry that was chosen.
        leaf: the entry from which the session went on then, None for before the first.
        last: the latest entry of the file at that time: when another one follows, the place is of no use.
    """

    target: str
    leaf: str | None
    last: str


class TreePlaces:
    """The places of all sessions, by their files."""

    def __init__(self, file: Path | None) -> None:
        """Keep them in a file, which need not be there; without one that can be written, until the program ends."""
        self._file = file
        self._places: dict[str, Any] = {}

    def get(self, session_file: str) -> Place | None:
        """The place in a session."""
        match self._read().get(session_file):
            case [str() as target, None | str() as leaf, str() as last]:
                return Place(target, leaf, last)
            case _:
                return None

    def put(self, session_file: str, place: Place | None) -> None:
        """Remember a place, or forget it."""
        places = self._read()
        known = places.pop(session_file, None)
        if place is not None:
            places[session_file] = list(place)
        if place is None and known is None:
            return
        self._places = dict(list(places.items())[-MOST_PLACES:])
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            replace_text(self._file, json.dumps(self._places), mode=PRIVATE)
        except OSError:
            return

    def _read(self) -> dict[str, Any]:
        """The places, also those that another run of the program has kept meanwhile."""
        if self._file is None:
            return dict(self._places)
        try:
            places: Any = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return dict(self._places)
        return cast("dict[str, Any]", places) if isinstance(places, dict) else {}
