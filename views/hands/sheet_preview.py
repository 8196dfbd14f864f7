"""What a hand does to the sheet, said before it is saved: how its game stands, and what moves with it."""

from collections.abc import Iterator, Sequence

from models.gin.games import Game
from models.gin.hand import Hand
from models.gin.sheet import Sheet
from views.web.i18n import gettext as _
from views.words.game_summary import ending, last_hand, past, totals_said


def foretold(hand: Hand, before: Sheet, after: Sheet, sides: Sequence[str]) -> str:
    """How the sheet stands once *hand* is on it, and what else is otherwise then than *before*."""
    line = next(line for line in after.lines if line.hand is hand)
    if line.past_the_end:
        return _("The match was already over: this hand will stay on the sheet but does not count.")
    if line.waits:
        return _("It will be scored together with the other pair’s hand.")
    game = after.games[line.game - 1]
    moved = (*_moves(game, before, after), *_left_behind(before, after))
    return " ".join([*_stands(game, after, sides), *moved])


def _stands(game: Game, sheet: Sheet, sides: Sequence[str]) -> Iterator[str]:
    """The totals, and at the end of a game who wins it and what the bonuses make of them."""
    yield totals_said(game.running, sides, sheet.rules)
    words = ending(game, sheet, sides)
    if words is None:
        return
    yield words.head
    if len(game.columns) > 1 or game.winner is None:
        yield words.story
    elif game.final and game.final != game.running:
        yield _("With all bonuses: %(totals)s", totals=totals_said(game.final, sides, sheet.rules))


def _moves(game: Game, before: Sheet, after: Sheet) -> Iterator[str]:
    """Where a game ends that ended elsewhere, or had not ended, though more hands had been played."""
    was = before.games[game.number - 1] if game.number <= len(before.games) else None
    last, only = last_hand(game), after.rules.games_to_win == 1
    if was is None or (was.over, last_hand(was)) == (game.over, last):
        return
    called = _("The game") if only else _("Game %(number)s", number=game.number)
    if game.over and last < len(after.lines):
        yield _("%(game)s then ends with hand %(last)s.", game=called, last=last)
    elif was.over and not game.over:
        yield _("%(game)s then goes on.", game=called)


def _left_behind(before: Sheet, after: Sheet) -> Iterator[str]:
    """The hands that counted so far and then lie past the end."""
    if len(after.past_the_end) > len(before.past_the_end):
        yield past(after)
