"""What each field of the rules has in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from models.gin.rules.house_rules import HouseRules

Sentence = Callable[[HouseRules], str | None]
"""The sentence of a field on the page of the rules; None if there is nothing to say."""


class Option(NamedTuple):
    label: str
    """In the rules editor."""
    sentence: str = ""
    """On the page of the rules, unless the field has a sentence of its own."""


def says_nothing(rules: HouseRules) -> None:
    """The sentence of a field that another field's sentence covers."""


@dataclass(frozen=True, slots=True)
class FieldWords:
    label: str
    meaning: str = ""
    """What it means, in a line, if the label and the values don't say it."""
    sentence: Sentence | None = None
    """None: the sentence of the option."""
    nothing: str = ""
    """The label of an empty value."""
    options: Mapping[Any, Option] = field(default_factory=dict)
    in_summary: bool = False
    """Whether the summary of a group names it; other fields are only named if changed."""
    is_rare: bool = False
    """Whether few tables play it: the editor folds it away until it is changed."""
    too_low: str = ""
    """Why a value is too low, if that says more than the limit."""


def in_columns(held: tuple[int, ...]) -> str:
    """Numbers of columns side by side.

    >>> in_columns((1, 1, 2))
    '1–1–2'
    """
    return "–".join(map(str, held))
