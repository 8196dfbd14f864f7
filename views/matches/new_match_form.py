"""The form that begins a match."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import request
from flask_wtf import FlaskForm
from wtforms.fields import HiddenField, RadioField, StringField

from models.gin.document.reading import is_same_name
from models.gin.presets import PRESETS
from models.gin.rules import HouseRules
from models.gin.sheet import Table
from models.records import SavedRules
from views.shared.form_helpers import choose, chosen, problem_of_name, wrong
from views.shared.rules_links import FIRST_HOUSE, choice_of
from views.web.i18n import gettext as _
from views.web.i18n import lazy
from views.words.houses import NAMES
from views.words.seating import FIRST_TO_DEAL, PLACES, SAME_NAME

SIT = "sit"
"""The button that changes the table."""


class Agreed(NamedTuple):
    """The house that was chosen."""

    preset: str
    rules: HouseRules
    own_name: str = ""
    own_id: int | None = None


class NewMatchForm(FlaskForm):  # type: ignore[misc]
    """Who sits at the table, who deals first, and a house."""

    entry = HiddenField()
    table = HiddenField()
    name_0 = StringField()
    name_1 = StringField()
    name_2 = StringField()
    name_3 = StringField()
    first_dealer = RadioField(default="0")
    house = RadioField(lazy("Rules"))

    def __init__(self, own: Sequence[SavedRules] = (), house: str = "", **kwargs: Any) -> None:
        """*own* are the houses that this phone keeps; the first of them is offered before all others."""
        self.own = {choice_of(kept): kept for kept in own}
        super().__init__(data={"house": house or next(iter(self.own), FIRST_HOUSE)}, **kwargs)
        self.table.data = request.form.get(SIT) or self.table.data
        self._sit()
        kept = [(choice, each.name) for choice, each in self.own.items()]
        choose(self.house, [*kept, *((name, _(label)) for name, label in NAMES.items())])

    def _sit(self) -> None:
        """Gives each place at the table its field, and asks who of them deals first."""
        for field, place in zip(self.name_fields, PLACES[self.at], strict=True):
            field.label.text = _(place)
        called = [name or _(place) for name, place in zip(self.names, PLACES[self.at], strict=True)]
        self.first_dealer.label.text = _(FIRST_TO_DEAL[self.at])
        choose(self.first_dealer, [(str(side), name) for side, name in enumerate(self.at.by_side(called))])

    @property
    def at(self) -> Table:
        """The table they sit at; one for two unless it says otherwise."""
        return Table(self.table.data) if self.table.data in list(Table) else Table.TWO

    @property
    def only_sits(self) -> bool:
        """Whether another table is wanted, and nothing is to begin yet."""
        return SIT in request.form

    @property
    def name_fields(self) -> tuple[StringField, ...]:
        """A field for each who sits at the table."""
        return (self.name_0, self.name_1, self.name_2, self.name_3)[: self.at.people]

    @property
    def unasked(self) -> tuple[StringField, ...]:
        """The fields of a larger table. What was typed there is kept."""
        return (self.name_0, self.name_1, self.name_2, self.name_3)[self.at.people :]

    @property
    def names(self) -> tuple[str, ...]:
        """The names, single spaces between their words."""
        return tuple(" ".join((field.data or "").split()) for field in self.name_fields)

    @property
    def agreed(self) -> Agreed:
        """The chosen house."""
        if kept := self.own.get(self.house.data):
            return Agreed(kept.preset, kept.rules, kept.name, kept.id)
        return Agreed(self.house.data, PRESETS[self.house.data])

    def stands(self) -> bool:
        """Whether a match can begin like this; if not, with a word at each field that is wrong."""
        for field in self:
            field.errors = []
        for field, name in zip(self.name_fields, self.names, strict=True):
            if problem := problem_of_name(name, str(field.label.text)):
                wrong(field, problem)
        self._tell_apart()
        for field in (self.first_dealer, self.house):
            if chosen(field) is None:
                wrong(field, _("Choose one of these."))
        return not any(field.errors for field in self)

    def _tell_apart(self) -> None:
        """A word at each name that somebody before has."""
        for place, name in enumerate(self.names):
            if name and any(is_same_name(name, other) for other in self.names[:place]):
                wrong(self.name_fields[place], _(SAME_NAME[self.at]))
