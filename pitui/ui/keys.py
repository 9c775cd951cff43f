"""Which keys are in force: the defaults, over them pi's keybindings.json, over them pitui's own `[keys]`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitui.ui.actions import ACTIONS
from pitui.ui.editor_actions import EDITOR_ACTIONS, FOLLOW_UP, NEW_LINE, SUBMIT
from pitui.ui.key_names import shown_key, textual_key
from pitui.ui.list_actions import BLOCK_ACTIONS, SESSIONS_ACTIONS, TOOLS_ACTIONS, TREE_ACTIONS

NO_KEY = "no_key"
"""What Textual is given for an action without a key: nobody can press it."""

Wanted = Mapping[str, tuple[str, ...]]
"""Keys by the id of their action, in pi's spelling."""


PLACES = ((*ACTIONS, *EDITOR_ACTIONS), BLOCK_ACTIONS, TREE_ACTIONS, TOOLS_ACTIONS, SESSIONS_ACTIONS)
"""The actions that share their keys: those of the screen and its editor, and those of a pane while it has the keys."""

Hint = str | tuple[str, str]
"""Words of a hint line, or the id of an action and what its key does."""

EVERY_ACTION = tuple(action for place in PLACES for action in place)


class Keys(NamedTuple):
    """The keys of all actions.

    Attributes:
        of: by the id of the action, in Textual's spelling; no two actions of a place have the same.
        problems: keys that are not known, ids that are not known in pitui's own settings, and keys that two actions
            want; a sentence each.
    """

    of: Mapping[str, tuple[str, ...]]
    problems: tuple[str, ...] = ()

    def changed(self) -> dict[str, str]:
        """What differs from the defaults, as a keymap of Textual."""
        return {
            action.id: ",".join(self.of[action.id]) or NO_KEY
            for action in EVERY_ACTION
            if self.of[action.id] != action.keys
        }

    def hint(self, action: str, words: str) -> str:
        """What the first key of an action does, "" when it has none."""
        keys = self.of[action]
        return f"{shown_key(keys[0])} {words}" if keys else ""

    def hints(self, wanted: Iterable[Hint]) -> tuple[str, ...]:
        """The hints with the keys that are in force, without those of actions that have no key."""
        hints = (hint if isinstance(hint, str) else self.hint(*hint) for hint in wanted)
        return tuple(filter(None, hints))

    def names(self, *actions: str) -> str:
        """The first key of each of these actions, as `tab or f7`; "" when none of them has one."""
        return " or ".join(shown_key(self.of[action][0]) for action in actions if self.of[action])

    def as_default(self, key: str) -> str:
        """The default key of what a key does among those that send or break the line; other keys stay.

        A default key that was taken away from these gives "".
        """
        for action in (SUBMIT, FOLLOW_UP, NEW_LINE):
            if key in self.of[action.id]:
                return action.keys[0]
        sends = {*SUBMIT.keys, *FOLLOW_UP.keys, *NEW_LINE.keys}
        return "" if key in sends else key


def keys_in_force(pi: Wanted | None = None, own: Wanted | None = None) -> Keys:
    """Lay the wishes of the user over the default keys.

    Where two actions want a key, the one in pitui's settings has it, then the one in pi's file, then the first.

    Args:
        pi: pi's keybindings.json. Ids that pitui does not have are pi's own business.
        own: the `[keys]` of pitui's settings, which go first.
    """
    found = {action.id: action.keys for action in EVERY_ACTION}
    weight = dict.fromkeys(found, 0)
    problems: list[str] = []
    sources = ((1, "pi's keybindings.json", pi or {}), (2, "[keys] of pitui's settings", own or {}))
    for heavier, source, wanted in sources:
        for action, names in wanted.items():
            if action in found:
                found[action] = tuple(_known(names, f"{source}: {action}", problems))
                weight[action] = heavier
            elif heavier == 2 and not is_id_of_pi(action):
                problems.append(f"{source}: there is no action {action}; /hotkeys lists them.")
    for key, actions in _wanted_twice(found):
        has, *others = sorted(actions, key=lambda action: -weight[action])
        for action in others:
            found[action] = tuple(kept for kept in found[action] if kept != key)
        problems.append(
            f"{shown_key(key)} is wanted by {has} and by {', '.join(others)}: {has} has it. "
            "Change one of them in pitui's settings or in pi's keybindings.json."
        )
    return Keys(found, tuple(problems))


def is_id_of_pi(action: str) -> bool:
    """Whether an id is one of pi's, by how it begins: pi has more actions than pitui."""
    return action.startswith(("tui.", "app."))


def _known(names: Iterable[str], where: str, problems: list[str]) -> Iterable[str]:
    for name in names:
        key = textual_key(name)
        if key is None:
            problems.append(f"{where}: there is no key “{name}”.")
        else:
            yield key


def _wanted_twice(found: Mapping[str, tuple[str, ...]]) -> list[tuple[str, list[str]]]:
    """The keys that more than one action of a place wants, with the ids of these."""
    twice: list[tuple[str, list[str]]] = []
    for place in PLACES:
        owners: dict[str, list[str]] = {}
        for action in place:
            for key in dict.fromkeys(found[action.id]):
                owners.setdefault(key, []).append(action.id)
        twice += [(key, actions) for key, actions in owners.items() if len(actions) > 1]
    return twice
