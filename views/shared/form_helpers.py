"""Fields that several forms share."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from wtforms.fields import RadioField, SelectChoice

from models.gin.document.reading import LONGEST_NAME, is_name
from views.web.i18n import gettext as _


def choose(field: RadioField, choices: Iterable[tuple[str, str]]) -> None:
    """Offers *choices*, each a value and its label, in *field*."""
    field.choices = [SelectChoice(value, label) for value, label in choices]


def chosen(field: RadioField) -> str | None:
    """What was chosen, or None: a forged value is no choice."""
    offered = {choice.value for choice in field.choices}
    return field.data if field.data in offered else None


def wrong(field: Any, sentence: str) -> None:
    """Says *sentence* at *field*."""
    field.errors = [*field.errors, sentence]


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """What is wrong with a field, for the list on top of a form."""

    message: str
    field: str
    """The id that a link leads to."""


def problem_of_name(name: str, whose: str) -> str | None:
    """What is wrong with a name, or None."""
    if not name:
        return _("Enter a name: %(whose)s. One letter is enough.", whose=whose)
    if len(name) > LONGEST_NAME:
        return _("A name can be at most %(most)s letters long.", most=LONGEST_NAME)
    if not is_name(name):
        return _("This name has characters that can’t be shown.")
    return None
