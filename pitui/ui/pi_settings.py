"""pi's settings that can be changed here, and who has them: pi by a command, pi by its file, or this screen.

Names and defaults are of pi 1.6.0 (docs/settings.md); settings of pi's own screen that mean nothing here are left out.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple, cast

from pitui.protocol.json_object import JsonObject

Value = str | int | bool | None


class Owner(Enum):
    """Who follows a setting."""

    COMMAND = "pi, at once"
    FILE = "pi, after a reload"
    SCREEN = "pitui, as pi's own screen does"


class PiSetting(NamedTuple):
    """A setting of pi.

    Attributes:
        path: its name; dots lead into objects.
        title: what it is about.
        default: pi's own.
        owner: who follows it.
        values: what it may be; empty for a number or a text, by the type of the default.
        about: a sentence more.
        is_new: whether pi 0.82.1 does not have it.
        has_restart: whether pi follows it only from its next start on.
    """

    path: str
    title: str
    default: Value
    owner: Owner = Owner.FILE
    values: tuple[Value, ...] = ()
    about: str = ""
    is_new: bool = False
    has_restart: bool = False

    def read(self, settings: JsonObject) -> Value:
        """Its value in settings, None when they do not have it."""
        found: Any = settings
        for name in self.path.split("."):
            if not isinstance(found, dict):
                return None
            found = cast("JsonObject", found).get(name)
        return found if isinstance(found, str | int | bool) else None

    def changes(self, value: Value) -> JsonObject:
        """What to write so that it has a value; None takes it out."""
        changes: Any = value
        for name in reversed(self.path.split(".")):
            changes = {name: changes}
        return cast("JsonObject", changes)

    def parse(self, text: str) -> Value:
        """A value that was typed.

        Raises:
            ValueError: when it is none; the text says what is needed.
        """
        if isinstance(self.default, int) and not isinstance(self.default, bool):
            if not text.strip().isdigit():
                raise ValueError(f"{self.path} takes a whole number from 0 on.")
            return int(text)
        return text.strip() or None


_QUEUE = ("one-at-a-time", "all")
_SWITCH = (True, False)
_LEVELS = ("off", "minimal", "low", "medium", "high", "xhigh", "max")

PI_SETTINGS = (
    PiSetting("steeringMode", "Steering messages", "one-at-a-time", Owner.COMMAND, _QUEUE),
    PiSetting("followUpMode", "Follow-up messages", "one-at-a-time", Owner.COMMAND, _QUEUE),
    PiSetting(
        "compaction.enabled",
        "Compact by itself",
        True,
        Owner.COMMAND,
        _SWITCH,
        "When the context is nearly full",
    ),
    PiSetting(
        "retry.enabled",
        "Try again by itself",
        True,
        Owner.COMMAND,
        _SWITCH,
        "After a passing error of the provider",
    ),
    PiSetting("hideThinkingBlock", "Fold thinking", False, Owner.SCREEN, _SWITCH),
    PiSetting(
        "doubleEscapeAction",
        "Esc twice in an empty editor",
        "tree",
        Owner.SCREEN,
        ("tree", "fork", "none"),
    ),
    PiSetting(
        "treeFilterMode",
        "The tree begins with",
        "default",
        Owner.SCREEN,
        ("default", "no-tools", "user-only", "labeled-only", "all"),
    ),
    PiSetting(
        "terminal.showTerminalProgress",
        "Sign in the terminal's tab while pi works",
        False,
        Owner.SCREEN,
        _SWITCH,
    ),
    PiSetting(
        "terminal.showImages",
        "Pictures in the conversation",
        True,
        Owner.SCREEN,
        _SWITCH,
        "With Pillow installed",
    ),
    PiSetting("terminal.imageWidthCells", "Columns of a picture at most", 60, Owner.SCREEN),
    PiSetting(
        "markdown.mermaid",
        "Mermaid diagrams",
        "streaming",
        Owner.SCREEN,
        ("streaming", "final", "off"),
        "Drawn when their code is complete, when the message is, or not",
    ),
    PiSetting("externalEditor", "External editor", None, Owner.SCREEN, about="Else $VISUAL, then $EDITOR"),
    PiSetting("defaultThinkingLevel", "Thinking of a new session", "medium", values=_LEVELS),
    PiSetting("compaction.reserveTokens", "Tokens kept free by compaction", 16384),
    PiSetting("compaction.keepRecentTokens", "Latest tokens that are not compacted", 20000),
    PiSetting(
        "branchSummary.skipPrompt", "Leave a branch without asking for a summary", False, values=_SWITCH
    ),
    PiSetting("branchSummary.reserveTokens", "Tokens kept free by a branch summary", 16384),
    PiSetting("retry.maxRetries", "Tries at most", 3),
    PiSetting("retry.baseDelayMs", "First wait before a try, in ms", 2000),
    PiSetting("retry.maxAgentDelayMs", "Longest wait before a try, in ms", 60000, is_new=True),
    PiSetting("retry.provider.maxRetries", "Tries of the provider's own client", 0),
    PiSetting("retry.provider.maxRetryDelayMs", "Longest wait a provider may ask for, in ms", 60000),
    PiSetting("httpIdleTimeoutMs", "Silence of a provider that ends a request, in ms", 300000),
    PiSetting(
        "transport", "Transport to providers", "auto", values=("auto", "sse", "websocket", "websocket-cached")
    ),
    PiSetting(
        "cacheWarming", "Keep prompt caches warm", "idle", values=("off", "streaming", "idle"), is_new=True
    ),
    PiSetting(
        "showCacheMissNotices",
        "Tell what prompt caches cost",
        False,
        Owner.SCREEN,
        _SWITCH,
        "Large misses, warming, and the bill of a compaction; from the next answer on",
    ),
    PiSetting("images.autoResize", "Make large images smaller", True, values=_SWITCH),
    PiSetting("images.blockImages", "Send no images to models", False, values=_SWITCH),
    PiSetting("enableSkillCommands", "Skills as commands", True, values=_SWITCH),
    PiSetting("codemode.mode", "Codemode shows tools", "on", values=("on", "only"), is_new=True),
    PiSetting(
        "defaultProjectTrust",
        "Projects without a decision",
        "ask",
        values=("ask", "always", "never"),
        has_restart=True,
    ),
    PiSetting("shellPath", "Shell", None, about="Else the platform's own"),
    PiSetting("shellCommandPrefix", "Put before every shell command", None),
    PiSetting("sessionDir", "Folder of the sessions", None, has_restart=True),
    PiSetting(
        "sessionShareDestination", "Share sessions by", "auto", values=("auto", "gist", "radius"), is_new=True
    ),
    PiSetting("enableInstallTelemetry", "Tell of installs and updates, anonymously", True, values=_SWITCH),
    PiSetting("warnings.anthropicExtraUsage", "Warn of Anthropic's extra usage", True, values=_SWITCH),
)

BY_PATH = {setting.path: setting for setting in PI_SETTINGS}


def shown_value(value: Value) -> str:
    """How a value reads."""
    match value:
        case True:
            return "on"
        case False:
            return "off"
        case None:
            return "—"
        case _:
            return str(value)
