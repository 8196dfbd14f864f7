"""Who may write: the phone that began the match. Everyone else with the address reads along."""

import pytest
from flask import Flask
from sqlalchemy import event

from models.records.base import db
from tests.gin.table import BOB, gin, knock
from tests.views.browser import Browser
from tests.views.table import BY_CARDS, Sit, Table, hands, of_class, totals, typed

READ = ["", "/rules", "/history", "/hands/{hand}"]
WRITTEN = ["/hands/new", "/hands/{hand}/correct", "/hands/{hand}/check"]
DONE = ["/hands/{hand}/remove", "/hands/{hand}/restore", "/rematch", "/hands/missed"]


@pytest.fixture
def played(table: Table) -> Table:
    """A match with a hand by counts and one by cards."""
    table.play(knock(8, 20))
    table.enter(BY_CARDS, by="cards")
    return table


def address(table: Table, path: str) -> str:
    """*path* of the match at *table*, with its first hand put in."""
    return table.path + path.format(hand=table.hand(1).rsplit("/", 1)[1])


def token(browser: Browser) -> str:
    """The token of a form, as any phone can get it."""
    return browser.get("/matches/new").inputs["csrf_token"]


@pytest.mark.parametrize("path", READ)
def test_a_watcher_reads_everything(played: Table, stranger: Browser, path: str) -> None:
    seen, mine = stranger.get(address(played, path)), played.browser.get(address(played, path))

    assert seen.heading == mine.heading


def test_a_watcher_sees_the_same_figures(played: Table, stranger: Browser) -> None:
    seen = stranger.get(played.path)

    assert totals(seen) == totals(played.sheet()) == ["12", "11"]
    assert hands(seen) == hands(played.sheet())


@pytest.mark.parametrize("path", READ)
def test_a_watcher_sees_no_button(played: Table, stranger: Browser, path: str) -> None:
    page = stranger.get(address(played, path))

    assert [form.element for form in page.forms if form.element["method"] == "post"] == []
    assert of_class(page, "actions") == []
    assert not any("hands/new" in url or "/correct" in url for url in page.links.values())


@pytest.mark.parametrize("path", WRITTEN)
def test_a_watcher_gets_no_form(played: Table, stranger: Browser, path: str) -> None:
    page = stranger.get(address(played, path), status=403)

    assert page.heading == "This phone may only watch"
    assert page.links["To the sheet"] == played.path


@pytest.mark.parametrize("path", [*WRITTEN, *DONE])
def test_a_watcher_writes_nothing(played: Table, stranger: Browser, path: str) -> None:
    before = played.sheet().text
    form = typed(knock(3, 30)) | {"entry": "mine", "version": "2", "csrf_token": token(stranger)}

    answer = stranger.client.post(
        address(played, path), data=form, query_string={"entry": "mine", "version": "2"}
    )

    assert answer.status_code == 403
    assert played.sheet().text == before


def test_a_seat_in_one_match_is_none_in_another(app: Flask, played: Table) -> None:
    bob = Browser(app.test_client())
    bob.send("/matches/new", {"name_0": "Bob", "name_1": "Cid"})

    assert bob.client.get(f"{played.path}/hands/new").status_code == 403
    assert len([url for url in bob.get("/").links.values() if url.startswith("/m/")]) == 1


def test_a_phone_that_lost_its_cookie_only_watches(app: Flask, played: Table) -> None:
    assert app.test_client().get(f"{played.path}/hands/new").status_code == 403


def test_a_cookie_that_was_made_up_is_no_seat(app: Flask, played: Table) -> None:
    client = app.test_client()
    client.set_cookie("deadwood", "eyJkZXZpY2UiOiJ0aGUgcGhvbmUgb24gdGhlIHRhYmxlIn0.made.up")

    assert client.get(f"{played.path}/hands/new").status_code == 403


@pytest.mark.parametrize("path", [*READ, *WRITTEN, *DONE])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"])
def test_an_unknown_address_leads_nowhere(browser: Browser, path: str, method: str) -> None:
    nowhere = "/m/" + "x" * 24 + path.format(hand=1)
    query = {"entry": "x", "version": "0"}

    answer = browser.client.open(
        nowhere, method=method, data={"csrf_token": token(browser)}, query_string=query
    )

    assert answer.status_code in (404, 405)
    assert method not in ("GET", "POST") or answer.status_code == 404 or method not in answer.allow


@pytest.mark.parametrize("watch", ["%00", "é", "x" * 2000, "..", "%2e%2e%2f", "'; --"])
def test_an_address_of_anything_leads_nowhere(browser: Browser, watch: str) -> None:
    assert browser.client.get(f"/m/{watch}").status_code in (404, 308)


def rows_of(app: Flask) -> dict[str, list[object]]:
    """Everything that is kept, table by table."""
    with app.app_context():
        return {
            table.name: sorted(db.session.execute(table.select()).all(), key=repr)
            for table in db.metadata.sorted_tables
        }


def test_reading_changes_nothing(app: Flask, played: Table) -> None:
    before = rows_of(app)
    addresses = ["/", "/matches/new", "/houses", "/houses/sydney", played.path + "/nowhere"]
    addresses += [address(played, path) for path in [*READ, *WRITTEN, *DONE]]

    for each in addresses:
        played.browser.client.get(each)
        played.browser.client.head(each)

    assert rows_of(app) == before


def test_looking_changes_nothing(app: Flask, played: Table) -> None:
    before = rows_of(app)

    played.look(typed(knock(8, 20)))
    played.look(BY_CARDS, by="cards")
    played.enter(typed(knock(11, 20)), status=422)

    assert rows_of(app) == before


@pytest.mark.parametrize(
    "path", ["/hands/{hand}/remove", "/hands/{hand}/restore", "/rematch", "/hands/missed"]
)
def test_what_writes_is_no_link(played: Table, path: str) -> None:
    answer = played.browser.client.get(address(played, path), query_string={"entry": "x", "version": "2"})

    assert answer.status_code in (404, 405)


@pytest.mark.parametrize("path", [*WRITTEN, *DONE])
def test_a_form_without_its_token_writes_nothing(played: Table, path: str) -> None:
    before = played.sheet().text

    answer = played.browser.client.post(
        address(played, path), data=typed(knock(3, 30)), query_string={"entry": "x", "version": "2"}
    )

    assert answer.status_code == 400
    assert played.sheet().text == before


# What it costs


def queries(app: Flask, browser: Browser, path: str) -> list[str]:
    """What the database is asked for a page."""
    asked: list[str] = []
    with app.app_context():
        engine = db.engine

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith(("PRAGMA", "BEGIN")):
            asked.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    browser.get(path)
    event.remove(engine, "before_cursor_execute", note)
    return asked


@pytest.mark.parametrize("count", [0, 30])
def test_a_sheet_takes_three_queries_however_long_it_is(app: Flask, sit: Sit, count: int) -> None:
    table = sit(target=10_000)
    table.play(*[knock(8, 20)] * count)

    assert len(queries(app, table.browser, table.path)) <= 3


def test_a_hand_and_the_history_take_four(app: Flask, played: Table) -> None:
    for path in (f"{played.path}/history", played.hand(1), played.way("cards")):
        assert len(queries(app, played.browser, path)) <= 4


def test_the_first_page_takes_one_query_however_many_matches(app: Flask, sit: Sit) -> None:
    for _ in range(5):
        sit().play(gin(17, by=BOB))

    assert len(queries(app, sit().browser, "/")) == 1
