"""Verdicts: one hand, showdowns card by card, and the cards to point at."""

import json
from pathlib import Path
from typing import Any

import pytest

from models.gin.cards.cards import PACK, format_cards, format_groups, parse_cards, read_cards, read_groups
from models.gin.cards.melds import Flaw, is_meld
from models.gin.hand.declaration import Spread
from models.gin.hand.defence import played, spoilers
from models.gin.hand.problems import InvalidDeclarationError
from models.gin.hand.verdicts import (
    GoingOut,
    broken_meld,
    defended,
    is_one_of_several,
    judge_groups,
    judge_hand,
    judge_showdown,
    missed,
)
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import Outcome
from models.gin.rules.presets import PRESETS
from tests.gin.table import card, laid

PAGAT, OKLAHOMA, RUMMYTALK, STRAIGHT, WIKIPEDIA, FOURNIER = (
    PRESETS[name] for name in ("pagat", "oklahoma", "rummytalk", "straight", "wikipedia", "fournier")
)
KNOCK, GIN, BIG_GIN, NOTHING = GoingOut.KNOCK, GoingOut.GIN, GoingOut.BIG_GIN, GoingOut.NOTHING

# One hand

HANDS = [
    ("ten left may knock", "AC2C3C 4D5D6D 7H8H9H JS", PAGAT, None, 10, KNOCK),
    ("nothing left is gin", "AC2C3C 4D5D6D 7H8H9HTH", PAGAT, None, 0, GIN),
    ("thirty-one left may not", "AC2C3C 4D5D6D JH QH AD JS", PAGAT, None, 31, NOTHING),
    ("a six turned up allows six", "AC2C3C 4D5D6D 7H8H9H 7S", OKLAHOMA, "6D", 7, NOTHING),
    ("a seven turned up allows seven", "AC2C3C 4D5D6D 7H8H9H 7S", OKLAHOMA, "7D", 7, KNOCK),
    ("a king turned up allows ten", "AC2C3C 4D5D6D 7H8H9H JS", OKLAHOMA, "KD", 10, KNOCK),
    ("an ace turned up allows one", "AC2C3C 4D5D6D 7H8H9H AS", OKLAHOMA, "AD", 1, KNOCK),
    ("or gin alone", "AC2C3C 4D5D6D 7H8H9H AS", RUMMYTALK, "AD", 1, NOTHING),
    ("straight gin knows no knock", "AC2C3C 4D5D6D 7H8H9H AS", STRAIGHT, None, 1, NOTHING),
    ("eleven melded cards are big gin", "AC2C3C 4D5D6D 7H8H9HTHJH", WIKIPEDIA, None, 0, BIG_GIN),
    ("where it is played", "AC2C3C 4D5D6D 7H8H9HTHJH", PAGAT, None, 0, None),
    ("eleven with one left over are not", "AC2C3C 4D5D6D 7H8H9HTH JS", WIKIPEDIA, None, 10, None),
    ("of nine cards nobody can say", "AC2C3C 4D5D6D 7H8H9H", PAGAT, None, 0, None),
]  # fmt: skip


@pytest.mark.parametrize("title,cards,rules,upcard,left,allows", HANDS, ids=[row[0] for row in HANDS])
def test_what_a_hand_allows(
    title: str, cards: str, rules: HouseRules, upcard: str | None, left: int, allows: GoingOut | None
) -> None:
    verdict = judge_hand(parse_cards(cards), rules, card(upcard))

    assert verdict.deadwood == left
    assert verdict.allows is allows


def test_every_best_arrangement_is_listed() -> None:
    verdict = judge_hand(parse_cards("7S7H7D 7C8C9C"))

    assert [format_groups(spread.melds) for spread in verdict.arrangements] == ["7S 7H 7D / 7C 8C 9C"]
    assert len(judge_hand(parse_cards("4S4H4D 5S5H5D 6S6H6D")).arrangements) == 2


def test_big_gin_needs_no_discard() -> None:
    """Where it is not played, one of the eleven is discarded for gin."""
    eleven = parse_cards("AC2C3C 4D5D6D 7H8H9HTHJH")

    assert judge_hand(eleven, WIKIPEDIA).discards == ()
    assert judge_hand(eleven, PAGAT).discards[0].allows is GIN


def test_of_eleven_cards_every_discard_is_weighed() -> None:
    verdict = judge_hand(parse_cards("AC2C3C 4D5D6D 7H8H9H JS 9D"), PAGAT)

    assert len(verdict.discards) == 11
    assert [(str(throw.card), throw.deadwood, throw.allows) for throw in verdict.discards[:2]] == [
        ("JS", 9, KNOCK),
        ("9D", 10, KNOCK),
    ]
    assert verdict.discards[2].allows is NOTHING
    assert [str(throw.card) for throw in verdict.best_discards] == ["JS"]


# Groups, and what to point at

GROUPS = [
    ("an ace above the king", "QS KS AS", Flaw.ACE_ABOVE_KING, "AS"),
    ("round the corner", "KH AH 2H", Flaw.ROUND_THE_CORNER, "KH"),
    ("a card missing in between", "5S 6S 8S", Flaw.GAP_IN_RUN, "8S"),
    ("another suit among them", "5S 6S 7H 8S", Flaw.MIXED_SUITS, "7H"),
    ("one that is no seven", "7S 7H 8D", Flaw.NEITHER_SET_NOR_RUN, "8D"),
    ("one that is far from the others", "5S 6S KH", Flaw.NEITHER_SET_NOR_RUN, "KH"),
    ("two cards", "5S 6S", Flaw.TOO_FEW, "5S 6S"),
    ("a card twice", "5S 6S 6S", Flaw.CARD_REPEATED, "6S"),
    ("five of a kind", "7S 7H 7D 7C 7S", Flaw.MORE_THAN_FOUR_OF_A_RANK, "7S 7H 7D 7C"),
]


@pytest.mark.parametrize("title,group,flaw,spoiled_by", GROUPS, ids=[row[0] for row in GROUPS])
def test_what_spoils_a_meld(title: str, group: str, flaw: Flaw, spoiled_by: str) -> None:
    (judged,) = judge_groups([read_cards(group)])

    assert judged.flaw is flaw
    assert format_cards(spoilers(judged.cards, flaw)) == spoiled_by


def test_every_flaw_has_a_case() -> None:
    assert {flaw for _, _, flaw, _ in GROUPS} == set(Flaw)


def test_groups_are_judged_one_by_one() -> None:
    judged = judge_groups(read_groups("7S 7H 7D / QS KS AS / 5C 6C 7C"))

    assert [each.flaw for each in judged] == [None, Flaw.ACE_ABOVE_KING, None]


# Showdowns

SHOWDOWNS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "layoffs.jsonl").read_text().splitlines()
]


def a_knock(row: dict[str, Any]) -> Spread:
    """The knocker's melds of a row, and so many of the lowest other cards that they are ten."""
    melds = [read_cards(" ".join(meld)) for meld in row["knocker_melds"]]
    taken = {*read_cards(row["defender_cards"]), *(card for meld in melds for card in meld)}
    lowest = sorted((card for card in PACK if card not in taken), key=lambda card: card.points)
    return Spread.of(melds, lowest[: 10 - sum(map(len, melds))])


def test_lay_offs_are_played_card_by_card() -> None:
    """In the order shown each card fits the meld as it lies by then, and in the end the least is left."""
    found = [row | played_out(row) for row in SHOWDOWNS]

    wrong = [row for row, expected in zip(found, SHOWDOWNS, strict=True) if row != expected]
    assert not wrong, "\n".join(map(str, wrong))


def played_out(row: dict[str, Any]) -> dict[str, Any]:
    """What is left in a row of the table when its showdown is played, and what is laid that is no meld."""
    knocker, hand = a_knock(row), set(read_cards(row["defender_cards"]))
    showdown = judge_showdown(knocker, frozenset(hand))

    table = [set(meld) for meld in knocker.melds]
    laid = [frozenset(meld) for meld in showdown.declaration.defender.melds]
    for play in played(showdown.declaration.layoffs):
        meld = next(lying for lying in table if lying == set(play.onto))
        hand.remove(play.card)
        meld.add(play.card)
        laid.append(frozenset(meld))
    left = hand.difference(*showdown.declaration.defender.melds)
    no_melds = [meld for meld in laid if not is_meld(meld)]
    return {
        "min_deadwood_after_layoff": sum(card.points for card in left),
        "min_deadwood_without_layoff": showdown.without_layoffs,
        **({"no melds": no_melds} if no_melds else {}),
    }


EIGHTS = "2S2C2D2H8S8C8D9S7CAC"
"""The defender's hand of OpenSpiel's gin_rummy_test.cc."""


def knocker(melds: str, left: str = "") -> Spread:
    """What the knocker laid."""
    return Spread.of(read_groups(melds), read_cards(left))


def test_a_chain_goes_on_where_a_card_was_laid_before() -> None:
    showdown = judge_showdown(knocker("KSKCKD / 5S6S7S / 9CTCJC", "JD"), parse_cards(EIGHTS))

    described = [
        (str(play.card), format_cards(play.onto), play.opened)
        for play in played(showdown.declaration.layoffs)
    ]
    assert described == [
        ("8S", "5S 6S 7S", False),
        ("9S", "5S 6S 7S 8S", True),
        ("8C", "9C TC JC", False),
        ("7C", "8C 9C TC JC", True),
    ]


FIVES = ("5S6S7S / 5C6C7C / 5D6D7D", "5S5C5D / 6S6C6D / 7S7C7D", "AH", "4S4C4D 8S8C8D 5H6H7H 3S")
NINES = ("9STSJS / 9HTHJH / 9DTDJD", "9S9H9D / TSTHTD / JSJHJD", "KC", "7S8S 3HQHKH 5D7D8DQDKD")
LAID_OTHERWISE = [
    ("published", *FIVES, 25, 26, 2),
    ("the largest swing: 10 - (3 + 5) + 10, or 78 - 10", *NINES, 10, 12, 68),
    ("with 25 for an undercut", *NINES, 25, 27, 68),
]


@pytest.mark.parametrize("title,runs,sets,left,cards,bonus,lost,won", LAID_OTHERWISE)
def test_the_same_cards_laid_otherwise(
    title: str, runs: str, sets: str, left: str, cards: str, bonus: int, lost: int, won: int
) -> None:
    """Won laid as three sets, and undercut laid as three runs."""
    rules, hand = PAGAT.but(undercut_bonus=bonus), parse_cards(cards)
    as_runs, as_sets = (judge_showdown(knocker(melds, left), hand, rules) for melds in (runs, sets))

    assert (as_runs.result.outcome, as_runs.result.points) == (Outcome.UNDERCUT, lost)
    assert (as_sets.result.outcome, as_sets.result.points) == (Outcome.KNOCK, won)
    assert [other.result.points for other in as_sets.other_layings if len(other.knocker.melds) == 3] == [lost]


DEUCES = "2S2H2D2C 5D6D 7H8H TDQH"
DEFENCES = [
    ("KSKCKD/5S6S7S/9CTCJC", "JD", EIGHTS, False),
    ("KSKCKD/5S6S7S/9CTCJC", "JD", "2H3H4H2D3D4D2C3C4CQH", True),  # Sets or runs.
    ("KSKCKD/3S4S5S/9CTCJC", "JD", DEUCES, True),  # The fourth two lies with the others or on the run,
    ("KSKCKD/3S4S5S/9CTCJCQC", "", DEUCES, False),  # but not against gin.
]


@pytest.mark.parametrize("melds,left,cards,several", DEFENCES)
def test_whether_another_defence_is_as_good(melds: str, left: str, cards: str, several: bool) -> None:
    assert is_one_of_several(defended(knocker(melds, left), parse_cards(cards), PAGAT), PAGAT) is several


def test_a_meld_that_other_best_melds_do_without_is_not_called_broken() -> None:
    """With 2-2-2, both 4-5-6 and 5-5-5 leave 15. Bob laid off the six of diamonds and kept the fives."""
    laid_off = laid("3H3D3C 6S6H6C / ASAH4H4C", "2S2H2C 5H5D5C / AD4D4S", "6D>6S6H6C")

    assert broken_meld(laid_off, PAGAT) is None


@pytest.mark.parametrize("rules,left", [(PAGAT, 17), (FOURNIER, 9)], ids=["nowhere", "but in 003"])
def test_against_gin_nothing_is_laid_off(rules: HouseRules, left: int) -> None:
    showdown = judge_showdown(knocker("KSKCKD / 5S6S7S / 9CTCJCQC"), parse_cards(EIGHTS), rules)

    assert showdown.result.steps[0].amount == left


def test_the_fewest_cards_are_laid_off_that_leave_the_least() -> None:
    showdown = judge_showdown(
        knocker("KSKCKD / 5S6S7S / 9CTCJC", "JD"), parse_cards("2S2C2D2H 8S8H8D8C KHQH")
    )

    assert format_cards(showdown.declaration.laid_off) == "KH"


@pytest.mark.parametrize(
    "melds,left",
    [("KSKCKD / 5S6S7S", "9HTH2C4D"), ("KSKCAD / 5S6S7S / 9CTCJC", "JD"), ("KSKCKD / 5S6S7S", "")],
    ids=["a knock above the limit", "a meld that is none", "six cards"],
)
def test_what_cannot_stand_is_not_judged(melds: str, left: str) -> None:
    with pytest.raises(InvalidDeclarationError):
        judge_showdown(knocker(melds, left), parse_cards("3S3C3D 8S8C8D 9S7CACAS"), STANDARD)


def test_what_was_missed() -> None:
    kept = laid("KSKCKD 5S6S7S 9CTCJC / JD", "2S2C2D2H 8S8C8D / 9S7CAC")
    better = missed(kept, PAGAT)

    assert better is not None
    assert better.count(PAGAT).defender == 9
    assert missed(better, PAGAT) is None
