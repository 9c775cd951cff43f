"""Which keys are in force: the defaults, over them pi's keybindings.json, over them pitui's own `[keys]`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pitui.ui.actions import ACTIONS, Action
from pitui.ui.key_names import shown_key, textual_key

NO_KEY = "no_key"
"""What Textual is given for an action without a key: nobody can press it."""

Wanted = Mapping[str, tuple[str, ...]]
"""Keys by the id of their action, in pi's spelling."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of all actions.

    Attributes:
        of: by the id of the action, in Textual's spelling.
        problems: keys that are not known, ids that are not known in pitui's own settings, and keys with two actions;
            a sentence each.
    """

    of: Mapping[str, tuple[str, ...]]
    problems: tuple[str, ...] = ()

    def changed(self) -> dict[str, str]:
        """What differs from the defaults, as a keymap of Textual."""
        return {
            action.id: ",".join(self.of[action.id]) or NO_KEY
            for action in ACTIONS
            if self.of[action.id] != action.keys
        }


def keys_in_force(pi: Wanted | None = None, own: Wanted | None = None) -> Keys:
    """Lay the wishes of the user over the default keys.

    Args:
        pi: pi's keybindings.json. Ids that pitui does not have are pi's own business.
        own: the `[keys]` of pitui's settings, which go first.
    """
    found = {action.id: action.keys for action in ACTIONS}
    problems: list[str] = []
    for source, wanted in (("pi's keybindings.json", pi or {}), ("[keys] of pitui's settings", own or {})):
        for action, names in wanted.items():
            if action in found:
                found[action] = tuple(_known(names, f"{source}: {action}", problems))
            elif wanted is own and not is_id_of_pi(action):
                problems.append(f"{source}: there is no action {action}; /hotkeys lists them.")
    problems += _clashes(found)
    return Keys(found, tuple(problems))


def is_id_of_pi(action: str) -> bool:
    """Whether an id is one of pi's, by how it begins; the editor and the lists have such keys of their own."""
    return action.startswith(("tui.", "app."))


def _known(names: Iterable[str], where: str, problems: list[str]) -> Iterable[str]:
    for name in names:
        key = textual_key(name)
        if key is None:
            problems.append(f"{where}: there is no key “{name}”.")
        else:
            yield key


def _clashes(found: Mapping[str, tuple[str, ...]]) -> list[str]:
    titles = {action.id: action for action in ACTIONS}
    owners: dict[str, list[Action]] = {}
    for action, keys in found.items():
        for key in keys:
            owners.setdefault(key, []).append(titles[action])
    return [
        f"{shown_key(key)} has {len(actions)} actions: {', '.join(a.id for a in actions)}; "
        f"it does the first. Change one in pitui's settings or in pi's keybindings.json."
        for key, actions in owners.items()
        if len(actions) > 1
    ]
