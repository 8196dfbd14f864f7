"""Least deadwood, the best arrangements and the best discard."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.gin.cards.bitboards import tables_for
from models.gin.cards.cards import PACK, Card, Cards, cards_twice, format_groups, parse_cards, read_cards
from models.gin.cards.melds import Aces, is_meld, laid_in_order
from models.gin.hand.arrangements import (
    arrangements_within,
    best_arrangements,
    best_discards,
    least_deadwood,
)
from models.gin.hand.declaration import Spread
from models.gin.rules.house_rules import STANDARD, HouseRules
from tests.gin import oracle
from tests.gin.dealing import any_rules, hands, many

HANDS = [
    json.loads(line) for line in (Path(__file__).parents[1] / "data" / "hands.jsonl").read_text().splitlines()
]
NOTHING_FITS = read_cards("KS KH QD QC JS JH TD TC 9S 9H")
ROUND = STANDARD.but(aces=Aces.ROUND)


def test_a_thousand_hands_at_their_best() -> None:
    found = [row | at_its_best(row["cards"]) for row in HANDS]

    wrong = [row for row, expected in zip(found, HANDS, strict=True) if row != expected]
    assert not wrong, "\n".join(map(str, wrong))


def at_its_best(cards: str) -> dict[str, int]:
    """What the table says of a hand, as the engine has it."""
    hand = read_cards(cards)
    return {
        "min_deadwood": least_deadwood(hand),
        "n_optimal_arrangements": len(best_arrangements(hand)),
    }


@pytest.mark.parametrize(
    "row", [row for row in HANDS if "best_discards" in row], ids=lambda row: row["cards"]
)
def test_the_best_discards(row: dict[str, Any]) -> None:
    best = best_discards(read_cards(row["cards"]))

    assert best.deadwood == row["min_deadwood_after_discard"]
    assert set(best.cards) == parse_cards(row["best_discards"])
    assert parse_cards(row["gin_discards"]) == (frozenset() if best.deadwood else set(best.cards))


ARRANGED = [
    ("a run of nine lies in six ways",
     "AS 2S 3S 4S 5S 6S 7S 8S 9S", STANDARD,
     ["AS 2S 3S 4S 5S 6S 7S 8S 9S",
      "AS 2S 3S / 4S 5S 6S 7S 8S 9S",
      "AS 2S 3S 4S / 5S 6S 7S 8S 9S",
      "AS 2S 3S 4S 5S / 6S 7S 8S 9S",
      "AS 2S 3S 4S 5S 6S / 7S 8S 9S",
      "AS 2S 3S / 4S 5S 6S / 7S 8S 9S"]),
    ("the seven lies in the run, as it leaves less",
     "7S 7H 7D 8D 9D", STANDARD, ["7D 8D 9D"]),
    ("three courts lie as three sets or as three runs",
     "JS QS KS JH QH KH JD QD KD 2C", STANDARD,
     ["JS JH JD / QS QH QD / KS KH KD", "JS QS KS / JH QH KH / JD QD KD"]),
    ("the fourth seven joins the run, or the run is three without it",
     "7S 7H 7D 7C 8C 9C TC", STANDARD, ["7S 7H 7D / 7C 8C 9C TC", "7S 7H 7D 7C / 8C 9C TC"]),
    ("no meld is an arrangement too", "KS QH 2D", STANDARD, [""]),
    ("an ace is low", "QH KH AH", STANDARD, [""]),
    ("an ace is high by another option", "QH KH AH", STANDARD.but(aces=Aces.HIGH_OR_LOW), ["QH KH AH"]),
    ("a run does not turn the corner there", "KH AH 2H", STANDARD.but(aces=Aces.HIGH_OR_LOW), [""]),
    ("it does where runs go round", "KH AH 2H", ROUND, ["KH AH 2H"]),
]  # fmt: skip


@pytest.mark.parametrize("title,cards,rules,laid", ARRANGED, ids=[row[0] for row in ARRANGED])
def test_best_arrangements(title: str, cards: str, rules: HouseRules, laid: list[str]) -> None:
    assert sorted(
        format_groups(each.melds) for each in best_arrangements(read_cards(cards), rules)
    ) == sorted(laid)


def test_an_arrangement_of_fewer_melds_comes_first() -> None:
    assert [len(each.melds) for each in best_arrangements(read_cards("AS 2S 3S 4S 5S 6S 7S 8S 9S"))] == [
        1,
        2,
        2,
        2,
        2,
        3,
    ]


def test_an_ace_that_counts_fifteen_changes_what_is_best() -> None:
    cards = read_cards("AS 2S 3S KS KH KD AH AD")

    assert least_deadwood(cards) == 2
    assert least_deadwood(cards, STANDARD.but(ace_points=15)) == 5


@given(hands(most=12), any_rules)
@many
def test_least_deadwood_is_the_least_of_all_arrangements(cards: tuple[Card, ...], rules: HouseRules) -> None:
    assert least_deadwood(cards, rules) == oracle.least_deadwood(frozenset(cards), rules)


@given(hands(most=12), any_rules)
@many
def test_all_best_arrangements_are_found_and_each_once(cards: tuple[Card, ...], rules: HouseRules) -> None:
    assert melds_of_each(best_arrangements(cards, rules)) == oracle.best_arrangements(frozenset(cards), rules)


@given(hands(most=11), st.integers(0, 100), any_rules)
@many
def test_all_arrangements_within_a_limit_are_found_and_each_once(
    cards: tuple[Card, ...], most: int, rules: HouseRules
) -> None:
    found = arrangements_within(cards, most, rules)

    assert melds_of_each(found) == oracle.arrangements_within(frozenset(cards), most, rules)


@given(hands(least=2, most=11), any_rules)
@many
def test_the_best_discards_are_those_that_leave_the_least(cards: tuple[Card, ...], rules: HouseRules) -> None:
    best = best_discards(cards, rules)

    assert (best.deadwood, frozenset(best.cards)) == oracle.best_discards(frozenset(cards), rules)
    assert list(best.cards) == sorted(best.cards)


@given(hands(most=14), st.integers(0, 30), any_rules)
@many
def test_an_arrangement_is_legal_and_whole_and_laid_in_order(
    cards: tuple[Card, ...], most: int, rules: HouseRules
) -> None:
    for spread in (*best_arrangements(cards, rules), *arrangements_within(cards, most, rules)):
        assert all(is_meld(frozenset(meld), rules.aces) for meld in spread.melds)
        assert not cards_twice(spread.cards)
        assert sorted(spread.cards) == sorted(cards)
        assert spread == Spread.of(spread.melds, spread.unmatched)
        assert all(meld == laid_in_order(meld) for meld in spread.melds)


@given(hands(most=14), any_rules)
@many
def test_the_best_come_first_within_a_limit(cards: tuple[Card, ...], rules: HouseRules) -> None:
    best = best_arrangements(cards, rules)
    found = arrangements_within(cards, least_deadwood(cards, rules) + 10, rules)
    left = [rules.deadwood(spread.unmatched) for spread in found]

    assert found[: len(best)] == best
    assert left == sorted(left)


@given(hands(most=14), any_rules, st.randoms())
@many
def test_the_order_of_the_cards_does_not_matter(
    cards: tuple[Card, ...], rules: HouseRules, shuffler: Any
) -> None:
    shuffled = shuffler.sample(cards, len(cards))

    assert best_arrangements(shuffled, rules) == best_arrangements(cards, rules)
    assert best_discards(shuffled, rules) == best_discards(cards, rules)


def melds_of_each(spreads: tuple[Spread, ...]) -> set[frozenset[Cards]]:
    """The spreads' melds as the oracle has them; no spread may stand there twice."""
    found = {frozenset(map(frozenset, spread.melds)) for spread in spreads}
    assert len(found) == len(spreads)
    return found


# The most that ten cards can leave


@pytest.mark.parametrize("ace_points", range(1, 16))
def test_the_most_that_ten_cards_can_leave(ace_points: int) -> None:
    """No ten cards can leave more than 98, or 80 and two aces, and some do, wherever an ace may be in a run.

    Three or four cards of a rank can always be a set, whatever the suits: then they leave nothing. So a rank
    leaves at most the worth of two of its cards, and the best choice of how many cards of each rank there
    are, found rank by rank, leaves as much as any ten cards.
    """
    most = {0: 0}
    for worth in (ace_points, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10):
        left = [0, worth, 2 * worth, 0, 0]
        most = {
            cards: max(most[cards - own] + left[own] for own in range(5) if cards - own in most)
            for cards in range(11)
            if any(cards - own in most for own in range(5))
        }
    cards = read_cards("KS KH QD QC JS JH TD TC " + ("AS AH" if ace_points > 9 else "9S 9H"))

    assert most[10] == max(98, 80 + 2 * ace_points)
    for aces in Aces:
        rules = STANDARD.but(aces=aces, ace_points=ace_points)
        assert least_deadwood(cards, rules) == rules.most_deadwood == most[10]


def test_six_lookup_tables_are_kept() -> None:
    for ace_points in range(1, 16):
        least_deadwood(NOTHING_FITS, STANDARD.but(ace_points=ace_points))

    assert tables_for.cache_info().maxsize == tables_for.cache_info().currsize == 6


# What is refused, and what must not take long


@pytest.mark.parametrize("question", [least_deadwood, best_arrangements, best_discards])
def test_more_than_fourteen_cards_are_refused(question: Any) -> None:
    with pytest.raises(ValueError, match="15 cards"):
        question(PACK[:15])


@pytest.mark.parametrize("question", [least_deadwood, best_arrangements, best_discards])
def test_a_card_that_stands_there_twice_is_refused(question: Any) -> None:
    with pytest.raises(ValueError, match="twice"):
        question(read_cards("7S 8S 7S"))


def test_there_is_nothing_to_throw_from_no_cards() -> None:
    with pytest.raises(ValueError, match="no card"):
        best_discards([])


def test_no_cards_leave_nothing() -> None:
    assert least_deadwood([]) == 0
    assert best_arrangements([]) == (Spread(),)


@pytest.mark.parametrize("rules", [STANDARD, ROUND], ids=["low", "round"])
@pytest.mark.parametrize(
    "cards",
    ["AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS KD", "5S 6S 7S 5H 6H 7H 5D 6D 7D 5C 6C 7C 8C 8D"],
    ids=["a whole suit", "three ranks in four suits"],
)
def test_the_worst_fourteen_cards_lie_in_a_few_hundred_ways(cards: str, rules: HouseRules) -> None:
    assert len(arrangements_within(read_cards(cards), 1000, rules)) < 1500


def test_what_a_knocker_may_lay_includes_less_than_the_best() -> None:
    cards = read_cards("2S 3S 4S 5S 6H 6D 6C 9H TH JH")
    laid = arrangements_within(cards, 10)

    assert format_groups(laid[0].melds) == "6H 6D 6C / 2S 3S 4S 5S / 9H TH JH"
    assert {STANDARD.deadwood(spread.unmatched) for spread in laid} == {0, 2, 5}


def test_every_set_of_three_is_found_in_its_set_of_four() -> None:
    fours = read_cards("4S 4H 4D 4C")

    assert melds_of_each(arrangements_within(fours, 4)) == {
        frozenset({frozenset(fours)}),
        *(frozenset({frozenset(three)}) for three in combinations(fours, 3)),
    }
