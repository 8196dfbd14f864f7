"""A match that was taken along in WebKit, the engine of every iPhone, and in Firefox."""

from pathlib import Path

import pytest
from flask import Flask

from models.records.finding.earlier_sheets import history
from models.records.tables.change import ChangeKind
from tests.browser.network import network
from tests.browser.test_other_browsers import BROWSERS, enter_by_cards, start_match
from tests.conftest import missing
from tests.phone.browser.framed import COMPILING, STARTING
from tests.phone.built import offer_program
from tests.records.table import match_at

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", BROWSERS)
def test_a_match_that_was_taken_along_goes_on_without_the_server(
    app: Flask, tmp_path: Path, name: str
) -> None:
    find, phone = BROWSERS[name]
    if find() is None:
        missing(name)

    with offer_program(app), network(app) as net, phone(tmp_path) as ann:
        ann.open(f"{net.address}/matches/new")
        sheet = start_match(ann)
        ann.open(f"{net.address}/offline")
        ann.sees("To use a match offline")
        ann.open(f"{sheet}/along")
        ann.tap("[data-when=offered]:not([hidden]) [data-act=take]")
        ann.waits_for("[data-when=taken]:not([hidden])", COMPILING / 1000)
        net.stop()
        ann.open(sheet)
        ann.waits_for("#state[hidden]", STARTING / 1000)
        with ann.in_frame("#app"):
            ann.waits_for("html:not([data-stored]) main", STARTING / 1000)
            enter_by_cards(ann)
            ann.sees("Saved on this phone: 1 hand.", "body")
        net.start(app)
        ann.waits_for("html:not(:has(#app)) .hand-table tbody tr", STARTING / 1000)
        ann.open(sheet)
        ann.sees("Bob undercuts, +11.")
    with app.app_context():
        assert [change.kind for change in history(match_at(sheet))] == [ChangeKind.ADDED]
