"""The conversation with its keys and its mouse."""

from __future__ import annotations

import re
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from pitui.render.block import foldable
from pitui.render.chips import image_at
from pitui.session.blocks import TextBlock, ToolBlock, UserBlock
from pitui.session.images import images_in
from pitui.session.text import source_text
from pitui.ui.clipboard import copy_text
from pitui.ui.image_viewer import ImageViewer
from pitui.ui.list_actions import BLOCK_ACTIONS
from pitui.ui.textual_private import app_of
from pitui.ui.widgets.transcript.code_blocks import code_blocks
from pitui.ui.widgets.transcript.conversation import Conversation
from pitui.ui.widgets.transcript.cursor import last_answer
from pitui.ui.widgets.transcript.selection import character_at
from pitui.ui.widgets.transcript.strips import MARGIN
from pitui.ui.widgets.transcript.viewport import GAP, Row

_SAFE_LINK = re.compile(r"(https?|mailto):", re.IGNORECASE)
_WORD = re.compile(r"\w+(?:[-'./:@~]\w+)*|\S")


class Transcript(Conversation):
    """The conversation.

    `take` is called once a frame with what changed; everything else the widget does by itself.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "Previous block", show=False),
        Binding("down,j", "cursor_down", "Next block", show=False),
        *(action.binding() for action in BLOCK_ACTIONS),
        Binding("home", "scroll_home", "Top", show=False),
        Binding("end", "scroll_end", "End", show=False),
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
    ]

    _copied_code: tuple[int, int] = (-1, 0)
    """The block whose code was copied last, and which of its code blocks that was."""

    class BlockSelected(Message):
        """A tool call was chosen; `key` is its block."""

        def __init__(self, key: int) -> None:
            self.key = key
            super().__init__()

    def on_mount(self) -> None:
        """Nothing has been opened yet."""
        self._viewer = ImageViewer(self)

    def on_unmount(self) -> None:
        """Take away the files of the images that were opened."""
        self._viewer.close()

    # -- places ----------------------------------------------------------------------------------------------

    def move(self, where: str) -> None:
        """Scroll: `page_up`, `page_down`, `top`, `bottom`, `previous_prompt` or `next_prompt`."""
        page = max(1, self.viewport.height - 2)
        match where:
            case "page_up":
                self.viewport.move(-page)
            case "page_down":
                self.viewport.move(page)
            case "top":
                self.viewport.go_to_row(0)
            case "bottom":
                self.viewport.go_to_end()
            case "previous_prompt":
                self.cursor.to_prompt(-1)
            case "next_prompt":
                self.cursor.to_prompt(1)
            case _:
                raise ValueError(f"there is no move {where!r}")
        self.paint()

    def reveal(self, key: int) -> None:
        """Bring a block into the window and make it the current one."""
        self.cursor.reveal(key)
        self.paint()

    def last_answer_text(self) -> str:
        """The source of the last answer, "" when there is none."""
        return last_answer(self.column.blocks)

    # -- find ------------------------------------------------------------------------------------------------

    def find(self, text: str) -> int:
        """Look for a text in everything, also what is folded, and show the first occurrence; "" ends the find.

        Returns:
            How often it occurs, whatever the case of its letters.
        """
        total = self.search.find(text)
        self.paint()
        return total

    def find_next(self) -> tuple[int, int]:
        """Show the next occurrence; returns its number, from 1, and how many there are."""
        return self._find_step(1)

    def find_previous(self) -> tuple[int, int]:
        """Show the previous occurrence; returns its number, from 1, and how many there are."""
        return self._find_step(-1)

    def _find_step(self, direction: int) -> tuple[int, int]:
        self.search.step(direction)
        self.paint()
        return self.find_position

    def find_clear(self) -> None:
        """End the find; what it opened is folded again, and the place stays."""
        self.search.clear()
        self._told_find = (0, 0)
        self.paint()

    @property
    def find_position(self) -> tuple[int, int]:
        """The number of the current occurrence, from 1 (0: none), and how many there are."""
        return self.search.position, self.search.total

    # -- keys ------------------------------------------------------------------------------------------------

    def action_page_up(self) -> None:
        """PageUp."""
        self.move("page_up")

    def action_page_down(self) -> None:
        """PageDown."""
        self.move("page_down")

    def action_scroll_home(self) -> None:
        """Home."""
        self.move("top")

    def action_scroll_end(self) -> None:
        """End."""
        self.move("bottom")

    def action_cursor_up(self) -> None:
        """To the block above."""
        self.cursor.up()
        self._selected_block()

    def action_cursor_down(self) -> None:
        """To the block below."""
        self.cursor.down()
        self._selected_block()

    def action_fold(self) -> None:
        """Fold or unfold the current block; one that does not fold opens its image."""
        block = self.cursor.block
        if block is not None and not foldable(block) and images_in(block):
            self.action_open_image()
        elif block is not None:
            self.toggle(block.key)

    def action_copy_block(self) -> None:
        """Copy the source of the current block."""
        block = self.cursor.block
        if block is not None:
            copy_text(app_of(self), source_text(block), "the block")

    def action_copy_code(self) -> None:
        """Copy a code block of the current message; the next one each time, and the first again after the last."""
        block = self.cursor.block
        codes = code_blocks(source_text(block)) if isinstance(block, TextBlock | UserBlock) else []
        if block is None or not codes:
            self.notify("There is no code block in what the cursor is on.", markup=False)
            return
        last_key, last = self._copied_code
        at = (last + 1) % len(codes) if last_key == block.key else 0
        self._copied_code = (block.key, at)
        which = f"code block {at + 1} of {len(codes)}" if len(codes) > 1 else "the code block"
        copy_text(app_of(self), codes[at], which)

    def action_open_image(self) -> None:
        """Open an image of the current block; the next one each time, and the first again after the last."""
        block = self.cursor.block
        images = [] if block is None else images_in(block)
        if block is None or not images:
            self.notify("There is no image in what the cursor is on.", markup=False)
            return
        self._viewer.open_of(block.key, images)

    # -- mouse -----------------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Fold, choose, select a word or a block, open a link or an image; a drag is no click."""
        event.stop()
        event.prevent_default()
        row = self.viewport.rows[event.y] if 0 <= event.y < len(self.viewport.rows) else None
        if row is None or event.x >= self.size.width - 1 or self.text_selection is not None:
            return
        if event.ctrl:
            self._open(event, row)
        elif event.y == self.size.height - 1 and event.x >= self.size.width - 1 - len(self.badge()):
            self.move("bottom")
        elif row.line == GAP:
            return
        elif event.chain == 2:
            self._select_word(row, event.x)
        elif event.chain == 3:
            self._select_block(row)
        else:
            self._choose(row)

    def _choose(self, row: Row) -> None:
        block = self.column.block(row.key)
        if block is None:
            return
        self.cursor.key = row.key
        if row.line == 0 and foldable(block):
            self.toggle(row.key)
        self._selected_block()

    def _open(self, event: events.Click, row: Row) -> None:
        i = self.column.index(row.key)
        image = None if i is None or row.line == GAP else image_at(self.column.lines(i), row.line)
        if i is not None and image is not None:
            block = self.column.blocks[i]
            self._viewer.open_of(block.key, images_in(block), image)
            return
        link = event.style.link
        if link and _SAFE_LINK.match(link):
            app_of(self).open_url(link)

    def _select_word(self, row: Row, x: int) -> None:
        at = character_at(row.content, x - MARGIN)
        for word in _WORD.finditer(row.content.text):
            if word.start() <= at < word.end():
                self.select(row.key, row.line, word.start(), word.end())

    def _select_block(self, row: Row) -> None:
        index = self.column.index(row.key)
        if index is not None:
            last = len(self.column.lines(index)) - 1
            self.select(row.key, 0, 0, len(self.column.lines(index)[last].text), last)

    def _selected_block(self) -> None:
        self.paint()
        if isinstance(block := self.cursor.block, ToolBlock):
            self.post_message(self.BlockSelected(block.key))
