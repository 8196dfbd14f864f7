"""The form that starts a match."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from flask import request
from flask_wtf import FlaskForm
from wtforms.fields import HiddenField, RadioField, StringField

from models.gin.document.reading import is_same_name
from models.gin.field_types import Stake
from models.gin.rules import FOR_A_POINT, HouseRules
from models.gin.sheet import Table
from models.records import Match, SavedRules
from views.matches.offered_rules import Offer, offered_rules
from views.shared.form_helpers import choose, chosen, problem_of_name, wrong
from views.web.i18n import currency, lazy
from views.web.i18n import gettext as _
from views.words.seating import FIRST_TO_DEAL, PLACES, SAME_NAME
from views.words.stakes import money

SIT = "sit"
"""The button that changes the table."""

PLAYERS = "players"
"""The button that fills in the names of players who have played before."""

MOST_GROUPS = 3
"""How many groups of players are offered."""

COLUMNS = "3"
"""Of Hollywood, as it is usually played."""

CURRENCIES = ("EUR", "USD", "GBP")
"""Offered where nothing tells which one is paid with."""


class Group(NamedTuple):
    """People who have played together."""

    names: tuple[str, ...]
    table: Table


class NewMatchForm(FlaskForm):  # type: ignore[misc]
    """Who sits at the table, who deals first, the rules; and Hollywood and a stake, if they like."""

    entry = HiddenField()
    table = HiddenField()
    name_0 = StringField()
    name_1 = StringField()
    name_2 = StringField()
    name_3 = StringField()
    first_dealer = RadioField(default="0")
    house = RadioField(lazy("Rules"))
    columns = RadioField(lazy("Score sheet"), default="")
    stake = RadioField(lazy("Stake for each point"), default="")

    def __init__(
        self, own: Sequence[SavedRules] = (), recent: Sequence[Match] = (), house: str = "", **kwargs: Any
    ) -> None:
        """*own* are the rules saved on this phone, *recent* its matches, the last one first."""
        last = next(iter(recent), None)
        self.offers = offered_rules(own, last, house)
        self.groups = groups(recent)
        usual = {"house": next(iter(self.offers)), "table": last.table.value if last else ""}
        super().__init__(data=usual, **kwargs)
        self.table.data = request.form.get(SIT) or self.table.data
        self._fill_in()
        self._sit()
        choose(self.house, [(choice, offer.label) for choice, offer in self.offers.items()])
        choose(self.columns, [("", _("As in the rules")), (COLUMNS, _("Hollywood: three columns"))])
        choose(self.stake, [("", _("None")), *((str(stake), _shown(stake)) for stake in stakes())])
        for field in (self.columns, self.stake):
            field.data = field.data or ""

    def _fill_in(self) -> None:
        """Writes the names of the group whose button was pressed."""
        pressed = request.form.get(PLAYERS, "")
        if pressed.isdecimal() and int(pressed) < len(self.groups):
            group = self.groups[int(pressed)]
            self.table.data = group.table.value
            for field, name in zip(self.name_fields, group.names, strict=True):
                field.data = name

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
    def only_fills_in(self) -> bool:
        """Whether another table or other names are wanted, and nothing is to start yet."""
        return SIT in request.form or PLAYERS in request.form

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
    def chosen_offer(self) -> Offer:
        """The chosen rules; those offered first where none are."""
        return self.offers.get(self.house.data) or next(iter(self.offers.values()))

    @property
    def rules(self) -> HouseRules:
        """The chosen rules, with the columns and the stake chosen beside them."""
        return self.chosen_offer.rules.but(**self._extras)

    @property
    def _extras(self) -> dict[str, Any]:
        columns = {"columns": int(self.columns.data)} if self.columns.data else {}
        return columns | ({"stake_per_point": Stake.parse(self.stake.data)} if self.stake.data else {})

    def stands(self) -> bool:
        """Whether a match can start like this; if not, with a word at each field that is wrong."""
        for field in self:
            field.errors = []
        for field, name in zip(self.name_fields, self.names, strict=True):
            if problem := problem_of_name(name, str(field.label.text)):
                wrong(field, problem)
        self._tell_apart()
        for field in (self.first_dealer, self.house, self.columns, self.stake):
            if chosen(field) is None:
                wrong(field, _("Choose one of these."))
        if not any(field.errors for field in (self.house, self.columns, self.stake)):
            self._agree()
        return not any(field.errors for field in self)

    def _agree(self) -> None:
        """A word at the stake where the rules have others already, in another currency."""
        _rules, refused = self.chosen_offer.rules.trying(self._extras)
        if refused:
            wrong(self.stake, _("These rules already have a stake in another currency."))

    def _tell_apart(self) -> None:
        """A word at each name that somebody before has."""
        for place, name in enumerate(self.names):
            if name and any(is_same_name(name, other) for other in self.names[:place]):
                wrong(self.name_fields[place], _(SAME_NAME[self.at]))


def groups(recent: Sequence[Match]) -> tuple[Group, ...]:
    """Who has played together last, each group once."""
    played = dict.fromkeys(Group(match.players, match.table) for match in recent)
    return tuple(played)[:MOST_GROUPS]


def stakes() -> list[Stake]:
    """The usual stakes for a point, in what the reader pays with; where that is not known, one in each."""
    if paid := currency():
        return [Stake(_coins(amount, paid), paid) for amount in FOR_A_POINT]
    return [Stake(_coins(FOR_A_POINT[1], each), each) for each in CURRENCIES]


def _coins(amount: Decimal, paid_in: str) -> Decimal:
    """An amount that is usual in euros, as large in a currency that has no cents."""
    from babel.numbers import get_currency_precision

    return amount if get_currency_precision(paid_in) else (amount * 100).to_integral()


def _shown(stake: Stake) -> str:
    return money(stake.amount, stake.currency)
