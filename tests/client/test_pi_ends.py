"""However pi ends, everybody learns it, and nothing of it stays behind."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import anyio
import pytest
from anyio import fail_after

from pitui.client import Launch, PiClient, PiError, PiExited, PiNotFound, connection, process
from tests.client.faking import PATIENCE, background, fake, is_alive, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorter times before the next, harder way to end pi; the way stays the same."""
    monkeypatch.setattr(process, "ENDING", tuple((what, 0.2) for what, _ in process.ENDING))
    monkeypatch.setattr(process, "FLUSH_SECONDS", 0.2)
    monkeypatch.setattr(process, "GROUP_SECONDS", 0.2)


@pytest.mark.parametrize(
    ("argv", "cwd", "words"),
    [
        (("no-such-pi", "--mode", "rpc"), ".", "no-such-pi could not be started: there is no such program"),
        (("/",), ".", "may not be executed"),
        (("sh",), "/no/such/folder", "the folder /no/such/folder does not exist"),
        (("sh", "a\0b"), ".", "the system says"),
    ],
)
async def test_a_program_that_cannot_start(argv: tuple[str, ...], cwd: str, words: str) -> None:
    before = os.listdir("/dev/fd")
    with pytest.raises(PiNotFound, match=words):
        async with PiClient(Launch(argv, Path(cwd))):
            pytest.fail("it cannot have started")
    assert os.listdir("/dev/fd") == before


async def test_a_death_wakes_everybody_with_its_status_and_last_words() -> None:
    async with PiClient(fake("dies")) as pi:
        with fail_after(PATIENCE):
            with pytest.raises(PiExited) as raised:
                await pi.bash("x")
            exited = await pi.wait_closed()
            assert not pi.is_running
            for call in (pi.get_state, pi.wait_settled, pi.abort):
                with pytest.raises(PiExited):
                    await call()

    for error in (raised.value, exited):
        assert (error.status, error.signal) == (3, None)
        assert error.stderr == ("TypeError: \x1b[31mboom\x1b[0m", "    at here")
        assert str(error) == "pi ended with exit status 3 (TypeError: boom); start it again to go on."


async def test_kill_wakes_all_waiters_also_those_in_line() -> None:
    errors: list[PiError] = []

    async with PiClient(fake("silent")) as pi:

        async def ask(text: str) -> None:
            try:
                await pi.prompt(text)
            except PiError as error:
                errors.append(error)

        with fail_after(PATIENCE):
            async with anyio.create_task_group() as tasks:
                for number in range(20):
                    tasks.start_soon(ask, str(number))
                await until(lambda: pi.is_running)
                os.kill(pi.pid, signal.SIGKILL)

    assert len(errors) == 20
    assert {error.signal for error in errors if isinstance(error, PiExited)} == {"SIGKILL"}
    assert len({id(error) for error in errors}) == 20


async def test_a_child_that_keeps_the_pipes_open_delays_nothing_and_is_ended() -> None:
    lines: list[str] = []
    async with PiClient(fake("tied"), on_stderr=lines.append) as pi:
        await until(lambda: bool(lines))
        child = int(lines[0])
        assert is_alive(child)
        os.kill(pi.pid, signal.SIGKILL)
        with fail_after(PATIENCE):
            await pi.wait_closed()

    assert not is_alive(child)


async def test_pi_is_ended_by_the_end_of_its_stdin() -> None:
    async with PiClient(fake()) as pi:
        await pi.get_state()

    assert (await pi.wait_closed()).status == 0


@pytest.mark.usefixtures("in_a_hurry")
async def test_a_pi_that_ignores_everything_is_killed_with_what_it_started() -> None:
    lines: list[str] = []
    async with PiClient(fake("stubborn"), on_stderr=lines.append) as pi:
        await pi.get_state()
        await until(lambda: bool(lines))
        child = int(lines[0])
        assert is_alive(child)
        with fail_after(PATIENCE):
            await pi.close()

    assert (await pi.wait_closed()).signal == "SIGKILL"
    await until(lambda: not is_alive(child))


@pytest.mark.usefixtures("in_a_hurry")
async def test_leaving_is_bounded_when_pi_does_not_read() -> None:
    lines: list[str] = []
    with fail_after(PATIENCE):
        async with PiClient(fake("deaf"), on_stderr=lines.append) as pi, background() as tasks:
            await until(lambda: bool(lines))
            tasks.start_soon(pi.prompt, "p" * 3 * 1024 * 1024)
            await anyio.lowlevel.checkpoint()

    assert (await pi.wait_closed()).signal == "SIGTERM"


async def test_leaving_reads_on_so_that_pi_can_end() -> None:
    async with PiClient(fake("talks")) as pi:
        pass

    assert (await pi.wait_closed()).status == 0


async def test_a_pi_that_closes_its_stdout_is_ended() -> None:
    async with PiClient(fake("closes")) as pi:
        with fail_after(PATIENCE), pytest.raises(PiExited):
            await pi.bash("x")


async def test_a_flood_on_stderr_is_read_and_bounded() -> None:
    lines: list[str] = []
    async with PiClient(fake("floods"), on_stderr=lines.append) as pi:
        with fail_after(PATIENCE):
            await pi.get_state()

    exited = await pi.wait_closed()
    assert lines[:200_000] == ["line"] * 200_000
    assert sum(len(line) for line in lines[200_000:]) == 1024 * 1024
    assert sum(len(line) for line in exited.stderr) < 1024 * 1024
    assert exited.stderr == tuple(lines[-len(exited.stderr) :])


async def test_a_reader_of_stderr_that_fails_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def fail(line: str) -> None:
        raise KeyError(line)

    async with PiClient(fake("dies"), on_stderr=fail) as pi:
        with fail_after(PATIENCE), pytest.raises(PiExited):
            await pi.bash("x")

    assert "boom" in caplog.text


async def test_an_error_in_the_body_comes_out_as_it_is() -> None:
    pi = PiClient(fake())
    with pytest.raises(KeyError, match="own"):
        async with pi:
            raise KeyError("own")

    assert not pi.is_running


async def test_cancelling_the_body_ends_pi() -> None:
    pi = PiClient(fake())
    with anyio.CancelScope() as scope:
        async with pi:
            await pi.get_state()
            scope.cancel()
            await anyio.sleep_forever()

    assert scope.cancelled_caught
    assert (await pi.wait_closed()).status == 0


async def test_cancelling_before_anything_ran_ends_pi() -> None:
    pi = PiClient(fake())
    with anyio.CancelScope() as scope:
        scope.cancel()
        async with pi:
            await anyio.sleep_forever()

    assert (await pi.wait_closed()).status == 0


async def test_closing_from_another_task_wakes_the_waiters() -> None:
    async with PiClient(fake("silent")) as pi, anyio.create_task_group() as tasks:
        tasks.start_soon(pi.close)
        with fail_after(PATIENCE):
            with pytest.raises(PiExited):
                await pi.get_state()
            await pi.close()


async def test_nothing_stays_open() -> None:
    before = os.listdir("/dev/fd")
    for _ in range(3):
        async with PiClient(fake()) as pi:
            await pi.get_state()

    assert os.listdir("/dev/fd") == before


async def test_a_fault_of_our_own_in_reading_hangs_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(line: bytes) -> None:
        raise MemoryError("own fault")

    monkeypatch.setattr(connection, "decode_line", fail)
    async with PiClient(fake()) as pi:
        with fail_after(PATIENCE), pytest.raises(PiExited):
            await pi.get_state()

    assert "own fault" in caplog.text
