"""What keys do where there are keys of its own: a block of the conversation, the tree, the tools pane, the sessions."""

from __future__ import annotations

from pitui.ui.actions import Action

BLOCK = "A block of the conversation"

BLOCK_ACTIONS = (
    Action("pitui.block.fold", ("enter",), "Fold or unfold it", BLOCK, "fold"),
    Action("pitui.block.copy", ("y",), "Copy it", BLOCK, "copy_block"),
    Action(
        "pitui.block.copyCode", ("c",), "Copy its code, the next block of code each time", BLOCK, "copy_code"
    ),
    Action("pitui.block.openImage", ("o",), "Open its image, the next one each time", BLOCK, "open_image"),
)
"""What can be done while the conversation has the keys; `call` is an action of the transcript."""

TREE = "The session tree"

TREE_ACTIONS = (
    Action("app.tree.goOn", ("enter",), "Go on from this entry", TREE, "want('go')"),
    Action("pitui.tree.fork", ("ctrl+f",), "Fork: a new session before this message", TREE, "want('fork')"),
    Action("pitui.tree.clone", ("ctrl+y",), "Clone: this branch as a new session", TREE, "want('clone')"),
    Action("pitui.tree.compare", ("ctrl+b",), "Mark a branch, then compare another", TREE, "want('compare')"),
    Action(
        "app.tree.editLabel", ("L", "shift+l", "upper_l"), "Label it, empty clears", TREE, "want('label')"
    ),
    Action(
        "app.tree.toggleLabelTimestamp",
        ("T", "shift+t", "upper_t"),
        "Show when labels were set",
        TREE,
        "label_times",
    ),
    Action("pitui.tree.copy", ("ctrl+x",), "Copy its text", TREE, "want('copy')"),
    Action(
        "app.tree.foldOrUp",
        ("ctrl+left", "alt+left"),
        "Fold the branch, or go to its beginning",
        TREE,
        "fold_or_up",
    ),
    Action(
        "app.tree.unfoldOrDown",
        ("ctrl+right", "alt+right"),
        "Unfold, or go to the next branch",
        TREE,
        "unfold_or_down",
    ),
    Action("app.tree.filter.default", ("ctrl+d",), "All but bookkeeping", TREE, "filter('DEFAULT')"),
    Action("app.tree.filter.noTools", ("ctrl+t",), "No tools", TREE, "filter('NO_TOOLS')"),
    Action("app.tree.filter.userOnly", ("ctrl+u",), "Only your messages", TREE, "filter('USER')"),
    Action("app.tree.filter.labeledOnly", ("ctrl+l",), "Only what has a label", TREE, "filter('LABELLED')"),
    Action("app.tree.filter.all", ("ctrl+a",), "Everything", TREE, "filter('ALL')"),
    Action("app.tree.filter.cycleForward", ("ctrl+o",), "Next filter", TREE, "cycle_filter(1)"),
    Action("app.tree.filter.cycleBackward", ("ctrl+shift+o",), "Filter before", TREE, "cycle_filter(-1)"),
    Action("pitui.tree.keys", ("f1",), "All keys of the tree", TREE, "show_keys"),
    Action("pitui.tree.leave", ("escape",), "End the search, or leave the tree", TREE, "leave"),
)
"""What can be done while the tree has the keys; `call` is an action of its rows."""

TOOLS = "The tools pane"

TOOLS_ACTIONS = (
    Action("pitui.tools.switch", ("tab",), "From the list to the call and back", TOOLS, "switch"),
    Action("pitui.tools.find", ("f3", "slash"), "Find in the call", TOOLS, "find"),
    Action("pitui.tools.findNext", ("n",), "The next occurrence", TOOLS, "find_step(1)"),
    Action("pitui.tools.findPrevious", ("N", "shift+n", "upper_n"), "The one before", TOOLS, "find_step(-1)"),
    Action("pitui.tools.copy", ("y",), "Copy the output, the diff or the content", TOOLS, "copy_result"),
    Action("pitui.tools.copyRequest", ("c",), "Copy the command or the arguments", TOOLS, "copy_request"),
    Action("pitui.tools.openImage", ("o",), "Open its image, the next one each time", TOOLS, "open_image"),
    Action("pitui.tools.leave", ("escape",), "End the find, or back to the editor", TOOLS, "leave"),
)
"""What can be done while the tools pane has the keys; `call` is an action of the pane."""

SESSIONS = "The list of sessions"

SESSIONS_ACTIONS = (
    Action("pitui.sessions.scope", ("tab",), "This folder, or all", SESSIONS, "scope"),
    Action("app.session.toggleSort", ("ctrl+s",), "Threads, latest first, or best fit", SESSIONS, "order"),
    Action("app.session.toggleNamedFilter", ("ctrl+n",), "Only those with a name", SESSIONS, "named"),
    Action("app.session.togglePath", ("ctrl+p",), "Show the folder", SESSIONS, "path"),
    Action("app.session.rename", ("ctrl+r",), "Give a name", SESSIONS, "rename"),
    Action("app.session.delete", ("ctrl+d", "ctrl+backspace"), "Into the trash", SESSIONS, "delete"),
    Action("pitui.sessions.preview", ("f2",), "Look into it", SESSIONS, "preview"),
)
"""What can be done in the list of sessions; `call` is an action of its screen."""
