"""The command expire counts matches that nobody opens, and deletes them when it is told to."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from models.records.books.books import start_book
from models.records.database.base import db
from models.records.finding.matches import find_match
from models.records.saving.pipeline import new_entry_id
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOB_HAS_GIN, a_match, deal
from tests.views.browser import Browser


@pytest.fixture
def links(app: Flask) -> dict[str, str]:
    """The links of four matches: two that were opened 400 days ago, one half a year ago, and a new one."""
    return last_used(app, {"old": 400, "older": 400, "lately": 180, "new": 0})


def last_used(app: Flask, days_ago: dict[str, int]) -> dict[str, str]:
    """The links of matches that were last opened and changed so many days ago."""
    with app.app_context():
        found = {}
        for name, days in days_ago.items():
            match = a_match()
            deal(match, ANN_KNOCKS)
            found[name] = watch_token(match)
            at = datetime.now(UTC) - timedelta(days=days)
            match.changed_at, match.opened_on = at, at.date()
            db.session.commit()
    return found


def there(app: Flask, links: dict[str, str]) -> list[str]:
    """The matches that are still there."""
    with app.app_context():
        return [name for name, link in links.items() if find_match(link) is not None]


def books(app: Flask) -> list[str]:
    """The names of the books."""
    with app.app_context():
        return list(db.session.scalars(select(Book.name)))


def leave_book_empty() -> None:
    """Starts a book that is as old as the matches."""
    book = start_book("Empty", [], device=ANNS_PHONE, entry=new_entry_id())
    book.opened_on -= timedelta(days=1100)
    db.session.commit()


def expire(app: Flask, *arguments: str) -> str:
    """What the command prints."""
    done = app.test_cli_runner().invoke(args=["expire", "--months", "12", *arguments])
    assert done.exit_code == 0, done.output
    return done.output


def test_nothing_is_deleted_before_that_is_confirmed(app: Flask, links: dict[str, str]) -> None:
    assert expire(app).startswith("2 matches were not opened since ")
    assert there(app, links) == ["old", "older", "lately", "new"]


def test_what_nobody_opens_is_deleted(app: Flask, links: dict[str, str]) -> None:
    assert expire(app, "--yes") == "2 matches were deleted.\n"
    assert there(app, links) == ["lately", "new"]


def test_whoever_opens_a_page_of_a_match_saves_it(
    app: Flask, browser: Browser, links: dict[str, str]
) -> None:
    browser.get(f"/m/{links['old']}/history")

    with app.app_context():
        match = find_match(links["old"])
        assert match is not None
        assert match.opened_on == datetime.now(UTC).date()
    assert expire(app, "--yes") == "1 match was deleted.\n"
    assert there(app, links) == ["old", "lately", "new"]


@pytest.mark.parametrize("used", ["nothing", "opened", "saved"])
@pytest.mark.parametrize("arguments", [(), ("--yes",)])
def test_a_clock_that_is_years_ahead_deletes_nothing(
    app: Flask, browser: Browser, used: str, arguments: tuple[str, ...]
) -> None:
    """To it, all matches are three years old, except one that was opened or scored since it is wrong."""
    links = last_used(app, {"opened": 1150, "saved": 1120, "last": 1100})
    with app.app_context():
        leave_book_empty()
        if used == "saved" and (match := find_match(links[used])):
            deal(match, BOB_HAS_GIN)
            db.session.execute(Match.__table__.update().values(opened_on=match.opened_on))
            db.session.commit()
    if used == "opened":
        browser.get(f"/m/{links[used]}")

    refused = app.test_cli_runner().invoke(args=["expire", "--months", "24", *arguments])
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert f"it says {datetime.now(UTC).date()}, and nothing was opened or changed between" in refused.stderr
    assert there(app, links) == [*links]
    assert books(app) == ["Empty"]
    expire(app, "--clock-is-right", "--yes")
    assert there(app, links) == [name for name in links if name == used]
    assert books(app) == []


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
