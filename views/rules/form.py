"""The form of the rules editor: a field for each field of the rules, by its kind; money as it is typed."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Self

from flask_wtf import FlaskForm
from wtforms.fields import RadioField, StringField
from wtforms.utils import unset_value

from models.gin.rules.field_types import Amount, Choice, Flag, Kind, Money, MultiplierTable, Numbers, Whole
from models.gin.rules.house_rules import KINDS, HouseRules
from views.language.i18n import currency, lazy
from views.shared.form_helpers import choose, problem_of_name, wrong
from views.shared.rules_links import read_text, why_not, write_text
from views.words.rules.values import label, read_in_two_ways, refused, value
from views.words.stakes import with_decimal_sign

SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}
"""Currency signs."""

_WRITTEN = re.compile(r"(?:([A-Z]{3}) ?)?([0-9][0-9.,'’ ]*?)(?: ?([A-Z]{3}))?")
_GROUPED = re.compile(r"([0-9]{1,3}(?:([ '’.,])[0-9]{3})(?:\2[0-9]{3})*)(?:(?!\2)[.,]([0-9]+))?")
_THREE_DECIMALS = re.compile(r"[1-9][0-9]{0,2}[.,][0-9]{3}")


class TwoReadingsError(ValueError):
    """An amount that means a thousand times as much in one country as in another.

    :ivar readings: both amounts, written unambiguously, the larger first.
    """

    def __init__(self, digits: str, currency: str) -> None:
        whole, part = re.sub("[.,]", "", digits), digits.replace(",", ".").rstrip("0").rstrip(".")
        self.readings = f"{whole} {currency}".strip(), f"{clear(part)} {currency}".strip()
        super().__init__(" or ".join(self.readings))


@dataclass(frozen=True, slots=True)
class TypedAmount:
    """An amount in its parts."""

    digits: str
    currency: str = ""
    """Three letters, or "" if none was given."""

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Splits an amount into digits and currency; None if it is not an amount.

        >>> TypedAmount.parse("€0,1"), TypedAmount.parse("a penny")
        (TypedAmount(digits='0,1', currency='EUR'), None)
        """
        for sign, code in SIGNS.items():
            text = text.replace(sign, f" {code} ")
        parts = _WRITTEN.fullmatch(" ".join(text.split()).upper())
        if not parts or (parts[1] and parts[3]):
            return None
        return cls(parts[2], parts[1] or parts[3] or "")


def plain(digits: str, currency: str) -> str:
    """*digits* without thousands separators, and with a decimal point.

    >>> plain("0,1", "EUR"), plain("1.000,00", "EUR"), plain("1,000", "JPY")
    ('0.1', '1000.00', '1000')

    :raises TwoReadingsError: if the decimals could be thousands.
    """
    parts = _GROUPED.fullmatch(digits)
    if not parts or digits.startswith("0"):
        return re.sub("(?<=[0-9]),(?=[0-9])", ".", digits)
    if _THREE_DECIMALS.fullmatch(digits) and has_cents(currency):
        raise TwoReadingsError(digits, currency)
    whole = re.sub("[^0-9]", "", parts[1])
    return f"{whole}.{parts[3]}" if parts[3] else whole


def clear(amount: str) -> str:
    """*amount* with a fourth decimal if it has three, so that they are not read as thousands.

    >>> clear("1.125"), clear("0.125"), clear("1.25")
    ('1.1250', '0.125', '1.25')
    """
    return f"{amount}0" if _THREE_DECIMALS.fullmatch(amount) else amount


def has_cents(currency: str) -> bool:
    """Whether a currency has cents; assumed for an unknown one.

    >>> has_cents("EUR"), has_cents("JPY"), has_cents("")
    (True, False, True)
    """
    from babel.numbers import get_currency_precision

    return bool(get_currency_precision(currency))


CURRENCIES = ("EUR", "USD", "GBP")
"""Offered if the reader's currency is unknown; any other can be typed."""


class NumbersField(StringField):  # type: ignore[misc]
    """A short input for each column; together they are a text such as "1 1 2"."""

    inputs = range(1, 6)

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        super().process(formdata, data, extra_filters)
        sent = [(formdata or {}).get(self.input_name(each)) for each in self.inputs]
        if any(text is not None for text in sent):
            each = ["-".join((text or "").split()) or GAP for text in sent]
            self.data = " ".join(each).rstrip(f" {GAP}")

    def input_name(self, column: int) -> str:
        """The name of the input of a column, from 1."""
        return f"{self.name}-{column}"

    @property
    def boxes(self) -> list[tuple[int, str, str]]:
        """Each column with the name of its input and what is typed in it."""
        texts = dict(enumerate((self.data or "").split(), 1))
        return [(each, self.input_name(each), texts.get(each, "").replace(GAP, "")) for each in self.inputs]


GAP = "…"
"""In place of a column without a number, if a later one has a number."""


class TableField(StringField):  # type: ignore[misc]
    """A multiplier for each letter of a table, each in a form field of its own: ``suit_multipliers-S``."""

    def __init__(self, letters: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.letters = letters

    def process(self, formdata: Any, *args: Any, **kwargs: Any) -> None:
        """Puts the multipliers together as a document writes them: ``Sx2 Hx3``."""
        super().process(formdata, *args, **kwargs)
        sent = {letter: (formdata or {}).get(f"{self.name}-{letter}") for letter in self.letters}
        if any(times is not None for times in sent.values()):
            self.data = " ".join(f"{letter}x{times}" for letter, times in sent.items() if times)

    @property
    def chosen(self) -> dict[str, str]:
        """The multiplier of each letter, "" for none."""
        values = {word[0]: word[2:] for word in (self.data or "").split()}
        return {letter: values.get(letter, "") for letter in self.letters}


class RulesForm(FlaskForm):  # type: ignore[misc]
    """Rules and their name. The fields of the rules are added below, by their kinds."""

    name = StringField(lazy("Name of these rules"))

    def __init__(self, start: HouseRules, rules: HouseRules, **kwargs: Any) -> None:
        """*rules* are shown at first; what cannot be read is taken from *start*."""
        self.start = start
        shown = {name: typed(kind, getattr(rules, name)) for name, kind in KINDS.items()}
        super().__init__(data=shown | kwargs)
        for name, kind in KINDS.items():
            self[name].label.text = label(name)
            if values := offered(kind):
                choose(self[name], [(text, value(name, read_text(kind, text))) for text in values])

    def read(self) -> HouseRules:
        """The rules as far as they can be read, with an error at each field that can't."""
        rules, refusals = self.start.trying(dict(self._read_each()))
        for name, why in refusals.items():
            wrong(self[name], refused(name, why))
        return rules

    def _read_each(self) -> Iterable[tuple[str, Any]]:
        paid_in = self._currency
        for name, kind in KINDS.items():
            field, text = self[name], " ".join((self[name].data or "").split())
            field.errors = []
            try:
                read = read_typed(kind, text, paid_in)
            except TwoReadingsError as error:
                wrong(field, read_in_two_ways(text, *error.readings))
            except ValueError:
                wrong(field, refused(name, why_not(kind, _tidied(kind, text, paid_in))))
            else:
                if isinstance(kind, Money):
                    field.data = typed(kind, read)
                yield name, read

    @property
    def _currency(self) -> str:
        """The currency of an amount without one: that of the other stakes, or of the reader's country."""
        stakes = (self[name].data or "" for name, kind in KINDS.items() if isinstance(kind, Money))
        currencies = (written.currency for written in map(TypedAmount.parse, stakes) if written)
        return next(filter(None, currencies), currency())

    def set(self, assignment: str) -> None:
        """Sets a field to a value that was tapped, such as ``gin_bonus=25``."""
        name, _sign, text = assignment.partition("=")
        if name in KINDS:
            self[name].data = text

    @property
    def typed_name(self) -> str:
        """The name of the rules, with single spaces between the words."""
        return " ".join((self.name.data or "").split())

    def has_valid_name(self) -> bool:
        """Checks the name; if it can't be used, with an error at its field."""
        self.name.errors = []
        if problem := problem_of_name(self.typed_name):
            wrong(self.name, problem)
        return not self.name.errors

    @property
    def is_valid(self) -> bool:
        return not any(field.errors for field in self)


def offered(kind: Kind) -> tuple[str, ...]:
    """All values of a field with a fixed choice, as a form sends them."""
    if isinstance(kind, Flag):
        return "false", "true"
    if isinstance(kind, Choice):
        return tuple(option.value for option in kind.options)
    return tuple(map(str, kind.usual)) if isinstance(kind, Whole) and kind.only_usual else ()


def suggested(kind: Kind, *others: Any, currency: str = "") -> tuple[str, ...]:
    """The suggested values of a field with free values, with *others* in order.

    Stakes are suggested in one *currency*; if it is unknown, one in each usual currency.
    """
    if isinstance(kind, Money):
        amounts = kind.amounts if currency else kind.amounts[1:2]
        currencies = (currency,) if currency else CURRENCIES
        stakes = (f"{_coins(amount, each)} {each}" for each in currencies for amount in amounts)
        return ("", *dict.fromkeys([*stakes, *(typed(kind, each) for each in others if each)]))
    if isinstance(kind, Numbers):
        return ("", *dict.fromkeys(typed(kind, each) for each in (*kind.usual, *others) if each))
    if not isinstance(kind, Whole | Amount):
        return ()
    none = ("",) if kind.allows(None) else ()
    usual: Iterable[Any] = {*kind.usual, *(each for each in others if each is not None)}
    return (*none, *(typed(kind, each) for each in sorted(usual)))


def _coins(amount: Decimal, currency: str) -> str:
    """An amount that is usual in euros, converted for a currency without cents."""
    return with_decimal_sign(str(amount)) if has_cents(currency) else f"{amount * 100:.0f}"


def typed(kind: Kind, held: Any) -> str:
    """A value as text in the form, as the reader writes numbers; "" for none."""
    if held is None:
        return ""
    if isinstance(kind, Numbers | MultiplierTable):
        return write_text(kind, held)
    amount, *currency = write_text(kind, held).split(" ")
    return " ".join([with_decimal_sign(clear(amount)), *currency])


def read_typed(kind: Kind, text: str, currency: str = "") -> Any:
    """The value that was typed; an amount without a currency is in *currency*.

    :raises TwoReadingsError: if it is an ambiguous amount.
    :raises ValueError: if the field cannot hold it.
    """
    text = text.strip()
    if not text:
        return read_text(kind, "null")
    return read_text(kind, _tidied(kind, text, currency))


def _tidied(kind: Kind, text: str, currency: str) -> str:
    """What was meant by what was typed, as a document writes it."""
    if isinstance(kind, Whole) and text.isdecimal() and len(text) < 10:
        return str(int(text))
    if isinstance(kind, Money | Amount):
        return _amount(kind, TypedAmount.parse(text), currency) or text.upper()
    return text


def _amount(kind: Money | Amount, written: TypedAmount | None, currency: str) -> str:
    """An amount with its currency, if the field holds one; "" if the currency is unknown or different."""
    if not written:
        return ""
    paid_in = written.currency or currency
    if isinstance(kind, Amount):
        return plain(written.digits, paid_in) if paid_in == currency else ""
    return f"{plain(written.digits, paid_in)} {paid_in}" if paid_in else ""


def _control(kind: Kind) -> Any:
    if isinstance(kind, Numbers):
        return NumbersField()
    if isinstance(kind, MultiplierTable):
        return TableField(kind.letters)
    return RadioField() if offered(kind) else StringField()


CONTROLS: Mapping[str, Any] = {name: _control(kind) for name, kind in KINDS.items()}
for each, control in CONTROLS.items():
    setattr(RulesForm, each, control)
