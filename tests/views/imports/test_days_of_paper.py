"""The day of a match from paper is the day as written, in every time zone; and so it stays in files."""

import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.database.schema import downgrade, upgrade
from models.records.finding.matches import matches_of
from models.records.ratings.ratings import outdated, refresh_ratings
from models.records.tables.match import Match
from tests.gin.table import knock
from tests.records.table import on_day
from tests.time_zones import AUCKLAND, KIRITIMATI, PAGO_PAGO, in_zone
from tests.views.books.test_books import start_book
from tests.views.browser import Browser
from tests.views.imports.test_imports import HANDS, document, imported, previewed
from tests.views.table import Sit, press_on

PAPER = "Date,Ann,Bob\n2021-12-31,105,62\n2021-12-31,40,110\n"
"""Two games on the last day of a year: at noon in UTC, Auckland and Kiritimati have the next one."""

DAY = "December 31, 2021"

ONE_GAME = PAPER.rpartition("2021-12-31")[0]

EVENING = "Date,Ann,Bob\n2021-12-31,80,\n,,20\n"
"""Two hands of that day."""

OLD: dict[str, Any] = {"started": "2021-12-31T12:00:01Z", "changed": "2021-12-31T12:00:01Z"}
"""The moments of the second game in a file, as they were when no file had the day."""


def days_of(app: Flask, browser: Browser) -> list[str]:
    """The days of the matches of a phone, and of their places."""
    with app.app_context():
        found = matches_of(browser.device)
        return [each.played_on.isoformat() for match in found for each in (match, *match.places)]


@pytest.mark.parametrize("zone", [AUCKLAND, KIRITIMATI, PAGO_PAGO])
def test_every_page_and_file_of_paper_has_the_day_that_is_written(
    app: Flask, browser: Browser, zone: str
) -> None:
    with in_zone(zone):
        page = previewed(browser, PAPER)
        assert page.text.count(DAY) >= 2
        assert "2022" not in page.text
        imported(browser, page)
        book = start_book(browser)

        assert days_of(app, browser) == ["2021-12-31"] * 6
        with app.app_context():
            path = f"/m/{matches_of(browser.device)[0].link('watch')}"
        for shown in ("/", book, f"{path}/result.svg", f"{path}/score-sheet"):
            text = browser.client.get(shown).text
            assert (DAY in text, "2022" in text) == (True, False), shown
        for file in ("match.json", "hands.csv"):
            assert "2021-12-31" in browser.client.get(f"{path}/{file}").headers["Content-Disposition"]
        assert 'download="deadwood-2021-12-31' in browser.client.get(f"{path}/result").text


def test_a_match_from_paper_that_goes_on_here_has_the_time_of_that_too(browser: Browser) -> None:
    with in_zone(KIRITIMATI):
        sheet = imported(browser, previewed(browser, EVENING))
        press_on(browser, sheet, "Go on")

        assert "today, " in browser.get("/").text
        assert f"{DAY} to " in browser.get(f"{sheet.path}/score-sheet").text


def test_where_money_is_added_up_paper_has_its_day(browser: Browser) -> None:
    rules = {"preset": "pagat", "stake_per_point": "0.10 EUR"}
    with in_zone(AUCKLAND):
        sheet = imported(browser, previewed(browser, document(**OLD, rules=rules, ends_after_last=True)))

        assert DAY in browser.get(f"{sheet.path}/evening").text


@pytest.mark.parametrize("here, there", [(KIRITIMATI, PAGO_PAGO), (PAGO_PAGO, AUCKLAND)])
def test_a_file_is_carried_to_another_server(
    app: Flask, browser: Browser, another_phone: Any, here: str, there: str
) -> None:
    with in_zone(here):
        sheet = imported(browser, previewed(browser, ONE_GAME))
        text = browser.client.get(f"{sheet.path}/match.json").text

    written, friend = json.loads(text), another_phone()
    assert (written["played_on"], written["started"]) == ("2021-12-31", "2021-12-31T12:00:00Z")
    with in_zone(there):
        again = imported(friend, previewed(friend, text))
        assert days_of(app, friend) == ["2021-12-31"] * 3
        assert friend.client.get(f"{again.path}/match.json").text == text


@pytest.mark.parametrize(
    "said, day",
    [
        ({"ends_after_last": True}, "2021-12-31"),
        ({"rules_name": "Auf Papier"}, "2021-12-31"),
        ({"ends_after_last": True, "started": "2021-12-31T13:00:00Z"}, "2022-01-01"),
        ({}, "2022-01-01"),
        ({"played_on": "2021-12-30"}, "2021-12-30"),
    ],
)
def test_a_file_without_the_day_has_it_in_utc_if_it_is_from_paper(
    app: Flask, browser: Browser, said: dict[str, Any], day: str
) -> None:
    with in_zone(AUCKLAND):
        imported(browser, previewed(browser, document(**OLD | said)))

        assert days_of(app, browser) == [day] * 3


def test_the_file_of_a_match_has_a_day_only_if_it_is_another_one_in_utc(
    app: Flask, browser: Browser, another_phone: Any
) -> None:
    """Of a match that is not from paper. Elsewhere its day stays, and no time is said."""
    friend, files = another_phone(), []
    for zone, phone in ((AUCKLAND, browser), (PAGO_PAGO, friend)):
        with in_zone(zone):
            sheet = imported(phone, previewed(phone, document(**OLD)))
            files.append(phone.client.get(f"{sheet.path}/match.json").text)

    assert [json.loads(file).get("played_on") for file in files] == ["2022-01-01", None]
    guest = another_phone()
    with in_zone(PAGO_PAGO):
        sheet = imported(guest, previewed(guest, files[0]))
        text = guest.get(f"{sheet.path}/score-sheet").text
        assert ("January 1, 2022" in text, "2021" in text) == (True, False)


def test_a_match_without_an_id_is_known_again_with_its_day(browser: Browser) -> None:
    imported(browser, previewed(browser, document()))

    assert "This match is here already" in previewed(browser, document(played_on="2021-12-31")).text


@pytest.mark.engines
@pytest.mark.own_app
def test_a_migration_sets_the_day_of_paper_that_was_imported_before(
    app: Flask, browser: Browser, sit: Sit
) -> None:
    """Of another match only if it is from paper: this one started at noon in UTC, but was played here."""
    with in_zone(AUCKLAND):
        sit().play(knock(8, 20))
        imported(browser, previewed(browser, document(**OLD, hands=HANDS * 3)))
        imported(browser, previewed(browser, PAPER))
        start_book(browser)
        with app.app_context():
            paper = db.session.scalars(select(Match).where(Match.ends_after_last)).all()
            before = {match.id: match.played_on for match in matches_of(browser.device)}
            for match in paper:
                on_day(match, match.created_at.astimezone().date())
            [book] = {match.book_id for match in paper}
            refresh_ratings(book)
            db.session.commit()
            downgrade("1001")

            upgrade()
            db.session.expire_all()

            after = matches_of(browser.device)
            assert {match.id: match.played_on for match in after} == before
            assert {place.played_on == match.played_on for match in after for place in match.places} == {True}
            assert outdated(book) is not None
            assert refresh_ratings(book)
            assert [proof for proof in audit() if proof.doubts] == []
