"""A phone that was carried into another time zone shows the times of its server."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from models.records.database.base import db
from phone.boot import Kept, Phone
from tests.phone.conftest import MakePhone
from tests.phone.phones import SITE
from tests.phone.test_copies import compared, taken
from tests.records.table import match_at
from tests.time_zones import BERLIN, NEW_YORK, in_zone
from tests.views.offline.test_outbox import send
from tests.views.table import Sit, Table

SAYING_WHEN = (
    "",
    "/history",
    "/hands/1",
    "/hands/1/correct",
    "/hands.csv",
    "/score-sheet",
    "/result",
    "/result.svg",
)
"""Pages with times or days."""

NOON = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
"""The start of this hour. It is noon where the server of these tests is: no test runs over its midnight."""

MIDNIGHT = NOON - timedelta(hours=12)

AHEAD = 12 - NOON.hour
"""How many hours the server is ahead of UTC."""


def zone(ahead: int) -> str:
    """The time zone so many hours *ahead* of UTC."""
    return f"<{ahead:+03}>{-ahead}"


SERVER = zone(AHEAD)

ELSEWHERE = zone(AHEAD - 11)
"""Where it is one in the morning."""


def play_at(app: Flask, table: Table, moments: Iterable[datetime]) -> None:
    """Enters a hand at each of *moments*, all of them of the last days."""
    with app.app_context():
        match_at(table.path).created_at -= timedelta(days=3)
        db.session.commit()
    for nth, moment in enumerate(moments, 1):
        ago = (datetime.now(UTC) - moment).total_seconds()
        assert send(table, ago=str(int(ago)), deadwood_0=str(nth)).status_code == 200


BRITISH = {"Accept-Language": "en-GB"}
"""So that times are written as 23:59."""


def shown(phone: Phone, path: str) -> str:
    return phone.answer("GET", SITE + path, BRITISH)[2].decode()


def test_what_was_before_midnight_there_is_yesterday_here_too(app: Flask, phone: Phone, table: Table) -> None:
    with in_zone(SERVER):
        play_at(app, table, (MIDNIGHT - timedelta(minutes=1), MIDNIGHT))
        phone.take(taken(table))
        of_server = table.browser.client.get(f"{table.path}/history", headers=BRITISH).text

    assert "yesterday, 23:59" in of_server
    assert "today, 00:00" in of_server
    with in_zone(ELSEWHERE):
        here = shown(phone, f"{table.path}/history")
    assert "yesterday, 23:59" in here
    assert "today, 00:00" in here


def test_between_two_hands_clocks_are_put_forward(app: Flask, phone: Phone, table: Table) -> None:
    day = (NOON + timedelta(hours=AHEAD)).timetuple().tm_yday - 1
    summer = f"{SERVER}{zone(AHEAD + 1)},{day}/6,{(day + 100) % 365}"
    with in_zone(summer):
        play_at(app, table, (NOON - timedelta(hours=7), NOON - timedelta(hours=5)))
        phone.take(taken(table))

    # Five and seven in the morning; at six it was seven.
    with in_zone(ELSEWHERE):
        here = shown(phone, f"{table.path}/history")
    assert "today, 05:00" in here
    assert "today, 08:00" in here
    assert "today, 07:00" not in here


def test_all_pages_are_those_of_the_server_in_both_zones(app: Flask, phone: Phone, table: Table) -> None:
    with in_zone(SERVER):
        play_at(app, table, (MIDNIGHT - timedelta(minutes=1), MIDNIGHT))
        phone.take(taken(table))
        pages = {path: compared(table, phone, table.path + path) for path in SAYING_WHEN}

    with in_zone(ELSEWHERE):
        for path, (of_server, here) in pages.items():
            assert here == of_server, path
            assert compared(table, phone, table.path + path)[1] == of_server, path


@pytest.mark.parametrize("ahead", [-23, 23])
def test_a_match_that_is_started_there_has_the_day_of_the_server(
    phone: Phone, table: Table, ahead: int
) -> None:
    with in_zone(zone(ahead)):
        phone.take(taken(table))
    before = datetime.now(UTC)
    form = {"name_0": "Cid", "name_1": "Dee", "entry": "new"}
    with in_zone(zone(0)):
        status, answer = phone.apply({"url": "matches/new", "fields": list(form.items())}, 0)

    assert status == 200
    with phone.app.app_context():
        started = match_at(json.loads(answer)["location"]).played_on
    assert started in {(at + timedelta(hours=ahead)).date() for at in (before, datetime.now(UTC))}


def test_a_phone_that_is_started_anew_still_knows(
    app: Flask, phone: Phone, table: Table, make_phone: MakePhone
) -> None:
    with in_zone(BERLIN):
        phone.take(taken(table))
    again = make_phone("again")
    again.restore(*phone.keep())

    assert again.app.config["OFFSETS"] == again.state.offsets == phone.state.offsets != []


def test_what_an_earlier_match_told_of_earlier_times_stays_known(app: Flask, phone: Phone, sit: Sit) -> None:
    earlier, later = sit(), sit()
    with app.app_context():
        match_at(earlier.path).created_at -= timedelta(days=365)
        db.session.commit()
    with in_zone(BERLIN):
        for table in (earlier, later):
            phone.take(taken(table))
        assert phone.state.offsets[0] == taken(earlier)["offsets"][0]
        assert phone.state.offsets[-1] == taken(later)["offsets"][-1]


def test_old_copies_tell_nothing_and_times_are_those_of_the_phone(phone: Phone, table: Table) -> None:
    copy = taken(table)
    del copy["offsets"]
    phone.take(copy)
    before = phone.keep()

    assert phone.app.config["OFFSETS"] == []
    assert "Ann" in shown(phone, table.path)
    old = {name: value for name, value in json.loads(before[0]).items() if name != "offsets"}
    phone.restore(json.dumps(old), before[1])
    assert phone.app.config["OFFSETS"] == []


def test_a_server_that_moves_into_another_zone_sends_new_copies(phone: Phone, table: Table) -> None:
    with in_zone(BERLIN):
        copy = taken(table)
    ask = f"{table.path}/take?stamp={copy['stamp']}"

    with in_zone(BERLIN):
        assert table.browser.client.get(ask).status_code == 204
    with in_zone(NEW_YORK):
        phone.take(copy)
        assert table.browser.client.get(ask).status_code == 200
        phone.take(taken(table))
        assert phone.state.offsets == taken(table)["offsets"]


def test_without_any_server_times_are_those_of_the_phone(make_phone: MakePhone) -> None:
    alone = make_phone(ALONE=True)

    with alone.app.app_context(), in_zone(zone(5)):
        assert alone.app.config["OFFSETS"] == Kept().offsets == []
