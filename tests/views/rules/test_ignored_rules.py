"""Rules of earlier versions that are read and ignored: the card of a second pack that set the limit."""

import pytest
from flask import Flask
from sqlalchemy import JSON, column, table, update
from werkzeug.datastructures import MultiDict

from models.gin.document.reading import read_match, read_rules
from models.gin.rules.house_rules import IGNORED, KINDS, HouseRules
from models.records.checking.audit import doubts_about
from models.records.database.base import db
from models.records.tables.column_types import read_all, write_all
from tests.gin.table import knock
from tests.records.table import match_at
from tests.views.table import Sit, totals
from views.shared.rules_links import ReadLink, read_link

OKLAHOMA = HouseRules(oklahoma=True)
"""The rules of all examples. A knock with 9 is one only because a nine was turned up."""


def read(query: str) -> ReadLink:
    return read_link(MultiDict(each.split("=") for each in query.split("&")))


def test_no_rule_is_played_and_ignored() -> None:
    assert IGNORED.isdisjoint(KINDS)


@pytest.mark.engines
def test_a_stored_match_keeps_its_score(app: Flask, sit: Sit) -> None:
    stored = sit(rules=OKLAHOMA)
    stored.add(knock(9, 30, upcard="9D"))
    with app.app_context():
        written = {**write_all(OKLAHOMA), "limit_card": "knock_card"}
        db.session.execute(update(table("matches", column("rules", JSON))).values(rules=written))
        db.session.commit()
        match = match_at(stored.path)
        assert match.rules == OKLAHOMA
        assert list(doubts_about(match.id)) == []

    assert totals(stored.sheet()) == ["21", "0"]
    assert "knock card" not in stored.browser.get(f"{stored.path}/rules").text


@pytest.mark.parametrize("value", ["upcard", "knock_card"])
def test_stored_rules_are_read_without_it(value: str) -> None:
    assert read_all({**write_all(OKLAHOMA), "limit_card": value}) == OKLAHOMA


def test_a_document_is_read_without_it() -> None:
    assert read_rules({"preset": "pagat", "oklahoma": True, "limit_card": "knock_card"}) == OKLAHOMA
    document = read_match(
        '{"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": {"preset": "pagat", "oklahoma": true,'
        ' "limit_card": "knock_card"}, "hands": [{"knocker": 0, "outcome": "knock", "upcard": "9D",'
        ' "deadwood": {"knocker": 9, "defender": 30}}]}'
    )
    assert document.hands == (knock(9, 30, upcard="9D"),)


def test_a_link_is_read_without_it_and_without_a_doubt(app: Flask) -> None:
    # The check is the first eight of: printf '{"limit_card": "knock_card", "oklahoma": true}' | sha256sum
    link = "from=pagat&oklahoma=true&limit_card=knock_card&check=262e50b3"
    with app.test_request_context():
        assert read(link).rules.rules == OKLAHOMA
        assert read(link).doubts == ()
        assert read(link.replace("oklahoma=true&", "")).doubts != ()
