"""Which models are gone through with the keys for the next and the one before: pi's setting `enabledModels`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from pitui.disk.settings import change_settings, read_settings, settings_file
from pitui.protocol.responses import ModelInfo
from pitui.session.models import Models, scoped
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.commands.outside import OutsideCommands
from pitui.ui.plan import option_value
from pitui.ui.screens.picker import PickerItem, PickerKey
from pitui.ui.screens.staying import StayingPicker

EARLIER, LATER = PickerKey("alt+up", "earlier", "earlier"), PickerKey("alt+down", "later", "later")
ALL = PickerKey("ctrl+d", "all", "all")


class ScopeCommands(CommandGroup):
    """The scope of the models."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {"scoped_models": self.scoped_models}

    async def scoped_models(self, _argument: str) -> None:
        """Choose the models to go through, and their order; pi follows it when the list is left."""
        if not self.live.place.is_here or option_value(self.live.plan.pi_args, "--models") is not None:
            self.tell(
                "The models are given by --models, or pi runs elsewhere: it is not set here.", warning=True
            )
            return
        self._models = await Models(self.controller).available()
        patterns = _patterns(read_settings(self.live.place.agent).get("enabledModels"))
        self._scope = [_name(model) for model in scoped(self._models, patterns)] if patterns else []
        before = list(self._scope)
        await self.app.push_screen_wait(
            StayingPicker(
                "Models to go through",
                self._items(),
                self._change,
                keys=[EARLIER, LATER, ALL],
                enter="enter takes in or out",
            )
        )
        if self._scope != before:
            names: Any = self._scope or None
            change_settings(settings_file(self.live.place.agent), {"enabledModels": names})
            await OutsideCommands(self.screen, self.live).look_again()

    async def _change(self, name: str, way: str) -> Sequence[PickerItem]:
        scope = self._scope
        match way:
            case ALL.id:
                scope.clear()
            case EARLIER.id | LATER.id if name in scope:
                at = scope.index(name)
                to = max(0, min(at + (1 if way == LATER.id else -1), len(scope) - 1))
                scope.insert(to, scope.pop(at))
            case "" if name in scope:
                scope.remove(name)
            case "":
                scope.append(name)
            case _:
                pass
        return self._items()

    def _items(self) -> list[PickerItem]:
        """Those of the scope in its order, then the others."""
        names = {_name(model): model for model in self._models}
        others = [name for name in names if name not in self._scope]
        return [
            PickerItem(
                name,
                names[name].id,
                names[name].provider,
                mark="●" if name in self._scope else "",
                about="Gone through in this order" if name in self._scope else _out(bool(self._scope)),
                also=names[name].name,
            )
            for name in [*(name for name in self._scope if name in names), *others]
        ]


def _out(has_scope: bool) -> str:
    return "Left out" if has_scope else "Nothing is chosen: all are gone through"


def _patterns(value: object) -> list[str]:
    return [str(pattern) for pattern in cast("list[Any]", value)] if isinstance(value, list) else []


def _name(model: ModelInfo) -> str:
    return f"{model.provider}/{model.id}"
