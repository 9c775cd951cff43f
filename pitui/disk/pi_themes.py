"""pi's own theme files: a name, perhaps an appearance, and colours by role, each as hexadecimal in the end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from coloraide import Color
from coloraide.spaces.okhsl import Okhsl

from pitui.disk.files import DiskError, read_object
from pitui.protocol.json_object import JsonObject

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})\Z")
_OKHSL = re.compile(r"okhsl\(\s*([-+.\d]+)(?:deg)?\s+([-+.\d]+)%\s+([-+.\d]+)%\s*\)\Z")
_BASIC = (
    *("#000000", "#800000", "#008000", "#808000", "#000080", "#800080", "#008080", "#c0c0c0"),
    *("#808080", "#ff0000", "#00ff00", "#ffff00", "#0000ff", "#ff00ff", "#00ffff", "#ffffff"),
)
_STEPS = (0, 95, 135, 175, 215, 255)


class _Colour(Color):
    """Colours, also in pi's `okhsl()`."""


_Colour.register(Okhsl())


class PiTheme(NamedTuple):
    """A theme of pi.

    Attributes:
        name: foreign text.
        dark: whether it is made for a dark background.
        colors: by pi's names of roles, as `#rrggbb`; "" stands for the terminal's default.
    """

    name: str
    dark: bool
    colors: Mapping[str, str]


def theme_folder(agent: Path) -> Path:
    """Where the user's own themes are."""
    return agent / "themes"


def theme_files(agent: Path) -> list[Path]:
    """The theme files of the user, by name."""
    return sorted(theme_folder(agent).glob("*.json"))


def find_theme(agent: Path, name: str) -> PiTheme | None:
    """The user's theme of this name: from the file that is called so, else from any file that says so.

    Raises:
        DiskError: when the file that is called so cannot be used.
    """
    named = theme_folder(agent) / f"{name}.json"
    files = theme_files(agent)
    if named in files:
        theme = read_theme(named)
        if theme.name == name:
            return theme
    for file in files:
        try:
            theme = read_theme(file)
        except DiskError:
            continue
        if theme.name == name:
            return theme
    return None


def read_theme(file: Path) -> PiTheme:
    """Read a theme file (pi 1.6.0, docs/themes.md; 0.82.1 knows fewer ways to write a colour).

    Raises:
        DiskError: when it cannot be read or a colour in it cannot be understood.
    """
    data = read_object(file)
    name, colors, variables = data.get("name"), data.get("colors"), data.get("vars", {})
    if (
        not isinstance(name, str)
        or not name
        or not isinstance(colors, dict)
        or not isinstance(variables, dict)
    ):
        raise DiskError(f"{file} is no theme of pi: it needs a name and colors.")
    given = cast("JsonObject", variables)
    found: dict[str, str] = {}
    roles: JsonObject = dict(cast("JsonObject", colors))
    export: Any = data.get("export")
    if isinstance(export, dict):
        roles |= cast("JsonObject", export)
    for role, value in roles.items():
        try:
            found[role] = _resolve(value, given)
        except (ValueError, TypeError, RecursionError) as error:
            raise DiskError(f"{file}: the colour {role} cannot be understood: {error}.") from error
    appearance = data.get("appearance")
    dark = appearance == "dark" if appearance in ("dark", "light") else _looks_dark(found)
    return PiTheme(name, dark, found)


def _resolve(value: object, variables: JsonObject, seen: frozenset[str] = frozenset()) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return _indexed(value)
    if not isinstance(value, str):
        raise TypeError("it must be a text or a number")
    text = value.strip()
    if not text:
        return ""
    if _HEX.match(text):
        return (f"#{text[1] * 2}{text[2] * 2}{text[3] * 2}" if len(text) == 4 else text).lower()
    if found := _OKHSL.match(text.lower()):
        hue, saturation, lightness = (float(part) for part in found.groups())
        return _hex(_Colour("okhsl", [hue, saturation / 100, lightness / 100]))
    if text.lower().startswith("oklch("):
        return _hex(_Colour(text))
    if text in seen or text not in variables:
        raise ValueError(f"{text} leads back to itself" if text in seen else f"there is no {text} in vars")
    return _resolve(variables[text], variables, seen | {text})


def _hex(colour: Color) -> str:
    red, green, blue = (max(0, min(255, round(part * 255))) for part in colour.convert("srgb").fit().coords())
    return f"#{red:02x}{green:02x}{blue:02x}"


def _indexed(index: int) -> str:
    """A colour of the palette of 256, as xterm has it."""
    if not 0 <= index <= 255:
        raise ValueError("an index goes from 0 to 255")
    if index < 16:
        return _BASIC[index]
    if index >= 232:
        grey = 8 + (index - 232) * 10
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    cube = index - 16
    red, green, blue = _STEPS[cube // 36], _STEPS[cube // 6 % 6], _STEPS[cube % 6]
    return f"#{red:02x}{green:02x}{blue:02x}"


def _looks_dark(colors: Mapping[str, str]) -> bool:
    """Text on a dark background is light; without a colour for text, its own panels tell."""
    text, panel = colors.get("text"), colors.get("userMessageBg")
    if text:
        return _lightness(text) > 0.5
    return _lightness(panel) < 0.5 if panel else True


def _lightness(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
