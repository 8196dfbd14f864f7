"""Local time is the server's, also where a phone has been carried into another time zone."""

from datetime import UTC, datetime

import pytest
from flask import current_app

from models.records.tables.local_time import local_time, today
from phone.clocks import offsets_since
from tests.time_zones import BERLIN, NEW_YORK, in_zone

SET = {
    BERLIN: [("2026-03-29 01:00", 2), ("2026-10-25 01:00", 1), ("2027-03-28 01:00", 2)],
    NEW_YORK: [("2026-03-08 07:00", -4), ("2026-11-01 06:00", -5), ("2027-03-14 07:00", -4)],
}
"""When clocks are set, in UTC, and how many hours they are ahead of it from then on. From calendars."""


def seconds(moment: str) -> int:
    return int(datetime.fromisoformat(f"{moment}+00:00").timestamp())


@pytest.mark.parametrize("zone, hours", [(BERLIN, 1), (NEW_YORK, -5)])
def test_a_copy_says_to_the_second_when_clocks_are_set(app_context: None, zone: str, hours: int) -> None:
    with in_zone(zone):
        told = offsets_since(2026)

    written = [[seconds(moment), ahead * 3600] for moment, ahead in SET[zone]]
    assert told[:4] == [[seconds("2026-01-01 00:00"), hours * 3600], *written]


def test_ten_years_are_told(app_context: None) -> None:
    with in_zone(BERLIN):
        told = offsets_since(today().year)
        years = {local_time(datetime.fromtimestamp(second, UTC)).year for second, _ahead in told}

    assert years >= set(range(today().year + 1, today().year + 10))


def test_where_clocks_are_never_set_one_offset_is_told(app_context: None) -> None:
    with in_zone("<+0545>-5:45"):
        assert offsets_since(2026) == [[seconds("2026-01-01 00:00"), 5 * 3600 + 45 * 60]]


@pytest.mark.parametrize(
    "moment, said",
    [
        ("2026-03-29 00:59:59", "2026-03-29T01:59:59+01:00"),
        ("2026-03-29 01:00:00", "2026-03-29T03:00:00+02:00"),
        ("2026-07-31 22:30:00", "2026-08-01T00:30:00+02:00"),
        ("2026-10-25 00:30:00", "2026-10-25T02:30:00+02:00"),
        ("2026-10-25 01:30:00", "2026-10-25T02:30:00+01:00"),
        ("2025-07-01 12:00:00", "2025-07-01T13:00:00+01:00"),
    ],
)
def test_a_phone_in_new_york_tells_the_time_of_its_server_in_berlin(
    app_context: None, moment: str, said: str
) -> None:
    with in_zone(BERLIN):
        told = offsets_since(2026)

    current_app.config["OFFSETS"] = told
    with in_zone(NEW_YORK):
        assert local_time(datetime.fromisoformat(f"{moment}+00:00")).isoformat() == said


def test_a_start_that_no_match_has_does_no_harm(app_context: None) -> None:
    with in_zone(BERLIN):
        assert offsets_since(1)[0] == [0, 3600]
        assert offsets_since(9999) == offsets_since(today().year)
