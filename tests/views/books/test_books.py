"""Books as players use them: start one, score in it, find a match, rename, merge, split and delete."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from sqlalchemy import select, update

from models.gin.rules.options import Shutout
from models.gin.rules.presets import PRESETS
from models.records.books.book_matches import Chosen, start_in_book
from models.records.books.books import books_of
from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.saving.pipeline import new_entry_id
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from tests.gin.table import BOB, gin
from tests.records.table import match_at, on_day
from tests.views.browser import Browser, Element, Page
from tests.views.table import Sit, Table, of_class, press_on, totals, words

Phone = Callable[[], Browser]

ANN_WINS = gin(98)
"""Ends a game to 100."""
BOB_WINS = gin(98, by=BOB)


@pytest.fixture(autouse=True)
def proved(browser: Browser) -> None:
    """After each test, the audit has nothing to doubt."""
    yield
    with browser.client.application.app_context():
        assert [proof for proof in audit() if proof.doubts] == []


def send(browser: Browser, path: str, fields: dict[str, object]) -> Page:
    """Sends the last form at *path*, with all ticks that are set unless *fields* has others."""
    page = browser.get(path)
    form = next(
        form for form in reversed(page.forms) if set(fields) - {"match"} <= set(form.inputs) | {"two"}
    )
    ticked = [
        each["value"]
        for each in page.root.all("input")
        if each["name"] == "match" and "checked" in each.attributes
    ]
    response = browser.client.post(path, data=form.inputs | {"match": ticked} | fields)
    assert response.status_code == 303, response.text
    return browser.get(response.location)


def start_book(browser: Browser, **fields: object) -> str:
    """Starts a book of all matches of this phone; returns its address."""
    return send(browser, "/books/new", {"name": "", **fields}).path.partition("?")[0]


def scoring_link(browser: Browser, path: str) -> str:
    """The scoring link of a match or a book."""
    return urlsplit(words(browser.get(f"{path}/share/scoring"), "link__address")[0]).path


def link(page: Page, text: str) -> str:
    return next(each["href"] for each in page.root.all("a") if each.text.startswith(text))


def has_link(page: Page, text: str) -> bool:
    return any(each.text.startswith(text) for each in page.root.all("a"))


def player(browser: Browser, book: str, name: str) -> str:
    """The address of the page of a player."""
    return link(browser.get(f"{book}/players"), name)


def sheets(page: Page) -> list[str]:
    """The matches of a list."""
    return [each["href"] for each in of_class(page, "match__link") if each["href"].startswith("/m/")]


def test_a_book_is_started_in_one_step_from_the_matches_on_this_phone(browser: Browser, sit: Sit) -> None:
    first, second = sit(names=("Ann", "Bob")), sit(names=("Bob", "ann"))
    first.play(ANN_WINS)
    page = browser.get(browser.get("/").links["Start a book"])
    assert "Two people are called Ann" in page.text or "Two people are called ann" in page.text

    book = start_book(browser)
    page = browser.get(book)

    assert "1" in words(page, "lead__won")
    assert "is ahead by 1 match." in page.text
    assert link(page, "Continue") == second.path
    assert set(sheets(page)) == {first.path, second.path}
    home = browser.get("/")
    assert "Bob 0" in home.text
    assert set(sheets(home)) == {first.path, second.path}


def test_in_a_club_nobody_is_led_to_a_match_of_others(
    browser: Browser, table: Table, another_phone: Phone
) -> None:
    """In a club, the match is only listed. In a book of two players, each phone can go on."""
    pair, cid = start_book(browser), another_phone()
    cid.join(scoring_link(browser, pair))
    assert link(cid.get(pair), "Continue") == link(cid.get("/"), "Continue") == table.path

    browser.send(f"{pair}/players", {"name": "Cid"})
    for path in (pair, "/"):
        assert not has_link(cid.get(path), "Continue")
        assert table.path in sheets(cid.get(path))
        assert link(browser.get(path), "Continue") == table.path


def test_a_book_can_start_empty(browser: Browser) -> None:
    book = start_book(browser, name="Thursday club")
    page = browser.get(book)

    assert "No matches yet" in page.text
    started = browser.send(f"{book}/matches/new", {"name_0": "Ann", "name_1": "Bob", "first_dealer": "0"})
    assert "Ann" in started.text
    assert "Thursday club" in browser.get("/").text
    assert words(browser.get(book), "lead__name") == ["Ann", "Bob"]


def test_a_new_match_in_a_book_takes_one_tap(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob"), house="french")
    book = start_book(browser)

    sheet = browser.press(f"{book}/matches/new", "Start")

    assert "Higher total" in sheet.text
    assert link(sheet, "The book")
    assert has_link(browser.get(player(browser, book, "Ann")), "All 2 matches")


def test_the_line_of_the_rules_says_what_is_chosen_in_a_book(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob"))
    page = browser.get(f"{start_book(browser)}/matches/new")
    assert words(page, "opens__line") == ["Two players", "Rules: As usual"]

    other = press_on(browser, page, "Done", {"house": "sydney"}, status=200)
    assert words(other, "opens__line")[1] == "Rules: Zero sum, to 150"


def test_two_go_on_with_their_rules_and_others_start_with_those_of_the_book(
    browser: Browser, sit: Sit
) -> None:
    sit(names=("Ann", "Bob"), house="palace")
    book = start_book(browser)
    assert "Boxes at once" in browser.press(f"{book}/matches/new", "Start").text

    browser.send(link(browser.get(f"{book}/rules"), "Change"), {"house": "french"})
    assert "Higher total" in browser.get(f"{book}/rules").text
    page = browser.get(f"{book}/matches/new")
    assert "Ann and Bob" not in page.text
    assert "Higher total" in browser.press(f"{book}/matches/new", "Start").text

    with browser.client.application.app_context():
        later = datetime.now(UTC) + timedelta(minutes=1)
        db.session.execute(update(Match).where(Match.preset == "palace").values(created_at=later))
        db.session.commit()
        for match in db.session.scalars(select(Match).where(Match.preset == "french")):
            on_day(match, date(2020, 1, 1))
    page = browser.get(f"{book}/matches/new")
    assert "Ann and Bob: Boxes at once" in page.text
    assert "Others: Higher total" in page.text
    assert "Boxes at once" in browser.press(f"{book}/matches/new", "Start").text
    new = {"name_1": "Cid", "first_dealer": "1"}
    assert "Higher total" in browser.send(f"{book}/matches/new", new).text


def test_mistakes_on_the_form_are_said_at_their_place(browser: Browser) -> None:
    book = start_book(browser)
    page = browser.send(f"{book}/matches/new", {"name_0": "Ann", "name_1": ""}, 422)
    assert "Choose a player, or enter a name." in page.text
    page = browser.send(f"{book}/matches/new", {"name_0": "Ann", "name_1": "ann"}, 422)
    assert "Choose different people." in page.text
    page = browser.send(f"{book}/players", {"name": "", "note": ""}, 422)
    assert "Enter a name." in page.text
    browser.send(f"{book}/players", {"name": "Ann", "note": ""})
    page = browser.send(f"{book}/players", {"name": "ANN", "note": ""}, 422)
    assert "Another player has this name." in page.text


def test_another_phone_scores_in_all_matches_by_one_link(
    browser: Browser, sit: Sit, another_phone: Phone
) -> None:
    table, bob = sit(names=("Ann", "Bob")), another_phone()
    book = start_book(browser)
    scoring = scoring_link(browser, book)

    page = bob.join(scoring)
    assert "This phone can now keep score in all matches of this book." in page.text
    assert bob.get("/").links["Ann and Bob"] == book
    bobs = Table(bob, table.path)
    assert "Numbers" in bobs.sheet().text
    bobs.enter({"knocker": "0", "outcome": "knock", "deadwood_0": "8", "deadwood_1": "20"})

    assert "2" not in words(browser.get(f"{book}/share"), "phone__name")
    ended = next(form for form in browser.get(f"{book}/share").forms if "/seats/" in form.element["action"])
    browser.client.post(ended.element["action"], data=ended.inputs)
    assert "Numbers" not in bobs.sheet().text
    bob.get(scoring, status=410)
    assert bob.get(book)


def test_a_viewer_of_the_book_sees_all_matches_and_changes_nothing(
    browser: Browser, table: Table, viewer: Browser
) -> None:
    book = start_book(browser, name="Our secret club")
    for path in ("", "/matches", "/players", "/rules", "/share", "/history"):
        assert "New match" not in viewer.get(book + path).text
    for path in ("/matches/new", "/name", "/delete", "/share/scoring", "/rules/change"):
        viewer.get(book + path, status=403)

    assert sheets(viewer.get(book)) == [table.path]
    assert link(viewer.get(table.path), "The book") == f"{table.path}/book/open"
    assert "Our secret club" in viewer.get("/").text


def test_the_link_of_a_match_says_nothing_about_its_book(
    browser: Browser, sit: Sit, viewer: Browser, another_phone: Phone
) -> None:
    table, other = sit(names=("Ann", "Bob")), sit(names=("Cid", "Dan"))
    book = start_book(browser, name="Our secret club")
    guest = another_phone()
    guest.join(scoring_link(browser, table.path))

    for phone in (viewer, guest):
        for path in ("", "/share", "/rules", "/history"):
            page = phone.get(table.path + path)
            assert "secret" not in page.html
            assert book not in page.html
            assert other.path not in page.html
            assert not has_link(page, "The book")
        phone.get(f"{table.path}/book/open", status=404)
    assert "secret" not in guest.get(f"{table.path}/book").html


def test_a_new_match_of_the_same_two_joins_their_book(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob"))
    book = start_book(browser, name="Our evenings")
    assert "Into the book of these players, if there is one Ann, Bob" in browser.get("/matches/new").text

    joined = browser.send("/matches/new", {"name_0": "bob", "name_1": "Ann"})
    assert link(joined, "The book")
    assert len(sheets(browser.get(book))) == 2
    assert sheets(browser.get("/"))[0] == joined.path

    browser.send("/matches/new", {"name_0": "Ann", "name_1": "Bob", "same_book": ""})
    browser.send("/matches/new", {"name_0": "Ann", "name_1": "Cid"})
    assert len(sheets(browser.get(book))) == 2


def test_a_new_match_joins_no_book_in_which_others_play_too(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob"))
    club = start_book(browser, name="Our club")
    browser.send(f"{club}/matches/new", {"name_0": "Ann", "name_1": "Cid", "first_dealer": "0"})
    browser.send("/matches/new", {"name_0": "Ann", "name_1": "Bob"})

    assert len(sheets(browser.get(club))) == 2


def test_a_match_joins_a_book_and_leaves_it(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob"))
    book = start_book(browser)
    table = sit(names=("Ann", "Cid"))
    choose = link(table.sheet(), "Add to a book")
    page = browser.press(link(browser.get(choose), "Ann and Bob"), "Add the match")

    assert page.path == book
    assert {each.text for each in browser.get(f"{book}/players").root.all("th")} >= {"Ann", "Bob", "Cid"}
    browser.press(f"{table.path}/book", "Take it out")
    assert sheets(browser.get(f"{book}/matches?name=cid")) == []
    other = browser.press(f"{table.path}/book", "A new book").path
    assert other != book
    assert sheets(browser.get(other)) == [table.path]


def test_years_from_paper_join_a_book_at_once(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob")).play(ANN_WINS)
    book = start_book(browser)
    for _ in range(3):
        sit(names=("Bob", "Ann")).play(ANN_WINS)
    others = sit(names=("Ann", "Eve")).path
    page = browser.get(link(browser.get(book), "Add matches"))

    def offered() -> list[Element]:
        return [each for each in browser.get(page.path).root.all("input") if each["name"] == "match"]

    assert ["checked" in each.attributes for each in offered()] == [False, True, True, True]

    after = send(browser, page.path, {})

    assert words(after, "lead__won") == ["1", "3"]
    assert "3 matches added to the book" in browser.get(f"{book}/history").text
    assert others not in sheets(browser.get(f"{book}/matches"))
    send(browser, page.path, {"match": [each["value"] for each in offered()]})
    assert others in sheets(browser.get(f"{book}/matches"))
    assert "This phone has no matches outside of books." in browser.get(page.path).text


@pytest.mark.engines
def test_a_form_of_before_its_match_was_in_a_book_is_told_in_which(browser: Browser, table: Table) -> None:
    series = start_book(browser, match=[])
    forms = {
        path: browser.get(path).forms[-1].inputs
        for path in ("/books/new", f"{table.path}/book", f"{series}/matches/add")
    }
    [match] = [
        each["value"] for each in browser.get("/books/new").root.all("input") if each["name"] == "match"
    ]
    new, _of_match, adding = forms.values()
    new |= {"name": "Attic", "match": match}
    adding["match"] = match
    first, again = (browser.client.post("/books/new", data=new) for _ in range(2))
    assert first.location == again.location

    for path, form in forms.items():
        answer = browser.client.post(path, data=form | {"entry": new_entry_id()})
        assert answer.status_code == 409, path
        assert "The match of Ann and Bob is in the book “Attic”." in answer.text


def test_all_matches_of_the_phone_are_added_at_once(browser: Browser, sit: Sit) -> None:
    """Also those of people who are not in the book."""
    sit(names=("Ann", "Bob"))
    book = start_book(browser)
    others = [sit(names=(name, "Dee")) for name in ("Cid", "Eve")]
    page = browser.get(f"{book}/matches/add")
    form = page.form_with({"match"})
    answer = browser.client.post(page.path, data=form.inputs | {"all": "1"})

    assert answer.status_code == 303
    assert set(sheets(browser.get(book))) >= {table.path for table in others}
    assert "This phone has no matches outside of books." in browser.get(f"{book}/matches/add").text


def test_two_spellings_are_one_person_and_a_wrong_merge_is_undone(browser: Browser, sit: Sit) -> None:
    first, second = sit(names=("Ann", "Bob")), sit(names=("Annie", "Bob"))
    book = start_book(browser)
    annie, ann = player(browser, book, "Annie"), player(browser, book, "Ann")
    bob = player(browser, book, "Bob")

    page = browser.send(f"{annie}/merge", {"into": bob.rpartition("/")[2]}, 422)
    assert "have played each other in 1 match, so they are two people." in page.text
    page = browser.send(f"{annie}/merge", {"into": ann.rpartition("/")[2]})
    assert "All matches now count for Ann." in page.text
    assert "Annie" not in second.sheet().text

    page = browser.get(f"{ann}/split")
    chosen = [each["value"] for each in page.root.all("input") if "checked" in each.attributes]
    assert len(chosen) == 1
    send(browser, f"{ann}/split", {"name": "Annie", "note": ""})
    assert "Annie" in second.sheet().text
    assert "Annie" not in first.sheet().text
    assert "are two people" in browser.get(f"{book}/history").text


def test_a_merge_and_a_deletion_that_are_sent_twice_are_answered_twice(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob"))
    sit(names=("Annie", "Bob"))
    book = start_book(browser)
    ann, annie = player(browser, book, "Ann"), player(browser, book, "Annie")
    forms = {
        f"{annie}/merge": {"into": ann.rpartition("/")[2]},
        f"{ann}/delete": {},
    }
    for path, fields in forms.items():
        form = browser.get(path).forms[-1].inputs | fields
        answers = [browser.client.post(path, data=form) for _ in range(2)]

        assert [answer.status_code for answer in answers] == [303, 303]
        assert answers[0].location == answers[1].location
        browser.get(path, status=404)
        other = browser.client.post(path, data=form | {"entry": "another"})
        assert other.status_code == 404


def test_at_the_start_a_name_can_be_two_people(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob"))
    other = sit(names=("Ann", "Cid"))
    page = send(browser, "/books/new", {"name": "", "two": "ann"})

    assert "What is the other one’s name?" in page.text
    cid = next(each["value"] for each in page.root.all("option") if each.text == "Cid")
    send(browser, page.path, {"name": "Ann", "note": "from Bern", "which": "against", "against": cid})

    book = page.path.partition("/players")[0]
    assert {"Ann", "Ann (from Bern)"} <= {each.text for each in browser.get(f"{book}/players").root.all("th")}
    assert "Ann" in other.sheet().text


@pytest.mark.parametrize(
    "language, names",
    [
        ("en", "Đorđe Łukasz Lutz Ñuño Nunzio Øyvind Öz Zoë Žofia 张伟 李娜 王芳"),
        # Spanish: ñ is a letter of its own, after n.
        ("es", "Đorđe Łukasz Lutz Nunzio Ñuño Øyvind Öz Zoë Žofia 张伟 李娜 王芳"),
        # By pinyin: Lǐ Nà, Wáng Fāng, Zhāng Wěi.
        ("zh", "Đorđe Łukasz Lutz Ñuño Nunzio Øyvind Öz Zoë Žofia 李娜 王芳 张伟"),
    ],
)
def test_players_stand_in_the_order_of_the_language_of_who_reads(
    browser: Browser, sit: Sit, language: str, names: str
) -> None:
    in_order = names.split()
    for pair in zip(in_order[::2], in_order[1::2], strict=True):
        sit(names=pair)
    book = start_book(browser, name="Club")
    browser.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    # The page of a book shows ten at once.
    for page, shown in ((f"{book}/players", 12), (f"{book}?by=name", 10)):
        listed = [each.text for each in browser.get(page).root.all("th") if each.text in in_order]
        assert listed == in_order[:shown], page


@pytest.mark.parametrize(
    "name, typed",
    [
        ("Łukasz", "Lukasz"),
        ("Øyvind", "oyv"),
        ("Đorđe", "Dorde"),
        ("Ægir Þór", "aegir thor"),
        ("Strauß", "strauss"),
        ("Ayşe Işık", "isik"),
        ("Guðrún", "gudrun"),
        ("Dorde", "Đorđe"),
    ],
)
def test_a_name_is_found_as_people_type_it(browser: Browser, sit: Sit, name: str, typed: str) -> None:
    match = sit(names=(name, "Bob"))
    sit(names=("Cid", "Bob"))
    book = start_book(browser)

    assert sheets(browser.get(f"{book}/matches?name={typed}")) == [match.path]


def test_matches_are_found_by_name_state_rules_and_date(browser: Browser, sit: Sit) -> None:
    first, second = sit(names=("Zoë", "Bob")), sit("palace", names=("Cid", "Bob"))
    first.play(ANN_WINS)
    book = start_book(browser)

    def found(query: str) -> list[str]:
        return sheets(browser.get(f"{book}/matches?{query}"))

    assert set(found("")) == {first.path, second.path}
    assert found("name=zoe") == [first.path]
    assert found("state=open") == [second.path]
    assert found("state=finished") == [first.path]
    assert found("rules=palace:") == [second.path]
    assert found("from=2000-01-01&to=2001-01-01") == []
    assert set(found("from=2001-01-01&name=bob")) == {first.path, second.path}
    page = browser.get(f"{book}/matches?name=zoe&state=finished")
    assert words(page, "chip--off") == ["“zoe” ×: remove", "Finished ×: remove"]
    assert sheets(browser.get(link(page, "Finished"))) == [first.path]
    assert "Nobody in this book has that name." in browser.get(f"{book}/matches?name=xyz").text
    assert "Enter a date such as" in browser.get(f"{book}/matches?from=yesterday").text


def test_a_match_that_is_corrected_later_keeps_its_day(browser: Browser, table: Table) -> None:
    table.play(BOB_WINS)
    book = start_book(browser)
    with browser.client.application.app_context():
        match = match_at(table.path)
        on_day(match, date(2001, 4, 13))
    browser.press(table.hand(1), "Remove")

    note = "Standard, to 100 · April 13, 2001"
    assert set(words(browser.get(book), "match__note")) == {f"Unfinished · {note}"}
    assert set(words(browser.get(f"{book}/matches"), "match__note")) == {note, f"Unfinished · {note}"}


def test_an_unfinished_match_is_neither_among_those_played_nor_in_the_share(
    browser: Browser, sit: Sit
) -> None:
    for names in (("Ann", "Bob"), ("Ann", "Bob"), ("Bob", "Ann")):
        sit(names=names).play(ANN_WINS)
    sit(names=("Ann", "Cid"))
    book = start_book(browser, name="Club")

    for page in (book, f"{book}/print"):
        rows = [row.text.split() for row in browser.get(page).root.all("tr")]
        figures = {name: more[:3] for name, *more in rows if name in {"Ann", "Bob", "Cid"}}
        assert figures == {"Ann": ["2", "3", "67%"], "Bob": ["1", "3", "33%"], "Cid": ["0", "0", "–"]}
    ann = browser.get(player(browser, book, "Ann"))
    assert "2 of 3 3 matches" in ann.text
    assert has_link(ann, "All 4 matches")


def test_a_match_without_a_hand_is_small_and_continue_leads_to_one_that_was_played(
    browser: Browser, sit: Sit
) -> None:
    played = sit(names=("Ann", "Bob"))
    played.add(gin(30))
    sit(names=("Ann", "Bob"))
    page = browser.get(start_book(browser, name="Club"))

    assert page.links["Continue"] == played.path
    assert [each["href"] for each in of_class(page, "match__link--going-on")] == [played.path]


def test_every_list_shows_what_the_columns_of_a_sheet_pay(browser: Browser, sit: Sit) -> None:
    """Ann's gin is 20 and 30, then 20 and 40: 110 in column 1, which ends, and 60 in column 2."""
    table = sit("pagat", names=("Ann", "Bob"), columns=3, box_bonus=0, game_bonus=0, shutout=Shutout.NONE)
    sheet = table.play(gin(30), gin(40))
    book = start_book(browser)

    assert totals(sheet) == ["+170", "−170"]
    for path in (book, f"{book}/matches"):
        assert set(words(browser.get(path), "match__total")) == {"+170", "−170"}
    assert "unfinished, +170 : −170" in browser.get(f"{book}/print").text


def test_a_list_has_pages(browser: Browser, sit: Sit) -> None:
    for _ in range(23):
        sit(names=("Ann", "Bob"))
    book = start_book(browser)
    page = browser.get(f"{book}/matches")
    earlier = browser.get(link(page, "Earlier matches"))

    shown = [sheets(page)[1:], sheets(earlier)]
    assert [len(each) for each in shown] == [20, 3]
    assert len({each for part in shown for each in part}) == 23
    assert not has_link(earlier, "Earlier matches")


def test_before_a_player_is_deleted_the_words_that_keep_the_name_are_shown(
    browser: Browser, sit: Sit
) -> None:
    """Within another word, and where the player is not in the match; as a word of its own it goes."""
    titled, told, watched = sit(called="Annabel’s rules"), sit(), sit(names=("Bob", "Cid"))
    for table, remark in ((told, "Ann won, with Bob’s Annoying cards"), (watched, "Ann looked on")):
        press_on(browser, browser.get(f"{table.path}/remark"), "Save", {"remark": remark})
    page = f"{player(browser, book := start_book(browser, name='Club'), 'Ann')}/delete"

    found = {
        each["href"]: each.text for each in browser.get(page).root.all("a") if each["href"].startswith("/m/")
    }
    assert found == {
        titled.path: "Annabel’s rules",
        told.path: "Ann won, with Bob’s Annoying cards",
        watched.path: "Ann looked on",
    }
    browser.press(page, "Yes, delete it for good")
    exported = browser.client.get(f"{book}/book.json").text
    for left in ("Annabel’s rules", "Player 1 won, with Bob’s Annoying cards", "Ann looked on"):
        assert left in exported


def test_a_book_is_deleted_with_or_without_its_matches(browser: Browser, table: Table) -> None:
    book = start_book(browser)
    with browser.client.get(f"{book}/book.json") as answer:
        assert answer.text.count('"gin-match/1"') == 1

    page = browser.press(f"{book}/delete", "Yes, delete it for good", status=422)
    assert "Choose what happens to the matches." in page.text
    page = browser.send(f"{book}/delete", {"inside": "keep"})
    assert "The book was deleted." in page.text
    browser.get(book, status=404)
    assert "Numbers" in table.sheet().text

    again = start_book(browser)
    browser.send(f"{again}/delete", {"inside": "delete"})
    browser.get(table.path, status=404)


def test_a_book_is_renamed(browser: Browser) -> None:
    book = start_book(browser)
    browser.send(f"{book}/name", {"name": "  Thursday   club "})

    assert "Thursday club" in browser.get(book).text
    assert browser.send(f"{book}/name", {"name": "x" * 41}, 422)


def test_a_form_that_is_changed_after_back_is_saved_again(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob"))
    path = player(browser, start_book(browser), "Ann")
    page = browser.get(f"{path}/change")
    fields = next(form.inputs for form in page.forms if {"name", "note"} <= set(form.inputs))

    for name in ("Zoe", "Zoe", "Zoé B."):
        assert browser.client.post(f"{path}/change", data=fields | {"name": name}).status_code == 303

    assert "Zoé B." in browser.get(path).heading
    history = browser.get(f"{path.rpartition('/players')[0]}/history").text
    assert history.count("Zoé B.") == 1


def test_two_players_of_one_name_are_told_apart_in_every_list(table: Table) -> None:
    app, browser = table.browser.client.application, table.browser
    book = start_book(browser, name="Thursdays")
    device = browser.device
    with app.app_context():
        [opened] = books_of(device)
        people = [Chosen(name="Ann", note="from Bern"), Chosen(name="Cid")]
        agreed = Agreement("pagat", "", PRESETS["pagat"])
        start_in_book(opened, people, agreed, first_dealer=0, device=device, entry=new_entry_id())

    assert "Ann (from Bern) 0 Cid 0" in browser.get(book).text
    assert "Ann (from Bern) 0 Cid 0" in browser.get(f"{book}/matches").text
    assert "Ann (from Bern) – Cid" in browser.get(f"{book}/print").text
