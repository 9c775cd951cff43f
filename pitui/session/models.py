"""The models that pi can use: which one, in which order they are gone through, and how much they think."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from pitui.protocol.responses import ModelInfo
from pitui.session.controller import Controller

LEVELS = ("off", "minimal", "low", "medium", "high", "xhigh", "max")
"""All thinking levels of pi, the least first; which of them a model has, pi says (pi 1.6.0, docs/models.md)."""


class Models:
    """Models and thinking of the session of one controller."""

    def __init__(self, controller: Controller) -> None:
        """Serve a session."""
        self._controller = controller

    async def available(self) -> list[ModelInfo]:
        """The models that can be used: those with a key or a login."""
        return await self._controller.available_models()

    async def choose(self, model: ModelInfo) -> None:
        """Go on with a model; pi 0.82.1 makes it the default as well."""
        await self._controller.client.set_model(model.provider, model.id)
        await self._controller.refresh()

    async def step(self, direction: int, scope: Sequence[str]) -> ModelInfo | None:
        """Go on with the next model (1) or the one before (-1).

        Args:
            direction: which way.
            scope: patterns of the models that are gone through, in order; empty for all.

        Returns:
            The model; None when there is no other.
        """
        client = self._controller.client
        if direction > 0:
            cycled = await client.cycle_model()
            await self._controller.refresh()
            return None if cycled is None else cycled.model
        models = scoped(await self.available(), scope)
        present = self._controller.session.state.model
        if len(models) < 2:
            return None
        at = next((n for n, model in enumerate(models) if is_same(model, present)), 0)
        await self.choose(models[at - 1])
        return models[at - 1]

    async def levels(self) -> list[str]:
        """The thinking levels of the present model."""
        return await self._controller.client.get_available_thinking_levels()

    async def think(self, level: str) -> None:
        """Set the thinking level; it must be one of `levels`: pi takes any other word for `off`."""
        await self._controller.client.set_thinking_level(level)
        await self._controller.refresh()

    async def next_level(self) -> str | None:
        """Set the next thinking level, and say which; None when the model does not think."""
        level = await self._controller.client.cycle_thinking_level()
        await self._controller.refresh()
        return level


def is_usable(model: ModelInfo | None) -> bool:
    """Whether there is a model to talk to; without one, pi names `unknown/unknown` (PI-RPC fact 22)."""
    return model is not None and (model.provider, model.id) != ("unknown", "unknown")


def is_same(one: ModelInfo, other: ModelInfo | None) -> bool:
    """Whether two are the same model."""
    return other is not None and (one.provider, one.id) == (other.provider, other.id)


def scoped(models: Sequence[ModelInfo], patterns: Sequence[str]) -> list[ModelInfo]:
    """The models that patterns name, in the order of the patterns; all without a pattern, or when none fits.

    A pattern is `provider/id`, an id, or either with `*` and `?`; a thinking level behind a colon is left out.
    """
    found: list[ModelInfo] = []
    for pattern in patterns:
        wanted = pattern.strip().casefold()
        name, _, level = wanted.rpartition(":")
        wanted = name if level in LEVELS else wanted
        for model in models:
            names = (model.id.casefold(), f"{model.provider}/{model.id}".casefold())
            if model not in found and any(fnmatchcase(name, wanted) for name in names):
                found.append(model)
    return found or list(models)
