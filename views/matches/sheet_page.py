"""The sheet as a page: everything that its template says, in words and ready figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import url_for

from models.gin.cards import Card
from models.gin.declaration import Declaration
from models.gin.rules import HouseRules
from models.gin.sheet import Sheet, Table
from models.records import Opened
from views.matches.sheet_content import board_of
from views.shared.change_log import titled
from views.shared.seating import said_in_address
from views.web.i18n import gettext as _
from views.words.devices import phone
from views.words.seating import pair_named
from views.words.upcards import sets


@dataclass(frozen=True, slots=True)
class Action:
    """What the bar at the bottom offers."""

    label: str
    url: str
    post: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """What was done last, and where it is undone."""

    said: str
    url: str


@dataclass(frozen=True, slots=True)
class Joined:
    """Two accounts of a hand that became one, and the way to say that they were two."""

    said: str
    other: Action


@dataclass(frozen=True, slots=True)
class Turned:
    """The card turned up for the hand being played."""

    card: Card
    sets: tuple[str, ...]
    url: str
    """Where it is changed; "" for a watcher."""


class SheetPage:
    """The sheet of a match for a player with a seat, or for a watcher.

    *joined* is a hand that this phone has entered and another one too: both are one.
    """

    def __init__(self, opened: Opened, watch: str, joined: int | None = None) -> None:
        self.opened, self.watch, self._joined = opened, watch, joined
        match = self.match = opened.match
        self.board = board_of(match, watch)
        self.may_write = opened.seat is not None
        self.sheet: Sheet = self.board.sheet
        self.names: Sequence[str] = match.players
        self.rules: HouseRules = match.rules

    @property
    def missed(self) -> str:
        """What the defender missed in the last hand, where the players ask for it."""
        return self.board.missed if self.match.tells_missed else ""

    @property
    def tell_again(self) -> str:
        """Where a player asks to be told again what was missed, if that was switched off."""
        if self.match.tells_missed or not self.may_write:
            return ""
        return url_for("hands.tell", watch=self.watch, tell=1)

    @property
    def note(self) -> str:
        """What to mind in this house while a hand is played."""
        if self.sheet.match.over or self.turned:
            return ""
        if self.rules.oklahoma and self.rules.spade_double:
            return _("Mind the upcard: it sets the knock, and a spade doubles the hand.")
        if self.rules.oklahoma:
            return _("Mind the upcard: it sets the knock.")
        return _("Mind the upcard: a spade doubles the hand.") if self.rules.spade_double else ""

    @cached_property
    def turned(self) -> Turned | None:
        """The card turned up, while a hand is played by it and the players have noted it."""
        if not self._plays_by_upcard or self.match.upcard is None:
            return None
        card = Card.parse(self.match.upcard)
        return Turned(card, sets(card, self.rules), self._upcard_url if self.may_write else "")

    @property
    def late(self) -> str:
        """What is said to a phone whose upcard came after its hand."""
        return _("The sheet went on meanwhile: your upcard was not noted. See whether it is asked again.")

    @property
    def _plays_by_upcard(self) -> bool:
        return self.match.plays_by_upcard and not self.sheet.match.over

    @property
    def _upcard_url(self) -> str:
        return url_for("upcards.ask", watch=self.watch)

    @cached_property
    def undo(self) -> Undo | None:
        """What was done last, and where it is undone."""
        change = self.opened.last_change
        if change is None or not self.may_write:
            return None
        said = _(
            "%(what)s · %(phone)s",
            what=titled(change, self.match),
            phone=phone(change.seat, self.opened.seat),
        )
        return Undo(said, url_for("matches.undo_last", watch=self.watch, version=self.match.version))

    @cached_property
    def joined(self) -> Joined | None:
        """A hand that two phones have entered, and what to do if they were two."""
        if self._joined is None or not self.may_write:
            return None
        record = next((each for each in self.match.present if each.id == self._joined), None)
        if record is None:
            return None
        said = _(
            "Hand %(number)s was on the sheet already. It is one hand.", number=self.match.number(record)
        )
        way = "cards" if isinstance(record.hand.laid, Declaration) else "deadwood"
        url = url_for("hands.enter", watch=self.watch, by=way, like=record.id)
        return Joined(said, Action(_("It was another hand"), url))

    @cached_property
    def main(self) -> Action | None:
        """The one main action; a watcher has none but to go on to the next game."""
        if self.sheet.match.over and self.opened.rematch:
            return Action(_("To the next game"), url_for("matches.show", watch=self.opened.rematch))
        if not self.may_write:
            return None
        if self.sheet.match.over:
            return Action(_("Another game"), url_for("matches.rematch", watch=self.watch), post=True)
        if self._asks_upcard:
            return Action(_("Turn up a card"), self._upcard_url)
        return self._enter

    @property
    def _asks_upcard(self) -> bool:
        """Whether the upcard is asked before the hand."""
        return self._plays_by_upcard and self.match.upcard is None

    @property
    def _enter(self) -> Action:
        number, address = len(self.sheet.lines) + 1, self._entering(self._usual_way)
        if self.match.table is Table.PARTNERSHIP:
            return self._enter_pair(0)
        if self.sheet.game.over:
            return Action(_("Next game: hand %(number)s", number=number), address)
        return Action(_("Enter hand %(number)s", number=number), address)

    def _enter_pair(self, place: int) -> Action:
        """Enters the hand of one pair; while two play side by side, there are two."""
        pair = self.sheet.to_play[place]
        return Action(pair_named(pair, self.names), self._entering(self._usual_way, place))

    @cached_property
    def other(self) -> Action | None:
        """The other way to enter a hand; where the upcard is asked first, the usual one."""
        if not self.may_write or self.sheet.match.over:
            return None
        if self._asks_upcard:
            return self._enter
        if len(self.sheet.to_play) > 1:
            return self._enter_pair(1)
        if self._usual_way == "cards":
            return Action(_("Just counts"), self._entering("deadwood"))
        return Action(_("By cards"), self._entering("cards"))

    @cached_property
    def _usual_way(self) -> str:
        """How the last hand with a winner was entered; by cards at first."""
        for line in reversed(self.sheet.lines):
            if line.hand.knocker is not None:
                return "cards" if isinstance(line.hand.laid, Declaration) else "deadwood"
        return "cards"

    def _entering(self, way: str, place: int = 0) -> str:
        pair = self.sheet.to_play[place]
        said = said_in_address(self.match.table, pair, self.sheet.round_of(pair))
        return url_for("hands.enter", watch=self.watch, by=way, **said)
