"""The summary that pi wrote of a branch that was left."""

from __future__ import annotations

from pitui.render.compaction import rule
from pitui.render.line import Line
from pitui.render.look import Look
from pitui.render.opened import opened
from pitui.session.blocks import BranchSummaryBlock


def render_branch(block: BranchSummaryBlock, look: Look) -> list[Line]:
    """Draw the mark, and below it the summary when it is open."""
    mark = look.mark(bool(block.summary))
    lines = [rule(f"{mark}summary of the branch that was left", look)]
    if look.expanded and block.summary:
        lines += opened(block.summary, look.width, look.palette, diagrams=look.diagrams)
    return lines
