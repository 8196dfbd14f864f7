"""Twenty years of paper: tables of points, guessed, corrected and imported."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from flask import Flask

from models.gin.hand.declaration import DEAD_HAND
from models.gin.hand.scoring import Hand
from models.gin.sheet.extra_lines import Adjustment, ExtraLine
from models.records.files.documents import with_id
from models.records.files.import_rows import sheet_of
from models.records.finding.matches import matches_of as matches_on
from tests.gin.table import BOB, DEAD, won
from tests.views.browser import Browser, Page
from tests.views.walking import rows_of as rows_in
from views.imports.days import DayOrder, day_of, possible_orders
from views.imports.paper.matches import matches_of
from views.imports.paper.reading import Role, RowKind, TableReading
from views.imports.paper.readings import possible_readings
from views.imports.paper.table_rows import table_of
from views.imports.paper.table_text import points_of, rows_of, separator_of

pytestmark = pytest.mark.usefixtures("app_context")  # sentences need an application

DAY, PLAYER, WINNER, LOSER = Role.DAY, Role.PLAYER, Role.WINNER, Role.LOSER
POINTS, NOTHING = Role.POINTS, Role.NOTHING

HANDS = """Date;Ann;Bob
13.4.2001;25;
13.4.2001;;31
;80;
20.4.2001;;44
"""
"""Two evenings; a blank date is that of the line before."""

GAMES = """date,Ann,Bob
2001-04-13,105,62
2001-04-13,40,110
2001-04-20,130,0
"""

WINNERS = "04/13/2001\tAnn\t25\n04/13/2001\tBob\t31\n04/13/2001\tAnn\t80\n"


def guessed(text: str) -> TableReading:
    """How a table is most likely read."""
    return possible_readings(table_of(rows_of(text)))[0]


@pytest.mark.parametrize(
    "text, separator",
    [
        (HANDS, ";"),
        (GAMES, ","),
        (WINNERS, "\t"),
        ("Date\tAnn\tBob\n1.2.2003\t25,0\t\n", "\t"),
        ("Date;Ann;Bob\n1.2.2003;25,0;0,0\n", ";"),
    ],
)
def test_the_separator_is_found(text: str, separator: str) -> None:
    assert separator_of(text) == separator


def test_quotes_and_line_numbers_are_kept() -> None:
    rows = rows_of('Date,"Ann, the first",Bob\n\n2001-04-13,"12",\n')

    assert [(row.line, row.cells) for row in rows] == [
        (1, ("Date", "Ann, the first", "Bob")),
        (3, ("2001-04-13", "12", "")),
    ]


def test_a_quote_that_is_never_closed_is_a_sign_like_others() -> None:
    assert [row.cells for row in rows_of('Date,Ann\n2001-04-13,"12\n2001-04-14,3\n')][1] == (
        "2001-04-13",
        '"12',
    )


@pytest.mark.parametrize(
    "text, order, day",
    [
        ("2021-04-03", DayOrder.MONTH_FIRST, date(2021, 4, 3)),
        ("2021/4/3", DayOrder.DAY_FIRST, date(2021, 4, 3)),
        ("3.4.2021", DayOrder.MONTH_FIRST, date(2021, 4, 3)),
        ("03/04/2021", DayOrder.DAY_FIRST, date(2021, 4, 3)),
        ("03/04/2021", DayOrder.MONTH_FIRST, date(2021, 3, 4)),
        ("3-4-99", DayOrder.DAY_FIRST, date(1999, 4, 3)),
        ("3 Apr 2021", DayOrder.DAY_FIRST, date(2021, 4, 3)),
        ("3. März 2021", DayOrder.DAY_FIRST, date(2021, 3, 3)),
        ("April 3, 2021", DayOrder.DAY_FIRST, date(2021, 4, 3)),
        ("Saturday, 3 April 2021", DayOrder.DAY_FIRST, date(2021, 4, 3)),
        ("2021-04-03 19:30:00", DayOrder.DAY_FIRST, date(2021, 4, 3)),
        ("2021/01/05 7:30:12 PM GMT+1", DayOrder.DAY_FIRST, date(2021, 1, 5)),
        ("2021.04.03.", DayOrder.DAY_FIRST, date(2021, 4, 3)),
        ("2021/4/3日", DayOrder.DAY_FIRST, date(2021, 4, 3)),
        ("21-04-03", DayOrder.DAY_FIRST, date(2003, 4, 21)),
        ("21-04-03", DayOrder.YEAR_FIRST, date(2021, 4, 3)),
        ("21/04/03", DayOrder.YEAR_FIRST, None),
        ("31/02/2021", DayOrder.DAY_FIRST, None),
        ("yesterday", DayOrder.DAY_FIRST, None),
        ("25", DayOrder.DAY_FIRST, None),
    ],
)
def test_days_are_read_in_many_ways(text: str, order: DayOrder, day: date | None) -> None:
    assert day_of(text, order) == day


def test_only_days_with_two_readings_are_asked_about() -> None:
    assert possible_orders(["03/04/2021", "05/06/2021"]) == [DayOrder.DAY_FIRST, DayOrder.MONTH_FIRST]
    assert possible_orders(["21-04-03"]) == [DayOrder.DAY_FIRST, DayOrder.YEAR_FIRST]
    assert possible_orders(["11-04-03"]) == list(DayOrder)
    assert possible_orders(["21-04-03", "99-12-31"]) == possible_orders(["21-4-3"]) == [DayOrder.YEAR_FIRST]
    assert possible_orders(["03/04/2021", "13/04/2021"]) == [DayOrder.DAY_FIRST]
    assert possible_orders(["03/04/2021", "04/13/2021"]) == [DayOrder.MONTH_FIRST]
    assert possible_orders(["04/04/2021"]) == [DayOrder.DAY_FIRST]
    assert possible_orders(["13/04/2021", "04/13/2021"]) == []


@pytest.mark.parametrize("text", ["", "12,5", "many", "1.234,567", "99999999"])
def test_what_is_no_whole_number_is_no_points(text: str) -> None:
    assert points_of(text) is None


@pytest.mark.parametrize(
    "text, roles, kind",
    [
        (HANDS, (DAY, PLAYER, PLAYER), RowKind.HAND),
        (GAMES, (DAY, PLAYER, PLAYER), RowKind.GAME),
        (WINNERS, (DAY, WINNER, POINTS), RowKind.HAND),
        ("Ann,Bob\n25,0\n0,31\n", (PLAYER, PLAYER), RowKind.HAND),
        (
            "Date,Place,Ann,Bob,Cid\n2001-04-13,home,105,62,30\n",
            (DAY, NOTHING, PLAYER, PLAYER, PLAYER),
            RowKind.GAME,
        ),
        ("Date,Winner,Loser,Score\n2001-04-13,Ann,Bob,25\n", (DAY, WINNER, LOSER, POINTS), RowKind.HAND),
    ],
)
def test_columns_are_guessed(text: str, roles: tuple[Role, ...], kind: RowKind) -> None:
    reading = guessed(text)

    assert (reading.roles, reading.row_kind) == (roles, kind)


def said(text: str) -> list[tuple[str | None, list[Hand | ExtraLine], bool]]:
    """The matches of a table as guessed: the day, the hands and extra lines, and whether it is over."""
    found = matches_of(table_of(rows_of(text)), guessed(text))
    assert not found.problems
    return [
        (
            match.started and match.started.date().isoformat(),
            list(match.hands),
            sheet_of(match).match.over,
        )
        for match in found.matches
    ]


def test_hands_of_a_day_are_a_match() -> None:
    assert said(HANDS) == [
        ("2001-04-13", [won(25), won(31, BOB), won(80)], True),
        ("2001-04-20", [won(44, BOB)], True),
    ]


def test_each_game_is_a_match_that_its_winner_has_won() -> None:
    assert said(GAMES) == [
        ("2001-04-13", [Adjustment(1, 62), Adjustment(0, 105)], True),
        ("2001-04-13", [Adjustment(0, 40), Adjustment(1, 110)], True),
        ("2001-04-20", [Adjustment(0, 130)], True),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Date;Ann;Bob\n2001-04-13;125,683;1.098.450\n",
        "Date;Ann;Bob\n2001-04-13;125683;1 098 450\n",
        "Date;Ann v Bob\n2001-04-13;125'683:1098450\n",
        "13 Apr 2001: Ann 125,683, Bob 1,098,450\n",
    ],
)
def test_a_game_for_life_comes_in(text: str) -> None:
    assert said(text) == [("2001-04-13", [Adjustment(0, 125_683), Adjustment(1, 1_098_450)], True)]


def test_totals_so_far_may_rise_by_more_than_a_hand_has() -> None:
    """So they do between two evenings of a game for life."""
    table = "Date;Ann;Bob\n13.4.2001;25;0\n13.4.2001;25;31\n13.4.2001;20056;31\n13.4.2001;20056;44\n"

    assert said(table)[0][1] == [won(25), won(31, BOB), Adjustment(0, 20_031), won(13, BOB)]


def test_winners_and_points_are_a_match() -> None:
    assert said(WINNERS) == [("2001-04-13", [won(25), won(31, BOB), won(80)], True)]


def test_a_match_that_stops_while_the_other_scores_is_over() -> None:
    """Nobody reached the target last, but the evening was over."""
    assert said("Ann,Bob\n80,\n,20\n") == [(None, [won(80), won(20, BOB)], True)]


@pytest.mark.parametrize(
    "row, lines",
    [
        ("25,0", [won(25)]),
        ("0,31", [won(31, BOB)]),
        ("25,-25", [Adjustment(0, 25), Adjustment(1, -25)]),
        ("25,10", [Adjustment(0, 25), Adjustment(1, 10)]),
        (",-10", [Adjustment(1, -10)]),
    ],
)
def test_a_line_is_a_hand_if_one_player_has_points(row: str, lines: list[Hand | ExtraLine]) -> None:
    """Points of both, or points taken away, are no hand that somebody won."""
    assert said(f"Ann,Bob\n80,\n,20\n7,\n9,\n{row}\n")[0][1][4:] == lines


@pytest.mark.parametrize(
    "row, hands",
    [("0,,0", [Hand(None, DEAD_HAND, (0, 2))]), ("0,0,0", []), ("0,,", [])],
)
def test_a_dead_hand_is_of_two_who_are_known(row: str, hands: list[Hand | ExtraLine]) -> None:
    """Of three with a nought each, nobody knows who sat out."""
    assert said(f"Ann,Bob,Cid\n80,0,\n20,,0\n7,0,\n9,0,\n{row}\n")[0][1][4:] == hands


@pytest.mark.parametrize("nobody", ["0,0", "-,-", "draw,", ",流局"])
def test_dead_hands_do_not_change_what_a_paper_is_known_by(nobody: str) -> None:
    """It was imported without them before."""
    before, now = (
        matches_of(table_of(rows_of(text)), guessed(text)).matches[0]
        for text in ("Ann,Bob\n25,0\n80,0\n", f"Ann,Bob\n25,0\n80,0\n{nobody}\n")
    )

    assert now.hands == (*before.hands, DEAD)
    assert (now.id, now.other_ids) == (before.id, before.other_ids)
    assert sheet_of(now).match.over


@pytest.mark.parametrize("nobody", ["Draw", "niemand", "½", "0", "和局"])
def test_a_draw_between_winners_is_no_third_player(browser: Browser, nobody: str) -> None:
    page = sent(browser, f"Winner,Points\nAnn,25\n{nobody},0\nBob,31\n")

    assert "No date: Dead hand" in page.text
    sheet = browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)
    assert sheet.heading == "Ann and Bob"
    assert "Dead hand" in sheet.text


def test_nobody_cannot_win_points(browser: Browser) -> None:
    page = sent(browser, "Winner,Points\nAnn,25\nDraw,12\nBob,31\n", status=422)

    assert "Line 3, column 1: It is not said who won against whom." in page.text


@pytest.mark.parametrize(
    "row, lines",
    [
        ("25,,0", [won(25, 0, (0, 2))]),
        ("0,31,", [won(31, BOB)]),
        ("25,,", [Adjustment(0, 25)]),
        ("25,0,0", [Adjustment(0, 25)]),
    ],
)
def test_of_three_the_loser_has_a_nought(row: str, lines: list[Hand | ExtraLine]) -> None:
    """Without it, nobody knows who sat out."""
    assert said(f"Ann,Bob,Cid\n80,0,\n20,,0\n7,0,\n9,0,\n{row}\n")[0][1][4:] == lines


def test_no_bonus_is_added() -> None:
    from models.gin.sheet.sheet import sheet

    first = matches_of(table_of(rows_of(GAMES)), guessed(GAMES)).matches[0]

    assert sheet(first.hands, first.rules).game.final == (105, 62)


def sent(browser: Browser, text: str, status: int = 200) -> Page:
    """Pastes a table and looks at what it would add."""
    page = browser.get("/import")
    return browser._send(page, page.form_with({"text"}), {"text": text}, status)


def here(app: Flask, browser: Browser) -> list[tuple[tuple[str, ...], tuple[int, ...], bool]]:
    """The matches of this phone: names, totals, over."""
    device = browser.device
    return [(match.players, match.snapshot.totals, match.snapshot.match_over) for match in matches_on(device)]


@pytest.mark.engines
def test_a_table_is_previewed_and_imported(app: Flask, browser: Browser) -> None:
    page = sent(browser, GAMES)
    for words in ("3 matches", "April 13, 2001 · On paper", "On paper"):
        assert words in page.text
    assert not any(rows_in(app).values())

    home = browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)

    assert "The matches were imported." in home.text
    assert sorted(here(app, browser)) == [
        (("Ann", "Bob"), (40, 110), True),
        (("Ann", "Bob"), (105, 62), True),
        (("Ann", "Bob"), (130, 0), True),
    ]


def test_hands_of_a_table_count_as_hands(app: Flask, browser: Browser) -> None:
    page = sent(browser, HANDS)
    for words in ("April 13, 2001: Ann won a hand, +25", "3 hands", "1 hand"):
        assert words in page.text
    assert "Some lines don’t tell" not in page.text
    browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)

    found = {match.snapshot.totals: match.snapshot.hands for match in matches_on(browser.device)}
    assert found == {(105, 31): 3, (0, 44): 1}


def test_points_that_are_no_hand_are_said_to_be_none(browser: Browser) -> None:
    page = sent(browser, "Ann,Bob\n80,\n,20\n7,\n25,10\n")

    assert "Some lines don’t tell who won against whom." in page.text


def test_a_table_imported_when_points_were_only_totals_is_here_already(app: Flask, browser: Browser) -> None:
    """Older versions imported hands as adjustments, with an open end, and such matches stay as they are."""
    text = "Ann,Bob\n80,\n,20\n"
    new = matches_of(table_of(rows_of(text)), guessed(text)).matches[0]
    old = with_id(replace(new, id="", hands=(Adjustment(0, 80), Adjustment(1, 20)), ends_after_last=False))

    assert new.hands == (won(80), won(20, BOB))
    assert new.id == old.id


def test_the_same_table_twice_adds_nothing(app: Flask, browser: Browser) -> None:
    page = sent(browser, HANDS)
    browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)
    before = rows_in(app)
    page = sent(browser, HANDS)

    assert "These 2 matches are here already" in page.text
    browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)
    assert rows_in(app) == before


def test_a_date_with_two_readings_is_asked_about(browser: Browser) -> None:
    text = "Date,Ann,Bob\n03/04/2021,105,62\n"
    page = sent(browser, text, status=422)
    assert "How are the dates meant?" in page.text
    assert "April 3, 2021" in page.text
    assert "March 4, 2021" in page.text

    again = browser._send(page, page.form_with({"days"}), {"days": "month_first"}, 200)

    assert "March 4, 2021 · On paper" in again.text


def test_a_date_that_may_begin_with_its_year_is_asked_about(browser: Browser) -> None:
    page = sent(browser, "Date,Ann,Bob\n11-04-03,105,62\n", status=422)
    for day in ("April 11, 2003", "November 4, 2003", "April 3, 2011"):
        assert day in page.text

    again = browser._send(page, page.form_with({"days"}), {"days": "year_first"}, 200)

    assert "April 3, 2011 · On paper" in again.text


def test_every_bad_line_is_said_with_its_place(app: Flask, browser: Browser) -> None:
    text = "Date,Ann,Bob\n2001-04-13,105,62\nsoon,1,2\n2001-04-14,many,2\n2001-04-15,3,12.5\n"
    page = sent(browser, text, status=422)

    for words in (
        "Line 3, column 1: “soon” is not a date",
        "Line 4, column 2: “many” is not a whole number",
        "Line 5, column 3: “12.5” is not a whole number",
    ):
        assert words in page.text
    assert page.inputs["text"] == text.replace("\r\n", "\n")
    assert not any(rows_in(app).values())


def test_equal_problems_are_told_once_with_an_example(browser: Browser) -> None:
    """The first sixty lines have one in Bob’s column, the last two another in both."""
    page = sent(browser, "Ann,Bob\n" + "25,12.5\n" * 60 + "7,8\n" * 70 + "many,many\n" * 2, status=422)

    for words in (
        "Lines 2, 3, 4 and 57 more, column 2: “12.5” is not a whole number of points. Write it as in 25",
        "Lines 132 and 133: “many” is not",
    ):
        assert words in page.text
    assert "There may be more" not in page.text


def test_columns_can_be_chosen_and_named(browser: Browser) -> None:
    page = sent(browser, "105,62\n40,110\n", status=422)
    assert "Who has which column?" in page.text

    again = browser._send(
        page, page.form_with({"name_0"}), {"name_0": "Ann", "name_1": "Bob", "rows": "game"}, 200
    )

    assert "2 matches" in again.text
    left_out = browser._send(again, again.form_with({"name_0"}), {"column_1": "nothing"}, 422)
    assert "Choose the columns of the players: of two at least." in left_out.text


def test_who_never_won_is_asked_for(browser: Browser) -> None:
    page = sent(browser, "Winner,Points\nAnn,25\nAnn,30\n", status=422)
    assert "Who else played?" in page.text

    again = browser._send(page, page.form_with({"other"}), {"other": "Bob"}, 200)

    assert "Ann and Bob" in again.text


def test_a_table_without_points_is_refused(browser: Browser) -> None:
    assert "There are no points in it" in sent(browser, "hello\nworld\n", status=422).text


def test_games_that_are_alike_are_several(app: Flask, browser: Browser) -> None:
    page = sent(browser, "Ann,Bob\n105,62\n105,62\n")
    browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)

    assert len(here(app, browser)) == 2


def test_a_longer_file_adds_only_what_is_new(app: Flask, browser: Browser) -> None:
    """Also if the new games are above the others."""
    page = sent(browser, GAMES)
    browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)
    page = sent(browser, GAMES.replace("2001-04-13,105", "2001-04-01,101,7\n2001-04-13,105"))

    assert "1 new match" in page.text
    browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)
    assert len(here(app, browser)) == 4


def test_more_matches_than_an_import_can_have_are_refused(browser: Browser) -> None:
    text = "Ann,Bob\n" + "".join(f"{100 + n % 7},{n % 90}\n" for n in range(501))

    assert "up to 500 matches" in sent(browser, text, status=422).text


def test_anything_typed_is_read_or_refused(browser: Browser, another_phone: Callable[[], Browser]) -> None:
    for text in (
        '"',
        'a,b\n"1,2\n3,4',
        ";;;;\n;;",
        "\t",
        "[]",
        "{}",
        '{"games": [], "players": [], "plays": [1]}',
        "−5;−6",
    ):
        page = browser.get("/import")
        answer = browser.client.post(
            "/import",
            data={"csrf_token": page.inputs["csrf_token"], "text": text},
            content_type="multipart/form-data",
        )
        assert answer.status_code in (200, 422), text
