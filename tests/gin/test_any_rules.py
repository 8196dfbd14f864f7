"""Any rules, any hands, at every table: the sheet adds up, ends when it should and survives a document."""

import json
from dataclasses import replace
from itertools import pairwise

from hypothesis import given

from models.gin import Hand, Sheet, sheet
from models.gin.document.reading import read_match
from models.gin.document.writing import Match, write_match, write_sheet
from models.gin.games import Line
from models.gin.other_lines import OpeningScores
from models.gin.rule_options import MatchBy, NextGameDealer, ThreePlayers
from models.gin.seating import Table
from models.gin.stakes import account
from tests.gin.plain_match import alone, counted, score_of, totals_of, winner_of
from tests.gin.plain_sheet import Plain, side_by_side
from tests.gin.strategies import evenings, limited_evenings
from tests.profiles import examples


def sheet_of(match: Match) -> Sheet:
    """The sheet of a match."""
    return sheet(match.hands, match.rules, match.first_dealer, match.table)


@given(evenings(rounds=True))
def test_a_match_is_the_same_after_export_and_import(match: Match) -> None:
    again = read_match(json.dumps(write_match(match)))

    assert again == match
    assert write_sheet(sheet_of(again)) == write_sheet(sheet_of(match))


@given(evenings(rounds=True))
def test_the_parts_of_a_sheet_are_its_totals(match: Match) -> None:
    """Every hand stands on the sheet once, and what its lines write is what its columns hold.

    What a loser scores may stand in other columns; the next test has it.
    """
    match = replace(match, rules=match.rules.but(gin_off_vs_gin=False))
    whole, rules = sheet_of(match), match.rules
    sides = whole.table.sides

    hands = [each for each in match.hands if isinstance(each, Hand)]
    assert [line.hand for line in whole.lines] == hands
    assert [line.number for line in whole.lines] == list(range(1, len(hands) + 1))
    in_order = [line.hand if isinstance(line, Line) else line.line for line in whole.in_order]
    assert in_order == list(match.hands)
    for game in whole.games:
        assert list(game.lines) == [each for each in game.in_order if isinstance(each, Line)]
        for index, column in enumerate(game.columns):
            if game.other_lines:
                continue
            scored = [
                entry
                for line in game.lines
                for entry, columns in zip(line.entries, line.places, strict=True)
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


def plainly(match: Match) -> Match:
    """*match* without what a plain sheet does not know: who has won a game, where the next one depends on it.

    Who sits out, or plays alone, in the next game of three depends on it; and so does who gets a penalty.
    """
    rules, hands = match.rules, match.hands
    if rules.three_players is ThreePlayers.WINNER_STAYS:
        hands = tuple(each for each in hands if isinstance(each, Hand))
    if rules.three_players is not ThreePlayers.CAPTAIN:
        rules = rules.but(next_game_dealer=NextGameDealer.PASSES_ON)
    return replace(match, rules=rules, hands=hands)


@examples(60)
@given(evenings() | limited_evenings())
def test_games_stand_and_end_as_a_careful_player_has_them(match: Match) -> None:
    match = plainly(match)
    rules = match.rules.but(match_by=MatchBy.GAMES, games_to_win=None)
    plain = Plain(rules, match.table, match.first_dealer)
    for each in side_by_side(match.hands, match.table):
        if isinstance(each, list):
            plain.write(each)
        else:
            plain.other(*each)

    whole = sheet(match.hands, rules, match.first_dealer, match.table)
    under_way = whole.games[-1] if not whole.games[-1].over else None

    assert sum(game.over for game in whole.games) == len(plain.games)
    if under_way is not None:
        assert [list(column.running) for column in under_way.columns] == plain.totals
        assert [not column.ended for column in under_way.columns] == plain.open
        assert plain.open[-1] is False or list(under_way.columns[-1].penalties) == plain.later
        if plain.three and plain.out is not None:
            assert whole.to_play == (tuple(sorted({0, 1, 2} - {plain.out})),)
    assert not whole.past_the_end


@examples(60)
@given(evenings() | limited_evenings())
def test_a_match_comes_to_what_a_careful_player_works_out(match: Match) -> None:
    """Every game as it is paid and won, and what has decided the match."""
    match = plainly(replace(match, hands=tuple(each for each in match.hands if isinstance(each, Hand))))
    plain = Plain(match.rules, match.table, match.first_dealer)
    for hands in side_by_side(match.hands, match.table):
        assert isinstance(hands, list)
        plain.write(hands)
    whole = sheet_of(match)
    over = [game for game in whole.games if game.over]

    for number, game in enumerate(over):
        points = counted(plain, number)
        assert [column.final for column in game.columns] == [
            tuple(totals_of(plain, number, column)) for column in range(match.rules.columns)
        ]
        assert game.counted == tuple(points)
        if plain.three != "winner_stays":
            assert game.owed == tuple(len(points) * each - sum(points) for each in points)
        assert game.winner == winner_of(plain, number)
    assert_dealers(whole)
    score = score_of(plain, len(over))
    assert list(whole.match.score) == score
    assert whole.match.winner == (alone(score) if whole.match.over else None)


def assert_dealers(whole: Sheet) -> None:
    """The first dealer of each game follows from the game before."""
    rule, sides = whole.rules.next_game_dealer.value, whole.table.sides
    if whole.table is Table.WINNER_STAYS:
        return
    for before, after in pairwise(whole.games):
        first, dealer = whole.table.side(before.lines[0].dealer), before.next_dealer
        if rule == "alternate":
            assert dealer == (first + 1) % sides
        if rule == "winner" and before.winner is not None:
            assert dealer == before.winner
        if rule == "loser" and before.winner is not None:
            assert dealer != before.winner or sides == 3
        if after.lines and whole.table.people != 3:
            assert whole.table.side(after.lines[0].dealer) == dealer


@given(evenings())
def test_a_match_is_over_when_somebody_has_the_games_that_win_it(match: Match) -> None:
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
