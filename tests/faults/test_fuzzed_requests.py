"""Requests that no page sends, by everybody, to every address."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import event

from models.records.database.base import db
from models.records.finding.matches import find_match
from models.records.saving.pipeline import new_entry_id
from tests.faults.fuzzing import Answer, Fuzzer, Sent, Site, send
from tests.faults.trials import Trials, how_many, seeded, trials
from tests.faults.visitors import MAY_SCORE, ROLES, Visitor, at_the_table
from tests.views.walking import Rows
from views.web.security import HEADERS, UNLISTED

OF_EACH_ROLE = 12, 40
"""Requests at one table, in ``make test-all`` and in ``make faults``: the players add hands to theirs."""

READING = ("SELECT", "PRAGMA", "BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK")


@contextmanager
def writes() -> Iterator[list[str]]:
    """The statements that may have written something meanwhile."""
    found: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.lstrip().upper().startswith(READING):
            found.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(db.engine, "before_cursor_execute", note)


def faults(answer: Answer, sent: Sent) -> Iterator[str]:
    """What is wrong with an answer."""
    if answer.error or answer.status >= 500:
        yield f"{answer.status} {answer.error}"
        return
    if missing := [name for name in HEADERS if name not in answer.headers]:
        yield f"{answer.status} without {missing}"
    if sent.environ["PATH_INFO"].startswith(UNLISTED) and answer.headers.get("X-Robots-Tag") != "noindex":
        yield f"{answer.status} may be indexed"
    if answer.too_much:
        yield f"{answer.status} after {answer.too_much}"


def rows_of(match_id: int) -> Rows:
    """All rows of a match."""
    found = {}
    for table in db.metadata.sorted_tables:
        key = table.c.id if table.name == "matches" else table.c.get("match_id")
        if key is not None:
            rows = db.session.execute(table.select().where(key == match_id))
            found[table.name] = {tuple(map(repr, row)) for row in rows}
    db.session.rollback()
    return found


@pytest.mark.engines
@pytest.mark.filterwarnings("ignore:Exception ignored in.*SpooledTemporaryFile")  # Werkzeug drops half a file
@pytest.mark.seeded
def test_no_request_breaks_anything(app: Flask) -> None:
    random = seeded()
    kind = app.config["SQLALCHEMY_DATABASE_URI"].drivername
    with trials(f"fuzzed requests on {kind}") as counted:
        for _ in range(how_many(1, 32)):
            visitors = {visitor.role: visitor for visitor in at_the_table(app)}
            mine = visitors[MAY_SCORE]
            fuzzer = Fuzzer(random, Site.walked(app, mine.client, mine.watch, mine.score))
            for role in (*(role for role in ROLES if role != MAY_SCORE), MAY_SCORE):
                app.extensions["counters"].clear()
                try_out(app, fuzzer, visitors[role], mine, counted)


def stamps(watch: str) -> dict[str, str]:
    """The fields of a form that was just opened."""
    match = find_match(watch)
    db.session.rollback()
    return {"entry": new_entry_id()} | ({"version": match.version_stamp} if match else {})


def try_out(app: Flask, fuzzer: Fuzzer, visitor: Visitor, mine: Visitor, counted: Trials) -> None:
    """Sends requests as *visitor*, with the forms of who may score."""
    fresh, cookie = {"csrf_token": visitor.token}, visitor.cookie
    own = {mine.watch: visitor.watch, mine.score: visitor.score}
    with app.app_context(), writes() as written:
        before = rows_of(mine.match_id)
        for _ in range(how_many(*OF_EACH_ROLE) * (3 if visitor == mine else 1)):
            sent = fuzzer.request(cookie, fresh | stamps(mine.watch), own)
            answer = send(app, sent.environ)
            wrong = list(faults(answer, sent))
            if written and visitor.role != MAY_SCORE and rows_of(mine.match_id) != before:
                wrong.append("has written something")
            written.clear()
            counted.check(not wrong, f"{visitor.role}: {sent.what}: {'; '.join(wrong)}")
