"""What a match should come to, worked out a second time, in the plainest way, from the notes of a sheet."""

from tests.gin.plain_sheet import Notes, Plain


def totals_of(plain: Plain, game: int, column: int) -> list[int]:
    """The totals of a column with every bonus."""
    rules, notes = plain.rules, plain.noted[game][column]
    totals = [*plain.games[game][column]]
    at_once = rules.box_timing.value == "immediate"
    boxes = [number * rules.box_bonus for number in notes.boxes]
    if not at_once:
        totals = [total + box for total, box in zip(totals, boxes, strict=True)]
    if notes.by is not None:
        totals[notes.by] += bonus_of(plain, column)
        if rules.shutout.value != "none" and has_shut_out(plain, notes):
            totals[notes.by] += shutout_of(plain, game, column)
    return totals


def bonus_of(plain: Plain, column: int) -> int:
    """The game bonus of a column."""
    own = plain.rules.column_bonuses or ()
    return own[column] if plain.rules.columns > 1 and column < len(own) else plain.rules.game_bonus


def has_shut_out(plain: Plain, notes: Notes) -> bool:
    """Whether whoever closed a column left the others nothing."""
    tested = notes.hands if plain.rules.shutout_test.value == "zero_hands" else notes.points
    return notes.by is not None and sum(tested) == tested[notes.by]


def shutout_of(plain: Plain, game: int, column: int) -> int:
    """What a shutout adds to the points of a column."""
    rules, notes = plain.rules, plain.noted[game][column]
    assert notes.by is not None
    total = plain.games[game][column][notes.by]
    boxes = notes.boxes[notes.by] * rules.box_bonus
    if rules.box_timing.value == "immediate":
        # Shut out, the others have won no box; or in a hand for no points, which is taken back in zero sum.
        lost = sum(notes.boxes) - notes.boxes[notes.by] if rules.loser_negative else 0
        again = notes.again[notes.by] if rules.loser_negative else 0
        boxes += (again - lost) * rules.box_bonus
        total -= boxes
    bonuses = boxes + bonus_of(plain, column)
    return {
        "flat": rules.shutout_bonus,
        "double_hand_points": total,
        "double_total": total + bonuses,
        "double_bonuses": bonuses,
        "double_difference": 0,
    }[rules.shutout.value]


def counted(plain: Plain, game: int) -> list[int]:
    """The points of a game as they count: columns multiplied, and a shutout in all of them paid."""
    rules, notes = plain.rules, plain.noted[game]
    points = [0 for _ in range(plain.sides)]
    for column in range(rules.columns):
        times = 1
        if rules.columns > 1 and rules.column_multipliers:
            listed = rules.column_multipliers[column : column + 1]
            times = listed[0] if listed else 1
        elif rules.columns > 1 and rules.last_column_double and column == rules.columns - 1:
            times = 2
        if rules.shutout.value == "double_difference" and has_shut_out(plain, notes[column]):
            times *= 2
        for side, total in enumerate(totals_of(plain, game, column)):
            points[side] += total * times
    if rules.columns > 1 and (by := swept_by(plain, game)) is not None:
        points = [each * rules.all_columns_shutout_times for each in points]
        points[by] += rules.all_columns_shutout_bonus
    return points


def swept_by(plain: Plain, game: int) -> int | None:
    """Who closed every column and left the others nothing in any of them."""
    by = {notes.by if has_shut_out(plain, notes) else None for notes in plain.noted[game]}
    return by.pop() if len(by) == 1 else None


def winner_of(plain: Plain, game: int) -> int | None:
    """Who won a game."""
    rules = plain.rules
    if rules.columns > 1:
        return alone(counted(plain, game))
    closer, totals = plain.noted[game][0].by, totals_of(plain, game, 0)
    if rules.game_winner.value == "first_to_target":
        return closer
    return closer if closer is not None and totals[closer] == max(totals) else alone(totals)


def alone(totals: list[int]) -> int | None:
    """Who has the most, if nobody has as much."""
    most = [side for side, total in enumerate(totals) if total == max(totals)]
    return most[0] if len(most) == 1 else None


def score_of(plain: Plain, games: int) -> list[int]:
    """What decides the match, after so many games."""
    rules, score = plain.rules, [0 for _ in range(plain.sides)]
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
