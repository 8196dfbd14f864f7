"""The statistics of a book as players read them, counted by hand, and read from indexes."""

import re
from datetime import date

import pytest
from flask import Flask
from sqlalchemy import text

from models.gin.counting import Statistics
from models.gin.hand.declaration import Points
from models.gin.hand.scoring import Hand
from models.gin.rules.options import Tie
from models.gin.rules.seating import Table as Seating
from models.records.books.players import players_of
from models.records.database.base import db
from models.records.statistics import MonthlyBalance
from models.records.tables.shared import watch_token
from tests.gin.table import BOB, DEAD, gin, knock, laid
from tests.queries import queries
from tests.records.book_filling import fill
from tests.records.table import match_at, on_day
from tests.views.books.test_books import link, start_book
from tests.views.browser import Browser, Page
from tests.views.statistics.reading import cells, figures
from tests.views.table import Sit, Table, of_class, rows, words
from views.statistics.figures import COLUMNS, FIGURES, OF_A_PLAYER, OF_THE_BOOK, Figure, Listed, Unit
from views.statistics.player_page import monthly_steps

FIVE_HANDS = (knock(8, 20), gin(60), knock(10, 4), DEAD, gin(98))
"""To 100, gin 20, undercut 10: Ann 12 and 80, Bob 6 + 10 = 16 for the undercut, Ann 118."""
ONE_HAND = (gin(90, by=BOB),)
"""Bob has 110, and Ann is shut out."""
KEPT_A_KING = Hand(0, laid("KSKCKD QSQCQD 2C3C4C / 5H", "7S7C7D 9HTHJH / KH8D6DAC"))
"""Bob keeps 25, and would have 14 with the king and the ace laid off: 11 points more for Ann."""


def played_on(app: Flask, table: Table, day: date) -> None:
    """Has the match played on another day, before it is in a book."""
    with app.app_context():
        match = match_at(table.path)
        on_day(match, day)


@pytest.fixture
def book(app: Flask, browser: Browser, sit: Sit) -> str:
    """Ann and Bob: a match of five hands in March 2024, one of a single hand in May 2025."""
    for day, hands in ((date(2024, 3, 10), FIVE_HANDS), (date(2025, 5, 3), ONE_HAND)):
        table = sit()
        table.play(*hands)
        played_on(app, table, day)
    return start_book(browser)


@pytest.fixture
def club(browser: Browser, sit: Sit) -> str:
    """Ann has won twelve of twelve matches, Bob none of fourteen, Cid two of two."""
    for _ in range(12):
        sit(names=("Ann", "Bob")).play(gin(98))
    for _ in range(2):
        sit(names=("Bob", "Cid")).play(gin(98, by=BOB))
    return start_book(browser, name="Club")


def of_player(browser: Browser, book: str, name: str, query: str = "") -> Page:
    """The statistics of a player."""
    return browser.get(link(browser.get(f"{book}/statistics"), name) + query)


def head_to_head(browser: Browser, book: str) -> Page:
    """The statistics of the two players of a book."""
    return browser.get(link(browser.get(f"{book}/statistics"), "Head to head"))


def test_the_figures_of_a_player_with_what_they_rest_on(browser: Browser, book: str) -> None:
    page = of_player(browser, book, "Ann")
    found = figures(page)

    assert found["Matches won"] == ("1 of 2", "2 matches")
    assert found["Games won"] == ("1 of 2", "2 games")
    assert found["Longest streak"] == ("1", "match won in a row")
    assert found["Average hand"] == ("70.0", "3 hands won")
    assert found["Best hand"] == ("118", "3 hands won")
    assert found["Hands won"] == ("3 of 6", "6 hands")
    assert found["Won by gin"] == ("2 of 3", "3 hands won")
    assert found["Won by an undercut"] == ("0 of 3", "3 hands won")
    assert found["Average deadwood when caught"] == ("90.0", "1 hand lost")
    assert "Missed lay-offs" not in found
    assert "once a hand has been entered by cards" in page.text


def test_the_figures_of_two_side_by_side(browser: Browser, book: str) -> None:
    page = head_to_head(browser, book)
    found = cells(page)

    assert words(page, "lead__won") == ["1", "1"]
    assert "Both have won the same number of matches." in page.text
    assert found["Won by an undercut"] == [("0 of 3", "3 hands won"), ("1 of 2", "2 hands won")]
    assert found["Average deadwood when caught"] == [("90.0", "1 hand lost"), ("59.3", "3 hands lost")]
    assert found["Longest streak"] == [("1", "match won in a row"), ("1", "match won in a row")]
    (mine, _), (theirs, _) = found["Balance"]
    assert mine == theirs.translate(str.maketrans("+−", "−+"))


def test_head_to_head_counts_matches_of_two_and_says_so(browser: Browser, sit: Sit) -> None:
    """Ann has beaten Bob alone; and once more with Cid at the table, which counts for neither."""
    sit(names=("Ann", "Bob")).play(gin(98))
    sit(names=("Ann", "Bob", "Cid"), table=Seating.THREE).play(gin(98))
    book = start_book(browser, name="Club")
    counted = of_player(browser, book, "Ann")
    pair = browser.get(link(counted, "Bob"))

    assert figures(counted)["Matches won"] == ("2 of 2", "2 matches")
    assert words(pair, "lead__won") == ["1", "0"]
    assert "Only matches of just these two count." in pair.text
    assert rows(counted, "standings")[1:2] == [["Bob", "1", "0"]]
    assert "Matches of two against each opponent" in counted.text


def test_a_tie_that_the_knocker_wins_catches_the_defender(browser: Browser, sit: Sit) -> None:
    """Bob has had 7 and 20."""
    sit(tie=Tie.KNOCKER).play(knock(7, 7), knock(8, 20))
    page = of_player(browser, start_book(browser), "Bob")

    assert figures(page)["Average deadwood when caught"] == ("13.5", "2 hands lost")
    assert "went gin and won the hand, ties included" in page.text


def test_the_charts_of_two_lead_to_their_matches(browser: Browser, book: str) -> None:
    page = head_to_head(browser, book)
    march, may = (each["href"] for each in of_class(page, "chart__table")[0].all("a"))

    assert [row[0] for row in rows(page, "chart__table")] == ["Mar 10, 2024", "May 3, 2025"]
    assert rows(page, "chart__table", nth=1) == [
        ["Knock", "12", "0"],
        ["Gin", "198", "110"],
        ["Undercut", "0", "16"],
    ]
    assert len(of_class(browser.get(march), "match")) == len(of_class(browser.get(may), "match")) == 1


def test_the_figures_of_the_book_count_each_hand_once(browser: Browser, book: str) -> None:
    found = figures(browser.get(f"{book}/statistics"))

    assert found["Won by gin"] == ("3 of 5", "5 hands won")
    assert found["Best hand"] == ("118", "5 hands won")


def test_missed_lay_offs_and_what_they_gave_away(browser: Browser, table: Table) -> None:
    table.play(KEPT_A_KING)
    book = start_book(browser)
    page = of_player(browser, book, "Bob")
    behind = link(page, "1 of 1 1 hand by cards")

    assert figures(page)["Missed lay-offs"] == ("1 of 1", "1 hand by cards")
    said = "11 points given away."
    assert f"{said} Bob could have had 14 deadwood instead of 25." in browser.get(behind).text
    browser.press(f"{table.path}/hands/1", "Don’t show this again in this match")
    assert said in browser.get(behind).text
    assert "14 deadwood" not in browser.get(behind).text


def test_hands_from_paper_are_won_in_no_known_way(browser: Browser, sit: Sit) -> None:
    """Ann wins 25 points on paper, a hand by gin, and one by a knock."""
    sit(target=500).play(Hand(0, Points(25)), gin(60), knock(8, 20))
    page = of_player(browser, start_book(browser), "Ann")
    found = figures(page)

    assert found["Hands won"] == ("3 of 3", "3 hands")
    assert found["Won by gin"] == ("1 of 2", "2 hands won")
    assert [row[0] for row in rows(page, "chart__table")][:2] == ["Knock", "Gin"]
    assert "Hand 1: Ann wins the hand, +25." in browser.get(link(page, "3 of 3")).text


def test_a_period_counts_the_matches_played_in_it(browser: Browser, book: str) -> None:
    def of_ann(query: str, label: str) -> str:
        return figures(of_player(browser, book, "Ann", query))[label][0]

    assert of_ann("?from=2024&to=2024", "Matches won") == "1 of 1"
    assert of_ann("?from=2024-04", "Matches won") == "0 of 1"
    assert of_ann("?to=2024-03", "Hands won") == "3 of 5"
    assert of_ann("?from=2025-05&to=2024-03", "Hands won") == "3 of 6"
    assert "Nothing was played then" in of_player(browser, book, "Ann", "?from=2026").text


PERIODS = [
    ("from=2024&to=2024", "2024"),
    ("from=2024-01&to=2024-12", "2024"),
    ("from=2024-03&to=2024-03", "March 2024"),
    ("from=2024-03&to=2025-05", "March 2024 to May 2025"),
    ("from=2024-03", "Since March 2024"),
    ("to=2025-05", "Until May 2025"),
    ("", "All time"),
]


@pytest.mark.parametrize("query, said", PERIODS)
def test_a_period_is_said_and_kept_on_every_link(browser: Browser, book: str, query: str, said: str) -> None:
    page = browser.get(f"{book}/statistics/figures/gin?{query}")
    back = browser.get(of_class(page, "top__back")[0]["href"])

    assert f" {said} " in words(page, "behind")[0]
    assert figures(back) == figures(browser.get(f"{book}/statistics?{query}"))


def test_years_are_offered_and_the_chosen_one_is_said(browser: Browser, book: str) -> None:
    page = browser.get(link(browser.get(f"{book}/statistics"), "2024"))

    assert "2024" in [each.text for each in page.root.all("a") if each["aria-current"]]
    assert figures(page)["Won by gin"] == ("2 of 4", "4 hands won")
    assert link(page, "All time").startswith(f"{book}/statistics")


def test_a_month_that_cannot_be_read_is_explained_and_stays(browser: Browser, book: str) -> None:
    page = browser.get(f"{book}/statistics?from=2024-13&to=2025-01")

    assert "Enter a month such as 2025-12." in page.text
    assert (page.inputs["from"], page.inputs["to"]) == ("2024-13", "2025-01")
    assert figures(page)["Won by gin"] == ("3 of 5", "5 hands won")


def ranking(page: Page) -> list[list[str]]:
    """The players of the table and their first figures, without its head."""
    return [row[:2] for row in rows(page, "ranking")[1:]]


def names(page: Page) -> list[str]:
    """The players of the table, in its order."""
    return [row[0] for row in ranking(page)]


def sorted_by(page: Page) -> dict[str, str]:
    """The sorted column and its direction."""
    heads = of_class(page, "standings__by")
    return {each.text.rstrip(" ▲▼"): each["aria-sort"] for each in heads if each["aria-sort"]}


def sort(browser: Browser, page: Page, by: str) -> Page:
    """Follows the link above a column."""
    heads = {each.text.rstrip(" ▲▼"): each for each in of_class(page, "standings__by")}
    return browser.get(next(heads[by].all("a"))["href"])


def test_players_are_sorted_and_those_with_few_matches_come_last(browser: Browser, club: str) -> None:
    page = browser.get(f"{club}/statistics")

    assert ranking(page) == [["Ann", "100%"], ["Bob", "0%"], ["Cid", "2 of 2"]]
    assert sorted_by(page) == {"Won": "descending"}
    assert (
        "Sorted by “Matches won”, highest first. "
        "Players with fewer than 10 hands, games or matches are last." in page.text
    )


def test_a_head_sorts_and_the_same_one_turns_the_order_round(browser: Browser, club: str) -> None:
    page = browser.get(f"{club}/statistics")
    by_balance, by_name = sort(browser, page, "Balance"), sort(browser, page, "Player")
    turned = sort(browser, by_balance, "Balance")

    assert (names(by_balance), sorted_by(by_balance)) == (["Ann", "Cid", "Bob"], {"Balance": "descending"})
    assert (names(turned), sorted_by(turned)) == (["Bob", "Cid", "Ann"], {"Balance": "ascending"})
    assert (names(by_name), sorted_by(by_name)) == (["Ann", "Bob", "Cid"], {"Player": "ascending"})
    assert "Sorted by name, from A to Z." in by_name.text


def test_other_columns_can_be_chosen(browser: Browser, club: str) -> None:
    page = browser.get(link(browser.get(f"{club}/statistics"), "Play"))

    assert list(sorted_by(page)) == ["Gin"]
    assert rows(page, "ranking")[1] == ["Ann", "100%", "0%", "–"]


@pytest.mark.parametrize("rules, heads", [("pagat", "Won Balance"), ("tournament", "Won Games Balance")])
def test_games_have_a_column_where_a_match_has_several(
    browser: Browser, sit: Sit, rules: str, heads: str
) -> None:
    sit(rules, target=50).play(gin(98))
    page = browser.get(f"{start_book(browser)}/statistics")

    assert [each.text.rstrip(" ▲▼") for each in of_class(page, "standings__by")][1:] == heads.split()


def test_an_average_of_few_says_of_how_many(browser: Browser, book: str) -> None:
    page = browser.get(f"{book}/statistics?show=play")

    assert rows(page, "ranking")[1:] == [
        ["Ann", "2 of 3", "0 of 3", "90.0 (1)"],
        ["Bob", "1 of 2", "1 of 2", "59.3 (3)"],
    ]
    assert "In brackets: the number of hands in an average, if fewer than 10." in page.text


def test_all_players_are_a_tap_away(browser: Browser, sit: Sit) -> None:
    for number in range(14):
        sit(names=(f"Ann {number}", f"Bob {number}")).play(gin(98))
    book = start_book(browser, name="Club")
    page = browser.get(f"{book}/statistics")

    assert len(ranking(page)) == 25
    assert len(ranking(browser.get(link(page, "All 28 players")))) == 28


def test_more_than_ten_opponents_are_folded(browser: Browser, sit: Sit) -> None:
    for number in range(12):
        sit(names=("Ann", f"Bob {number}")).play(gin(98))
    page = of_player(browser, start_book(browser, name="Club"), "Ann")

    assert [len(list(table.all("tr"))) - 1 for table in of_class(page, "standings")][:2] == [10, 2]
    assert "2 more opponents" in page.text


def test_a_figure_leads_to_as_many_hands_as_it_says(browser: Browser, book: str) -> None:
    for name in ("Ann", "Bob"):
        for each in of_class(of_player(browser, book, name), "figure"):
            if "/figures/" not in each["href"]:
                continue
            behind = browser.get(each["href"])
            figure = FIGURES.get(each["href"].split("/figures/")[1].partition("?")[0])
            if figure and figure.unit is Unit.SHARE and figure.lists is Listed.HANDS:
                assert f"{len(of_class(behind, 'found__hand'))} of" in each.text
            assert of_class(behind, "found__link")


def test_the_hands_behind_a_figure_are_the_very_hands(browser: Browser, book: str) -> None:
    behind = browser.get(link(of_player(browser, book, "Ann"), "2 of 3"))
    hands = of_class(behind, "found__hand")

    assert [each.text for each in hands] == [
        "Hand 2: Ann goes gin, +80. Bob had 60 deadwood.",
        "Hand 5: Ann goes gin, +118. Bob had 98 deadwood.",
    ]
    assert "Hands won with no deadwood." in behind.text
    assert [browser.get(each["href"]).heading for each in hands] == ["Hand 2", "Hand 5"]
    assert "/b/" not in "".join(each["href"] for each in hands)


def test_matches_behind_a_figure_come_page_by_page(browser: Browser, club: str) -> None:
    first = browser.get(f"{club}/statistics/figures/gin")
    second = browser.get(link(first, "Earlier matches"))
    sheets = [each["href"] for page in (first, second) for each in of_class(page, "found__link")]

    assert len(sheets) == len(set(sheets)) == 14
    assert "Earlier matches" not in second.links


def test_the_games_of_a_match_of_several_are_listed(browser: Browser, sit: Sit) -> None:
    sit(games_to_win=2).play(gin(98), gin(98, by=BOB), gin(98))
    book = start_book(browser)
    behind = browser.get(link(of_player(browser, book, "Ann"), "2 of 3"))

    games = [each.text.partition(":")[0] for each in of_class(behind, "found__hand")]
    assert games == ["Game 1", "Game 3"]


def test_nothing_was_played_yet(browser: Browser) -> None:
    book = start_book(browser, name="Club")

    assert "Figures appear here after the first hand." in browser.get(f"{book}/statistics").text
    assert "nothing to list" in browser.get(f"{book}/statistics/figures/gin").text


def test_two_who_never_met(browser: Browser, club: str) -> None:
    ann = link(browser.get(f"{club}/statistics"), "Ann")
    cid = link(browser.get(f"{club}/statistics"), "Cid").rpartition("/")[2]

    assert "Nothing to count yet" in browser.get(f"{ann}/against/{cid}").text
    assert "Cid" not in of_class(browser.get(ann), "standings")[0].text


def test_the_book_and_its_players_lead_here(browser: Browser, viewer: Browser, book: str) -> None:
    player = link(browser.get(f"{book}/players"), "Ann")
    page = browser.get(player)

    assert "Statistics" in browser.get(book).links
    assert "Matches won" in figures(page)
    assert browser.get(page.links["Rename, merge or delete this player"]).heading == "Ann"
    assert "Rename, merge or delete this player" not in viewer.get(player).links


def test_figures_lead_to_nobodys_unfinished_match(browser: Browser, viewer: Browser, book: str) -> None:
    ann = link(browser.get(f"{book}/statistics"), "Ann")
    browser.press(f"{book}/matches/new", "Start")

    for path in (f"{book}/statistics", ann, f"{book}/statistics/figures/gin", f"{book}/ratings"):
        for phone in (browser, viewer):
            assert not {"Continue", "View the match"} & phone.get(path).links.keys()


def test_who_has_the_link_sees_the_same_figures(browser: Browser, viewer: Browser, book: str) -> None:
    for path in (f"{book}/statistics", link(browser.get(f"{book}/statistics"), "Ann")):
        assert figures(viewer.get(path)) == figures(browser.get(path))


NOT_THERE = (
    "players/0",
    "players/999999999",
    "statistics/figures/luck",
    "statistics/figures/matches-won",
    "statistics/figures/longest-streak",
    "statistics/figures/shutouts?player=1",
    "statistics/figures/gin?player=0",
    "statistics/figures/gin?player=x",
)


@pytest.mark.parametrize("path", NOT_THERE)
def test_what_is_not_there(browser: Browser, book: str, path: str) -> None:
    browser.get(f"{book}/{path}", 404)


def test_nobody_plays_against_oneself(browser: Browser, book: str) -> None:
    ann = link(browser.get(f"{book}/statistics"), "Ann")

    browser.get(f"{ann}/against/{ann.rpartition('/')[2]}", 404)


def test_a_percentage_needs_ten_and_is_never_all_or_none_by_rounding() -> None:
    said = FIGURES["gin"].text

    assert said(Statistics(hands_won=9, gin_wins=3)) == "3 of 9"
    assert said(Statistics(hands_won=12, gin_wins=3)) == "25%"
    assert said(Statistics(hands_won=1000, gin_wins=1)) == "1%"
    assert said(Statistics(hands_won=1000, gin_wins=999)) == "99%"
    assert said(Statistics()) == "–"


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES)
def test_every_figure_is_shown_explained_and_found(figure: Figure) -> None:
    shown = {each.name for group in (*OF_A_PLAYER, *OF_THE_BOOK, *COLUMNS) for each in group.figures}

    assert figure.name in shown
    assert figure.explained[0].isupper()
    assert figure.explained.endswith(".")
    assert figure.behind in Statistics._fields


def test_many_days_are_summed_by_month() -> None:
    months = (
        MonthlyBalance(date(2024, 1, 1), date(2024, 1, 20), 60),
        MonthlyBalance(date(2024, 4, 2), date(2024, 4, 2), 3),
    )
    steps = monthly_steps(months, lambda first, last: f"{first} {last}")

    assert [(each.points, each.label) for each in steps] == [(60, "January 2024"), (3, "April 2024")]
    assert steps[0].url == "2024-01-01 2024-01-20"


MATCHES, PEOPLE = 300, 20

PAGES = (
    "/statistics",
    "/statistics?show=play&from=2020-02",
    "/players/{one}",
    "/players/{one}?from=2020-02",
    "/players/{one}/against/{other}",
    "/players/{one}/against/{other}?to=2030-02",
    "/statistics/figures/gin",
    "/statistics/figures/best-hand",
    "/statistics/figures/best-hand?player={one}",
    "/statistics/figures/gin?player={one}",
    "/statistics/figures/gin?player={one}&against={other}",
)

WHOLE_TABLE = re.compile(r"SCAN (matches|places)$", re.MULTILINE)


@pytest.fixture
def filled(app: Flask) -> tuple[str, dict[str, int]]:
    """The address of a book of many matches, and two who play often."""
    with app.app_context():
        book = fill(MATCHES, PEOPLE)
        one, other, *_ = (player.id for player in players_of(book))
        return f"/b/{watch_token(book)}", {"one": one, "other": other}


def plan(statement: str) -> str:
    """How SQLite runs a statement."""
    escaped = statement.replace(":", "\\:")
    return "\n".join(row.detail for row in db.session.execute(text(f"EXPLAIN QUERY PLAN {escaped}")))


def test_no_page_reads_a_whole_table(
    app: Flask, browser: Browser, filled: tuple[str, dict[str, int]], subtests: pytest.Subtests
) -> None:
    address, players = filled
    for page in PAGES:
        path = address + page.format(**players)
        with app.app_context(), queries() as asked:
            assert browser.client.get(path).status_code == 200
        with app.app_context(), subtests.test(page):
            plans = [plan(each) for each in asked if "places" in each and each.startswith("SELECT")]
            assert plans
            assert [each for each in plans if WHOLE_TABLE.search(each)] == []
