"""The page of a table: what its columns are taken for, who plays, and what is asked first."""

from collections.abc import Mapping

import pytest
from flask import Flask

from models.gin.hand.scoring import Hand
from models.records.database.base import db
from models.records.tables.match import Match
from tests.views.browser import Browser
from tests.views.imports.test_imports import imported, previewed
from tests.views.imports.test_papers import in_short
from views.imports.table_page import TablePage

pytestmark = pytest.mark.usefixtures("app_context")  # sentences need an application

A_CLUB = (
    "Date,Winner,Loser,Points,Notes\n"
    "2021-01-05,Zoé,O'Brien,25,at ours\n"
    "2021-01-05,Zoe,O'Brien,40,\n"
    "2021-01-12,O’Brien,Dee,31,by candlelight\n"
)
SAME = {"same_1": "yes zoe", "same_2": "yes obrien"}


def page(text: str, **chosen: str) -> TablePage:
    return TablePage(text, chosen)


def roles(text: str, chosen: Mapping[str, str] = {}) -> list[str]:
    return [column.role.value for column in TablePage(text, chosen).columns]


def test_each_column_is_said() -> None:
    assert roles(A_CLUB) == ["day", "winner", "loser", "points", "notes"]
    assert roles("Hand,Ann,Bob,Paid\n1,25,,€2\n2,,31,€3\n3,12,,€1\n") == [
        "number",
        "player",
        "player",
        "nothing",
    ]


@pytest.mark.parametrize(
    "text, chosen",
    [
        ("Winner,Loser,Points\nAnn,Bob,25\n", {"column_0": "loser"}),
        ("Winner,Loser,Points\nAnn,Bob,25\n", {"column_2": "day"}),
        ("Date,Ann,Bob\n2021-01-05,105,62\n", {"column_1": "winner", "column_2": "winner"}),
        ("Date,Ann,Bob\n2021-01-05,105,62\n", {"column_0": "name"}),
        ("Date,Home,Away,Result\n2021-01-05,Ann,Bob,105:62\n", {"column_3": "points"}),
    ],
)
def test_columns_that_tell_nothing_together_are_refused(text: str, chosen: Mapping[str, str]) -> None:
    shown = page(text, **chosen)

    assert shown.problems
    assert not shown.people


def test_the_first_lines_stand_as_they_are_written() -> None:
    shown = page("At home\nDate,Ann,Bob\n2021-01-05,105 pts,62\n2021-01-12,–,110\n")

    assert list(shown.headings) == ["Date", "Ann", "Bob"]
    assert shown.lines == [(3, ["2021-01-05", "105 pts", "62"]), (4, ["2021-01-12", "–", "110"])]


def test_everybody_who_would_become_a_player_is_listed_with_hands_or_games() -> None:
    hands = page(A_CLUB, **SAME)
    games = page("Date,Ann,Bob\n2021-01-05,105,62\n2021-01-12,40,110\n")

    assert [(each.name, each.facts) for each in hands.people] == [
        ("Zoé", "1 hand"),
        ("O'Brien", "2 hands"),
        ("Zoe", "1 hand"),
        ("O’Brien", "1 hand"),
        ("Dee", "1 hand"),
    ]
    assert [(each.name, each.facts) for each in games.people] == [("Ann", "2 games"), ("Bob", "2 games")]


def test_names_that_are_almost_the_same_are_asked_about() -> None:
    asked = page(A_CLUB)

    assert [each.question for each in asked.names_alike] == [
        "Zoé (1 hand), Zoe (1 hand): is this one person?",
        "O'Brien (2 hands), O’Brien (1 hand): is this one person?",
    ]
    assert [each.sentence for each in asked.problems] == [
        "Some names are almost the same. Is it one person? Choose below."
    ]
    assert page(A_CLUB, same_1="yes zoe").problems


def test_names_of_one_person_become_one() -> None:
    assert [in_short(match) for match in page(A_CLUB, **SAME).contents.matches] == [
        ("2021-01-05", {"O'Brien": 0, "Zoé": 65}),
        ("2021-01-12", {"O'Brien": 31, "Dee": 0}),
    ]


def test_names_of_different_people_stay_as_they_are() -> None:
    matches = page(A_CLUB, same_1="no zoe", same_2="no obrien").contents.matches

    assert [sorted(map(str, match.players)) for match in matches] == [
        ["O'Brien", "Zoé"],
        ["O'Brien", "Zoe"],
        ["Dee", "O’Brien"],
    ]


@pytest.mark.parametrize(
    "text", ["Date,Zoe,Zoé\n2021-01-05,25,\n2021-01-05,,31\n", "Winner,Loser,Points\nZoe,Zoé,25\n"]
)
def test_two_who_play_against_each_other_are_two(text: str) -> None:
    assert not page(text).names_alike
    assert page(text).contents.matches


def test_notes_become_remarks_on_hands_and_games() -> None:
    of_hands, _later = page(A_CLUB, **SAME).contents.matches
    [of_a_game] = page("Date,Ann,Bob,Notes\n2021-01-05,105,62,rain\n").contents.matches

    assert (of_hands.remark, dict(of_hands.remarks)) == ("", {0: "at ours"})
    assert (of_a_game.remark, dict(of_a_game.remarks)) == ("rain", {})


def test_a_table_with_notes_has_the_id_of_one_without() -> None:
    [noted] = page("Date,Ann,Bob,Notes\n2021-01-05,105,62,rain\n").contents.matches
    [plain] = page("Date,Ann,Bob\n2021-01-05,105,62\n").contents.matches

    assert noted.id == plain.id


def test_an_order_of_days_is_asked_about_with_three_lines_in_each() -> None:
    asked = page("Date,Ann,Bob\n03/04/2021,105,62\n05/06/2021,40,110\n")

    assert [(each.value, each.words, each.lines) for each in asked.day_orders] == [
        (
            "day_first",
            "April 3, 2021",
            ["Line 2, April 3, 2021: Ann 105, Bob 62", "Line 3, June 5, 2021: Ann 40, Bob 110"],
        ),
        (
            "month_first",
            "March 4, 2021",
            ["Line 2, March 4, 2021: Ann 105, Bob 62", "Line 3, May 6, 2021: Ann 40, Bob 110"],
        ),
    ]


def test_what_comes_out_and_who_won_is_said(browser: Browser) -> None:
    shown = previewed(browser, "Date,Ann,Bob\n2021-01-05,105,62\n2021-01-12,40,110\n2021-01-19,101,8\n")

    assert "3 matches" in shown.text
    assert "Won: Ann 2, Bob 1" in shown.text


def test_what_was_changed_is_shown_before_it_is_imported(app: Flask, browser: Browser) -> None:
    text = "Date,Ann,Bob\n2021-01-05,105,62\n"
    shown = previewed(browser, text)
    form = shown.form_with({"entry", "text"})

    again = browser._send(shown, form, {"import": "1", "name_1": "Anna"}, 200)

    assert "This is what comes out now." in again.text
    assert "Anna won." in again.text
    assert not db.session.query(Match).count()

    sheet = imported(browser, again)

    assert sheet.heading == "Anna and Bob"


def test_a_hand_of_nobody_is_a_dead_hand_of_the_only_two() -> None:
    text = "Winner,Points\nAnn,25\nPasse,0\nBob,31\n"

    [match] = page(text, nobody_1="Passe").contents.matches

    assert [str(each) for each in match.players] == ["Ann", "Bob"]
    assert [hand.knocker for hand in match.hands if isinstance(hand, Hand)] == [0, None, 1]


def test_a_line_with_nobody_among_several_is_left_out_and_named() -> None:
    text = "Winner,Loser,Points\nAnn,Bob,25\nAnn,Pot,40\nPot,Cid,0\nCid,Ann,31\n"
    said = page(text, nobody_1="pot")

    assert [in_short(match)[1] for match in said.contents.matches] == [
        {"Ann": 25, "Bob": 0},
        {"Ann": 0, "Cid": 31},
    ]
    assert said.left_out == ["Line 3: not two people", "Line 4: nobody scored"]
    assert [each.is_nobody for each in said.people] == [False, False, True, False]


def test_a_column_of_nobody_is_no_player() -> None:
    text = "Date,Ann,Bob,Pot\n2021-01-05,105,62,7\n2021-01-12,40,110,3\n"

    [first, _second] = page(text, column_3="player", name_3="Pot", nobody_3="Pot").contents.matches

    assert in_short(first) == ("2021-01-05", {"Ann": 105, "Bob": 62})


def test_a_changed_remark_is_shown_before_it_is_imported_too() -> None:
    text = "Date,Ann,Bob,Notes\n2021-01-05,105,62,rain\n"
    seen = page(text).digest

    assert page(text, seen=seen).is_as_shown
    assert not page(text, seen=seen, column_3="nothing").is_as_shown
