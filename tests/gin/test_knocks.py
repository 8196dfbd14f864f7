"""What ends a hand where cards must be melded to knock, and lay-offs against big gin.

Eight melded cards are a table rule; the hands here are counted by hand.
"""

import pytest

from models.gin.cards.cards import format_groups, parse_cards, read_cards
from models.gin.cards.melds import Aces
from models.gin.hand.card_layout import CardLayout, ways_to_knock
from models.gin.hand.declaration import Spread
from models.gin.hand.verdicts import GoingOut, judge_hand, judge_showdown
from models.gin.rules.house_rules import HouseRules
from tests.gin.table import card, spread

EIGHT = HouseRules(melded_to_knock=8)
KNOCK, NOTHING, GIN = GoingOut.KNOCK, GoingOut.NOTHING, GoingOut.GIN

HANDS = [
    # the cards, rules, what they allow, deadwood, and the deadwood with too few melded
    ("5S6S7S KSKCKDKH ACAD2H", HouseRules(), KNOCK, 4, None),
    ("5S6S7S KSKCKDKH ACAD2H", EIGHT, NOTHING, 4, 4),
    ("5S6S7S8S KSKCKDKH ACAD", EIGHT, KNOCK, 2, None),
    ("5S6S7S8S KSKCKDKH QDJC", EIGHT, NOTHING, 20, None),
    ("5S6S7S8S KSKCKD QSQDQH", EIGHT, GIN, 0, None),
    ("5S6S7S KSKCKDKH ACAD2H", EIGHT.but(melded_to_knock=7), KNOCK, 4, None),
    ("5S6S7S8S KSKCKDKH ACAD", EIGHT.but(melded_to_knock=9), NOTHING, 2, 2),
    # Threes and fours leave 2 2 A A, six melded. A-2-3-4 and 2-3-4 leave 3 4 A, seven melded.
    ("AC2C3C4C 2S3S4S 3D4D AH", EIGHT.but(melded_to_knock=7), KNOCK, 8, 6),
    ("AC2C3C4C 2S3S4S 3D4D AH", HouseRules(), KNOCK, 6, None),
    # K-A-2 and nines leave 2 2 A A. Aces, twos and nines leave the king, nine melded.
    ("KDAD2D 9C9H9S 2C2H AHAS", EIGHT.but(aces=Aces.ROUND), KNOCK, 10, 6),
]


@pytest.mark.parametrize("cards, rules, allows, deadwood, too_few", HANDS)
def test_a_knock_needs_so_many_melded_cards(
    cards: str, rules: HouseRules, allows: GoingOut, deadwood: int, too_few: int | None
) -> None:
    verdict = judge_hand(parse_cards(cards), rules)

    assert (verdict.allows, verdict.deadwood, verdict.too_few_melded) == (allows, deadwood, too_few)


def test_melds_that_may_knock_are_proposed() -> None:
    cards = read_cards("AC2C3C4C 2S3S4S 3D4D AH")
    seven = HouseRules(melded_to_knock=7)

    assert [len(way.unmatched) for way in ways_to_knock(cards, seven)] == [3]
    assert format_groups(CardLayout(seven, 0, (cards, ())).spreads[0].melds) == "2S 3S 4S / AC 2C 3C 4C"
    assert format_groups(CardLayout(HouseRules(), 0, (cards, ())).spreads[0].melds) == "3S 3D 3C / 4S 4D 4C"


def test_of_eleven_cards_the_discard_that_allows_a_knock_comes_first() -> None:
    """Eight are melded: of A, 2 and 3 one goes, the three."""
    verdict = judge_hand(parse_cards("5S6S7S8S KSKCKDKH AC2D3H"), EIGHT)

    assert [(str(each.card), each.deadwood, each.allows) for each in verdict.discards[:3]] == [
        ("3H", 3, KNOCK),
        ("2D", 4, KNOCK),
        ("AC", 5, KNOCK),
    ]
    assert [str(each.card) for each in verdict.best_discards] == ["3H"]
    assert {each.allows for each in verdict.discards[3:]} == {NOTHING}


def test_other_melds_that_would_not_have_been_a_knock_are_not_shown() -> None:
    knocker = spread("5S6S7S8S KSKCKDKH / ACAD")
    bob = parse_cards("2S2C2D 9H9D9C JHQHTH 4C")

    shown = judge_showdown(knocker, bob, HouseRules()).other_layings
    kept = judge_showdown(knocker, bob, EIGHT).other_layings

    assert {len(each.knocker.unmatched) for each in shown} >= {3}
    assert all(len(each.knocker.unmatched) <= 2 for each in kept)


ELEVEN = spread("KSKHKD 5S6S7S 9CTCJCQCKC /")
TEN_MELDED = spread("KSKHKD 5S6S7S 9CTCJCQC /")
BOB = parse_cards("2S2C2D2H 8S8C8D 9S7C AC")
BIG = HouseRules(big_gin_bonus=31, layoff_vs_gin=True)

LAID_OFF = [
    # the knocker, rules, whether Bob lays off
    (TEN_MELDED, BIG, True),
    (ELEVEN, BIG, True),
    (TEN_MELDED, BIG.but(layoff_vs_big_gin=False), True),
    (ELEVEN, BIG.but(layoff_vs_big_gin=False), False),
    (ELEVEN, BIG.but(layoff_vs_big_gin=False, big_gin_bonus=None), True),
    (ELEVEN, BIG.but(layoff_vs_gin=False), False),
]


@pytest.mark.parametrize("knocker, rules, lays_off", LAID_OFF)
def test_lay_offs_against_gin_and_against_big_gin(knocker: Spread, rules: HouseRules, lays_off: bool) -> None:
    showdown = judge_showdown(knocker, BOB, rules)

    assert bool(showdown.declaration.layoffs) is lays_off
    assert format_groups(showdown.declaration.knocker.melds) == format_groups(knocker.melds)
    assert card("8S") in BOB
