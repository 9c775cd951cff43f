"""A `!` command ends whatever pi answers, and what it has printed stays."""

from __future__ import annotations

from pitui.protocol.events import BashExecutionUpdate
from pitui.session.blocks import BashBlock
from pitui.session.state import Session


def test_a_command_without_an_answer_ends_with_what_it_has_printed() -> None:
    session = Session()
    session.bash_started("shell-1", "make", False, 1.0)
    session.apply(BashExecutionUpdate(id="shell-1", delta="compiling\n"), 2.0)

    session.bash_failed("shell-1", 3.0)

    (block,) = session.blocks
    assert isinstance(block, BashBlock)
    assert not block.running
    assert block.cancelled
    assert block.output.text == "compiling\n"
    assert block.seconds == 2.0
