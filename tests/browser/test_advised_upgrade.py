"""From a version before 1.0: the way that the start advises, with a phone on which two hands wait."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from models.records.database.base import db
from tests.browser.away import Away
from tests.databases import dispose, make_app
from tests.views.cli.test_databases import flask
from tests.views.cli.test_starting import why_not_served

OLD = "from before version 1.0 of Deadwood, which can’t use it. Run “flask export” with the version"


@pytest.mark.own_app
def test_what_waits_during_the_advised_upgrade_is_moved_to_the_match_that_was_imported(
    away: Away, tmp_path: Path
) -> None:
    away.enter("Ann", 9, 20)
    away.leave()
    away.enter("Ann", 1, 20)
    away.enter("Bob", 20, 2)
    with away.app.app_context():
        old = Path(str(db.engine.url.database))
    dispose(away.app)
    home = tmp_path / "home"
    home.mkdir()
    file = old.rename(home / "gin.sqlite")
    exported = flask(home, "export", home / "everything.json")
    assert (exported.code, exported.stderr) == (0, "Matches exported: 1.\n")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0020'")

    assert OLD in why_not_served(home)
    file.rename(home / "old.sqlite")
    for command in ("export", "audit", "look-after", "expire --months 9", "backup"):
        name, *more = command.split()
        ended = flask(home, name, *more, *(["x"] if name in ("export", "look-after", "backup") else []))
        assert (ended.code, ended.stdout) == (1, ""), command
        assert "There is no database of Deadwood at sqlite:///" in ended.stderr
    imported = flask(home, "import", home / "everything.json", SECRET_KEY="known to the tests")
    assert imported.code == 0, imported
    link = imported.stdout.split('"score": "')[1].split('"')[0]

    app = make_app(home, f"sqlite:///{file}")
    away.come_back(app)
    away.page.goto("/unsent")
    away.ann.sees("This link opens nothing any more.", "Hand 2", "Hand 3")
    expect(away.page.get_by_text("This match was deleted.")).to_have_count(0)

    away.page.goto(link)
    if "/s/" in away.page.url:
        away.ann.press_main()
    away.page.wait_for_url("**/m/*")
    sheet = away.page.url.partition("?")[0]
    for sentence, others in (("Ann knocks, +19", 1), ("Bob knocks, +18", 0)):
        away.page.goto("/unsent")
        away.ann.press("Move to: Ann and Bob")
        away.ann.sees("Preview", sentence)
        away.ann.press_main()
        if others:
            away.ann.sees("Someone else saved a hand meanwhile.", sentence)
            away.ann.tap(away.page.locator(".actions [name=save]").last)
        away.page.wait_for_url(sheet)
    away.says_nothing()
    expect(away.ann.hands).to_have_count(3)
    away.app, away.path = app, urlsplit(sheet).path
    assert away.hands() == ["9", "1", "2"]
    dispose(app)
