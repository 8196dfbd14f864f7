"""Any rules, any hands, at every table: the sheet adds up, ends when it should and survives a document."""

import json
from dataclasses import replace
from itertools import pairwise

from hypothesis import given

from models.gin.document.reading import read_match
from models.gin.document.writing import MatchDocument, write_match, write_sheet
from models.gin.hand.scoring import Hand
from models.gin.money import account
from models.gin.rules.options import MatchBy
from models.gin.rules.seating import Table
from models.gin.sheet.columns import summed
from models.gin.sheet.extra_lines import OpeningScores
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.sheet import Sheet, sheet
from tests.gin.careful import differences
from tests.gin.strategies import evenings, limited_evenings
from tests.profiles import examples


def sheet_of(match: MatchDocument) -> Sheet:
    """The sheet of a match."""
    return sheet(match.hands, match.rules, match.first_dealer, match.table)


@given(evenings(rounds=True))
def test_a_match_is_the_same_after_export_and_import(match: MatchDocument) -> None:
    again = read_match(json.dumps(write_match(match)))

    assert again == match
    assert write_sheet(sheet_of(again)) == write_sheet(sheet_of(match))


@given(evenings(rounds=True))
def test_a_match_may_end_after_its_last_line(match: MatchDocument) -> None:
    """The match is over if anything is on it. A column that was open has what stood there; others stay."""
    open_end = sheet_of(match)
    whole = sheet(match.hands, match.rules, match.first_dealer, match.table, ends_after_last=True)

    assert whole.match.over == bool(match.hands)
    assert whole.ended_here == (whole.match.over and not open_end.match.over)
    assert whole.hands == open_end.hands
    for before, after in zip(open_end.games, whole.games, strict=True) if match.hands else ():
        assert after.over
        for was, column in zip(before.columns, after.columns, strict=True):
            assert column.running == was.running
            if was.ended:
                assert column == was
            else:
                assert column.final == summed([was.running, was.penalties])


@given(evenings(rounds=True))
def test_the_parts_of_a_sheet_are_its_totals(match: MatchDocument) -> None:
    """Every hand stands on the sheet once, and what its lines write is what its columns hold.

    What a loser scores may stand in other columns; the next test has it.
    """
    match = replace(match, rules=match.rules.but(gin_off_vs_gin=False))
    whole, rules = sheet_of(match), match.rules
    sides = whole.table.sides

    hands = [each for each in match.hands if isinstance(each, Hand)]
    assert [scored_hand.hand for scored_hand in whole.hands] == hands
    assert [scored_hand.number for scored_hand in whole.hands] == list(range(1, len(hands) + 1))
    in_order = [row.hand if isinstance(row, ScoredHand) else row.line for row in whole.in_order]
    assert in_order == list(match.hands)
    for game in whole.games:
        assert list(game.hands) == [each for each in game.in_order if isinstance(each, ScoredHand)]
        for index, column in enumerate(game.columns):
            if game.extra_lines:
                continue
            scored = [
                entry
                for scored_hand in game.hands
                for entry, columns in zip(scored_hand.entries, scored_hand.places, strict=True)
                if index in columns
            ]
            points = [sum(entry.points for entry in scored if entry.winner == side) for side in range(sides)]
            lost = [sum(entry.points for entry in scored if entry.loser == side) for side in range(sides)]
            taken = [points[side] - lost[side] * rules.loser_negative for side in range(sides)]
            assert (list(column.points_won), list(column.hand_points)) == (points, taken)
            if column.final is not None:
                parts = [column.hand_points, *column.bonuses.values()]
                assert column.final == tuple(sum(part[side] for part in parts) for side in range(sides))
    stood = account(whole)
    if stood is not None:
        assert sum(stood.exact) == sum(stood.amounts) == 0
        assert all(sum(owed) == 0 for owed in stood.owed.values())
        assert all(payment.amount > 0 and payment.payer != payment.payee for payment in stood.payments)
        lost = [sum(each.amount for each in stood.payments if each.payer == side) for side in range(3)]
        assert rules.stake_cap is None or max(lost) <= rules.stake_cap
        assert rules.stake_cap is not None or stood.amounts == stood.exact
        if rules.stake_rounding is not None:
            assert all(not payment.amount % rules.stake_rounding for payment in stood.payments)


@examples(120)
@given(evenings() | limited_evenings())
def test_a_match_stands_and_comes_to_what_a_careful_player_works_out(match: MatchDocument) -> None:
    """Every game as it stands, ends and is paid, who plays next, and what has decided the match."""
    assert differences(match) == []


@given(evenings(lines=False) | limited_evenings())
def test_the_first_dealer_of_a_game_follows_from_the_game_before(match: MatchDocument) -> None:
    hands = tuple(each for each in match.hands if isinstance(each, Hand))

    assert_dealers(sheet_of(replace(match, hands=hands)))


def assert_dealers(whole: Sheet) -> None:
    """The first dealer of each game follows from the game before."""
    rule, sides = whole.rules.next_game_dealer.value, whole.table.sides
    if whole.table is Table.WINNER_STAYS:
        return
    for before, after in pairwise(whole.games):
        first, dealer = whole.table.side(before.hands[0].dealer), before.next_dealer
        if rule == "alternate":
            assert dealer == (first + 1) % sides
        if rule == "winner" and before.winner is not None:
            assert dealer == before.winner
        if rule == "loser" and before.winner is not None:
            assert dealer != before.winner or sides == 3
        if after.hands and whole.table.people != 3:
            assert whole.table.side(after.hands[0].dealer) == dealer


@given(evenings())
def test_a_match_is_over_when_somebody_has_the_games_that_win_it(match: MatchDocument) -> None:
    whole = sheet_of(match)
    won = [0] * whole.table.sides
    for each in match.hands:
        if isinstance(each, OpeningScores) and each.games and match.rules.match_by is MatchBy.GAMES:
            won = [*each.games]
    for game in whole.games:
        if game.winner is not None:
            won[game.winner] += 1
    finished = [game for game in whole.games if game.over]
    needed = match.rules.games_to_win
    over = needed is not None and bool(finished) and (needed == 1 or max(won) >= needed)
    if match.rules.match_by is not MatchBy.GAMES:
        over = len(finished) == match.rules.games_in_match

    assert whole.match.over == over
    assert list(whole.match.games_won) == won
    assert over or not whole.past_the_end
