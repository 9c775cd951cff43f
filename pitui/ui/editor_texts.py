"""Texts that extensions put into the editor: into an empty one at once, else only when the user wants that."""

from __future__ import annotations

from collections.abc import Callable

from pitui.protocol.extension_ui import ExtensionUIResponse, SelectRequest
from pitui.render.sanitize import visible
from pitui.ui.widgets.dialogs import Question
from pitui.ui.widgets.editor import Editor

REPLACE = "Put it in place of my draft (undo brings the draft back)"
BELOW = "Put it below my draft"
LEAVE = "Leave my draft as it is"


def put_text(editor: Editor, text: str, ask: Callable[[Question], None]) -> None:
    """Put a text of an extension into the editor without destroying a draft.

    What a terminal would obey is put in as the signs that show it: what is seen is what will be sent.

    Args:
        editor: may hold a draft.
        text: foreign text; an empty one wants an empty editor.
        ask: puts a question before the user.
    """
    wanted = visible(text.replace("\r\n", "\n").replace("\r", "\n"))
    if editor.text.strip() in ("", wanted.strip()):
        editor.replace(wanted, (0, 0), editor.document.end)
        editor.move_cursor(editor.document.end)
    else:
        ask(_question(editor, wanted))


def _question(editor: Editor, wanted: str) -> Question:
    title = f"An extension wants to put this into the editor:\n\n{wanted}"
    options = [REPLACE, BELOW, LEAVE]
    if not wanted:
        title, options = "An extension wants to empty the editor.", [REPLACE, LEAVE]
    request = SelectRequest(id="pitui-editor-text", title=title, options=options)

    def answered(response: ExtensionUIResponse) -> None:
        match response.value:
            case value if value == REPLACE:
                editor.replace(wanted, (0, 0), editor.document.end)
            case value if value == BELOW:
                editor.insert(f"\n\n{wanted}", editor.document.end)
            case _:
                return
        editor.move_cursor(editor.document.end)

    return Question(request, answered=answered)
