"""A typed method for each command of pi 1.6.0 that needs no more than a request and its answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import ValidationError

from pitui.client.errors import ProtocolError
from pitui.client.unread_entries import UnreadEntries
from pitui.protocol import commands, responses
from pitui.protocol.base import Model
from pitui.protocol.commands import Command, QueueMode
from pitui.protocol.content import ImageContent
from pitui.protocol.events import CompactionResult
from pitui.protocol.messages import Message
from pitui.protocol.responses import Response

Data = TypeVar("Data", bound=Model)


class CommandMethods(ABC):
    """The commands of pi as methods.

    Each waits for pi's answer and raises `CommandFailed` when pi refuses the command, `PiExited` when pi has ended
    or ends meanwhile, and `ProtocolError` when the answer cannot be read. What each does is said in pi's own
    docs/rpc-commands.md (1.6.0).
    """

    @abstractmethod
    async def request(self, command: Command, request_id: str | None = None) -> Response:
        """Send a command and wait for the answer that says it succeeded."""

    async def steer(self, message: str, *, images: Sequence[ImageContent] = ()) -> responses.PromptResult:
        """Queue a message for the running turn; when idle it waits for the next prompt, so use `prompt` then."""
        command = commands.Steer(message=message, images=list(images) or None)
        return await self._ask_or_default(command, responses.PromptResult)

    async def follow_up(self, message: str, *, images: Sequence[ImageContent] = ()) -> responses.PromptResult:
        """Queue a message for after the run; when idle it waits for the next prompt, so use `prompt` then."""
        command = commands.FollowUp(message=message, images=list(images) or None)
        return await self._ask_or_default(command, responses.PromptResult)

    async def get_state(self) -> responses.SessionState:
        """Model, session, modes, and whether a run is under way."""
        return await self._ask(commands.GetState(), responses.SessionState)

    async def set_model(self, provider: str, model_id: str) -> responses.ModelInfo:
        """Choose a model; the answer is the model in use."""
        command = commands.SetModel(provider=provider, model_id=model_id)
        return await self._ask(command, responses.ModelInfo)

    async def cycle_model(self) -> responses.CycledModel | None:
        """Go to the next model; None when there is no other one."""
        return await self._ask_maybe(commands.CycleModel(), responses.CycledModel)

    async def get_available_models(self) -> list[responses.ModelInfo]:
        """The models that pi has credentials for."""
        return (await self._ask(commands.GetAvailableModels(), responses.AvailableModels)).models

    async def set_thinking_level(self, level: str) -> None:
        """Choose a thinking level; pi silently takes the nearest that the model has."""
        await self.request(commands.SetThinkingLevel(level=level))

    async def cycle_thinking_level(self) -> str | None:
        """Go to the next thinking level; None when the model has none."""
        found = await self._ask_maybe(commands.CycleThinkingLevel(), responses.ThinkingLevel)
        return found.level if found else None

    async def get_available_thinking_levels(self) -> list[str]:
        """The thinking levels of the current model."""
        return (await self._ask(commands.GetAvailableThinkingLevels(), responses.ThinkingLevels)).levels

    async def set_steering_mode(self, mode: QueueMode) -> None:
        """Whether steering messages go to the model all at once or one at a time."""
        await self.request(commands.SetSteeringMode(mode=mode))

    async def set_follow_up_mode(self, mode: QueueMode) -> None:
        """Whether follow-up messages go to the model all at once or one at a time."""
        await self.request(commands.SetFollowUpMode(mode=mode))

    async def compact(self, custom_instructions: str | None = None) -> CompactionResult:
        """Summarise the older part of the session; answers when it is done."""
        return await self._ask(commands.Compact(custom_instructions=custom_instructions), CompactionResult)

    async def set_auto_compaction(self, enabled: bool) -> None:
        """Whether pi compacts by itself."""
        await self.request(commands.SetAutoCompaction(enabled=enabled))

    async def set_auto_retry(self, enabled: bool) -> None:
        """Whether pi tries again by itself after a passing error of the provider."""
        await self.request(commands.SetAutoRetry(enabled=enabled))

    async def abort_retry(self) -> None:
        """End the wait for the next try, and with it the run."""
        await self.request(commands.AbortRetry())

    async def bash(
        self, command: str, *, exclude_from_context: bool = False, request_id: str | None = None
    ) -> responses.BashResult:
        """Run a shell command; answers when it has ended.

        Args:
            command: for the shell.
            exclude_from_context: the model does not see it.
            request_id: the id that the records of its output (`bash_execution_update`) carry.
        """
        excluded = True if exclude_from_context else None
        response = await self.request(
            commands.Bash(command=command, exclude_from_context=excluded), request_id
        )
        return fit(response, responses.BashResult)

    async def abort_bash(self) -> None:
        """Kill the shell commands of `bash`."""
        await self.request(commands.AbortBash())

    async def get_session_stats(self) -> responses.SessionStats:
        """Counts, tokens and cost of the session."""
        return await self._ask(commands.GetSessionStats(), responses.SessionStats)

    async def export_html(self, output_path: str | None = None) -> str:
        """Write the session as an HTML file; the answer is its path, relative to pi's folder if none was given."""
        return (await self._ask(commands.ExportHtml(output_path=output_path), responses.ExportedFile)).path

    async def get_fork_messages(self) -> list[responses.ForkMessage]:
        """The user messages from which the session can be forked."""
        return (await self._ask(commands.GetForkMessages(), responses.ForkMessages)).messages

    async def get_entries(self, since: str | None = None) -> responses.Entries:
        """All entries of the session, or those after the entry `since`, in the order of the file."""
        return await self._ask(commands.GetEntries(since=since), responses.Entries)

    async def get_unread_entries(self) -> UnreadEntries:
        """All entries, still to be decoded: for a session that may be long."""
        response = await self.request(commands.GetEntries())
        return UnreadEntries(fit_value(response.command, response.data, responses.RawEntries))

    async def get_tree(self) -> responses.Tree:
        """The entries as a tree. That of a long session nests too deep to be read: use `get_entries` then.

        Raises:
            CommandFailed: it is too deep for pi itself (about 5,000 entries).
            ProtocolError: it is too deep for Python's parser (about 500 entries).
        """
        return await self._ask(commands.GetTree(), responses.Tree)

    async def get_last_assistant_text(self) -> str | None:
        """The text of the last answer; None when there is none."""
        found = await self._ask_or_default(commands.GetLastAssistantText(), responses.AssistantText)
        return found.text

    async def set_session_name(self, name: str) -> None:
        """Name the session."""
        await self.request(commands.SetSessionName(name=name))

    async def get_messages(self) -> list[Message]:
        """The messages that the model sees."""
        return (await self._ask(commands.GetMessages(), responses.Messages)).messages

    async def get_commands(self) -> list[responses.SlashCommand]:
        """Commands of extensions, prompt templates and skills."""
        return (await self._ask(commands.GetCommands(), responses.SlashCommands)).commands

    async def _ask(self, command: Command, data: type[Data]) -> Data:
        return fit(await self.request(command), data)

    async def _ask_maybe(self, command: Command, data: type[Data]) -> Data | None:
        response = await self.request(command)
        return None if response.data is None else fit(response, data)

    async def _ask_or_default(self, command: Command, data: type[Data]) -> Data:
        return fit_or_default(await self.request(command), data)


def fit_or_default(response: Response, data: type[Data]) -> Data:
    """Decode the data of a response, all fields at their defaults where an older pi sends no data."""
    return data() if response.data is None else fit(response, data)


def fit(response: Response, data: type[Data]) -> Data:
    """Decode the data of a response. Raises `ProtocolError` when it is not what the command gives."""
    return fit_value(response.command, response.data, data)


def fit_value(command: str, value: Any, data: type[Data]) -> Data:
    """Decode what was in a response to a command. Raises `ProtocolError` when it is not what the command gives."""
    try:
        return data.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "data"
        raise ProtocolError(
            f"pi answered {command} with data that pitui cannot read ({where}: {first['msg']}); "
            "see whether a newer pitui knows this version of pi"
        ) from error
