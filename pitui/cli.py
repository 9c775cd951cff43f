"""The command line: options in, a plan out, the app started last and imported only then."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pitui import __version__

USAGE_ERROR = 2
START_ERROR = 1

_HANDED_ON = ("session_dir", "name", "provider", "model", "thinking")


def main(argv: Sequence[str] | None = None) -> None:
    """Run pitui and exit: 0 in the end, 1 when pi could not start, 2 when the options are wrong."""
    sys.exit(run(sys.argv[1:] if argv is None else list(argv)))


def run(argv: list[str]) -> int:
    """Run pitui.

    Args:
        argv: the words after the program's name; everything after `--` goes to pi unchanged.

    Returns:
        The exit status.
    """
    own, rest = (argv[: argv.index("--")], argv[argv.index("--") + 1 :]) if "--" in argv else (argv, [])
    options = _parser().parse_args(own)
    if options.check:
        return _check(options.pi)
    problem = _problem(options)
    if problem is not None:
        print(f"pitui: {problem}", file=sys.stderr)
        return USAGE_ERROR
    return _start(options, tuple(rest))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pitui",
        description="A terminal interface for the coding agent pi.",
        usage="pitui [OPTIONS] [PROMPT]... [-- PI_ARGS...]",
    )
    parser.add_argument("prompt", nargs="*", help="the first prompt")
    parser.add_argument(
        "--demo", action="store_true", help="a scripted model inside real pi: no key, no account"
    )
    parser.add_argument(
        "--pi", metavar="COMMAND", help="how to start pi, as one shell-quoted string: 'ssh box pi'"
    )
    parser.add_argument("-C", "--cwd", metavar="DIR", type=Path, help="the project folder")
    parser.add_argument("--record", metavar="FILE", type=Path, help="keep every record of both directions")
    parser.add_argument("--replay", metavar="FILE", type=Path, help="show such a recording")
    parser.add_argument(
        "--theme", metavar="NAME", help="colours for this run: dark, light, terminal, or any of /theme"
    )
    parser.add_argument("--check", action="store_true", help="say what is installed and what is missing")
    parser.add_argument("--version", action="version", version=f"pitui {__version__}")
    parser.add_argument(
        "--view", metavar="FILE|-", help="show a session file or a stream of records, without pi, read only"
    )
    session = parser.add_argument_group("the session")
    session.add_argument(
        "-c", "--continue", dest="go_on", action="store_true", help="go on with the newest session"
    )
    session.add_argument("-r", "--resume", action="store_true", help="choose the session first")
    session.add_argument("--session", metavar="FILE", help="open a session: its file, or its id")
    session.add_argument("--fork", metavar="FILE", help="go on with a copy of a session: its file, or its id")
    session.add_argument("--no-session", action="store_true", help="keep the session in memory only")
    session.add_argument("--session-dir", metavar="DIR", help="where session files are")
    session.add_argument("-n", "--name", help="the session's name")
    parser.add_argument(
        "--no-bridge",
        action="store_true",
        help="do not hand pitui's extension to pi: no moving in the tree, no labels, no reload",
    )
    handed = parser.add_argument_group("handed on to pi")
    handed.add_argument("--provider")
    handed.add_argument("--model")
    handed.add_argument("--thinking", metavar="LEVEL")
    handed.add_argument("-e", "--extension", metavar="FILE", action="append", default=[])
    handed.add_argument("--approve", action="store_true", help="trust this folder's resources for this run")
    handed.add_argument("--no-approve", action="store_true", help="do not")
    return parser


def _problem(options: argparse.Namespace) -> str | None:
    """What is wrong with the options, as one sentence that says what to do."""
    cwd: Path | None = options.cwd
    if cwd is not None and not os.path.isdir(cwd):
        return f"{cwd} is not a folder: give an existing one with -C."
    elsewhere = options.demo or options.view or options.replay or (cwd is not None and cwd.is_absolute())
    if not elsewhere and _folder_is_gone():
        return "The folder that you are in was deleted: go to another one, or give one with -C."
    for option in ("replay", "view"):
        path: str | Path | None = getattr(options, option)
        if path is not None and os.path.isdir(path):
            return f"{path} is a folder: --{option} takes the path of a file."
        if path is not None and str(path) != "-" and not os.path.exists(path):
            return f"There is no file {path}: --{option} takes the path of an existing one."
    chosen = (options.go_on, options.resume, options.session, options.fork, options.no_session)
    if sum(map(bool, chosen)) > 1:
        return (
            "--continue, --resume, --session, --fork and --no-session exclude each other: give one of them."
        )
    if options.demo and any(chosen[:-1]):
        return "--demo has a session of its own: leave --continue, --resume, --session and --fork out."
    needs_input = options.view != "-"
    if not sys.stdout.isatty() or (needs_input and not sys.stdin.isatty()):
        return "pitui needs a terminal for its input and output: run it without pipes."
    return None


def _folder_is_gone() -> bool:
    """Whether the present folder was deleted meanwhile."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _pi_args(options: argparse.Namespace) -> tuple[str, ...]:
    args: list[str] = []
    if options.go_on:
        args.append("--continue")
    if options.session is not None:
        args += ["--session", options.session]
    if options.fork is not None:
        args += ["--fork", options.fork]
    if options.no_session:
        args.append("--no-session")
    for name in _HANDED_ON:
        value: str | None = getattr(options, name)
        if value is not None:
            args += [f"--{name.replace('_', '-')}", value]
    for extension in options.extension:
        args += ["-e", extension]
    if options.approve:
        args.append("--approve")
    if options.no_approve:
        args.append("--no-approve")
    return tuple(args)


def _check(option: str | None) -> int:
    from pitui.runtime.check import check

    report = check(option)
    print(report.text)
    return 0 if report.can_start else START_ERROR


def _start(options: argparse.Namespace, rest: tuple[str, ...]) -> int:
    gc.disable()  # until the screen takes it over: the imports make a hundred thousand objects that stay
    from platformdirs import user_state_path

    from pitui.config import ConfigError, config_file, read_config
    from pitui.pydantic_private import skip_plugins
    from pitui.runtime.demo import demo_project
    from pitui.runtime.find import is_elsewhere
    from pitui.session_options import NoSuchSession, without_traps
    from pitui.ui.early import EarlyStart
    from pitui.ui.plan import Plan

    skip_plugins()
    if _folder_is_gone():
        os.chdir("/")  # it is not the one to work in: see _problem
    try:
        read_config(config_file())
    except ConfigError as problem:
        print(f"pitui: {problem}", file=sys.stderr)
        return USAGE_ERROR
    cwd: Path = (options.cwd or Path.cwd()).absolute()
    words = (*_pi_args(options), *rest)
    resume: bool = options.resume
    if not is_elsewhere(options.pi):
        try:
            words, found = without_traps(words, cwd, options.session_dir)
        except NoSuchSession as problem:
            print(f"pitui: {problem}", file=sys.stderr)
            return USAGE_ERROR
        resume = resume or found
    with contextlib.ExitStack() as stack:
        demo = stack.enter_context(demo_project()) if options.demo else None
        plan = Plan(
            cwd=demo.cwd if demo else cwd,
            pi_option=options.pi,
            pi_args=(*(demo.pi_args if demo else ()), *words),
            env=demo.env if demo else {},
            prompt=" ".join(options.prompt) or None,
            record=options.record,
            replay=options.replay,
            resume=resume,
            view=Path(options.view) if options.view else None,
            stream=_stream_beside_terminal() if options.view == "-" else None,
            state=None if demo else user_state_path("pitui"),
            bridge=not options.no_bridge,
            theme=options.theme,
            config_file=config_file(),
        )
        early = EarlyStart(plan)
        from pitui.ui.app import PituiApp

        app = PituiApp(plan, early)
        app.ending.clean_up = stack.close
        app.run()
        if app.failure is not None:
            print(f"pitui: {app.failure}", file=sys.stderr)
            return START_ERROR
    return app.return_code or 0


def _stream_beside_terminal() -> int:
    """Take what is piped in away from stdin and give the keyboard to it; returns where the stream is now."""
    stream = os.dup(0)
    terminal = os.open("/dev/tty", os.O_RDWR)
    os.dup2(terminal, 0)
    os.close(terminal)
    return stream
