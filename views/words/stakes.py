"""A sheet in money: who is ahead, the sum for each stake, and who pays whom."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from models.gin.sheet import Sheet
from models.gin.stakes import Account, Payment
from views.web.i18n import formatting_locale, marked, ngettext
from views.web.i18n import gettext as _
from views.words.game_summary import Row, figures_said, for_a_side, settled
from views.words.lists import in_a_row

UNITS = {
    "stake_per_point": marked("Points: %(number)s at %(stake)s"),
    "stake_per_game": marked("Games: %(number)s at %(stake)s"),
    "stake_per_box": marked("Boxes: %(number)s at %(stake)s"),
}
"""The label of each stake, with its number and value."""


def money(amount: Decimal, currency: str) -> str:
    """An amount in the reader's format, with at least as many decimals as its currency has.

    >>> money(Decimal("4.6"), "EUR"), money(Decimal("0.125"), "EUR"), money(Decimal(300), "JPY")
    ('€4.60', '€0.125', '¥300')
    """
    from babel.numbers import format_currency

    return format_currency(amount, currency, locale=formatting_locale(), decimal_quantization=False)


def standing(account: Account, sheet: Sheet, sides: Sequence[str]) -> str:
    """Who is ahead by how much, rounded as it would be paid."""
    amounts = net(account.payments, len(account.amounts))
    if not any(amounts):
        return _("Nobody is ahead in money")
    if len(amounts) == 2:
        ahead = amounts.index(max(amounts))
        return ngettext(
            "%(name)s is %(amount)s ahead",
            "%(name)s are %(amount)s ahead",
            for_a_side(sheet),
            name=sides[ahead],
            amount=money(amounts[ahead], account.currency),
        )
    return figures_said(_figures(amounts, account), sides)


def paying(account: Account, sheet: Sheet, sides: Sequence[str]) -> str:
    """Who pays whom how much, one sentence each; or that nobody does."""
    said = [_pays(each, sheet, sides) for each in account.payments]
    return " ".join(said) or _("Nobody owes anything.")


def would_pay(account: Account, sheet: Sheet, sides: Sequence[str]) -> str:
    """The same while the match is open."""
    said = [_would_pay(each, sheet, sides) for each in account.payments]
    return " ".join(said) or _("If you stopped now, nobody would owe anything.")


def _would_pay(payment: Payment, sheet: Sheet, sides: Sequence[str]) -> str:
    return ngettext(
        "If you stopped now, %(payer)s would pay %(payee)s %(amount)s.",
        "If you stopped now, %(payer)s would pay %(payee)s %(amount)s.",
        for_a_side(sheet),
        payer=sides[payment.payer],
        payee=sides[payment.payee],
        amount=money(payment.amount, payment.currency),
    )


def _pays(payment: Payment, sheet: Sheet, sides: Sequence[str]) -> str:
    return ngettext(
        "%(payer)s pays %(payee)s %(amount)s.",
        "%(payer)s pay %(payee)s %(amount)s.",
        for_a_side(sheet),
        payer=sides[payment.payer],
        payee=sides[payment.payee],
        amount=money(payment.amount, payment.currency),
    )


def rows(account: Account) -> list[Row]:
    """A line for each stake, their sum, and the rounded amount."""
    *before, last = _rows(account)
    return [*before, Row(last.label, last.values, strong=True)]


def _rows(account: Account) -> Iterator[Row]:
    stakes, amounts = account.rules.stakes, account.amounts
    for name, stake in stakes.items():
        owed = account.owed[name]
        label = _(
            UNITS[name],
            number=in_a_row(list(filter(None, settled(owed)))),
            stake=money(stake.amount, stake.currency),
        )
        yield Row(label, _figures([number * stake.amount for number in owed], account))
    if len(stakes) > 1:
        yield Row(_("In total"), _figures(amounts, account))
    step, paid = account.rules.stake_rounding, net(account.payments, len(amounts))
    if step and paid != amounts:
        yield Row(_("Rounded to %(step)s", step=money(step, account.currency)), _figures(paid, account))


def _figures(amounts: Sequence[Decimal], account: Account) -> tuple[str, ...]:
    return settled(amounts, lambda amount: money(amount, account.currency))


def net(payments: Sequence[Payment], sides: int) -> tuple[Decimal, ...]:
    """What each side receives by *payments*, negative if it pays."""
    return tuple(
        sum((each.amount for each in payments if each.payee == side), Decimal(0))
        - sum((each.amount for each in payments if each.payer == side), Decimal(0))
        for side in range(sides)
    )
