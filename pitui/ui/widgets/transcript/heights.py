"""The heights of all blocks in a Fenwick tree: where a block begins and which block a row belongs to, in O(log n)."""

from __future__ import annotations

from collections.abc import Iterable


class Heights:
    """A list of heights (rows, >= 0) that knows its prefix sums.

    Changing, appending and looking up cost O(log n); cutting off the end costs nothing.
    """

    __slots__ = ("_tree", "_values", "total")

    def __init__(self, values: Iterable[int] = ()) -> None:
        self._values = list(values)
        self._tree = [0, *self._values]
        self.total = sum(self._values)
        size = len(self._values)
        for node in range(1, size + 1):
            parent = node + (node & -node)
            if parent <= size:
                self._tree[parent] += self._tree[node]

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: int) -> int:
        return self._values[index]

    def append(self, value: int) -> None:
        """Add a height at the end."""
        self._values.append(value)
        node = len(self._values)
        low = node - (node & -node)
        covered = value
        child = node - 1
        while child > low:
            covered += self._tree[child]
            child -= child & -child
        self._tree.append(covered)
        self.total += value

    def truncate(self, length: int) -> None:
        """Keep the first `length` heights."""
        self.total = self.prefix(length)
        del self._values[length:]
        del self._tree[length + 1 :]

    def __setitem__(self, index: int, value: int) -> None:
        delta = value - self._values[index]
        if not delta:
            return
        self._values[index] = value
        self.total += delta
        node = index + 1
        size = len(self._tree)
        while node < size:
            self._tree[node] += delta
            node += node & -node

    def prefix(self, count: int) -> int:
        """The sum of the first `count` heights, which is the row at which block `count` begins."""
        result = 0
        while count > 0:
            result += self._tree[count]
            count -= count & -count
        return result

    def find(self, row: int) -> tuple[int, int]:
        """The block that covers a row.

        Args:
            row: a row, 0 <= row.

        Returns:
            The block's index and the row within it; (number of blocks, rows too many) for a row past the end.
        """
        position = 0
        size = len(self._values)
        step = 1 << size.bit_length()
        while step:
            node = position + step
            if node <= size and self._tree[node] <= row:
                position = node
                row -= self._tree[node]
            step >>= 1
        return position, row
