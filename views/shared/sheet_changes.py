"""What saving a hand or an extra line will change on the sheet: how games stand, and where they end."""

from collections.abc import Iterator, Sequence

from models.gin.hand.hand import Hand
from models.gin.sheet.extra_lines import ExtraLine
from models.gin.sheet.games import Game, ScoredHand
from models.gin.sheet.scored_extra_lines import ScoredExtraLine
from models.gin.sheet.sheet import Sheet
from models.records.tables.match import Match
from models.records.tables.sheet_row import Record
from views.language.i18n import gettext as _
from views.words.game_ending import ending
from views.words.game_summary import figures_said, last_hand, past, standing, totals_said


def all_with(
    match: Match, record: Record | None, written: Hand | ExtraLine
) -> dict[int | None, Hand | ExtraLine]:
    """All that is on the sheet by its id, with *written* in the place of *record*, or else at the end.

    A *record* that was removed meanwhile is restored.
    """
    place = record.id if record else None
    there = {each.id: each.written for each in match.records if not each.removed or each.id == place}
    return there | {place: written}


def in_place(
    match: Match, record: Record | None, written: Hand | ExtraLine
) -> tuple[ScoredHand | ScoredExtraLine, Sheet]:
    """*written* on the sheet, in the place of *record* or at the end, and that sheet.

    :raises InvalidDeclarationError: if it is not valid there.
    """
    there = all_with(match, record, written)
    sheet = match.sheet_of(there.values())
    return sheet.in_order[list(there).index(record.id if record else None)], sheet


def moved(game: Game, before: Sheet, after: Sheet) -> Iterator[str]:
    """Changes to other hands and games, *game* being the one that is written in."""
    yield from _moves(game, before, after)
    yield from _left_behind(before, after)


def stands(game: Game, sheet: Sheet, sides: Sequence[str]) -> Iterator[str]:
    """The totals, and at the end of a game its winner and the totals with bonuses."""
    if len(game.columns) > 1:
        yield _("All columns so far: %(totals)s.", totals=figures_said(standing(game, sheet.rules), sides))
    else:
        yield totals_said(game.running, sides, sheet.rules)
    words = ending(game, sheet, sides)
    if words is None:
        return
    yield words.head
    if len(game.columns) > 1 or game.winner is None or (sheet.is_decided_by_points and game is sheet.game):
        yield words.story
    elif game.final and game.final != game.running:
        # Translators: %(totals)s is a sentence with its full stop: “Ann 175, Bob 62.”
        yield _("With all bonuses: %(totals)s", totals=totals_said(game.final, sides, sheet.rules))


def _moves(game: Game, before: Sheet, after: Sheet) -> Iterator[str]:
    """The games that will end at another hand or will no longer be over."""
    was = before.games[game.number - 1] if game.number <= len(before.games) else None
    last, only = last_hand(game), after.rules.is_single_game
    if was is None or (was.over, last_hand(was)) == (game.over, last):
        return
    if game.over and last < len(after.hands):
        yield (
            _("The game then ends with hand %(last)s.", last=last)
            if only
            else _("Game %(number)s then ends with hand %(last)s.", number=game.number, last=last)
        )
    elif was.over and not game.over:
        yield _("The game then goes on.") if only else _("Game %(number)s then goes on.", number=game.number)


def _left_behind(before: Sheet, after: Sheet) -> Iterator[str]:
    """The hands that will no longer count: the match ends before them, or their game is another one."""
    counted = [sum(not scored_hand.counts for scored_hand in sheet.hands) for sheet in (before, after)]
    if counted[1] > counted[0]:
        yield past(after)
