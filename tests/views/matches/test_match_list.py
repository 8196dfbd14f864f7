"""The matches of a phone on the home page."""

from sqlalchemy import update

from models.gin.rules.presets import PRESETS
from models.records.database.base import db
from models.records.finding.matches import start_match
from models.records.saving.pipeline import new_entry_id
from models.records.tables.match import Match
from tests.views.browser import Browser
from tests.views.table import words
from views.web.access import DEVICE


def test_a_series_counts_matches_that_are_too_old_to_be_listed(browser: Browser) -> None:
    with browser.client.session_transaction() as session:
        device = session.setdefault(DEVICE, "the phone on the table")
    with browser.client.application.app_context():
        for number in range(110):
            names = ("Ann", "Bob") if number % 2 else ("Bob", "Ann")
            entry = new_entry_id()
            start_match(names, PRESETS["pagat"], preset="pagat", first_dealer=0, device=device, entry=entry)
        db.session.execute(update(Match).values(match_over=True, winner=0))
        db.session.commit()

    home = browser.get("/")
    assert "Ann 55, Bob 55" in home.text
    assert "97 earlier matches" in home.text
    assert words(home, "lead__name") == []
