"""What keys do in the editor, by pi's own ids (docs/keybindings.md), for help and for the user's own keys."""

from __future__ import annotations

from textual.binding import Binding

from pitui.ui.actions import Action

EDITOR = "The editor"

SUBMIT = Action("tui.input.submit", ("enter",), "Send; while pi works: steer", EDITOR, "submit('steer')")
FOLLOW_UP = Action(
    "app.message.followUp", ("alt+enter",), "Send; while pi works: follow up", EDITOR, "submit('followUp')"
)
NEW_LINE = Action(
    "tui.input.newLine", ("shift+enter", "ctrl+j"), "New line (also \\ and enter)", EDITOR, "new_line"
)

JUMP_FORWARD = Action(
    "tui.editor.jumpForward", ("ctrl+right_square_bracket",), "Jump ahead to a character", EDITOR, "jump(1)"
)
JUMP_BACK = Action(
    "tui.editor.jumpBackward",
    ("alt+ctrl+right_square_bracket",),
    "Jump back to a character",
    EDITOR,
    "jump(-1)",
)
UNDO = Action("tui.editor.undo", ("ctrl+underscore", "ctrl+minus"), "Undo", EDITOR, "undo")

EDITOR_ACTIONS = (
    SUBMIT,
    FOLLOW_UP,
    NEW_LINE,
    Action("tui.editor.cursorUp", ("up",), "Up; from the first line: history", EDITOR, "cursor_up"),
    Action("tui.editor.cursorDown", ("down",), "Down; from the last line: history", EDITOR, "cursor_down"),
    Action("tui.editor.cursorLeft", ("left", "ctrl+b"), "Left", EDITOR, "cursor_left"),
    Action("tui.editor.cursorRight", ("right", "ctrl+f"), "Right", EDITOR, "cursor_right"),
    Action(
        "tui.editor.cursorWordLeft",
        ("alt+left", "ctrl+left", "alt+b"),
        "A word left",
        EDITOR,
        "cursor_word_left",
    ),
    Action(
        "tui.editor.cursorWordRight",
        ("alt+right", "ctrl+right", "alt+f"),
        "A word right",
        EDITOR,
        "cursor_word_right",
    ),
    Action(
        "tui.editor.cursorLineStart", ("home", "ctrl+a"), "Start of the line", EDITOR, "cursor_line_start"
    ),
    Action("tui.editor.cursorLineEnd", ("end", "ctrl+e"), "End of the line", EDITOR, "cursor_line_end"),
    JUMP_FORWARD,
    JUMP_BACK,
    Action(
        "tui.editor.deleteCharBackward",
        ("backspace", "shift+backspace"),
        "Delete to the left",
        EDITOR,
        "delete_left",
    ),
    Action("tui.editor.deleteCharForward", ("delete",), "Delete to the right", EDITOR, "delete_right"),
    Action(
        "tui.editor.deleteWordBackward",
        ("ctrl+w", "alt+backspace", "ctrl+backspace"),
        "Cut the word on the left",
        EDITOR,
        "kill('word_left')",
    ),
    Action(
        "tui.editor.deleteWordForward",
        ("alt+d", "alt+delete", "ctrl+delete"),
        "Cut the word on the right",
        EDITOR,
        "kill('word_right')",
    ),
    Action("tui.editor.deleteToLineStart", ("ctrl+u",), "Cut to the start", EDITOR, "kill('line_start')"),
    Action("tui.editor.deleteToLineEnd", ("ctrl+k",), "Cut to the end", EDITOR, "kill('line_end')"),
    Action("tui.editor.yank", ("ctrl+y",), "Paste what was cut", EDITOR, "yank"),
    Action("tui.editor.yankPop", ("alt+y",), "Paste what was cut before that", EDITOR, "yank_pop"),
    UNDO,
    Action("pitui.editor.redo", ("alt+underscore", "alt+minus", "alt+z"), "Redo", EDITOR, "redo"),
    Action(
        "pitui.editor.openMarker", ("alt+o",), "Open the pasted text at the cursor", EDITOR, "open_marker"
    ),
)


def area_bindings() -> list[Binding]:
    """The bindings of what is done to the text; the keys that send are the editor's own."""
    return [action.binding() for action in EDITOR_ACTIONS if action not in (SUBMIT, FOLLOW_UP, NEW_LINE)]
