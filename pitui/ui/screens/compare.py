"""Two branches side by side: figures above, what each changed or said below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from pitui.protocol.entries import SessionEntry
from pitui.render.format import count, money, plural
from pitui.render.palette import Palette
from pitui.render.sanitize import visible
from pitui.session.blocks import AnyBlock, NoticeBlock
from pitui.session.compare import Comparison, Work
from pitui.session.target import one_line
from pitui.session.tree_text import BOOKKEEPING, entry_kind, entry_text
from pitui.ui.focus import take_focus
from pitui.ui.leaving import leave_bindings
from pitui.ui.widgets.hints import Hints
from pitui.ui.widgets.tree.entry_view import EntryView

LONGEST = 100
"""So many characters of a text name a branch."""

_HINTS = ("tab the other side", "esc leaves", "m messages or changes", "↑↓ blocks", "enter folds")


class CompareScreen(Screen[None]):
    """Tab goes from side to side, `m` turns from the changes to the messages and back."""

    DEFAULT_CSS = """
    CompareScreen { background: $background; }
    CompareScreen #parted { height: 1; padding: 0 1; }
    CompareScreen Horizontal { height: 1fr; }
    CompareScreen Horizontal > Vertical { width: 1fr; }
    CompareScreen #side-1 { border-left: solid $surface-lighten-2; }
    CompareScreen .figures {
        height: auto; max-height: 40%; padding: 0 1; border-bottom: solid $surface-lighten-2;
    }
    CompareScreen #compare-hints { padding: 0 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *leave_bindings("dismiss", "q"),
        Binding("tab,left,right,f6", "turn", show=False),
        Binding("m", "messages", show=False),
    ]

    def __init__(self, comparison: Comparison, palette: Palette) -> None:
        """Show a comparison."""
        super().__init__()
        self._comparison = comparison
        self._palette = palette
        self._messages = False
        self.sides = (EntryView(palette=palette), EntryView(palette=palette))

    def compose(self) -> ComposeResult:
        """Where they parted, both sides, hints."""
        yield Static(self._parted(), id="parted", markup=False)
        with Horizontal():
            for n, work in enumerate(self._comparison.works):
                with Vertical(id=f"side-{n}"):
                    yield Static(figures(work, self._palette), classes="figures", markup=False)
                    yield self.sides[n]
        yield Hints(_HINTS, id="compare-hints")

    def on_mount(self) -> None:
        """Show the changes first, open."""
        self._show()
        take_focus(self.sides[0])

    def action_turn(self) -> None:
        """Give the keys to the other side."""
        take_focus(self.sides[1 if self.sides[0].has_focus else 0])

    def action_messages(self) -> None:
        """From the changes to everything that was said and done, and back."""
        self._messages = not self._messages
        self._show()

    def _show(self) -> None:
        for side, work in zip(self.sides, self._comparison.works, strict=True):
            if self._messages:
                side.read(work.blocks or [_nothing("Nothing was said here since they parted.")])
            else:
                side.read(work.changes or [_nothing("No file was changed here since they parted.")])

    def _parted(self) -> Text:
        words = told([*self._comparison.common])
        text = f"Since “{words}”" if words else "They have nothing in common"
        return Text(text, style="bold", no_wrap=True, overflow="ellipsis")


def figures(work: Work, palette: Palette) -> Text:
    """What a branch did, in figures."""
    text = Text()
    text.append(f"{told(work.entries) or '(nothing of its own)'}\n", palette.accent)
    commands = f" · {plural(work.commands, '! command')}" if work.commands else ""
    text.append(f"{plural(work.prompts, 'message')} · {plural(work.answers, 'answer')}{commands}\n")
    calls = ", ".join(f"{visible(name)} {number}" for name, number in work.calls.most_common())
    text.append(f"{plural(work.calls.total(), 'tool call')}{': ' if calls else ''}{calls}\n")
    tokens = f"{count(work.totals.tokens)} tokens, {count(work.output_tokens)} of them written"
    text.append(f"{tokens} · {money(work.totals.cost)}\n")
    files = ", ".join(" ".join(visible(path).split()) for path in sorted(work.totals.files))
    text.append(f"{plural(len(work.totals.files), 'file')} changed{': ' if files else ''}{files}")
    return text


def told(entries: Sequence[SessionEntry]) -> str:
    """What the last of the entries says that is no tool's; on one line."""
    for entry in reversed(entries):
        if entry_kind(entry) not in (*BOOKKEEPING, "toolResult") and (
            words := one_line(visible(entry_text(entry)))
        ):
            return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
    return ""


def _nothing(words: str) -> AnyBlock:
    return NoticeBlock(-1, text=words)
