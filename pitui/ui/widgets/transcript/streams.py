"""Feeds answers that are being written into their incremental renderers, a little at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, overload

from pitui.render.block import render_block
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.palette import Palette
from pitui.session.blocks import TextBlock
from pitui.session.growing import GrowingText

SLICE = 2048
"""Characters that are rendered before the clock is looked at."""


class LineStream(Protocol):
    """An incremental renderer: `frozen` only grows, `tail` is replaced by every append."""

    @property
    def frozen(self) -> Sequence[Line]: ...

    @property
    def tail(self) -> Sequence[Line]: ...

    def append(self, text: str) -> None: ...


class Joined(Sequence[Line]):
    """The lines of a stream as they are now, without copying them."""

    __slots__ = ("_stream",)

    def __init__(self, stream: LineStream) -> None:
        self._stream = stream

    def __len__(self) -> int:
        return len(self._stream.frozen) + len(self._stream.tail)

    @overload
    def __getitem__(self, index: int) -> Line: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Line]: ...

    def __getitem__(self, index: int | slice) -> Line | Sequence[Line]:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(len(self)))]
        frozen, tail = self._stream.frozen, self._stream.tail
        n = index + len(self) if index < 0 else index
        return frozen[n] if 0 <= n < len(frozen) else tail[n - len(frozen)]

    def __iter__(self) -> Iterator[Line]:
        yield from self._stream.frozen
        yield from self._stream.tail


class _Growing:
    __slots__ = ("_generation", "_text", "consumed", "lines", "stream")

    def __init__(self, stream: LineStream, text: GrowingText) -> None:
        self.stream = stream
        self.consumed = 0
        self.lines = Joined(stream)
        self._text = text
        self._generation = text.generation

    def fits(self, text: GrowingText) -> bool:
        """Whether this is the text that was begun with, and it only grew since."""
        return text is self._text and text.generation == self._generation


class Streams:
    """The renderers of all texts that grow, by block key."""

    def __init__(self, make: Callable[[], LineStream]) -> None:
        """Make an empty set; `make` gives a new renderer for the present width and palette."""
        self._make = make
        self._growing: dict[int, _Growing] = {}

    def __contains__(self, key: int) -> bool:
        return key in self._growing

    def open_keys(self) -> list[int]:
        """The blocks that have a renderer, in a list of their own."""
        return list(self._growing)

    def lines(self, block: TextBlock) -> Sequence[Line]:
        """The lines made so far; a block that is new gets a renderer, and has none before it is fed."""
        return self._get(block).lines

    def feed(self, block: TextBlock, is_time_up: Callable[[], bool]) -> bool:
        """Render more of a text.

        Args:
            block: the block.
            is_time_up: asked after each slice.

        Returns:
            Whether some of the text is still to be rendered.
        """
        growing = self._get(block)
        text = block.text.since(growing.consumed)
        done = 0
        while done < len(text):
            part = text[done : done + SLICE]
            growing.stream.append(part)
            done += len(part)
            if is_time_up():
                break
        growing.consumed += done
        return done < len(text)

    def fits(self, block: TextBlock) -> bool:
        """Whether the block has a renderer and its text only grew since."""
        growing = self._growing.get(block.key)
        return growing is not None and growing.fits(block.text)

    def is_complete(self, block: TextBlock) -> bool:
        """Whether the renderer has seen all of the block's text."""
        return self.fits(block) and self._growing[block.key].consumed == len(block.text)

    def close(self, key: int) -> None:
        """Drop the renderer of a block."""
        self._growing.pop(key, None)

    def clear(self) -> None:
        """Drop all, because the width or the colours changed."""
        self._growing.clear()

    def _get(self, block: TextBlock) -> _Growing:
        growing = self._growing.get(block.key)
        if growing is None or not growing.fits(block.text):
            growing = _Growing(self._make(), block.text)
            self._growing[block.key] = growing
        return growing


class Whole:
    def __init__(self, width: int, palette: Palette) -> None:
        self._look = Look(width, palette)
        self._block = TextBlock(key=0)
        self.frozen: list[Line] = []
        self.tail: list[Line] = []

    def append(self, text: str) -> None:
        self._block.text.append(text)
        self.tail = render_block(self._block, self._look)
