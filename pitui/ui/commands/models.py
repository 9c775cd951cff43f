"""Choosing a model and how much it thinks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from pitui.disk.files import DiskError
from pitui.disk.settings import change_settings, read_settings, settings_file
from pitui.protocol.json_object import JsonObject
from pitui.protocol.responses import ModelInfo
from pitui.render.format import count
from pitui.session.models import Models, is_same, scoped
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.matching import match
from pitui.ui.plan import option_value
from pitui.ui.screens.picker import Picker, PickerItem, PickerKey

SAVE = PickerKey("ctrl+s", "save", "saves as default")


class ModelCommands(CommandGroup):
    """Models and thinking."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {
            "model": self.model,
            "model_next": lambda _: self._step(1),
            "model_before": lambda _: self._step(-1),
            "thinking": self.thinking,
            "thinking_next": self.next_level,
        }

    @property
    def models(self) -> Models:
        """The models of the session."""
        return Models(self.controller)

    async def model(self, argument: str) -> None:
        """Choose a model: the one that is named, else from the picker."""
        models = await self.models.available()
        named = _named(models, argument)
        if named is not None:
            await self._choose(named)
            return
        present = self.controller.session.state.model
        settings = self._settings()
        scope = self._scope(settings)
        picked = await self.app.push_screen_wait(
            Picker(
                "Model",
                _items(models, present, settings, scope),
                keys=[SAVE] if self.live.place.is_here else [],
                query=argument,
                current=next((model for model in models if is_same(model, present)), None),
            )
        )
        if picked is None:
            return
        chosen: ModelInfo = picked.value
        if picked.way == SAVE.id:
            self._save({"defaultProvider": chosen.provider, "defaultModel": chosen.id})
        await self._choose(chosen)

    async def _choose(self, model: ModelInfo) -> None:
        await self.models.choose(model)
        self.tell(f"Model: {model.provider}/{model.id}")

    async def _step(self, direction: int) -> None:
        model = await self.models.step(direction, self._scope(self._settings()))
        if model is None:
            self.tell("There is no other model to change to: /login adds a provider.", warning=True)
        else:
            self.tell(f"Model: {model.provider}/{model.id}")

    async def thinking(self, argument: str) -> None:
        """Choose a thinking level: the one that is named, else from the picker."""
        levels = await self.models.levels()
        wanted = argument.casefold()
        if wanted and wanted not in levels:
            self.tell(f"This model has {', '.join(levels) or 'no thinking levels'}.", warning=True)
            return
        if not wanted:
            present = self.controller.session.state.thinking_level
            default = self._settings().get("defaultThinkingLevel")
            items = [
                PickerItem(
                    level,
                    level,
                    "default" if level == default else "       ",
                    mark="●" if level == present else "",
                )
                for level in levels
            ]
            keys = [SAVE] if self.live.place.is_here else []
            picked = await self.app.push_screen_wait(Picker("Thinking", items, keys=keys, current=present))
            if picked is None:
                return
            wanted = str(picked.value)
            if picked.way == SAVE.id:
                self._save({"defaultThinkingLevel": wanted})
        await self.models.think(wanted)

    async def next_level(self, _argument: str) -> None:
        """Go to the next thinking level."""
        if await self.models.next_level() is None:
            self.tell("This model does not think.", warning=True)

    def _settings(self) -> JsonObject:
        try:
            return read_settings(self.live.place.agent) if self.live.place.is_here else {}
        except DiskError:
            return {}

    def _save(self, changes: JsonObject) -> None:
        change_settings(settings_file(self.live.place.agent), changes)

    def _scope(self, settings: JsonObject) -> list[str]:
        """The patterns of the models to go through: `--models`, else the setting `enabledModels`."""
        option = option_value(self.live.plan.pi_args, "--models")
        if option is not None:
            return option.split(",")
        enabled: Any = settings.get("enabledModels")
        return [str(pattern) for pattern in cast("list[Any]", enabled)] if isinstance(enabled, list) else []


def _named(models: Sequence[ModelInfo], name: str) -> ModelInfo | None:
    """The one model that a name means, None when it is none or could be several."""
    if not name:
        return None
    exact = [m for m in models if name.casefold() in (m.id.casefold(), f"{m.provider}/{m.id}".casefold())]
    if len(exact) == 1:
        return exact[0]
    fitting = [m for m in models if match(name, f"{m.provider}/{m.id}") is not None]
    return fitting[0] if len(fitting) == 1 else None


def _items(
    models: Sequence[ModelInfo], present: ModelInfo | None, settings: JsonObject, scope: Sequence[str]
) -> list[PickerItem]:
    """Models by provider; the provider of the present model first, and before all those of the scope."""
    in_scope = scoped(models, scope) if scope else []
    others = [model for model in models if model not in in_scope]
    first = present.provider if present is not None else ""
    others.sort(key=lambda model: (model.provider != first, model.provider))
    default = (settings.get("defaultProvider"), settings.get("defaultModel"))
    return [
        PickerItem(
            model,
            model.id + (" (default)" if (model.provider, model.id) == default else ""),
            _figures(model),
            group=model.provider,
            mark="●" if is_same(model, present) else "",
            about=_about(model, model in in_scope),
            also=model.name,
        )
        for model in [*in_scope, *others]
    ]


def _figures(model: ModelInfo) -> str:
    price = f"${model.cost.input:g}/${model.cost.output:g}" if model.cost.input or model.cost.output else ""
    abilities = f"{'think' if model.reasoning else '':<5} {'image' if 'image' in model.input else '':<5}"
    return f"{abilities} {count(model.context_window):>5} {price:>10}"


def _about(model: ModelInfo, is_scoped: bool) -> str:
    facts = [
        model.name,
        f"{count(model.context_window)} tokens of context, {count(model.max_tokens)} of output",
        f"${model.cost.input:g} in, ${model.cost.output:g} out for a million tokens",
        "in the scope" if is_scoped else "",
    ]
    return " · ".join(fact for fact in facts if fact)
