"""The command expire counts matches that nobody opens, and deletes them when it is told to."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from models.records.database.base import db
from models.records.finding.matches import find_match
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from tests.records.table import ANN_KNOCKS, a_match, deal
from tests.views.browser import Browser


@pytest.fixture
def links(app: Flask) -> dict[str, str]:
    """The links of three matches: two that were opened 400 days ago, and a new one."""
    long_ago = datetime.now(UTC) - timedelta(days=400)
    with app.app_context():
        found = {}
        for name in ("old", "older", "new"):
            match = a_match()
            deal(match, ANN_KNOCKS)
            found[name] = watch_token(match)
            if name != "new":
                match.changed_at, match.opened_on = long_ago, long_ago.date()
            db.session.commit()
    return found


def there(app: Flask, links: dict[str, str]) -> list[str]:
    """The matches that are still there."""
    with app.app_context():
        return [name for name, link in links.items() if find_match(link) is not None]


def expire(app: Flask, *arguments: str) -> str:
    """What the command prints."""
    done = app.test_cli_runner().invoke(args=["expire", "--months", "12", *arguments])
    assert done.exit_code == 0, done.output
    return done.output


def test_nothing_is_deleted_before_that_is_confirmed(app: Flask, links: dict[str, str]) -> None:
    assert expire(app).startswith("2 matches were not opened since ")
    assert there(app, links) == ["old", "older", "new"]


def test_what_nobody_opens_is_deleted(app: Flask, links: dict[str, str]) -> None:
    assert expire(app, "--yes") == "2 matches were deleted.\n"
    assert there(app, links) == ["new"]


def test_whoever_opens_a_page_of_a_match_saves_it(
    app: Flask, browser: Browser, links: dict[str, str]
) -> None:
    browser.get(f"/m/{links['old']}/history")

    with app.app_context():
        match = find_match(links["old"])
        assert match is not None
        assert match.opened_on == datetime.now(UTC).date()
    assert expire(app, "--yes") == "1 match was deleted.\n"
    assert there(app, links) == ["old", "new"]


def test_the_number_of_months_has_to_be_said(app: Flask) -> None:
    assert app.test_cli_runner().invoke(args=["expire", "--yes"]).exit_code == 2
    assert app.test_cli_runner().invoke(args=["expire", "--months", "0", "--yes"]).exit_code == 2


def test_a_page_is_shown_even_if_nothing_can_be_written(
    app: Flask, browser: Browser, links: dict[str, str]
) -> None:
    with app.app_context():
        db.session.execute(Match.__table__.update().values(upcard=None))
        answer = browser.client.get(f"/m/{links['old']}")
        db.session.rollback()

    assert answer.status_code == 200
