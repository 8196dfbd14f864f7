"""The best defence: own melds and lay-offs chosen together."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.gin.cards.cards import (
    Card,
    Group,
    cards_twice,
    format_cards,
    format_groups,
    read_cards,
    read_groups,
)
from models.gin.cards.melds import Aces, is_meld
from models.gin.hand.arrangements import best_arrangements, least_deadwood
from models.gin.hand.declaration import Layoff
from models.gin.hand.defence import best_defence, place_layoffs
from models.gin.rules.house_rules import STANDARD, HouseRules
from tests.gin import oracle
from tests.gin.dealing import any_rules, cards_of, hands, knocker_melds, many

SHOWDOWNS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "layoffs.jsonl").read_text().splitlines()
]
HIGH_OR_LOW = STANDARD.but(aces=Aces.HIGH_OR_LOW)
ROUND = STANDARD.but(aces=Aces.ROUND)


def test_six_hundred_defences_at_their_best() -> None:
    found = [row | at_its_best(row) for row in SHOWDOWNS]

    wrong = [row for row, expected in zip(found, SHOWDOWNS, strict=True) if row != expected]
    assert not wrong, "\n".join(map(str, wrong))


def at_its_best(row: dict[str, Any]) -> dict[str, int]:
    """What is left in a row of the table, as the engine has it."""
    cards = read_cards(row["defender_cards"])
    melds = [read_cards(" ".join(meld)) for meld in row["knocker_melds"]]
    return {
        "min_deadwood_after_layoff": best_defence(melds, cards).deadwood,
        "min_deadwood_without_layoff": least_deadwood(cards),
    }


DEFENCES = [
    # The first two are in OpenSpiel's gin_rummy_test.cc, which plays them out.
    ("breaking a meld of eights to lay off",
     "KS KC KD / 5S 6S 7S / 9C TC JC", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC", STANDARD,
     "2S 2H 2D 2C", "8S 9S > 5S 6S 7S, 8C 7C > 9C TC JC", "8D AC"),
    ("the ten goes on the run so that the nine can follow",
     "AS AC AD / TC TD TH / JS QS KS", "4S 4C 4D 4H 5S 5C 5D 5H 9S TS", STANDARD,
     "4S 4H 4D 4C / 5S 5H 5D 5C", "TS 9S > JS QS KS", ""),
    # Worked out by hand from the rules.
    ("outwards from the meld at either end",
     "5S 6S 7S", "3S 4S 8S 9S KH KD 2C", STANDARD, "", "4S 3S 8S 9S > 5S 6S 7S", "KH KD 2C"),
    ("the fourth of a set", "9S 9H 9D", "9C KH 2D", STANDARD, "", "9C > 9S 9H 9D", "KH 2D"),
    ("what lies at its best is not laid off for nothing",
     "7C 8C 9C", "4C 5C 6C KH", STANDARD, "4C 5C 6C", "", "KH"),
    ("nothing goes on the ace that is low", "JH QH KH", "AH 2H", STANDARD, "", "", "AH 2H"),
    ("an ace goes on the king where it is high", "JH QH KH", "AH 2H", HIGH_OR_LOW, "", "AH > JH QH KH", "2H"),
    ("and the two follows where runs go round", "JH QH KH", "AH 2H", ROUND, "", "AH 2H > JH QH KH", ""),
    ("the ace that counts fifteen is laid off rather than the king kept",
     "AS AH AD", "QC KC AC", STANDARD.but(aces=Aces.HIGH_OR_LOW, ace_points=15), "QC KC AC", "", ""),
    ("nothing goes on cards that are no meld", "9S 9H", "9C 9D", STANDARD, "", "", "9D 9C"),
    ("nor on an illegal run", "5S 6S 8S", "7S 9S", STANDARD, "", "", "7S 9S"),
    ("nor on a knocker's deadwood, for there are no melds", "", "9C 9D", STANDARD, "", "", "9D 9C"),
]  # fmt: skip


@pytest.mark.parametrize(
    "title,knocker,cards,rules,melds,layoffs,unmatched", DEFENCES, ids=[row[0] for row in DEFENCES]
)
def test_best_defence(
    title: str, knocker: str, cards: str, rules: HouseRules, melds: str, layoffs: str, unmatched: str
) -> None:
    defence = best_defence(read_groups(knocker), read_cards(cards), rules)

    assert format_groups(defence.melds) == melds
    assert format_layoffs(defence.layoffs) == layoffs
    assert format_cards(defence.unmatched) == unmatched
    assert defence.deadwood == rules.deadwood(read_cards(unmatched))


PLACED = [
    ("the nine goes where the eight can follow", "9S 9H 9D / TC JC QC", "8C 9C", "9C 8C > TC JC QC"),
    ("two nines, a place for each", "9S 9H 9D / TC JC QC", "9C", "9C > 9S 9H 9D"),
    ("between two runs, either way", "3S 4S 5S / 8S 9S TS", "6S 7S", "6S 7S > 3S 4S 5S"),
    ("no card is nowhere", "9S 9H 9D", "", ""),
    ("a chain with a gap does not fit", "5S 6S 7S", "9S", None),
    ("nor does a card of which the other half fits", "5S 6S 7S", "8S KH", None),
    ("nor a card that lies there already", "5S 6S 7S / 8H 9H TH", "7S", None),
    ("nor a card twice", "5S 6S 7S", "8S 8S", None),
    ("nor anything on cards that are no meld", "5S 6S", "7S", None),
    ("nor anything on nothing", "", "7S", None),
]


@pytest.mark.parametrize("title,knocker,cards,placed", PLACED, ids=[row[0] for row in PLACED])
def test_place_layoffs(title: str, knocker: str, cards: str, placed: str | None) -> None:
    layoffs = place_layoffs(read_groups(knocker), read_cards(cards))

    assert (layoffs if layoffs is None else format_layoffs(layoffs)) == placed


def test_a_layoff_names_the_meld_as_the_knocker_laid_it() -> None:
    laid = read_cards("7S 5S 6S")

    assert best_defence([laid], read_cards("8S")).layoffs == (Layoff(read_cards("8S"), onto=laid),)


def format_layoffs(layoffs: tuple[Layoff, ...]) -> str:
    return ", ".join(f"{format_cards(each.cards)} > {format_cards(each.onto)}" for each in layoffs)


Showdown = tuple[HouseRules, tuple[Group, ...], Group]


@st.composite
def showdowns(draw: Any) -> Showdown:
    """Rules, a knocker's melds and a defender's cards."""
    rules = draw(any_rules)
    melds = draw(knocker_melds(rules.aces))
    return rules, melds, draw(hands(most=10, without=cards_of(melds)))


@given(showdowns())
@many
def test_the_best_defence_is_the_best_of_all_and_lays_off_the_fewest(showdown: Showdown) -> None:
    rules, melds, cards = showdown
    defence = best_defence(melds, cards, rules)

    assert (defence.deadwood, len(defence.laid_off)) == oracle.best_defence(melds, frozenset(cards), rules)


@given(showdowns())
@many
def test_laying_off_never_adds_deadwood(showdown: Showdown) -> None:
    rules, melds, cards = showdown

    assert best_defence(melds, cards, rules).deadwood <= least_deadwood(cards, rules)


@given(showdowns())
@many
def test_every_card_of_a_defence_is_somewhere_and_its_melds_are_legal(showdown: Showdown) -> None:
    rules, melds, cards = showdown
    defence = best_defence(melds, cards, rules)

    assert sorted(defence.spread.cards + defence.laid_off) == sorted(cards)
    assert not cards_twice(defence.spread.cards + defence.laid_off)
    assert all(is_meld(frozenset(meld), rules.aces) for meld in defence.melds)
    assert defence.deadwood == rules.deadwood(defence.unmatched)
    assert defence.spread in best_arrangements(defence.spread.cards, rules)


@given(showdowns())
@many
def test_layoffs_can_be_played_card_after_card_in_the_knockers_order(showdown: Showdown) -> None:
    rules, melds, cards = showdown
    defence = best_defence(melds, cards, rules)

    assert playable(defence.layoffs, melds, rules)


@given(showdowns())
@many
def test_what_the_best_defence_lays_off_can_be_placed(showdown: Showdown) -> None:
    rules, melds, cards = showdown
    defence = best_defence(melds, cards, rules)

    assert place_layoffs(melds, reversed(defence.laid_off), rules) == defence.layoffs


@given(showdowns(), st.integers(1, 4))
@many
def test_cards_are_placed_if_any_sequence_places_them(showdown: Showdown, some: int) -> None:
    rules, melds, cards = showdown
    layoffs = place_layoffs(melds, cards[:some], rules)

    assert (layoffs is not None) == oracle.can_all_be_laid_off(melds, frozenset(cards[:some]), rules)
    if layoffs is not None:
        assert playable(layoffs, melds, rules)
        assert sorted(card for layoff in layoffs for card in layoff.cards) == sorted(cards[:some])


def playable(layoffs: tuple[Layoff, ...], melds: tuple[Group, ...], rules: HouseRules) -> bool:
    """Whether each card, laid in turn, makes a meld, on melds that are named once and in order."""
    order = [melds.index(layoff.onto) for layoff in layoffs]
    return order == sorted(set(order)) and all(
        is_meld(frozenset(layoff.onto + layoff.cards[:played]), rules.aces)
        for layoff in layoffs
        for played in range(1, len(layoff.cards) + 1)
    )


@pytest.mark.parametrize(
    "knocker,cards",
    [("5S 6S 7S", "7S"), ("5S 6S 7S / 5S 5H 5D", "KC"), ("5S 5S 5H", "KC"), ("5S 6S 7S", "KC KC")],
    ids=["in both hands", "in two melds", "twice in a meld", "twice in a hand"],
)
def test_a_card_that_lies_there_twice_is_refused(knocker: str, cards: str) -> None:
    with pytest.raises(ValueError, match="twice"):
        best_defence(read_groups(knocker), read_cards(cards))


def test_a_defender_of_no_cards_has_none_left() -> None:
    assert best_defence(read_groups("5S 6S 7S"), list[Card]()).deadwood == 0
