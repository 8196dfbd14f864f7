"""What each field of the rules has in words, and phrases for the usual kinds of values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.values import Stake
from views.language.i18n import gettext as _
from views.language.i18n import number
from views.words.stakes import money

Sentence = Callable[[HouseRules], str | None]
"""The sentence of a field on the page of the rules; None if there is nothing to say."""

Phrase = Callable[[Any], str]
"""A value in a few words, within a line: "Standard, but gin 25, three columns"."""


class Option(NamedTuple):
    """An option of a field in words."""

    label: str
    """In the rules editor."""
    phrase: str
    """Within a line."""
    sentence: str = ""
    """On the page of the rules, unless the field has a sentence of its own."""


def says_nothing(rules: HouseRules) -> None:
    """The sentence of a field that another field's sentence covers."""


@dataclass(frozen=True, slots=True)
class FieldWords:
    """A field in words."""

    label: str
    meaning: str
    """What it means, in a line."""
    sentence: Sentence | None = None
    """None: the sentence of the option."""
    phrase: Phrase | None = None
    """None: the phrase of the option."""
    nothing: str = ""
    """The label of an empty value."""
    options: Mapping[Any, Option] = field(default_factory=dict)
    in_summary: bool = False
    """Whether the summary of a group names it; other fields are only named if changed."""
    is_rare: bool = False
    """Whether few tables play it: the editor folds it away until it is changed."""
    too_low: str = ""
    """Why a value is too low, if that says more than the limit."""


def figure(some: str, none: str) -> Phrase:
    """The phrase for a number; *none* for 0 or no value."""
    return lambda held: _(some, value=number(held)) if held else _(none)


def numbers(some: str, none: str) -> Phrase:
    """The phrase for a number of each column."""
    return lambda held: _(some, value=in_columns(held)) if held else _(none)


def in_columns(held: tuple[int, ...]) -> str:
    """Numbers of columns side by side.

    >>> in_columns((1, 1, 2))
    '1–1–2'
    """
    return "–".join(map(str, held))


def flag(yes: str, no: str) -> Phrase:
    """The phrase for on or off."""
    return lambda held: _(yes if held else no)


def stake(some: str, none: str) -> Phrase:
    """The phrase for money, or none."""

    def phrase(held: Stake | None) -> str:
        return _(some, stake=money(held.amount, held.currency)) if held else _(none)

    return phrase
