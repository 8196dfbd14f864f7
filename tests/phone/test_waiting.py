"""What a phone can't do without the server: it says so, and keeps what was entered."""

import json

import pytest

from phone.boot import Phone
from tests.views.browser import Browser
from tests.views.table import Table, press_on

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
