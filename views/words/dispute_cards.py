"""Example cards for a dispute, with which the judge shows the answer."""

from collections.abc import Callable, Mapping
from typing import Any

from models.gin.cards.cards import Card, read_cards, read_groups
from models.gin.hand.declaration import Spread
from models.gin.hand.knocks import may_knock
from models.gin.rules.house_rules import HouseRules

Cards = Mapping[str, Any]
"""What the judge is asked, by the names in an address: ``cards``, and in a showdown ``knocker``, ``left``."""

ExampleCards = Callable[[HouseRules], Cards | None]
"""The example of a dispute under some rules; None where it cannot come up."""

TEN = Card.parse("TD")
"""An upcard that changes nothing: it allows ten, and it is no spade."""

GIN = {"knocker": "KSKCKD/5S6S7S/9CTCJCQC"}
KNOCK_WITH_TEN = {"knocker": "KSKCKD/5S6S7S/9CTCJC", "left": "JD"}
EIGHTS = {"cards": "2S2C2D2H8S8C8D9S7CAC"}
"""The defender's hand of OpenSpiel's gin_rummy_test.cc, in which the eights are broken."""

AGAINST_GIN = {**GIN, **EIGHTS}
EQUAL = {**KNOCK_WITH_TEN, "cards": "2S2H2D2C3H4H5HAD4D5D"}
ALL_LAID_OFF = {"knocker": "ASACAD/TCTDTH/JSQSKS", "left": "2H", "cards": "4S4C4D4H5S5C5D5H9STS"}
NOTHING_AGAINST_GIN = {**GIN, "cards": "2S2H2D2C3H4H5H8S8H8D"}
LOOSE_TWOS = {"knocker": "KSKCKDKH/5S6S7S8S", "left": "2S2C", "cards": "2HAC4D6C9D9CTHJDQDAD"}
A_CHAIN = {**KNOCK_WITH_TEN, "cards": "8S9S2S2C2D2HAHAC3D4H"}
BROKEN = {**KNOCK_WITH_TEN, **EIGHTS}
THREE_RUNS = {"knocker": "5S6S7S/5C6C7C/5D6D7D", "left": "AH", "cards": "4S4C4D8S8C8D5H6H7H3S"}
"""Published: worth +2 as three sets, and lost by 26 as three runs."""
NOT_AT_BEST = {"knocker": "2H3H4H5H/KSKCKD", "left": "2S2D6C", "cards": "3S4D6D8H9HTCJSQHAC7C"}
ELEVEN = {"knocker": "KSKCKDKH/5S6S7S8S", "left": "9D2C", "cards": "2S2H2D3H4H9CTHJDQDAC"}
BIG_GIN = {"knocker": "KSKHKD/5S6S7S/9CTCJCQCKC", "cards": "2S2H2D3H4H9HTHJDQDAC"}
WITH_ONE = {"knocker": "KSKCKD/5S6S7S/9CTCJC", "left": "AH", **EIGHTS, "upcard": "AD"}
UNDER_A_SPADE = {**BROKEN, "upcard": "QS"}
TWO_MELDS = {"cards": "7S7H7D8D9D"}
ACES_IN_RUNS = {"cards": "QSKSAS/KHAH2H"}


def no_example(rules: HouseRules) -> Cards | None:
    """A dispute that no cards can show."""
    return None


def always(cards: Cards) -> ExampleCards:
    """Under any rules."""
    return lambda rules: _with_upcard(cards, rules)


def if_a_knock(cards: Cards) -> ExampleCards:
    """Where the rules allow a knock with this deadwood."""
    return lambda rules: _with_upcard(cards, rules) if _is_knock(cards, rules) else None


def if_oklahoma(cards: Cards) -> ExampleCards:
    """Where the upcard sets the knock limit."""
    return lambda rules: cards if rules.oklahoma else None


def if_spades_double(cards: Cards) -> ExampleCards:
    """Where a spade upcard doubles the hand."""
    return lambda rules: cards if rules.spade_double and _is_knock(cards, rules) else None


def _with_upcard(cards: Cards, rules: HouseRules) -> Cards:
    """The cards of a showdown, with an upcard where the rules need one."""
    return {"upcard": str(TEN), **cards} if "knocker" in cards and rules.needs_upcard else cards


def _is_knock(cards: Cards, rules: HouseRules) -> bool:
    knocker = Spread.of(read_groups(cards["knocker"]), read_cards(cards["left"]))
    return may_knock(knocker, rules, Card.parse(cards.get("upcard", str(TEN))))
