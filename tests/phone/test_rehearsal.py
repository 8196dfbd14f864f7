"""What a phone does before its memory is kept, so that a start finds it done."""

import pytest
from sqlalchemy import select

from models.records.database.base import db
from models.records.tables.match import Match
from phone import rehearsal
from phone.boot import Called
from tests.phone.conftest import MakePhone
from tests.phone.phones import SITE


def test_a_start_is_rehearsed_with_a_hand_that_waits(make_phone: MakePhone) -> None:
    phone = make_phone()
    link = rehearsal.start_sample(phone)

    rehearsal.rehearse_start(Called(phone), link)

    _status, _headers, sheet = phone.answer("GET", f"{SITE}/m/{link}", {})
    assert b"Ann knocks, +15. Ann 30, Bob 0." in sheet


def test_nothing_of_the_rehearsal_is_left(make_phone: MakePhone, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = make_phone()
    session = phone.state.session
    monkeypatch.setattr(rehearsal, "started", lambda _settings: Called(phone))

    rehearsal.rehearse("{}")

    with phone.app.app_context():
        assert db.session.scalars(select(Match)).all() == []
    assert (phone.state.links, phone.state.copies, phone.state.display) == ({}, {}, "")
    assert phone.state.offsets == []
    assert phone.restored is None
    assert phone.state.session.keys() == session.keys()
    assert phone.state.session != session


def test_what_was_kept_is_kept_again_once_something_changes(make_phone: MakePhone) -> None:
    before, phone = make_phone("before"), make_phone()
    link = rehearsal.start_sample(before)
    phone.restore(*before.keep())

    phone.retain([link])
    was_as_restored = phone.is_as_restored()
    phone.retain([])

    assert was_as_restored
    assert not phone.is_as_restored()


def test_a_phone_without_anything_kept_has_something_to_keep(make_phone: MakePhone) -> None:
    assert not make_phone().is_as_restored()


def test_chosen_settings_are_something_to_keep(make_phone: MakePhone) -> None:
    phone = make_phone()
    phone.restore(*phone.keep())

    phone.state.display = "four"

    assert not phone.is_as_restored()
