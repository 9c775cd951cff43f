"""The pieces of a call as blocks of a pane; what is the same after a change stays the same block."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitui.render.tools.parts import Small
from pitui.render.tools.pieces import CodePiece, Piece, TextPiece
from pitui.session.blocks import Block

_CODE_GUTTER = 5
_DIFF_GUTTER = 7


@dataclass(slots=True, eq=False, kw_only=True)
class Chunk(Block):
    """A piece with a key and a version."""

    piece: Piece


class Extent:
    """How much room lines need: exact for lines whose characters take a cell each and that are wrapped anywhere."""

    __slots__ = ("_gutter", "_lengths", "_longest")

    def __init__(self, text: str, gutter: int) -> None:
        """Measure a text that is drawn beside a gutter of so many cells."""
        self._lengths = [len(line) for line in text.split("\n")]
        self._longest = max(self._lengths)
        self._gutter = gutter

    def height(self, width: int) -> int:
        """Rows at a width in cells."""
        room = max(1, width - self._gutter)
        if self._longest <= room:
            return len(self._lengths)
        return sum(-(-length // room) or 1 for length in self._lengths)


def measure(chunk: Chunk, expanded: bool) -> Extent:
    """Guess how much room a chunk needs."""
    del expanded
    match chunk.piece:
        case Small():
            return Extent("", 0)
        case TextPiece() as piece:
            return Extent(piece.source, piece.indent)
        case CodePiece() as piece:
            return Extent(piece.source, _CODE_GUTTER)
        case piece:
            return Extent(piece.source, _DIFF_GUTTER)


class Merged(NamedTuple):
    """The chunks after a change; those from `first` on are others (None: all are the same), `changed` read anew."""

    chunks: list[Chunk]
    first: int | None
    changed: list[Chunk]


def merged(old: Sequence[Chunk], pieces: Sequence[Piece], new_key: Callable[[], int]) -> Merged:
    """Show other pieces of the same call: a chunk keeps its key where its piece is still there or has only grown.

    Args:
        old: the chunks so far.
        pieces: what is to be shown.
        new_key: gives a key that was never used.
    """
    changed: list[Chunk] = []

    def renewed(chunk: Chunk, piece: Piece) -> Chunk:
        chunk.piece = piece
        chunk.version += 1
        changed.append(chunk)
        return chunk

    chunks: list[Chunk] = []
    for chunk, piece in zip(old, pieces, strict=False):
        if chunk.piece == piece:
            chunks.append(chunk)
        elif isinstance(piece, Small) and isinstance(chunk.piece, Small):
            chunks.append(renewed(chunk, piece))
        else:
            break
    same = len(chunks)
    places = _places(old, pieces, same)
    taken = {place for place in places if place is not None}
    for at, place in enumerate(places, same):
        if place is not None:
            chunks.append(old[place])
            continue
        grown = _grown(places, at - same, same, len(old), taken)
        if grown is not None and type(old[grown].piece) is type(pieces[at]):
            taken.add(grown)
            places[at - same] = grown
            chunks.append(renewed(old[grown], pieces[at]))
        else:
            chunk = Chunk(key=new_key(), piece=pieces[at])
            changed.append(chunk)
            chunks.append(chunk)
    first = next((i for i, (a, b) in enumerate(zip(old, chunks, strict=False)) if a is not b), None)
    if first is None and len(old) != len(chunks):
        first = min(len(old), len(chunks))
    return Merged(chunks, first, changed)


def _places(old: Sequence[Chunk], pieces: Sequence[Piece], start: int) -> list[int | None]:
    """For each piece from `start` on the old chunk that shows the same, in rising order."""
    known: dict[Piece, deque[int]] = defaultdict(deque)
    for i in range(start, len(old)):
        known[old[i].piece].append(i)
    places: list[int | None] = []
    last = start - 1
    for piece in pieces[start:]:
        candidates = known.get(piece)
        while candidates and candidates[0] <= last:
            candidates.popleft()
        place = candidates.popleft() if candidates else None
        last = last if place is None else place
        places.append(place)
    return places


def _grown(places: list[int | None], at: int, start: int, end: int, taken: set[int]) -> int | None:
    """The old chunk between its neighbours of which a new piece is probably another state."""
    after = next((place for place in places[at + 1 : at + 2] if place is not None), None)
    if after is not None and after - 1 >= start and after - 1 not in taken:
        return after - 1
    before = places[at - 1] if at else start - 1
    if before is not None and before + 1 < end and before + 1 not in taken:
        return before + 1
    return None
