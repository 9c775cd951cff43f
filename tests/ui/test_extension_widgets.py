from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pitui.protocol.extension_ui import SetWidgetRequest
from pitui.ui.widgets.extension_widgets import share, widget_spans

ROWS = st.integers(0, 60)


@given(st.integers(0, 80), ROWS, ROWS)
def test_both_places_together_take_a_third_of_the_screen_at_most(screen: int, above: int, below: int) -> None:
    given_above, given_below = share(screen, [above, below])
    assert given_above + given_below <= screen // 3
    assert 0 <= given_above <= above
    assert 0 <= given_below <= below
    assert given_above + given_below == min(screen // 3, above + below)


def test_each_widget_stands_where_it_wants() -> None:
    def widget(key: str, lines: list[str], place: str) -> SetWidgetRequest:
        return SetWidgetRequest(id="1", widget_key=key, widget_lines=lines, widget_placement=place)

    widgets = [
        widget("a", ["one", "two"], "aboveEditor"),
        widget("b", ["three"], "belowEditor"),
        widget("c", ["four"], "somewhere"),
        widget("d", [], "belowEditor"),
    ]
    assert "".join(text for text, _ in widget_spans(widgets, below=False)) == "one\ntwo\nfour"
    assert "".join(text for text, _ in widget_spans(widgets, below=True)) == "three"
