"""Players without a name and how they get one, and remarks: written by players, read by all."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.gin.table import gin, knock
from tests.records.table import match_at
from tests.views.browser import Browser, Page
from tests.views.table import Sit, Table, element, faults, press_on, words

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


def test_a_book_of_all_matches_is_started_without_it(nameless: Table, sit: Sit) -> None:
    sit().play(gin(98))
    page = nameless.browser.get("/books/new")

    assert "Player 1" not in page.text
    assert "Ann" in page.text


WORDS = "“Gin” <b>at</b> the lake & so on"
ON_A_HAND, ON_THE_MATCH = "/hands/1", ""


@pytest.fixture
def played(table: Table) -> Table:
    """A match after one hand."""
    table.add(knock(8, 20))
    return table


@pytest.mark.parametrize("page", [ON_A_HAND, ON_THE_MATCH])
def test_a_remark_is_written_in_one_line_changed_and_removed(
    played: Table, viewer: Browser, page: str
) -> None:
    browser, shown = played.browser, played.path + page
    assert browser.get(shown).links["Remark"] == f"{shown}/remark"

    after = press_on(
        browser, browser.get(f"{shown}/remark"), "Save", {"remark": f"  {WORDS.replace(' ', '  ')}\t"}
    )
    assert after.path == shown
    assert WORDS in after.text
    assert WORDS in viewer.get(shown).text
    assert "Remark" not in viewer.get(shown).links

    form = browser.get(f"{shown}/remark")
    assert element(form, "remark")["value"] == WORDS
    assert WORDS not in press_on(browser, form, "Save", {"remark": " "}).text


def test_the_remark_on_a_match_is_printed_and_that_on_a_hand_is_on_its_page_alone(played: Table) -> None:
    browser = played.browser
    for page, said in ((ON_A_HAND, "On the hand"), (ON_THE_MATCH, WORDS)):
        press_on(browser, browser.get(f"{played.path}{page}/remark"), "Save", {"remark": said})

    printed = browser.get(f"{played.path}/score-sheet").text
    assert WORDS in printed
    assert "On the hand" not in printed + played.sheet().text
    assert WORDS not in browser.get(played.path + ON_A_HAND).text


@pytest.mark.parametrize("page", [ON_A_HAND, ON_THE_MATCH])
@pytest.mark.parametrize(
    "typed, said",
    [
        ("x" * 201, "At most 200 letters fit on the sheet."),
        ("a\u202eb", "These words have characters that can’t be shown."),
    ],
)
def test_what_is_no_remark_is_said_at_the_field(played: Table, page: str, typed: str, said: str) -> None:
    form = played.browser.get(f"{played.path}{page}/remark")
    again = press_on(played.browser, form, "Save", {"remark": typed}, status=422)

    assert faults(again) == {"remark": said}
    assert element(again, "remark")["value"] == typed
    assert press_on(played.browser, again, "Save", {"remark": "x" * 200}).path == played.path + page


def test_it_is_written_on_the_hand_that_was_open_whatever_its_number_is_by_now(played: Table) -> None:
    played.add(knock(3, 30))
    browser = played.browser
    form = browser.get(f"{played.path}/hands/2/remark")
    press_on(browser, browser.get(f"{played.path}/hands/1"), "Remove")

    after = press_on(browser, form, "Save", {"remark": WORDS})

    assert after.path == f"{played.path}/hands/1"
    assert WORDS in after.text


def test_a_removed_hand_shows_its_remark(played: Table) -> None:
    browser = played.browser
    form = browser.get(f"{played.path}/hands/1/remark")
    press_on(browser, browser.get(f"{played.path}/hands/1"), "Remove")

    after = press_on(browser, form, "Save", {"remark": WORDS})

    assert after.heading == "A removed hand"
    assert WORDS in after.text
    assert "Remark" not in after.links
