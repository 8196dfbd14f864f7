"""The score of a hand: published hands by cards, and every part of the result."""

from dataclasses import dataclass

import pytest

from models.gin.hand.declaration import Count, Declaration, Ending
from models.gin.hand.scoring import StepKind, score
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Outcome, Side, Tie
from models.gin.rules.presets import PRESETS
from tests.gin.table import card, laid

PAGAT, SYDNEY, FRENCH, FOURNIER = (PRESETS[name] for name in ("pagat", "sydney", "french", "fournier"))
MODERN, OKLAHOMA, RUMMYTALK, STRAIGHT = (
    PRESETS[name] for name in ("modern", "oklahoma", "rummytalk", "straight")
)
TWENTY = PAGAT.but(undercut_bonus=20)

KNOCKER, DEFENDER, NOBODY = Side.KNOCKER, Side.DEFENDER, None


@dataclass(frozen=True)
class Worth:
    """A hand by cards and what it is worth."""

    title: str
    laid: Declaration
    rules: HouseRules
    outcome: Outcome
    winner: Side | None
    points: int

    def __str__(self) -> str:
        return self.title


KINGS_AND_RUNS = "KSKCKD 5S6S7S 9CTCJC / JD"
FIVES_SIXES_SEVENS = "5S5C5D 6S6C6D 7S7C7D / AH"
GIN = "KSKCKD 5S6S7S 9CTCJCQC /"
BIG_GIN = "KSKHKD 5S6S7S 9CTCJCQCKC /"
EIGHTS = "2S2C2D2H 8S8C8D / 9S7CAC"

HANDS = [
    # The first five are in OpenSpiel's gin_rummy_test.cc, the fourth as the counter-case to the third.
    Worth("breaking a meld of eights to lay off undercuts",
          laid(KINGS_AND_RUNS, "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJC"),
          TWENTY, Outcome.UNDERCUT, DEFENDER, 1 + 20),
    Worth("keeping the eights loses",
          laid(KINGS_AND_RUNS, EIGHTS), TWENTY, Outcome.KNOCK, KNOCKER, 17 - 10),
    Worth("three sets leave nothing to lay off on",
          laid(FIVES_SIXES_SEVENS, "4S4C4D 8S8C8D 5H6H7H / 3S"), MODERN, Outcome.KNOCK, KNOCKER, 3 - 1),
    Worth("the same nine cards as three runs take seven lay-offs",
          laid("5S6S7S 5C6C7C 5D6D7D / AH", "5H6H7H /", "4S3S8S>5S6S7S 4C8C>5C6C7C 4D8D>5D6D7D"),
          MODERN, Outcome.UNDERCUT, DEFENDER, 1 + 25),
    Worth("the ten goes on the run so that the nine can follow",
          laid("ASACAD TCTDTH JSQSKS / 2H", "4S4C4D4H 5S5C5D5H /", "TS9S>JSQSKS"),
          MODERN, Outcome.UNDERCUT, DEFENDER, 2 + 25),
    # In jdh8's gin-rummy, tests/round.rs.
    Worth("a five follows a four onto a run from the ace",
          laid("AC2C3C 4D5D6D 7H8H9H / JS", "JHQHKH / 8D9DJD2S3S", "4C5C>AC2C3C"),
          MODERN, Outcome.KNOCK, KNOCKER, 32 - 10),
    # Counted by hand.
    Worth("a broken heart run undercuts",
          laid("9HTHJH 4S4D4C KCKDKS / 5S", "6H6C6D QCQDQS / AC2D", "8H7H>9HTHJH"),
          MODERN, Outcome.UNDERCUT, DEFENDER, 5 - 3 + 25),
    Worth("sevens are better kept than laid off",
          laid("4H5H6H 9C9D9S QCQDQS / 3D", "7H7C7S KCKDKS / 8H2C3CAH"),
          MODERN, Outcome.KNOCK, KNOCKER, 14 - 3),
    Worth("gin", laid(GIN, EIGHTS), PAGAT, Outcome.GIN, KNOCKER, 17 + 20),
    Worth("gin against lay-offs, at Fournier's table",
          laid(GIN, "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQC"), FOURNIER, Outcome.GIN, KNOCKER, 9 + 20),
    Worth("gin is never undercut, even against nothing",
          laid(GIN, "2S2C2D2H 8S8C8D ADAHAC /"), PAGAT, Outcome.GIN, KNOCKER, 20),
    Worth("big gin", laid(BIG_GIN, EIGHTS), MODERN, Outcome.BIG_GIN, KNOCKER, 17 + 31),
    Worth("big gin in Sydney", laid(BIG_GIN, EIGHTS), SYDNEY, Outcome.BIG_GIN, KNOCKER, 17 + 35),
    Worth("big gin pays as gin in France", laid(BIG_GIN, EIGHTS), FRENCH, Outcome.BIG_GIN, KNOCKER, 17 + 20),
    Worth("eleven melded cards where big gin is not played are gin",
          laid(BIG_GIN, EIGHTS), PAGAT, Outcome.GIN, KNOCKER, 17 + 20),
    Worth("the knocker's base in Sydney",
          laid(KINGS_AND_RUNS, EIGHTS), SYDNEY, Outcome.KNOCK, KNOCKER, 17 - 10 + 15),
    Worth("equal deadwood is an undercut",
          laid("5S5C5D 6S6C6D 7S7C7D / 3H", "4S4C4D 8S8C8D 5H6H7H / 3S"),
          PAGAT, Outcome.UNDERCUT, DEFENDER, 10),
    Worth("equal deadwood without the bonus by another option",
          laid("5S5C5D 6S6C6D 7S7C7D / 3H", "4S4C4D 8S8C8D 5H6H7H / 3S"),
          PAGAT.but(tie=Tie.UNDERCUT_NO_BONUS), Outcome.TIE, DEFENDER, 0),
    Worth("equal deadwood is the knocker's by another option",
          laid("5S5C5D 6S6C6D 7S7C7D / 3H", "4S4C4D 8S8C8D 5H6H7H / 3S"),
          PAGAT.but(tie=Tie.KNOCKER), Outcome.TIE, KNOCKER, 0),
    Worth("equal deadwood is nobody's by another option",
          laid("5S5C5D 6S6C6D 7S7C7D / 3H", "4S4C4D 8S8C8D 5H6H7H / 3S"),
          PAGAT.but(tie=Tie.VOID), Outcome.TIE, NOBODY, 0),
    Worth("the knocker is bound by three aces laid, though the run from the ace would leave three less",
          laid("ASAHAD KSKHKDKC / 2D3D4C", "2S2C2H QSQHQDQC / 4S6CTC"),
          PAGAT, Outcome.KNOCK, KNOCKER, 20 - 9),
    Worth("an undercut under a spade is doubled with its bonus",
          laid("KSKCKD 5S6S7S 9CTCJC / 9D", "2S2C2D2H QSQHQD / AC3C3D", upcard="9S"),
          OKLAHOMA, Outcome.UNDERCUT, DEFENDER, (2 + 10) * 2),
    Worth("gin under the ace of spades, which is for gin only",
          laid(GIN, EIGHTS, upcard="AS"), RUMMYTALK, Outcome.GIN, KNOCKER, (17 + 25) * 2),
    Worth("a heart does not double",
          laid(GIN, EIGHTS, upcard="9H"), RUMMYTALK, Outcome.GIN, KNOCKER, 17 + 25),
    Worth("an ace left over counts fifteen where it may be high",
          laid("KSKCKD 5S6S7S 9CTCJC / 9D", EIGHTS),
          PAGAT.but(ace_points=15), Outcome.KNOCK, KNOCKER, 31 - 9),
]  # fmt: skip


@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_a_hand_is_worth(hand: Worth) -> None:
    result = score(hand.laid, hand.rules)

    assert (result.outcome, result.winner, result.points) == (hand.outcome, hand.winner, hand.points)


@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_a_hand_by_its_counts_is_worth_the_same(hand: Worth) -> None:
    assert score(hand.laid.count(hand.rules), hand.rules) == score(hand.laid, hand.rules)


COUNTS = [
    # ending, knocker, defender, preset, outcome, points to the knocker (below nought: to the defender)
    (Ending.KNOCK, 8, 20, "pagat", Outcome.KNOCK, 12),
    (Ending.KNOCK, 1, 98, "pagat", Outcome.KNOCK, 97),
    (Ending.KNOCK, 10, 4, "pagat", Outcome.UNDERCUT, -16),
    (Ending.KNOCK, 10, 4, "wikipedia-play", Outcome.UNDERCUT, -21),
    (Ending.KNOCK, 10, 4, "palace", Outcome.UNDERCUT, -26),
    (Ending.KNOCK, 10, 4, "wikipedia", Outcome.UNDERCUT, -31),
    (Ending.KNOCK, 10, 0, "sydney", Outcome.UNDERCUT, -35),
    (Ending.KNOCK, 6, 6, "bicycle", Outcome.UNDERCUT, -10),
    (Ending.KNOCK, 0, 12, "wikipedia", Outcome.GIN, 37),
    (Ending.KNOCK, 0, 0, "pagat", Outcome.GIN, 20),
    (Ending.GIN, 0, 98, "pagat", Outcome.GIN, 118),
    (Ending.GIN, 0, 18, "tournament", Outcome.GIN, 43),
    (Ending.BIG_GIN, 0, 72, "wikipedia", Outcome.BIG_GIN, 103),
    (Ending.BIG_GIN, 0, 72, "sydney", Outcome.BIG_GIN, 107),
    (Ending.BIG_GIN, 0, 72, "bicycle", Outcome.GIN, 92),
    (Ending.BIG_GIN, 0, 0, "straight", Outcome.BIG_GIN, 31),
    (Ending.DEAD, 0, 0, "pagat", Outcome.DEAD, 0),
    (Ending.DEAD, 7, 33, "sydney", Outcome.DEAD, 0),
]


@pytest.mark.parametrize("ending, knocker, defender, preset, outcome, points", COUNTS)
def test_counts_are_worth(
    ending: Ending, knocker: int, defender: int, preset: str, outcome: Outcome, points: int
) -> None:
    result = score(Count(ending, knocker, defender), PRESETS[preset])

    assert result.outcome is outcome
    assert result.points == abs(points)
    assert result.winner == (None if outcome is Outcome.DEAD else KNOCKER if points > 0 else DEFENDER)


def test_the_parts_are_those_that_players_count_aloud() -> None:
    """Ten less nine, one; undercut twenty; twice, for the spade."""
    result = score(Count(Ending.KNOCK, 10, 9, card("TS")), OKLAHOMA.but(undercut_bonus=20))

    assert [*result.steps] == [
        (StepKind.DIFFERENCE, 1, 1, 1),
        (StepKind.BONUS, 20, 21, 1),
        (StepKind.TIMES, 21, 42, 2),
    ]
    assert result.points == (1 + 20) * 2


TIES = [
    # option, outcome, winner, points, boxes
    (Tie.UNDERCUT, Outcome.UNDERCUT, DEFENDER, 25, 2),
    (Tie.UNDERCUT_NO_BONUS, Outcome.TIE, DEFENDER, 0, 1),
    (Tie.KNOCKER, Outcome.TIE, KNOCKER, 0, 1),
    (Tie.VOID, Outcome.TIE, NOBODY, 0, 0),
]


@pytest.mark.parametrize("option, outcome, winner, points, boxes", TIES)
def test_equal_deadwood_by_the_four_options(
    option: Tie, outcome: Outcome, winner: Side | None, points: int, boxes: int
) -> None:
    rules = HouseRules(tie=option, undercut_bonus=25, undercut_extra_boxes=1)

    result = score(Count(Ending.KNOCK, 7, 7), rules)

    assert (result.outcome, result.winner, result.points, result.boxes) == (outcome, winner, points, boxes)


EXTRA = HouseRules(
    big_gin_bonus=50, gin_extra_boxes=2, big_gin_extra_boxes=3, undercut_extra_boxes=1, spade_double=True
)
BOXES = [
    # ending, knocker, defender, boxes under a heart, under a spade, under a spade that doubles boxes
    (Ending.KNOCK, 3, 23, 1, 1, 2),
    (Ending.KNOCK, 3, 2, 2, 2, 3),
    (Ending.GIN, 0, 14, 3, 3, 5),
    (Ending.BIG_GIN, 0, 14, 4, 4, 7),
    (Ending.DEAD, 0, 0, 0, 0, 0),
]


@pytest.mark.parametrize("ending, knocker, defender, heart, spade, doubled", BOXES)
def test_a_hand_gives_its_box_and_what_the_outcome_adds(
    ending: Ending, knocker: int, defender: int, heart: int, spade: int, doubled: int
) -> None:
    under_heart = Count(ending, knocker, defender, card("9H"))
    under_spade = Count(ending, knocker, defender, card("9S"))

    assert score(under_heart, EXTRA).boxes == heart
    assert score(under_spade, EXTRA).boxes == spade
    assert score(under_spade, EXTRA.but(spade_doubles_boxes=True)).boxes == doubled
    assert score(under_heart, EXTRA.but(spade_doubles_boxes=True)).boxes == heart


LIMITS = [
    # upcard, most to knock with where an ace means one, where it means gin
    ("AD", 1, 0),
    ("AS", 1, 0),
    ("2D", 2, 2),
    ("5H", 5, 5),
    ("9C", 9, 9),
    ("TD", 10, 10),
    ("JD", 10, 10),
    ("QH", 10, 10),
    ("KS", 10, 10),
]


@pytest.mark.parametrize("upcard, one, gin", LIMITS)
def test_the_upcard_sets_the_knock_limit_in_oklahoma(upcard: str, one: int, gin: int) -> None:
    assert OKLAHOMA.knock_limit_with(card(upcard)) == one
    assert RUMMYTALK.knock_limit_with(card(upcard)) == gin
    assert PAGAT.knock_limit_with(card(upcard)) == 10
    assert STRAIGHT.but(oklahoma=True).knock_limit_with(card(upcard)) == 0
    assert OKLAHOMA.but(knock_limit=3).knock_limit_with(card(upcard)) == min(3, one)
