"""The form that starts a match."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from flask import request
from flask_wtf import FlaskForm
from wtforms.fields import BooleanField, HiddenField, RadioField, StringField

from models.gin.player_names import is_same_name
from models.gin.rules.field_types import FOR_A_POINT
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Stake, ThreePlayers
from models.gin.rules.seating import TABLES, Table
from models.records.books.rematches import next_seats
from models.records.tables.match import Match
from models.records.tables.place import shown
from models.records.tables.saved_rules import SavedRules
from views.language.i18n import currency, lazy
from views.language.i18n import gettext as _
from views.shared.form_helpers import choose, chosen, problem_of_name, wrong
from views.shared.rules_links import Offer, offered_rules
from views.words.seating import FIRST_TO_DEAL, SAME_NAME, places
from views.words.stakes import money

SIT = "sit"
"""The button that changes the number of players."""

PLAYERS = "players"
"""The button that fills in the names of a group of players."""

RULES = "rules"
"""The button that closes the choice of the rules."""

WAY = "way"
"""The button that changes how three play."""

MOST_GROUPS = 3
"""How many groups of players are offered."""

COLUMNS = "3"
"""The usual number of columns in Hollywood."""

CURRENCIES = ("EUR", "USD", "GBP")
"""Offered if the reader's currency is unknown."""


class Party(NamedTuple):
    """People who have played together."""

    names: tuple[str, ...]
    table: Table


class NewMatchForm(FlaskForm):  # type: ignore[misc]
    """The players, who deals first, and the rules; optionally Hollywood and a stake."""

    entry = HiddenField()
    table = HiddenField()
    name_0 = StringField()
    name_1 = StringField()
    name_2 = StringField()
    name_3 = StringField()
    first_dealer = RadioField(default="0")
    house = RadioField(lazy("Rules"))
    three = HiddenField()
    columns = RadioField(lazy("Score sheet"), default="")
    stake = RadioField(lazy("Stake for each point"), default="")
    same_book = BooleanField(lazy("Into the book of these players, if there is one"), default=True)

    def __init__(
        self,
        own: Sequence[SavedRules] = (),
        recent: Sequence[Match] = (),
        house: str = "",
        small_books: Sequence[Sequence[str]] = (),
        again: Match | None = None,
        **kwargs: Any,
    ) -> None:
        """*own* are the rules saved on this phone, *recent* its matches, newest first.

        *small_books* has the names of the players of each of its books in which only those of one table play.
        The players and the rules of *again* are filled in.
        """
        self.small_books = small_books
        last = again or next(iter(recent), None)
        self.offers = offered_rules(
            own, last.agreement if last else None, wanted=house, posted=request.form.get("house", "")
        )
        self.groups = groups(recent)
        usual = {"house": next(iter(self.offers)), "table": last.seating.value if last else ""}
        super().__init__(data=usual | (rematch_of(again) if again else {}), **kwargs)
        self.table.data = request.form.get(SIT) or self.table.data
        self.three.data = request.form.get(WAY) or self.three.data
        self._fill_in()
        self._sit()
        choose(self.house, [(choice, offer.label) for choice, offer in self.offers.items()])
        choose(self.columns, [("", _("As in the rules")), (COLUMNS, _("Hollywood: three columns"))])
        choose(self.stake, [("", _("No stake")), *((str(stake), _shown(stake)) for stake in stakes())])
        for field in (self.columns, self.stake):
            field.data = field.data or ""

    def _fill_in(self) -> None:
        """Fills in the names of the group whose button was pressed."""
        by_number = {str(number): group for number, group in enumerate(self.groups)}
        if group := by_number.get(request.form.get(PLAYERS, "")):
            self.table.data = group.table.value
            for field, name in zip(self.name_fields, group.names, strict=True):
                field.data = name

    def _sit(self) -> None:
        """Builds the name fields for the table, and the choice of the first dealer."""
        for field, place in zip(self.name_fields, places(self.seated), strict=True):
            field.label.text = place
        self.first_dealer.label.text = _(FIRST_TO_DEAL[self.seated])
        choose(
            self.first_dealer,
            [(str(side), name) for side, name in enumerate(self.at.by_side(shown(self.names)))],
        )

    @property
    def at(self) -> Table:
        """The chosen table; two players unless the form says otherwise."""
        return Table(self.table.data) if self.table.data in list(TABLES) else Table.TWO

    @property
    def seated(self) -> Table:
        """The table, where three play as they chose, or as the chosen rules have it."""
        return self.how.table if self.at is Table.THREE else self.at

    @property
    def how(self) -> ThreePlayers:
        chosen = next((how for how in ThreePlayers if how == self.three.data), None)
        return chosen or self.chosen_offer.rules.three_players

    @property
    def only_fills_in(self) -> bool:
        """Whether a button only changed the form, so that no match starts yet."""
        return not {SIT, PLAYERS, RULES, WAY}.isdisjoint(request.form)

    @property
    def name_fields(self) -> tuple[StringField, ...]:
        return (self.name_0, self.name_1, self.name_2, self.name_3)[: self.at.people]

    @property
    def unasked(self) -> tuple[StringField, ...]:
        """The name fields of a larger table, hidden so that their values are not lost."""
        return (self.name_0, self.name_1, self.name_2, self.name_3)[self.at.people :]

    @property
    def names(self) -> tuple[str | None, ...]:
        """The names, with single spaces between their words; None for a place without one."""
        return tuple(" ".join((field.data or "").split()) or None for field in self.name_fields)

    @property
    def chosen_offer(self) -> Offer:
        """The chosen rules; the first offer if none are chosen."""
        return self.offers.get(self.house.data) or next(iter(self.offers.values()))

    @property
    def caption(self) -> str:
        """The chosen rules in a word or two."""
        return self.chosen_offer.caption(int(self.columns.data or 0) if chosen(self.columns) else 0)

    @property
    def rules(self) -> HouseRules:
        """The chosen rules, with the chosen columns and stake."""
        return self.chosen_offer.rules.but(**self._extras)

    @property
    def _extras(self) -> dict[str, Any]:
        columns = {"columns": int(self.columns.data)} if self.columns.data else {}
        three = {"three_players": self.how} if self.at is Table.THREE else {}
        return (
            columns | three | ({"stake_per_point": Stake.parse(self.stake.data)} if self.stake.data else {})
        )

    def stands(self) -> bool:
        """Whether the match can start; if not, adds an error to each field that is wrong."""
        for field in self:
            field.errors = []
        for field, name in zip(self.name_fields, self.names, strict=True):
            if name and (problem := problem_of_name(name)):
                wrong(field, problem)
        self._tell_apart()
        for field in (self.first_dealer, self.house, self.columns, self.stake):
            if chosen(field) is None:
                wrong(field, _("Choose one of these."))
        if not any(field.errors for field in (self.house, self.columns, self.stake)):
            self._agree()
        return not any(field.errors for field in self)

    def _agree(self) -> None:
        """Adds an error if the stake is in another currency than those of the rules."""
        _rules, refused = self.chosen_offer.rules.trying(self._extras)
        if refused:
            wrong(self.stake, _("These rules already have a stake in another currency."))

    def _tell_apart(self) -> None:
        """Adds an error to each name that an earlier field already has."""
        for place, name in enumerate(self.names):
            if name and any(is_same_name(name, other or "") for other in self.names[:place]):
                wrong(self.name_fields[place], _(SAME_NAME[self.at]))


def rematch_of(match: Match) -> dict[str, str]:
    """The players of a rematch, and who deals first in it, as fields of the form."""
    order, first_dealer = next_seats(match)
    names = {f"name_{at}": match.names[place] or "" for at, place in enumerate(order)}
    return names | {"first_dealer": str(first_dealer)}


def groups(recent: Sequence[Match]) -> tuple[Party, ...]:
    """The groups who have played together, newest first, each once."""
    played = dict.fromkeys(Party(match.players, match.seating) for match in recent if None not in match.names)
    return tuple(played)[:MOST_GROUPS]


def stakes() -> list[Stake]:
    """The usual stakes for a point in the reader's currency; if it is unknown, one in each usual currency."""
    if paid := currency():
        return [Stake(_coins(amount, paid), paid) for amount in FOR_A_POINT]
    return [Stake(_coins(FOR_A_POINT[1], each), each) for each in CURRENCIES]


def _coins(amount: Decimal, paid_in: str) -> Decimal:
    """An amount that is usual in euros, converted for a currency without cents."""
    from babel.numbers import get_currency_precision

    return amount if get_currency_precision(paid_in) else (amount * 100).to_integral()


def _shown(stake: Stake) -> str:
    return money(stake.amount, stake.currency)
