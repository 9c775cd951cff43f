"""The arguments of a tool call, as a person reads them: `key: value`, not JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

_DEEPEST = 12


def string_argument(arguments: Any, *names: str) -> str:
    """The first of the named arguments that is a string, "" when there is none.

    Arguments come from a model: any of them may be missing or of another type.
    """
    if isinstance(arguments, dict):
        for name in names:
            value = cast("dict[str, Any]", arguments).get(name)
            if isinstance(value, str):
                return value
    return ""


def number_argument(arguments: Any, name: str) -> int | None:
    """The named argument as a whole number, None when it is none."""
    if not isinstance(arguments, dict):
        return None
    value = cast("dict[str, Any]", arguments).get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return int(value)
    except (ValueError, OverflowError):
        return None


def readable(value: Any, depth: int = 0) -> Iterator[str]:
    """The lines that show a JSON value: members as `key: value`, longer ones indented below their key.

    Lazy, so that whoever shows ten lines of a huge value takes only ten.
    """
    match value:
        case dict() if depth < _DEEPEST:
            for key, member in cast("dict[str, Any]", value).items():
                label = key.replace("\n", "\\n")
                yield from _labelled(f"{label}:", member, depth)
        case list() if depth < _DEEPEST:
            for member in cast("list[Any]", value):
                yield from _labelled("-", member, depth)
        case str():
            yield from _lines(value)
        case _:
            yield scalar(value)


def _labelled(label: str, value: Any, depth: int) -> Iterator[str]:
    if _is_short(value):
        yield f"{label} {scalar(value)}".rstrip()
        return
    yield label
    for line in readable(value, depth + 1):
        yield f"  {line}"


def _is_short(value: Any) -> bool:
    match value:
        case dict() | list():
            return not value
        case str():
            return "\n" not in value
        case _:
            return True


def _lines(text: str) -> Iterator[str]:
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    if start < len(text) or not text:
        yield text[start:]


def scalar(value: Any) -> str:
    """A value on one line, in the words of JSON, strings without quotes."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case dict():
            return "{}" if not value else "{…}"
        case list():
            return "[]" if not value else "[…]"
        case _:
            return str(value)
