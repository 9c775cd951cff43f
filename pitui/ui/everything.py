"""Everything that can be done or chosen, as the items of one list: the palette's, and the keys'."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pitui.disk.summaries import SessionSummary
from pitui.protocol.responses import ModelInfo, SlashCommand
from pitui.render.format import count
from pitui.session.models import is_same
from pitui.ui.actions import (
    ACTIONS,
    MODEL,
    PANES,
    PROGRAM,
    RUN,
    SESSION,
    VIEW,
    WRITE,
    Action,
)
from pitui.ui.editor_actions import EDITOR_ACTIONS, FOLLOW_UP, SUBMIT
from pitui.ui.key_names import shown_key, shown_keys
from pitui.ui.keys import Keys
from pitui.ui.list_actions import BLOCK_ACTIONS, SESSIONS_ACTIONS, TOOLS_ACTIONS, TREE_ACTIONS
from pitui.ui.screens.picker import PickerItem

Kind = Literal["action", "editor", "command", "model", "session", "theme", "setting", "nothing"]

PALETTE = "pitui.help"
"""The action that opens the palette; it is not in it."""

GROUPS = (RUN, SESSION, MODEL, PROGRAM, PANES, WRITE, VIEW)
"""What somebody who looks around wants first."""

KEY_COLUMNS = 24
WIDE = 70
"""From so many columns on keys stand in a column of their own."""

_SOURCES = {"extension": "extension", "prompt": "template", "skill": "skill"}


class Thing(NamedTuple):
    """What an item of the palette stands for: its kind, and its name within that kind."""

    kind: Kind
    name: str


def action_items(keys: Keys) -> list[PickerItem]:
    """pitui's actions with their first key, or else their slash name; first what sends, last what edits."""
    sending = (SUBMIT, FOLLOW_UP)
    editing = [action for action in EDITOR_ACTIONS if action not in sending]
    rows = [
        (action, keys.of[action.id], slash_name(action))
        for action in (*sending, *_by_group(ACTIONS), *editing)
        if action.id != PALETTE
    ]
    right = max(len(shown_key(of[0]) if of else slash) for _, of, slash in rows)
    return [
        PickerItem(
            Thing("editor" if action in EDITOR_ACTIONS else "action", action.id),
            action.title,
            f"{shown_key(of[0]) if of else slash:<{right}}",
            group=RUN if action in sending else action.group,
            about=" · ".join(part for part in (action.title, shown_keys(of), slash, action.id) if part),
            also=f"{slash} {shown_keys(of)} {action.id}",
        )
        for action, of, slash in rows
    ]


def key_items(keys: Keys, *, columns: int) -> list[PickerItem]:
    """All keys: what clashes first, then those that work everywhere, in the editor, and in the panes.

    Args:
        keys: in force.
        columns: of the screen; with few of them the keys form no column.
    """
    pad = KEY_COLUMNS if columns >= WIDE else 0
    items = [
        PickerItem(Thing("nothing", problem), problem, group="To be settled", about=problem)
        for problem in keys.problems
    ]
    of_panes = (*BLOCK_ACTIONS, *TOOLS_ACTIONS, *TREE_ACTIONS, *SESSIONS_ACTIONS)
    for action in (*_by_group(ACTIONS), *EDITOR_ACTIONS, *of_panes):
        shown = shown_keys(keys.of.get(action.id, action.keys))
        if not shown:
            continue
        kind: Kind = "action" if action in ACTIONS else "editor" if action in EDITOR_ACTIONS else "nothing"
        items.append(
            PickerItem(
                Thing(kind, action.id),
                f"{shown:<{pad}}  {action.title}",
                slash_name(action) if pad else "",
                group=action.group,
                about=f"{action.id}: other keys under [keys] in pitui's settings, or in pi's keybindings.json",
                also=action.id,
            )
        )
    return items


def command_items(commands: Iterable[SlashCommand]) -> list[PickerItem]:
    """What pi's extensions, templates and skills add."""
    return [
        PickerItem(
            Thing("command", command.name),
            f"/{command.name}",
            _SOURCES.get(command.source, command.source),
            group="pi's commands",
            about=" ".join((command.description or "").split()),
            also=command.description or "",
        )
        for command in commands
    ]


def model_items(models: Iterable[ModelInfo], present: ModelInfo | None) -> list[PickerItem]:
    """The models that can be used."""
    return [
        PickerItem(
            Thing("model", f"{model.provider}/{model.id}"),
            model.id,
            f"{count(model.context_window)} of context",
            group="Models",
            mark="●" if is_same(model, present) else "",
            about=f"{model.provider} · {model.name}",
            also=f"model {model.provider} {model.name}",
        )
        for model in models
    ]


def session_items(sessions: Sequence[SessionSummary], present: str | None) -> list[PickerItem]:
    """The stored sessions of the project."""
    return [
        PickerItem(
            Thing("session", str(session.path)),
            " ".join(session.title.split()),
            f"{session.messages} messages",
            group="Sessions",
            mark="●" if present and session.path == Path(present) else "",
            about=str(session.path),
            also="session resume",
        )
        for session in sessions
    ]


def theme_items(names: Iterable[str], present: str) -> list[PickerItem]:
    """The themes."""
    return [
        PickerItem(
            Thing("theme", name),
            name,
            group="Themes",
            mark="●" if name == present else "",
            also="theme colours",
        )
        for name in names
    ]


def setting_items(items: Iterable[PickerItem]) -> list[PickerItem]:
    """The settings, from the items of their own list."""
    return [
        PickerItem(
            Thing("setting", str(item.value)),
            f"{item.title}: {item.figures.strip(' *')}",
            group="Settings",
            about=item.about,
            also=f"setting {item.also}",
        )
        for item in items
    ]


def _by_group(actions: Sequence[Action]) -> list[Action]:
    """The actions with those of one group together."""
    return sorted(actions, key=lambda action: GROUPS.index(action.group))


def slash_name(action: Action) -> str:
    """How it is called in the editor, "" when it has no name there."""
    return f"/{action.slash}" if action.slash else ""


def needs_argument(action: Action) -> bool:
    """Whether it does nothing without a word behind its slash name, as its title tells: `/label TEXT`."""
    return bool(action.slash and re.search(rf"/{action.slash} [A-Z]", action.title))
