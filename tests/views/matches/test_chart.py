"""The chart of a match, and the same as a table."""

from xml.etree import ElementTree

import pytest

from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import Fault
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table as Seating
from models.gin.sheet.extra_lines import ColumnScores, OpeningKind, OpeningScores, Penalty
from models.gin.sheet.sheet import sheet
from tests.browser.test_every_page import BOB_KNOCKS_CID, CID_KNOCKS_DAN
from tests.gin.table import ANN, BOB, DEAD, big_gin, gin, knock
from tests.views.browser import Page
from tests.views.table import Sit, Table
from views.charts.drawing import Shape
from views.charts.figure import ChartFigure
from views.charts.line_chart import Point
from views.matches.match_chart import MatchChart, steps_of, stretches_of

FRENCH = PRESETS["french"]
EVENING = (knock(8, 20), gin(18, by=BOB), DEAD, big_gin(30), knock(8, 8))


def cells(page: Page) -> list[list[str]]:
    """The table of the chart, with its head."""
    [table] = [each for each in page.root.all("table") if "chart__table" in each["class"]]
    return [[cell.text for cell in row.all("th", "td")] for row in table.all("tr")]


def chart(table: Table) -> Page:
    return table.browser.get(f"{table.path}/chart")


def test_the_table_says_what_the_sheet_says(sit: Sit) -> None:
    table = sit("french")
    table.add(*EVENING)

    assert cells(chart(table)) == [
        ["Hand", "Result", "Ann", "Bob"],
        ["1", "Knock", "12", "0"],
        ["2", "Gin", "12", "38"],
        ["3", "Dead hand", "12", "38"],
        ["4", "Big gin", "62", "38"],
        ["5", "Undercut", "62", "48"],
    ]
    assert "After 5 hands: Ann 62, Bob 48." in chart(table).text


def test_each_hand_is_marked_on_the_line_of_its_winner() -> None:
    steps = list(steps_of(sheet(EVENING, FRENCH)))

    assert list(stretches_of(steps, 0)) == [
        (
            Point(0, 0),
            Point(1, 12, Shape.CIRCLE),
            Point(2, 12),
            Point(3, 12),
            Point(4, 62, Shape.STAR),
            Point(5, 62),
        )
    ]
    assert [point.shape for [*points] in stretches_of(steps, 1) for point in points] == [
        None,
        None,
        Shape.DIAMOND,
        None,
        None,
        Shape.TRIANGLE,
    ]


def test_a_game_starts_at_nought_where_the_last_one_ended(sit: Sit) -> None:
    table = sit("pagat", games_to_win=None)
    table.add(gin(98), knock(5, 15), gin(80, by=BOB))
    page = chart(table)

    assert cells(page) == [
        ["Hand", "Game", "Result", "Ann", "Bob"],
        ["1", "1", "Gin", "118", "0"],
        ["2", "2", "Knock", "10", "0"],
        ["3", "2", "Gin", "10", "100"],
    ]
    assert "What is added at the end of a game is not part of the lines." in page.text


def test_in_hollywood_the_totals_are_those_of_all_columns_and_there_is_no_target(sit: Sit) -> None:
    table = sit("pagat", columns=3)
    table.add(knock(8, 20), knock(8, 20))
    page = chart(table)

    assert [row[2] for row in cells(page)[1:]] == ["12", "36"]
    assert "The totals are those of all columns together." in page.text
    assert "Target" not in page.text


def test_zero_sum_totals_have_their_signs(sit: Sit) -> None:
    table = sit("sydney")
    table.add(knock(8, 20))

    assert [row[2:] for row in cells(chart(table))[1:]] == [["+27", "−27"]]


def test_three_have_three_lines_and_partners_have_rounds(sit: Sit) -> None:
    three = sit(names=("Ann", "Bob", "Cid"), table=Seating.THREE)
    three.add(knock(8, 20), BOB_KNOCKS_CID)
    assert [row[2:] for row in cells(chart(three))[1:]] == [["12", "0", "0"], ["12", "10", "0"]]

    pairs = sit(names=("Ann", "Bob", "Cid", "Dan"), table=Seating.PARTNERSHIP)
    pairs.add(knock(8, 20), CID_KNOCKS_DAN, knock(8, 20))
    assert cells(chart(pairs)) == [
        ["Round", "Result", "Ann & Cid", "Bob & Dan"],
        ["1", "Knock, Knock", "42", "0"],
    ]


def test_before_the_first_hand_the_page_says_what_will_appear(table: Table) -> None:
    page = chart(table)

    assert "After the first hand, each player’s total appears here as a line." in page.text
    assert not list(page.root.all("figure"))


@pytest.mark.parametrize("hands", [1, 5, 40])
def test_the_drawing_is_well_formed_and_has_a_title_and_a_description(sit: Sit, hands: int) -> None:
    played: list[Hand] = [EVENING[at % 5] for at in range(hands)]
    table = sit(names=("Ann <b>", "Bob & Eve"), target=5000)
    table.add(*played)
    html = chart(table).html
    drawings = [f"<svg{part.split('</svg>')[0]}</svg>" for part in html.split("<svg")[1:]]
    large = [root for root in map(ElementTree.fromstring, drawings) if root.get("role") == "img"]

    assert len(large) == 2
    for root in large:
        assert [root[0].tag, root[1].tag] == ["title", "desc"]
        assert root[0].text == "Totals of Ann <b> and Bob & Eve, hand by hand"
        assert root.get("aria-labelledby") == f"{root[0].get('id')} {root[1].get('id')}"
        assert not list(root.iter("script"))


def test_phones_that_follow_the_chart_are_told_when_it_changes(table: Table) -> None:
    client, path = table.browser.client, f"{table.path}/chart"
    table.add(knock(8, 20))
    etag = client.get(path).headers["ETag"]

    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    table.add(gin(18))
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_the_menu_of_the_sheet_leads_to_the_chart(table: Table) -> None:
    assert table.sheet().links["Chart"] == f"{table.path}/chart"


def test_a_penalty_moves_a_total_between_two_hands_and_has_no_mark() -> None:
    lines = [knock(8, 20), Penalty(ANN, Fault.EXPOSED_CARD, 10), gin(18, by=BOB)]
    steps = list(steps_of(sheet(lines, FRENCH)))

    assert [(step.at, step.totals) for step in steps] == [(1, (12, 0)), (1, (12, 10)), (2, (12, 48))]
    assert list(stretches_of(steps, 1)) == [
        (Point(0, 0), Point(1, 0), Point(1, 10), Point(2, 48, Shape.DIAMOND))
    ]
    assert [row.cells[:2] for row in figure(lines).rows] == [("1", "Knock"), ("–", "Penalty"), ("2", "Gin")]


def test_a_game_that_starts_with_scores_starts_there() -> None:
    start = OpeningScores(OpeningKind.HANDICAP, (ColumnScores((30, 0)),))
    steps = list(steps_of(sheet([start, knock(8, 20)], FRENCH)))

    assert list(stretches_of(steps, 0)) == [(Point(0, 0), Point(0, 30), Point(1, 42, Shape.CIRCLE))]


def figure(lines: list[Hand | Penalty]) -> ChartFigure:
    """The chart of a match of Ann and Bob."""
    made = MatchChart(sheet(lines, FRENCH), ("Ann", "Bob"), lambda row: "").figure
    assert made is not None
    return made
