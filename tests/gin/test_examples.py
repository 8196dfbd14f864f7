"""Worked examples, most of them published with their own numbers."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from models.gin.cards.cards import Card, format_cards, parse_cards, read_cards
from models.gin.cards.melds import Flaw, flaw_of, laid_in_turn
from models.gin.document.reading import read_rules
from models.gin.hand.arrangements import best_arrangements, least_deadwood
from models.gin.hand.declaration import DEAD_HAND, Count, Declaration, Ending, Layoff, Spread
from models.gin.hand.defence import best_defence, place_layoffs
from models.gin.hand.problems import Reason, problems
from models.gin.hand.scoring import Hand, score
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.options import Outcome, Tie
from models.gin.rules.presets import SYDNEY
from models.gin.rules.seating import Table
from models.gin.sheet.columns import Column, closed
from models.gin.sheet.games import Game
from models.gin.sheet.sheet import Sheet, sheet

EXAMPLES = Path(__file__).parent.parent / "data" / "examples.json"


@dataclass(frozen=True)
class Example:
    """One example as it is written in the file."""

    id: str
    source: str
    kind: str
    input: Mapping[str, Any]
    rules: Mapping[str, Any]
    expected: Mapping[str, Any]
    note: str

    def __str__(self) -> str:
        return f"{self.id} {self.source}"


ALL = [Example(**each) for each in json.loads(EXAMPLES.read_text(encoding="utf-8"))]

PLAYERS = {"A": 0, "B": 1, None: None, "none": None}


# The examples' own names for house rules, and ours.


def rules_of(written: Mapping[str, Any]) -> HouseRules:
    """The rules of an example. What it does not name pays nothing after the game."""
    fields: dict[str, Any] = {"game_bonus": 0, "box_bonus": 0, "shutout": "none"}
    for name, value in written.items():
        fields |= OUR_NAMES[name](value) if name in OUR_NAMES else {name: value}
    return read_rules({"preset": "pagat", **fields})


def _shutout(option: str) -> dict[str, Any]:
    name, _, bonus = option.partition(":")
    return {"shutout": name, **({"shutout_bonus": int(bonus)} if bonus else {})}


OUR_NAMES: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "ace": lambda option: {"aces": option},
    "meld_min": lambda least: {3: {}}[least],
    "knock_mode": lambda mode: {"oklahoma": mode == "oklahoma"},
    "big_gin_bonus": lambda bonus: {"big_gin_bonus": None if bonus == "as_gin" else bonus},
    "shutout": _shutout,
    "third_column_double": lambda doubled: {"last_column_double": doubled},
    "partnership": lambda netting: {"net": {}}[netting],
    "draw_redeal": lambda deal: {"redeal_after_dead_hand": "rotate" if deal == "silent" else deal},
}

ENDINGS = {
    "knock": Ending.KNOCK,
    "gin": Ending.GIN,
    "big_gin": Ending.BIG_GIN,
    "draw": Ending.DEAD,
}

FLAWS = {
    "gap in run": Flaw.GAP_IN_RUN,
    "mixes a set and a run": Flaw.NEITHER_SET_NOR_RUN,
    "no wrap-around": Flaw.ROUND_THE_CORNER,
    "runs stay in one suit and never wrap": Flaw.NEITHER_SET_NOR_RUN,
}


def groups(written: Iterable[str]) -> list[tuple[Card, ...]]:
    """Melds as an example lists them."""
    return [read_cards(meld) for meld in written]


def card_sets(melds: Iterable[Iterable[Card]]) -> set[frozenset[Card]]:
    """Melds without their order."""
    return {frozenset(meld) for meld in melds}


# deadwood


def least_of_the_cards(example: Example) -> None:
    cards, expected = parse_cards(example.input["cards"]), example.expected
    rules = rules_of(example.rules)

    assert least_deadwood(cards, rules) == expected["deadwood"]
    assert card_sets(groups(expected["melds"])) in [
        card_sets(spread.melds) for spread in best_arrangements(cards, rules)
    ]


def cards_are_no_meld(example: Example) -> None:
    assert flaw_of(read_cards(example.input["meld"])) is FLAWS[example.expected["reason"]]


def one_card_in_both_hands(example: Example) -> None:
    knocker, defender = (parse_cards(example.input[hand]) for hand in ("knocker_hand", "defender_hand"))
    laid = Declaration(best_arrangements(knocker)[0], best_arrangements(defender)[0])

    [problem] = problems(laid, STANDARD)

    assert problem.reason is Reason.CARD_IN_BOTH_HANDS
    assert f"{format_cards(problem.cards)} appears in both hands" == example.expected["reason"]


def knocker_is_bound_by_what_is_laid(example: Example) -> None:
    cards, rules, expected = parse_cards(example.input["cards"]), rules_of(example.rules), example.expected
    as_declared = Spread.of(groups(example.input["declared_melds"]), cards)
    at_best = best_arrangements(cards, rules)[0]

    assert rules.deadwood(as_declared.unmatched) == expected["declared_deadwood"]
    assert rules.deadwood(at_best.unmatched) == expected["best_deadwood"]
    assert may_be_knocked(as_declared, rules) is expected["knock_legal_as_declared"]
    assert may_be_knocked(at_best, rules) is expected["knock_legal_if_rearranged"]


def may_be_knocked(spread: Spread, rules: HouseRules) -> bool:
    """Whether *spread* can be knocked with, against a hand without a meld."""
    defender = Spread.of([], parse_cards("KH KD QS QD TS TC 8S 8C 6S 6C"))
    return not list(problems(Declaration(spread, defender), rules))


# layoff


def best_defence_is(example: Example) -> None:
    rules, expected = rules_of(example.rules), example.expected
    knocker, cards = groups(example.input["knocker_melds"]), parse_cards(example.input["defender_cards"])

    laid_off = parse_cards(" ".join(expected["laid_off"]))

    defence = best_defence(knocker, cards, rules)

    assert defence.deadwood == expected["defender_deadwood"]
    assert place_layoffs(knocker, laid_off, rules) is not None
    assert least_deadwood(cards - laid_off, rules) == expected["defender_deadwood"]
    # Of equally good defences ours lays off the fewest cards; one example lays off its own meld too.
    assert set(defence.laid_off) <= laid_off
    if "points" in expected:
        assert_scored(example.input["knocker_deadwood"], defence.deadwood, rules, expected)
    if "naive_meld_first_deadwood" in expected:
        assert melds_first_then_layoffs(knocker, cards) == expected["naive_meld_first_deadwood"]


def assert_scored(knocker: int, defender: int, rules: HouseRules, expected: Mapping[str, Any]) -> None:
    result = score(Count(Ending.KNOCK, knocker, defender), rules)
    assert (result.winner, result.points) == (expected["winner"], expected["points"])


def melds_first_then_layoffs(knocker: Iterable[Iterable[Card]], cards: Iterable[Card]) -> int:
    """What a defender keeps who lays his own best melds before he looks at the knocker's."""
    left = best_arrangements(cards)[0].unmatched
    for meld in knocker:
        _, left = laid_in_turn(meld, left)
    return STANDARD.deadwood(left)


def laying_off_is_a_right(example: Example) -> None:
    rules, expected, knocker = rules_of(example.rules), example.expected, example.input["knocker_deadwood"]
    cards = parse_cards(example.input["defender_cards"])
    kept = rules.deadwood(cards - parse_cards(" ".join(example.input["defender_chooses_to_lay_off"])))
    best = best_defence(groups(example.input["knocker_melds"]), cards, rules).deadwood

    assert kept == expected["defender_deadwood_as_declared"]
    assert best == expected["defender_deadwood_best"]
    assert_scored(knocker, kept, rules, expected["as_declared"])
    assert_scored(knocker, best, rules, expected["best"])


def knocker_never_lays_off(example: Example) -> None:
    written = example.input
    laid = Declaration(
        Spread.of(groups(written["knocker_melds"])),
        Spread.of(groups(written["defender_melds"])),
        (Layoff(read_cards(written["knocker_wants_to_lay_off"]), read_cards(written["defender_melds"][0])),),
    )
    refused = {problem.reason: problem.cards for problem in problems(laid, rules_of({"layoff_vs_gin": True}))}

    assert refused[Reason.LAYOFF_NOT_ON_A_MELD] == parse_cards(written["knocker_wants_to_lay_off"])
    assert (
        STANDARD.deadwood(parse_cards(written["knocker_deadwood_cards"]))
        == example.expected["knocker_deadwood"]
    )


# hand_score


def hand_is_worth(example: Example) -> None:
    rules, expected = rules_of(example.rules), example.expected
    count = count_of(example)

    result = score(count, rules)
    scored_hand = sheet([Hand(None if result.winner is None else 0, count)], rules).hands[0]

    assert (result.winner or "none", result.points) == (expected["winner"], expected["points"])
    assert result.outcome == expected.get("declared_corrected", result.outcome)
    assert list(scored_hand.totals) == expected.get("ledger", list(scored_hand.totals))


def count_of(example: Example) -> Count:
    """An example's two counts."""
    left = (example.input[name] or 0 for name in ("knocker_deadwood", "defender_deadwood_after_layoff"))
    return Count(ENDINGS[example.input["declared"]], *left)


def two_hands_are_one(example: Example) -> None:
    """Ann and Carl are side X, Bob and Dora side Y; each hand is a knock with one left."""
    sides, rules = {"X": 0, "Y": 1}, rules_of(example.rules)
    hands = [
        Hand(first + sides[hand["side"]], Count(Ending.KNOCK, 1, 1 + hand["points"]), (first, first + 1))
        for first, hand in zip((0, 2), example.input["partnership"], strict=True)
    ]

    game = sheet(hands, rules, table=Table.PARTNERSHIP).game

    assert game.running[sides[example.expected["winner"]]] == sum(game.running) == example.expected["points"]
    assert game.boxes == tuple(example.expected["boxes"].values())


def knock_is_above_the_limit(example: Example) -> None:
    [problem] = problems(count_of(example), rules_of(example.rules))

    assert problem.reason is Reason.OVER_KNOCK_LIMIT
    assert f"deadwood {problem.figure} exceeds the knock limit {problem.bound}" == example.expected["reason"]


# game_score


def played(hands: Iterable[Mapping[str, Any]], written: Mapping[str, Any]) -> Sheet:
    """The sheet of hands of which an example gives only the winner and the points."""
    hands = list(hands)
    rules = rules_of(written).but(gin_bonus=25, undercut_bonus=25, tie=Tie.KNOCKER)
    if any("extra_boxes" in hand for hand in hands):
        rules = rules.but(
            gin_extra_boxes=2, undercut_extra_boxes=1, spade_double=True, spade_doubles_boxes=True
        )
    return sheet([hand_paying(**hand) for hand in hands], rules)


def hand_paying(winner: str | None, points: int, extra_boxes: int = 0) -> Hand:
    """A hand that pays *points* to *winner*.

    A knock, above what a knock can pay gin, each worth 25; by its extra boxes an undercut
    (1), gin (2) or gin under a spade (4).
    """
    if winner is None:
        return Hand(None, DEAD_HAND)
    player, heart, spade = PLAYERS[winner], Card.parse("9H"), Card.parse("9S")
    assert player is not None
    if extra_boxes == 1:
        return Hand(1 - player, Count(Ending.KNOCK, 10, 10 - (points - 25), heart))
    if extra_boxes == 4:
        return Hand(player, Count(Ending.GIN, 0, points // 2 - 25, spade))
    if extra_boxes == 2 or points > 97:
        return Hand(player, Count(Ending.GIN, 0, points - 25, heart))
    return Hand(player, Count(Ending.KNOCK, 1, 1 + points, heart))


def game_ends_as(example: Example) -> None:
    whole = played(example.input["hands"], example.rules)

    assert [scored_hand.points for scored_hand in whole.hands] == [
        hand["points"] for hand in example.input["hands"]
    ]
    assert_game(whole.games[0], example.expected)


def assert_game(game: Game, expected: Mapping[str, Any]) -> None:
    [column] = game.columns
    said = {
        "running": list(game.running),
        "hands_won": list(column.hands_won),
        "final": game.final and list(game.final),
        "difference": game.difference,
        "shutout": game.is_shutout,
        "game_over": game.over,
        "game_over_after_hand": len(game.hands) if game.over else None,
    }
    assert {name: said[name] for name in expected} == expected


def correction_works_everything_out_anew(example: Example) -> None:
    hands, correction = example.input["hands"], example.input["correction"]
    corrected = [*hands]
    corrected[correction["hand"] - 1] = correction["new"]

    assert_game(played(hands, example.rules).game, example.expected["before"])
    assert_game(played(corrected, example.rules).game, example.expected["after"])


def next_deal_is(example: Example) -> None:
    result, dealer = example.input["hand_result"], PLAYERS[example.input["dealer"]]
    assert dealer is not None
    hand = Hand(None, DEAD_HAND) if result == "draw" else hand_paying(result["winner"], 12)
    # Where a text is silent, the example names two dealers: ours, and Pagat's in brackets.
    expected = PLAYERS[example.expected["next_dealer"][0]]

    assert sheet([hand], rules_of(example.rules), dealer).next_dealer == expected
    if example.rules.get("draw_redeal") == "silent":
        assert sheet([hand], SYDNEY, dealer).next_dealer == expected
        assert "the same dealer under Pagat" in example.expected["next_dealer"]
        assert sheet([hand], STANDARD, dealer).next_dealer == dealer


# hollywood


def columns_are(example: Example) -> None:
    game, expected = played(example.input["hands"], example.rules).games[0], example.expected

    assert [list(column.running) for column in game.columns] == expected["columns"]
    assert [column.ended for column in game.columns] == expected.get(
        "closed", [max(points) >= example.rules["target"] for points in expected["columns"]]
    )
    if "settlement" in expected:
        assert_settled(game, expected["settlement"])


def assert_settled(game: Game, settlement: Mapping[str, Any]) -> None:
    for number, column in enumerate(game.columns, 1):
        expected = settlement[f"column_{number}"]
        assert column.final == (expected["A"], expected["B"])
        assert expected["A"] - expected["B"] == expected["difference"]
        assert column.difference == expected.get("schneider_doubled", expected["difference"])
    assert game.difference == settlement["total_to_A"]


def columns_are_paid(example: Example) -> None:
    rules, expected = rules_of(example.rules).but(columns=3), example.expected
    blank = sheet([], rules).game
    columns = [
        closed(Column(rules, column.factor, hand_points=(final["A"], final["B"])), ended_by=0)
        for column, final in zip(blank.columns, example.input["column_results"], strict=True)
    ]
    game = Game(1, (), tuple(columns), next_dealer=0)

    assert [column.difference // column.factor for column in columns] == expected["differences"]
    assert [column.difference for column in columns] == expected["paid"]
    assert game.difference == expected["total_to_A"]


# oklahoma


def knock_limit_is(example: Example) -> None:
    rules = rules_of(example.rules)
    rules = rules.but(knock_limit=example.input.get("house_limit", rules.knock_limit))

    assert rules.knock_limit_with(Card.parse(example.input["upcard"])) == example.expected["knock_limit"]


def knock_under_the_upcard(example: Example) -> None:
    knock = Count(Ending.KNOCK, example.input["knocker_deadwood"], 30, Card.parse(example.input["upcard"]))
    found = [problem.reason for problem in problems(knock, rules_of(example.rules))]

    assert found == ([] if example.expected["legal"] else [Reason.OVER_KNOCK_LIMIT])


def hand_under_the_upcard(example: Example) -> None:
    given, expected = example.input, example.expected
    knocker = given.get("knocker_deadwood", 0)
    defender = given.get("defender_deadwood", knocker + given.get("hand_points_before_doubling", 0))
    ending = ENDINGS[given.get("declared", "knock")]

    result = score(Count(ending, knocker, defender, Card.parse(given["upcard"])), rules_of(example.rules))

    assert result.points == expected["points"]
    assert result.winner == expected.get("winner", "knocker")
    assert result.boxes == expected.get("boxes", result.boxes)
    assert result.boxes == 1 + expected.get("extra_boxes", result.boxes - 1)


# What an example asks follows from its kind and from what it gives or expects.

QUESTIONS: list[tuple[str, str, Callable[[Example], None]]] = [
    ("deadwood", "declared_melds", knocker_is_bound_by_what_is_laid),
    ("deadwood", "cards", least_of_the_cards),
    ("deadwood", "meld", cards_are_no_meld),
    ("deadwood", "knocker_hand", one_card_in_both_hands),
    ("layoff", "defender_chooses_to_lay_off", laying_off_is_a_right),
    ("layoff", "knocker_wants_to_lay_off", knocker_never_lays_off),
    ("layoff", "defender_cards", best_defence_is),
    ("hand_score", "partnership", two_hands_are_one),
    ("hand_score", "valid", knock_is_above_the_limit),
    ("hand_score", "declared", hand_is_worth),
    ("game_score", "correction", correction_works_everything_out_anew),
    ("game_score", "hand_result", next_deal_is),
    ("game_score", "hands", game_ends_as),
    ("hollywood", "hands", columns_are),
    ("hollywood", "column_results", columns_are_paid),
    ("oklahoma", "knock_limit", knock_limit_is),
    ("oklahoma", "legal", knock_under_the_upcard),
    ("oklahoma", "points", hand_under_the_upcard),
]


@pytest.mark.parametrize("example", ALL, ids=str)
def test_example(example: Example) -> None:
    given = {*example.input, *example.expected}

    ask = next(ask for kind, field, ask in QUESTIONS if kind == example.kind and field in given)

    ask(example)


def test_every_example_is_played() -> None:
    assert len(ALL) == 111


def test_a_big_gin_where_there_is_none_is_gin() -> None:
    """Both the gin and the recorded big gin of the examples pay the same there."""
    no_big_gin = rules_of({"big_gin_bonus": "as_gin"})
    results = [score(Count(ending, 0, 20), no_big_gin) for ending in (Ending.GIN, Ending.BIG_GIN)]

    assert results[0] == results[1]
    assert results[0].outcome is Outcome.GIN
