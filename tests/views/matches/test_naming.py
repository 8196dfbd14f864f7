"""Players without a name, and how they get one later."""

from collections.abc import Callable

import pytest
from flask import Flask

from models.records.database.base import db
from models.records.tables.match import Match
from tests.gin.table import gin, knock
from tests.records.table import match_at
from tests.views.browser import Browser, Page
from tests.views.table import Sit, Table, faults, press_on, words

NEW = "/matches/new"


@pytest.fixture
def nameless(browser: Browser) -> Table:
    """A match of two players without names."""
    return Table(browser, browser.send(NEW, {}).path)


def name(table: Table, status: int = 303, **names: str) -> Page:
    """Names players on the page that the sheet leads to."""
    return press_on(table.browser, table.browser.get(f"{table.path}/add-names"), "Save", names, status=status)


def test_it_is_played_as_player_1_and_player_2(nameless: Table) -> None:
    sheet = nameless.play(knock(8, 20))

    assert sheet.heading == "Player 1 and Player 2"
    assert words(sheet, "headline") == ["Player 1 knocks, +12."]
    for page in ("/history", "/hands/1", "/chart", "/export", "/result", "/screen", "/hands.csv"):
        assert "None" not in nameless.browser.client.get(nameless.path + page).text, page


def test_the_reader_s_language_says_it(nameless: Table) -> None:
    german = nameless.browser.client.get(nameless.path, headers={"Accept-Language": "de"}).text

    assert "Spieler 1" in german
    assert "Player 1" not in german


@pytest.mark.parametrize("hands", [(), (gin(98),)], ids=["at first", "at the end"])
def test_the_sheet_leads_to_the_names(nameless: Table, hands: tuple[object, ...]) -> None:
    sheet = nameless.play(*hands)

    assert sheet.links["Add names"] == f"{nameless.path}/add-names"
    assert sheet.text.count("Add names") == 2  # in the menu, too


def test_a_name_is_added_on_the_sheet(app: Flask, nameless: Table) -> None:
    sheet = name(nameless, name_0="  Ann \t Marie ")
    assert sheet.heading == "Ann Marie and Player 2"
    assert "Add names" in sheet.links

    sheet = name(nameless, name_1="Bob")
    assert sheet.heading == "Ann Marie and Bob"
    assert "Add names" not in sheet.text
    with app.app_context():
        assert match_at(nameless.path).names == ("Ann Marie", "Bob")


def test_a_name_that_is_there_stays(nameless: Table) -> None:
    page = nameless.browser.get(f"{nameless.path}/add-names")
    name(nameless, name_0="Ann")
    sheet = press_on(nameless.browser, page, "Save", {"name_0": "Zoe", "name_1": "Bob"})

    assert sheet.heading == "Ann and Bob"


@pytest.mark.parametrize(
    "names, wrong, said",
    [
        ({"name_0": "Ann", "name_1": "ann"}, "name_1", "Both players have the same name."),
        ({"name_0": "x" * 41}, "name_0", "at most 40 letters"),
        ({"name_1": "A\x07"}, "name_1", "can’t be shown"),
    ],
)
def test_a_wrong_name_is_said_at_its_place(
    nameless: Table, names: dict[str, str], wrong: str, said: str
) -> None:
    page = name(nameless, status=422, **names)

    assert said in faults(page)[wrong]
    assert names.items() <= page.inputs.items()


def test_viewers_are_not_asked(nameless: Table, another_phone: Callable[[], Browser]) -> None:
    viewer = another_phone()

    assert "Add names" not in viewer.get(nameless.path).text
    viewer.get(f"{nameless.path}/add-names", status=403)


def test_an_open_sheet_learns_the_name(nameless: Table, another_phone: Callable[[], Browser]) -> None:
    client = another_phone().client
    tag = client.get(nameless.path).headers["ETag"]
    name(nameless, name_0="Ann")

    assert "Ann" in client.get(nameless.path, headers={"If-None-Match": tag}).text


def test_partners_and_three_players_too(browser: Browser) -> None:
    for table, heading in (
        ("Three players", "Player 1, Player 2 and Player 3"),
        ("Two against two", "Player 1 & Player 3 against Player 2 & Player 4"),
    ):
        page = press_on(browser, browser.get(NEW), table, status=200)
        sheet = browser._send(page, page.form_with({"house"}), {}, 303)
        assert sheet.heading == heading
        named = name(Table(browser, sheet.path), name_2="Cid")
        assert "Cid" in named.heading


def test_their_matches_are_not_added_up_as_those_of_one_person(browser: Browser) -> None:
    for names in ({"name_0": "Ann", "name_1": "Bob"}, {}):
        for _match in range(2):
            Table(browser, browser.send(NEW, names).path).play(gin(98))

    home = browser.get("/")
    assert "Player 1 and Player 2" in home.text
    assert "Ann 2, Bob 0" in home.text
    assert "Player 1 2" not in home.text


# Books


def test_it_is_in_no_book_until_it_is_named(nameless: Table) -> None:
    nameless.play(gin(98))
    page = nameless.browser.get(f"{nameless.path}/book")
    assert "Only a match in which every player has a name can be in a book." in page.text
    assert page.links["Add names"] == f"{nameless.path}/add-names"

    name(nameless, name_0="Ann", name_1="Bob")
    book = press_on(nameless.browser, nameless.browser.get(f"{nameless.path}/book"), "A new book")
    assert book.heading == "Ann and Bob"


def test_its_rematch_starts_no_series(app: Flask, nameless: Table) -> None:
    again = press_on(nameless.browser, nameless.play(gin(98)), "Rematch")

    assert again.heading == "Player 1 and Player 2"
    with app.app_context():
        assert {match.book_id for match in db.session.query(Match)} == {None}


def test_a_book_of_all_matches_is_started_without_it(nameless: Table, sit: Sit) -> None:
    sit().play(gin(98))
    page = nameless.browser.get("/books/new")

    assert "Player 1" not in page.text
    assert "Ann" in page.text
