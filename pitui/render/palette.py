"""The styles that rendering uses, by meaning. The UI builds one palette from the theme in force."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.style import Style


@dataclass(frozen=True, slots=True)
class Palette:
    """Every style of the conversation, by meaning; `name` keys caches, so two palettes never share a name."""

    name: str
    text: Style = Style()
    dim: Style = Style(dim=True)
    accent: Style = Style(color="blue")
    user: Style = Style(bold=True)
    user_bar: Style = Style(color="blue")
    thinking: Style = Style(dim=True, italic=True)
    error: Style = Style(color="red")
    warning: Style = Style(color="yellow")
    success: Style = Style(color="green")
    heading: tuple[Style, ...] = (
        Style(bold=True, underline=True),
        Style(bold=True),
        Style(bold=True),
        Style(bold=True, italic=True),
        Style(italic=True),
        Style(italic=True),
    )
    strong: Style = Style(bold=True)
    emphasis: Style = Style(italic=True)
    strike: Style = Style(strike=True)
    code: Style = Style(color="cyan")
    code_block: Style = Style()
    link: Style = Style(underline=True)
    quote: Style = Style(italic=True)
    quote_bar: Style = Style(dim=True)
    rule: Style = Style(dim=True)
    bullet: Style = Style(dim=True)
    table_border: Style = Style(dim=True)
    diagram: Style = Style(dim=True)
    formula: Style = Style(color="blue")
    tool_name: Style = Style(bold=True)
    tool_target: Style = Style()
    diff_added: Style = Style(color="green")
    diff_removed: Style = Style(color="red")
    diff_added_word: Style = Style(color="green", reverse=True)
    diff_removed_word: Style = Style(color="red", reverse=True)
    diff_context: Style = Style(dim=True)
    match: Style = Style(reverse=True)
    tokens: dict[str, Style] = field(default_factory=dict[str, Style])
    """Code highlighting: pygments token names without `Token.` ("Keyword", "Literal.String") to styles; a
    missing name falls back to its parent."""
