"""The score sheet as one phone sees it, with what Undo and Redo do next."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import url_for

from models.gin.cards.cards import Card
from models.gin.hand.declaration import Declaration, Points
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import Sheet
from models.records.books.rematches import won_before
from models.records.finding.earlier_sheets import Stop, undo_steps
from models.records.finding.matches import Opened
from models.records.tables.change import Change, ChangeKind
from models.records.tables.sheet_row import ExtraLineRecord, HandRecord
from views.entry.slot import points_url
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.matches.sheet_content import Action, content_of
from views.shared.change_log import line_in, record_url, titled, undone
from views.web.access import last_way
from views.web.display import display
from views.words.devices import phone
from views.words.game_summary import figures_said, from_paper
from views.words.hand_result import Words
from views.words.lists import as_sentence, paragraph
from views.words.seating import pair_named
from views.words.upcards import carried_said, reminder, sets

STOPS = {
    Stop.RULES: marked("Undo stops here: the rules were changed."),
    Stop.NAMES: marked("Undo stops here: the names were changed."),
    Stop.IMPORT: marked("Undo stops here: the match was imported."),
}

ADDS = {ChangeKind.ADDED: -1, ChangeKind.RESTORED: -1, ChangeKind.REMOVED: 1}
"""How many hands the undo of each change of a hand adds to the sheet."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What can be undone, and the address that does it."""

    url: str
    what: str = ""
    """Below the label: "hand 7"; "" where Undo stops, and the address leads to the sheet that says why."""
    sentence: str = ""
    """"Hand 7 added · Ann's phone"."""
    hands: int = 0
    """How many hands it adds to the sheet: −1 if it takes one away."""
    number: int | None = None
    """The number of that hand."""


@dataclass(frozen=True, slots=True)
class SheetUndo:
    """What Undo and Redo do on a sheet; None for what there is not."""

    undo: Undo | None = None
    redo: Undo | None = None
    stops: str = ""
    """Why Undo goes no further back."""


def undo_on(opened: Opened, watch: str) -> SheetUndo:
    """What can be undone and redone on the current sheet."""
    if opened.last_change is None or opened.seat is None:
        return SheetUndo()
    steps = undo_steps(opened.match, opened.last_change)
    return SheetUndo(
        _undo(opened, watch, steps.undo, steps.stop),
        Undo(_url("redo", opened, watch), hands=_adds(steps.redo)) if steps.redo else None,
        _(STOPS[steps.stop]) if steps.stop else "",
    )


def _undo(opened: Opened, watch: str, change: Change | None, stop: Stop | None) -> Undo | None:
    if stop:
        return Undo(url_for("matches.show", watch=watch, late="stop"))
    if change is None:
        return None
    # Translators: a change, and who made it: “Hand 7 added · Ann’s phone”.
    sentence = _(
        "%(what)s · %(phone)s",
        what=titled(change, opened.match),
        phone=phone(change.seat, opened.seat),
    )
    return Undo(_url("undo", opened, watch), undone(change), sentence, _adds(change), change.number)


def _url(act: str, opened: Opened, watch: str) -> str:
    """The address of a button, for the current sheet alone."""
    return url_for(f"matches.{act}_last", watch=watch, version=opened.match.version_stamp)


def _adds(change: Change) -> int:
    """How many hands the inverse of *change* adds to the sheet."""
    return 0 if line_in(change) else ADDS.get(change.kind, 0)


@dataclass(frozen=True, slots=True)
class Headline:
    """The hand that the sheet explains in full."""

    words: Words
    url: str
    """The page of the hand; "" for no page."""
    note: str = ""
    """What was done, unless the hand was just added; and on which phone, if it was another one."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A hand that two phones entered, and the address to enter it again as another one."""

    sentence: str
    other: Action


@dataclass(frozen=True, slots=True)
class Upcard:
    """The upcard of the hand being played."""

    label: str
    card: Card
    sets: tuple[str, ...]
    url: str
    """The page that changes it; "" for a viewer."""


class SheetPage:
    """The sheet of a match for a player with a seat, or for a viewer.

    *joined* is a hand that two phones have entered, counted once; *late*, what was done too late on it.
    """

    def __init__(self, opened: Opened, watch: str, joined: int | None = None, late: str = "") -> None:
        self.opened, self.watch, self._joined, self._late = opened, watch, joined, late
        match = self.match = opened.match
        self.content = content_of(match, watch)
        self.may_write = opened.seat is not None
        self.sheet: Sheet = self.content.sheet
        self.names: Sequence[str] = match.players
        self.rules: HouseRules = match.rules

    @cached_property
    def headline(self) -> Headline | None:
        """The hand that the sheet explains: the one changed last, else the last hand."""
        if said := from_paper(self.sheet):
            return self._only(said)
        change = self.opened.last_change
        if change is None or (change.kind is ChangeKind.ADDED and line_in(change) is None):
            return self._last_hand()
        done = titled(change, self.match)
        if change.kind is ChangeKind.RULED:
            return self._last_hand(done) or self._only(done)
        explained = self.content.explained(change.row_id) if change.row_id else None
        done = "" if change.kind is ChangeKind.ADDED else done
        return Headline(*explained, note=self._noted(done)) if explained else self._only(done)

    def _last_hand(self, done: str = "") -> Headline | None:
        if self.content.last is None:
            return None
        return Headline(self.content.last, self.content.last_url, self._noted(done))

    def _only(self, done: str) -> Headline:
        """What was done, if there is no hand to explain."""
        return Headline(Words(as_sentence(done)), self.content.history_url, self._other_phone)

    def _noted(self, done: str) -> str:
        return " · ".join(filter(None, (done, self._other_phone)))

    @property
    def _other_phone(self) -> str:
        """The phone that made the last change, if it was another one."""
        change, seat = self.opened.last_change, self.opened.seat
        if change is None or seat is None or change.seat.id == seat.id:
            return ""
        return phone(change.seat, seat)

    @property
    def announcement(self) -> str:
        """Everything that is new, for screen readers."""
        headline = self.headline
        heard = (self._saved, headline.note, headline.words.head) if headline else ()
        return paragraph((*heard, self.content.stands))

    @property
    def _saved(self) -> str:
        """That the newest hand is saved, which others see by its row."""
        change = self.opened.last_change
        if change is None or change.kind is not ChangeKind.ADDED or line_in(change):
            return ""
        return _("Hand %(number)s saved.", number=change.number)

    @property
    def ending(self) -> str:
        """How the newest hand ended, if it was just added: "gin"; or ""."""
        return self.sheet.hands[-1].outcome if self._saved else ""

    @property
    def opening(self) -> str:
        """What is said before the first hand: who plays, and what to do next."""
        if not self.content.opening:
            return ""
        on_phone = _("Play the hand, then enter it here.")
        on_others = _("New hands will appear here automatically.")
        return paragraph((self.content.opening_beside_badge, on_phone if self.may_write else on_others))

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Small facts below the totals."""
        return tuple(filter(None, (*self.content.facts, self._series)))

    @property
    def _series(self) -> str:
        """How many matches each side has won in a series of rematches; with a captain, each player."""
        won, match, table = Counter(won_before(self.match)), self.sheet.match, self.match.table
        if match.over and match.winner is not None and won:
            won.update(table.members(match.winner) if table is Table.CAPTAIN else [match.winner])
        if not won:
            return ""
        names = table.payers(self.names)
        each = figures_said(tuple(str(won[place]) for place in range(len(names))), names)
        # Translators: %(each)s: “Ann 5, Bob 3”.
        return _("Matches won: %(each)s", each=each)

    @property
    def missed(self) -> str:
        """What the defender missed in the last hand, if the players want to see it."""
        return self.content.missed if self.match.tells_missed and self._explains_last else ""

    @property
    def _explains_last(self) -> bool:
        """Whether it explains the last hand."""
        return self.headline is not None and self.headline.url == self.content.last_url

    def remembered(self, *, knows_book: bool) -> str:
        """What the last hand brings to mind, for a player who knows the book that the match is in."""
        may_know = self.may_write and (knows_book or self.match.book_id is None)
        is_told = may_know and not display().forgets and self._explains_last and not self.missed
        return self.content.remembered(self.match) if is_told else ""

    @property
    def tell_again(self) -> str:
        """The address that shows missed lay-offs again, if they were switched off."""
        if self.match.tells_missed or not self.may_write:
            return ""
        return url_for("hands.tell", watch=self.watch, tell=1)

    @property
    def note(self) -> str:
        """Reminders for the next hand: what the upcard sets, and a double that is carried over; or ""."""
        if self.sheet.match.over:
            return ""
        question = reminder(self.rules) if self.rules.needs_upcard and not self.upcard else ""
        return paragraph((question, *self._carried()))

    def _carried(self) -> Iterator[str]:
        """What the next hands count because of hands before them that nobody won."""
        partners = self.match.table is Table.PARTNERSHIP
        for faced in self.sheet.to_play if self.sheet.carried else ():
            if (times := self.sheet.carried_to(faced)) > 1:
                yield carried_said(times, pair_named(faced, self.match.players) if partners else "")

    @cached_property
    def upcard(self) -> Upcard | None:
        """The noted upcard of the hand being played, if the rules need one."""
        actions = self.content.actions
        if not actions.plays_by_upcard or self.match.upcard is None:
            return None
        card = Card.parse(self.match.upcard)
        return Upcard(
            _("The upcard"),
            card,
            sets(card, self.rules, self.sheet.carried_to((0, 1))),
            actions.upcard_url if self.may_write else "",
        )

    @property
    def late(self) -> str:
        """Why nothing was done, if something was tapped or sent too late; or ""."""
        if not self.may_write:
            return ""
        if self._late == "upcard":
            return _("Someone else saved a hand meanwhile, so your upcard was not saved.")
        if self._late == "undo":
            return _("This was already undone on another phone.")
        return self.undoing.stops if self._late == "stop" else ""

    @property
    def ahead(self) -> Sequence[object]:
        """What a phone that scores needs to show hands that the server lacks: see ahead_sheet.js."""
        undo, hands = self.undoing.undo, len(self.sheet.hands)
        takes_last = undo is not None and undo.hands == -1 and undo.number == hands
        return self.content.ahead(self.match, takes_last=takes_last)

    @cached_property
    def undoing(self) -> SheetUndo:
        return undo_on(self.opened, self.watch)

    @cached_property
    def go_on(self) -> Action | None:
        """Lets a match go on that ended after its last line."""
        if not (self.sheet.ended_here and self.may_write):
            return None
        url = url_for("matches.go_on", watch=self.watch, version=self.match.version_stamp)
        return Action(_("Go on"), url, post=True)

    @cached_property
    def joined(self) -> Joined | None:
        """The message about a hand that two phones entered."""
        if self._joined is None or not self.may_write:
            return None
        record = next((each for each in self.match.on_sheet if each.position == self._joined), None)
        if record is None:
            return None
        if isinstance(record, ExtraLineRecord):
            return self._joined_line(record)
        sentence = _(
            "Hand %(number)s was already saved on another phone. It counts only once.",
            number=self.match.number(record),
        )
        return Joined(sentence, Action(_("No, it was another hand"), self._entering_like(record)))

    def _entering_like(self, record: HandRecord) -> str:
        """Where a hand is entered that is the same as *record*."""
        if isinstance(record.hand.laid, Points):
            return points_url(self.watch)
        way = "cards" if isinstance(record.hand.laid, Declaration) else "deadwood"
        return url_for("hands.enter", watch=self.watch, by=way, like=record.position)

    def _joined_line(self, record: ExtraLineRecord) -> Joined:
        """The message about an extra line that two phones entered."""
        sentence = _("The same line was already saved on another phone. It counts only once.")
        return Joined(sentence, Action(_("Show it"), record_url(self.match, record, self.watch)))

    @cached_property
    def main(self) -> tuple[Action, ...]:
        """The buttons in the bar at the bottom. A viewer has none except the one to the rematch."""
        if self.sheet.match.over and self.opened.rematch:
            return (Action(_("Go to the rematch"), url_for("matches.show", watch=self.opened.rematch)),)
        if not self.may_write:
            return ()
        return self.content.actions.main(last_way(), upcard_is_known=self.match.upcard is not None)
