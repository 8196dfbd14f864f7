"""What is stored of one match is damaged by a byte: all else goes on, and pages say what is left out."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from models.gin.rules.options import Stake
from models.records.books.books import start_book
from models.records.copies.copying import unseen
from models.records.files.file_checks import check
from models.records.migrations.history_triggers import HISTORIES
from models.records.saving.hand_writes import add_hand, remove_hand
from models.records.saving.rule_changes import change_rules
from models.records.tables.column_types import Agreement
from models.records.tables.saved_rules import save_rules
from models.records.tables.shared import scoring_token, watch_token
from tests.databases import SQLite, dispose
from tests.records.table import (
    ANN_KNOCKS,
    ANN_SHOWS_A_CARD,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_GIN,
    PAGAT,
    a_match,
    deal,
    entry,
    match_at,
)
from tests.views.browser import Browser, Page
from tests.views.table import Sit, typed
from tests.views.walking import addresses, ask

PHONE = "the phone on the table"
RULES = PAGAT.but(target=60, stake_per_point=Stake.parse("0.10 EUR"))

OF_PHONE = {"/", "/matches/new", "/evening", "/books/new", "/export", "/everything.json", "/houses", "/judge"}
"""Pages without a key that read the matches of the phone."""


@dataclass(frozen=True)
class Club:
    """A book with two matches of Ann and Bob, of which the first is damaged, and a match of Cid and Dan."""

    app: Flask
    file: Path
    browser: Browser
    watch: str
    score: str
    book: str
    book_score: str
    healthy: str
    """What the other match of the book is called in files."""

    def damage(self, *statements: str) -> None:
        """Does to the file what no page does."""
        dispose(self.app)
        with closing(sqlite3.connect(self.file)) as connection, connection:
            for history in HISTORIES:
                connection.execute(f"DROP TRIGGER IF EXISTS {history.table}_are_kept")
            connection.execute("PRAGMA ignore_check_constraints = ON")
            for statement in statements:
                assert connection.execute(statement).rowcount > 0, statement

    def ask(self, path: str, **sent: object) -> TestResponse:
        """What the phone that plays is answered."""
        return ask(self.browser.client, "GET", path, **sent)

    def paths(self) -> Iterator[str]:
        """Every address of the app."""
        for address in addresses(self.app, self.watch, self.score, self.book, self.book_score):
            if "GET" in (address.rule.methods or ()) and (address.is_secret or address.path in OF_PHONE):
                yield address.path


@pytest.fixture
def database(sqlite: SQLite) -> SQLite:
    """PostgreSQL refuses most of it."""
    return sqlite


@pytest.fixture
def club(app: Flask, sqlite: SQLite, sit: Sit) -> Club:
    table = sit(rules=RULES)
    with app.app_context():
        match = match_at(table.path)
        _first, second, *_ = deal(match, BOB_BREAKS_HIS_EIGHTS, ANN_KNOCKS, BOB_HAS_GIN, device=PHONE)
        add_hand(match, ANN_SHOWS_A_CARD, entry(match, device=PHONE))
        remove_hand(match, second, entry(match, device=PHONE))
        change_rules(match, Agreement("pagat", "", RULES.but(target=70)), entry(match, device=PHONE))
        healthy = a_match(RULES, names=("Ann", "Bob"), device=PHONE)
        deal(healthy, BOB_HAS_GIN, device=PHONE)
        deal(a_match(RULES, names=("Cid", "Dan"), device=PHONE), ANN_KNOCKS, device=PHONE)
        book = start_book("Our club", [match.id, healthy.id], device=PHONE, entry="a book")
        save_rules(PHONE, "Ours", "pagat", RULES)
        keys = watch_token(match), scoring_token(match), watch_token(book), scoring_token(book)
        return Club(app, sqlite.path, table.browser, *keys, healthy.document_id)


OF_MATCH = "UPDATE matches SET {} WHERE id = 1"
OF_HANDS = "UPDATE sheet_rows SET {} WHERE match_id = 1 AND {} IS NOT NULL"
OF_CHANGES = "UPDATE changes SET {} WHERE match_id = 1 AND {} IS NOT NULL"
WITH_A_BYTE = "CAST(x'41ff' AS TEXT)"
"""What is no text."""

LEFT_OUT = {
    "a field of the rules": OF_MATCH.format("rules = replace(rules, 'target', 'tarfet')"),
    "rules that are no JSON": OF_MATCH.format("rules = substr(rules, 2)"),
    "a value of the rules": OF_MATCH.format('rules = replace(rules, \'"aces": "low\', \'"aces": "lov\')'),
    "the preset": OF_MATCH.format("preset = 'pagbt'"),
    "the seating": OF_MATCH.format("seating = 'twp'"),
    "the day": OF_MATCH.format("played_on = '2026-1p-28'"),
    "the time": OF_MATCH.format("created_at = '2026-11-28 1p:00:00.000000'"),
    "a name": f"UPDATE places SET name = {WITH_A_BYTE} WHERE match_id = 1 AND place = 0",
    "the upcard": OF_MATCH.format("upcard = 'QX'"),
    "a total": OF_MATCH.format("total_0 = 'p'"),
}
"""What makes lists leave a match out."""

ONLY_ITS_SHEET = {
    "a card": OF_HANDS.format("laid = replace(laid, 'KC', 'KX')", "laid"),
    "a card twice": OF_HANDS.format("laid = replace(laid, 'KC', 'KS')", "laid"),
    "hands that are no JSON": OF_HANDS.format("laid = substr(laid, 2)", "laid"),
    "an ending": OF_HANDS.format("ending = 'gim'", "ending"),
    "who knocked": OF_HANDS.format("knocker = 7", "knocker"),
    "a penalty": OF_HANDS.format("extra_line = replace(extra_line, 'penalty', 'penaltx')", "extra_line"),
}
"""What only its sheet, and files of its hands, need."""

ELSEWHERE = {
    "a hand in the history": OF_CHANGES.format("after = replace(after, 'outcome', 'outcomf')", "after"),
    "rules in the history": OF_CHANGES.format("agreed_after = substr(agreed_after, 2)", "agreed_after"),
    "a kind of change": OF_CHANGES.format("kind = 'addee'", "number"),
    "a moment of the history": OF_CHANGES.format("at = '2026-1p-28 11:00:00.000000'", "number"),
    "the version": OF_MATCH.format("version = 2"),
    "the results": OF_MATCH.format("results = '0p1'"),
    "a day of the statistics": "UPDATE places SET played_on = '2026-1p-28' WHERE match_id = 1",
    "a player of the book": f"UPDATE players SET name = {WITH_A_BYTE} WHERE id = 1",
    "the name of the book": f"UPDATE books SET name = {WITH_A_BYTE}",
    "the last day of the book": "UPDATE books SET opened_on = '2026-1p-28', created_at = 'p'",
    "the history of the book": "UPDATE book_changes SET match_ids = '[1', at = 'p'",
    "saved rules": "UPDATE saved_rules SET rules = substr(rules, 2)",
    "the preset of saved rules": "UPDATE saved_rules SET preset = 'pagbt'",
}
"""What takes no match out of any list."""

DAMAGES = LEFT_OUT | ONLY_ITS_SHEET | ELSEWHERE

QUICK = {"a field of the rules", "the preset", "a name", "a card", "a kind of change", "saved rules"}
"""One of each kind, which ``make test`` tries; ``make test-all`` tries the rest."""

SAYS = "1 match can’t be read and is left out here."


def each_of(kinds: Iterable[str]) -> list[Any]:
    """These kinds of damage as parameters."""
    return [pytest.param(what, marks=() if what in QUICK else pytest.mark.full) for what in kinds]


@pytest.mark.parametrize("what", each_of(DAMAGES))
def test_whatever_is_damaged_no_address_fails(club: Club, what: str) -> None:
    club.damage(DAMAGES[what])

    assert not {path for path in club.paths() if club.ask(path).status_code >= 500}
    for path in ("/", f"/b/{club.book}", f"/b/{club.book}/matches", f"/b/{club.book}/print", "/evening"):
        page = club.ask(path)
        assert page.status_code == 200, path
        assert (SAYS in page.text) is (what in LEFT_OUT), path
    assert "Cid" in club.ask("/").text
    if what not in ELSEWHERE:
        sheet = club.ask(f"/m/{club.watch}")
        assert (sheet.status_code, "This can’t be read" in sheet.text) == (409, True)


def test_phones_that_follow_it_are_answered_too(club: Club) -> None:
    phone = club.app.test_client()
    for path in (f"/m/{club.watch}", f"/b/{club.book}"):
        ask(phone, "GET", path)
    club.damage(LEFT_OUT["a field of the rules"])

    assert not {path for path in club.paths() if ask(phone, "GET", path).status_code >= 500}
    assert SAYS in ask(phone, "GET", "/").text


@pytest.mark.parametrize("what", each_of([*LEFT_OUT, *ONLY_ITS_SHEET]))
def test_files_have_all_other_matches_and_say_what_is_missing(club: Club, what: str) -> None:
    club.damage(DAMAGES[what])

    book = json.loads(club.ask(f"/b/{club.book}/book.json").text)
    everything = json.loads(club.ask("/everything.json").text)
    table = club.ask(f"/b/{club.book}/hands.csv").text.splitlines()

    assert ([each["match"]["id"] for each in book["matches"]], book["left_out"]) == ([club.healthy], 1)
    assert (len(everything["matches"]), everything["left_out"]) == (1, 1)
    assert (club.healthy in table[-2], SAYS in table[-1]) == (True, True)
    with club.app.app_context():
        assert not check(StringIO(json.dumps(book)), StringIO(), unseen).wrong


def test_statistics_keep_what_was_counted(club: Club) -> None:
    figures = f"/b/{club.book}/statistics"
    before = Page(club.ask(figures).text, figures).text

    club.damage(LEFT_OUT["a field of the rules"])

    assert Page(club.ask(figures).text, figures).text == before


@pytest.mark.parametrize("what", each_of([*LEFT_OUT, *ONLY_ITS_SHEET]))
def test_whoever_may_delete_it_still_can(club: Club, what: str) -> None:
    club.damage(DAMAGES[what])

    page = club.browser.get(f"/m/{club.watch}", status=409)
    deleting = club.browser.get(page.links["Delete this match"])
    club.browser.send(f"/m/{club.watch}/delete", {}, 303)

    assert "can’t be read" in deleting.text or what in ONLY_ITS_SHEET
    assert SAYS not in club.ask("/").text


@pytest.mark.parametrize("what", ["a field of the rules", "a penalty", "rules in the history"])
def test_who_played_in_it_can_be_deleted(club: Club, what: str) -> None:
    club.damage(DAMAGES[what])

    club.browser.send(f"/b/{club.book}/players/1/delete", {})

    assert "Ann" not in club.ask(f"/b/{club.book}/players").text


def test_a_hand_that_was_typed_is_kept(club: Club) -> None:
    form = club.browser.get(f"/m/{club.watch}/hands/new?by=deadwood")
    club.damage(LEFT_OUT["a field of the rules"])

    page = club.browser._send(form, form.form_with({"save"}), typed(ANN_KNOCKS), 409)

    assert page.form_with({"knocker"}).inputs["deadwood_1"] == "20"


def test_the_repair_goes_on_with_the_other_matches(club: Club) -> None:
    club.damage(LEFT_OUT["the seating"], "UPDATE places SET hands = 9 WHERE match_id = 2")

    said = club.app.test_cli_runner().invoke(args=["audit", "--repair"])

    assert json.loads(said.output)["doubtful"] == [{"match": 1, "doubts": ["unreadable"]}]


def test_an_export_writes_all_others_and_names_what_is_missing(club: Club, tmp_path: Path) -> None:
    club.damage(ONLY_ITS_SHEET["a card"])

    said = club.app.test_cli_runner().invoke(args=["export", str(tmp_path / "all.json")])

    written = json.loads((tmp_path / "all.json").read_text())
    assert (said.exit_code, "can’t be read and are not in the file: 1." in said.stderr) == (1, True)
    assert [len(written["books"][0]["matches"]), len(written["matches"]), written["left_out"]] == [1, 1, 1]
