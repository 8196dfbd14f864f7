"""The score of a hand: published hands, every part of the result, gin-off, and what counts more than once."""

from dataclasses import dataclass

import pytest

from models.gin.document.writing import write_sheet
from models.gin.hand.declaration import Count, Declaration, Ending, Points
from models.gin.hand.problems import InvalidDeclarationError
from models.gin.hand.scoring import Hand, StepKind, score
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, Multipliers, Outcome, Side, Tie
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.rounds import MOST_CARRIED
from models.gin.sheet.sheet import sheet
from tests.gin.table import BOB, card, laid, won

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


SPADES = HouseRules(spade_double=True)
TABLE = HouseRules(
    suit_multipliers=Multipliers.parse("Sx2 Hx3"), rank_multipliers=Multipliers.parse("Ax2 Kx4")
)

KNOCKS = [
    # upcard, how often the hand counts by the suit, by the rank
    ("9S", 2, 1),
    ("9H", 3, 1),
    ("9D", 1, 1),
    ("AD", 1, 2),
    ("AH", 3, 2),
    ("KS", 2, 4),
    ("KC", 1, 4),
]


@pytest.mark.parametrize("upcard, suit, rank", KNOCKS)
def test_suit_and_rank_are_multiplied(upcard: str, suit: int, rank: int) -> None:
    """Gin against 14 is 34, as often as the upcard says."""
    result = score(Count(Ending.GIN, 0, 14, card(upcard)), TABLE)

    assert result.multiplier == suit * rank
    assert result.points == 34 * suit * rank


PARTS = [
    # doubles the bonus, doubles boxes, points of gin against 14 with two extra boxes, boxes
    (True, False, 2 * (14 + 20), 1 + 2),
    (True, True, 2 * (14 + 20), 1 + 2 * 2),
    (False, False, 2 * 14 + 20, 1 + 2),
    (False, True, 2 * 14 + 20, 1 + 2 * 2),
]


@pytest.mark.parametrize("bonus, boxes, points, given", PARTS)
def test_bonuses_and_boxes_are_doubled_or_not_each_by_its_rule(
    bonus: bool, boxes: bool, points: int, given: int
) -> None:
    rules = SPADES.but(spade_doubles_bonus=bonus, spade_doubles_boxes=boxes, gin_extra_boxes=2)

    result = score(Count(Ending.GIN, 0, 14, card("QS")), rules)

    assert (result.points, result.boxes) == (points, given)


def test_a_table_of_suits_goes_before_the_double_of_spades() -> None:
    rules = SPADES.but(suit_multipliers=Multipliers.parse("Sx3"))

    assert score(Count(Ending.KNOCK, 4, 30, card("2S")), rules).points == 3 * 26


@pytest.mark.parametrize("rules", [SPADES, HouseRules(rank_multipliers=TABLE.rank_multipliers), TABLE])
def test_a_hand_needs_its_upcard_wherever_it_may_multiply(rules: HouseRules) -> None:
    assert rules.needs_upcard
    with pytest.raises(InvalidDeclarationError, match="upcard_missing"):
        score(Count(Ending.KNOCK, 4, 30), rules)


# Doubles that a dead hand leaves

CARRY = SPADES.but(dead_hand_double_carries=True)


def dead(upcard: str, faced: tuple[int, int] = (0, 1)) -> Hand:
    return Hand(None, Count(Ending.DEAD, upcard=card(upcard)), faced)


def knock(upcard: str, faced: tuple[int, int] = (0, 1)) -> Hand:
    """A knock for 10."""
    return Hand(faced[0], Count(Ending.KNOCK, 5, 15, card(upcard)), faced)


def multipliers(hands: list[Hand], rules: HouseRules = CARRY, table: Table = Table.TWO) -> list[int]:
    return [scored_hand.result.multiplier for scored_hand in sheet(hands, rules, table=table).hands]


CARRIED = [
    # the hands, how often each counts
    ([dead("9S"), knock("9D"), knock("9D")], [2, 2, 1]),
    ([dead("9S"), knock("9S"), knock("9S")], [2, 4, 2]),
    ([dead("9S"), dead("9D"), knock("9D")], [2, 2, 2]),
    ([dead("9S"), dead("9S"), knock("9D")], [2, 4, 4]),
    ([dead("9D"), knock("9D")], [1, 1]),
    ([knock("9S"), knock("9D")], [2, 1]),
    ([dead("9S"), Hand(0, Count(Ending.KNOCK, 7, 7, card("9D"))), knock("9D")], [2, 2, 2]),
]


@pytest.mark.parametrize("hands, times", CARRIED)
def test_a_double_waits_for_the_next_hand_that_somebody_wins(hands: list[Hand], times: list[int]) -> None:
    rules = CARRY.but(tie=Tie.VOID)

    assert multipliers(hands, rules) == times
    assert [scored_hand.points for scored_hand in sheet(hands, rules).hands] == [
        10 * each if scored_hand.winner is not None else 0
        for each, scored_hand in zip(times, sheet(hands, rules).hands, strict=True)
    ]


def test_nothing_is_carried_over_to_a_hand_from_paper() -> None:
    """A hand from paper uses up the double; its points are final, and no file calls them doubled."""
    whole = sheet([dead("9S"), won(25, BOB), knock("9D")], CARRY)

    assert [scored_hand.points for scored_hand in whole.hands] == [0, 25, 10]
    assert [scored_hand.situation.carried for scored_hand in whole.hands] == [1, 1, 1]
    assert not any("carried" in row for row in write_sheet(whole)["hands"])


def test_without_the_rule_a_dead_hand_leaves_nothing() -> None:
    assert multipliers([dead("9S"), knock("9D")], SPADES) == [2, 1]


def test_the_sheet_knows_what_the_next_hand_counts() -> None:
    assert sheet([dead("9S")], CARRY).carried_to((0, 1)) == 2
    assert sheet([dead("9S"), knock("9D")], CARRY).carried_to((0, 1)) == 1


def test_doubles_in_a_row_end_somewhere() -> None:
    assert multipliers([dead("9S")] * 9 + [knock("9D")], CARRY)[-1] == MOST_CARRIED == 2**6


def test_a_new_game_starts_without_doubles() -> None:
    rules = CARRY.but(max_hands=1, games_to_win=None)

    assert multipliers([dead("9S"), knock("9D")], rules) == [2, 1]


def test_of_three_the_next_two_have_it() -> None:
    hands = [dead("9S", (1, 2)), knock("9D", (0, 1))]

    assert multipliers(hands, table=Table.THREE) == [2, 2]


def test_two_against_two_it_waits_for_the_same_two_players() -> None:
    """One pair has a dead hand under a spade, the other not. Then they change opponents, and back."""
    hands = [
        dead("9S", (0, 1)), knock("9D", (2, 3)),
        knock("9D", (0, 3)), knock("9D", (1, 2)),
        knock("9D", (0, 1)), knock("9D", (2, 3)),
    ]  # fmt: skip

    assert multipliers(hands, table=Table.PARTNERSHIP) == [2, 1, 1, 1, 2, 1]


def test_a_dead_hand_needs_its_upcard_where_its_double_is_carried_over() -> None:
    blank = Hand(None, Count(Ending.DEAD))

    assert sheet([blank], SPADES).hands
    assert sheet([blank], HouseRules(dead_hand_double_carries=True)).hands
    with pytest.raises(InvalidDeclarationError, match="upcard_missing"):
        sheet([blank], CARRY)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_double_as_before(preset: str) -> None:
    """A spade doubles a knock for 10 in two of them, and nothing else does."""
    rules = PRESETS[preset].but(knock_limit=10, knock_base=0)
    for upcard in ("KS", "KH", "KD", "KC"):
        result = score(Count(Ending.KNOCK, 5, 15, card(upcard)), rules)
        doubled = preset in ("oklahoma", "rummytalk") and upcard == "KS"
        assert (result.points, result.winner) == (20 if doubled else 10, Side.KNOCKER)


BONUS = HouseRules(gin_off_bonus=25)
MORE_BOXES = HouseRules(undercut_extra_boxes=1, gin_off_extra_boxes=2)
GIN_TOO = HouseRules(gin_off_bonus=10, gin_off_extra_boxes=1, gin_off_vs_gin=True)

UNDERCUTS = [
    # rules, the defender's deadwood, points of the defender, boxes
    (BONUS, 0, 10 + 10 + 25, 1),
    (BONUS, 1, 9 + 10, 1),
    (MORE_BOXES, 0, 10 + 10, 1 + 1 + 2),
    (MORE_BOXES, 4, 6 + 10, 1 + 1),
    (GIN_TOO, 0, 10 + 10 + 10, 1 + 1),
    (HouseRules(), 0, 10 + 10, 1),
]


@pytest.mark.parametrize("rules, defender, points, boxes", UNDERCUTS)
def test_an_undercut_with_nothing_left_is_worth_more(
    rules: HouseRules, defender: int, points: int, boxes: int
) -> None:
    result = score(Count(Ending.KNOCK, 10, defender), rules)

    assert (result.outcome, result.winner) == (Outcome.UNDERCUT, Side.DEFENDER)
    assert (result.points, result.boxes) == (points, boxes)
    assert (result.loser_points, result.loser_boxes) == (0, 0)


def test_all_cards_laid_off_are_a_gin_off() -> None:
    """The hand of shared words: three twos, three aces and a four-card run take everything."""
    hand = laid("ASACAD TCTDTH JSQSKS / 2H", "4S4C4D4H 5S5C5D5H /", "9STS>JSQSKS")

    assert score(hand, BONUS).points == 2 + 10 + 25


AGAINST_GIN = [
    # ending, rules, the knocker's points and boxes, the defender's
    (Ending.GIN, GIN_TOO, (20, 1), (10, 1)),
    (Ending.BIG_GIN, GIN_TOO.but(big_gin_bonus=31, big_gin_extra_boxes=2), (31, 3), (10, 1)),
    (Ending.GIN, GIN_TOO.but(gin_off_vs_gin=False), (20, 1), (0, 0)),
    (Ending.GIN, HouseRules(), (20, 1), (0, 0)),
]


@pytest.mark.parametrize("ending, rules, knocker, defender", AGAINST_GIN)
def test_gin_is_never_undercut_whatever_a_defender_without_deadwood_has(
    ending: Ending, rules: HouseRules, knocker: tuple[int, int], defender: tuple[int, int]
) -> None:
    result = score(Count(ending, 0, 0), rules)

    assert result.winner is Side.KNOCKER
    assert (result.points, result.boxes) == knocker
    assert (result.loser_points, result.loser_boxes) == defender


def test_a_spade_doubles_it_like_any_bonus() -> None:
    rules = GIN_TOO.but(spade_double=True, spade_doubles_boxes=True)

    undercut = score(Count(Ending.KNOCK, 10, 0, card("9S")), rules)
    against_gin = score(Count(Ending.GIN, 0, 0, card("9S")), rules)

    assert (undercut.points, undercut.boxes) == (2 * (10 + 10 + 10), 1 + 2)
    assert (against_gin.points, against_gin.loser_points, against_gin.loser_boxes) == (40, 20, 2)


def test_a_gin_off_against_gin_is_written_for_the_defender() -> None:
    game = sheet([Hand(0, Count(Ending.GIN, 0, 0))], GIN_TOO).game

    assert (game.running, game.boxes) == ((20, 10), (1, 1))
    assert game.columns[0].hands_won == (1, 0)
    assert game.columns[0].points_won == (20, 10)


def test_in_zero_sum_rules_it_is_taken_from_the_winner() -> None:
    game = sheet([Hand(0, Count(Ending.GIN, 0, 0))], GIN_TOO.but(loser_negative=True)).game

    assert game.running == (20 - 10, 10 - 20)


def test_boxes_at_once_are_added_for_both() -> None:
    rules = GIN_TOO.but(box_timing=BoxTiming.IMMEDIATE, box_bonus=20)

    assert sheet([Hand(1, Count(Ending.GIN, 0, 0))], rules).game.running == (10 + 20, 20 + 20)


def test_who_has_gin_ends_the_game_though_gin_off_brings_the_other_further() -> None:
    """Ann has 110 by gin for 20, Bob 121 by gin-off for 31: both are past the target."""
    hands = [Hand(0, Points(90)), Hand(1, Points(90)), Hand(0, Count(Ending.GIN, 0, 0))]
    rules = GIN_TOO.but(gin_off_bonus=31, target=100)

    assert sheet(hands, rules).game.running == (110, 121)
    assert sheet(hands, rules).games[0].winner == 0


def test_partners_keep_a_gin_off_beside_the_combined_result() -> None:
    """One side has gin for 20 against nothing, the other wins 30: 10 ahead, and 10 for gin-off."""
    hands = [
        Hand(0, Count(Ending.GIN, 0, 0), (0, 1)),
        Hand(3, Count(Ending.KNOCK, 2, 32), (2, 3)),
    ]

    game = sheet(hands, GIN_TOO, table=Table.PARTNERSHIP).game

    assert (game.running, game.boxes) == ((0, 10 + 10), (0, 1 + 1))


def test_in_hollywood_it_is_written_where_the_defender_has_scored() -> None:
    won, gin = Hand(1, Count(Ending.KNOCK, 5, 15)), Hand(0, Count(Ending.GIN, 0, 0))

    game = sheet([won, won, gin], GIN_TOO.but(columns=3)).game

    assert [column.running for column in game.columns] == [(20, 30), (0, 20), (0, 0)]


@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_has_it(preset: str) -> None:
    rules = PRESETS[preset]

    assert score(Count(Ending.GIN, 0, 0, card("TD")), rules).loser_points == 0
    assert (rules.gin_off_bonus, rules.gin_off_extra_boxes) == (0, 0)
