"""Deleting a match, and removing the name of a person."""

from collections.abc import Callable

import pytest
from flask import Flask

from models.records.books.rematches import start_rematch
from models.records.tables.shared import scoring_token, watch_token
from tests.gin.table import BOB, gin, knock
from tests.records.table import a_match, match_at
from tests.views.browser import Browser, Page
from tests.views.table import ANN_KNOCKS, Sit, Table
from tests.views.walking import rows_of

GONE = "Delete this match"


@pytest.fixture
def played(table: Table) -> Table:
    """A match with three hands."""
    table.add(knock(8, 20), gin(18, by=BOB))
    table.add(ANN_KNOCKS)
    return table


def deletion(table: Table) -> Page:
    """The page that deletes the match, reached from the menu of the sheet."""
    return table.browser.get(table.sheet().links[GONE])


def press(table: Table, page: Page, status: int = 303, **changed: str) -> Page:
    """Confirms the deletion."""
    return table.browser._send(page, page.form_with({"entry", "version"}), changed, status)


def test_a_match_is_deleted_after_a_list_of_what_goes(app: Flask, played: Table) -> None:
    page = deletion(played)
    assert "The match of Ann and Bob" in page.text
    assert "3 hands" in page.text
    assert "3 changes in the history" in page.text
    assert "Nobody can bring it back." in page.text
    assert "other phone" not in page.text
    assert page.links["Download the match"] == f"{played.path}/match.json"

    home = press(played, page)

    assert "The match was deleted." in home.text
    assert played.path not in home.links.values()
    assert not any(rows_of(app).values())
    for path in (played.path, f"{played.path}/history", f"{played.path}/delete"):
        played.browser.get(path, status=404)


def test_the_confirmation_stands_on_the_list_of_matches(played: Table, sit: Sit) -> None:
    other = sit()
    home = press(played, deletion(played))

    assert home.path.startswith("/")
    assert other.path in home.links.values()
    assert "The match was deleted." not in played.browser.get("/").text


def test_a_form_that_is_sent_twice_deletes_once_and_one_that_was_guessed_confirms_nothing(
    played: Table,
) -> None:
    page = deletion(played)
    press(played, page)

    assert "The match was deleted." in press(played, page).text
    press(played, page, status=404, entry="guessed")


def test_what_was_saved_meanwhile_is_not_deleted_unseen(app: Flask, played: Table) -> None:
    page = deletion(played)
    played.add(knock(8, 20))
    before = rows_of(app)

    again = press(played, page, status=409)
    assert "Someone has changed the sheet meanwhile" in again.text
    assert "4 hands" in again.text
    assert rows_of(app) == before

    press(played, again)
    assert not any(rows_of(app).values())


def test_other_phones_are_counted_and_lose_the_match(
    app: Flask, played: Table, another_phone: Callable[[], Browser]
) -> None:
    with app.app_context():
        match = match_at(played.path)
        link = f"/s/{scoring_token(match)}"
    bob = another_phone()
    bob.join(link)
    page = deletion(played)
    assert "1 other phone can no longer keep score" in page.text
    press(played, page)

    bob.get(played.path, status=404)
    assert played.path not in bob.get("/").links.values()


def test_a_rematch_stays(app: Flask, played: Table) -> None:
    with app.app_context():
        match = match_at(played.path)
        rematch = f"/m/{watch_token(start_rematch(match, played.browser.device))}"
    page = deletion(played)
    assert "The rematch stays, but" in page.text

    press(played, page)
    assert played.browser.get(rematch).heading == "Ann and Bob"


def names_page(table: Table) -> Page:
    """The page that removes a name, reached from the history."""
    history = table.browser.get(f"{table.path}/history")
    return table.browser.get(history.links["Remove a name"])


def remove(table: Table, name: str, status: int = 303) -> Page:
    """Removes a name."""
    page = names_page(table)
    return table.browser._send(page, page.form_with({"name"}), {"name": name} if name else {}, status)


def test_a_name_is_removed_from_every_page(played: Table) -> None:
    played.browser.get(f"{played.path}/share")
    done = remove(played, "Ann")

    assert "The name was removed." in done.text
    for path in ("", "/history", "/rules", "/share", "/delete", "/hands/1", "/names"):
        page = played.browser.get(played.path + path)
        assert "Ann" not in page.text, path
        assert path in ("/rules", "/share") or "Player 1" in page.text, path


def test_a_live_page_notices_it(played: Table) -> None:
    etag = played.browser.client.get(played.path).headers["ETag"]
    again = {"If-None-Match": etag}
    assert played.browser.client.get(played.path, headers=again).status_code == 304
    remove(played, "Ann")

    assert played.browser.client.get(played.path, headers=again).status_code == 200


def test_a_hand_that_is_being_entered_is_still_saved(played: Table) -> None:
    page = played.browser.get(played.way("deadwood"))
    remove(played, "Ann")
    hand = {"knocker": "0", "outcome": "knock", "deadwood_0": "5", "deadwood_1": "25"}

    saved = played.browser._send(page, page.form_with({"save"}), hand | {"save": "1"}, 303)
    assert "Player 1" in saved.text


def test_both_names_can_go_and_one_that_is_gone_is_no_mistake(played: Table) -> None:
    sent = played.browser.get(f"{played.path}/names").form_with({"name"}).inputs
    for name in ("Bob", "Ann"):
        remove(played, name)
    again = played.browser.client.post(f"{played.path}/names", data=sent | {"name": "Bob"})

    page = played.browser.get(again.location)
    assert "The name was removed." in page.text
    assert "There is nothing to list here." in page.text
    assert played.sheet().heading == "Player 1 and Player 2"


def test_a_new_match_offers_nobody_whose_name_was_removed(table: Table) -> None:
    assert "Ann and Bob" in table.browser.get("/matches/new").text
    remove(table, "Ann")

    page = table.browser.get("/matches/new").text
    assert "Player 1 and Bob" not in page
    assert "Ann and Bob" not in page


def test_a_name_is_removed_from_all_matches_of_the_phone_if_asked(
    app: Flask, sit: Sit, another_phone: Callable[[], Browser]
) -> None:
    here, later, other = sit(), sit(names=("Cid", "ann")), sit(names=("Bob", "Cid"))
    elsewhere = Table(another_phone(), "")
    with app.app_context():
        others = a_match(device="another phone")
        link = watch_token(others)
    before = other.sheet().heading

    page = names_page(here)
    here.browser._send(page, page.form_with({"name"}), {"name": "Ann", "everywhere": "y"}, 303)

    assert here.sheet().heading == "Player 1 and Bob"
    assert later.sheet().heading == "Cid and Player 2"
    assert other.sheet().heading == before == "Bob and Cid"
    assert elsewhere.browser.get(f"/m/{link}").heading == "Ann and Bob"


def test_a_name_has_to_be_chosen(app: Flask, played: Table) -> None:
    before = rows_of(app)

    assert "Choose a name." in remove(played, "", status=422).text
    assert rows_of(app) == before
