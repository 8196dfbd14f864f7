"""A match of several games in words: how many win it, the totals, who plays and deals next."""

from collections.abc import Iterator, Sequence

from models.gin.money.stakes import points_owed
from models.gin.rules.options import MatchBy, TiedGame
from models.gin.rules.seating import Table, Totals
from models.gin.sheet.between_games import worth
from models.gin.sheet.games import Game
from models.gin.sheet.sheet import Sheet
from models.gin.sheet.totals import leader, summed
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.game_summary import (
    SummaryRow,
    both,
    figures_said,
    score_of_match,
    settled,
    where_any,
)
from views.words.hand_sum import number
from views.words.lists import paragraph
from views.words.seating import who_plays


def facts(sheet: Sheet, sides: Sequence[str]) -> Iterator[str]:
    """Which game is being played, who has won how many, and how many win the match."""
    if sheet.rules.match_by is not MatchBy.GAMES:
        yield from _facts_by_points(sheet, sides)
        return
    needed = sheet.rules.games_to_win
    if needed == 1:
        return
    won = figures_said(tuple(map(number, sheet.match.games_won)), sides)
    # Translators: game: several hands up to a target; one or more games make a match.
    yield _("Game %(number)s", number=sheet.game.number)
    # Translators: how many games each has won: “Games: Ann 2, Bob 1”.
    yield _("Games: %(won)s", won=won)
    if needed is not None and not sheet.match.over:
        yield ngettext("First to win %(num)s game", "First to win %(num)s games", needed)


def _facts_by_points(sheet: Sheet, sides: Sequence[str]) -> Iterator[str]:
    """Which of the games is being played, and what the games before count."""
    yield _("Game %(number)s of %(games)s", number=sheet.game.number, games=sheet.rules.games_in_match)
    over = sum(game.over for game in sheet.games)
    if not over or sheet.match.over:
        return
    score = figures_said(score_of_match(sheet), sides)
    if sheet.rules.match_by is MatchBy.GAME_POINTS:
        # Translators: points for games won, not points of hands. %(score)s is “Ann 3, Bob 2”.
        yield _("Game points: %(score)s", score=score)
    else:
        # Translators: %(score)s is the points: “Ann 310, Bob 205”.
        yield ngettext("After %(num)s game: %(score)s", "After %(num)s games: %(score)s", over, score=score)


def score_label(sheet: Sheet) -> str:
    """What the figures at the top are, once points have decided the match."""
    if sheet.rules.match_by is MatchBy.GAME_POINTS:
        # Translators: what the large figures of a result are; stands below them.
        return _("game points")
    # Translators: what the large figures of a result are; stands below them.
    return _("points of all games")


def played_on(sheet: Sheet, hand: int) -> str:
    """Which hand of a game is being played that was tied after its last one."""
    if sheet.rules.tied_after_max_hands is TiedGame.END_OF_ROUND and sheet.table is not Table.PARTNERSHIP:
        # Translators: which hand is being played, in small letters: a tied game goes on until each player
        # has dealt.
        return _("hand %(number)s, to the end of the round", number=hand)
    if sheet.table is Table.PARTNERSHIP:
        # Translators: a round is two hands of two pairs, played at the same time.
        return _("round %(number)s, after a tie", number=hand)
    return _("hand %(number)s, after a tie", number=hand)


def rows(sheet: Sheet) -> list[SummaryRow]:
    """The bill of the match, once a game is over: games won, all points, and what is paid."""
    if sheet.rules.is_single_game or not any(game.over for game in sheet.games):
        return []
    points = _points(sheet)
    owed = summed(points_owed(game) for game in sheet.games)
    rows = [*_deciding(sheet), SummaryRow(_("Games won"), tuple(map(number, sheet.match.games_won)))]
    if sheet.rules.match_by is not MatchBy.POINTS:
        # Translators: the points of all games together, where they don’t decide the match.
        rows.append(SummaryRow(_("Points in all games"), both(points, sheet.rules)))
    if owed == points:
        return rows
    label = _("Paid for all games") if sheet.match.over else _("As it stands")
    return [*rows, SummaryRow(label, settled(owed), strong=True)]


def _points(sheet: Sheet) -> Totals:
    """The points of all games; if they decide the match, as they count."""
    if sheet.rules.match_by is MatchBy.POINTS:
        return summed(game.counted for game in sheet.games)
    return summed(game.final or game.running for game in sheet.games)


def _deciding(sheet: Sheet) -> Iterator[SummaryRow]:
    """What each game counts in a match that points decide, and the sum."""
    if sheet.rules.match_by is MatchBy.POINTS:
        for game in sheet.games:
            yield SummaryRow(_points_label(game), both(game.counted, sheet.rules))
        yield SummaryRow(_("Points of all games"), both(_points(sheet), sheet.rules), strong=True)
    if sheet.rules.match_by is MatchBy.GAME_POINTS:
        for game in sheet.games:
            if game.over:
                yield SummaryRow(_game_points_label(game), where_any(worth(game, sheet.rules)))
        yield SummaryRow(_("Game points"), score_of_match(sheet), strong=True)


def _points_label(game: Game) -> str:
    """The number of a game, and whether it counts more than its totals."""
    if not game.over:
        return _("Game %(number)s so far", number=game.number)
    if game.counted != game.final:
        # Translators: a game that counts more than its totals, for example because of a shutout.
        return _("Game %(number)s, multiplied", number=game.number)
    return _("Game %(number)s", number=game.number)


def _game_points_label(game: Game) -> str:
    if game.is_won_by_shutout:
        return _("Game %(number)s (shutout)", number=game.number)
    return _("Game %(number)s", number=game.number)


def coming(sheet: Sheet, names: Sequence[str]) -> str:
    """Who plays whom next and who deals, if it is not always the same; and that level players play on."""
    if sheet.match.over:
        return ""
    sentence = paragraph((_level(sheet), *_pairs(sheet, names)))
    if not sheet.game.over:
        return sentence
    game = sheet.game.number + 1
    if sentence:
        # Translators: %(pairings)s is a sentence or two: “Ann against Cid. Bob sits out and deals.”
        return _("Game %(number)s: %(pairings)s", number=game, pairings=sentence)
    return _("%(name)s deals first in game %(number)s.", name=names[sheet.next_dealer], number=game)


def _level(sheet: Sheet) -> str:
    """That nobody leads of those who have reached the target, or that nobody did when they reached it."""
    game = sheet.game
    if game.over or len(game.columns) > 1 or max(game.running) < sheet.rules.target:
        return ""
    if leader(game.running, game.playing) is None:
        return _("Level: you play on.")
    # Translators: two were level at the end of a game, and then one of them lost points without a hand.
    return _("You play one more hand.")


def _pairs(sheet: Sheet, names: Sequence[str]) -> Iterator[str]:
    """A sentence for each hand of the next round; none with two players."""
    for faced in sheet.to_play:
        dealer = sheet.table.dealer(faced, sheet.next_dealer)
        if sheet.table is not Table.PARTNERSHIP:
            yield who_plays(faced, sheet.table, names, dealer=dealer)
        else:
            # Translators: who deals, and who plays against the dealer.
            yield _("%(dealer)s deals to %(name)s.", dealer=names[dealer], name=names[sum(faced) - dealer])
