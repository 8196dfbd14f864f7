"""What makes a hand count more than once: suits, ranks, and doubles that a dead hand leaves.

Only the spade is in the books: Pagat doubles the final score of the deal, with the bonus for gin or an
undercut; Bicycle doubles all scores of the deal; rummy-games.com notes that some rulebooks leave the boxes
out. Other suits, ranks and doubles that carry over are table rules; their hands are worked out here.
"""

import pytest

from models.gin.document.writing import write_sheet
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.problems import InvalidDeclarationError
from models.gin.hand.scoring import Hand, score
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Multipliers, Side, Tie
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.rounds import MOST_CARRIED
from models.gin.sheet.sheet import sheet
from tests.gin.table import BOB, card, won

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


def test_a_corrected_dead_hand_changes_the_hand_after_it() -> None:
    assert sheet([dead("9S"), knock("9D")], CARRY).game.running == (20, 0)
    assert sheet([dead("9D"), knock("9D")], CARRY).game.running == (10, 0)


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
