"""ETags of live pages: 304 while a page is the same, the page once it has changed."""

import gzip
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask, template_rendered
from sqlalchemy import event
from werkzeug.test import TestResponse

from models.records.books.rematches import start_rematch
from models.records.database.base import Base
from models.records.saving.hand_writes import tell_missed
from models.records.saving.rule_changes import write_remark
from models.records.saving.seats import end_seat, name_seat, renew_link, take_seat
from models.records.tables.match import Match
from models.records.tables.shared import Link
from tests.gin.table import BOB, gin, knock
from tests.queries import queries
from tests.records.table import match_at, path_of
from tests.views.browser import Browser
from tests.views.table import Sit, Table, press_on
from views.language import i18n
from views.shared import etags

PHONE = "the phone on the table"
OTHER_PHONE = "the phone of the other player"
LIVE = [""]
"""The pages of a match that are live."""


@pytest.fixture
def with_dutch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A catalogue without a sentence."""
    folder = tmp_path / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n')
    monkeypatch.setattr(i18n, "CATALOGUES", tmp_path)


@pytest.fixture(params=LIVE)
def path(request: pytest.FixtureRequest, table: Table) -> str:
    """A live page of a match with a hand."""
    table.play(knock(8, 20))
    return table.path + str(request.param)


def ask(browser: Browser, path: str, have: str = "", **headers: str) -> TestResponse:
    """Asks for a page, naming the etag of it that the phone has."""
    named = {"If-None-Match": have} if have else {}
    return browser.client.get(path, headers={**named, **headers})


def have(browser: Browser, path: str) -> str:
    """The etag that a phone has after it has opened a page."""
    answer = ask(browser, path)
    assert answer.status_code == 200
    return answer.headers["ETag"]


# The same page


def test_the_current_etag_gets_a_304(table: Table, path: str) -> None:
    answer = ask(table.browser, path, have(table.browser, path))

    assert (answer.status_code, answer.data) == (304, b"")


def test_a_viewer_too(viewer: Browser, path: str) -> None:
    assert ask(viewer, path, have(viewer, path)).status_code == 304


def test_it_stays_the_same_however_often_it_is_opened(table: Table, path: str) -> None:
    assert len({have(table.browser, path) for _ in range(3)}) == 1


def test_a_phone_with_a_fresh_session_gets_its_etag_at_the_first_request(
    app: Flask, table: Table, path: str, viewer: Browser
) -> None:
    viewer.device = PHONE

    assert ask(viewer, path, have(viewer, path)).status_code == 304


def test_the_page_itself_contains_its_etag(app: Flask, viewer: Browser, path: str) -> None:
    said: list[str] = []
    with template_rendered.connected_to(lambda _app, context, **_: said.append(context["etag"]), app):
        answer = ask(viewer, path)

    assert said[-1:] == [answer.headers["ETag"]]


def test_a_page_that_is_not_live_has_none(app: Flask, viewer: Browser) -> None:
    said: list[str] = []
    with template_rendered.connected_to(lambda _app, context, **_: said.append(context["etag"]), app):
        answer = ask(viewer, "/houses")

    assert said == [""]
    assert "ETag" not in answer.headers


def test_a_weak_mark_for_a_page_that_is_packed_in_many_ways(table: Table, path: str) -> None:
    plain, packed = ask(table.browser, path), ask(table.browser, path, **{"Accept-Encoding": "gzip"})

    assert plain.headers["ETag"].startswith("W/")
    assert plain.headers["ETag"] == packed.headers["ETag"]
    assert packed.headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize(
    "header", ["Content-Security-Policy", "Cache-Control", "Referrer-Policy", "X-Robots-Tag"]
)
def test_the_short_answer_says_what_the_long_one_says(table: Table, path: str, header: str) -> None:
    long = ask(table.browser, path)
    short = ask(table.browser, path, long.headers["ETag"])

    assert short.headers[header] == long.headers[header]


def test_it_depends_on_cookie_language_and_packing_and_says_so(table: Table, path: str) -> None:
    long = ask(table.browser, path, **{"Accept-Encoding": "gzip"})
    short = ask(table.browser, path, long.headers["ETag"])

    for answer in (long, short):
        assert set(answer.vary) == {"Cookie", "Accept-Language", "Accept-Encoding"}


def test_the_short_answer_leaves_the_cookie_alone(table: Table, path: str) -> None:
    assert "Set-Cookie" not in ask(table.browser, path, have(table.browser, path)).headers


# What it costs


def test_the_short_answer_takes_one_query_and_reads_no_record(app: Flask, table: Table, path: str) -> None:
    mark = have(table.browser, path)
    read: list[object] = []

    def note(record: object, _context: object) -> None:
        read.append(record)

    event.listen(Base, "load", note, propagate=True)
    with app.app_context(), queries() as asked:
        assert ask(table.browser, path, mark).status_code == 304
    event.remove(Base, "load", note)

    assert len(asked) == 1
    assert read == []


@pytest.mark.parametrize("matches", [0, 12])
def test_the_long_one_takes_three_however_many_matches_there_are(app: Flask, sit: Sit, matches: int) -> None:
    for _ in range(matches):
        sit().play(gin(17, by=BOB))
    table = sit(target=10_000)
    table.play(*[knock(8, 20)] * 30)

    with app.app_context(), queries() as asked:
        table.sheet()

    assert len(asked) <= 3


# Another page


HAPPENS: dict[str, Callable[[Match], object]] = {
    "missed lay-offs are hidden": lambda match: tell_missed(match, False, PHONE),
    "a remark is written": lambda match: write_remark(match, "At the lake", PHONE),
    "a rematch is started": lambda match: start_rematch(match, PHONE),
    "the phone that wrote last gets a name": lambda match: name_seat(match, PHONE, "Ann"),
}
"""What changes a sheet and is no change of it."""


@pytest.mark.parametrize("what", HAPPENS)
def test_it_is_another_page_when(app: Flask, table: Table, viewer: Browser, path: str, what: str) -> None:
    before = {phone: have(phone, path) for phone in (table.browser, viewer)}

    with app.app_context():
        HAPPENS[what](match_at(path))

    for phone in before:
        assert ask(phone, path, before[phone]).status_code == 200


def test_every_change_of_the_sheet_makes_another_page(table: Table, viewer: Browser, path: str) -> None:
    seen = [have(viewer, path)]
    table.play(knock(3, 30))
    for button in ("Undo", "Redo", "Undo"):
        seen.append(have(viewer, path))
        press_on(table.browser, table.sheet(), button)
    seen.append(have(viewer, path))

    assert len(set(seen)) == 5


def test_a_seat_that_is_taken_or_ended_makes_another_page(
    app: Flask, table: Table, viewer: Browser, path: str
) -> None:
    viewer.device = OTHER_PHONE
    watching = have(viewer, path)
    with app.app_context():
        take_seat(match_at(path), OTHER_PHONE)
    playing = ask(viewer, path, watching)
    with app.app_context():
        match = match_at(path)
        end_seat(match, match.live_seats[1].id, PHONE)
    again = ask(viewer, path, playing.headers["ETag"])

    assert (playing.status_code, again.status_code) == (200, 200)
    assert again.headers["ETag"] != playing.headers["ETag"]


def test_a_saved_entry_is_reported_to_the_phone_that_sent_it(table: Table, path: str) -> None:
    before = have(table.browser, path)
    with table.browser.client.session_transaction() as session:
        session["saved"] = "another entry"

    assert ask(table.browser, path, before).status_code == 200


def test_a_new_form_token_makes_another_page(table: Table, path: str) -> None:
    before = have(table.browser, path)
    with table.browser.client.session_transaction() as session:
        session["csrf_token"] = "another"

    assert ask(table.browser, path, before).status_code == 200


def test_the_etag_of_one_address_is_not_that_of_another(table: Table, path: str) -> None:
    before = have(table.browser, path)

    assert ask(table.browser, path + "?joined=1", before).status_code == 200


def test_a_phone_with_a_seat_and_a_viewer_have_different_etags(
    table: Table, viewer: Browser, path: str
) -> None:
    assert have(table.browser, path) != have(viewer, path)


@pytest.mark.parametrize("asked", ["nl", "en-GB"])
@pytest.mark.usefixtures("with_dutch")
def test_another_language_or_variety_is_another_page(viewer: Browser, path: str, asked: str) -> None:
    assert ask(viewer, path, have(viewer, path), **{"Accept-Language": asked}).status_code == 200


def test_another_release_makes_other_pages(app: Flask, table: Table, path: str) -> None:
    before = have(table.browser, path)
    app.extensions["source_digest"] = "of another release"

    assert ask(table.browser, path, before).status_code == 200


def test_a_release_is_its_code_templates_and_styles(tmp_path: Path) -> None:
    seen = set()
    for name in ("models/a.py", "views/words/b.py", "templates/c.html", "static/css/d.css"):
        written = tmp_path / name
        written.parent.mkdir(parents=True)
        for content in ("one", "two"):
            written.write_text(content)
            seen.add(etags.digest(tmp_path))
    (tmp_path / "views" / "__pycache__").mkdir()
    for name in ("b.cpython-311.pyc", "b.cpython-311.pyc.139912"):  # as it is while it is being written
        (tmp_path / "views" / "__pycache__" / name).write_text("compiled")

    assert len(seen) == 8
    assert etags.digest(tmp_path) in seen


def test_a_renewed_link_leads_to_the_new_one_whatever_the_phone_has(
    app: Flask, table: Table, path: str
) -> None:
    before = have(table.browser, path)
    with app.app_context():
        match = match_at(path)
        renew_link(match, Link.VIEWING, PHONE)
        new = path_of(match)

    answer = ask(table.browser, path, before)
    assert (answer.status_code, answer.location) == (307, path.replace(table.path, new))


GZIP = {"Accept-Encoding": "gzip"}


def drawn(app: Flask, phones: list[Browser], path: str, **headers: str) -> tuple[int, set[bytes]]:
    """How many pages were rendered for these viewers, and the different ones that they got."""
    rendered: list[object] = []
    with template_rendered.connected_to(lambda *_args, **_more: rendered.append(1), app):
        pages = {ask(phone, path, **headers).data for phone in phones}
    return len(rendered), pages


def test_viewers_get_one_page_that_was_rendered_once(app: Flask, table: Table, path: str) -> None:
    phones = [Browser(app.test_client()) for _ in range(5)]
    for phone in phones:
        ask(phone, path)
    table.play(gin(9, by=BOB))
    plain = ask(phones[0], path).data

    rendered, pages = drawn(app, phones, path, **GZIP)

    assert rendered == 1
    assert [gzip.decompress(page) for page in pages] == [plain]
    assert ask(phones[0], path, **GZIP).headers["Content-Encoding"] == "gzip"
    assert drawn(app, [table.browser], path, **GZIP)[0] == 1, "a phone that scores has its own page"


def test_a_viewer_with_other_settings_gets_another_page(app: Flask, table: Table, path: str) -> None:
    phones = [Browser(app.test_client()) for _ in range(2)]
    for phone in phones:
        ask(phone, path)
    phones[1].press("/settings", "Save", {"theme": "dark"})

    rendered, pages = drawn(app, phones, path, **GZIP)

    assert (rendered, len(pages)) == (2, 2)


def test_any_etag_does_not_reveal_that_an_address_exists(viewer: Browser, path: str) -> None:
    assert ask(viewer, path, "*").status_code == 200


def test_an_unknown_address_has_no_etag(browser: Browser) -> None:
    answer = ask(browser, "/m/" + "x" * 24, "*")

    assert answer.status_code == 404
    assert "ETag" not in answer.headers


# Over the wire


def test_the_connection_stays_open_between_two_questions(table: Table, path: str, server: str) -> None:
    connection = HTTPConnection(urlsplit(server).netloc, timeout=10)
    connection.connect()
    socket = connection.sock
    etag = ""
    for status in (200, 304, 304):
        connection.request("GET", path, headers={"If-None-Match": etag})
        answer = connection.getresponse()
        answer.read()
        etag = answer.headers["ETag"]
        assert (answer.status, answer.headers["Connection"]) == (status, None)

    assert connection.sock is socket
    connection.request("GET", path, headers={"If-None-Match": etag, "Connection": "close"})
    assert connection.getresponse().headers["Connection"] == "close"
