"""A command of pi's RPC by its own name: what pi answers is shown as it is. For the ones that nothing else sends."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from pitui.protocol.commands import Command as RpcCommand
from pitui.ui.actions import BY_ID
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.everything import slash_name
from pitui.ui.key_names import shown_key
from pitui.ui.palette import palette_for
from pitui.ui.reference import RPC
from pitui.ui.screens.picker import Picker, PickerItem
from pitui.ui.screens.reader import Part, Reader

RPC_COMMANDS: dict[str, type[RpcCommand]] = {
    str(model.model_fields["type"].default): model for model in RpcCommand.__subclasses__()
}
"""All commands of pi 1.6.0."""

SENDS_AS_IS = {name for name in RPC_COMMANDS if name.startswith("get_")} | {
    "steer",
    "follow_up",
    "abort_retry",
}
"""What changes nothing that the screen has to follow; pi's records tell of the queue."""


class RpcCommands(CommandGroup):
    """pi's RPC."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {"rpc": self.rpc}

    async def rpc(self, argument: str) -> None:
        """Send a command with its arguments, `/rpc steer {"message": "…"}`; without a name, choose one."""
        name, _, given = argument.partition(" ")
        if not name:
            picked = await self.app.push_screen_wait(Picker("Ask pi by RPC", _items()))
            if picked is None:
                return
            name = str(picked.value)
        if name not in RPC_COMMANDS:
            self.tell(f"pi 1.6.0 has no command {name}: /rpc lists those that can be sent.", warning=True)
            return
        if name not in SENDS_AS_IS:
            self.tell(f"{name} is sent by {_sent_by(name)}, so that the screen follows.", warning=True)
            return
        try:
            command = RPC_COMMANDS[name].model_validate(json.loads(given or "{}"))
        except (ValueError, ValidationError):
            fields = [field for field in RPC_COMMANDS[name].model_fields if field not in ("id", "type")]
            self.tell(
                f"/rpc {name} takes JSON: an object with {', '.join(fields) or 'nothing'}.", warning=True
            )
            return
        answer = await self.controller.client.request(command)
        shown = json.dumps(answer.wire(), indent=2, ensure_ascii=False)
        await self.app.push_screen_wait(
            Reader(f"pi's answer to {name}", [Part(shown)], palette_for(self.app.current_theme))
        )


def _items() -> list[PickerItem]:
    names = sorted(name for name in SENDS_AS_IS if _needs_nothing(RPC_COMMANDS[name]))
    return [PickerItem(name, name) for name in names]


def _needs_nothing(model: type[RpcCommand]) -> bool:
    return not any(field.is_required() for field in model.model_fields.values())


def _sent_by(name: str) -> str:
    ids: list[Any] = [action for action, names in RPC.items() if name in names]
    known = [BY_ID[action] for action in ids if action in BY_ID]
    ways = [
        slash_name(action) or shown_key(action.keys[0]) for action in known if action.slash or action.keys
    ]
    return " or ".join(ways) or "the editor"
