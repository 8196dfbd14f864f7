"""How a game ended, and perhaps the match: who won, why, and what is paid."""

from collections.abc import Mapping, Sequence

from models.gin.money.stakes import points_owed
from models.gin.rules.options import MatchBy, Settlement
from models.gin.rules.seating import Player
from models.gin.sheet.games import Game
from models.gin.sheet.sheet import Sheet
from models.gin.sheet.totals import leader
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.game_summary import (
    figures_said,
    for_a_side,
    pays_difference,
    playing,
    score_of_match,
    settled,
    standing,
    totals_said,
)
from views.words.hand_result import Words
from views.words.hand_sum import number
from views.words.lists import as_sentence, paragraph


def ending(game: Game, sheet: Sheet, sides: Sequence[str]) -> Words | None:
    """How *game* ended, and perhaps the match; None if it has not ended."""
    if not game.over:
        return None
    words = _end_of_game(game, sheet, sides)
    if sheet.is_decided_by_points and game is sheet.game:
        return Words(_end_of_match(sheet, sides), f"{_score(sheet, sides)} {words}")
    return words


def _end_of_game(game: Game, sheet: Sheet, sides: Sequence[str]) -> Words:
    if game.winner is None:
        return Words(_("Nobody wins this game."), _level(game, sheet, sides))
    story = paragraph((_why(game, sheet, sides), _settled(game, sheet, sides)))
    return Words(_head(game, sheet, sides), story)


def _end_of_match(sheet: Sheet, sides: Sequence[str]) -> str:
    """Who won a match that points have decided."""
    winner = sheet.match.winner
    if winner is None:
        return _("The match is drawn.")
    people = for_a_side(sheet, winner)
    # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann & Cid”.
    return ngettext("%(name)s wins the match.", "%(name)s win the match.", people, name=sides[winner])


def _score(sheet: Sheet, sides: Sequence[str]) -> str:
    """The points that have decided the match."""
    score = figures_said(score_of_match(sheet), sides)
    if sheet.rules.match_by is MatchBy.GAME_POINTS:
        # Translators: points for games won, not points of hands. %(score)s is “Ann 3, Bob 2”.
        return _("Game points: %(score)s.", score=score)
    # Translators: %(score)s is “Ann 310, Bob 205”.
    return _("Points of all games: %(score)s.", score=score)


def _why(game: Game, sheet: Sheet, sides: Sequence[str]) -> str:
    """Why the winner won, if the totals alone don't show it."""
    ended_by = game.columns[0].ended_by
    if len(game.columns) > 1 or game.winner is None or ended_by is None or ended_by == game.winner:
        return in_spite_of_totals(game, sheet, sides)
    names = {"name": sides[game.winner], "first": sides[ended_by], "target": sheet.rules.target}
    return _overtaken(game, sheet, names, ended_by)


def in_spite_of_totals(game: Game, sheet: Sheet, sides: Sequence[str]) -> str:
    """Why the winner won, if another player has as much in the end; "" if nobody has."""
    final, winner = game.final, game.winner
    if len(game.columns) > 1 or final is None or winner is None or leader(final, game.playing) == winner:
        return ""
    if len(final) == 2 and leader(final) is None:
        return _won_by_ending(game, sheet, sides[winner], winner, final[0])
    values = {"name": sides[winner], "target": sheet.rules.target}
    people = for_a_side(sheet, winner)
    if [points >= sheet.rules.target for points in game.running].count(True) == 1:
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”. Others have more points in the end.
        return ngettext(
            "%(name)s reached %(target)s first.", "%(name)s reached %(target)s first.", people, **values
        )
    # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann & Cid”.
    # Others have more points in the end.
    return ngettext(
        "%(name)s was ahead before the bonuses.", "%(name)s were ahead before the bonuses.", people, **values
    )


def _won_by_ending(game: Game, sheet: Sheet, name: str, ended_by: Player, total: int) -> str:
    """That the player who ended the game wins it, although both have the same *total*."""
    if game.columns[0].running[ended_by] < sheet.rules.target:
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”.
        return ngettext(
            "Both have %(total)s: %(name)s, who was ahead before the bonuses, wins.",
            "Both have %(total)s: %(name)s, who were ahead before the bonuses, win.",
            for_a_side(sheet, ended_by),
            name=name,
            total=number(total),
        )
    # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann & Cid”.
    return ngettext(
        "Both have %(total)s: %(name)s, who ended the game, wins.",
        "Both have %(total)s: %(name)s, who ended the game, win.",
        for_a_side(sheet, ended_by),
        name=name,
        total=number(total),
    )


def _overtaken(game: Game, sheet: Sheet, names: Mapping[str, object], ended_by: Player) -> str:
    """That the higher final total wins, although the other player ended the game."""
    reached = max(game.columns[0].running) >= sheet.rules.target
    people = for_a_side(sheet, ended_by)
    if people != for_a_side(sheet, game.winner or 0):
        # Translators: %(first)s and %(name)s are players or pairs of partners; %(name)s has more in the
        # end.
        return _("%(first)s ended the game; with all bonuses, the winner is %(name)s.", **names)
    if not reached:
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”. The same is meant for %(first)s and %(name)s.
        return ngettext(
            "%(first)s was ahead after the last hand; with all bonuses %(name)s has more and wins.",
            "%(first)s were ahead after the last hand; with all bonuses %(name)s have more and win.",
            people,
            **names,
        )
    if not sheet.rules.game_bonus:
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”. The same is meant for %(first)s and %(name)s.
        return ngettext(
            "%(first)s reached %(target)s first; with all bonuses %(name)s has more and wins.",
            "%(first)s reached %(target)s first; with all bonuses %(name)s have more and win.",
            people,
            **names,
        )
    # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann & Cid”.
    # The same is meant for %(first)s and %(name)s.
    return ngettext(
        "%(first)s reached %(target)s first and has the game bonus; "
        "with all bonuses %(name)s has more and wins.",
        "%(first)s reached %(target)s first and have the game bonus; "
        "with all bonuses %(name)s have more and win.",
        people,
        **names,
    )


def _settled(game: Game, sheet: Sheet, sides: Sequence[str]) -> str:
    """What is paid: the totals, or the difference, and to whom if not to the winner."""
    owed = points_owed(game)
    if sheet.rules.settlement is Settlement.TOTALS and game.final and len(game.columns) == 1:
        return "" if len(set(game.final)) == 1 else totals_said(game.final, sides, sheet.rules)
    if not pays_difference(sheet.rules):
        return as_sentence(figures_said(standing(game, sheet.rules), sides))
    if len(playing(game)) > 2:
        return as_sentence(figures_said(settled(owed), sides))
    ahead, points = leader(owed), max(owed)
    if not points:
        return ""
    if ahead != game.winner:
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”.
        return ngettext(
            "But %(name)s leads by %(points)s with bonuses included.",
            "But %(name)s lead by %(points)s with bonuses included.",
            for_a_side(sheet, ahead or 0),
            name=sides[ahead or 0],
            points=points,
        )
    if _wins_match_here(game, sheet):
        return _("The difference in this game is %(points)s.", points=points)
    return ""


def _margin(game: Game, sheet: Sheet) -> int:
    """By how much the winner of two sides is ahead, if that is paid; else 0."""
    owed = points_owed(game)
    totals_are_paid = sheet.rules.settlement is Settlement.TOTALS and len(game.columns) == 1
    if totals_are_paid or not pays_difference(sheet.rules) or len(playing(game)) > 2:
        return 0
    return max(owed) if leader(owed) == game.winner else 0


def _level(game: Game, sheet: Sheet, sides: Sequence[str]) -> str:
    """The final totals of a game that nobody won."""
    final = game.final or ()
    if len(final) == 2 and leader(final) is None:
        return _("Both have %(total)s.", total=number(final[0]))
    return totals_said(final, sides, sheet.rules)


def _head(game: Game, sheet: Sheet, sides: Sequence[str]) -> str:
    margin = _margin(game, sheet)
    values = {"name": sides[game.winner or 0], "number": game.number, "points": margin}
    people = for_a_side(sheet, game.winner or 0)
    if sheet.rules.is_single_game and margin:
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”. %(points)s is how many points more they have.
        return ngettext("%(name)s wins by %(points)s.", "%(name)s win by %(points)s.", people, **values)
    if sheet.rules.is_single_game:
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”.
        return ngettext("%(name)s wins.", "%(name)s win.", people, **values)
    if _wins_match_here(game, sheet):
        won = "–".join(map(str, sorted(sheet.match.games_won, reverse=True)))
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”. %(won)s is the games won by both, such as “2–1”.
        return ngettext(
            "%(name)s wins game %(number)s and the match, %(won)s.",
            "%(name)s win game %(number)s and the match, %(won)s.",
            people,
            won=won,
            **values,
        )
    if margin:
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”. %(points)s is how many points more they have.
        return ngettext(
            "%(name)s wins game %(number)s by %(points)s.",
            "%(name)s win game %(number)s by %(points)s.",
            people,
            **values,
        )
    # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann & Cid”.
    return ngettext("%(name)s wins game %(number)s.", "%(name)s win game %(number)s.", people, **values)


def _wins_match_here(game: Game, sheet: Sheet) -> bool:
    """Whether the winner of *game* wins the match with it, by games."""
    decided_here = sheet.match.over and game is sheet.game and not sheet.is_decided_by_points
    return decided_here and not sheet.rules.is_single_game and sheet.match.winner is not None
