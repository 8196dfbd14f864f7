"""Invalid match documents, with all their errors."""

import json
from dataclasses import dataclass
from typing import Any

from models.gin.hand.problems import Reason

GOOD: dict[str, Any] = {
    "format": "gin-match/1",
    "players": ["Ann", "Bob"],
    "rules": "pagat",
    "first_dealer": 0,
    "hands": [],
}

KNOCK = {"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 8, "defender": 20}}

KNOCKER = {"melds": ["KS KC KD", "5S 6S 7S", "9C TC JC"], "unmatched": "JD"}
DEFENDER = {
    "melds": ["2S 2C 2D 2H"],
    "unmatched": "AC 8D",
    "layoffs": [{"cards": "8S 9S", "onto": "5S 6S 7S"}, {"cards": "8C 7C", "onto": "9C TC JC"}],
}
GIN = {"melds": ["KS KC KD", "5S 6S 7S", "9C TC JC QC"]}

OF_THREE = {"table": "three", "players": ["Ann", "Bob", "Carl"]}
PARTNERS = {"table": "partnership", "players": ["Ann", "Bob", "Carl", "Dora"]}

Expected = tuple[int | None, Reason, str]
"""The hand, the reason, and the cards or the text that are named."""


@dataclass(frozen=True)
class Bad:
    """An invalid document."""

    title: str
    text: str
    expected: tuple[Expected, ...]

    def __str__(self) -> str:
        return self.title


def document(**changes: Any) -> str:
    """The valid document with some fields changed; ``...`` removes one."""
    return json.dumps({name: value for name, value in (GOOD | changes).items() if value is not ...})


def bad(title: str, *expected: Expected, **changes: Any) -> Bad:
    """A document that differs from the valid one."""
    return Bad(title, document(**changes), expected)


def bad_text(title: str, text: str, reason: Reason) -> Bad:
    """A text that is no match document at all."""
    return Bad(title, text, ((None, reason, ""),))


def in_hand(title: str, hand: Any, *expected: tuple[Reason, str], rules: Any = "pagat") -> Bad:
    """A document whose second hand is invalid."""
    first = KNOCK | {"upcard": "TH"}
    return bad(title, *((2, reason, named) for reason, named in expected), hands=[first, hand], rules=rules)


def by_cards(title: str, changes: dict[str, Any], *expected: tuple[Reason, str], rules: Any = "pagat") -> Bad:
    """A document whose second hand, by cards, is invalid."""
    spreads = {"knocker": changes.pop("by", KNOCKER), "defender": changes.pop("against", DEFENDER)}
    return in_hand(title, {"knocker": 0, "laid": spreads} | changes, *expected, rules=rules)


def penalty(**changes: Any) -> dict[str, Any]:
    """A penalty with some fields changed."""
    return {"penalty": {"player": 0, "for": "exposed_card"} | changes}


def adjustment(**changes: Any) -> dict[str, Any]:
    """An adjustment with some fields changed."""
    return {"adjustment": {"player": 1, "points": 5} | changes}


def opening(*points: list[int], boxes: list[int] | None = None, played: int = 0) -> dict[str, Any]:
    """Opening scores, a list of points for each column."""
    columns = [{"points": each} | ({} if boxes is None else {"boxes": boxes}) for each in points]
    return {"opening": {"kind": "carried_over", "columns": columns, "played": played}}


def counts(knocker: Any, defender: Any, /, **changes: Any) -> dict[str, Any]:
    """A knock with these counts, and some fields changed."""
    return KNOCK | {"deadwood": {"knocker": knocker, "defender": defender}} | changes


def wrong_rule(title: str, **rule: Any) -> Bad:
    """A document with a rule that can't have this value."""
    return ruled(title, {"preset": "pagat"} | rule, *((Reason.FIELD_WRONG, name) for name in rule))


def ruled(title: str, rules: Any, *expected: tuple[Reason, str]) -> Bad:
    """A document whose rules are invalid."""
    return bad(title, *((None, reason, named) for reason, named in expected), rules=rules)


R = Reason

BAD = [
    # No document at all.
    bad_text("nothing", "", R.NOT_JSON),
    bad_text("a sentence", "Ann beat Bob by 12", R.NOT_JSON),
    bad_text("JSON cut off", document()[:-5], R.NOT_JSON),
    bad_text("two documents in one", document() + document(), R.NOT_JSON),
    bad_text(
        "a number that is none", document().replace('"first_dealer": 0', '"first_dealer": NaN'), R.NOT_JSON
    ),
    bad_text(
        "an infinite number", document().replace('"first_dealer": 0', '"first_dealer": -Infinity'), R.NOT_JSON
    ),
    bad_text("a number of ten thousand digits", "1" * 10_000, R.NOT_JSON),
    bad_text("a hundred thousand brackets", "[" * 100_000, R.NOT_JSON),
    bad_text("brackets of an open object", '{"format":' * 50_000, R.NOT_JSON),
    bad_text("a field written twice", '{"format": "gin-match/1", "format": "gin-match/1"}', R.NOT_JSON),
    bad_text("more than any match", " " * 5_000_001, R.TOO_LARGE),
    bad_text("a list", "[]", R.WRONG_FORMAT),
    bad_text("a word", '"gin-match/1"', R.WRONG_FORMAT),
    bad_text("null", "null", R.WRONG_FORMAT),
    bad_text("an empty object", "{}", R.WRONG_FORMAT),
    bad_text("a newer version", document(format="gin-match/2"), R.NEWER_FORMAT),
    bad_text("no version", document(format="gin-match"), R.WRONG_FORMAT),
    bad_text("a sheet and no match", document(format="gin-sheet/1"), R.WRONG_FORMAT),
    bad_text("a format that is a number", document(format=1), R.WRONG_FORMAT),
    # The match.
    bad("no players", (None, R.FIELD_MISSING, "players"), players=...),
    bad("one player", (None, R.FIELD_WRONG, "players"), players=["Ann"]),
    bad("three players", (None, R.FIELD_WRONG, "players"), players=["Ann", "Bob", "Cleo"]),
    bad("a player without a name", (None, R.FIELD_WRONG, "players"), players=["Ann", "  "]),
    bad("two players of one name", (None, R.FIELD_WRONG, "players"), players=["Ann", " Ann "]),
    bad("a name of a thousand letters", (None, R.FIELD_WRONG, "players"), players=["Ann", "B" * 1000]),
    bad("a name of forty-one letters", (None, R.FIELD_WRONG, "players"), players=["Ann", "B" * 41]),
    bad(
        "a name that turns the text around it", (None, R.FIELD_WRONG, "players"), players=["Ann", "\u202ebob"]
    ),
    bad("a name that cannot be seen", (None, R.FIELD_WRONG, "players"), players=["Ann", "\u200d"]),
    bad("a name with a bell in it", (None, R.FIELD_WRONG, "players"), players=["Ann", "Bo\x07b"]),
    bad("a name with a nought character", (None, R.FIELD_WRONG, "players"), players=["Ann", "Bob\x00"]),
    bad("a name with half a character", (None, R.FIELD_WRONG, "players"), players=["Ann", "Bob\ud83c"]),
    bad("a field with half a character", (None, R.FIELD_UNKNOWN, "?"), **{"\ud83c": 1}),
    bad("a match of long ago", (None, R.FIELD_WRONG, "started"), started="0001-01-01T00:00:00Z"),
    bad("a day in a year of two digits", (None, R.FIELD_WRONG, "played_on"), played_on="21-04-03"),
    bad("a day that there never was", (None, R.FIELD_WRONG, "played_on"), played_on="2001-02-30"),
    bad("names that are numbers", (None, R.FIELD_WRONG, "players"), players=[1, 2]),
    bad("players as an object", (None, R.FIELD_WRONG, "players"), players={"0": "Ann", "1": "Bob"}),
    bad("a third player deals", (None, R.FIELD_WRONG, "first_dealer"), first_dealer=2),
    bad("true deals", (None, R.FIELD_WRONG, "first_dealer"), first_dealer=True),
    bad("nobody deals", (None, R.FIELD_WRONG, "first_dealer"), first_dealer=None),
    bad("Ann deals", (None, R.FIELD_WRONG, "first_dealer"), first_dealer="Ann"),
    bad("a field of one's own", (None, R.FIELD_UNKNOWN, "winner"), winner="Ann"),
    bad("no hands", (None, R.FIELD_MISSING, "hands"), hands=...),
    bad("hands as an object", (None, R.FIELD_WRONG, "hands"), hands={"1": KNOCK}),
    bad("more hands than any match", (None, R.TOO_LARGE, "hands"), hands=[{"outcome": "dead"}] * 10_001),
    # The rules.
    bad("no rules", (None, R.FIELD_MISSING, "rules"), rules=...),
    ruled("rules as a list", ["pagat"], (R.FIELD_WRONG, "rules")),
    ruled("no rules but null", None, (R.FIELD_WRONG, "rules")),
    ruled("a house that has no name here", "monte-carlo", (R.HOUSE_UNKNOWN, "monte-carlo")),
    ruled("a house named in capitals", "Pagat", (R.HOUSE_UNKNOWN, "Pagat")),
    ruled("rules without a preset", {"target": 150}, (R.FIELD_MISSING, "preset")),
    ruled("a preset that is a number", {"preset": 4}, (R.FIELD_WRONG, "preset")),
    ruled("a rule that nobody has", {"preset": "pagat", "jokers": 2}, (R.FIELD_UNKNOWN, "jokers")),
    wrong_rule("a knock limit of eleven", knock_limit=11),
    wrong_rule("a target of nought", target=0),
    wrong_rule("a target in words", target="150"),
    wrong_rule("a target with a half", target=99.5),
    wrong_rule("a target of 10^9", target=10**9),
    wrong_rule("a bonus below nought", gin_bonus=-25),
    wrong_rule("no gin bonus but null", gin_bonus=None),
    wrong_rule("an ace worth sixteen", ace_points=16),
    wrong_rule("a fifth option for ties", tie="coin"),
    wrong_rule("a yes in words", oklahoma="yes"),
    wrong_rule("a yes in numbers", layoff_vs_gin=1),
    wrong_rule("no columns", columns=0),
    wrong_rule("a stake without a currency", stake_per_point=5),
    wrong_rule("a stake in cowries", stake_per_point="5 shells"),
    ruled(
        "stakes in two currencies",
        {"preset": "pagat", "stake_per_point": "0.10 EUR", "stake_per_game": "5 USD"},
        (R.FIELD_WRONG, "stake_per_point"),
        (R.FIELD_WRONG, "stake_per_game"),
    ),
    wrong_rule("a coin as a number", stake_rounding=0.05),
    wrong_rule("rounded to nothing", stake_rounding="0.00"),
    ruled(
        "all that is wrong with the rules at once",
        {"preset": "monte-carlo", "jokers": 2, "target": 0},
        (R.HOUSE_UNKNOWN, "monte-carlo"),
        (R.FIELD_UNKNOWN, "jokers"),
        (R.FIELD_WRONG, "target"),
    ),
    # More than two.
    bad("a table of five", (None, R.FIELD_WRONG, "table"), table="five"),
    bad("a table that is a number", (None, R.FIELD_WRONG, "table"), table=3),
    bad("three at a table of two", (None, R.FIELD_WRONG, "players"), players=["Ann", "Bob", "Carl"]),
    bad("two at a table of three", (None, R.FIELD_WRONG, "players"), table="three"),
    bad(
        "three of four partners",
        (None, R.FIELD_WRONG, "players"),
        table="partnership",
        players=["Ann", "Bob", "Carl"],
    ),
    bad(
        "one of four twice",
        (None, R.FIELD_WRONG, "players"),
        table="partnership",
        players=["Ann", "Bob", "Carl", "ANN"],
    ),
    bad(
        "a partner who deals for a side that there is not",
        (None, R.FIELD_WRONG, "first_dealer"),
        **PARTNERS,
        first_dealer=2,
    ),
    bad(
        "partners against each other",
        (1, R.FIELD_WRONG, "faced"),
        **PARTNERS,
        hands=[{**KNOCK, "faced": [0, 2]}],
    ),
    bad(
        "a knocker who sat out", (1, R.FIELD_WRONG, "knocker"), **OF_THREE, hands=[{**KNOCK, "faced": [1, 2]}]
    ),
    bad(
        "a dead hand of three",
        (1, R.FIELD_WRONG, "faced"),
        **OF_THREE,
        hands=[{"outcome": "dead", "faced": [0, 1, 2]}],
    ),
    bad("a round at a table of two", (1, R.FIELD_WRONG, "round"), hands=[{**KNOCK, "round": 1}]),
    bad("the round nought", (1, R.FIELD_WRONG, "round"), **PARTNERS, hands=[{**KNOCK, "round": 0}]),
    bad("a third player at a table of two", (1, R.FIELD_WRONG, "faced"), hands=[{**KNOCK, "faced": [0, 2]}]),
    # A hand by counts.
    in_hand("a hand that is a word", "gin", (R.FIELD_WRONG, "hands")),
    in_hand("a hand that is null", None, (R.FIELD_WRONG, "hands")),
    in_hand(
        "an empty hand",
        {},
        (R.FIELD_MISSING, "outcome"),
        (R.FIELD_MISSING, "knocker"),
        (R.FIELD_MISSING, "deadwood"),
    ),
    in_hand("nobody knocked", KNOCK | {"knocker": None}, (R.FIELD_WRONG, "knocker")),
    in_hand("a third player knocked", KNOCK | {"knocker": 2}, (R.FIELD_WRONG, "knocker")),
    in_hand("Ann knocked, by name", KNOCK | {"knocker": "Ann"}, (R.FIELD_WRONG, "knocker")),
    in_hand("an undercut is not declared", KNOCK | {"outcome": "undercut"}, (R.FIELD_WRONG, "outcome")),
    in_hand("an outcome that is a list", KNOCK | {"outcome": ["gin"]}, (R.FIELD_WRONG, "outcome")),
    in_hand("a field unknown to hands", KNOCK | {"points": 12}, (R.FIELD_UNKNOWN, "points")),
    in_hand("a knock in a dead hand", {"outcome": "dead", "knocker": 0}, (R.FIELD_WRONG, "knocker")),
    in_hand(
        "counts in a dead hand",
        {"outcome": "dead", "deadwood": {"knocker": 8, "defender": 20}},
        (R.FIELD_UNKNOWN, "deadwood"),
    ),
    in_hand("one count", KNOCK | {"deadwood": {"knocker": 8}}, (R.FIELD_MISSING, "defender")),
    in_hand("counts as a list", KNOCK | {"deadwood": [8, 20]}, (R.FIELD_WRONG, "deadwood")),
    in_hand("a count in words", counts("8", 20), (R.FIELD_WRONG, "knocker")),
    in_hand("a count with a half", counts(8.5, 20), (R.FIELD_WRONG, "knocker")),
    in_hand(
        "a third count",
        KNOCK | {"deadwood": {"knocker": 8, "defender": 20, "dealer": 3}},
        (R.FIELD_UNKNOWN, "dealer"),
    ),
    in_hand("a count below nought", counts(-1, 20), (R.COUNT_IMPOSSIBLE, "-1")),
    in_hand("99 is more than ten cards leave", counts(8, 99), (R.COUNT_IMPOSSIBLE, "99")),
    in_hand("a count of 10^9", counts(8, 10**9), (R.COUNT_IMPOSSIBLE, "1000000000")),
    in_hand("a knock with eleven", counts(11, 20), (R.OVER_KNOCK_LIMIT, "11")),
    in_hand("gin with three left", counts(3, 20, knocker=1, outcome="gin"), (R.GIN_WITH_DEADWOOD, "3")),
    in_hand(
        "big gin with three left", counts(3, 20, knocker=1, outcome="big_gin"), (R.GIN_WITH_DEADWOOD, "3")
    ),
    in_hand("both counts wrong", counts(11, 99), (R.OVER_KNOCK_LIMIT, "11"), (R.COUNT_IMPOSSIBLE, "99")),
    in_hand(
        "a third player knocked with eleven",
        counts(11, 20, knocker=2),
        (R.FIELD_WRONG, "knocker"),
        (R.OVER_KNOCK_LIMIT, "11"),
    ),
    in_hand(
        "one count in words, the other too high",
        counts("8", 99),
        (R.FIELD_WRONG, "knocker"),
        (R.COUNT_IMPOSSIBLE, "99"),
    ),
    in_hand(
        "an upcard that is no card where it decides",
        KNOCK | {"upcard": "1S"},
        (R.NOT_A_CARD, "1S"),
        rules="oklahoma",
    ),
    bad("a knock where only gin counts", (1, R.OVER_KNOCK_LIMIT, "8"), rules="straight", hands=[KNOCK]),
    in_hand("no upcard where it decides", KNOCK, (R.UPCARD_MISSING, ""), rules="oklahoma"),
    in_hand("eight under a seven", KNOCK | {"upcard": "7D"}, (R.OVER_KNOCK_LIMIT, "8"), rules="oklahoma"),
    in_hand("an upcard that is no card", KNOCK | {"upcard": "1S"}, (R.NOT_A_CARD, "1S")),
    in_hand("two upcards", KNOCK | {"upcard": "7S 8S"}, (R.FIELD_WRONG, "upcard")),
    in_hand("an upcard that is a number", KNOCK | {"upcard": 7}, (R.FIELD_WRONG, "upcard")),
    # A hand by cards.
    in_hand("cards in a list", {"knocker": 0, "laid": []}, (R.FIELD_WRONG, "laid")),
    in_hand(
        "nobody's cards",
        {"knocker": 0, "laid": {}},
        (R.FIELD_MISSING, "knocker"),
        (R.FIELD_MISSING, "defender"),
    ),
    in_hand(
        "cards and counts at once",
        KNOCK | {"laid": {"knocker": KNOCKER, "defender": DEFENDER}},
        (R.FIELD_UNKNOWN, "deadwood"),
    ),
    by_cards("melds in one text", {"by": KNOCKER | {"melds": "KS KC KD"}}, (R.FIELD_WRONG, "melds")),
    by_cards(
        "a meld that is a list", {"by": KNOCKER | {"melds": [["KS", "KC", "KD"]]}}, (R.FIELD_WRONG, "melds")
    ),
    by_cards("cards of another pack", {"by": KNOCKER | {"unmatched": "1D JX"}}, (R.NOT_A_CARD, "1D, JX")),
    by_cards(
        "a run or three cards", {"by": KNOCKER | {"unmatched": "5S-7S-9S"}}, (R.RUN_UNCLEAR, "5S-7S-9S")
    ),
    by_cards("the knocker lays off", {"by": KNOCKER | {"layoffs": []}}, (R.FIELD_UNKNOWN, "layoffs")),
    by_cards(
        "lay-offs in one text", {"against": DEFENDER | {"layoffs": "8S 9S"}}, (R.FIELD_WRONG, "layoffs")
    ),
    by_cards(
        "a lay-off that is a text", {"against": DEFENDER | {"layoffs": ["8S 9S"]}}, (R.FIELD_WRONG, "layoffs")
    ),
    by_cards(
        "a lay-off onto nothing",
        {"against": DEFENDER | {"layoffs": [{"cards": "8S 9S"}]}},
        (R.FIELD_MISSING, "onto"),
    ),
    by_cards(
        "a lay-off of nothing",
        {"against": DEFENDER | {"layoffs": [*DEFENDER["layoffs"], {"cards": "", "onto": "KS KC KD"}]}},
        (R.FIELD_WRONG, "cards"),
    ),
    by_cards("a card twice in one hand", {"by": KNOCKER | {"unmatched": "KD"}}, (R.CARD_LAID_TWICE, "KD")),
    by_cards("a card in both hands", {"by": KNOCKER | {"unmatched": "AC"}}, (R.CARD_IN_BOTH_HANDS, "AC")),
    by_cards(
        "nine cards",
        {
            "by": {"melds": ["KS KC KD", "5S 6S 7S"], "unmatched": "AD AH 3D"},
            "against": {"unmatched": "2S 2C 2D 2H AC 8D 8S 9S 8C 7C"},
        },
        (R.WRONG_NUMBER_OF_CARDS, "9"),
    ),
    by_cards(
        "nine melded cards are not gin yet",
        {"by": {"melds": KNOCKER["melds"]}},
        (R.WRONG_NUMBER_OF_CARDS, "9"),
    ),
    by_cards(
        "a card that is none beside a meld that is none",
        {"by": {"melds": ["KS KC KD", "5S 6S 8H", "9C TC JC"], "unmatched": "JX"}},
        (R.NOT_A_CARD, "JX"),
        (R.NOT_A_MELD, "5S 6S 8H"),
    ),
    by_cards(
        "a lay-off that is none beside a card in both hands",
        {"by": KNOCKER | {"unmatched": "AC"}, "against": DEFENDER | {"layoffs": ["8S 9S"]}},
        (R.FIELD_WRONG, "layoffs"),
        (R.CARD_IN_BOTH_HANDS, "AC"),
    ),
    by_cards(
        "eleven cards, one of them left",
        {"by": KNOCKER | {"unmatched": "AD AH"}},
        (R.WRONG_NUMBER_OF_CARDS, "11"),
    ),
    by_cards(
        "twelve cards against them",
        {"against": DEFENDER | {"unmatched": "AC 8D AD AH"}},
        (R.WRONG_NUMBER_OF_CARDS, "12"),
    ),
    by_cards(
        "a meld with a gap",
        {
            "by": KNOCKER | {"melds": ["KS KC KD", "5S 6S 7S", "9C TC QC"]},
            "against": {"unmatched": "2S 2C 2D 2H AC 8D 8S 9S 8C 7C"},
        },
        (R.NOT_A_MELD, "9C TC QC"),
    ),
    by_cards(
        "a defender's meld of two suits",
        {"against": DEFENDER | {"melds": ["2S 2C 3D 3H"]}},
        (R.NOT_A_MELD, "2S 3H 3D 2C"),
    ),
    by_cards(
        "laid at eleven",
        {
            "by": {"melds": ["KS KC KD", "5S 6S 7S 8S"], "unmatched": "9D AD AH"},
            "against": {"unmatched": "2S 2C 2D 2H AC 8D 9S 8C 7C TC"},
        },
        (R.OVER_KNOCK_LIMIT, "AH AD 9D"),
    ),
    by_cards(
        "a lay-off against gin",
        {
            "by": GIN,
            "against": DEFENDER
            | {"layoffs": [{"cards": "8S 9S", "onto": "5S 6S 7S"}], "unmatched": "AC 8D 8C 7C"},
        },
        (R.LAYOFF_AGAINST_GIN, "8S 9S"),
    ),
    by_cards(
        "a lay-off on deadwood",
        {"against": DEFENDER | {"unmatched": "8D 8S 9S 8C 7C", "layoffs": [{"cards": "AC", "onto": "JD"}]}},
        (R.LAYOFF_NOT_ON_A_MELD, "AC"),
    ),
    by_cards(
        "a lay-off without its bridge",
        {
            "against": DEFENDER
            | {"unmatched": "AC 8D 8S 8C 7C", "layoffs": [{"cards": "9S", "onto": "5S 6S 7S"}]}
        },
        (R.LAYOFF_DOES_NOT_FIT, "9S"),
    ),
    by_cards(
        "a knock written beside an undercut's cards is right, gin is not",
        {"outcome": "gin"},
        (R.OUTCOME_DISAGREES, "gin"),
    ),
    by_cards("a dead hand with cards", {"outcome": "dead"}, (R.OUTCOME_DISAGREES, "dead")),
    by_cards(
        "cards without the upcard that doubles them",
        {},
        (R.UPCARD_MISSING, ""),
        rules={"preset": "pagat", "spade_double": True},
    ),
    # Extra lines.
    in_hand(
        "a match that was won on paper",
        {"opening": {"kind": "carried_over", "columns": [{"points": [0, 0]}], "games": [0, 2]}},
        (R.OPENING_WINS_MATCH, "2"),
        rules={"preset": "pagat", "games_to_win": 2},
    ),
    in_hand(
        "games won by three of two",
        {"opening": {"kind": "carried_over", "columns": [{"points": [0, 0]}], "games": [0, 0, 1]}},
        (R.FIELD_WRONG, "games"),
    ),
    in_hand(
        "points that nobody won",
        {"points": 25},
        *[(R.FIELD_MISSING, name) for name in ("knocker", "outcome", "deadwood")],
        (R.FIELD_UNKNOWN, "points"),
    ),
    in_hand("a hand won for nothing known", {"winner": 0}, (R.FIELD_MISSING, "points")),
    in_hand("a hand won by a third of two", {"winner": 2, "points": 25}, (R.FIELD_WRONG, "winner")),
    in_hand("a hand won for less than nothing", {"winner": 0, "points": -1}, (R.FIELD_WRONG, "points")),
    in_hand("a hand won for half a point", {"winner": 0, "points": 0.5}, (R.FIELD_WRONG, "points")),
    in_hand("a hand beyond any score", {"winner": 0, "points": 10_001}, (R.FIELD_WRONG, "points")),
    in_hand(
        "a hand won for points and a knock",
        {**KNOCK, "winner": 0, "points": 25},
        *[(R.FIELD_UNKNOWN, name) for name in ("knocker", "outcome", "deadwood")],
    ),
    in_hand(
        "points with an upcard", {"winner": 0, "points": 25, "upcard": "QS"}, (R.FIELD_UNKNOWN, "upcard")
    ),
    in_hand("points in a round of two", {"winner": 0, "points": 25, "round": 1}, (R.FIELD_WRONG, "round")),
    in_hand("a penalty for nobody", {"penalty": {"for": "false_knock"}}, (R.FIELD_MISSING, "player")),
    in_hand("a penalty for a fault that is none", penalty(**{"for": "sneezing"}), (R.FIELD_WRONG, "for")),
    in_hand("a penalty for a third of two", penalty(player=2), (R.FIELD_WRONG, "player")),
    in_hand("a penalty of less than nothing", penalty(points=-1), (R.FIELD_WRONG, "points")),
    in_hand("a penalty of half a point", penalty(points=0.5), (R.FIELD_WRONG, "points")),
    in_hand("a penalty with a knocker", penalty(knocker=1), (R.FIELD_UNKNOWN, "knocker")),
    in_hand("a penalty beside a hand", {**penalty(), "outcome": "gin"}, (R.FIELD_UNKNOWN, "outcome")),
    in_hand("a penalty that is a number", {"penalty": 20}, (R.FIELD_WRONG, "penalty")),
    in_hand("a long story", penalty(reason="x" * 41), (R.FIELD_WRONG, "reason")),
    in_hand("an adjustment of nothing", adjustment(points=0), (R.FIELD_WRONG, "points")),
    in_hand("an adjustment beyond any total", adjustment(points=10_000_000), (R.FIELD_WRONG, "points")),
    in_hand("a total beyond any", adjustment(player=0, points=9_999_999), (R.TOTAL_TOO_LARGE, "10000011")),
    in_hand(
        "an adjustment that turns the text around it",
        adjustment(reason="\u202ebox"),
        (R.FIELD_WRONG, "reason"),
    ),
    in_hand(
        "opening scores of no kind",
        {"opening": {"columns": []}},
        (R.FIELD_MISSING, "kind"),
        (R.FIELD_WRONG, "columns"),
    ),
    in_hand("opening scores for one of two", opening([62]), (R.FIELD_WRONG, "points")),
    in_hand("boxes for one of two", opening([62, 40], boxes=[3]), (R.FIELD_WRONG, "boxes")),
    in_hand("a game that is over before it starts", opening([62, 100]), (R.OPENING_REACHES_TARGET, "100")),
    in_hand(
        "opening scores that win the game",
        opening([62, 40]),
        (R.OPENING_NOT_ZERO_SUM, ""),
        rules={"preset": "pagat", "loser_negative": True},
    ),
    in_hand(
        "all hands of the game were played",
        opening([62, 40], played=10),
        (R.OPENING_AFTER_LAST_HAND, "10"),
        rules={"preset": "pagat", "max_hands": 10},
    ),
    in_hand(
        "three columns where one is played",
        opening([62, 40], [40, 0], [0, 0]),
        (R.OPENING_TOO_MANY_COLUMNS, "3"),
    ),
    in_hand(
        "a dealer who is none of two",
        {"opening": opening([1, 2])["opening"] | {"dealer": 2}},
        (R.FIELD_WRONG, "dealer"),
    ),
    bad("opening scores twice", (2, R.OPENING_TWICE, ""), hands=[opening([62, 40]), opening([30, 0])]),
    # Everything at once.
    bad(
        "all that is wrong, hand by hand",
        (None, R.FIELD_WRONG, "players"),
        (None, R.FIELD_WRONG, "first_dealer"),
        (1, R.OVER_KNOCK_LIMIT, "12"),
        (3, R.COUNT_IMPOSSIBLE, "150"),
        (4, R.FIELD_MISSING, "deadwood"),
        players=["Ann"],
        first_dealer=7,
        hands=[counts(12, 30), KNOCK, counts(1, 150), {"knocker": 1, "outcome": "gin"}],
    ),
    bad(
        "hands are read even where the house is unknown",
        (None, R.HOUSE_UNKNOWN, "monte-carlo"),
        (1, R.FIELD_MISSING, "knocker"),
        rules="monte-carlo",
        hands=[{"outcome": "gin", "deadwood": {"knocker": 0, "defender": 20}}],
    ),
]
