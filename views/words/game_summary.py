"""How a game stands and how it ended: the bill, the winner, what is paid."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from models.gin.columns import Bonus, Column, Totals, leader
from models.gin.rule_options import Settlement
from models.gin.rules import HouseRules
from models.gin.sheet import Game, Sheet
from models.gin.stakes import column_owed, points_owed
from views.web.i18n import gettext as _
from views.web.i18n import marked, ngettext
from views.words.hand_result import Words, number, signed

Figures = tuple[str, ...]
"""What stands under the names, a figure for each side; "" leaves a place blank."""

BONUSES = {
    Bonus.BOXES: marked("Boxes"),
    Bonus.GAME: marked("Game"),
    Bonus.SHUTOUT: marked("Shutout"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a game's bill: a label and a figure for each side."""

    label: str
    values: Figures
    strong: bool = False


def for_a_side(sheet: Sheet) -> int:
    """How many play for each total: what a sentence about a side agrees with."""
    return sheet.table.people // sheet.table.sides


def bill(column: Column) -> list[Row]:
    """A column that has ended: the points of its hands, every bonus in its own line, totals, difference."""
    if column.final is None:
        return []
    rows = [Row(_("Points of the hands"), both(column.hand_points, column.rules))]
    for bonus, points in column.bonuses.items():
        if any(points):
            rows.append(Row(_bonus_label(bonus, column), where_any(points)))
    rows.append(Row(_("Final total"), both(column.final, column.rules), strong=True))
    return [*rows, *_difference(column)]


def bill_of(game: Game) -> list[Row]:
    """A game that is over. Over several columns: what each settles, and their sum, as it stands."""
    if len(game.columns) == 1:
        return bill(game.columns[0])
    rows = [Row(_column_label(*numbered), settled(column_owed(numbered[1]))) for numbered in counted(game)]
    owed = points_owed(game)
    label = paid_label(owed) if game.over else _("As it stands")
    return [*rows, Row(label, settled(owed), strong=True)]


def counted(game: Game) -> list[tuple[int, Column]]:
    """The columns of a game, from 1."""
    return list(enumerate(game.columns, 1))


def _column_label(number: int, column: Column) -> str:
    """A column by its number, with why it is paid more than once, if it is."""
    why = ", ".join(filter(None, ("" if column.ended else _("open"), doubling(column))))
    return (
        _("Column %(number)s, %(why)s", number=number, why=why)
        if why
        else _("Column %(number)s", number=number)
    )


def _bonus_label(bonus: Bonus, column: Column) -> str:
    """The bonus by its name; boxes with how many and for how much."""
    if bonus is not Bonus.BOXES:
        return _(BONUSES[bonus])
    won = _(" to ").join(map(str, column.boxes))
    return _("Boxes of %(each)s, %(won)s", each=column.rules.box_bonus, won=won)


def doubling(column: Column) -> str:
    """Why the difference is paid more than once, if it is."""
    why = []
    if column.is_shutout and column.rules.shutout.difference:
        why.append(_("doubled for the shutout"))
    if column.factor > 1:
        why.append(_("the last column counts double"))
    return ", ".join(why)


def _difference(column: Column) -> list[Row]:
    """What is paid; nothing where the totals say it themselves, or where both keep them and nobody pays."""
    owed, why = column_owed(column), doubling(column)
    is_paid = column.rules.settlement is Settlement.DIFFERENCE
    if owed == column.final or not (is_paid or any(owed)):
        return []
    label = paid_label(owed) + (f", {why}" if why else "")
    return [Row(label, settled(owed), strong=is_paid)]


def paid_label(owed: Totals) -> str:
    """What the line is called that says what is paid."""
    return _("Difference") if len(owed) == 2 else _("Each pays each the difference")


def both(totals: Totals, rules: HouseRules) -> Figures:
    """The totals, with their signs where what one wins another loses."""
    return tuple(map(signed if rules.loser_negative else number, totals))


def totals_said(totals: Totals, sides: Sequence[str], rules: HouseRules) -> str:
    """The total of each side in a sentence: "Ann 12, Bob 40."."""
    return figures_said(both(totals, rules), sides) + "."


def figures_said(figures: Figures, sides: Sequence[str]) -> str:
    """A figure for each side, one after the other."""
    said = [
        _("%(name)s %(total)s", name=name, total=shown) for name, shown in zip(sides, figures, strict=True)
    ]
    return ", ".join(said)


def where_any(points: Totals) -> Figures:
    """Points where there are any."""
    return tuple(number(each) if each else "" for each in points)


def settled(owed: Sequence[Any], shown: Callable[[Any], str] = number) -> Figures:
    """What each side is paid: of two, under the one that is paid; of three, each with its sign.

    >>> settled((92, -92)), settled((130, 40, -170))
    (('92', ''), ('+130', '+40', '−170'))
    """
    if len(owed) == 2:
        return (shown(owed[0]), "") if owed[0] >= 0 else ("", shown(owed[1]))
    return tuple(("+" if each > 0 else "−" if each else "") + shown(abs(each)) for each in owed)


def ending(game: Game, sheet: Sheet, sides: Sequence[str]) -> Words | None:
    """How *game* ended, and with it perhaps the match; None while it goes on."""
    if not game.over:
        return None
    if game.winner is None:
        return Words(_("Nobody wins this game."), _level(game, sheet, sides))
    return Words(_head(game, sheet, sides), _settled(game, sheet, sides))


def _settled(game: Game, sheet: Sheet, sides: Sequence[str]) -> str:
    """What the house settles: the totals, or the difference, and whose if it is not the winner's."""
    owed = points_owed(game)
    if sheet.rules.settlement is Settlement.TOTALS and game.final and len(game.columns) == 1:
        return totals_said(game.final, sides, sheet.rules)
    if len(owed) > 2:
        return figures_said(settled(owed), sides) + "."
    ahead, points = leader(owed), abs(owed[0])
    if sheet.rules.games_to_win != 1 and (ahead is None or ahead == game.winner):
        return _("The difference of this game is %(points)s.", points=points)
    if ahead is None or ahead == game.winner:
        return _("The difference is %(points)s.", points=points)
    return ngettext(
        "Yet %(name)s is ahead by %(points)s, boxes and bonuses in.",
        "Yet %(name)s are ahead by %(points)s, boxes and bonuses in.",
        for_a_side(sheet),
        name=sides[ahead],
        points=points,
    )


def _level(game: Game, sheet: Sheet, sides: Sequence[str]) -> str:
    """How a game stood that nobody won."""
    final = game.final or ()
    if len(final) == 2 and leader(final) is None:
        return _("Both have %(total)s.", total=number(final[0]))
    return totals_said(final, sides, sheet.rules)


def _head(game: Game, sheet: Sheet, sides: Sequence[str]) -> str:
    values = {"name": sides[game.winner or 0], "number": game.number}
    people = for_a_side(sheet)
    if sheet.rules.games_to_win == 1:
        return ngettext("%(name)s wins.", "%(name)s win.", people, **values)
    if sheet.match.over and sheet.match.winner is not None and game is sheet.game:
        won = _(" to ").join(map(str, sorted(sheet.match.games_won, reverse=True)))
        return ngettext(
            "%(name)s wins game %(number)s and the match, %(won)s.",
            "%(name)s win game %(number)s and the match, %(won)s.",
            people,
            won=won,
            **values,
        )
    return ngettext("%(name)s wins game %(number)s.", "%(name)s win game %(number)s.", people, **values)


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
    """The last of its hands; of partners' rounds the one written last may have been noted before another."""
    return max((line.number for line in game.lines), default=0)


def past(sheet: Sheet) -> str:
    """The hands that would lie past the end: they are kept, and count for nothing."""
    numbers: Iterable[str] = [str(line.number) for line in sheet.past_the_end]
    listed = ", ".join(numbers)
    return (
        ngettext(
            "Hand %(listed)s lies past the end: it is kept, and does not count.",
            "Hands %(listed)s lie past the end: they are kept, and do not count.",
            len(sheet.past_the_end),
            listed=listed,
        )
        if listed
        else ""
    )
