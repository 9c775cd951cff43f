"""The names of keys: pi's spelling (docs/keybindings.md) and Textual's, and which keys a terminal may swallow."""

from __future__ import annotations

import unicodedata

from textual.keys import KEY_NAME_REPLACEMENTS

_MODIFIERS = ("alt", "ctrl", "shift", "super")
_NAMES = {"esc": "escape", "return": "enter", "pgup": "pageup", "pgdn": "pagedown"}
_SPECIAL = {
    *("escape", "enter", "tab", "space", "backspace", "delete", "insert", "clear"),
    *("home", "end", "pageup", "pagedown", "up", "down", "left", "right"),
    *(f"f{number}" for number in range(1, 25)),
}

_SHORT = {
    "escape": "esc",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "question_mark": "?",
    "underscore": "_",
    "minus": "-",
    "backslash": "\\",
    "slash": "/",
    "comma": ",",
    "full_stop": ".",
    "plus": "+",
}

_TAKEN = {
    "f1": "some terminals open their own help",
    "f10": "some terminals open their menu",
    "f11": "most terminals go full screen",
    "ctrl+home": "the Linux console sends the same as for home",
    "ctrl+end": "the Linux console sends the same as for end",
    "ctrl+up": "macOS shows its windows",
    "ctrl+down": "macOS shows its windows",
    "alt+enter": "Windows Terminal goes full screen",
}


def textual_key(name: str) -> str | None:
    """A key of pi's spelling, in Textual's.

    Args:
        name: such as `ctrl+shift+x`, `alt+]`, `pageUp`.

    Returns:
        None when there is no such key.
    """
    rest = name.strip().lower()
    modifiers: set[str] = set()
    while True:
        head, plus, tail = rest.partition("+")
        if not plus or not tail or head not in _MODIFIERS:
            break
        modifiers.add(head)
        rest = tail
    key = _NAMES.get(rest, rest)
    if len(key) == 1:
        if not key.isprintable() or key == " ":
            return None
        if not key.isalnum():
            key = unicodedata.name(key, "").lower().replace("-", "_").replace(" ", "_")
            key = KEY_NAME_REPLACEMENTS.get(key, key)
        elif modifiers == {"shift"}:
            return key.upper()
    elif key not in _SPECIAL:
        return None
    return "+".join([*sorted(modifiers), key])


def shown_key(key: str) -> str:
    """How a key of Textual's spelling is written for people."""
    *modifiers, name = key.split("+")
    if modifiers == ["shift"] and len(name) == 1:
        return name.upper()
    if name.startswith("upper_"):
        name = name.removeprefix("upper_").upper()
    return "+".join([*modifiers, _SHORT.get(name, name)])


def shown_keys(keys: tuple[str, ...]) -> str:
    """How several keys are written for people; two names of the same key once."""
    return ", ".join(dict.fromkeys(map(shown_key, keys)))


def why_swallowed(key: str) -> str | None:
    """Why a terminal may not hand on a key of Textual's spelling; None when all of them do."""
    *modifiers, name = key.split("+")
    if "super" in modifiers:
        return "only terminals with the Kitty keyboard protocol send it"
    if "ctrl" in modifiers and "shift" in modifiers and len(name) == 1:
        return "tmux and plain terminals send the same as without shift"
    if name == "enter" and "alt" not in modifiers and modifiers:
        return "plain terminals send the same as for enter"
    return _TAKEN.get(key)
