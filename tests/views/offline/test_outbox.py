"""What the outbox of a phone is told: written, or refused. And when a form was submitted."""

from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from models.records.database.base import db
from models.records.finding.earlier_sheets import history
from models.records.saving.seats import renew_link
from models.records.tables.shared import Link, watch_token
from tests.records.table import match_at
from tests.views.browser import Browser
from tests.views.table import Sit, Table
from views.web.access import DEVICE

KNOCK = {"knocker": "0", "outcome": "knock", "deadwood_0": "8", "deadwood_1": "20"}


def send(table: Table, *, ago: str = "0", path: str = "", **fields: str) -> TestResponse:
    """Sends the form for the next hand as an outbox does."""
    page = table.browser.get(table.way("deadwood"))
    return table.browser.client.post(
        path or table.way("deadwood"),
        data=page.inputs | KNOCK | {"save": "1"} | fields,
        headers={"X-Part": "outbox", "X-Seconds-Ago": ago},
    )


def test_a_written_form_is_told_where_to_go_on_and_what_it_led_to(table: Table) -> None:
    answer = send(table, entry="e1")

    assert answer.status_code == 200
    assert answer.headers["X-Outbox"] == "written"
    assert answer.json == {"location": table.path, "stamp": "1.e1"}


def test_the_same_form_is_told_the_same_again(table: Table) -> None:
    first = send(table, entry="e1", version="0.")
    table.knock(3, 30)

    assert send(table, entry="e1", version="0.").json == first.json


def test_a_hand_that_was_on_the_sheet_already_says_which_one_it_was(table: Table) -> None:
    table.knock(8, 20)

    answer = send(table, version="0.")

    assert answer.headers["X-Outbox"] == "written"
    assert answer.json["location"] == f"{table.path}?joined=1"


@pytest.mark.parametrize(
    "fields, status",
    [({"deadwood_1": ""}, 422), ({"version": "7.other"}, 409), ({"version": "now"}, 400)],
)
def test_a_refused_form_is_answered_with_the_page_for_its_player(
    table: Table, fields: dict[str, str], status: int
) -> None:
    answer = send(table, **fields)

    assert (answer.status_code, answer.headers["X-Outbox"]) == (status, "refused")
    assert answer.mimetype == "text/html"


def test_a_choice_says_which_form_it_replaces_even_if_it_is_changed_first(table: Table) -> None:
    table.knock(3, 30)
    answer = send(table, version="0.", entry="mine")

    assert '<input type="hidden" name="replaces" value="mine">' in answer.text
    again = send(table, version="0.", entry="second", replaces="mine", deadwood_1="")
    assert '<input type="hidden" name="replaces" value="mine">' in again.text


def test_a_token_of_another_session_is_said_to_be_the_only_trouble(table: Table) -> None:
    answer = send(table, csrf_token="of another session")

    assert answer.headers["X-Refused"] == "csrf"
    token = table.browser.client.get("/outbox/token").json["csrf_token"]
    assert send(table, csrf_token=token).headers["X-Outbox"] == "written"


def test_a_phone_without_a_seat_is_refused(table: Table) -> None:
    with table.browser.client.session_transaction() as session:
        device = session[DEVICE]
    page = table.browser.get(table.way("deadwood"))
    with table.browser.client.session_transaction() as session:
        session[DEVICE] = f"not {device}"

    answer = table.browser.client.post(
        table.way("deadwood"), data=page.inputs | KNOCK | {"save": "1"}, headers={"X-Part": "outbox"}
    )
    assert (answer.status_code, answer.headers["X-Outbox"]) == (403, "refused")


@pytest.mark.parametrize(
    "ago, kept",
    [("0", False), ("59", False), ("7200", True), ("-7200", False), ("9" * 30, False), ("soon", False)],
)
def test_the_time_of_play_is_believed_within_sense(app: Flask, table: Table, ago: str, kept: bool) -> None:
    with app.app_context():
        match = match_at(table.path)
        match.created_at = match.created_at.replace(year=match.created_at.year - 1)
        db.session.commit()
    send(table, ago=ago)

    with app.app_context():
        match = match_at(table.path)
        assert (history(match)[0].entered_at is not None) is kept
    assert (", sent today" in table.browser.get(f"{table.path}/history").text) is kept


def test_a_match_whose_link_was_renewed_is_found_by_a_phone_with_a_seat(app: Flask, sit: Sit) -> None:
    table = sit()
    page = table.browser.get(table.way("deadwood"))
    with table.browser.client.session_transaction() as session:
        device = session[DEVICE]
    with app.app_context():
        match = match_at(table.path)
        renew_link(match, Link.VIEWING, device)
        moved = f"m/{watch_token(match)}"

    answer = table.browser.client.post(
        table.way("deadwood"), data=page.inputs | KNOCK | {"save": "1"}, headers={"X-Part": "outbox"}
    )
    assert (answer.status_code, answer.headers["X-Moved"]) == (410, moved)


def test_nobody_else_learns_the_new_link(
    app: Flask, table: Table, another_phone: Callable[[], Browser]
) -> None:
    with table.browser.client.session_transaction() as session:
        device = session[DEVICE]
    with app.app_context():
        match = match_at(table.path)
        renew_link(match, Link.VIEWING, device)

    other = another_phone().client
    token = other.get("/outbox/token").json["csrf_token"]
    answer = other.post(table.way("deadwood"), data={"csrf_token": token}, headers={"X-Part": "outbox"})
    assert answer.status_code == 410
    assert "X-Moved" not in answer.headers
