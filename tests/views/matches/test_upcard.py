"""The upcard of the hand being played: entered with one tap, shown on all phones, removed with the hand."""

import pytest

from models.gin.cards.cards import Card
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import AceUpcard
from tests.gin.table import gin
from tests.views.browser import Browser, Element, Page
from tests.views.table import Sit, Table, faults, of_class, totals, words
from views.words.upcards import sets


@pytest.fixture
def oklahoma(sit: Sit) -> Table:
    """A fresh sheet in the house of Oklahoma."""
    return sit("oklahoma")


def turn_up(table: Table, card: str, status: int = 303) -> Page:
    """Taps *card* in the pack; answers the sheet."""
    return table.browser.send(f"{table.path}/upcard", {"card": card}, status)


def offered(page: Page) -> list[str]:
    """What the bar at the bottom offers, the main action first."""
    return [each.text for each in of_class(page, "button") if "actions" in bars(each)]


def bars(each: Element) -> str:
    """The classes of all that something stands in."""
    return " ".join(above["class"] for above in each.ancestors)


SETS = [
    ("oklahoma", {}, "7D", "Knock with 7 or less"),
    ("oklahoma", {}, "KH", "Knock with 10 or less"),
    ("oklahoma", {}, "AC", "Knock with 1 or less"),
    ("oklahoma", {"ace_upcard": AceUpcard.GIN}, "AC", "Gin only"),
    ("oklahoma", {"knock_limit": 5}, "9H", "Knock with 5 or less"),
    ("oklahoma", {}, "7S", "Knock with 7 or less Doubled for the spade"),
    ("rummytalk", {}, "AS", "Gin only Doubled for the spade, boxes too"),
    ("pagat", {"spade_double": True}, "QS", "Doubled for the spade"),
    ("pagat", {"spade_double": True}, "QD", "Not a spade: not doubled"),
]


@pytest.mark.parametrize("house, changed, card, said", SETS, ids=lambda each: str(each))
def test_what_it_sets_stands_on_the_sheet(
    sit: Sit, house: str, changed: dict[str, object], card: str, said: str
) -> None:
    sheet = turn_up(sit(house, **changed), card)

    assert words(sheet, "sheet-upcard__sets") == [said]


def test_what_it_sets_is_said_with_a_double_that_is_carried_over() -> None:
    rules, spade, heart = HouseRules(oklahoma=True, spade_double=True), Card.parse("7S"), Card.parse("7H")

    assert sets(spade, rules) == ("Knock with 7 or less", "Doubled for the spade")
    assert sets(heart, rules, carried=2) == ("Knock with 7 or less", "Counts double")
    assert sets(spade, rules, carried=2) == ("Knock with 7 or less", "× 4")


def test_it_is_asked_first_and_the_hand_second(oklahoma: Table) -> None:
    assert offered(oklahoma.sheet()) == ["Enter the upcard", "Numbers", "Cards"]
    assert offered(turn_up(oklahoma, "7D")) == ["Numbers", "Cards"]


def test_rules_without_upcard_ask_for_none(table: Table) -> None:
    assert offered(table.sheet()) == ["Numbers", "Cards"]
    answer = table.browser.client.get(f"{table.path}/upcard")
    assert (answer.status_code, answer.location) == (303, table.path)


def test_it_goes_with_the_hand(oklahoma: Table) -> None:
    turn_up(oklahoma, "7D")
    sheet = oklahoma.knock(7, 20)

    assert totals(sheet) == ["13", "0"]
    assert words(sheet, "sheet-upcard__sets") == []
    assert offered(sheet)[0] == "Enter the upcard"


def test_an_earlier_hand_is_corrected_with_an_upcard_of_its_own(oklahoma: Table) -> None:
    oklahoma.knock(7, 20, upcard="9D")
    turn_up(oklahoma, "5H")
    corrected = oklahoma.browser.send(f"{oklahoma.path}/hands/1/correct", {"deadwood_1": "27"})

    assert totals(corrected) == ["20", "0"]
    assert words(corrected, "sheet-upcard__sets") == ["Knock with 5 or less"]


def test_it_can_be_changed_and_taken_back(oklahoma: Table) -> None:
    turn_up(oklahoma, "7D")
    assert words(turn_up(oklahoma, "8D"), "sheet-upcard__sets") == ["Knock with 8 or less"]

    sheet = turn_up(oklahoma, "none")
    assert words(sheet, "sheet-upcard__sets") == []


def test_a_viewer_sees_it_and_cannot_set_it(oklahoma: Table, viewer: Browser) -> None:
    turn_up(oklahoma, "7D")
    sheet = viewer.get(oklahoma.path)

    assert words(sheet, "sheet-upcard__sets") == ["Knock with 7 or less"]
    assert words(sheet, "sheet-upcard__change") == []
    assert words(viewer.get(f"{oklahoma.path}/table"), "sheet-upcard__sets") == ["Knock with 7 or less"]
    assert viewer.client.get(f"{oklahoma.path}/upcard").status_code == 403


def test_after_the_hand_it_is_too_late(oklahoma: Table) -> None:
    asked = oklahoma.browser.get(f"{oklahoma.path}/upcard")
    oklahoma.add(gin(20, upcard="9D"))
    [form] = asked.forms
    sheet = oklahoma.browser._send(asked, form, {"card": "7D"}, 303)

    assert "Someone else saved a hand meanwhile" in sheet.text
    assert words(sheet, "sheet-upcard__sets") == []


@pytest.mark.parametrize("sent", ["", "1X", "7D 8D", "<b>", "7" * 99], ids=repr)
def test_what_is_no_card_is_asked_again(oklahoma: Table, sent: str) -> None:
    page = turn_up(oklahoma, sent, status=422)

    assert "That is not a single card." in page.text
    assert words(oklahoma.sheet(), "sheet-upcard__sets") == []


def test_a_form_with_another_card_than_the_sheet_is_not_saved(oklahoma: Table) -> None:
    """Ann's form was opened under a queen; Bob has turned up a five since."""
    browser = oklahoma.browser
    turn_up(oklahoma, "QH")
    form = browser.get(oklahoma.way("deadwood"))
    turn_up(oklahoma, "5S")

    refused = oklahoma.again(form, {"knocker": "0", "deadwood_0": "4", "deadwood_1": "30"}, status=422)
    assert faults(refused)["upcard"].replace("\ufe0e", "") == (
        "The sheet says 5♠. If that’s wrong, change it there."
    )
    saved = oklahoma.again(refused, {"upcard": "5S"})
    assert "Doubled for the spade" in saved.text
