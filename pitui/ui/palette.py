"""The palette of the conversation for a theme of Textual: any theme's own colours, made readable on its background."""

from __future__ import annotations

from rich.style import Style
from textual.color import Color
from textual.theme import Theme

from pitui.render.palette import Palette
from pitui.ui.contrast import faded, readable

PREFIX = "pitui-"
"""What the variables of a theme that are meant for the palette begin with."""

_DARK_BACKGROUND = "#121212"
_LIGHT_BACKGROUND = "#efefef"
_DARK_TEXT = "#e0e0e0"
_LIGHT_TEXT = "#1f1f1f"

_DARK_CODE = {
    "keyword": "#c3a6e8",
    "name": "#8fbcec",
    "type": "#7fc7c4",
    "string": "#a5c98b",
    "number": "#e3ab7f",
    "operator": "#a9b4c2",
    "decorator": "#dcc07d",
}
_LIGHT_CODE = {
    "keyword": "#7a3ea1",
    "name": "#1f5fae",
    "type": "#0d6b6b",
    "string": "#3d6b1f",
    "number": "#9a4a12",
    "operator": "#4d5663",
    "decorator": "#7a5a00",
}
_TERMINAL_CODE = {
    "keyword": "magenta",
    "name": "blue",
    "type": "cyan",
    "string": "green",
    "number": "yellow",
    "operator": "default",
    "decorator": "yellow",
}

_TOKENS = {
    "Keyword": "keyword",
    "Keyword.Type": "type",
    "Keyword.Constant": "number",
    "Name.Function": "name",
    "Name.Class": "type",
    "Name.Builtin": "type",
    "Name.Exception": "type",
    "Name.Tag": "keyword",
    "Name.Attribute": "name",
    "Name.Decorator": "decorator",
    "Name.Constant": "number",
    "Name.Label": "decorator",
    "Literal.String": "string",
    "Literal.String.Escape": "decorator",
    "Literal.Number": "number",
    "Operator": "operator",
    "Operator.Word": "keyword",
    "Punctuation": "operator",
}


def palette_for(theme: Theme) -> Palette:
    """Build the palette of a theme.

    Args:
        theme: one of pitui's, of Textual's, or any other; with `ansi` only the terminal's own colours are used.

    Returns:
        Styles whose text has a contrast of 4.5 or more on what it stands on, if the theme says what that is.
    """
    return _terminal(theme) if theme.ansi else _coloured(theme)


def _coloured(theme: Theme) -> Palette:
    background = Color.parse(theme.background or (_DARK_BACKGROUND if theme.dark else _LIGHT_BACKGROUND))
    text = readable(
        Color.parse(theme.foreground or (_DARK_TEXT if theme.dark else _LIGHT_TEXT)), background, least=7
    )

    def ink(name: str | None, *grounds: Color) -> str:
        return readable(Color.parse(name or theme.primary), *(grounds or (background,))).hex

    accent = ink(theme.accent)
    added, removed = Color.parse(theme.success or "#4ebf71"), Color.parse(theme.error or "#ba3c5b")
    added_row, removed_row = background.blend(added, 0.08), background.blend(removed, 0.08)
    added_word, removed_word = background.blend(added, 0.22), background.blend(removed, 0.22)
    dim = Style(color=faded(text, background).hex)
    code = {**(_DARK_CODE if theme.dark else _LIGHT_CODE), **_own(theme)}
    added_ink, removed_ink = code.get("added", theme.success), code.get("removed", theme.error)
    link = ink(code.get("link", theme.accent))
    return Palette(
        name=theme.name,
        text=Style(color=text.hex),
        dim=dim,
        accent=Style(color=accent),
        user=Style(color=text.hex),
        user_bar=Style(color=accent),
        thinking=(Style(color=ink(code["thinking"])) if "thinking" in code else dim) + Style(italic=True),
        error=Style(color=ink(theme.error)),
        warning=Style(color=ink(theme.warning)),
        success=Style(color=ink(theme.success)),
        heading=_headings(Style(color=ink(code.get("heading", theme.accent))), dim),
        code=Style(color=ink(code.get("code", code["type"]))),
        code_block=Style(color=text.hex),
        link=Style(color=link, underline=True),
        quote=Style(italic=True),
        quote_bar=dim,
        rule=dim,
        bullet=Style(color=ink(code.get("bullet", theme.accent))),
        table_border=dim,
        formula=Style(color=ink(code.get("formula", code["keyword"]))),
        diagram=dim,
        tool_name=Style(bold=True),
        diff_added=Style(color=ink(added_ink, added_row), bgcolor=added_row.hex),
        diff_removed=Style(color=ink(removed_ink, removed_row), bgcolor=removed_row.hex),
        diff_added_word=Style(color=ink(added_ink, added_word), bgcolor=added_word.hex, bold=True),
        diff_removed_word=Style(color=ink(removed_ink, removed_word), bgcolor=removed_word.hex, bold=True),
        diff_context=dim,
        match=Style(color=background.hex, bgcolor=ink(theme.warning)),
        tokens={
            **{token: Style(color=ink(code[part])) for token, part in _TOKENS.items()},
            **_comments(dim),
            **_output(Style(color=ink(added_ink)), Style(color=ink(removed_ink)), dim),
        },
    )


def _own(theme: Theme) -> dict[str, str]:
    """The colours that a theme itself has for parts of the conversation."""
    return {
        name.removeprefix(PREFIX): value for name, value in theme.variables.items() if name.startswith(PREFIX)
    }


def _terminal(theme: Theme) -> Palette:
    accent = Style(color="cyan" if theme.dark else "blue")
    dim = Style(dim=True)
    return Palette(
        name=theme.name,
        accent=accent,
        user=Style(),
        user_bar=accent,
        heading=_headings(accent, dim),
        link=accent + Style(underline=True),
        bullet=accent,
        code=accent,
        formula=Style(color="magenta"),
        tokens={
            **{token: Style(color=_TERMINAL_CODE[part]) for token, part in _TOKENS.items()},
            **_comments(dim),
            **_output(Style(color="green"), Style(color="red"), dim),
        },
    )


def _headings(accent: Style, dim: Style) -> tuple[Style, ...]:
    bold = Style(bold=True)
    return (
        accent + bold,
        accent + bold,
        bold,
        bold + Style(italic=True),
        Style(italic=True),
        dim + Style(italic=True),
    )


def _output(added: Style, removed: Style, dim: Style) -> dict[str, Style]:
    """Diffs, what a shell prints, and markdown as code."""
    bold = Style(bold=True)
    return {
        "Generic.Inserted": added,
        "Generic.Deleted": removed,
        "Generic.Error": removed,
        "Generic.Prompt": dim,
        "Generic.Heading": bold,
        "Generic.Subheading": bold,
        "Generic.Strong": bold,
        "Generic.Emph": Style(italic=True),
    }


def _comments(dim: Style) -> dict[str, Style]:
    return {"Comment": dim + Style(italic=True), "Comment.Preproc": dim}
