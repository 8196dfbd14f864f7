"""How a game stands and how it ended: the bill, the winner, what is paid."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.gin.columns import Bonus, Column, Pair, Player, Totals, leader
from models.gin.rules import HouseRules
from models.gin.schools import Settlement
from models.gin.sheet import Game, Sheet
from views.language import gettext as _
from views.language import language, marked
from views.words.results import Words, number, signed

BONUSES = {
    Bonus.BOXES: marked("Boxes"),
    Bonus.GAME: marked("Game"),
    Bonus.SHUTOUT: marked("Shutout"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a game's bill: a label and a figure for each player."""

    label: str
    values: tuple[str, str]
    strong: bool = False


def bill(column: Column) -> list[Row]:
    """A column that has ended: the points of its hands, every bonus in its own line, totals, difference."""
    if column.final is None:
        return []
    rows = [Row(_("Points of the hands"), both(column.hand_points, column.rules))]
    for bonus, points in column.bonuses.items():
        if any(points):
            rows.append(Row(_bonus_label(bonus, column), _each(points)))
    rows.append(Row(_("Final total"), both(column.final, column.rules), strong=True))
    return [*rows, *_difference(column.difference or 0, _doubling(column), column.rules)]


def bill_of(game: Game) -> list[Row]:
    """A game that is over. Over several columns: what each settles, and their sum."""
    if len(game.columns) == 1:
        return bill(game.columns[0])
    if game.difference is None:
        return []
    rows = [
        Row(_column_label(index, column), _paid(column.difference or 0))
        for index, column in enumerate(game.columns, 1)
    ]
    return [*rows, *_difference(game.difference, "", game.columns[0].rules)]


def _column_label(number: int, column: Column) -> str:
    """A column by its number, with why it is paid more than once, if it is."""
    why = _doubling(column)
    return (
        _("Column %(number)s, %(why)s", number=number, why=why)
        if why
        else _("Column %(number)s", number=number)
    )


def _bonus_label(bonus: Bonus, column: Column) -> str:
    """The bonus by its name; boxes with how many and for how much."""
    if bonus is not Bonus.BOXES:
        return _(BONUSES[bonus])
    first, second = column.boxes
    return _(
        "Boxes of %(each)s, %(first)s to %(second)s", each=column.rules.box_bonus, first=first, second=second
    )


def _doubling(column: Column) -> str:
    """Why the difference is paid more than once, if it is."""
    if column.is_shutout and column.rules.shutout.difference:
        return _("doubled for the shutout")
    return _("the last column counts double") if column.factor > 1 else ""


def _difference(difference: int, why: str, rules: HouseRules) -> list[Row]:
    if rules.loser_negative:
        return []
    label = _("Difference") + (f", {why}" if why else "")
    rows = [Row(label, _paid(difference), strong=rules.settlement is Settlement.DIFFERENCE)]
    if rules.stake_per_point and difference:
        rows.append(Row(_("At %(stake)s a point", stake=rules.stake_per_point), _money(difference, rules)))
    return rows


def _money(difference: int, rules: HouseRules) -> tuple[str, str]:
    """What the difference is worth, under the player who is paid."""
    from babel.numbers import format_currency

    stake = rules.stake_per_point
    if stake is None:
        return "", ""
    amount = format_currency(abs(difference) * stake.amount, stake.currency, locale=language())
    return (amount, "") if difference > 0 else ("", amount)


def both(totals: Pair, rules: HouseRules) -> tuple[str, str]:
    """Two totals, with their signs where what one wins the other loses."""
    shown = signed if rules.loser_negative else number
    return shown(totals[0]), shown(totals[1])


def totals_said(totals: Totals, sides: Sequence[str], rules: HouseRules) -> str:
    """The total of each side in a sentence: "Ann 12, Bob 40."."""
    shown = signed if rules.loser_negative else number
    said = [
        _("%(name)s %(total)s", name=side, total=shown(total))
        for side, total in zip(sides, totals, strict=True)
    ]
    return ", ".join(said) + "."


def _each(points: Pair) -> tuple[str, str]:
    """Points where there are any."""
    first, second = (number(each) if each else "" for each in points)
    return first, second


def _paid(difference: int) -> tuple[str, str]:
    """A difference under the player who is paid."""
    return (str(difference), "") if difference >= 0 else ("", str(-difference))


def ending(game: Game, sheet: Sheet, names: Sequence[str]) -> Words | None:
    """How *game* ended, and with it perhaps the match; None while it goes on."""
    if not game.over:
        return None
    if game.winner is None:
        return Words(_("Nobody wins this game."), _both_ahead(game, names))
    return Words(_head(game, sheet, names), _settled(game, game.winner, names, sheet.rules))


def _settled(game: Game, winner: Player, names: Sequence[str], rules: HouseRules) -> str:
    """What the house settles: both totals, or the difference, and whose if it is not the winner's."""
    difference = game.difference or 0
    if rules.settlement is Settlement.TOTALS and game.final is not None:
        shown = both(game.final, rules)
        return _(
            "%(one)s %(first)s, %(two)s %(second)s.",
            one=names[0],
            first=shown[0],
            two=names[1],
            second=shown[1],
        )
    ahead = leader((difference, 0))
    if ahead in (None, winner):
        return _("The difference is %(points)s.", points=abs(difference))
    return _(
        "Yet %(name)s is ahead by %(points)s, boxes and bonuses in.",
        name=names[1 - winner],
        points=abs(difference),
    )


def _both_ahead(game: Game, names: Sequence[str]) -> str:
    final = game.final or (0, 0)
    return _("Both have %(total)s.", total=number(final[0])) if leader(final) is None else ""


def _head(game: Game, sheet: Sheet, names: Sequence[str]) -> str:
    winner = names[game.winner or 0]
    if sheet.rules.games_to_win == 1:
        return _("%(name)s wins.", name=winner)
    if sheet.match.over and sheet.match.winner is not None and game is sheet.game:
        return _("%(name)s wins game %(number)s and the match.", name=winner, number=game.number)
    return _("%(name)s wins game %(number)s.", name=winner, number=game.number)


def summary(game: Game, names: Sequence[str]) -> str:
    """A finished game in a line, the winner's total first."""
    if game.final is None or game.winner is None:
        return ""
    winner: Player = game.winner
    return _(
        "%(name)s %(total)s, %(other)s %(less)s.",
        name=names[winner],
        total=number(game.final[winner]),
        other=names[1 - winner],
        less=number(game.final[1 - winner]),
    )


def standing(column: Column, names: Sequence[str]) -> str:
    """A column of several in two words: what is left to go, or who is paid."""
    if column.difference is None:
        return _("%(points)s to go", points=column.rules.target - max(column.running))
    if column.difference == 0:
        return _("closed")
    payee = names[0] if column.difference > 0 else names[1]
    return f"{payee} {signed(abs(column.difference))}"
