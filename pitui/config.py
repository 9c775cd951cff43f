"""pitui's own settings: a TOML file in the platform's folder for configuration, checked when it is read.

It is written so that comments, order and everything else the user put there stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, get_args, get_type_hints

import platformdirs

from pitui.disk.files import reason, replace_text

if TYPE_CHECKING:
    from pydantic import ValidationError

FILE_NAME = "config.toml"


RingWay = Literal["auto", "bell", "osc9", "osc777", "off"]
RING_WAYS: tuple[RingWay, ...] = get_args(RingWay)


class ConfigError(Exception):
    """The file cannot be used; the text names it and the key, and says what to do."""


@dataclass(frozen=True, slots=True)
class Config:
    """What the file may hold.

    Attributes:
        theme: the name of a theme; None follows pi's own setting.
        motion: whether anything moves: the spinner, smooth scrolling, the blinking cursor.
        ring: how the user is called back to a terminal without the focus; `auto` chooses by the terminal.
        keys: keys by the id of their action, in pi's spelling; no keys take them away.
    """

    theme: str | None = None
    motion: bool = True
    ring: RingWay = "auto"
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


def config_file() -> Path:
    """Where the file is."""
    return platformdirs.user_config_path("pitui") / FILE_NAME


def read_config(file: Path) -> Config:
    """Read the file.

    Returns:
        All at its default when there is none.

    Raises:
        ConfigError: when it cannot be read, is no TOML, or holds something that is not known.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeError) as error:
        raise ConfigError(f"{file} cannot be read: {reason(error)}.") from error
    import tomllib  # takes 7 ms, and most have no such file

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file} is not TOML ({error}): repair it first.") from error
    return _checked(data, file) if data else Config()


def change_config(file: Path, **changes: object) -> Config:
    """Set some settings in the file and leave everything else in it as it is.

    Args:
        file: made when it is not there.
        changes: by name; None takes a setting out.

    Returns:
        The settings as they are now.

    Raises:
        ConfigError: when the file cannot be read or written, or would not be valid; it is left alone then.
    """
    import tomllib

    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    read_config(file)
    try:
        document = (
            tomlkit.parse(file.read_text(encoding="utf-8-sig")) if file.exists() else tomlkit.document()
        )
        for name, value in changes.items():
            if value is not None:
                document[name] = value
            elif name in document:
                del document[name]
        text = tomlkit.dumps(document)
        config = _checked(tomllib.loads(text), file)
        real = file.resolve()
        real.parent.mkdir(parents=True, exist_ok=True)
        replace_text(real, text)
    except (OSError, UnicodeError, TOMLKitError) as error:
        raise ConfigError(f"{file} cannot be changed: {reason(error)}.") from error
    return config


def _checked(data: dict[str, Any], file: Path) -> Config:
    """The settings that a file holds, if each is one of pitui's and of its type."""
    from pydantic import ConfigDict, ValidationError, create_model  # a start without settings does without it

    hints = get_type_hints(Config)
    known: dict[str, Any] = {setting.name: (hints[setting.name], None) for setting in fields(Config)}
    table = create_model("Config", __config__=ConfigDict(extra="forbid", strict=True), **known)
    try:
        if "keys" in data:
            data = {**data, "keys": _flat_keys(data["keys"])}
        return Config(**table.model_validate(data).model_dump(exclude_unset=True))
    except ValidationError as error:
        raise ConfigError(f"{file}: {_first(error)}") from error
    except ValueError as error:
        raise ConfigError(f"{file}: keys: {error}.") from error


def _flat_keys(value: object) -> dict[str, tuple[str, ...]]:
    """`"app.exit" = "ctrl+q"` and `app.exit = ["ctrl+q"]` mean the same; TOML makes tables of the second."""
    if not isinstance(value, Mapping):
        raise ValueError("must be a table of action ids")
    return dict(_flat(cast("Mapping[str, Any]", value)))


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, value in table.items():
        where = f"{prefix}{name}"
        match value:
            case str():
                yield where, (value,)
            case list() | tuple() if all(isinstance(key, str) for key in cast("list[Any]", value)):
                yield where, tuple(cast("list[str]", value))
            case dict():
                yield from _flat(cast("dict[str, Any]", value), f"{where}.")
            case _:
                raise ValueError(f"{where} must be a key or a list of keys")


def _first(error: ValidationError) -> str:
    found = error.errors()[0]
    where = ".".join(str(part) for part in found["loc"]) or "the file"
    if found["type"] == "extra_forbidden":
        known = ", ".join(sorted(setting.name for setting in fields(Config)))
        return f"{where} is no setting of pitui: there are {known}."
    return f"{where}: {found['msg']}."
