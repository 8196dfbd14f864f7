"""The value of a field of the rules in words; and why it can't have a value."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from models.gin.rules.field_types import Amount, Kind, Money, Numbers, Refusal, Whole
from models.gin.rules.house_rules import KINDS
from models.gin.rules.options import Multipliers, Stake
from views.language.i18n import gettext as _
from views.language.i18n import number
from views.words.lists import one_of
from views.words.rules.field_words import in_columns
from views.words.rules.fields import words_of
from views.words.rules.multipliers import table_of
from views.words.stakes import money

MOST_SUMMARISED = 3
"""How many rules a summary names."""


def label(name: str) -> str:
    return _(words_of(name).label)


def meaning(name: str) -> str:
    """What it means, in a line."""
    text = words_of(name).meaning
    return _(text) if text else ""


def value(name: str, held: Any) -> str:
    words = words_of(name)
    if held is None:
        # Translators: the value of a rule that is not set.
        return _("none") if not words.nothing else _(words.nothing)
    if isinstance(held, bool):
        # Translators: the value of a rule: whether it is played.
        return _("Yes") if held else _("No")
    if isinstance(held, tuple):
        return in_columns(held)
    if isinstance(held, StrEnum):
        return _(words.options[held].label) if held in words.options else held.value.replace("_", " ")
    if isinstance(held, Multipliers):
        return table_of(held)
    if isinstance(held, Stake):
        return money(held.amount, held.currency)
    return number(held) if isinstance(held, int) else str(held)


def in_short(name: str, held: Any) -> str:
    """A field and its value in a few words."""
    return _("%(label)s: %(text)s", label=label(name), text=value(name, held))


def summarised(values: Mapping[str, Any]) -> Iterator[str]:
    """A few fields of the rules, each with its value."""
    yield from (in_short(name, held) for name, held in list(values.items())[:MOST_SUMMARISED])
    if len(values) > MOST_SUMMARISED:
        yield "…"


def refused(name: str, why: Refusal | None) -> str:
    """Why a field can't have the value that was entered."""
    if why is Refusal.OTHER_CURRENCY:
        return _("All stakes must be in the same currency.")
    kind: Kind = KINDS[name]
    too_low = words_of(name).too_low
    reason = _(too_low) + " " if too_low and why is Refusal.TOO_LOW else ""
    if isinstance(kind, Money):
        return reason + _("Enter an amount and a currency, for example 0.10 EUR or 5 USD, or leave it blank.")
    if isinstance(kind, Amount):
        return reason + _("Enter an amount, for example 0.05, or leave it blank.")
    if isinstance(kind, Numbers):
        # Translators: column: one of several games that are scored at the same time.
        return reason + _(
            "Enter a number from %(least)s to %(most)s for each column, from the first one on, "
            "or leave all of them blank.",
            least=number(kind.least),
            most=number(kind.most),
        )
    if not isinstance(kind, Whole):
        return reason + _("Choose one of these.")
    if kind.only_usual:
        # Translators: %(values)s is a choice of numbers: “1 or 2”.
        return reason + _("Enter %(values)s.", values=one_of(list(map(str, kind.usual))))
    bounds = {"least": number(kind.least), "most": number(kind.most)}
    if kind.optional:
        return reason + _("Enter a number from %(least)s to %(most)s, or leave it blank.", **bounds)
    return reason + _("Enter a number from %(least)s to %(most)s.", **bounds)


def read_in_two_ways(text: str, more: str, less: str) -> str:
    """Why an ambiguous amount is refused, which could mean *more* or *less*."""
    # Translators: %(text)s is what was typed, such as “1,500”; %(more)s and %(less)s are two ways to
    # write it clearly.
    return _("“%(text)s” could mean two amounts: type %(more)s or %(less)s.", text=text, more=more, less=less)
