"""A picker that shows what each choice would be like while the cursor goes through the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual import on

from pitui.ui.screens.picker import Picker, PickerItem
from pitui.ui.widgets.row_list import RowList


class TryingPicker(Picker):
    """Enter takes what is seen; Esc gives None, and whoever opened the picker goes back to what was before."""

    DEFAULT_CSS = """
    TryingPicker { background: $background 0%; align: center bottom; }
    """
    SHARE = 0.5

    def __init__(
        self, title: str, items: Sequence[PickerItem], show: Callable[[Any], None], *, current: object
    ) -> None:
        """Make the picker.

        Args:
            title: what is chosen.
            items: to choose from.
            show: called with the value under the cursor when that is another one.
            current: the value that is seen already.
        """
        super().__init__(title, items, current=current, enter="enter keeps it")
        self._show = show
        self._seen = current

    @on(RowList.Highlighted)
    def _try(self) -> None:
        if self.value is not None and self.value != self._seen:
            self._seen = self.value
            self._show(self.value)
