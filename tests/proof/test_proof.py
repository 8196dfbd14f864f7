"""The proof: the counter against a plain search, the engine against the counter, and what was written."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from ctypes import c_uint64
from dataclasses import replace
from functools import partial
from itertools import chain, combinations
from math import comb, sqrt
from pathlib import Path
from random import Random

import pytest

from models.gin import every_hand
from models.gin.cards.bitboards import LookupTables, cards_of
from models.gin.cards.cards import PACK, Card, read_cards
from models.gin.cards.melds import Aces
from models.gin.hand.arrangements import best_arrangements, best_discards, least_deadwood
from models.gin.hand.defence import best_defence
from models.gin.rules.house_rules import STANDARD
from proof import counter, figures
from proof.__main__ import prove, summed
from proof.comparisons import COMPARISONS, Comparison
from proof.counter import END
from proof.digests import PROOF, digest_of_counter, tree_of, what_is_older
from tests.gin import oracle

TEN, HIGH, ROUND, OTHERS, ELEVEN, LAY_OFFS = COMPARISONS


def integer(cards: Iterable[Card]) -> int:
    return sum(card.bit for card in cards)


# The counter


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5, pytest.param(6, marks=pytest.mark.full)])
def test_the_classes_stand_for_all_hands(cards: int) -> None:
    number = counter.number_of_classes(cards)

    hands = counter.classes(cards, 0, number, order=5)

    assert len(set(hands)) == number
    assert {hand.bit_count() for hand in hands} == {cards}
    assert counter.stand_for(hands) == comb(52, cards)


def test_parts_of_the_classes_are_all_of_them() -> None:
    whole = counter.classes(5, 0, counter.number_of_classes(5), order=0)

    parts = [*counter.classes(5, 0, 7_000, order=0), *counter.classes(5, 7_000, len(whole), order=0)]

    assert parts == [*whole]


@pytest.mark.parametrize("aces, points", [(Aces.LOW, 1), (Aces.HIGH_OR_LOW, 15), (Aces.ROUND, 7)])
def test_the_counter_finds_what_a_plain_search_finds(aces: Aces, points: int) -> None:
    counter.use_rules(aces, points)
    rules = STANDARD.but(aces=aces, ace_points=points)
    hands = counter.with_meld(counter.random_hands(9, 43, 60))
    assert len(hands) > 10
    least = [oracle.least_deadwood(frozenset(cards_of(hand)), rules) for hand in hands]
    ways = [_ways(hand, oracle.best_arrangements(frozenset(cards_of(hand)), rules)) for hand in hands]

    assert counter.wrong_least(hands, least) == []
    assert counter.wrong_ways(hands, [*chain(*ways)]) == []
    assert counter.wrong_least(hands, [least[0] + 1, *least[1:]]) == [hands[0]]
    # Nothing laid, and a way said twice.
    for wrong in ([hands[0] | END, END], [*ways[0][:-1], *ways[0]]):
        assert counter.wrong_ways(hands, [*chain(wrong, *ways[1:])]) == [hands[0]]


def test_one_of_two_ways_is_not_enough() -> None:
    counter.use_rules(Aces.LOW, 1)
    low, high, whole = map(integer, map(read_cards, ("2C-4C", "5C-7C", "2C-7C")))
    hand = (c_uint64 * 1)(whole)

    assert counter.wrong_ways(hand, [high, low, END, whole, END, END]) == []
    assert counter.wrong_ways(hand, [whole, END, END]) == [whole]


def _ways(hand: int, arrangements: Iterable[oracle.Arrangement]) -> list[int]:
    """Arrangements as the counter takes them."""
    said: list[int] = []
    for arrangement in arrangements:
        melds = [*map(integer, arrangement)]
        said += [*melds, hand - sum(melds) | END]
    return [*said, END]


def test_the_counter_takes_only_a_legal_and_best_defence() -> None:
    counter.use_rules(Aces.LOW, 1)
    laid = [read_cards("5S 6S 7S"), read_cards("KS KH KD")]
    knocker = (integer(laid[0]), integer(laid[1]), 0)
    loose = [card for card in PACK if not integer([card]) & sum(knocker)]
    for seed in range(20):
        # The king fits the set, and the eight the run; the two of both ends may wait for others.
        hand = frozenset([*read_cards("8S KC"), *Random(seed).sample(loose, 6)])
        best, fewest = oracle.best_defence(laid, hand)
        defence = best_defence(laid, hand)
        said = [*map(integer, defence.melds), integer(defence.unmatched) | END]
        for layoff in defence.layoffs:
            said += [integer(layoff.onto), integer(layoff.cards)]

        assert (defence.deadwood, len(defence.laid_off)) == (best, fewest)
        assert counter.is_best_defence(integer(hand), knocker, [*said, END])
        # All kept; and a card that is left out.
        assert not counter.is_best_defence(integer(hand), knocker, [integer(hand) | END, END])
        assert not counter.is_best_defence(integer(hand), knocker, [END, *said[-2:], END])


@pytest.mark.full
def test_every_collection_of_melds_is_there_once_up_to_exchange() -> None:
    counter.use_rules(Aces.LOW, 1)
    melds = [integer(meld) for meld in oracle.every_meld(Aces.LOW)]
    small = [meld for meld in melds if meld.bit_count() <= 4]

    alone = [alike for group, alike in counter.collections(7) if not group[1]]
    pairs = [alike for group, alike in counter.collections(7) if group[1]]

    assert sum(alone) == sum(meld.bit_count() <= 7 for meld in melds)
    assert sum(pairs) == sum(
        not one & two and (one | two).bit_count() <= 7 for one, two in combinations(small, 2)
    )
    assert sum(alike for _, alike in counter.collections(10)) == 259_619


# The engine


@pytest.mark.parametrize(
    "comparison",
    [*COMPARISONS[:-1], pytest.param(COMPARISONS[-1], marks=pytest.mark.full)],
    ids=lambda comparison: comparison.name,
)
def test_the_engine_is_right_in_a_part(comparison: Comparison) -> None:
    first = comparison.size() // 3
    last = first + min(comparison.step // 50 + 1, 20_000)

    outcome = comparison.compare(first, last)

    assert outcome.wrong == []
    assert outcome.compared > 0


def without_a_run(tables: LookupTables) -> None:
    """Where A-2-3 are all the cards of a suit, they are deadwood."""
    tables.left[0b111] = 6


def without_a_discard(tables: LookupTables) -> None:
    """The only card of a suit is not thrown if it is an ace."""
    tables.discards[1][1] = 1 << 20


@pytest.mark.parametrize(
    "comparison, fault",
    [(TEN, without_a_run), (ELEVEN, without_a_discard)],
    ids=["least and ways", "discards"],
)
def test_a_fault_of_the_tables_is_found(
    comparison: Comparison, fault: Callable[[LookupTables], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = LookupTables(Aces.LOW, 1)
    fault(tables)
    monkeypatch.setattr("proof.comparisons.tables_for", lambda *_: tables)

    assert comparison.compare(0, 50_000).wrong != []


# The command


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    log, few = tmp_path / "instance" / "proof.jsonl", [replace(TEN, size=partial(int, 5_000), step=1_000)]
    whole = prove(log, few)
    lines = log.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == 5
    # Killed while it wrote the fourth line.
    log.write_text("".join(lines[:3]) + lines[3][:20], "utf-8")

    again = prove(log, few)

    assert log.read_text("utf-8").startswith("".join(lines[:3]))
    assert again[:3] == [json.loads(line) for line in lines[:3]]
    first, second = (summed(outcomes, few) for outcomes in (whole, again))
    assert first["figures"] == second["figures"]
    assert first["compared"][0]["compared"] == second["compared"][0]["compared"] == 5_000


@pytest.mark.parametrize(
    "other",
    [
        '"""Says more."""\nimport elsewhere\nTEN = 10\ndef knock(left):\n    return left <= TEN',
        "from there import here\nTEN = 10\n\n\ndef knock(left):\n    # The limit.\n    return left <= TEN",
    ],
)
def test_words_and_moves_leave_the_digest_alone(other: str) -> None:
    source = 'TEN = 10\ndef knock(left):\n    """Whether one may."""\n    return left <= TEN'

    assert tree_of(other) == tree_of(source)
    assert tree_of(source.replace("<=", "<")) != tree_of(source)


def test_it_is_said_what_is_newer_than_the_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    older = tmp_path / "proof.json"
    monkeypatch.setattr("proof.digests.PROOF", older)
    assert "is not there" in what_is_older()

    older.write_text(json.dumps({"engine": "another", "counter": digest_of_counter()}), "utf-8")

    assert what_is_older() == "docs/proof.json is older than the engine: make prove"


# What was written


def test_nothing_was_wrong_and_no_hand_is_missing() -> None:
    proof = json.loads(PROOF.read_text("utf-8"))

    assert [each["name"] for each in proof["compared"]] == [each.name for each in COMPARISONS]
    assert [each["wrong"] for each in proof["compared"]] == [0] * 6
    assert [each["stand_for"] for each in proof["compared"][:3]] == [
        comb(52, 10),
        comb(52, 10) - comb(48, 10),
        comb(52, 10) - comb(48, 10),
    ]
    assert proof["compared"][4]["stand_for"] == comb(52, 11)
    assert proof["compared"][0]["compared"] == 671_225_412


@pytest.mark.parametrize("template", figures.WRITTEN)
def test_the_figures_are_those_of_the_proof(template: str) -> None:
    assert figures.WRITTEN[template].read_text("utf-8") == figures.written(template)


def test_every_distribution_is_of_all_hands() -> None:
    for hands in (every_hand.DEALT, every_hand.BEST_WAYS, every_hand.DEAREST_FIRST):
        assert sum(hands) == every_hand.TEN_CARDS == comb(52, 10)
    for hands in (every_hand.AFTER_A_DISCARD, every_hand.BEST_DISCARDS):
        assert sum(hands) == every_hand.ELEVEN_CARDS == comb(52, 11)


def test_the_figures_stand_up_to_random_deals() -> None:
    """Within five standard errors of what the engine and a plain greedy player make of random deals."""
    deals, random = 20_000, Random(43)
    found = Counter[str]()
    for _ in range(deals):
        cards = random.sample(PACK, 11)
        dealt, drawn = cards[:10], best_discards(cards)
        least, ways = least_deadwood(dealt), best_arrangements(dealt)
        found["at most 30"] += least <= 30
        found["at most 60"] += least <= 60
        found["no meld"] += not ways[0].melds
        found["two ways"] += len(ways) == 2
        found["drawn at most 20"] += drawn.deadwood <= 20
        found["three discards"] += len(drawn.cards) == 3
    counted = {
        "at most 30": sum(every_hand.DEALT[:31]) / every_hand.TEN_CARDS,
        "at most 60": sum(every_hand.DEALT[:61]) / every_hand.TEN_CARDS,
        "no meld": every_hand.NO_MELD / every_hand.TEN_CARDS,
        "two ways": every_hand.BEST_WAYS[1] / every_hand.TEN_CARDS,
        "drawn at most 20": sum(every_hand.AFTER_A_DISCARD[:21]) / every_hand.ELEVEN_CARDS,
        "three discards": every_hand.BEST_DISCARDS[2] / every_hand.ELEVEN_CARDS,
    }
    for what, share in counted.items():
        assert abs(found[what] / deals - share) < 5 * sqrt(share * (1 - share) / deals), what
