"""Charts are laid out by numbers: nothing overlaps, nothing is outside the frame."""

from datetime import date, timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.gin.rules.options import Outcome
from views.charts.bar_chart import BarChart, BarGroup, BarLayout
from views.charts.drawing import Drawing, Text
from views.charts.figure import PHONE, WIDE
from views.charts.line_chart import (
    ChartLine,
    Level,
    LineChart,
    LineLayout,
    Point,
    Scale,
    date_ticks,
    round_step,
    ticks,
    whole_ticks,
)
from views.charts.player_charts import Difference, RatingPoint, balance_chart, rating_chart, winning_chart

NAMES = st.text("abcMW ", min_size=1, max_size=40).map(lambda text: f"N{text}".strip())
TOTALS = st.lists(st.integers(-900, 1200), min_size=1, max_size=60)


def touching(texts: tuple[Text, ...]) -> list[tuple[str, str]]:
    """The texts whose boxes overlap."""
    return [
        (one.text, two.text)
        for one, two in combinations([text for text in texts if text.text], 2)
        if one.box[0] < two.box[2]
        and two.box[0] < one.box[2]
        and one.box[1] < two.box[3]
        and two.box[1] < one.box[3]
    ]


def outside(drawing: Drawing) -> list[str]:
    """The texts that reach over a side of the frame."""
    return [
        text.text
        for text in drawing.texts
        if text.box[0] < -1
        or text.box[1] < -1
        or text.box[2] > drawing.width + 1
        or text.box[3] > drawing.height + 1
    ]


@st.composite
def charts(draw: st.DrawFn) -> LineChart:
    """A match of any length, of two or three, with games or without, with a target or without."""
    sides = draw(st.integers(1, 3))
    names = draw(st.lists(NAMES, min_size=sides, max_size=sides, unique=True))
    hands = draw(st.integers(1, 60))
    lines = tuple(
        ChartLine(name, (tuple(Point(at, draw(st.integers(-900, 1200))) for at in range(hands + 1)),))
        for name in names
    )
    games = sorted(draw(st.sets(st.integers(1, hands), max_size=6)))
    target = draw(st.one_of(st.none(), st.integers(1, 1000)))
    return LineChart(
        lines,
        tuple((tick, str(tick)) for tick in whole_ticks(1, hands, 5)),
        axis="Hand",
        level=Level(target, f"Target {target}") if target else None,
        parts=tuple((start, str(number)) for number, start in enumerate([0, *games], 1)) if games else (),
        part="Game" if games else "",
    )


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
@given(chart=charts())
def test_no_label_of_an_axis_or_a_line_overlaps_another(size: tuple[int, int], chart: LineChart) -> None:
    drawing = LineLayout(chart, *size).drawing
    # The label of the target is inside the frame, where only lines are.
    labels = tuple(text for text in drawing.texts if text.kind != "level")

    assert touching(labels) == []
    assert outside(drawing) == []


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
@given(chart=charts())
def test_every_point_is_inside_the_frame(size: tuple[int, int], chart: LineChart) -> None:
    layout = LineLayout(chart, *size)

    for point in (point for line in chart.lines for point in line.points):
        x, y = layout.place(point)
        assert layout.left <= x <= layout.right + 0.01
        assert layout.top - 0.01 <= y <= layout.bottom + 0.01
    assert layout.right > size[0] - 15, "names are in the key, so the lines take the width"


@given(
    values=st.lists(st.tuples(st.integers(0, 99_999), st.integers(0, 99_999)), min_size=1, max_size=6),
    names=st.lists(NAMES, min_size=2, max_size=2, unique=True),
)
def test_bars_and_their_figures_stay_inside_the_frame(
    values: list[tuple[int, int]], names: list[str]
) -> None:
    groups = tuple(BarGroup("Undercut", each, tuple(map(str, each))) for each in values)
    for width, _ in (PHONE, WIDE):
        drawing = BarLayout(BarChart(tuple(names), groups), width).drawing

        assert touching(drawing.texts) == []
        assert outside(drawing) == []


@given(low=st.integers(-10_000, 10_000), span=st.integers(0, 10_000), most=st.integers(2, 10))
def test_round_values_enclose_all_others(low: int, span: int, most: int) -> None:
    found = ticks(low, low + span, most)

    assert found[0] <= low <= low + span <= found[-1]
    assert 2 <= len(found) <= most + 2
    assert all(each % round_step(span, most) == 0 for each in found)


@given(first=st.dates(date(1990, 1, 1), date(2030, 1, 1)), days=st.integers(0, 12_000))
def test_dates_are_few_and_inside(first: date, days: int) -> None:
    last = first + timedelta(days)
    found = date_ticks(first, last, 4)

    assert 1 <= len(found) <= 5
    assert all(first <= each <= last for each in found)
    assert list(found) == sorted(set(found))


def test_one_value_is_in_the_middle() -> None:
    assert Scale(7, 7, 0, 100).at(7) == 50


def test_a_balance_adds_up_over_the_years() -> None:
    figure = balance_chart(
        ("Ann", "Bob"),
        [
            Difference(date(2006, 5, 1), 40),
            Difference(date(2016, 5, 1), -65),
            Difference(date(2026, 5, 1), 5),
        ],
    )

    assert figure is not None
    assert [row.cells[1:] for row in figure.rows] == [("+40", "+40"), ("−65", "−25"), ("+5", "−20")]
    assert figure.description == "Bob is 20 points ahead. Above zero, Ann is ahead."
    assert {"2010", "2015", "2020", "2025"} <= {text.text for text in figure.drawings[1].texts}


def test_points_by_way_of_winning_leave_out_what_nobody_won_by() -> None:
    figure = winning_chart(
        ("Ann", "Bob"), {Outcome.GIN: (120, 40), Outcome.KNOCK: (0, 300), Outcome.TIE: (0, 0)}
    )

    assert figure is not None
    assert [row.cells for row in figure.rows] == [("Knock", "0", "300"), ("Gin", "120", "40")]
    assert [(key.name, key.figure) for key in figure.keys] == [("Ann", "120"), ("Bob", "340")]
    assert "Ann 120" in {text.text for text in figure.drawings[0].texts}


def test_a_rating_has_its_band() -> None:
    days = [date(2026, 1, 1) + timedelta(30 * each) for each in range(4)]
    figure = rating_chart(
        "Ann", [RatingPoint(day, 1500 + 20 * n, 350 - 80 * n) for n, day in enumerate(days)]
    )

    assert figure is not None
    assert [row.cells[1:] for row in figure.rows][-1] == ("1560", "1450–1670")
    assert [path.kind for path in figure.drawings[0].paths] == ["area", "line"]
    assert "between 1450 and 1670" in figure.description


def test_without_anything_to_show_there_is_no_chart() -> None:
    assert balance_chart(("Ann", "Bob"), []) is None
    assert winning_chart(("Ann", "Bob"), {Outcome.GIN: (0, 0)}) is None
    assert rating_chart("Ann", []) is None
