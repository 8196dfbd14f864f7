"""Links that give a right: a look at one gives nothing, the button on its page does."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask

from models.records.books.books import book_of
from models.records.database.base import db
from models.records.saving import seats as saving
from models.records.tables.seat import Seat
from models.records.tables.shared import Link, scoring_token
from tests.gin.table import knock
from tests.records.table import match_at
from tests.views.browser import Browser, Page
from tests.views.table import Table, words
from tests.views.walking import rows_of

Phone = Callable[[], Browser]

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
BOT = "Mozilla/5.0 (compatible;"

PROGRAMS = {
    "HEAD": "LinkChecker/10.2 | curl/8.5.0 | Microsoft Office/16.0",
    "OPTIONS": "curl/8.5.0 | Microsoft Office/16.0",
    "prefetching": "Sec-Purpose: prefetch | Sec-Purpose: prefetch;prerender | Purpose: prefetch"
    " | X-Moz: prefetch | Sec-Purpose: prefetch;anonymous-client-ip | X-Purpose: preview",
    "previews of messengers": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"
    " | WhatsApp/2.23.20.0 | TelegramBot (like TwitterBot) | Twitterbot/1.0 | Viber/20.3.0"
    f" | Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots) | {BOT} Discordbot/2.0) | LinkedInBot/1.0"
    f" | {WINDOWS} SkypeUriPreview Preview/0.5 | Mastodon/4.2.0 (http.rb/5.1.1) Bot | Synapse (bot)"
    f" | {BOT} ZulipURLPreview/8.0) | facebookexternalhit/1.1;line-poker/1.0 | kakaotalk-scrap/1.0"
    f" | {IPHONE} facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "mail scanners, which pass for browsers": f"{WINDOWS} Chrome/129.0.0.0 Safari/537.36 | BarracudaCentral |"
    f" | {WINDOWS} Chrome/129.0.0.0 Edg/129.0.0.0 | {BOT} MSIE 10.0; Windows NT 6.1) | {WINDOWS}",
    "search engines": f"{BOT} Googlebot/2.1) | {BOT} bingbot/2.0) | {BOT} Applebot/0.1) | YandexBot/3.0",
    "tools": "curl/8.5.0 | Wget/1.21 | python-requests/2.32 | Go-http-client/2.0 | okhttp/4.12.0",
    "browsers whose page is only read": f"{IPHONE} Version/17.0 Mobile/15E148 Safari/604.1 | Lynx/2.9.0"
    f" | {IPHONE} [FBAN/FBIOS;FBAV/430.0] | Mozilla/5.0 (Android 14; Mobile; rv:130.0) Firefox/130.0"
    f" | Mozilla/5.0 (Linux; Android 14; wv) Chrome/129.0.0.0 | {WINDOWS} HeadlessChrome/129.0.0.0",
}
"""What 47 programs call themselves that fetch a link which nobody has opened, or the header they send.

The 48th, a browser that runs scripts, is in tests/browser/test_sharing.py.
"""


@pytest.fixture
def links(app: Flask, table: Table) -> dict[str, str]:
    """The three links that give a right, in the match on the table and a book with it."""
    table.browser.send("/books/new", {"name": "Club"})
    with app.app_context():
        match = match_at(table.path)
        book = book_of(match)
        assert book is not None
        care = f"/bc/{book.link(Link.CARE)}"
        return {"s": f"/s/{scoring_token(match)}", "bs": f"/bs/{scoring_token(book)}", "bc": care}


RIGHTS = pytest.mark.parametrize("right", ["s", "bs", "bc"])


@RIGHTS
@pytest.mark.parametrize("kind", PROGRAMS)
def test_programs_that_look_at_a_link_get_nothing(
    app: Flask, links: dict[str, str], another_phone: Phone, kind: str, right: str
) -> None:
    before = rows_of(app)

    for said in PROGRAMS[kind].split("|"):
        name, _, value = said.strip().rpartition(": ")
        method = kind if kind.isupper() else "GET"
        answer = another_phone().client.open(
            links[right], method=method, headers={name or "User-Agent": value}
        )
        assert answer.status_code == 200, said
        assert answer.headers["Cache-Control"] == "no-store" or kind == "OPTIONS"
        assert rows_of(app) == before, said


@RIGHTS
def test_the_page_has_one_button_and_names_nobody(
    table: Table, links: dict[str, str], viewer: Browser, right: str
) -> None:
    page = viewer.get(links[right])

    assert page.heading == "Deadwood"
    assert "<title>Deadwood</title>" in page.html
    assert list(page.buttons) == ["Look after this book" if right == "bc" else "Keep score on this phone"]
    for private in ("Ann", "Bob", "Club", "/m/", "/b/", "og:"):
        assert private not in page.html.replace(links[right], "")


@RIGHTS
def test_two_taps_take_one_seat_and_then_the_link_leads_in_at_once(
    app: Flask, links: dict[str, str], another_phone: Phone, right: str
) -> None:
    cid, before = another_phone(), seats_of(app)
    fields = cid.get(links[right]).inputs

    answers = [cid.client.post(links[right], data=fields) for _ in range(2)]
    answers.append(cid.client.get(links[right]))

    assert {(answer.status_code, answer.location) for answer in answers} == {(303, answers[0].location)}
    assert answers[0].location.startswith("/m/" if right == "s" else "/b/"), "which has no key"
    assert len(seats_of(app)) == len(before) + 1


def seats_of(app: Flask) -> list[tuple[bool, bool]]:
    """For each seat, whether the phone has it through a book, and whether it looks after one."""
    with app.app_context():
        return [(seat.through_book, seat.looks_after) for seat in db.session.query(Seat).order_by(Seat.id)]


def test_a_phone_with_a_smaller_right_is_asked_before_it_gets_more(
    app: Flask, table: Table, links: dict[str, str], another_phone: Phone
) -> None:
    """One that scores in the book, by the link to look after it, and by that of a match."""
    cid = another_phone()
    cid.join(links["bs"])
    Table(cid, table.path).add(knock(8, 20))
    assert seats_of(app)[2:] == [(False, False), (True, False)]

    for right in ("bc", "s"):
        cid.join(links[right])
        assert cid.client.get(links[right]).status_code == 303

    assert seats_of(app)[2:] == [(False, True), (False, False)]


@RIGHTS
def test_a_phone_without_cookies_is_told_that_it_needs_them(
    app: Flask, links: dict[str, str], viewer: Browser, right: str
) -> None:
    before, fields = rows_of(app), viewer.get(links[right]).inputs

    page = Page(app.test_client(use_cookies=False).post(links[right], data=fields).text, links[right])

    assert page.heading == "Deadwood needs cookies"
    assert viewer.client.post(links[right], data={}).status_code == 400
    assert rows_of(app) == before


@pytest.mark.engines
@RIGHTS
def test_a_full_page_names_the_way_out_and_that_makes_room(
    table: Table, links: dict[str, str], another_phone: Phone, monkeypatch: pytest.MonkeyPatch, right: str
) -> None:
    for most in ("MOST_PHONES", "MOST_BOOK_PHONES"):
        monkeypatch.setattr(saving, most, 3)
    bob, cid, dan = another_phone(), another_phone(), another_phone()
    for phone in (bob, cid):
        phone.join(links[right])
    fields = dan.get(links[right]).inputs

    full = dan.client.post(links[right], data=fields)

    assert full.status_code == 409
    assert "“Remove all other phones”, under “Share” on a phone that can do it, makes room." in full.text
    book = table.browser.get(f"{table.path}/book/open").path
    share = f"{table.path if right == 's' else book}/share"
    shown = table.browser.press(share, "Yes, remove them")
    assert dan.client.post(links[right], data=fields).status_code == 410
    if right == "bc":
        shown = table.browser.get(f"{share}/care")
    [link] = words(shown, "link__address")
    for phone in (dan, bob):
        phone.join(urlsplit(link).path)
    assert cid.get(urlsplit(link).path).heading == "Deadwood", "the removed phone has no seat"
