"""The pi behind the screen: found, installed if need be, started, and started again when it has ended."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pitui.client import Latest, Launch, PiError, PiExited, Recorder, Spawned, read_recording
from pitui.runtime.bridge import BRIDGE_EXTENSION, could_not_load
from pitui.runtime.find import PiCommand, RuntimeProblem, find_pi
from pitui.runtime.install import install_pi
from pitui.session.blocks import Level
from pitui.session.controller import Controller
from pitui.session.delivery import Refused
from pitui.session.replay import Pace
from pitui.ui.early import EarlyStart
from pitui.ui.plan import Plan, with_trust
from pitui.ui.session_place import SessionPlace


class Live:
    """Runs one pi after the other on the same controller.

    Attributes:
        controller: of the session on the screen.
        latest: the latest records of both directions, for bug reports.
        progress: what the installation of pi or the reading of a file is doing, "" when none is under way.
        pace: how fast a recording is shown.
        on_stream: called when something came through the pipe that is viewed, and at its end.
        plan: how pi is started; another one counts from the next start.
        place: the folder of the session.
        has_passing_trust: whether the user has decided about the project's trust for this run only.
        is_coming: whether another pi follows one that has ended, or is about to end, and is not there yet.
        failure: what to say on stderr when pi never started, with its words and exit status.
    """

    def __init__(
        self,
        plan: Plan,
        place: SessionPlace,
        *,
        on_change: Callable[[], None],
        on_refused: Callable[[Refused], None],
        early: EarlyStart | None = None,
    ) -> None:
        """Prepare for a plan whose session is in `place`; `early` has perhaps started its pi already."""
        self.plan = plan
        self.place = place
        self.has_passing_trust = self.is_coming = False
        self._next_file: str | None = None
        self._recorder = Recorder(plan.record) if plan.record is not None else None
        self.latest = Latest(self._recorder)
        self.controller = Controller(on_change=on_change, on_refused=on_refused, recorder=self.latest)
        if not plan.bridge:
            self.controller.navigator.problem = "The option --no-bridge has left it out"
        self.failure: str | None = None
        self.progress = ""
        self.pace = Pace()
        self.on_stream: Callable[[], None] = lambda: None
        self._on_change = on_change
        self._early = early
        self._again = asyncio.Event()
        self._closing = False
        self._without_extensions = False
        self._bridge_problem: str | None = None
        self._ending: asyncio.Task[None] | None = None

    def now(self) -> float:
        """The clock of the session."""
        return time.monotonic()

    async def run(self) -> None:
        """Find and start pi, and again whenever `restart` was called after it had ended."""
        if self.plan.replay is not None:
            await self._show_recording(self.plan.replay)
            return
        if self.plan.view is not None:
            from pitui.ui.viewing import view

            file = None if self.plan.stream is not None else self.plan.view
            await view(self.controller, self.place, file, self.plan.stream, self._tell, self.on_stream)
            return
        while not self._closing:
            self._again.clear()
            await self._run_once()
            if not self._closing:
                await self._again.wait()

    def restart(self) -> None:
        """Start pi again on the same session, if it has ended."""
        if not self.controller.is_alive:
            self._start_again()

    def trust_this_run(self, trusted: bool | None) -> None:
        """Decide, from the next start on, whether the project is trusted; None takes such a decision back.

        pi applies it to whatever folder it goes to (pi 0.82.1 and 1.6.0), so it must not outlast a switch.
        """
        if trusted is not None or self.has_passing_trust:
            self.plan = replace(self.plan, pi_args=with_trust(self.plan.pi_args, trusted))
        self.has_passing_trust = trusted is not None

    async def reopen(self, file: Path | None = None) -> None:
        """End pi and start it again, on another session or on the present one."""
        self._next_file = None if file is None else str(file)
        self.is_coming = True
        await self.controller.close()
        self._start_again()

    async def step_aside(self, run: Callable[[Launch], None]) -> None:
        """End pi, let its own screen have the terminal, and start pi again on the same session.

        Args:
            run: runs a command on the terminal until it ends.

        Raises:
            RuntimeProblem: when pi is not found.
        """
        file = self.controller.session.state.session_file
        launch = self.plan.own_screen(await self._find(), file)
        self.is_coming = True
        await self.controller.close()
        try:
            run(launch)
        finally:
            self._start_again()

    async def outside(self, args: tuple[str, ...]) -> Launch:
        """How to run pi on the terminal with these arguments.

        Raises:
            RuntimeProblem: when pi is not found.
        """
        return self.plan.outside(await self._find(), args)

    def end(self) -> None:
        """End pi and stay on its session; `restart` starts it again."""
        self._ending = asyncio.create_task(self.controller.close())

    def start_without_extensions(self) -> None:
        """Start pi again, now and from now on without any extension but pitui's own."""
        self._without_extensions = True
        self._start_again()
        if self.controller.is_alive:
            self.end()

    async def close(self) -> None:
        """End pi in an orderly way."""
        self._closing = True
        await self._started_early(None)
        await self.controller.close()
        self._again.set()
        if self._recorder is not None:
            self._recorder.close()

    def _start_again(self) -> None:
        self.is_coming = True
        self._again.set()

    async def _show_recording(self, path: Path) -> None:
        self.tell_pace()
        try:
            await self.controller.replay(read_recording(path), self.pace)
        except (PiError, OSError) as problem:
            self.controller.notice(str(problem), Level.ERROR)

        self.pace.is_over = True
        self.tell_pace()

    def tell_pace(self) -> None:
        """Say how a recording is shown, and what changes that."""
        pace = self.pace
        if pace.is_over:
            self._tell("replay, at its end")
        elif pace.is_paused:
            self._tell("replay, paused · space goes on · esc shows the rest")
        else:
            self._tell("replay · space pauses · esc shows the rest")

    async def _run_once(self) -> None:
        try:
            pi = await self._find()
            file, self._next_file = self._next_file or self.controller.session.state.session_file, None
            bridge = str(BRIDGE_EXTENSION) if self.plan.bridge and not self._bridge_problem else None
            launch = self.plan.launch(pi, file, extensions=not self._without_extensions, bridge=bridge)
            launch = replace(launch, spawned=await self._started_early(launch))
            self.is_coming = False
            ended = await self.controller.run(launch, bridge)
        except (RuntimeProblem, PiError) as problem:
            self.is_coming = False
            self.controller.fail(str(problem))
            self.failure = str(problem)
            return
        if bridge is not None and isinstance(ended, PiExited) and not self.controller.was_ready:
            self._bridge_problem = could_not_load(ended.stderr)
            if self._bridge_problem is not None:
                self._go_on_without_bridge(self._bridge_problem)
                return
        self.failure = str(ended) if isinstance(ended, PiExited) and not self.controller.was_ready else None

    async def _started_early(self, launch: Launch | None) -> Spawned | None:
        early, self._early = self._early, None
        return None if early is None else await asyncio.to_thread(early.take, launch)

    def _go_on_without_bridge(self, words: str) -> None:
        navigator = self.controller.navigator
        navigator.problem = f"pi could not load it: {words}"
        navigator.warning = (
            f"pi could not load pitui's extension and was started without it: {words}\n"
            "Moving in the session tree, labels, cloning another branch and reload are missing."
        )
        self._again.set()

    async def _find(self) -> PiCommand:
        found = await asyncio.to_thread(find_pi, self.plan.pi_option)
        if found is not None:
            return found
        loop = asyncio.get_running_loop()

        def progress(line: str) -> None:
            loop.call_soon_threadsafe(self._tell, line)

        try:
            return await asyncio.to_thread(install_pi, progress=progress)
        finally:
            self._tell("")

    def _tell(self, line: str) -> None:
        self.progress = line
        self._on_change()
