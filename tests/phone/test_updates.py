"""The application on a phone is updated while hands wait: none is lost, whatever database was kept."""

from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from models.records.database.base import db
from phone import boot
from tests.phone.taken_along import New
from tests.views.offline.evening import OfflineEvening, Step


def _of(revision: str) -> None:
    """Makes the database one of another version."""
    db.session.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    db.session.commit()


def from_before_the_release() -> None:
    """Makes the database one from before the first release, which is not migrated."""
    _of("0020")


def of_a_newer_version() -> None:
    """Makes the database one that a newer version has migrated."""
    _of("newer")


def kept_after(here: boot.Phone, change: Callable[[], None]) -> tuple[str, bytes]:
    """What a phone keeps once something was done to its database."""
    with here.app.app_context():
        change()
    return here.keep()


@pytest.mark.parametrize("change", [from_before_the_release, of_a_newer_version])
@pytest.mark.parametrize("step", [Step.TAKE, Step.DIE_SOON])
def test_hands_that_wait_are_sent_after_an_update(
    app: Flask, unused: list[New], change: Callable[[], None], step: Step
) -> None:
    evening = OfflineEvening(app, unused[:1])
    mine = evening.phones[0]
    for each in (Step.LOSE, Step.ENTER, step, Step.ENTER):
        evening.happen(mine, each)
    here = unused[0].application
    mine.kept = kept_after(here, change)  # type: ignore[attr-defined]
    evening.happen(mine, Step.DIE)
    evening.happen(mine, Step.ENTER)

    assert evening.seen(mine) == {12: 1, 13: 1, 14: 1}
    evening.end()
    assert evening.listed == [(12, 1), (13, 1), (14, 1)]


def test_a_damaged_database_is_made_anew(app: Flask, unused: list[New]) -> None:
    evening = OfflineEvening(app, unused[:1])
    mine = evening.phones[0]
    for each in (Step.LOSE, Step.ENTER, Step.DIE):
        evening.happen(mine, each)
    mine.kept = (mine.kept[0], b"no database" * 1_000)  # type: ignore[attr-defined]

    assert evening.seen(mine) == {12: 1}


def test_without_a_server_a_database_that_cannot_be_used_is_never_replaced(
    make_phone: Callable[..., boot.Phone],
) -> None:
    phone = make_phone("alone", ALONE=True)
    kept, _database = phone.keep()

    with pytest.raises(DBAPIError):
        phone.restore(kept, b"no database" * 1_000)
