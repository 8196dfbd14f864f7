"""Sharing: the links to view and to keep score, how both are renewed, and the button that gives a right."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask

from models.records.books.books import book_of
from models.records.database.base import db
from models.records.finding.matches import find_shared
from models.records.saving import seats as saving
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.seat import Seat
from models.records.tables.shared import Link, SharedRecord, scoring_token
from tests.gin.table import knock
from tests.records.table import match_at
from tests.views.browser import Browser, Page
from tests.views.table import Sit, Table, element, of_class, press_on, totals, typed, words
from tests.views.walking import rows_of

AT_HOME = "http://192.168.1.20:8000"


def opened(table: Table) -> SharedRecord:
    """The match, or the book, at the address of a table."""
    of, link = (Match, "/m/") if table.path.startswith("/m/") else (Book, "/b/")
    found = find_shared(of, Link.VIEWING, table.path.removeprefix(link))
    assert found is not None
    return found


def seats(app: Flask, table: Table) -> int:
    """How many phones may write."""
    with app.app_context():
        return len(opened(table).live_seats)


def share(table: Table) -> str:
    """Where a match is shared."""
    return f"{table.path}/share"


def link(page: Page) -> str:
    [shown] = words(page, "link__address")
    return shown


def scoring_link(table: Table) -> str:
    """The way to a seat, as the phone at the table shows it."""
    return urlsplit(link(table.browser.get(f"{share(table)}/scoring"))).path


@pytest.fixture(params=["match", "book"])
def shared(request: pytest.FixtureRequest, table: Table) -> Table:
    """A match, and a book with it: the pages that share them are the same."""
    if request.param == "match":
        return table
    page = table.browser.send("/books/new", {"name": ""})
    return Table(table.browser, page.path.partition("?")[0])


@pytest.fixture
def cid(shared: Table, another_phone: Callable[[], Browser]) -> Table:
    """Cid, who came in by the scoring link."""
    browser = another_phone()
    browser.join(scoring_link(shared))
    return Table(browser, shared.path)


@pytest.fixture
def bob(table: Table, another_phone: Callable[[], Browser]) -> Table:
    """Bob, who came in by the scoring link."""
    browser = another_phone()
    browser.join(scoring_link(table))
    return Table(browser, table.path)


def phones(page: Page) -> list[str]:
    """The phones that may write, as they are listed."""
    return [next(each.all("b")).text for each in of_class(page, "phone")]


# The links


def test_the_viewing_link_is_one_tap_away_and_is_the_address_of_the_sheet(table: Table) -> None:
    page = table.browser.get(table.sheet().links["Share"])

    assert urlsplit(link(page)).path == table.path
    assert "Anyone with this link can view the sheet, but not change it." in page.text


def test_the_scoring_link_is_one_tap_further(shared: Table) -> None:
    page = shared.browser.get(shared.browser.get(share(shared)).links["Let another phone keep score"])

    assert urlsplit(link(page)).path.startswith(("/s/", "/bs/"))
    assert len(urlsplit(link(page)).path) >= len("/s/") + 128 / 6


@pytest.mark.parametrize("home", [AT_HOME, "https://gin.example", "http://[2001:db8::7]:8000"])
def test_the_link_is_on_the_host_that_this_phone_asked(shared: Table, home: str) -> None:
    page = Page(shared.browser.client.get(share(shared), base_url=home).text, share(shared))

    assert link(page) == home + shared.path


def test_another_host_than_localhost_needs_no_word(viewer: Browser, table: Table) -> None:
    page = Page(viewer.client.get(share(table), base_url=AT_HOME).text, share(table))

    assert "same wifi" not in page.text
    assert "Other phones can’t open this" not in page.text


@pytest.mark.parametrize("here", ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_no_other_phone_is_sent_to_localhost_without_a_word(viewer: Browser, table: Table, here: str) -> None:
    page = Page(viewer.client.get(share(table), base_url=here).text, share(table))
    shown = urlsplit(link(page))

    if shown.hostname == urlsplit(here).hostname:
        assert "Other phones can’t open this: this computer is not on a network." in page.text
        assert of_class(page, "qr") == []
    else:
        assert shown.port == 8000
        assert f"For phones on the same wifi as this computer ({shown.hostname})." in page.text


@pytest.mark.parametrize("path", ["", "/scoring"])
def test_no_camera_is_shown_an_address_that_no_phone_can_open(app: Flask, table: Table, path: str) -> None:
    """Deadwood serves this computer alone."""
    app.config["ONLY_HERE"] = True
    page = Page(table.browser.client.get(share(table) + path, base_url="http://localhost").text, path)

    assert "Other phones can’t open this: Deadwood can only be reached from this computer." in page.text
    assert of_class(page, "qr") == []


@pytest.mark.parametrize("path", ["", "/scoring"])
def test_the_code_has_room_around_it(shared: Table, path: str) -> None:
    [code] = of_class(shared.browser.get(share(shared) + path), "qr")
    _, _, size, _ = map(int, code["viewbox"].split())
    [drawn] = code.all("path")
    starts = [each.split("h")[0].split() for each in drawn["d"].split("M")[1:]]

    assert {"4"} == {min((x for x, _ in starts), key=int), min((y for _, y in starts), key=int)}
    assert max(int(y) for _, y in starts) == size - 5


# Coming in


def test_a_phone_that_came_in_is_asked_once_whose_it_is(
    table: Table, another_phone: Callable[[], Browser]
) -> None:
    browser = another_phone()
    asked = browser.join(scoring_link(table))
    sheet = press_on(browser, asked, "Bob")

    assert "This phone can now keep score. Whose phone is it?" in asked.text
    forms = [form["class"] for form in asked.root.all("form")]
    assert forms
    assert all("post" in form.split() for form in forms), "scripts would not renew what is being filled in"
    assert sheet.path == table.path
    assert "Whose phone is it?" not in sheet.text + browser.get(asked.path).text
    assert phones(table.browser.get(share(table))) == ["A phone", "Bob’s phone"]


def test_a_viewer_is_not_asked(table: Table, viewer: Browser) -> None:
    assert "Whose phone is it?" not in viewer.get(f"{table.path}?welcome=1").text


# Whose phone it is


def test_each_player_says_whose_phone_it_is(shared: Table) -> None:
    assert "Whose phone is this?" in shared.browser.get(share(shared)).text

    page = shared.browser.press(share(shared), "Ann")

    assert "This is Ann’s phone" in page.text
    assert phones(page) == ["Ann’s phone"]


def test_it_may_be_somebody_elses(shared: Table) -> None:
    page = shared.browser.press(share(shared), "Save the name", {"label": "  Aunt   Zoë "})

    assert phones(page) == ["Aunt Zoë’s phone"]


@pytest.mark.parametrize(
    "typed, wrong",
    [
        ("", "Enter a name"),
        ("   ", "Enter a name"),
        ("x" * 41, "A name can be at most 40 letters long."),
        ("\u202eAnn", "This name has characters that can’t be shown."),
    ],
)
def test_a_name_that_is_none_is_said_so_at_its_place(shared: Table, typed: str, wrong: str) -> None:
    page = shared.browser.press(share(shared), "Save the name", {"label": typed}, status=422)

    assert wrong in element(page, "label-error").text
    assert page.inputs["label"] == typed
    assert "Whose phone is this?" in page.text


# Who may write, and who no more


def test_the_phones_that_may_write_are_listed(shared: Table, cid: Table) -> None:
    shared.browser.press(share(shared), "Ann")
    page = shared.browser.get(share(shared))
    mine, his = of_class(page, "phone")

    assert "Ann’s phone this phone since today" in mine.text
    assert "A phone since today" in his.text
    assert [form.element for form in page.forms if form.element in mine.all()] == []


def test_a_seat_is_ended_by_another_phone(shared: Table, cid: Table) -> None:
    page = shared.browser.press(share(shared), "Yes, remove it")

    assert "That phone can no longer keep score." in page.text
    assert len(phones(page)) == 1
    assert cid.browser.client.get(f"{share(cid)}/scoring").status_code == 403
    assert cid.browser.client.get(cid.path).status_code == 200


def test_a_seat_that_has_ended_already_is_ended_once(shared: Table, cid: Table) -> None:
    page = shared.browser.get(share(shared))

    for _ in range(2):
        assert len(phones(press_on(shared.browser, page, "Yes, remove it"))) == 1


def test_nobody_ends_their_own_seat_or_one_of_another_match(app: Flask, table: Table, sit: Sit) -> None:
    other = sit()
    with app.app_context():
        [mine] = [seat.id for seat in opened(table).live_seats]
        [elsewhere] = [seat.id for seat in opened(other).live_seats]
    token = table.browser.get(share(table)).inputs["csrf_token"]

    for seat in (mine, elsewhere, 10_000):
        table.browser.client.post(f"{share(table)}/seats/{seat}/end", data={"csrf_token": token})

    assert seats(app, table) == 1
    assert table.browser.client.get(table.way("deadwood")).status_code == 200


# New links


def test_a_new_viewing_link_replaces_the_old_one(table: Table, viewer: Browser, bob: Table) -> None:
    table.add(knock(8, 20))
    page = table.browser.press(share(table), "Turn off the old link")
    new = urlsplit(link(page)).path

    assert new != table.path
    assert "This link is new." in page.text
    assert viewer.client.get(table.path).status_code == 410
    assert totals(viewer.get(new)) == ["12", "0"]
    assert new in bob.browser.get("/").links.values()
    assert bob.browser.client.get(f"{new}/hands/new").status_code == 200


def test_a_page_that_is_open_at_the_old_link_leads_a_phone_with_a_seat_to_the_new_one(
    table: Table, bob: Table, viewer: Browser
) -> None:
    form = bob.browser.get(bob.way("deadwood"))
    new = urlsplit(link(table.browser.press(share(table), "Turn off the old link"))).path

    assert bob.browser.client.get(bob.path).location == new
    query = "?late=stop&endpoint=a&_scheme=b&name=%E5%AE%89"
    assert bob.browser.client.get(bob.path + query).location == new + query
    filled = form.inputs | typed(knock(8, 20))
    moved = bob.browser.client.post(form.path, data=filled)
    assert moved.status_code == 307, "a browser sends the form again"
    bob.browser.client.post(moved.location, data=filled)
    assert totals(table.browser.get(new)) == ["12", "0"]


def test_a_new_link_to_write_ends_the_old_one_and_leaves_the_seats(
    table: Table, bob: Table, viewer: Browser
) -> None:
    old = scoring_link(table)
    page = table.browser.press(f"{share(table)}/scoring", "Turn off the old link")
    new = urlsplit(link(page)).path

    assert new != old
    assert viewer.client.get(old).status_code == 410
    assert bob.browser.client.get(bob.way("deadwood")).status_code == 200
    assert viewer.join(new).path.startswith(table.path)


@pytest.mark.parametrize("path", ["", "/scoring"])
def test_with_either_the_other_seats_end_if_that_is_asked(
    app: Flask, shared: Table, cid: Table, path: str
) -> None:
    page = shared.browser.press(share(shared) + path, "Turn off the old link", {"others": "1"})
    watch = page.path.split("/share")[0]

    assert seats(app, Table(shared.browser, watch)) == 1
    assert cid.browser.client.get(f"{watch}/share/scoring").status_code == 403
    assert shared.browser.client.get(f"{watch}/share/scoring").status_code == 200


def test_only_the_two_links_can_be_renewed(shared: Table) -> None:
    token = shared.browser.get(share(shared)).inputs["csrf_token"]
    answer = shared.browser.client.post(
        f"{share(shared)}/renew", data={"csrf_token": token, "what": "everything"}
    )

    assert answer.status_code == 400


# Who watches


def test_a_viewer_can_share_the_viewing_link_and_nothing_else(shared: Table, viewer: Browser) -> None:
    page = viewer.get(share(shared))

    assert urlsplit(link(page)).path == shared.path
    assert [form.element for form in page.forms] == []
    assert of_class(page, "phone") == []
    assert "Let another phone keep score" not in page.links
    assert {"Export", "Import"} <= page.links.keys()
    assert page.path + "#keep-score" == viewer.get(shared.path).links["Keep score on this phone"]


# Your matches


def test_a_phone_remembers_the_matches_it_follows_and_no_other_phone_does(
    table: Table, viewer: Browser, another_phone: Callable[[], Browser]
) -> None:
    viewer.get(table.path)
    page = viewer.get("/")

    assert "Matches you follow" in page.text
    assert table.path in page.links.values()
    assert table.path not in another_phone().get("/").links.values()
    assert "Matches you follow" not in table.browser.get("/").text


def test_a_304_does_not_count_as_following(table: Table, viewer: Browser) -> None:
    tag = viewer.client.get(table.path).headers["ETag"]
    viewer.client.delete_cookie("deadwood")
    answer = viewer.client.get(table.path, headers={"If-None-Match": tag})

    assert answer.status_code == 304
    assert "Set-Cookie" not in answer.headers


def test_a_match_with_a_seat_is_not_listed_as_followed(table: Table, viewer: Browser) -> None:
    viewer.get(table.path)
    viewer.join(scoring_link(table))
    page = viewer.get("/")

    assert "Matches you follow" not in page.text
    assert table.path in page.links.values()


def test_a_link_that_was_renewed_drops_out(table: Table, viewer: Browser) -> None:
    viewer.get(table.path)
    table.browser.press(share(table), "Turn off the old link")

    assert not any(url.startswith("/m/") for url in viewer.get("/").links.values())


def test_a_phone_remembers_the_last_twelve(sit: Sit, viewer: Browser) -> None:
    watched = [sit(names=(f"Ann {number}", "Bob")) for number in range(14)]
    for each in watched:
        viewer.get(each.path)
    cookie = viewer.client.get_cookie("deadwood")
    links = [url for url in viewer.get("/").links.values() if url.startswith("/m/")]

    assert set(links) == {each.path for each in watched[2:]}
    assert cookie is not None
    assert len(cookie.value) < 4096


def test_matches_are_listed_by_who_plays(sit: Sit) -> None:
    """Whoever is named first."""
    for names in [("Ann", "Cid"), *[("Ann", "Bob"), ("Bob", "Ann")] * 3]:
        table = sit(names=names, target=10)
        table.add(knock(8, 20))
    page = table.browser.get("/")

    assert [each.text for each in page.root.all("h2")] == ["Play again", "Bob and Ann", "Ann and Cid"]
    [fold] = page.root.all("details")
    assert fold.text.startswith("3 earlier matches")
    assert len(of_class(page, "match")) == 7


def test_a_match_that_is_over_is_not_continued(sit: Sit) -> None:
    table = sit(target=10)
    table.add(knock(8, 20))
    page = table.browser.get("/")

    assert "Continue" not in page.links
    moment = words(page, "match__note")[0].rpartition(" · ")[2]
    assert words(page, "match") == [f"Ann 232 Bob 0 Ann won · Standard, to 10 · {moment}"]


def test_a_first_visit_shows_a_sample_sheet_and_asks_for_nothing(
    another_phone: Callable[[], Browser],
) -> None:
    page = another_phone().get("/")

    assert words(page, "total__points") == ["75", "41"]
    foot = ["Rules", "Judge", "Settings", "Import", "Language"]
    assert list(page.links) == ["Skip to content", *foot, "New match"]
    assert len(page.text.split()) <= 40


# Another game


def test_another_game_is_found_from_the_one_before(sit: Sit, viewer: Browser) -> None:
    table = sit(target=10)
    table.add(knock(8, 20))
    again = table.browser.press(table.path, "Rematch").path

    assert viewer.get(table.path).links["Go to the rematch"] == again


def test_a_removed_viewer_does_not_return_through_the_previous_match(sit: Sit, viewer: Browser) -> None:
    table = sit(target=10)
    table.add(knock(8, 20))
    again = Table(table.browser, table.browser.press(table.path, "Rematch").path)
    new = urlsplit(link(table.browser.press(share(again), "Turn off the old link"))).path

    assert new not in viewer.client.get(table.path).text
    assert viewer.client.get(f"{table.path}/table").status_code == 200
    assert table.browser.press(table.path, "Rematch").path == new


def test_who_may_not_write_any_more_does_not_come_back_by_the_game_before(
    app: Flask, sit: Sit, another_phone: Callable[[], Browser]
) -> None:
    table = sit(target=10)
    bob = Table(another_phone(), table.path)
    bob.browser.join(scoring_link(table))
    table.add(knock(8, 20))
    again = Table(table.browser, table.browser.press(table.path, "Rematch").path)
    assert seats(app, again) == 2
    table.browser.press(share(again), "Yes, remove it")
    token = bob.browser.get(share(bob)).inputs["csrf_token"]
    bob.browser.client.post(f"{table.path}/rematch", data={"csrf_token": token})

    assert seats(app, again) == 1
    assert bob.browser.client.get(f"{again.path}/hands/new").status_code == 403


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
