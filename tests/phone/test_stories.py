"""Evenings of phones that have taken the match along: without the server, waiting, and updated."""

import json
from collections.abc import Callable

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from models.records.database.base import db
from models.records.tables.match import Match
from phone import boot, rehearsal
from phone.boot import Called, Phone
from tests.phone.conftest import MakePhone
from tests.phone.phones import SITE
from tests.phone.taken_along import New
from tests.profiles import examples
from tests.views.browser import Browser
from tests.views.offline.evening import OfflineEvening, Step
from tests.views.offline.test_stories import Story, check, sheet_after, stories
from tests.views.table import Table, press_on


@examples(10, thorough=100)
@given(story=stories([*Step]), along=st.integers(1, 2))
def test_every_hand_is_on_the_sheet_once_and_on_the_phones(
    app: Flask, unused: list[New], story: Story, along: int
) -> None:
    evening = check(app, story, unused[:along])

    for phone in evening.phones[:along]:
        phone.happen(Step.TAKE)
        phone.is_reached = False
        assert list(evening.seen(phone).items()) == evening.listed


def test_what_was_discarded_is_not_undone_on_a_hand_of_another_phone(app: Flask, unused: list[New]) -> None:
    story = [(0, Step.LOSE), (1, Step.ENTER), (0, Step.ENTER), (1, Step.ENTER_TOO), (0, Step.UNDO)]

    evening = OfflineEvening(app, unused[:1])
    assert sheet_after(evening, *story, (1, Step.ENTER)) == [
        (12, 1),
        (13, 1),
        (14, 1),
    ]


def test_a_correction_is_never_of_the_hand_that_another_phone_has_in_its_place(
    app: Flask, unused: list[New]
) -> None:
    evening = OfflineEvening(app, unused[:1])
    mine, other, _third = evening.phones
    evening.happen(mine, Step.LOSE)
    for step in (Step.ENTER, Step.CORRECT):
        evening.happen(mine, step)
    evening.happen(other, Step.ENTER)
    evening.end()

    # The other hand came first, so the own one is the second, with its correction given up for a choice.
    assert evening.listed == [(13, 1), (12, 1)]


@pytest.mark.parametrize("step", [Step.DIE, Step.DIE_SOON, Step.FILL])
def test_what_a_phone_could_not_keep_is_sent_all_the_same(app: Flask, unused: list[New], step: Step) -> None:
    evening = OfflineEvening(app, unused[:1])
    mine = evening.phones[0]
    for each in (Step.LOSE, step, Step.ENTER, Step.DIE, Step.ENTER, Step.CORRECT):
        evening.happen(mine, each)
    assert evening.seen(mine) == {12: 1, 13: 2}
    evening.end()

    assert evening.listed == [(12, 1), (13, 2)]


WON = {"knocker": "0", "outcome": "gin", "deadwood_1": "98"}


@pytest.fixture
def here(phone: Phone, table: Table) -> Browser:
    """The phone on the table, without a network."""
    table.enter(WON)
    phone.take(json.loads(table.browser.client.get(f"{table.path}/take").data))
    return Browser(phone.app.test_client())


def test_a_rematch_waits_for_the_server(here: Browser, table: Table) -> None:
    page = here.press(table.path, "Rematch", status=403)

    assert "This waits for the server" in page.text
    assert page.forms[0].element["action"].startswith(f"{table.path}/rematch")
    assert page.forms[0].buttons[0].text == "Send again"


def test_a_change_of_the_rules_keeps_everything_that_was_chosen(here: Browser, table: Table) -> None:
    page = here.get(f"{table.path}/rules/change")
    form = page.form_with({"target"})
    sent = form.inputs | {"target": "175", "save": "1"}
    answer = here.client.post(f"{table.path}/rules/change", data=sent)

    assert (answer.status_code, answer.headers["X-Refused"]) == (403, "needs the server")
    kept = here._checked(answer, f"{table.path}/rules/change", 403).forms[0].inputs
    assert {**sent, "csrf_token": ""} == {**kept, "csrf_token": ""}


def test_the_phone_shows_itself_what_other_rules_would_change(here: Browser, table: Table) -> None:
    page = here.get(f"{table.path}/rules/change")
    preview = press_on(here, page, "Preview", {"target": "175"}, status=200)

    assert "What changes on the sheet" in preview.text


def test_a_page_says_what_needs_a_network(here: Browser, table: Table) -> None:
    assert "A rematch, sharing" in here.get(f"{table.path}/result.png", status=403).text


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
    assert phone.kept is None
    assert phone.state.session.keys() == session.keys()
    assert phone.state.session != session


def test_what_was_kept_is_kept_again_once_something_changes(make_phone: MakePhone) -> None:
    before, phone = make_phone("before"), make_phone()
    link = rehearsal.start_sample(before)
    phone.restore(*before.keep())

    phone.retain([link])
    was_as_kept = phone.is_as_kept()
    phone.retain([])

    assert was_as_kept
    assert not phone.is_as_kept()


def test_a_phone_without_anything_kept_has_something_to_keep(make_phone: MakePhone) -> None:
    assert not make_phone().is_as_kept()


def test_chosen_settings_are_something_to_keep(make_phone: MakePhone) -> None:
    phone = make_phone()
    phone.restore(*phone.keep())

    phone.state.display = "four"

    assert not phone.is_as_kept()


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
