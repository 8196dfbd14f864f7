"""A sheet in money: who is ahead, the sum for each stake, and who pays whom."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from models.gin.money import Account, Payment, spares_its_winner
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import Sheet
from views.language.i18n import gettext as _
from views.language.i18n import locale, marked, ngettext
from views.words.game_summary import SummaryRow, figures_said, for_a_side, settled
from views.words.lists import all_of, as_sentence, in_a_row, paragraph

UNITS = {
    "stake_per_point": marked("Points"),
    "stake_per_game": marked("Games"),
    "stake_per_box": marked("Boxes"),
    "stake_per_gin": marked("Gin"),
    "stake_per_undercut": marked("Undercut"),
    "stake_per_shutout": marked("Shutout"),
    "stake_pot": marked("Pot"),
}
"""The label of each stake."""

# Translators: before a colon: “Points, to the nearest 10: 90 at €0.10”.
ROUNDED_POINTS = marked("Points, to the nearest %(step)s")
ROUNDED_POINTS_OF_GAMES = marked("Points, each game to the nearest %(step)s")


def _units_of(name: str, num: int) -> str:
    """A number of points, games and so on, within a sentence."""
    counted = {
        # Translators: part of a list, as in “That is for 85 points and 1 game, less 2 boxes.”
        "stake_per_point": lambda: ngettext("%(num)s point", "%(num)s points", num),
        "stake_per_game": lambda: ngettext("%(num)s game", "%(num)s games", num),
        "stake_per_box": lambda: ngettext("%(num)s box", "%(num)s boxes", num),
        "stake_per_gin": lambda: ngettext("%(num)s gin", "%(num)s gins", num),
        "stake_per_undercut": lambda: ngettext("%(num)s undercut", "%(num)s undercuts", num),
        "stake_per_shutout": lambda: ngettext("%(num)s shutout", "%(num)s shutouts", num),
        "stake_pot": lambda: ngettext("%(num)s pot", "%(num)s pots", num),
    }
    return counted[name]()


def with_decimal_sign(digits: str) -> str:
    """Digits as they are typed, with the decimal sign of the reader: “0,50” in German.

    >>> with_decimal_sign("0.50"), with_decimal_sign("1000")
    ('0.50', '1000')
    """
    from babel.numbers import get_decimal_symbol

    return digits.replace(".", get_decimal_symbol(locale())) if "." in digits else digits


def money(amount: Decimal, currency: str) -> str:
    """An amount in the reader's format, with at least as many decimals as its currency has.

    >>> money(Decimal("4.6"), "EUR"), money(Decimal("0.125"), "EUR"), money(Decimal(300), "JPY")
    ('€4.60', '€0.125', '¥300')
    """
    from babel.numbers import format_currency

    return format_currency(amount, currency, locale=locale(), decimal_quantization=False)


def for_a_payer(sheet: Sheet, payer: int) -> int:
    """How many people pay together; against a captain, everyone by themselves."""
    return 1 if sheet.table is Table.CAPTAIN else for_a_side(sheet, payer)


def standing(account: Account, sheet: Sheet, sides: Sequence[str]) -> str:
    """Who is ahead by how much, rounded as it would be paid."""
    amounts = net(account.payments, len(account.amounts))
    if not any(amounts):
        return _("Nobody is ahead in money")
    if len(amounts) == 2:
        ahead = amounts.index(max(amounts))
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”. %(amount)s is money: “€8.50”.
        return ngettext(
            "%(name)s is %(amount)s ahead",
            "%(name)s are %(amount)s ahead",
            for_a_payer(sheet, ahead),
            name=sides[ahead],
            amount=money(amounts[ahead], account.currency),
        )
    return figures_said(_figures(amounts, account), sides)


def paying(account: Account, sheet: Sheet, sides: Sequence[str]) -> str:
    """Who pays whom how much, one sentence each; or that nobody does."""
    sentences = [_pays(each, sheet, sides) for each in account.payments] or [_("Nobody owes anything.")]
    return paragraph([*sentences, *_reasons(account, sheet)])


def would_pay(account: Account, sheet: Sheet, sides: Sequence[str]) -> str:
    """Who would pay whom how much, if the players stopped now."""
    sentences = [_would_pay(each, sheet, sides) for each in account.payments] or [
        # Translators: “you” are all players of the match.
        _("If you stopped now, nobody would owe anything.")
    ]
    return paragraph([*sentences, *_reasons(account, sheet)])


def _would_pay(payment: Payment, sheet: Sheet, sides: Sequence[str]) -> str:
    # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann & Cid”.
    # %(amount)s is money. “You” are all players.
    return ngettext(
        "If you stopped now, %(payer)s would pay %(payee)s %(amount)s.",
        "If you stopped now, %(payer)s would pay %(payee)s %(amount)s.",
        for_a_payer(sheet, payment.payer),
        payer=sides[payment.payer],
        payee=sides[payment.payee],
        amount=money(payment.amount, payment.currency),
    )


def _pays(payment: Payment, sheet: Sheet, sides: Sequence[str]) -> str:
    # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann & Cid”.
    # %(amount)s is money: “Bob pays Ann €8.50.”
    return ngettext(
        "%(payer)s pays %(payee)s %(amount)s.",
        "%(payer)s pay %(payee)s %(amount)s.",
        for_a_payer(sheet, payment.payer),
        payer=sides[payment.payer],
        payee=sides[payment.payee],
        amount=money(payment.amount, payment.currency),
    )


def _reasons(account: Account, sheet: Sheet) -> Iterator[str]:
    """What a payment of one of two sides is for, if that is more than one thing; and what limits it."""
    if "stake_per_point" in account.owed and any(
        spares_its_winner(column) for game in sheet.games for column in game.columns
    ):
        yield (
            _("The winner of a column never pays for its points.")
            if sheet.rules.columns > 1
            else _("The winner of a game never pays for points.")
        )
    if len(account.payments) == 1 == len(account.amounts) - 1 and len(account.rules.stakes) > 1:
        yield _paid_for(account, account.payments[0].payee)
    if account.amounts != account.exact:
        yield as_sentence(_("Nobody loses more than %(most)s", most=_shown(account.rules.stake_cap, account)))


def _paid_for(account: Account, payee: int) -> str:
    """Everything that one of two sides is paid for, less what it pays for."""
    owed = {name: account.owed[name][payee] for name in account.rules.stakes}
    more = [_units_of(name, number) for name, number in owed.items() if number > 0]
    less = [_units_of(name, -number) for name, number in owed.items() if number < 0]
    if less:
        # Translators: what money is paid for: “That is for 85 points and 1 game, less 2 boxes.”
        return _("That is for %(more)s, less %(less)s.", more=all_of(more), less=all_of(less))
    return _("That is for %(more)s.", more=all_of(more))


def rows(account: Account) -> list[SummaryRow]:
    """A line for each stake, their sum, and the rounded amount."""
    *before, last = _rows(account)
    return [*before, SummaryRow(last.label, last.values, strong=True)]


def _rows(account: Account) -> Iterator[SummaryRow]:
    stakes, amounts = account.rules.stakes, account.amounts
    for name, stake in stakes.items():
        owed = account.owed[name]
        yield SummaryRow(_label(name, account), _figures([number * stake.amount for number in owed], account))
    if len(stakes) > 1:
        yield SummaryRow(_("In total"), _figures(account.exact, account))
    if amounts != account.exact:
        most = _shown(account.rules.stake_cap, account)
        yield SummaryRow(_("Nobody loses more than %(most)s", most=most), _figures(amounts, account))
    step, paid = account.rules.stake_rounding, net(account.payments, len(amounts))
    if step and paid != amounts:
        # Translators: %(step)s is the smallest coin that is used: “€0.50”.
        yield SummaryRow(_("Rounded to %(step)s", step=_shown(step, account)), _figures(paid, account))


def _label(name: str, account: Account) -> str:
    """What a stake is paid for: how many, at how much."""
    step = account.rules.points_rounding if name == "stake_per_point" else None
    rounded = ROUNDED_POINTS if account.rules.is_single_game else ROUNDED_POINTS_OF_GAMES
    text = UNITS[name] if step is None else rounded
    number = in_a_row(list(filter(None, settled(account.owed[name]))))
    # Translators: %(number)s is how many are paid, %(stake)s the money for each: “85 at €0.10”.
    paid = _(
        "%(number)s at %(stake)s", number=number, stake=_shown(account.rules.stakes[name].amount, account)
    )
    return _("%(label)s: %(text)s", label=_(text, step=step), text=paid)


def _shown(amount: Decimal | None, account: Account) -> str:
    return money(amount or Decimal(0), account.currency)


def _figures(amounts: Sequence[Decimal], account: Account) -> tuple[str, ...]:
    return settled(amounts, shown=lambda amount: money(amount, account.currency))


def net(payments: Sequence[Payment], sides: int) -> tuple[Decimal, ...]:
    """What each side receives by *payments*, negative if it pays."""
    return tuple(
        sum((each.amount for each in payments if each.payee == side), Decimal(0))
        - sum((each.amount for each in payments if each.payer == side), Decimal(0))
        for side in range(sides)
    )
