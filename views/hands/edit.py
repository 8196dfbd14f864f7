"""Entering a hand, new or corrected: show the form, look at it, save it, or show what came in between."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from models.gin.cards import PACK, Card
from models.gin.seating import Faced
from models.gin.sheet import Hand
from models.records import (
    Change,
    ChangeKind,
    Entry,
    HandRecord,
    Match,
    NoSeatError,
    StaleSheetError,
    Written,
    new_entry_id,
)
from views.hands.form import HandForm
from views.hands.preview import Desk, House, judge
from views.hands.sheet_preview import foretold
from views.shared.edit_conflict import Told, told, words_of
from views.shared.seating import ASKS_UPCARD, colours, from_address, round_from_address, said_in_address
from views.web.access import entry_of
from views.web.i18n import gettext as _
from views.words.seating import pair_named, who_plays

SAVED = "saved"
"""The name in the session of the entry that was saved last: its draft on the phone can go."""


Write = Callable[[Match, Hand, Entry], Written]
"""Writes a hand into a match: as a new one, or in the place of another."""


class EntryDesk:
    """Entering a hand, new or corrected: show the form, look at it, save it."""

    only_cards = False
    """Whether counts are of no use."""

    def __init__(
        self,
        match: Match,
        watch: str,
        *,
        title: str,
        write: Write,
        hands_with: Callable[[Hand], list[Hand]],
        mine: str,
        correcting: Hand | None = None,
        like: Hand | None = None,
    ) -> None:
        self.match, self.watch, self.title = match, watch, title
        self.write, self.hands_with, self.mine, self.correcting = write, hands_with, mine, correcting
        self.like = like
        self.faced = self._faced()
        self.round = round_from_address(match.table, len(match.hands) + 1) or self._round(self.faced)
        self.names = tuple(match.players[player] for player in self.faced)
        self.house = House(self.names, match.rules, self._after, self._turned(), self._asks_upcard)
        self.form = HandForm(
            names=self.names, rules=match.rules, asks_upcard=match.rules.needs_upcard or self._asks_upcard
        )
        self._take_way()

    def _faced(self) -> Faced:
        """Who played it: as the address says, else as it was, else whoever is to play next."""
        if faced := from_address(self.match.table):
            return faced
        known = self.correcting or self.like
        return known.faced if known else self.match.sheet.to_play[0]

    def _round(self, faced: Faced) -> int:
        """The round of a hand that these two have played: where it was, else the next in which they can."""
        known = self.correcting
        return known.round if known and known.round else self.match.sheet.round_of(faced)

    def _turned(self) -> Card | None:
        """The upcard on the sheet, if this is the hand that it was turned up for."""
        if self.correcting is not None or not self.match.plays_by_upcard or self.match.upcard is None:
            return None
        return Card.parse(self.match.upcard)

    @property
    def _asks_upcard(self) -> bool:
        """Whether a hand that stands already has an upcard to keep, or one that other rules ask for."""
        return self.correcting is not None and (
            self.correcting.laid.upcard is not None or ASKS_UPCARD in request.args
        )

    def _seated(self, hand: Hand) -> Hand:
        """A hand of two places as one of those who sat there."""
        return replace(hand.played_by(self.faced), round=self.round)

    def _after(self, hand: Hand) -> str:
        """How the sheet will stand, and what else *hand* changes on it."""
        played = self._seated(hand)
        whole = self.match.sheet_of(self.hands_with(played))
        return foretold(played, self.match.sheet, whole, self.match.sides)

    def _take_way(self) -> None:
        """By cards or by counts: what the address says, else the form, else the hand corrected."""
        if request.method != "POST" and (known := self.correcting or self.like):
            self.form.fill(known.played_by((0, 1)))
        elif request.method != "POST":
            self.form.upcard.data = self.match.upcard or ""
            self.form.knocker.data = request.args.get("knocker")
        if not self.form.asks_upcard:
            self.form.upcard.data = ""
        asked = request.args.get("by") or self.form.by.data
        self.form.by.data = asked if asked in ("cards", "deadwood") else "cards"

    def answer(self) -> str | tuple[str, int] | Response:
        """The answer to whatever was asked of this desk."""
        if request.method != "POST":
            if not self._is_named:
                query = urlencode(request.args.to_dict() | self._said(self.faced))
                return redirect(f"{request.path}?{query}", 303)
            self.form.entry.data, self.form.version.data = new_entry_id(), str(self.match.version)
            return self._page(judge(self.form, self.house, saving=False))
        self._take_laying()
        if self._only_looks:
            return self._page(judge(self.form, self.house, saving=False))
        desk = judge(self.form, self.house, saving=True)
        return self._page(desk) if desk.hand is None else self._save(self._seated(desk.hand))

    def _take_laying(self) -> None:
        """A button that lays a player's cards otherwise writes them into the field."""
        for player in (0, 1):
            if laying := request.form.get(f"lay_{player}"):
                self.form[f"melds_{player}"].data = laying

    @property
    def _only_looks(self) -> bool:
        return any(name in request.form for name in ("look", "lay_0", "lay_1"))

    def _page(self, desk: Desk) -> str | tuple[str, int]:
        """The form with its judgement, or only the parts that a look can change."""
        part = request.headers.get("X-Part") == "preview"
        page = render_template(
            "hands/_preview.html" if part else "hands/new.html",
            title=self.title,
            names=self.names,
            colours=colours(self.match.table, self.faced),
            who=who_plays(self.faced, self.match.table, self.match.players, self.round),
            others=self._others(),
            other_way=self._way("deadwood" if self.form.way == "cards" else "cards", self.faced),
            by=self.form.way,
            form=self.form,
            pack=PACK,
            links={"sheet": url_for("matches.show", watch=self.watch)},
            only_cards=self.only_cards,
            preview=desk,
        )
        refused = request.method == "POST" and not self._only_looks
        return (page, 422) if refused else page

    def _others(self) -> dict[str, str]:
        """The others who could have played it, each with the address that says so."""
        players, pairs = self.match.players, (each for each in self.match.table.pairs() if each != self.faced)
        return {pair_named(pair, players): self._way(self.form.way, pair) for pair in pairs}

    def _way(self, way: str, faced: Faced) -> str:
        """The query of this address that asks in another way, or for the hand of others."""
        asks = {name: value for name, value in request.args.items() if name == ASKS_UPCARD}
        return "?" + urlencode({"by": way} | self._said(faced) | asks)

    def _said(self, faced: Faced) -> dict[str, Any]:
        """What an address says of the hand, were it played by these two."""
        nth = self.round if faced == self.faced else self._round(faced)
        return said_in_address(self.match.table, faced, nth)

    @property
    def _is_named(self) -> bool:
        """Whether the address says whose hand it is, so that it stays theirs whatever others do meanwhile."""
        return self._said(self.faced).items() <= request.args.to_dict(flat=True).items()

    def _save(self, hand: Hand) -> tuple[str, int] | str | Response:
        """Writes the hand; on a sheet that has changed since, shows it beside what came in between."""
        entry = entry_of(self.form.entry.data, self.form.version.data)
        try:
            written = self.write(self.match, hand, entry)
        except StaleSheetError as error:
            return self._conflict(hand, error), 409
        except NoSeatError:
            abort(403)
        except LookupError:
            abort(404)
        session[SAVED] = entry.id
        joined = written.hand_id if written.joined else None
        return redirect(url_for("matches.show", watch=self.watch, joined=joined), 303)

    def _conflict(self, hand: Hand, error: StaleSheetError) -> str:
        place = self._place_of(error.changes)
        return self.side_by_side(
            title=_("Someone else changed the sheet meanwhile"),
            head=_("Someone else saved a hand meanwhile."),
            question=_question(error.changes, place),
            mine=Told(_("Your hand"), words_of(hand, self.match)),
            since=tuple(told(error.changes, self.match)),
            add=self.mine if place or self.correcting else self._add,
            instead=place and self._instead(place),
            fields={"version": str(error.version)},
        )

    @property
    def _add(self) -> str:
        """What the button says where no other hand was added meanwhile."""
        return _("Add mine as hand %(number)s", number=len(self.match.present) + 1)

    def _place_of(self, changes: Iterable[Change]) -> HandRecord | None:
        """The hand that was added where this one was to stand, if it is still there."""
        if self.correcting is not None:
            return None
        added = [
            self.match.hand(each.hand_id)
            for each in changes
            if each.kind is ChangeKind.ADDED and each.hand_id is not None
        ]
        return next((record for record in added if not record.removed), None)

    def _instead(self, place: HandRecord) -> tuple[str, str]:
        """The choice to put this hand in the place of another account of it."""
        return (
            _("Mine is right: correct hand %(number)s", number=self.match.number(place)),
            self._address("hands.correct", watch=self.watch, hand_id=place.id),
        )

    def _address(self, endpoint: str, **values: Any) -> str:
        """An address at which the hand is one of the same two, in the round that is theirs by then."""
        return url_for(endpoint, **values, **said_in_address(self.match.table, self.faced, 0))

    def side_by_side(self, *, fields: dict[str, str], form: str = "", **context: object) -> str:
        """Two accounts of a hand, and the form as it was sent, *fields* changed, to send again to *form*."""
        sent = {name: value for name, value in request.form.items() if name in self.form}
        sent |= {"entry": new_entry_id(), "by": self.form.way} | fields
        return render_template(
            "hands/side_by_side.html",
            fields=tuple(sent.items()),
            links={
                "sheet": url_for("matches.show", watch=self.watch),
                "form": form or self._address(str(request.endpoint), **(request.view_args or {})),
            },
            **context,
        )


def _question(changes: Iterable[Change], place: HandRecord | None) -> str:
    """What is to be decided: whether two accounts are of one hand, or whether one's own still holds."""
    if place:
        return _("Is yours the same hand or another one? Yours is not saved yet.")
    if all(change.kind is ChangeKind.RULED for change in changes):
        return _("The rules have changed. Below is what your hand scores now. It is not saved yet.")
    return _("See what has changed. Yours is not saved yet.")
