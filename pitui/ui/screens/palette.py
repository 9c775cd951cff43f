"""The palette: everything in one list. What takes time to find comes in while the list is open."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence

from pitui.ui.screens.picker import Picker, PickerItem

WIDE_COLUMNS = 100
"""In fewer columns it takes all of them."""


class Palette(Picker):
    """Typing filters; what fits best is first, wherever it belongs."""

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
        """Show what is known, and find the rest."""
        super().on_mount()
        self.run_worker(self._find(), exit_on_error=True)

    def on_resize(self) -> None:
        """Take the whole of a screen that is not wide."""
        super().on_resize()
        if self.size.width < WIDE_COLUMNS:
            self.add_class("-slim")

    async def _find(self) -> None:
        async for items in self._more():
            if not self.is_mounted:
                return
            self.show([*self._items, *items])
