"""Partners' hands added, and other ways for three to play. Published rules, and sheets worked out by hand.

Sources: Pagat and ginrummy.com (the loser of a hand sits out and deals); rummy-games.com (cutthroat or round
robin: everybody settles with everybody; chouette: one against a partnership that takes
turns, and pays or collects from each); rummytalk.com (captain play: the captain plays for double, and the
next player is captain in the next game); three-handed gin "in the box" (the winner of a hand is in the box,
deals, and plays whoever sat out). No text was found in which partners' hands are added, or two of three
play whole games: these are defined in docs/rules.md.
"""

import json
from collections.abc import Sequence
from decimal import Decimal

import pytest

from models.gin.cards.cards import Card
from models.gin.counting import statistics
from models.gin.document.json_reader import InvalidDocumentError
from models.gin.document.reading import read_match
from models.gin.document.writing import write_match
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.money import account
from models.gin.rules.house_rules import STANDARD, Fault, HouseRules
from models.gin.rules.options import (
    BoxTiming,
    DealRotation,
    PartnersScore,
    Redeal,
    Shutout,
    Stake,
    ThreePlayers,
)
from models.gin.rules.presets import SYDNEY
from models.gin.rules.seating import Faced, Table
from models.gin.sheet.columns import ColumnEntry
from models.gin.sheet.extra_lines import (
    Adjustment,
    ColumnScores,
    ExtraLine,
    OpeningKind,
    OpeningScores,
    Penalty,
)
from models.gin.sheet.sheet import Sheet, sheet
from tests.gin.table import ANN, BOB
from tests.gin.test_seating import CARL, DORA, dead, gin, won

PLAIN = STANDARD.but(game_bonus=0, box_bonus=0, shutout=Shutout.NONE)
ADDED = PLAIN.but(partners_score=PartnersScore.ADDED)
ALONE = PLAIN.but(three_players=ThreePlayers.ALL_AGAINST_WINNER)
CAPTAIN = PLAIN.but(three_players=ThreePlayers.CAPTAIN)
STAYS = PLAIN.but(three_players=ThreePlayers.WINNER_STAYS, games_to_win=None)
EURO = Stake.parse("1 EUR")


def three(hands: Sequence[Hand], rules: HouseRules, first: int = ANN) -> Sheet:
    """The sheet of Ann, Bob and Carl."""
    return sheet(hands, rules, first, Table.THREE)


def partners(hands: Sequence[Hand], rules: HouseRules = ADDED) -> Sheet:
    """The sheet of Ann and Carl against Bob and Dora."""
    return sheet(hands, rules, 0, Table.PARTNERSHIP)


def paid(shown: Sheet) -> tuple[Decimal, ...]:
    """What everybody who settles is paid."""
    stood = account(shown)
    assert stood is not None
    return stood.amounts


# Two against two: the hands of a round added

ADDED_ROUNDS = [
    ("each side has its hand", won(ANN, 12, BOB), won(DORA, 10, CARL), (12, 10), (1, 1)),
    ("one side wins both, with two boxes", won(ANN, 12, BOB), won(CARL, 10, DORA), (22, 0), (2, 0)),
    ("equal hands both count", won(ANN, 12, BOB), won(DORA, 12, CARL), (12, 12), (1, 1)),
    ("one hand is dead", won(ANN, 12, BOB), dead(CARL, DORA), (12, 0), (1, 0)),
    ("both are dead", dead(ANN, BOB), dead(CARL, DORA), (0, 0), (0, 0)),
]


@pytest.mark.parametrize(
    "one, other, totals, boxes", [case[1:] for case in ADDED_ROUNDS], ids=[case[0] for case in ADDED_ROUNDS]
)
def test_the_hands_of_a_round_are_added(
    one: Hand, other: Hand, totals: tuple[int, int], boxes: tuple[int, int]
) -> None:
    game = partners([one, other]).game

    assert (game.running, game.boxes) == (totals, boxes)


def test_a_round_ends_the_game_only_when_both_hands_are_in() -> None:
    waits = partners([gin(ANN, 95, BOB)])
    both = partners([gin(ANN, 95, BOB), won(DORA, 12, CARL)])

    assert (waits.game.running, waits.game.over) == ((0, 0), False)
    assert (both.game.final, both.game.winner) == ((115, 12), 0)


def test_of_two_sides_at_the_target_the_one_with_more_wins() -> None:
    whole = partners([gin(ANN, 85, BOB), gin(DORA, 86, CARL)])

    assert (whole.game.final, whole.game.winner) == ((105, 106), 1)


def test_two_sides_level_at_the_target_play_on() -> None:
    level = [gin(ANN, 85, BOB), gin(DORA, 85, CARL)]

    assert (partners(level).game.running, partners(level).game.over) == ((105, 105), False)
    decided = partners([*level, won(BOB, 12, ANN), dead(CARL, DORA)])
    assert (decided.game.final, decided.game.winner) == ((105, 117), 1)


def test_the_side_with_more_points_in_the_round_has_won_it_for_the_deal() -> None:
    rules = ADDED.but(deal_rotation=DealRotation.WINNER, redeal_after_dead_hand=Redeal.ROTATE)

    assert partners([won(ANN, 12, BOB), won(DORA, 13, CARL)], rules).next_dealer == 1
    assert partners([won(ANN, 13, BOB), won(DORA, 12, CARL)], rules).next_dealer == 0
    assert partners([won(ANN, 12, BOB), won(DORA, 12, CARL)], rules).next_dealer == 1


def test_boxes_at_once_go_to_each_side() -> None:
    rules = ADDED.but(box_bonus=10, box_timing=BoxTiming.IMMEDIATE, gin_extra_boxes=2)

    assert partners([gin(ANN, 10, BOB), won(DORA, 12, CARL)], rules).game.running == (30 + 30, 12 + 10)


def test_added_hands_in_columns_count_one_after_the_other() -> None:
    """Two hands won in one round: the first in one column, the second in two."""
    game = partners([won(ANN, 12, BOB), won(CARL, 10, DORA)], ADDED.but(columns=3)).game

    assert [column.running for column in game.columns] == [(22, 0), (10, 0), (0, 0)]


def test_of_added_hands_of_the_same_points_the_one_with_more_boxes_counts_first() -> None:
    """Gin for 30 with three boxes, and a knock for 30 with one: whichever was entered first."""
    hands = [gin(ANN, 10, BOB), won(CARL, 30, DORA)]
    for entered in (hands, hands[::-1]):
        game = partners(entered, ADDED.but(columns=3, gin_extra_boxes=2)).game
        assert [column.boxes for column in game.columns] == [(4, 0), (1, 0), (0, 0)]


def test_in_zero_sum_rules_each_hand_is_taken_from_the_other_side() -> None:
    rules = SYDNEY.but(partners_score=PartnersScore.ADDED)

    assert partners([won(ANN, 12, BOB), won(DORA, 10, CARL)], rules).game.running == (2, -2)


# All against the winner

IN_THE_BOX = [
    # who is alone first is Ann; hands; totals, boxes, who plays next, who deals
    ("before a hand, against the next player", [], (0, 0, 0), (0, 0, 0), (ANN, BOB), ANN),
    ("whoever wins alone scores alone", [won(ANN, 12, BOB)], (12, 0, 0), (1, 0, 0), (ANN, CARL), ANN),
    ("both others score, and the one who played is alone", [won(BOB, 12, ANN)], (0, 12, 12), (0, 1, 1),
     (BOB, CARL), BOB),
    ("the same two again after a dead hand", [dead(ANN, BOB)], (0, 0, 0), (0, 0, 0), (ANN, BOB), ANN),
    ("Ann, Ann, then Carl beats her", [won(ANN, 12, BOB), won(CARL, 5, ANN)], (12, 5, 5), (1, 1, 1),
     (BOB, CARL), CARL),
    ("a hand of the other two is theirs", [won(BOB, 12, CARL)], (0, 12, 0), (0, 1, 0), (ANN, BOB), BOB),
]  # fmt: skip


@pytest.mark.parametrize(
    "hands, totals, boxes, faced, dealer",
    [case[1:] for case in IN_THE_BOX],
    ids=[case[0] for case in IN_THE_BOX],
)
def test_all_against_the_winner(
    hands: list[Hand], totals: tuple[int, ...], boxes: tuple[int, ...], faced: Faced, dealer: int
) -> None:
    whole = three(hands, ALONE)

    assert (whole.game.running, whole.game.boxes) == (totals, boxes)
    assert (whole.to_play, whole.next_dealer) == ((faced,), dealer)


def test_in_zero_sum_rules_one_wins_from_both_and_loses_to_both() -> None:
    rules = SYDNEY.but(three_players=ThreePlayers.ALL_AGAINST_WINNER, knock_base=0)

    assert three([won(ANN, 12, BOB)], rules).game.running == (24, -12, -12)
    assert three([won(BOB, 12, ANN)], rules).game.running == (-24, 12, 12)


def test_of_two_who_reach_the_target_together_the_one_with_more_ends_the_game() -> None:
    """Ann loses alone, 10 to both; Carl wins 10 alone, then loses 30 to both; then Ann loses 95 to both."""
    hands = [won(CARL, 10, ANN), won(CARL, 10, BOB), gin(ANN, 10, CARL), gin(BOB, 75, ANN)]
    whole = three(hands, ALONE)

    assert (whole.game.final, whole.game.winner) == ((30, 10 + 30 + 95, 20 + 95), BOB)


def test_two_who_are_level_at_the_target_play_on() -> None:
    level = three([gin(BOB, 85, ANN)], ALONE)

    assert (level.game.running, level.game.over) == ((0, 105, 105), False)
    assert three([gin(BOB, 85, ANN), won(BOB, 1, CARL)], ALONE).game.winner == BOB


def test_everybody_settles_with_everybody_so_one_plays_for_double() -> None:
    rules = ALONE.but(stake_per_point=EURO)

    assert paid(three([won(ANN, 12, BOB)], rules)) == (24, -12, -12)
    assert paid(three([won(BOB, 12, ANN)], rules)) == (-24, 12, 12)


def test_gin_of_one_of_two_is_paid_to_both() -> None:
    rules = ALONE.but(stake_per_gin=EURO)

    assert paid(three([gin(BOB, 12, ANN)], rules)) == (-1, 2, -1)


# A captain

CAPTAINS = [
    # hands, the totals of the captain and of the side, who plays next
    ("the second player starts", [], (0, 0), (ANN, BOB)),
    ("whoever loses to the captain makes way", [won(ANN, 12, BOB)], (12, 0), (ANN, CARL)),
    ("whoever wins plays on", [won(BOB, 12, ANN)], (0, 12), (ANN, BOB)),
    ("after a dead hand too", [dead(ANN, BOB)], (0, 0), (ANN, BOB)),
    ("Bob loses, Carl wins and loses", [won(ANN, 12, BOB), won(CARL, 5, ANN), won(ANN, 3, CARL)], (15, 5),
     (ANN, BOB)),
]  # fmt: skip


@pytest.mark.parametrize(
    "hands, totals, faced", [case[1:] for case in CAPTAINS], ids=[case[0] for case in CAPTAINS]
)
def test_a_captain_against_two(hands: list[Hand], totals: tuple[int, int], faced: Faced) -> None:
    whole = three(hands, CAPTAIN)

    assert (whole.game.running, whole.to_play) == (totals, (faced,))


def test_the_other_two_never_play_each_other() -> None:
    with pytest.raises(ValueError, match="not played at a table of captain"):
        three([won(BOB, 12, CARL)], CAPTAIN)


def test_the_captain_pays_each_and_is_paid_by_each() -> None:
    """Published: the captain plays for double the amount."""
    rules = CAPTAIN.but(stake_per_point=EURO)

    assert paid(three([won(ANN, 12, BOB)], rules)) == (24, -12, -12)
    assert paid(three([won(ANN, 12, BOB), won(CARL, 20, ANN)], rules)) == (-16, 8, 8)


def test_a_side_shuts_the_captain_out_together() -> None:
    """Bob and Carl win all hands: 105, the game 100, two boxes of 20, the shutout 100."""
    rules = STANDARD.but(three_players=ThreePlayers.CAPTAIN)
    whole = three([won(BOB, 50, ANN), won(CARL, 55, ANN)], rules)

    assert (whole.game.final, whole.game.winner) == ((0, 345), 1)


def test_the_deal_passes_between_captain_and_side() -> None:
    rules = CAPTAIN.but(deal_rotation=DealRotation.ALTERNATE)
    whole = three([won(ANN, 12, BOB), won(CARL, 5, ANN)], rules, CARL)

    assert [scored_hand.dealer for scored_hand in whole.hands] == [BOB, ANN]
    assert whole.table.dealer(whole.to_play[0], whole.next_dealer) == CARL


# The winner stays


def test_two_play_a_whole_game_and_the_loser_makes_way() -> None:
    """Carl sits out the first game; Bob loses it to Ann, and she loses to Carl."""
    first = [won(BOB, 12, ANN), gin(ANN, 85, BOB)]

    assert three(first[:1], STAYS, CARL).to_play == ((ANN, BOB),)
    assert three(first, STAYS, CARL).to_play == ((ANN, CARL),)
    both = three([*first, gin(CARL, 90, ANN)], STAYS, CARL)
    assert (both.to_play, both.next_dealer, both.match.games_won) == (((BOB, CARL),), ANN, (1, 0, 1))


def test_who_sits_out_a_game_deals_it_and_does_not_pay() -> None:
    rules = STAYS.but(stake_per_point=EURO, stake_per_game=EURO)
    whole = three([won(BOB, 12, ANN), gin(ANN, 85, BOB)], rules, CARL)

    assert [scored_hand.dealer for scored_hand in whole.hands] == [CARL, CARL]
    assert (whole.games[0].final, whole.games[0].owed) == ((105, 12, 0), (93, -93, 0))
    assert paid(whole) == (94, -94, 0)


def test_everybody_pays_into_the_pot_and_the_winner_takes_it() -> None:
    assert paid(three([gin(ANN, 85, BOB)], STAYS.but(stake_pot=EURO), CARL)) == (2, -1, -1)


def test_the_same_two_play_again_if_nobody_wins() -> None:
    whole = three([dead(ANN, BOB)], STAYS.but(max_hands=1), CARL)

    assert (whole.games[0].over, whole.games[0].winner, whole.to_play) == (True, None, ((ANN, BOB),))


def test_who_sits_out_gets_nothing_by_a_penalty() -> None:
    whole = sheet([Penalty(ANN, Fault.EXPOSED_CARD)], STAYS, CARL, Table.THREE)

    assert whole.game.running == (0, 10, 0)


OF_CARL = [
    Adjustment(CARL, 5),
    Penalty(CARL, Fault.EXPOSED_CARD),
    OpeningScores(OpeningKind.HANDICAP, (ColumnScores((0, 0, 30)),)),
    OpeningScores(OpeningKind.CARRIED_OVER, (ColumnScores((0, 0, 30), (0, 0, 2)),)),
]


@pytest.mark.parametrize("line", OF_CARL, ids=["adjustment", "penalty", "handicap", "paper"])
def test_no_line_draws_who_sits_out_into_the_game(line: ExtraLine) -> None:
    """Only Bob pays for a game of Ann and Bob, as without the line; Carl, who sits out, pays nothing."""
    whole = sheet([line, gin(ANN, 85, BOB)], STAYS, CARL, Table.THREE)

    assert whole.games[0].owed == three([gin(ANN, 85, BOB)], STAYS, CARL).games[0].owed == (105, -105, 0)


def test_the_dealer_on_paper_sits_out_with_nothing() -> None:
    """The match started with Carl as dealer; on paper, Ann deals and sits out, yet has 40: nobody has."""
    paper = OpeningScores(OpeningKind.CARRIED_OVER, (ColumnScores((40, 12, 0)),), dealer=ANN)
    whole = sheet([paper], STAYS, CARL, Table.THREE)

    assert (whole.to_play, whole.game.running) == (((BOB, CARL),), (0, 0, 0))


REOPENED = [won(ANN, 12, BOB), gin(ANN, 85, BOB), won(CARL, 30, ANN), won(BOB, 9, ANN)]


def test_a_game_that_is_open_again_stays_one_of_two() -> None:
    """Carl sat out the first game and won a hand of the second; then gin for 105 turns out to be 25."""
    second = three(REOPENED[:3], STAYS, CARL)
    corrected = [REOPENED[0], gin(ANN, 5, BOB), *REOPENED[2:]]
    again = three(corrected, STAYS.but(stake_per_gin=EURO), CARL)

    assert (second.games[1].running, second.to_play) == ((0, 0, 30), ((ANN, CARL),))
    assert (again.game.running, again.game.playing, again.to_play) == ((37, 9, 0), (ANN, BOB), ((ANN, BOB),))
    assert [(hand.no_part, hand.counts) for hand in again.hands] == [
        (None, True), (None, True), (CARL, False), (None, True),
    ]  # fmt: skip
    assert [each.hands for each in statistics(again)] == [3, 3, 0]


def test_a_hand_that_does_not_fit_leaves_everything_as_it_was() -> None:
    """Carl's gin under a spade is no hand: it is paid nothing, and the double waits for the next one."""
    rules = STAYS.but(max_hands=3, stake_per_gin=EURO, dead_hand_double_carries=True, spade_double=True)
    spade, heart = Card.parse("9S"), Card.parse("9H")
    dead_spade = Hand(None, Count(Ending.DEAD, upcard=spade), (ANN, BOB))
    gins = [Hand(by, Count(Ending.GIN, 0, 5, heart), faced) for by, faced in ((CARL, (0, 2)), (BOB, (0, 1)))]
    whole = three([dead_spade, *gins], rules, CARL)

    assert (whole.game.running, whole.game.over, paid(whole)) == ((0, 50, 0), False, (-1, 1, 0))


def test_only_one_has_to_be_shut_out() -> None:
    """105, the game 100, a box of 20, the shutout 100; only Bob pays."""
    rules = STANDARD.but(three_players=ThreePlayers.WINNER_STAYS, stake_per_point=EURO)
    whole = three([gin(ANN, 85, BOB)], rules, CARL)

    assert (whole.game.final, paid(whole)) == ((325, 0, 0), (325, -325, 0))


def test_whose_gin_it_was_is_on_the_line() -> None:
    whole = three([gin(BOB, 12, ANN)], ALONE)

    assert whole.hands[0].entries == (ColumnEntry(BOB, ANN, 32, 1), ColumnEntry(CARL, ANN, 32, 1))
    assert whole.hands[0].places == ((0,), (0,))


def document(faced: list[int]) -> str:
    """A match of three with a captain, and a hand of two of them."""
    hand = {"knocker": faced[0], "faced": faced, "outcome": "gin", "deadwood": {"knocker": 0, "defender": 9}}
    rules = {"preset": "pagat", "three_players": "captain"}
    match = {"format": "gin-match/1", "table": "three", "players": ["Ann", "Bob", "Carl"], "rules": rules}
    return json.dumps(match | {"first_dealer": 2, "hands": [hand]})


def test_a_document_says_three_and_how_three_play_is_in_its_rules() -> None:
    match = read_match(document([0, 2]))

    assert match.table is Table.THREE
    assert write_match(match)["table"] == "three"
    with pytest.raises(InvalidDocumentError):
        read_match(document([1, 2]))
    with pytest.raises(InvalidDocumentError):
        read_match(document([0, 2]).replace('"table": "three"', '"table": "captain"'))
