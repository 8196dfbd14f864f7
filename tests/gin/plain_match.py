"""What a match should come to, worked out a second time, in the plainest way, from the notes of a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.gin.plain_sheet import Notes, Plain


def totals_of(plain: Plain, game: int, column: int) -> list[int]:
    """The totals of a column with every bonus, and the penalties that are added after the game."""
    later = plain.noted[game][column].later
    return added(doubled(plain, game, column), later)


def added(one: list[int], other: list[int]) -> list[int]:
    """Two lists of points, side by side."""
    return [mine + more for mine, more in zip(one, other, strict=True)]


def doubled(plain: Plain, game: int, column: int) -> list[int]:
    """The totals of a column without those penalties, which no shutout doubles."""
    rules, notes = plain.rules, plain.noted[game][column]
    totals = [*plain.games[game][column]]
    if rules.box_timing.value == "end":
        totals = added(totals, [number * rules.box_bonus for number in notes.boxes])
    if notes.by is not None:
        totals[notes.by] += bonus_of(plain, column)
        if rules.shutout.value != "none" and has_shut_out(plain, notes):
            totals[notes.by] += shutout_of(plain, game, column)
    return totals


def bonus_of(plain: Plain, column: int) -> int:
    own = plain.rules.column_bonuses or ()
    return own[column] if plain.rules.columns > 1 and column < len(own) else plain.rules.game_bonus


def has_shut_out(plain: Plain, notes: Notes) -> bool:
    """Whether whoever closed a column left the others nothing."""
    others = {*range(plain.sides)} - {notes.by}
    if plain.rules.shutout_test.value == "zero_hands":
        return notes.by is not None and not any(notes.hands[side] for side in others)
    have = [side for side in others if notes.points[side] > 0 or notes.saves[side] > 0]
    return notes.by is not None and not have


def shutout_of(plain: Plain, game: int, column: int) -> int:
    """What a shutout adds to the points of a column."""
    rules, notes = plain.rules, plain.noted[game][column]
    assert notes.by is not None
    points = plain.games[game][column][notes.by] - notes.at_once[notes.by]
    at_once = rules.box_timing.value == "immediate"
    boxes = notes.at_once[notes.by] if at_once else notes.boxes[notes.by] * rules.box_bonus
    bonuses = boxes + bonus_of(plain, column)
    return {
        "flat": rules.shutout_bonus,
        "double_hand_points": points - notes.given[notes.by],
        "double_total": points + bonuses,
        "double_bonuses": bonuses,
        "double_difference": 0,
    }[rules.shutout.value]


def times_of(plain: Plain, column: int) -> int:
    """How many times a column counts."""
    rules = plain.rules
    if rules.columns > 1 and rules.column_multipliers:
        listed = rules.column_multipliers[column : column + 1]
        return listed[0] if listed else 1
    return 2 if rules.columns > 1 and rules.last_column_double and column == rules.columns - 1 else 1


def twice(plain: Plain, game: int, column: int) -> int:
    """How many times the difference of a column is paid for a shutout."""
    is_double = plain.rules.shutout.value == "double_difference"
    return 2 if is_double and has_shut_out(plain, plain.noted[game][column]) else 1


def counted(plain: Plain, game: int) -> list[int]:
    """The points of a game as they count: columns multiplied, and a shutout in all of them paid."""
    rules, by = plain.rules, swept_by(plain, game) if plain.rules.columns > 1 else None
    in_all = 1 if by is None else rules.all_columns_shutout_times
    points = [0 for _ in range(plain.sides)]
    for column in range(rules.columns):
        often, times = twice(plain, game, column) * in_all, times_of(plain, column)
        once = [each * times for each in plain.noted[game][column].later]
        points = added(points, [each * times * often for each in doubled(plain, game, column)])
        points = added(points, once)
    if by is not None:
        points[by] += rules.all_columns_shutout_bonus
    return points


def settled(points: list[int], parts: set[int]) -> list[int]:
    """What each is paid if everybody with a part in a game pays everybody else the difference."""
    return [
        sum(mine - points[other] for other in parts) if side in parts else 0
        for side, mine in enumerate(points)
    ]


def owed(plain: Plain, game: int) -> list[int]:
    """What each is paid for a game if the difference is paid."""
    return settled(counted(plain, game), plain.shared[game])


def paid(plain: Plain, game: int) -> list[int]:
    """The points for which each is paid in money.

    If both keep their totals, the winner of a column never pays for it, and what is on both sides of a
    sheet in zero sum is paid once.
    """
    rules, by = plain.rules, swept_by(plain, game) if plain.rules.columns > 1 else None
    in_all = 1 if by is None else rules.all_columns_shutout_times
    points = [0 for _ in range(plain.sides)]
    for column in range(rules.columns):
        times, often = times_of(plain, column), twice(plain, game, column)
        totals, later = once_paid(plain, game, column)
        column_paid = added([each * times * often for each in totals], [each * times for each in later])
        if not spared(plain, game, column):
            again = [each * times * often * (in_all - 1) for each in totals]
            points = added(points, added(column_paid, again))
    bonus = [rules.all_columns_shutout_bonus * (side == by) for side in range(plain.sides)]
    return added(points, settled(bonus, plain.shared[game]))


def once_paid(plain: Plain, game: int, column: int) -> tuple[list[int], list[int]]:
    """What is paid for the totals of a column, and for the penalties after it."""
    rules, parts = plain.rules, plain.shared[game]
    totals, later = doubled(plain, game, column), plain.noted[game][column].later
    if rules.settlement.value == "difference" or not rules.loser_negative:
        return settled(totals, parts), settled(later, parts)
    on_both = plain.games[game][column]
    beside = [total - both for total, both in zip(totals, on_both, strict=True)]
    return added(on_both, settled(beside, parts)), later


def spared(plain: Plain, game: int, column: int) -> bool:
    """Whether the winner of a column would have to pay for it, where both keep their totals."""
    if plain.rules.settlement.value == "difference":
        return False
    won, parts = winner_in(plain, game, column), plain.shared[game]
    often, later = twice(plain, game, column), plain.noted[game][column].later
    points = added([each * often for each in doubled(plain, game, column)], later)
    return won is not None and settled(points, parts)[won] < 0


def swept_by(plain: Plain, game: int) -> int | None:
    """Who closed every column and left the others nothing in any of them."""
    by = {notes.by if has_shut_out(plain, notes) else None for notes in plain.noted[game]}
    return by.pop() if len(by) == 1 else None


def winner_of(plain: Plain, game: int) -> int | None:
    if plain.rules.columns > 1:
        return alone(counted(plain, game), plain.shared[game])
    return winner_in(plain, game, 0)


def winner_in(plain: Plain, game: int, column: int) -> int | None:
    closer, totals = plain.noted[game][column].by, totals_of(plain, game, column)
    if plain.rules.game_winner.value == "first_to_target":
        return closer
    parts = plain.shared[game]
    is_level = closer is not None and totals[closer] == max(totals[side] for side in parts)
    return closer if is_level else alone(totals, parts)


def alone(totals: list[int], parts: set[int] | None = None) -> int | None:
    """Who of those with a part has the most, if nobody has as much."""
    compared = range(len(totals)) if parts is None else parts
    most = [side for side in compared if totals[side] == max(totals[each] for each in compared)]
    return most[0] if len(most) == 1 else None


def score_of(plain: Plain, games: int) -> list[int]:
    """What decides the match, after so many games."""
    rules, score = plain.rules, [0 for _ in range(plain.sides)]
    if rules.match_by.value == "games" and plain.won_before:
        score = [*plain.won_before]
    for game in range(games):
        winner = winner_of(plain, game)
        if rules.match_by.value == "points":
            score = [before + more for before, more in zip(score, counted(plain, game), strict=True)]
        elif winner is not None and rules.match_by.value == "games":
            score[winner] += 1
        elif winner is not None:
            shutout = swept_by(plain, game) == winner
            score[winner] += rules.game_points_shutout if shutout else rules.game_points_win
    return score
