"""The lines of something that grows, seen as one sequence: a frozen start and a live tail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import overload

from pitui.render.line import Line


class LinesView(Sequence[Line]):
    """Frozen lines followed by tail lines, without copying. Good until more text is appended."""

    __slots__ = ("_frozen", "_tail")

    def __init__(self, frozen: Sequence[Line], tail: Sequence[Line]) -> None:
        self._frozen = frozen
        self._tail = tail

    def __len__(self) -> int:
        return len(self._frozen) + len(self._tail)

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> list[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | list[Line]:
        frozen, tail = self._frozen, self._tail
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                return [self[position] for position in range(start, stop, step)]
            count = len(frozen)
            return [*frozen[start:stop], *tail[max(start - count, 0) : max(stop - count, 0)]]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError("no such line")
        return frozen[index] if index < len(frozen) else tail[index - len(frozen)]

    def __iter__(self) -> Iterator[Line]:
        return chain(self._frozen, self._tail)
