"""Which stored session a plan goes on with."""

from __future__ import annotations

from pathlib import Path

from pitui.ui.plan import Plan, option_value
from pitui.ui.session_place import SessionPlace


def stored_source(plan: Plan, place: SessionPlace) -> tuple[Path | None, str | None]:
    """The file to read, and the file that the session is in: a fork has none yet. It may take a moment.

    Returns:
        None twice when the plan begins a new session, or none that can be read here.
    """
    if not place.is_here or plan.resume or plan.is_watched:
        return None, None
    file = option_value(plan.pi_args, "--session")
    source = file or option_value(plan.pi_args, "--fork")
    if source is None and ("--continue" in plan.pi_args or "-c" in plan.pi_args):
        from pitui.disk.summaries import newest_session

        newest = newest_session(place.sessions())
        source = file = str(newest) if newest is not None else None
    return (None if source is None else Path(source)), file
