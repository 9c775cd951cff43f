"""A picker that stays open: choosing does something with the item, and the list shows what came of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from pitui.ui.screens.picker import Picker, PickerItem, PickerKey, PickerRows

Act = Callable[[Any, str], Awaitable[Sequence[PickerItem]]]
"""Does something with a value, by the id of the key ("" for Enter), and gives the items as they are now."""


class StayingPicker(Picker):
    """Enter acts, Esc leaves."""

    def __init__(
        self,
        title: str,
        items: Sequence[PickerItem],
        act: Act,
        *,
        keys: Sequence[PickerKey] = (),
        current: object = None,
        query: str = "",
        enter: str = "enter changes",
    ) -> None:
        """Make the picker.

        Args:
            title: what it is about.
            items: at first.
            act: what choosing does.
            keys: further ways to choose.
            current: the value under the cursor in the beginning.
            query: what is typed in the beginning.
            enter: what the hint line says about Enter.
        """
        super().__init__(title, items, keys=keys, current=current, query=query, enter=enter)
        self._act = act
        self._is_acting = False

    def show(self, items: Sequence[PickerItem]) -> None:
        """Show other items; the cursor stays on its value, also when there is a query."""
        value = self.value
        super().show(items)
        rows = self.query_one(PickerRows)
        at = next((number for number, item in enumerate(rows.items) if item.value == value), None)
        if at is not None:
            rows.move_to(at)

    def _pick(self, way: str) -> None:
        if self.query_one(PickerRows).items and not self._is_acting:
            self._is_acting = True
            self.run_worker(self._act_on(self.value, way), exit_on_error=True)

    async def _act_on(self, value: Any, way: str) -> None:
        try:
            items = await self._act(value, way)
        finally:
            self._is_acting = False
        if self.is_mounted:
            self.show(items)
