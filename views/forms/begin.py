"""The form that begins a match."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask_wtf import FlaskForm
from wtforms.fields import HiddenField, RadioField, StringField

from models.gin.presets import PRESETS
from models.gin.reading import LONGEST_NAME, is_name, is_same_name
from models.gin.rules import HouseRules
from models.records import House
from views.forms.fields import choose, chosen, wrong
from views.language import gettext as _
from views.language import lazy
from views.words.houses import NAMES

FIRST_HOUSE = "pagat"
"""The house that is offered first."""


class Agreed(NamedTuple):
    """The house that was chosen."""

    preset: str
    rules: HouseRules
    own_name: str = ""
    own_id: int | None = None


def choice_of(kept: House) -> str:
    """A house that this phone keeps, among all those that a match can begin with."""
    return f"own-{kept.id}"


class BeginForm(FlaskForm):  # type: ignore[misc]
    """Two names, who deals first, and a house."""

    entry = HiddenField()
    name_0 = StringField(lazy("First player"))
    name_1 = StringField(lazy("Second player"))
    first_dealer = RadioField(lazy("Who deals first?"), default="0")
    house = RadioField(lazy("House"))

    def __init__(self, own: Sequence[House] = (), house: str = "", **kwargs: Any) -> None:
        """*own* are the houses that this phone keeps; the first of them is offered before all others."""
        self.own = {choice_of(kept): kept for kept in own}
        super().__init__(data={"house": house or next(iter(self.own), FIRST_HOUSE)}, **kwargs)
        names = self.names
        first, second = names[0] or _("First player"), names[1] or _("Second player")
        choose(self.first_dealer, [("0", first), ("1", second)])
        kept = [(choice, each.name) for choice, each in self.own.items()]
        choose(self.house, [*kept, *((name, _(label)) for name, label in NAMES.items())])

    @property
    def names(self) -> tuple[str, str]:
        """Both names, single spaces between their words."""
        first, second = (" ".join((field.data or "").split()) for field in (self.name_0, self.name_1))
        return first, second

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
        for field, name in zip((self.name_0, self.name_1), self.names, strict=True):
            if problem := problem_of_name(name, str(field.label.text)):
                wrong(field, problem)
        if self.names[0] and is_same_name(*self.names):
            wrong(self.name_1, _("Both players have this name. Add something to tell them apart."))
        for field in (self.first_dealer, self.house):
            if chosen(field) is None:
                wrong(field, _("Choose one of these."))
        return not any(field.errors for field in self)


def problem_of_name(name: str, whose: str) -> str | None:
    """What is wrong with a name, or None."""
    if not name:
        return _("A name is needed: %(whose)s. A letter will do.", whose=whose)
    if len(name) > LONGEST_NAME:
        return _("A name has %(most)s letters at most.", most=LONGEST_NAME)
    if not is_name(name):
        return _("This name has signs that cannot be shown.")
    return None
