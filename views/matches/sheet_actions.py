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
from views.words.turned_card import turned


@dataclass(frozen=True, slots=True)
class Action:
    """A button or a link."""

    label: str
    url: str
    post: bool = False
    how: str = ""
    """A line below the label: how the hand is entered."""


class SheetActions:
    """The actions under a sheet and in its menu. It holds values and no records, so it can be cached."""

    def __init__(self, match: Match, sheet: Sheet, watch: str) -> None:
        self.sheet, self.watch = sheet, watch
        self.names: Sequence[str] = match.players
        self.rules = match.rules
        self.plays_by_upcard = match.plays_by_upcard and not sheet.match.over
        self._opening_url = opening_url(match, sheet, watch)

    def main(self, *, upcard_is_known: bool) -> tuple[Action, ...]:
        """Those in the bar at the bottom, the main one first."""
        if self.sheet.match.over:
            return (self._rematch,)
        if self.plays_by_upcard and not upcard_is_known:
            return (self._upcard, self._hand)
        return (self._hand, self._other)

    @cached_property
    def _rematch(self) -> Action:
        return Action(_("Rematch"), url_for("matches.rematch", watch=self.watch), post=True)

    @cached_property
    def _upcard(self) -> Action:
        return Action(turned("Enter the upcard", self.rules), self.upcard_url)

    @cached_property
    def upcard_url(self) -> str:
        """The page that asks for the upcard."""
        return url_for("upcards.ask", watch=self.watch)

    @cached_property
    def _hand(self) -> Action:
        """Enters the next hand."""
        if self.sheet.table is Table.PARTNERSHIP:
            return self._pair(0)
        number = len(self.sheet.hands) + 1
        if self.sheet.game.over:
            label = _("Next game: hand %(number)s", number=number)
        else:
            label = _("Enter hand %(number)s", number=number)
        return Action(label, self._entering(), how=self._how)

    @cached_property
    def _other(self) -> Action:
        """A dead hand; or the hand of the other pair, while two pairs of partners play."""
        if len(self.sheet.to_play) > 1:
            return self._pair(1)
        return Action(_("Dead hand"), self._entering(knocker="none"))

    def _pair(self, place: int) -> Action:
        """Enters the hand of one pair of partners."""
        return Action(pair_named(self.sheet.to_play[place], self.names), self._entering(place), how=self._how)

    def _entering(self, place: int = 0, knocker: str | None = None) -> str:
        """The address that enters the next hand, with the *knocker* chosen."""
        pair = self.sheet.to_play[place]
        query = said_in_address(self.sheet.table, pair, self.sheet.round_of(pair))
        return url_for("hands.enter", watch=self.watch, by=self._usual_way, knocker=knocker, **query)

    @property
    def _how(self) -> str:
        """How the hand is entered: "by cards" or "just deadwood"."""
        return _("by cards") if self._usual_way == "cards" else _("just deadwood")

    @cached_property
    def _usual_way(self) -> str:
        """How the last hand with a winner was entered; by cards at first."""
        for scored_hand in reversed(self.sheet.hands):
            if scored_hand.hand.known_knocker is not None:
                return "cards" if isinstance(scored_hand.hand.laid, Declaration) else "deadwood"
        return "cards"

    @cached_property
    def penalty(self) -> Action:
        """In the menu: where a penalty or an adjustment is entered."""
        return Action(_("Penalty or adjustment"), penalty_url(self.watch))

    @cached_property
    def start_from(self) -> Action | None:
        """On a fresh sheet: where scores from paper or a handicap are entered."""
        if not self.sheet.is_blank:
            return None
        return Action(_("Started on paper, or playing with a handicap?"), self._opening_url)

    @cached_property
    def rare(self) -> tuple[Action, ...]:
        """In the menu, under more: where hands from paper and opening scores are entered."""
        from_paper = Action(_("Hand from paper"), points_url(self.watch))
        opening = Action(_("Opening scores"), self._opening_url)
        return (from_paper, opening) if opening.url else (from_paper,)
