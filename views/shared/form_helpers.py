"""What several forms need."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from wtforms.fields import RadioField, SelectChoice

from models.gin.player_names import LONGEST_NAME, is_name, is_shown
from views.language.i18n import gettext as _


def choose(field: RadioField, choices: Iterable[tuple[str, str]]) -> None:
    """Sets the *choices* of *field*, each a value and its label."""
    field.choices = [SelectChoice(value, label) for value, label in choices]


def chosen(field: RadioField) -> str | None:
    """The chosen value, or None if it is not among the choices."""
    offered = {choice.value for choice in field.choices}
    return field.data if field.data in offered else None


def wrong(field: Any, sentence: str) -> None:
    field.errors = [*field.errors, sentence]


@dataclass(frozen=True, slots=True)
class WrongField:
    """A field with an error, for the list on top of a form. Only the field says what the error is."""

    label: str
    id: str
    """The id that the list links to."""


def wrong_fields(form: Iterable[Any]) -> list[WrongField]:
    return [WrongField(field.label.text, field.id) for field in form if field.errors]


def problem_of_name(name: str) -> str | None:
    """What is wrong with a name, or None."""
    if not name:
        return _("Enter a name. One letter is enough.")
    if len(name) > LONGEST_NAME:
        return _("A name can be at most %(most)s letters long.", most=LONGEST_NAME)
    if not is_name(name):
        return _("This name has characters that can’t be shown.")
    return None


def problem_of_reason(text: str, most: int = LONGEST_NAME) -> str | None:
    """What is wrong with a few words of players on the sheet, or None; they may be left out."""
    if len(text) > most:
        return _("At most %(most)s letters fit on the sheet.", most=most)
    return _("These words have characters that can’t be shown.") if text and not is_shown(text) else None
