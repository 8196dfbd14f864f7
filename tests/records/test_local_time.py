"""Local time is that of the computer, or the one that it was told."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import current_app

from models.records.tables.local_time import today

ROOT = Path(__file__).parent.parent.parent


def test_the_day_is_the_local_one(app_context: None) -> None:
    now = datetime.now(UTC)
    for hours in (-23, 23):
        current_app.config["OFFSETS"] = [[0, hours * 3600]]
        assert today() in {(at + timedelta(hours=hours)).date() for at in (now, datetime.now(UTC))}


def test_nothing_else_asks_for_the_zone_of_this_computer() -> None:
    sources = [path for folder in ("models", "views", "phone") for path in (ROOT / folder).rglob("*.py")]
    asking = ("astimezone()", "datetime.now()", "date.today()", "datetime.today()", "localtime(")

    assert [path for path in sources if any(each in path.read_text() for each in asking)] == []
