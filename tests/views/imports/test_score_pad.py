"""Backups of Gin Rummy Score Pad. Totals are counted by hand, as that app counts them.

To the points of the hands it adds 25 for each hand won, and for the winner the game bonus and, if the other
player won no hand, the shutout bonus.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from models.gin.sheet.extra_lines import Adjustment
from models.gin.sheet.sheet import Sheet, sheet
from models.records.finding.matches import matches_of
from tests.gin.table import ANN, BOB, big_gin, gin, knock, won
from tests.views.browser import Browser, Page
from tests.views.table import Table, typed
from tests.views.walking import rows_of
from views.imports.score_pad import games_of

BACKUP = (Path(__file__).parents[2] / "data" / "score_pad" / "backup.json").read_text(encoding="utf-8")
"""A whole game, a shutout from before games had rules, one that goes on, and one with a corrected hand."""

MIRA, THEO = ANN, BOB


@pytest.fixture
def sheets(app_context: None) -> list[Sheet]:
    """The sheets of the games in the backup."""
    matches = games_of(json.loads(BACKUP)).matches
    return [
        sheet(each.hands, each.rules, each.first_dealer, ends_after_last=each.ends_after_last)
        for each in matches
    ]


def changed(game: dict[str, Any] | None = None, **hand: object) -> dict[str, Any]:
    """The backup with fields of its first game, and of the last hand of this, changed."""
    written: dict[str, Any] = json.loads(BACKUP)
    first = written["store"]["games"][0]
    first["hands"][-1] |= hand
    first |= game or {}
    return written


def imported(browser: Browser, text: str) -> Page:
    page = browser.get("/import")
    page = browser._send(page, page.form_with({"text"}), {"text": text}, 200)
    return browser._send(page, page.form_with({"entry"}), {"import": "1"}, 303)


def test_final_totals_are_those_of_the_app(sheets: list[Sheet]) -> None:
    # 112 + 100 + 3 × 25 : 56 + 25; 107 + 100 + 2 × 25 + 100; it goes on; 128 + 100 + 2 × 25 : 20 + 25
    assert [each.game.final for each in sheets] == [(287, 81), (0, 357), None, (278, 45)]
    assert [each.game.running for each in sheets][2] == (90, 50)
    assert [each.match.winner for each in sheets] == [MIRA, THEO, None, MIRA]


def test_gin_is_a_hand_by_numbers_and_a_knock_or_an_undercut_one_by_its_points(sheets: list[Sheet]) -> None:
    whole, shutout, _open, _corrected = ([each.hand for each in game.hands] for game in sheets)

    assert whole == [won(18), gin(31, by=THEO), won(29), big_gin(40)]
    assert shutout == [won(22, by=1), gin(60, by=1)]


def test_gin_that_scored_something_else_than_by_the_rules_is_a_hand_by_its_points(
    sheets: list[Sheet],
) -> None:
    assert [each.hand for each in sheets[2].hands] == [big_gin(40), won(50, by=THEO)]


def test_a_game_that_ended_after_the_hand_that_reached_the_target_keeps_its_hands(
    sheets: list[Sheet],
) -> None:
    corrected = sheets[3]

    assert [each.hand for each in corrected.hands] == [won(123), won(20, by=THEO), won(5)]
    assert [each.line for each in corrected.extra_lines] == [Adjustment(MIRA, 150), Adjustment(THEO, 25)]
    assert not corrected.past_the_end


def test_dealer_start_deals_first_and_then_they_take_turns(sheets: list[Sheet]) -> None:
    assert [each.dealer for each in sheets[0].hands] == [THEO, MIRA, THEO, MIRA]


def test_each_rule_of_a_game_is_a_house_rule(sheets: list[Sheet]) -> None:
    rules = sheets[2].rules

    assert (rules.target, rules.gin_bonus, rules.big_gin_bonus, rules.undercut_bonus) == (150, 30, 50, 20)
    assert (rules.box_bonus, rules.game_bonus, rules.shutout_bonus) == (10, 150, 200)


def test_a_game_without_rules_has_undercut_10_and_one_with_a_few_has_25(app_context: None) -> None:
    before, later = (
        games_of(changed({"rules": rules})).matches[0].rules for rules in (None, {"target": 110})
    )

    assert (before.target, before.undercut_bonus) == (100, 10)
    assert (later.target, later.undercut_bonus, later.gin_bonus, later.box_bonus) == (110, 25, 25, 25)


@pytest.mark.parametrize("moment", [1_600_000_000_000, "2020-09-13T12:26:40Z", "2020-09-13T14:26:40.5+02:00"])
def test_a_game_was_started_when_it_was_created(app_context: None, moment: object) -> None:
    started = games_of(changed({"createdAt": moment})).matches[0].started

    assert started is not None
    assert started.isoformat() == "2020-09-13T12:26:40+00:00"


def test_all_games_are_imported_once_and_the_open_one_goes_on(app: Flask, browser: Browser) -> None:
    imported(browser, BACKUP)
    with app.app_context():
        matches = matches_of(browser.device)
        assert {(match.players, match.snapshot.totals, match.snapshot.match_over) for match in matches} == {
            (("Mira", "Theo"), (287, 81), True),
            (("Theo", "Mira"), (0, 357), True),
            (("Mira", "Theo"), (90, 50), False),
            (("Mira", "Theo"), (278, 45), True),
        }
    before = rows_of(app)
    page = browser.get("/import")
    page = browser._send(page, page.form_with({"text"}), {"text": BACKUP}, 200)

    assert "September 13, 2020 · Gin Rummy Score Pad · 4 hands · Mira won. Mira 287, Theo 81" in page.text
    assert "These 4 matches are here already" in page.text
    assert rows_of(app) == before


def test_the_next_hand_of_an_open_game_is_entered_here(browser: Browser) -> None:
    written = json.loads(BACKUP)
    written["store"]["games"] = written["store"]["games"][2:3]
    table = Table(browser, imported(browser, json.dumps(written)).path)
    table.enter(typed(knock(5, 15)))

    assert "100" in table.sheet().text


@pytest.mark.parametrize(
    "game, hand, sentence",
    [
        ({"p1Id": "p_nobody"}, {}, "The names can’t be read."),
        ({"p1Id": "p_mira"}, {}, "The names can’t be read."),
        ({"createdAt": "once"}, {}, "The date can’t be read."),
        ({"createdAt": 10**18}, {}, "The date can’t be read."),
        ({"createdAt": "2999-01-01"}, {}, "The date can’t be read."),
        ({"rules": {"target": 0}}, {}, "The rules can’t be read."),
        ({"rules": {"longGinBonus": None}}, {}, "The rules can’t be read."),
        ({"scores": [112, 57]}, {}, "The hands don’t add up to the totals."),
        ({"phase": "playing"}, {}, "The hands don’t add up to the totals."),
        ({}, {"winner": 2}, "The points can’t be read."),
        ({}, {"totalThisHand": -5}, "The points can’t be read."),
        ({}, {"totalThisHand": 2.5}, "The points can’t be read."),
        ({"hands": [{}] * 501}, {}, "A match can have up to 500 hands."),
    ],
)
def test_what_is_wrong_with_a_game_is_said_with_its_number(
    app_context: None, game: dict[str, Any], hand: dict[str, Any], sentence: str
) -> None:
    contents = games_of(changed(game, **hand))

    assert not contents.matches
    assert [(each.place, sentence in each.sentence) for each in contents.problems] == [("Game 1", True)]


def test_a_backup_without_games_is_refused(app_context: None) -> None:
    empty = {"kind": "gin-rummy-counter.v2", "store": {"players": [], "games": []}}

    assert [each.sentence for each in games_of(empty).problems] == ["There are no games in it."]
