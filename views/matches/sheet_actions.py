"""What players can do from the sheet. It is the same on all phones that can score."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import url_for

from models.gin.hand.declaration import Declaration
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import Sheet
from models.records.tables.match import Match
from views.language.i18n import gettext as _
from views.shared.line_links import opening_url, penalty_url, points_url
from views.shared.seating import said_in_address
from views.words.seating import pair_named


@dataclass(frozen=True, slots=True)
class Action:
    """A button or a link."""

    label: str
    url: str
    post: bool = False
    is_main: bool = False
    """Whether it is as prominent as the first."""


class SheetActions:
    """The actions under a sheet and in its menu. It holds values and no records, so it can be cached."""

    def __init__(self, match: Match, sheet: Sheet, watch: str) -> None:
        self.sheet, self.watch = sheet, watch
        self.names: Sequence[str] = match.players
        self.rules = match.rules
        self.plays_by_upcard = match.plays_by_upcard and not sheet.match.over
        self._opening_url = opening_url(match, sheet, watch)

    def main(self, way: str | None, *, upcard_is_known: bool) -> tuple[Action, ...]:
        """Those in the bar at the bottom, the main one first.

        *way* is how the phone entered its last hand. If it never has, nor anybody here, both ways are
        offered; partners enter cards then.
        """
        if self.sheet.match.over:
            return (self._rematch,)
        way = way or self._last_way or ("cards" if self.sheet.table is Table.PARTNERSHIP else None)
        asks_upcard = self.plays_by_upcard and not upcard_is_known
        entering = (self._hand(way), self._other(way)) if way else self._ways(are_main=not asks_upcard)
        if asks_upcard:
            return (self._upcard, *(entering[:1] if way else entering))
        return entering

    def _ways(self, *, are_main: bool) -> tuple[Action, ...]:
        """The two ways to enter the first hand."""
        # Translators: the two ways to enter a hand: by the two numbers of deadwood, or by all cards.
        numbers = Action(_("Numbers"), self._entering("deadwood"), is_main=are_main)
        return numbers, Action(_("Cards"), self._entering("cards"), is_main=are_main)

    @cached_property
    def _rematch(self) -> Action:
        return Action(_("Rematch"), url_for("matches.rematch", watch=self.watch), post=True)

    @cached_property
    def _upcard(self) -> Action:
        return Action(_("Enter the upcard"), self.upcard_url)

    @cached_property
    def upcard_url(self) -> str:
        """The page that asks for the upcard."""
        return url_for("upcards.ask", watch=self.watch)

    def _hand(self, way: str) -> Action:
        """Enters the next hand."""
        if self.sheet.table is Table.PARTNERSHIP:
            return self._pair(0, way)
        number = len(self.sheet.hands) + 1
        if self.sheet.game.over:
            label = _("Next game: hand %(number)s", number=number)
        else:
            label = _("Enter hand %(number)s", number=number)
        return Action(label, self._entering(way))

    def _other(self, way: str) -> Action:
        """A dead hand; or the hand of the other pair, while two pairs of partners play."""
        if len(self.sheet.to_play) > 1:
            return self._pair(1, way)
        return Action(_("Dead hand"), self._entering(way, knocker="none"))

    def _pair(self, place: int, way: str) -> Action:
        """Enters the hand of one pair of partners."""
        label = pair_named(self.sheet.to_play[place], self.names)
        return Action(label, self._entering(way, place), is_main=place > 0)

    def _entering(self, way: str, place: int = 0, knocker: str | None = None) -> str:
        """The address that enters the next hand, with the *knocker* chosen."""
        pair = self.sheet.to_play[place]
        query = said_in_address(self.sheet.table, pair, self.sheet.round_of(pair))
        return url_for("hands.enter", watch=self.watch, by=way, knocker=knocker, **query)

    @cached_property
    def _last_way(self) -> str | None:
        """How the last hand with a winner was entered; None at first."""
        for scored_hand in reversed(self.sheet.hands):
            if scored_hand.hand.known_knocker is not None:
                return "cards" if isinstance(scored_hand.hand.laid, Declaration) else "deadwood"
        return None

    @cached_property
    def penalty(self) -> Action:
        """In the menu: where a penalty or an adjustment is entered."""
        return Action(_("Penalty or adjustment"), penalty_url(self.watch))

    @cached_property
    def rare(self) -> tuple[Action, ...]:
        """In the menu, under more: where hands from paper and opening scores are entered."""
        from_paper = Action(_("Hand from paper"), points_url(self.watch))
        opening = Action(_("Opening scores"), self._opening_url)
        return (from_paper, opening) if opening.url else (from_paper,)
