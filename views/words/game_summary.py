"""How a game stands: the figures above the sheet, and the bill at its end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from models.gin.money import ColumnPayment, column_owed, column_payment, points_owed
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import MatchBy, Settlement, ShutoutTest
from models.gin.rules.seating import Player, Totals
from models.gin.sheet.columns import Bonus, Column, leader, summed, times
from models.gin.sheet.extra_lines import Adjustment, OpeningScores, Penalty, ScoredExtraLine
from models.gin.sheet.games import Game
from models.gin.sheet.sheet import Sheet
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext, with_sign
from views.words.hand_result import Words, number, signed
from views.words.lists import all_of, as_sentence, in_a_row, paragraph

Figures = tuple[str, ...]
"""A figure for each side; "" leaves the place blank."""

BONUSES = {
    # Translators: on the bill of a game: the points for boxes. Each hand won gives a box.
    Bonus.BOXES: marked("Boxes"),
    Bonus.GAME: marked("Game bonus"),
    # Translators: the loser won nothing. Give the usual word, and in brackets another that players know.
    Bonus.SHUTOUT: marked("Shutout (schneider)"),
    Bonus.PENALTIES: marked("Penalties"),
}

SHUTOUTS = {
    ShutoutTest.ZERO_POINTS: marked("Shutout (no points from hands)"),
    ShutoutTest.ZERO_HANDS: marked("Shutout (no hand won)"),
}
"""What a shutout is called if the other player has points from extra lines."""

OTHER_LINES = {
    # Translators: points that players had before the first hand: a handicap, or carried over from a sheet
    # of paper.
    OpeningScores: marked("At the start"),
    Penalty: marked("Penalties"),
    Adjustment: marked("Adjustments"),
}
"""What extra lines are called on the bill."""


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A line of a game's bill: a label and a figure for each side."""

    label: str
    values: Figures
    strong: bool = False


def for_a_side(sheet: Sheet, side: Player) -> int:
    """How many people share the total of *side*; sentences about it agree with that in number."""
    return len(sheet.table.members(side))


def bill(column: Column, others: Sequence[ScoredExtraLine] = ()) -> list[SummaryRow]:
    """A closed column: the points of its hands and *others*, a line for every bonus, totals, difference."""
    if column.final is None:
        return []
    rows = _points_written(column, others) if others else [_hand_points(column.hand_points, column)]
    for bonus, points in column.bonuses.items():
        if any(points):
            rows.append(SummaryRow(_bonus_label(bonus, column), where_any(points)))
    # Translators: points of a player with all bonuses, at the end of a game.
    rows.append(SummaryRow(_("Final total"), both(column.final, column.rules), strong=True))
    return [*rows, *_difference(column)]


def _hand_points(points: Totals, column: Column) -> SummaryRow:
    # Translators: the points of all hands, without bonuses.
    return SummaryRow(_("Hand points"), both(points, column.rules))


def _points_written(column: Column, others: Sequence[ScoredExtraLine]) -> list[SummaryRow]:
    """The points of hands, and those of extra lines that count toward the target, a line for each kind."""
    nothing, rows = (0,) * len(column.hand_points), []
    for kind, label in OTHER_LINES.items():
        points = summed([nothing, *(each.points for each in others if isinstance(each.line, kind))])
        if any(points) and not (kind is Penalty and not column.rules.penalties_count):
            rows.append((SummaryRow(_(label), where_any(points)), points))
    rest = summed([column.hand_points, *(times(points, -1) for _row, points in rows)])
    return [_hand_points(rest, column), *(row for row, _points in rows)]


def bill_of(game: Game) -> list[SummaryRow]:
    """The bill of a game. With several columns: what each one pays, and the sum."""
    if len(game.columns) == 1:
        return bill(game.columns[0], game.extra_lines)
    rows = [SummaryRow(_column_label(number, column), paid_in(column)) for number, column in counted(game)]
    # Translators: what would be paid if the game ended now.
    label = paid_label(game.columns[0]) if game.over else _("As it stands")
    paid = settled(points_owed(game), playing(game))
    return [*rows, *_all_columns_shut_out(game), SummaryRow(label, paid, strong=True)]


def _all_columns_shut_out(game: Game) -> Iterator[SummaryRow]:
    """What a shutout in every column adds to what the columns pay."""
    if game.all_columns_shut_out_by is None:
        return
    if game.times > 1:
        payments = [column_payment(column) for column in game.columns]
        before = summed([game.all_columns_bonus, *(each.paid for each in payments)])
        label = _ALL_COLUMNS[any(any(each.penalties) for each in payments)]
        more = summed([points_owed(game), times(before, -1)])
        yield SummaryRow(_(label, times=game.times), settled(more, playing(game)))
    if any(game.all_columns_bonus):
        yield SummaryRow(
            _("Bonus for a shutout in every column"), settled(game.all_columns_bonus, playing(game))
        )


_ALL_COLUMNS = {
    # Translators: “all” are the columns. %(times)s is a number.
    False: marked("Shutout in every column: all are paid ×%(times)s"),
    True: marked("Shutout in every column: all are paid ×%(times)s, without penalties"),
}
"""By whether penalties were added after the game, which no shutout doubles."""


def counted(game: Game) -> list[tuple[int, Column]]:
    """The columns of a game, numbered from 1."""
    return list(enumerate(game.columns, 1))


def _column_label(number: int, column: Column) -> str:
    """The label of a column, with the reasons why it counts more than once."""
    # Translators: column: one of several games that are scored at the same time (Hollywood).
    return " · ".join((_("Column %(number)s", number=number), *_reasons(column)))


def _reasons(column: Column) -> Iterator[str]:
    if not column.ended:
        # Translators: of a column of the sheet, which nobody has won yet.
        yield _("still open")
    if _doubles_shutout(column):
        yield f"{_('Shutout')} ×2"
    if column.factor > 1:
        yield f"×{column.factor}"


def _doubles_shutout(column: Column) -> bool:
    return bool(column.is_shutout and column.rules.shutout.difference)


def _bonus_label(bonus: Bonus, column: Column) -> str:
    """The name of the bonus; for boxes, with their number and value."""
    if bonus is Bonus.SHUTOUT and _has_points_in_a_shutout(column):
        return _(SHUTOUTS[column.rules.shutout_test])
    if bonus is not Bonus.BOXES:
        return _(BONUSES[bonus])
    won = "–".join(str(column.boxes[player]) for player in playing(column))
    # Translators: %(each)s is the points of a box; %(won)s is how many each player has, such as “3–1”.
    return _("Boxes (line bonus), %(each)s each: %(won)s", each=column.rules.box_bonus, won=won)


def _has_points_in_a_shutout(column: Column) -> bool:
    """Whether somebody who is shut out has points all the same, from a penalty or a handicap."""
    written = [*enumerate(column.running), *enumerate(column.penalties)]
    return any(points > 0 for side, points in written if side != column.ended_by)


def _difference(column: Column) -> list[SummaryRow]:
    """What is paid; nothing if the totals show it, or if both keep their totals."""
    payment = column_payment(column)
    is_paid = column.rules.settlement is Settlement.DIFFERENCE
    if payment.paid == column.final or not (is_paid or any(payment.paid)):
        return []
    if payment.is_doubled_in_part:
        return _doubled_in_part(column, payment, is_paid)
    label = paid_label(column, doubled=_doubles_shutout(column))
    return [SummaryRow(label, paid_in(column), strong=is_paid)]


def _doubled_in_part(column: Column, payment: ColumnPayment, is_paid: bool) -> list[SummaryRow]:
    """The difference, what a shutout adds to it without the penalties, and the sum."""
    between = playing(column)
    # Translators: on a bill: what would be paid for a game if a shutout did not double it.
    label = paid_label(column) if pays_difference(column.rules) else _("Without the shutout")
    return [
        SummaryRow(label, settled(payment.once, between)),
        # Translators: on the bill, under the difference of the final totals: it is paid once more for the
        # shutout, but without the points for penalties that are in it.
        SummaryRow(_("Once more for the shutout, without penalties"), settled(payment.again, between)),
        SummaryRow(_("What is paid"), paid_in(column), strong=is_paid),
    ]


def paid_in(column: Column) -> Figures:
    """What is paid in a column."""
    return settled(column_owed(column), playing(column))


def playing(of: Column | Game) -> Sequence[Player]:
    """The sides that have a part in a column or a game: all, or two of three."""
    return sorted(of.playing or range(len(of.boxes)))


def pays_difference(rules: HouseRules) -> bool:
    """Whether what is paid is the difference of the totals.

    If both keep the totals of a zero-sum game, each point is on both sides already, and is paid once.
    """
    return rules.settlement is Settlement.DIFFERENCE or not rules.loser_negative


def paid_label(column: Column, *, doubled: bool = False) -> str:
    """The label of the line with what is paid; *doubled* for a shutout."""
    if not pays_difference(column.rules):
        return _("What is paid")
    if len(playing(column)) == 2:
        # Translators: what is paid: the difference between the final totals.
        return _("Difference, doubled for the shutout") if doubled else _("Difference")
    if doubled:
        return _("Everyone settles up with everyone else; doubled for the shutout")
    return _("Everyone settles up with everyone else")


def both(totals: Totals, rules: HouseRules) -> Figures:
    """The totals, with signs under zero-sum rules."""
    return tuple(map(signed if rules.loser_negative else number, totals))


def to_go(points: int) -> str:
    """How many points a player needs to end the game: none at the target, where level players play on."""
    # Translators: the points a player needs to end the game, under the total: keep it short.
    return ngettext("%(num)s to go", "%(num)s to go", max(0, points))


def standing(game: Game, rules: HouseRules) -> Figures:
    """The figures above the sheet: the totals; with several columns, what is paid for all of them so far."""
    if len(game.columns) > 1:
        return tuple(map(signed, points_owed(game)))
    return both(game.final or game.running, rules)


def score_of_match(sheet: Sheet) -> Figures:
    """What decides the match: points, with signs under zero-sum rules, or game points."""
    if sheet.rules.match_by is MatchBy.POINTS:
        return both(sheet.match.score, sheet.rules)
    return tuple(map(number, sheet.match.score))


def from_paper(sheet: Sheet) -> str:
    """The totals of a match that has nothing but totals; "" of any other."""
    if not sheet.is_of_totals:
        return ""
    totals = "\u00a0:\u00a0".join(standing(sheet.game, sheet.rules))
    # Translators: a match that was copied from paper. %(totals)s are the points of each player: “107 : 80”.
    return _("From paper %(totals)s", totals=totals)


def totals_said(totals: Totals, sides: Sequence[str], rules: HouseRules) -> str:
    """The total of each side in a sentence: "Ann 12, Bob 40."."""
    return as_sentence(figures_said(both(totals, rules), sides))


def figures_said(figures: Figures, sides: Sequence[str]) -> str:
    """A figure for each side, one after the other."""
    parts = [
        # Translators: a player and a figure, as part of a list: “Ann 237, Bob 62”.
        _("%(name)s %(total)s", name=name, total=shown)
        for name, shown in zip(sides, figures, strict=True)
    ]
    return in_a_row(parts)


def where_any(points: Totals) -> Figures:
    """Points, blank where there are none."""
    return tuple(number(each) if each else "" for each in points)


def settled(
    owed: Sequence[Any], between: Sequence[Player] = (), shown: Callable[[Any], str] = number
) -> Figures:
    """What each side is paid: of two, under the one that is paid; of three, each with its sign.

    *between*: the sides that have a part in it, if it may not be all.

    >>> settled((92, -92)), settled((130, 40, -170)), settled((0, 92, -92), between=(1, 2))
    (('92', ''), ('+130', '+40', '−170'), ('', '92', ''))
    """
    if 0 < len(between) < len(owed):
        paid = dict(zip(between, settled([owed[side] for side in between], shown=shown), strict=True))
        return tuple(paid.get(side, "") for side in range(len(owed)))
    if len(owed) == 2:
        return (shown(owed[0]), "") if owed[0] >= 0 else ("", shown(owed[1]))
    return tuple(with_sign(each, shown(abs(each))) for each in owed)


def summary(game: Game, sheet: Sheet, sides: Sequence[str]) -> str:
    """A finished game in a line, the winner's total first."""
    if game.final is None:
        return ""
    first = game.winner or 0
    order = [first, *(side for side in range(len(sides)) if side != first)]
    return totals_said(
        tuple(game.final[side] for side in order), [sides[side] for side in order], sheet.rules
    )


def last_hand(game: Game) -> int:
    """The number of its last hand. With partners, it may not have been saved last."""
    return max((scored_hand.number for scored_hand in game.hands), default=0)


def past(sheet: Sheet) -> str:
    """The hands that are kept but don't count: after the end, or in a game of others; "" for none."""
    late = [str(scored_hand.number) for scored_hand in sheet.past_the_end]
    unfit = [str(scored_hand.number) for scored_hand in sheet.hands if scored_hand.no_part is not None]
    said = []
    if late:
        # Translators: %(listed)s is one number, or several: “11 and 12”.
        said.append(
            ngettext(
                "Hand %(listed)s was played after the end: it stays on the sheet but doesn’t count.",
                "Hands %(listed)s were played after the end: they stay on the sheet but don’t count.",
                len(late),
                listed=all_of(late),
            )
        )
    if unfit:
        # Translators: hands of somebody who sits out a whole game. %(listed)s is one number, or several.
        said.append(
            ngettext(
                "Hand %(listed)s no longer fits in its game: it stays on the sheet but doesn’t count.",
                "Hands %(listed)s no longer fit in their game: they stay on the sheet but don’t count.",
                len(unfit),
                listed=all_of(unfit),
            )
        )
    return paragraph(said)


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
    """Says that the player who ended the game wins it, although both have the same *total*."""
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
    """Says that the higher final total wins, although the other player ended the game."""
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
