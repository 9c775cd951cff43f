"""What only pi itself can do on the terminal: its own screen, and logging in; and storing a key."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pitui.client import Launch
from pitui.disk.auth import PROVIDERS, store_api_key, stored_providers
from pitui.runtime.find import RuntimeProblem
from pitui.session.models import Models
from pitui.ui.commands.command import Command, CommandGroup
from pitui.ui.outside import run_outside
from pitui.ui.preferences import keys_of
from pitui.ui.screens.line_prompt import LinePrompt
from pitui.ui.screens.picker import Picker, PickerItem

AUTH_SINCE = (1, 5, 1)
"""`pi auth login` is there since this version; before, only pi's own screen can log in."""


class OutsideCommands(CommandGroup):
    """pi's own screen, login, keys."""

    @property
    def commands(self) -> dict[str, Command]:
        """By name."""
        return {
            "pi": self.pi,
            "login": self.login,
            "key": self.key,
            "logout": self.logout,
            "start": self.start,
        }

    async def pi(self, _argument: str) -> None:
        """Step aside for pi's own screen on the same session."""
        await self._step_aside("")

    async def login(self, argument: str) -> None:
        """Log in with a provider, in pi's own words, then look for its models.

        Args:
            argument: the provider, and options of `pi auth login` behind it.
        """
        if self._has_auth():
            words = argument.split() or [await self._provider("Log in with") or ""]
            if words[0]:
                await self._run(("auth", "login", *words))
        else:
            there = f"/login {argument}".strip()
            await self._step_aside(f"pi's own screen comes: type {there} there, and /quit to come back.")

    async def logout(self, argument: str) -> None:
        """Remove what is stored of a provider, in pi's own way."""
        if not self._has_auth():
            await self._step_aside("pi's own screen comes: type /logout there, and /quit to come back.")
            return
        provider = argument or await self._provider("Log out of", stored_providers(self.live.place.agent))
        if provider:
            await self._run(("auth", "logout", provider))

    async def key(self, argument: str) -> None:
        """Store the API key of a provider, then look for its models."""
        if not self.live.place.is_here:
            self.tell("pi runs elsewhere: a key cannot be stored there from here.", warning=True)
            return
        if self.controller.session.phase.is_busy and not self._has_auth():
            self._tell_busy()
            return
        provider = argument or await self._provider("Store an API key of")
        if not provider:
            return
        key = await self.app.push_screen_wait(
            LinePrompt(
                f"API key of {provider}", hint="enter stores it in pi's auth.json · esc leaves", hidden=True
            )
        )
        if key and key.strip():
            store_api_key(self.live.place.agent, provider, key.strip())
            await self.look_again()

    async def start(self, _argument: str) -> None:
        """Say how to get a model, when there is none."""
        items = [
            PickerItem(
                "login", "Log in with a provider", about="pi's own login, on this terminal; then back here"
            ),
            PickerItem(
                "key", "Store an API key", about="It goes into pi's auth.json, which only you can read"
            ),
            PickerItem(
                "again", "Look again", about="After a key was put into the environment or into models.json"
            ),
            PickerItem(
                "", "Go on without a model", about="Sessions can be read; /login and /key are there later"
            ),
        ]
        picked = await self.app.push_screen_wait(Picker("pi has no model to talk to yet", items))
        match picked.value if picked is not None else "":
            case "login":
                await self.login("")
            case "key":
                await self.key("")
            case "again":
                await self.look_again()
            case _:
                pass

    async def look_again(self) -> None:
        """Let pi see keys and models that are new; a running pi does not by itself (PI-RPC fact 19)."""
        controller = self.controller
        file = controller.session.state.session_file
        if not controller.is_alive:
            await self.live.reopen()
        elif controller.session.phase.is_busy:
            await self._refresh()  # anything else would end the run
        elif file is not None and await asyncio.to_thread(Path(file).exists):
            await controller.replace_session(lambda client: client.switch_session(file))
        elif file is not None:
            await self.live.reopen()
        else:
            await self._refresh()
        if controller.is_alive:
            count = len(await Models(controller).available())
            how = keys_of(self.screen).hint("app.model.select", "chooses one") or "/model chooses one"
            self.tell(f"pi has {count} model{'' if count == 1 else 's'} now: {how}.")

    async def _refresh(self) -> None:
        await self.controller.navigator.ask("refresh-models")
        await self.controller.refresh()

    def _has_auth(self) -> bool:
        version = self.controller.navigator.bridge.version or ""
        numbers = version.split("-")[0].split(".")
        return all(n.isdigit() for n in numbers) and tuple(map(int, numbers)) >= AUTH_SINCE

    async def _provider(self, title: str, names: list[str] | None = None) -> str | None:
        known = set(stored_providers(self.live.place.agent)) if self.live.place.is_here else set[str]()
        items = [
            PickerItem(name, name, "stored" if name in known else "      ")
            for name in (PROVIDERS if names is None else names)
        ]
        items.append(PickerItem("", "another one: type its name", also=" ".join(PROVIDERS)))
        picked = await self.app.push_screen_wait(Picker(title, items))
        if picked is None:
            return None
        if picked.value:
            return str(picked.value)
        name = await self.app.push_screen_wait(LinePrompt("Provider, as pi names it"))
        return (name or "").strip() or None

    async def _run(self, args: tuple[str, ...]) -> None:
        """Run a command of pi's on the terminal beside the pi that is there."""
        try:
            status = run_outside(self.app, await self.live.outside(args), pause=True)
        except RuntimeProblem as problem:
            self.tell(str(problem), warning=True)
            return
        if status == 0:
            await self.look_again()

    async def _step_aside(self, words: str) -> None:
        session = self.controller.session
        if session.phase.is_busy:
            self._tell_busy()
        elif session.state.session_file is None:
            self.tell("This session is in memory only: pi's own screen could not show it.", warning=True)
        else:
            try:
                await self.live.step_aside(lambda launch: self._on_terminal(launch, words))
            except RuntimeProblem as problem:
                self.tell(str(problem), warning=True)

    def _on_terminal(self, launch: Launch, words: str) -> None:
        run_outside(self.app, launch, words=words)

    def _tell_busy(self) -> None:
        self.tell("pi is working: wait for it, or stop it with esc.", warning=True)
