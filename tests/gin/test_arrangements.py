"""Arrangements with the least deadwood, and the lay-offs that are best for the defender."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.gin.cards.bitboards import tables_for
from models.gin.cards.cards import (
    PACK,
    Card,
    Cards,
    Group,
    cards_twice,
    format_cards,
    format_groups,
    parse_cards,
    read_cards,
    read_groups,
)
from models.gin.cards.melds import Aces, is_meld, laid_in_order
from models.gin.hand.arrangements import (
    arrangements_within,
    best_arrangements,
    best_discards,
    least_deadwood,
)
from models.gin.hand.declaration import Layoff, Spread
from models.gin.hand.defence import best_defence, place_layoffs
from models.gin.rules.house_rules import STANDARD, HouseRules
from tests.gin import oracle
from tests.gin.dealing import any_rules, cards_of, hands, knocker_melds, many

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


def test_the_best_discards_of_hundreds_of_hands() -> None:
    rows = [row for row in HANDS if "best_discards" in row]

    assert len(rows) > 100
    assert [row for row in rows if not has_best_discards(row)] == []


def has_best_discards(row: dict[str, Any]) -> bool:
    """Whether the best discards are those that the table has, and those that leave gin too."""
    best = best_discards(read_cards(row["cards"]))
    told = parse_cards(row["best_discards"]), parse_cards(row["gin_discards"])
    found = set(best.cards), set() if best.deadwood else set(best.cards)
    return found == told and best.deadwood == row["min_deadwood_after_discard"]


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
    found = best_arrangements(read_cards("AS 2S 3S 4S 5S 6S 7S 8S 9S"))

    assert [len(each.melds) for each in found] == [1, 2, 2, 2, 2, 3]


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


SHOWDOWNS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "layoffs.jsonl").read_text().splitlines()
]
HIGH_OR_LOW = STANDARD.but(aces=Aces.HIGH_OR_LOW)


def test_six_hundred_defences_at_their_best() -> None:
    found = [row | showdown_at_its_best(row) for row in SHOWDOWNS]

    wrong = [row for row, expected in zip(found, SHOWDOWNS, strict=True) if row != expected]
    assert not wrong, "\n".join(map(str, wrong))


def showdown_at_its_best(row: dict[str, Any]) -> dict[str, int]:
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
