"""A match of several games in words: how many win it, the totals, who plays and deals next."""

from collections.abc import Iterator, Sequence

from models.gin.columns import summed
from models.gin.sheet import Sheet
from models.gin.stakes import points_owed
from views.web.i18n import gettext as _
from views.web.i18n import ngettext
from views.words.game_summary import Row, both, figures_said, for_a_side, settled
from views.words.hand_sum import number
from views.words.seating import who_plays


def facts(sheet: Sheet, sides: Sequence[str]) -> Iterator[str]:
    """Which game is being played, who has won how many, and how many win the match."""
    needed = sheet.rules.games_to_win
    if needed == 1:
        return
    won = figures_said(tuple(map(number, sheet.match.games_won)), sides)
    yield _("Game %(number)s", number=sheet.game.number)
    yield _("Games: %(won)s", won=won)
    if needed is not None and not sheet.match.over:
        yield ngettext("First to win %(num)s game", "First to win %(num)s games", needed)


def rows(sheet: Sheet) -> list[Row]:
    """The bill of the match, once a game is over: games won, all points, and what is paid."""
    if sheet.rules.games_to_win == 1 or not any(game.over for game in sheet.games):
        return []
    points = summed(game.final or game.running for game in sheet.games)
    owed = summed(points_owed(game) for game in sheet.games)
    rows = [
        Row(_("Games won"), tuple(map(number, sheet.match.games_won))),
        Row(_("Points in all games"), both(points, sheet.rules)),
    ]
    if owed == points:
        return rows
    label = _("Paid for all games") if sheet.match.over else _("As it stands")
    return [*rows, Row(label, settled(owed), strong=True)]


def coming(sheet: Sheet, names: Sequence[str]) -> str:
    """Who plays whom next and who deals, if it is not always the same."""
    if sheet.match.over:
        return ""
    said = " ".join(_pairs(sheet, names))
    if not sheet.game.over:
        return said
    game = sheet.game.number + 1
    if said:
        return _("Game %(number)s: %(pairings)s", number=game, pairings=said)
    return _("%(name)s deals first in game %(number)s.", name=names[sheet.next_dealer], number=game)


def _pairs(sheet: Sheet, names: Sequence[str]) -> Iterator[str]:
    """A sentence for each hand of the next round; none with two players."""
    for faced in sheet.to_play:
        if for_a_side(sheet) == 1:
            yield who_plays(faced, sheet.table, names)
        else:
            dealer = sheet.table.dealer(faced, sheet.next_dealer)
            yield _("%(dealer)s deals to %(name)s.", dealer=names[dealer], name=names[sum(faced) - dealer])
