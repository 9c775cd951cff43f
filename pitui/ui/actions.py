"""The one registry of what keys do: help, palette, footer and key settings all read it."""

from __future__ import annotations

from typing import NamedTuple

from textual.binding import Binding


class Action(NamedTuple):
    """Something the user can do.

    Attributes:
        id: the name in key settings; pi's own id where pi has the same action (pi 1.6.0, docs/keybindings.md).
        keys: default keys, in Textual's spelling; a second one where a terminal may swallow the first.
        title: what it does, for help and palette.
        group: the heading it stands under in help.
        call: the Textual action that does it.
        slash: its name as a command in the editor, without the slash.
        hint: the short word beside the key in the hint line; None keeps it out of there.
        arguments: what may stand behind its slash name, if that is only one of a few words.
    """

    id: str
    keys: tuple[str, ...]
    title: str
    group: str
    call: str
    slash: str | None = None
    hint: str | None = None
    arguments: tuple[str, ...] = ()

    def binding(self) -> Binding:
        """The Textual binding of the default keys."""
        return Binding(",".join(self.keys), self.call, self.title, show=False, id=self.id)

    def with_argument(self, argument: str) -> str:
        """The Textual action with what stands behind its slash name, for a command that takes it."""
        takes = self.call.startswith("screen.command(")
        return f"{self.call[:-1]}, {argument!r})" if takes and argument else self.call


RUN = "The run"
WRITE = "Writing"
VIEW = "The conversation"
PANES = "Panes"
SESSION = "The session"
PROGRAM = "pitui"

QUEUE_MODES = ("all", "one-at-a-time")

MODEL = "The model"


def _command(name: str, title: str, group: str) -> Action:
    """A command of `pitui.ui.commands` that has no key."""
    return Action(f"pitui.{name}", (), title, group, f"screen.command('{name}')", slash=name)


ACTIONS = (
    Action(
        "app.interrupt",
        ("escape",),
        "End the innermost thing: search, dialog, then the run",
        RUN,
        "screen.interrupt",
        hint="stop",
    ),
    Action(
        "pitui.run.stopAndSend",
        ("alt+s",),
        "Stop the run and send the draft at once",
        RUN,
        "screen.write('stop_and_send')",
    ),
    Action("pitui.queue", ("alt+q",), "Change what waits in the queue", RUN, "screen.write('focus_queue')"),
    Action(
        "app.message.dequeue",
        ("alt+up",),
        "Take all queued messages back into the editor",
        RUN,
        "screen.write('recall')",
    ),
    Action(
        "pitui.queue.steeringMode",
        (),
        "Steering messages all at once or one at a time: /steering-mode MODE",
        RUN,
        "screen.write('focus_queue')",
        slash="steering-mode",
        arguments=QUEUE_MODES,
    ),
    Action(
        "pitui.queue.followUpMode",
        (),
        "Follow-up messages all at once or one at a time: /follow-up-mode MODE",
        RUN,
        "screen.write('focus_queue')",
        slash="follow-up-mode",
        arguments=QUEUE_MODES,
    ),
    Action(
        "app.editor.external",
        ("ctrl+g",),
        "Write in your own editor ($VISUAL, $EDITOR)",
        WRITE,
        "screen.write('edit_outside')",
    ),
    Action(
        "app.clipboard.pasteImage",
        ("ctrl+v", "alt+v"),
        "Attach the image in the clipboard",
        WRITE,
        "screen.write('paste_image')",
    ),
    Action(
        "pitui.history.search",
        ("alt+r",),
        "Find what you have sent before (ctrl+r too, while pi runs)",
        WRITE,
        "screen.write('search_history')",
    ),
    Action("app.restart", ("ctrl+r",), "Start pi again after it has ended", RUN, "screen.restart"),
    Action(
        "tui.altScreen.pageUp",
        ("pageup",),
        "Scroll up by a page",
        VIEW,
        "screen.scroll_conversation('page_up')",
    ),
    Action(
        "tui.altScreen.pageDown",
        ("pagedown",),
        "Scroll down by a page",
        VIEW,
        "screen.scroll_conversation('page_down')",
    ),
    Action(
        "tui.altScreen.top",
        ("ctrl+home", "alt+less_than_sign"),
        "Go to the beginning",
        VIEW,
        "screen.scroll_conversation('top')",
    ),
    Action(
        "tui.altScreen.bottom",
        ("ctrl+end", "alt+greater_than_sign"),
        "Go to the end and follow it",
        VIEW,
        "screen.scroll_conversation('bottom')",
    ),
    Action(
        "tui.altScreen.previousPrompt",
        ("ctrl+up", "ctrl+shift+up"),
        "Go to the prompt before",
        VIEW,
        "screen.scroll_conversation('previous_prompt')",
    ),
    Action(
        "tui.altScreen.nextPrompt",
        ("ctrl+down", "ctrl+shift+down"),
        "Go to the next prompt",
        VIEW,
        "screen.scroll_conversation('next_prompt')",
    ),
    Action("app.thinking.toggle", ("ctrl+t",), "Fold or unfold all thinking", VIEW, "screen.toggle_thinking"),
    Action("app.tools.expand", ("ctrl+o",), "Fold or unfold all tool output", VIEW, "screen.toggle_tools"),
    Action(
        "tui.altScreen.search",
        ("f3", "ctrl+shift+f"),
        "Find in the conversation",
        VIEW,
        "screen.find",
        hint="find",
    ),
    Action("app.message.copy", ("ctrl+x",), "Copy the last answer", VIEW, "screen.copy_answer", slash="copy"),
    Action(
        "pitui.tools",
        ("f2",),
        "Go to the tools pane, and from there hide it",
        PANES,
        "screen.toggle_pane('tools')",
        hint="tools",
    ),
    Action(
        "app.session.tree",
        ("f4",),
        "Go to the session tree, and from there hide it",
        PANES,
        "screen.toggle_pane('tree')",
        hint="tree",
    ),
    Action("pitui.tree.full", (), "The session tree, full screen", PANES, "screen.open_tree", slash="tree"),
    Action(
        "app.session.fork",
        (),
        "Fork: choose a message, and begin a new session before it",
        SESSION,
        "screen.open_tree('USER')",
        slash="fork",
    ),
    Action(
        "pitui.session.clone",
        (),
        "Clone: this branch as a new session",
        SESSION,
        "screen.clone_session",
        slash="clone",
    ),
    Action(
        "pitui.session.label",
        (),
        "Label the present place: /label TEXT, empty clears",
        SESSION,
        "screen.label_place",
        slash="label",
    ),
    Action(
        "pitui.dialog.switch",
        ("tab",),
        "Answer the dialog that waits, or back to the editor",
        PANES,
        "screen.switch_dialog",
    ),
    Action(
        "pitui.dialog.next",
        ("f7",),
        "Answer the dialog that waits; again: the next one",
        PANES,
        "screen.turn_dialog(1)",
    ),
    Action(
        "pitui.notifications",
        (),
        "List what extensions have notified",
        PANES,
        "screen.show_notifications",
        slash="notifications",
    ),
    Action("pitui.pane.next", ("f6",), "Go to the next pane", PANES, "screen.next_pane"),
    Action("app.session.new", (), "Start a new session", SESSION, "screen.command('new')", slash="new"),
    Action(
        "app.session.resume",
        ("f5",),
        "Open another session",
        SESSION,
        "screen.command('resume')",
        slash="resume",
        hint="sessions",
    ),
    _command("compact", "Compact the context: /compact [instructions]", SESSION),
    _command("name", "Name the session: /name NAME", SESSION),
    _command("session", "The session in figures: tokens, cost, file, models", SESSION),
    _command("export", "Export: /export [html|jsonl|FILE]", SESSION),
    _command("share", "Share the session as a secret gist, by GitHub's program gh", SESSION),
    _command("import", "Import a session file: /import FILE", SESSION),
    _command("autocompact", "Compact by itself when the context is full: /autocompact [on|off]", SESSION),
    _command("autoretry", "Try again by itself when the provider fails: /autoretry [on|off]", SESSION),
    _command("trust", "Decide whether this project is trusted", SESSION),
    Action(
        "app.model.select",
        ("ctrl+l",),
        "Choose a model: /model [NAME]",
        MODEL,
        "screen.command('model')",
        slash="model",
    ),
    Action("app.model.cycleForward", ("ctrl+p",), "The next model", MODEL, "screen.command('model_next')"),
    Action(
        "app.model.cycleBackward",
        ("ctrl+shift+p", "alt+p"),
        "The model before",
        MODEL,
        "screen.command('model_before')",
    ),
    Action(
        "pitui.models.scope",
        (),
        "Choose the models to go through",
        MODEL,
        "screen.command('scoped_models')",
        slash="scoped-models",
    ),
    Action(
        "app.thinking.cycle",
        ("shift+tab",),
        "The next thinking level",
        MODEL,
        "screen.command('thinking_next')",
    ),
    _command("thinking", "Choose how much the model thinks: /thinking [LEVEL]", MODEL),
    _command("login", "Log in with a provider, by pi itself: /login [PROVIDER]", MODEL),
    _command("logout", "Log out of a provider: /logout [PROVIDER]", MODEL),
    _command("key", "Store an API key: /key [PROVIDER]", MODEL),
    _command("pi", "pi's own screen on this session; leaving it comes back", PROGRAM),
    Action(
        "pitui.help",
        ("f1", "alt+x"),
        "Everything that can be done or chosen",
        PROGRAM,
        "screen.command('palette')",
        slash="help",
        hint="everything",
    ),
    _command("hotkeys", "All keys, and which of them clash", PROGRAM),
    _command("settings", "Settings of pitui and of pi", PROGRAM),
    _command("theme", "Choose the colours: /theme [NAME]", PROGRAM),
    Action(
        "pitui.tools.active",
        (),
        "See the tools of the model, and switch them",
        MODEL,
        "screen.command('tools')",
        slash="tools",
    ),
    _command("context", "What the model sees: system prompt, context files, skills", MODEL),
    _command("reload", "Read extensions, skills, templates, settings, keys and themes anew", PROGRAM),
    _command("changelog", "What has changed in pi", PROGRAM),
    _command("rpc", "A command of pi's RPC by its name: /rpc [NAME] [JSON]", PROGRAM),
    _command("debug", "The latest records to and from pi, for a bug report", PROGRAM),
    Action(
        "app.clear",
        ("ctrl+c",),
        "Copy the selection, else clear the editor; twice quits",
        PROGRAM,
        "screen.clear_or_quit",
    ),
    Action(
        "app.exit",
        ("ctrl+d",),
        "Quit when the editor is empty",
        PROGRAM,
        "screen.quit_if_empty",
        slash="quit",
        hint="quit",
    ),
    Action("app.suspend", ("ctrl+z",), "Suspend to the shell", PROGRAM, "app.suspend_process"),
)
"""Every action, in the order in which help shows them."""

BY_ID = {action.id: action for action in ACTIONS}
BY_SLASH = {action.slash: action for action in ACTIONS if action.slash}


def bindings() -> list[Binding]:
    """The default bindings of all actions that have a key."""
    return [action.binding() for action in ACTIONS if action.keys]
