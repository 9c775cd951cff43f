"""The palette: everything in one list. What takes time to find comes in while the list is open."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence

from pitui.ui.matching import match
from pitui.ui.screens.picker import Picker, PickerItem


class Palette(Picker):
    """Typing filters; what fits best is first, wherever it belongs."""

    SLIM_BELOW = 100

    def __init__(
        self,
        items: Sequence[PickerItem],
        more: Callable[[], AsyncIterator[list[PickerItem]]],
        *,
        query: str = "",
    ) -> None:
        """Make the palette.

        Args:
            items: what is known at once.
            more: finds the rest, group by group.
            query: what is typed in the beginning.
        """
        super().__init__(
            "Everything",
            items,
            query=query,
            placeholder="type what you want to do: a command, a key, a model, a session, a theme, a setting",
            enter="enter does it",
        )
        self._more = more

    def on_mount(self) -> None:
        """Find the rest."""
        self.run_worker(self._find(), exit_on_error=True)

    def cost(self, query: str, item: PickerItem) -> float | None:
        """A command goes before a thing of the same name: `/theme` before the themes."""
        by_title, by_name = super().cost(query, item), match(query, item.also)
        if by_title is None or by_name is None or item.value.kind not in ("action", "command"):
            return by_title
        return min(by_title, by_name)

    async def _find(self) -> None:
        async for items in self._more():
            if not self.is_mounted:
                return
            self.show([*self._items, *items])
