"""What players did in a match, counted by hand."""

from models.gin.cards.cards import read_cards, read_groups
from models.gin.counting import Statistics, given_away, statistics
from models.gin.hand.declaration import Count, Declaration, Ending, Layoff, Points, Spread
from models.gin.hand.scoring import Hand, Situation
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import ThreePlayers, Tie
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import Adjustment
from models.gin.sheet.sheet import sheet

PLAIN = HouseRules(gin_bonus=25, undercut_bonus=25)
"""To 100; the loser of a hand deals the next one."""


def knock(player: int, deadwood: int, other: int) -> Hand:
    return Hand(player, Count(Ending.KNOCK, knocker=deadwood, defender=other))


def gin(player: int, other: int) -> Hand:
    return Hand(player, Count(Ending.GIN, defender=other))


DEAD = Hand(None, Count(Ending.DEAD))


def test_ways_of_winning_and_deadwood() -> None:
    ann, bob = statistics(sheet([knock(0, 8, 20), gin(0, 15), knock(1, 10, 4), DEAD, knock(1, 3, 9)], PLAIN))
    assert (ann.hands, ann.hands_won) == (5, 3)
    assert (ann.gin_wins, ann.undercut_wins) == (1, 1)
    assert (ann.knock_points, ann.gin_points, ann.undercut_points) == (12, 25 + 15, 25 + 6)
    assert (ann.points, ann.best_hand) == (83, 40)
    assert (ann.caught, ann.caught_deadwood, bob.caught, bob.caught_deadwood) == (1, 9, 2, 35)
    assert (bob.hands_won, bob.points) == (1, 6)


def test_big_gin_has_points_of_its_own_and_is_won_by_gin() -> None:
    big = Hand(0, Count(Ending.BIG_GIN, defender=20))
    ann, bob = statistics(sheet([big], PLAIN.but(big_gin_bonus=31)))
    assert (ann.big_gin_points, ann.gin_points, ann.gin_wins, ann.points) == (51, 0, 1, 51)
    assert (bob.caught, bob.caught_deadwood) == (1, 20)


def test_an_unfinished_match_counts_its_hands_and_its_balance_only() -> None:
    ann, bob = statistics(sheet([knock(0, 8, 20)], PLAIN))
    assert (ann.matches, ann.games, ann.balance, bob.balance) == (0, 0, 12, -12)
    assert (ann.hands, bob.hands) == (1, 1)


def test_a_match_and_its_game_are_of_both_players_and_won_by_one() -> None:
    ann, bob = statistics(sheet([gin(0, 40), gin(0, 40)], PLAIN))
    assert (ann.matches, ann.matches_won, ann.games, ann.games_won) == (1, 1, 1, 1)
    assert (bob.matches, bob.matches_won, bob.games, bob.games_won) == (1, 0, 1, 0)


def test_hands_after_the_end_are_not_counted() -> None:
    over = sheet([gin(0, 40), gin(0, 40), gin(1, 10)], PLAIN)
    assert over.past_the_end
    assert [each.hands for each in statistics(over)] == [2, 2]


def test_lines_that_are_not_hands_are_in_the_balance_only() -> None:
    ann, bob = statistics(sheet([Adjustment(0, 30), knock(1, 8, 20)], PLAIN))
    assert (ann.points, ann.hands, ann.balance) == (0, 1, 18)
    assert (bob.points, bob.balance) == (12, -18)


def test_of_a_hand_from_paper_only_the_winner_and_the_points_are_known() -> None:
    ann, bob = statistics(sheet([Hand(0, Points(25)), knock(1, 8, 20), Hand(0, Points(31))], PLAIN))
    assert (ann.hands, ann.hands_won, ann.paper_wins, ann.paper_points) == (3, 2, 2, 56)
    assert (ann.points, ann.best_hand, ann.known_wins) == (56, 31, 0)
    assert (ann.gin_wins, bob.caught, ann.caught) == (0, 0, 1)


def missed_hand(layoffs: tuple[Layoff, ...], unmatched: str) -> Declaration:
    """Ann knocks with 5: three kings, three queens, 2 3 4 of clubs. Bob holds the fourth king."""
    ann = Spread.of(read_groups("KS KC KD / QS QC QD / 2C 3C 4C"), read_cards("5H"))
    return Declaration(ann, Spread.of(read_groups("7S 7C 7D / 9H TH JH"), read_cards(unmatched)), layoffs)


def cost_of(laid: Declaration) -> int | None:
    """What the defender gave away in a first hand."""
    return given_away(laid, PLAIN, Situation())


def test_a_missed_layoff_is_what_it_cost_the_defender() -> None:
    """Bob keeps K, 8, 6 and A: 25. With the king and the ace laid off it would be 14: 11 points less."""
    kept = missed_hand((), "KH 8D 6D AC")
    ann, bob = statistics(sheet([Hand(0, kept)], PLAIN))
    assert (bob.defended, bob.missed, cost_of(kept)) == (1, 1, 11)
    assert (ann.defended, ann.missed) == (0, 0)
    king = Layoff(read_cards("KH"), read_cards("KS KC KD"))
    laid = missed_hand((king,), "8D 6D AC")
    assert cost_of(laid) == 1


def test_a_tie_that_is_dealt_again_is_not_defended() -> None:
    ann = Spread.of(read_groups("KS KC KD / QS QC QD / 2C 3C 4C"), read_cards("5H"))
    level = Spread.of(read_groups("7S 7C 7D / 9H TH JH / 8S 8C 8D"), read_cards("5D"))
    hand = Hand(0, Declaration(ann, level, ()))
    assert [each.defended for each in statistics(sheet([hand], PLAIN.but(tie=Tie.VOID)))] == [0, 0]
    _ann, bob = statistics(sheet([hand], PLAIN))
    assert (bob.defended, bob.missed) == (1, 0)


def test_a_missed_undercut_costs_its_bonus_too() -> None:
    """Bob keeps K and A: 11 against 5, so Ann scores 6. Both laid off: nothing against 5, and 25 for him."""
    ann = Spread.of(read_groups("KS KC KD / QS QC QD / 2C 3C 4C"), read_cards("5H"))
    kept = Declaration(ann, Spread.of(read_groups("7S 7C 7D 7H / 9H TH JH 8H"), read_cards("KH AC")), ())
    assert cost_of(kept) == 6 + (5 + 25)


def test_three_players_only_count_the_hands_they_play() -> None:
    hands = [
        Hand(0, Count(Ending.KNOCK, knocker=8, defender=20), (0, 1)),
        Hand(2, Count(Ending.KNOCK, knocker=8, defender=10), (0, 2)),
    ]
    three = statistics(sheet(hands, PLAIN, table=Table.THREE))
    assert [each.hands for each in three] == [2, 1, 1]
    assert [each.points for each in three] == [12, 0, 2]
    assert [each.balance for each in three] == [12 + 10, -12 - 2, -10 + 2]


def test_partners_win_games_together_and_hands_alone() -> None:
    hands = [
        Hand(0, Count(Ending.GIN, defender=60), (0, 1), 1),
        Hand(2, Count(Ending.GIN, defender=60), (2, 3), 1),
    ]
    four = statistics(sheet(hands, PLAIN, table=Table.PARTNERSHIP))
    assert [each.hands_won for each in four] == [1, 0, 1, 0]
    assert [each.games_won for each in four] == [1, 0, 1, 0]
    assert [each.matches_won for each in four] == [1, 0, 1, 0]
    assert [each.points for each in four] == [85, 0, 85, 0]


def test_each_partner_has_the_balance_of_both() -> None:
    gin_by_ann = Hand(0, Count(Ending.GIN, defender=20), (0, 1), 1)
    knock_by_dan = Hand(3, Count(Ending.KNOCK, knocker=8, defender=20), (2, 3), 1)
    four = statistics(sheet([gin_by_ann, knock_by_dan], PLAIN, table=Table.PARTNERSHIP))
    assert [each.balance for each in four] == [45 - 12, 12 - 45, 45 - 12, 12 - 45]


def test_a_captain_has_the_balance_with_both_others() -> None:
    three = statistics(sheet([gin(0, 20)], PLAIN, table=Table.CAPTAIN))
    assert [each.balance for each in three] == [45 + 45, -45, -45]


def test_in_whole_games_of_two_the_third_has_no_part() -> None:
    rules = PLAIN.but(three_players=ThreePlayers.WINNER_STAYS)
    hands = [Hand(0, Count(Ending.GIN, defender=60), (0, 1)), Hand(0, Count(Ending.GIN, defender=60), (0, 1))]
    three = statistics(sheet(hands, rules, table=Table.THREE))
    assert [(each.games, each.games_won) for each in three] == [(1, 1), (1, 0), (0, 0)]


def test_largest_numbers_are_not_added_up() -> None:
    total = Statistics.total([Statistics(hands=3, best_hand=40), Statistics(hands=4, best_hand=25)])
    assert (total.hands, total.best_hand) == (7, 40)
    assert Statistics.total([]) == Statistics()
