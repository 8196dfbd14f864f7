"""Where a card of a second pack sets the limit, no page calls it the upcard."""

import re
from pathlib import Path

import pytest

from models.gin.cards.cards import Card
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import InitialDeal, LimitCard
from models.gin.rules.warnings import warnings_about
from tests.views.table import NOBODY, Sit, faults
from views.rules.examples import effects
from views.rules.hand_examples import hand_facts
from views.words.turned_card import OF_THE_KNOCK_CARD, turned
from views.words.upcards import sets

ROOT = Path(__file__).parents[3]
SECOND_PACK = HouseRules(
    oklahoma=True,
    spade_double=True,
    limit_card=LimitCard.KNOCK_CARD,
    initial_deal=InitialDeal.ELEVEN_TEN,
)


def test_a_second_pack_goes_with_a_deal_without_an_upcard() -> None:
    assert warnings_about(SECOND_PACK) == ()


@pytest.mark.parametrize("text", OF_THE_KNOCK_CARD)
def test_a_text_of_the_knock_card_says_the_same(text: str) -> None:
    other = OF_THE_KNOCK_CARD[text]

    assert "upcard" not in other.lower()
    assert re.findall(r"%\(\w+\)s", other) == re.findall(r"%\(\w+\)s", text)
    values = {"limit": 5, "table": "♠ ×2", "times": 2, "number": 3}
    assert turned(text, HouseRules(), **values) == text % values
    assert turned(text, SECOND_PACK, **values) == other % values


def test_every_text_is_used() -> None:
    files = [*(ROOT / "views").rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
    written = "".join(path.read_text(encoding="utf-8") for path in files if path.name != "turned_card.py")
    joined = re.sub(r'"\s*\n\s*"', "", written)

    assert [text for text in OF_THE_KNOCK_CARD if f'"{text}"' not in joined] == []


PAGES = ["", "/hands/new?by=cards", "/hands/new?by=deadwood", "/upcard", "/judge"]


@pytest.mark.parametrize("page", PAGES)
def test_no_page_of_a_match_calls_it_the_upcard(sit: Sit, page: str) -> None:
    table = sit(rules=SECOND_PACK)

    text = table.browser.get(table.path + page).text.lower()
    assert "upcard" not in text
    assert "knock card" in text or page == ""


def test_the_page_of_the_rules_explains_it(sit: Sit) -> None:
    """Only what is said of the deal, and of the card offered first, is about an upcard."""
    table = sit(rules=SECOND_PACK)

    text = table.browser.get(f"{table.path}/rules").text
    assert "the top card of a second pack is turned up: the knock card." in text
    assert "Oklahoma: the knock card sets the knock limit, 10 at most." in text
    assert "If the knock card is a spade, the hand counts double, with its bonus." in text
    assert "The knock card is an ace. Can I knock with 1?" in text


def test_it_is_asked_for_by_its_name_and_may_be_in_a_hand(sit: Sit) -> None:
    table = sit(rules=SECOND_PACK)
    knock = {
        "knocker": "0",
        "cards_0": "KSKCKD 5S6S7S 9CTCJC 2D",
        "cards_1": "2S2C2H 8S8C8D 9S7CACAH",
    }

    page = table.enter(knock, by="cards", status=422)
    assert faults(page) == {"upcard": "What’s the knock card?"}

    table.again(page, {"upcard": "KC"})
    assert "Knock card" in table.browser.get(table.hand(1)).text


def test_the_editor_calls_it_so_too(sit: Sit) -> None:
    page = sit().browser.get("/houses/own/change?from=oklahoma&limit_card=knock_card")

    assert "The knock card sets the knock limit of the hand." in page.text
    assert "Ace as knock card" in page.text


def test_what_it_sets_is_said_with_a_double_that_is_carried_over() -> None:
    spade, heart = Card.parse("7S"), Card.parse("7H")

    assert sets(spade, SECOND_PACK) == ("Knock with 7 or less", "Doubled for the spade")
    assert sets(heart, SECOND_PACK, carried=2) == ("Knock with 7 or less", "Counts double")
    assert sets(spade, SECOND_PACK, carried=2) == ("Knock with 7 or less", "Counts 4 times")


def test_the_sheet_says_that_the_next_hand_counts_double(sit: Sit) -> None:
    rules = HouseRules(spade_double=True, dead_hand_double_carries=True)

    sheet = sit(rules=rules).enter({"knocker": NOBODY, "upcard": "9S"})

    assert "The next hand counts double: nobody won the one before." in sheet.text


def test_a_knock_card_instead_of_the_upcard_changes_what_no_hand_scores() -> None:
    """Only the name of the card differs, so no example is there twice."""
    standard = HouseRules()

    found = list(effects(standard, standard.but(limit_card=LimitCard.KNOCK_CARD), [hand_facts]))

    assert not any(effect.changed for effect in found)
    assert not any("pcard" in effect.label for effect in found)
