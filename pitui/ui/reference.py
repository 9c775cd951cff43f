"""The table of all commands in the README's end, made from the registry: `python -m pitui.ui.reference [README]`.

Without a file it is printed; with one, the part between its marks is written anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from pitui.ui.actions import ACTIONS, Action
from pitui.ui.editor_actions import EDITOR_ACTIONS
from pitui.ui.everything import slash_name
from pitui.ui.key_names import shown_key
from pitui.ui.list_actions import BLOCK_ACTIONS, SESSIONS_ACTIONS, TOOLS_ACTIONS, TREE_ACTIONS

BEGIN, END = "<!-- commands: python -m pitui.ui.reference README.md -->", "<!-- end of the commands -->"

RPC = {
    "tui.input.submit": ("prompt", "bash"),
    "app.message.followUp": ("prompt",),
    "app.interrupt": ("abort", "clear_queue", "abort_bash"),
    "app.message.dequeue": ("clear_queue",),
    "pitui.run.stopAndSend": ("abort", "prompt"),
    "pitui.queue.steeringMode": ("set_steering_mode",),
    "pitui.queue.followUpMode": ("set_follow_up_mode",),
    "app.session.new": ("new_session",),
    "app.session.resume": ("switch_session",),
    "app.session.fork": ("fork",),
    "pitui.session.clone": ("clone",),
    "app.session.tree": ("get_tree", "get_entries"),
    "pitui.compact": ("compact",),
    "pitui.name": ("set_session_name",),
    "pitui.session": ("get_session_stats",),
    "pitui.export": ("export_html",),
    "pitui.share": ("export_html",),
    "pitui.import": ("switch_session",),
    "pitui.autocompact": ("set_auto_compaction",),
    "pitui.autoretry": ("set_auto_retry",),
    "app.model.select": ("get_available_models", "set_model"),
    "app.model.cycleForward": ("cycle_model",),
    "app.model.cycleBackward": ("set_model",),
    "app.thinking.cycle": ("cycle_thinking_level",),
    "pitui.thinking": ("get_available_thinking_levels", "set_thinking_level"),
    "pitui.help": ("get_commands",),
    "pitui.settings": ("get_state",),
    "pitui.rpc": (
        "get_messages",
        "get_last_assistant_text",
        "get_fork_messages",
        "steer",
        "follow_up",
        "abort_retry",
    ),
}
"""pi's RPC commands behind an action."""

BRIDGE = {
    "pitui.session.label": "label",
    "pitui.tools.active": "tools",
    "pitui.context": "context",
    "pitui.changelog": "context",
    "pitui.reload": "reload",
    "pitui.login": "refresh-models",
    "app.tree.goOn": "nav",
    "pitui.tree.clone": "clone",
    "app.tree.editLabel": "label",
}
"""The command of the bridge extension behind an action."""


def table() -> str:
    """All actions as a table of markdown, by group."""
    return "\n".join(_rows())


def _rows() -> Iterator[str]:
    group = ""
    actions = sorted((*EDITOR_ACTIONS, *ACTIONS), key=_group_order)
    for action in (*actions, *BLOCK_ACTIONS, *TOOLS_ACTIONS, *TREE_ACTIONS, *SESSIONS_ACTIONS):
        if action.group != group:
            if group:
                yield ""
            group = action.group
            yield f"**{group}**"
            yield ""
            yield "| what | key | command | RPC | id |"
            yield "|---|---|---|---|---|"
        keys = ", ".join(_code(key) for key in dict.fromkeys(map(shown_key, action.keys)))
        slash = _code(slash_name(action)) if action.slash else ""
        yield f"| {_plain(action.title)} | {keys} | {slash} | {_behind(action)} | {_code(action.id)} |"


def _group_order(action: Action) -> int:
    groups = list(dict.fromkeys(a.group for a in (*EDITOR_ACTIONS, *ACTIONS)))
    return groups.index(action.group)


def _behind(action: Action) -> str:
    found = [_code(name) for name in RPC.get(action.id, ())]
    if action.id in BRIDGE:
        found.append(f"bridge: {_code(BRIDGE[action.id])}")
    return ", ".join(found)


def _code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{_plain(text)}`"


def _plain(text: str) -> str:
    return text.replace("|", "\\|")


def written_into(text: str) -> str:
    """A README with the table between its marks.

    Raises:
        ValueError: when it has no marks.
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"there are no marks {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


def main() -> None:
    """Print the table, or write it into a file."""
    if len(sys.argv) < 2:
        print(table())
        return
    file = Path(sys.argv[1])
    file.write_text(written_into(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
