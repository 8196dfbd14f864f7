"""A match from paper ends after its last line. The sheet says so, and a button lets it go on."""

from dataclasses import replace

import pytest
from flask import Flask

from models.records.checking.audit import audit
from models.records.finding.matches import find_match
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.rule_changes import change_rules
from tests.views.browser import Browser
from tests.views.table import Table, press_on, totals
from views.web.access import DEVICE

PAPER = "Date,Ann,Bob\n2021-01-05,25,\n2021-01-05,,31\n2021-01-05,,20\n2021-01-05,12,\n"
ENDED = "The match ended here, after its last line."


@pytest.fixture
def imported(browser: Browser) -> Table:
    """A match from paper, on the phone that imported it."""
    page = browser.get("/import")
    page = browser._send(page, page.form_with({"text"}), {"text": PAPER}, 200)
    sheet = browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)
    return Table(browser, sheet.path)


def is_over(app: Flask, table: Table) -> bool:
    """Whether lists show it as over."""
    with app.app_context():
        match = find_match(table.path.removeprefix("/m/"))
        assert match is not None
        assert match.sheet.match.over == match.snapshot.match_over
        return match.snapshot.match_over


def test_it_is_over_and_the_higher_total_has_won(app: Flask, imported: Table) -> None:
    sheet = imported.sheet()

    assert ENDED in sheet.text
    assert "Bob wins by 14." in sheet.text
    assert totals(sheet) == ["37", "51"]
    assert is_over(app, imported)


def test_a_drawn_match_of_totals_alone_does_not_ask_to_deal(browser: Browser) -> None:
    """All lines of the match are adjustments, so no hand is on the sheet."""
    page = browser.get("/import")
    form = page.form_with({"text"})
    page = browser._send(page, form, {"text": "Date,Ann,Bob\n2021-01-19,60,60\n2021-01-20,70,40\n"}, 200)
    assert "Drawn. Ann 60, Bob 60" in page.text
    page = browser._send(page, page.form_with({"rows", "text"}), {"import": "1"}, 303)
    [drawn] = [each["href"] for each in page.root.all("a") if "drawn" in each.text]
    sheet = browser.get(str(drawn))

    assert ENDED in sheet.text
    assert "deals" not in sheet.text
    assert "Play the hand" not in sheet.text
    assert "Ann deals" in press_on(browser, sheet, "Go on").text


def test_it_can_go_on_and_that_can_be_undone(app: Flask, imported: Table) -> None:
    going_on = press_on(imported.browser, imported.sheet(), "Go on")

    assert ENDED not in going_on.text
    assert "Numbers" in going_on.links
    assert "Match goes on" in going_on.text
    assert not is_over(app, imported)

    again = press_on(imported.browser, going_on, "Undo")

    assert ENDED in again.text
    assert "Match ended after its last line" in again.text
    assert is_over(app, imported)


def test_the_history_says_that_it_ended_and_goes_on(imported: Table) -> None:
    press_on(imported.browser, imported.sheet(), "Go on")
    history = imported.browser.get(f"{imported.path}/history")

    assert "Match goes on" in history.text
    assert "Match ended after its last line" in history.text


def test_two_phones_that_let_it_go_on_do_it_once(app: Flask, imported: Table) -> None:
    form = next(form for form in imported.sheet().forms if "/go-on" in form.element["action"])
    token = imported.sheet().inputs["csrf_token"]
    for _phone in range(2):
        answer = imported.browser.client.post(form.element["action"], data={"csrf_token": token})
        assert answer.status_code == 303

    with app.app_context():
        match = find_match(imported.path.removeprefix("/m/"))
        assert match is not None
        assert match.version == 5


def test_a_viewer_reads_it_but_has_no_button(imported: Table, viewer: Browser) -> None:
    sheet = viewer.get(imported.path)

    assert ENDED in sheet.text
    assert "Go on" not in sheet.text


def test_who_changes_the_rules_does_not_let_it_go_on(app: Flask, imported: Table) -> None:
    with imported.browser.client.session_transaction() as session:
        device = session[DEVICE]
    with app.app_context():
        match = find_match(imported.path.removeprefix("/m/"))
        assert match is not None
        agreed = replace(match.agreement, rules=match.rules.but(target=150))
        change_rules(match, agreed, Entry(new_entry_id(), match.version, device))

    assert is_over(app, imported)


def test_the_audit_and_an_export_agree(app: Flask, imported: Table) -> None:
    written = imported.browser.client.get(f"{imported.path}/match.json").text
    press_on(imported.browser, imported.sheet(), "Go on")

    assert '"ends_after_last": true' in written
    assert "ends_after_last" not in imported.browser.client.get(f"{imported.path}/match.json").text
    with app.app_context():
        assert [proof.doubts for proof in audit()] == [()]


def test_the_same_paper_twice_adds_nothing(app: Flask, imported: Table, browser: Browser) -> None:
    """Also if the match goes on by now."""
    press_on(imported.browser, imported.sheet(), "Go on")
    page = browser.get("/import")
    page = browser._send(page, page.form_with({"text"}), {"text": PAPER}, 200)

    assert "This match is here already" in page.text


def test_a_rematch_has_not_ended(imported: Table) -> None:
    again = press_on(imported.browser, imported.sheet(), "Rematch")

    assert ENDED not in again.text
