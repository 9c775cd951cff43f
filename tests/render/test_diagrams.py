"""Mermaid as boxes and lines, and when it stays its source."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitui.render import diagram, drawn
from pitui.render.diagram import draw_diagram
from pitui.render.markdown import MarkdownStream, render_markdown
from tests.render.markdown_texts import OBEYED, PALETTE, texts


def _rows(source: str, width: int = 80) -> list[str] | None:
    rows = draw_diagram(source, width, PALETTE, PALETTE.text)
    return None if rows is None else ["".join(text for text, _ in row) for row in rows]


def test_a_flowchart() -> None:
    assert _rows('flowchart LR\n  A["Start"] -->|yes| B{ok?}:::big\n  B -- no --> C[(DB)]; %% remark\n') == [
        "┌───────┐ yes  ╭─────╮ no   ╭────╮",
        "│ Start ├─────▶│ ok? ├─────▶│ DB │",
        "└───────┘      ╰─────╯      ╰────╯",
    ]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("sequenceDiagram\n  Alice->>Bob: Hello\n  Note over Bob: thinks", ("Alice", "Bob", "Hello", "thinks", "▶")),
        ("classDiagram\n  Animal <|-- Dog\n  class Dog {\n    +bark()\n  }", ("Animal", "Dog", "+bark()", "△")),
        ("stateDiagram-v2\n  [*] --> Idle\n  Idle --> Run : go", ("●", "Idle", "Run", "go")),
        ("erDiagram\n  USER ||--o{ POST : writes\n  USER {\n    int id PK\n  }", ("USER", "POST", "int id PK")),
        ("---\ntitle: x\n---\ngraph TD\n  A & B --> C\n  C -.-> D\n  D ==> A", ("A", "B", "C", "D")),
        ("flowchart TB\n  subgraph one [First]\n    a --> b\n  end\n  classDef x fill:#fff", ("First", "a", "b")),
    ],
)  # fmt: skip
def test_other_kinds(source: str, shown: tuple[str, ...]) -> None:
    rows = _rows(source)
    assert rows is not None
    text = "\n".join(rows)
    assert all(word in text for word in shown)


@pytest.mark.parametrize(
    "source",
    [
        "pie\n  "
        '"a" : 1',
        "gantt\n  title x",
        "flowchart LR",
        "flowchart LR\n  my-node --> other",
        "flowchart LR\n  A@{ shape: docs } --> B",
        "flowchart LR\n  A e1@--> B",
        "flowchart LR\n  A --> B\n  what is this",
        "stateDiagram-v2\n  state Big {\n    a --> b\n  }",
        "stateDiagram-v2\n  a --> b\n  note right of a : words",
        "classDiagram\n  A --> B\n  note \"words\"",
        "flowchart LR\n  A -->|a label that is so long that it would have to be cut| B",
        "erDiagram\n  A {\n" + "".join(f"    int column{n}\n" for n in range(20)) + "  }",
        "sequenceDiagram\n  what is this",
        "flowchart TD\n" + "".join(f"  A{n} --> A{n + 1}\n" for n in range(diagram.MOST_LINES + 1)),
        "flowchart TD\n  A[" + "x" * diagram.MOST + "] --> B",
        "sequenceDiagram\n" + "".join(f"  A{n}->>A{n + 1}: to\n" for n in range(90)),
        "",
    ],
)  # fmt: skip
def test_what_would_be_cut_or_left_out_is_not_drawn(source: str) -> None:
    assert _rows(source, 10_000) is None


def test_what_is_too_wide_is_turned_or_its_source() -> None:
    source = "```mermaid\nflowchart LR\nA[Start] --> B[The end of it]\n```"
    assert len(texts(render_markdown(source, 60, PALETTE))) == 3
    assert len(texts(render_markdown(source, 30, PALETTE))) == 8
    assert len(texts(render_markdown(source.replace("LR", "TD"), 30, PALETTE))) == 8
    fan = "```mermaid\ngraph TB\n" + "".join(f"A --> B{n}[Item {n}]\n" for n in range(6)) + "```"
    assert len(texts(render_markdown(fan, 80, PALETTE))) < 10 < len(texts(render_markdown(fan, 50, PALETTE)))
    assert texts(render_markdown(source, 17, PALETTE))[0] == "  flowchart LR"


def test_the_source_is_shown_until_the_fence_is_closed() -> None:
    stream = MarkdownStream(60, PALETTE)
    stream.append("before\n\n```mermaid\nflowchart LR\nA --> B\n``")
    assert texts(stream.lines) == ["before", "", "  flowchart LR", "  A --> B"]
    stream.append("`\nafter")
    assert texts(stream.lines)[2:] == [
        "  ┌───┐    ┌───┐",
        "  │ A ├───▶│ B │",
        "  └───┘    └───┘",
        "",
        "after",
    ]


def test_a_fence_that_is_never_closed_stays_source() -> None:
    assert texts(render_markdown("```mermaid\nflowchart LR\nA --> B", 60, PALETTE)) == [
        "  flowchart LR",
        "  A --> B",
    ]


def test_diagrams_can_be_switched_off() -> None:
    source = "```mermaid\nflowchart LR\nA --> B\n```"
    assert texts(render_markdown(source, 60, PALETTE, diagrams=False)) == ["  flowchart LR", "  A --> B"]


@pytest.mark.parametrize("opening", ["```mermaid", "``` Mermaid {x}", "~~~MERMAID"])
def test_the_language_is_known_in_any_case(opening: str) -> None:
    source = f"{opening}\nflowchart LR\nA --> B\n{opening[:3]}"
    assert "│ A ├───▶│ B │" in texts(render_markdown(source, 60, PALETTE))[1]


def test_a_long_source_is_final_as_it_comes() -> None:
    stream = MarkdownStream(60, PALETTE)
    stream.append("```mermaid\nflowchart TD\n")
    line = "  A[some text] --> B[other text]\n"
    count = drawn.MOST // len(line) + 1
    stream.append(line * count)
    frozen = stream.frozen_count
    assert frozen >= count
    stream.append(line)
    assert stream.frozen_count == frozen + 1


def test_boxes_lines_and_labels_have_styles_of_their_own() -> None:
    rows = draw_diagram("flowchart LR\nA -->|yes| B", 80, PALETTE, PALETTE.text)
    assert rows is not None
    styles = {text.strip(): style for row in rows for text, style in row}
    assert styles["A"] == PALETTE.text
    assert styles["yes"] == PALETTE.text + PALETTE.emphasis
    assert styles["┌"] == PALETTE.text + PALETTE.diagram
    assert any(style == PALETTE.text + PALETTE.diagram and "▶" in text for text, style in styles.items())


_PIECES = [
    "flowchart LR\n", "graph TD\n", "sequenceDiagram\n", "stateDiagram-v2\n", "classDiagram\n", "erDiagram\n", "A", "B",
    " --> ", "-->|x|", " & ", "[", "]", "((", "))", '"', "{", "}", "\n", ";", " : ", "->>", "||--o{", "<|--",
    "subgraph x\n", "end\n", "\x1b[31m",
    "\u202e", "&#27;", "#quot;", "漢字", "👩‍💻", "\ud83d", "%%", "---\n", "class ", "state ",
]  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join), st.integers(1, 100))
def test_whatever_a_diagram_holds_its_rows_fit_and_are_safe(source: str, width: int) -> None:
    for line in render_markdown(f"```mermaid\n{source}\n```\n", width + 1, PALETTE):
        assert line.width <= width + 1
        assert not OBEYED.search(line.text)
