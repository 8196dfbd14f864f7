"""A match as a careful player keeps it, beside the sheet of the engine: where they differ."""

from collections.abc import Iterator

from models.gin.document.writing import MatchDocument
from models.gin.hand.scoring import Hand
from models.gin.money import points_owed
from models.gin.sheet.sheet import Sheet, sheet
from tests.gin.plain_match import alone, counted, owed, paid, score_of, totals_of, winner_of
from tests.gin.plain_sheet import Plain, side_by_side


def kept_carefully(match: MatchDocument) -> Plain:
    """The plain sheet of a match; it goes on after the end, as if more games had been agreed on."""
    plain = Plain(match.rules, match.table, match.first_dealer)
    for each in side_by_side(match.hands, match.table):
        if isinstance(each, list):
            plain.write(each)
        else:
            plain.other(*each)
    return plain


def differences(match: MatchDocument) -> list[str]:
    """Where the sheet of *match* and the plain sheet differ: what it is, the one figure, and the other."""
    whole, plain = sheet(match.hands, match.rules, match.first_dealer, match.table), kept_carefully(match)
    compared = [*_of_games(whole, plain), *_of_match(whole, plain)]
    if not whole.match.over:
        compared += _under_way(whole, plain)
    return [f"{what}: {one}, plainly {other}" for what, one, other in compared if one != other]


Compared = Iterator[tuple[str, object, object]]
"""What it is, on the sheet, and on the plain sheet."""


def _of_games(whole: Sheet, plain: Plain) -> Compared:
    """Every game that is over: its columns, what it counts, who won it, and what is paid."""
    over = [game for game in whole.games if game.over]
    yield "games over", len(over), len(plain.games[: len(over)] if whole.match.over else plain.games)
    for nth, game in enumerate(over[: len(plain.games)]):
        for index, column in enumerate(game.columns):
            yield f"final {nth, index}", column.final, tuple(totals_of(plain, nth, index))
            yield f"ended by {nth, index}", column.ended_by, plain.noted[nth][index].by
        yield f"counted {nth}", game.counted, tuple(counted(plain, nth))
        yield f"owed {nth}", game.owed, tuple(owed(plain, nth))
        yield f"paid {nth}", points_owed(game), tuple(paid(plain, nth))
        yield f"won {nth}", game.winner, winner_of(plain, nth)


def _of_match(whole: Sheet, plain: Plain) -> Compared:
    """What has decided the match, or will."""
    over = sum(game.over for game in whole.games)
    if over > len(plain.games):
        return
    score = score_of(plain, over)
    needed, won = whole.rules.games_to_win, max(score)
    by_games = needed is not None and over > 0 and (needed == 1 or won >= needed)
    is_by_games = whole.rules.match_by.value == "games"
    is_over = by_games if is_by_games else over == whole.rules.games_in_match
    yield "score", list(whole.match.score), score
    yield "match over", whole.match.over, is_over
    yield "match won", whole.match.winner, alone(score) if is_over else None


def _under_way(whole: Sheet, plain: Plain) -> Compared:
    """The game that goes on, and who plays its next hand."""
    yield "past the end", whole.past_the_end, ()
    if plain.three:
        yield "next", whole.to_play, (tuple(sorted({0, 1, 2} - {plain.out or 0})),)
    game = whole.games[-1]
    if game.over:
        return
    yield "running", [[*column.running] for column in game.columns], plain.totals
    yield "open", [not column.ended for column in game.columns], plain.open
    yield "later", [[*column.penalties] for column in game.columns], [each.later for each in plain.notes]


def kinds(match: MatchDocument) -> Iterator[str]:
    """What is in a match, to be counted."""
    rules = match.rules
    whole = sheet(match.hands, rules, match.first_dealer, match.table)
    outcomes = {scored_hand.outcome.value for scored_hand in whole.hands}
    is_in = {
        rules.seated_at(match.table).value: True,
        "with dead hands": "dead" in outcomes,
        "with void ties": rules.tie.value == "void" and "tie" in outcomes,
        "with a game over": whole.games[0].over,
        "with a shutout": any(game.is_shutout for game in whole.games),
    }
    yield from (kind for kind, is_there in is_in.items() if is_there)
    yield from {f"with {type(each).__name__}" for each in match.hands if not isinstance(each, Hand)}
