"""The pages of a hand: enter it, look at it, correct it, remove it, bring it back."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.cards import PACK
from models.gin.columns import Pair
from models.gin.declaration import Declaration, Side
from models.gin.scoring import HandResult, score
from models.gin.sheet import Hand, sheet
from models.records import (
    Change,
    ChangeKind,
    Entry,
    HandRecord,
    Match,
    NoSeatError,
    StaleSheetError,
    Written,
    add_hand,
    correct_hand,
    history,
    new_entry_id,
    remove_hand,
    restore_hand,
)
from views.desk import Desk, House, judge, with_layoffs
from views.forms.hand import HandForm
from views.guests import entry_of, match_at, seat_in, seated_at
from views.language import gettext as _
from views.language import marked
from views.matches import CHANGES, change_url
from views.words.results import Part, Words, broken_meld, explain, meld_named, parts
from views.words.times import when

hands = Blueprint("hands", __name__, url_prefix="/m/<watch>/hands")

DONE = {
    ChangeKind.ADDED: marked("Entered"),
    ChangeKind.CORRECTED: marked("Corrected"),
    ChangeKind.REMOVED: marked("Removed"),
    ChangeKind.RESTORED: marked("Brought back"),
}

Write = Callable[[Match, Hand, Entry], Written]
"""Writes a hand into a match: as a new one, or in the place of another."""


@hands.route("/new", methods=["GET", "POST"])
def enter(watch: str) -> str | tuple[str, int] | Response:
    """Enters the next hand."""
    match = seated_at(watch)
    number = len(match.present) + 1
    desk = EntryDesk(
        match,
        watch,
        title=_("Hand %(number)s: who went out?", number=number),
        write=add_hand,
        hands_with=lambda hand: [*(record.hand for record in match.present), hand],
        mine=_("Add mine as hand %(number)s too", number=number),
    )
    return desk.answer()


@hands.route("/<int:hand_id>/correct", methods=["GET", "POST"])
def correct(watch: str, hand_id: int) -> str | tuple[str, int] | Response:
    """Corrects a hand, however old it is."""
    match = seated_at(watch)
    record = record_in(match, hand_id)
    if record.removed:
        abort(404)

    def write(match: Match, hand: Hand, entry: Entry) -> Written:
        return correct_hand(match, hand_id, hand, entry)

    desk = EntryDesk(
        match,
        watch,
        title=_("Correct hand %(number)s", number=match.number(record)),
        write=write,
        hands_with=lambda hand: [hand if each is record else each.hand for each in match.present],
        mine=_("Correct hand %(number)s my way", number=match.number(record)),
        correcting=record.hand,
    )
    return desk.answer()


@hands.get("/<int:hand_id>")
def show(watch: str, hand_id: int) -> str:
    """One hand: what it was worth and why, its cards, what was changed in it."""
    match = match_at(watch)
    record = record_in(match, hand_id)
    page = HandPage(match, watch, record, may_write=seat_in(match) is not None)
    return render_template("hands/show.html", **page.context())


@hands.post("/<int:hand_id>/remove")
def remove(watch: str, hand_id: int) -> Response:
    """Takes a hand off the sheet."""
    return _change(watch, hand_id, remove_hand)


@hands.post("/<int:hand_id>/restore")
def restore(watch: str, hand_id: int) -> Response:
    """Brings a removed hand back to its place."""
    return _change(watch, hand_id, restore_hand)


def _change(watch: str, hand_id: int, act: Callable[[Match, int, Entry], Written]) -> Response:
    """Does what a bare button asks for; on a sheet that has changed since, it is to be seen first."""
    match = seated_at(watch)
    try:
        act(match, hand_id, entry_of(request.args.get("entry"), request.args.get("version")))
    except StaleSheetError:
        abort(409)
    except NoSeatError:
        abort(403)
    except LookupError:
        abort(404)
    return redirect(url_for("matches.show", watch=watch), 303)


def record_in(match: Match, hand_id: int) -> HandRecord:
    """The hand of *match* with this id; 404 if it has none."""
    try:
        return match.hand(hand_id)
    except LookupError:
        abort(404)


class EntryDesk:
    """Entering a hand, new or corrected: show the form, look at it, save it."""

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
    ) -> None:
        self.match, self.watch, self.title = match, watch, title
        self.write, self.hands_with, self.mine, self.correcting = write, hands_with, mine, correcting
        self.house = House(match.players, match.rules, self._totals_after)
        self.form = HandForm(names=match.players, rules=match.rules)
        self._take_way()

    def _totals_after(self, hand: Hand) -> Pair:
        """Both totals of the game under way if *hand* were saved."""
        game = sheet(self.hands_with(hand), self.match.rules, self.match.first_dealer).game
        return game.final or game.running

    def _take_way(self) -> None:
        """By cards or by counts: what the address says, else the form, else the hand corrected."""
        if request.method == "GET" and self.correcting is not None:
            self.form.fill(self.correcting)
        asked = request.args.get("by") or self.form.by.data
        self.form.by.data = asked if asked in ("cards", "counts") else "cards"

    def answer(self) -> str | tuple[str, int] | Response:
        """The answer to whatever was asked of this desk."""
        if request.method == "GET":
            self.form.entry.data, self.form.version.data = new_entry_id(), str(self.match.version)
            return self._page(judge(self.form, self.house, saving=False))
        self._take_laying()
        if self._only_looks:
            return self._page(judge(self.form, self.house, saving=False))
        desk = judge(self.form, self.house, saving=True)
        return self._page(desk) if desk.hand is None else self._save(desk.hand)

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
        part = request.headers.get("X-Part") == "desk"
        page = render_template(
            "hands/_desk.html" if part else "hands/new.html",
            title=self.title,
            names=self.match.players,
            by=self.form.way,
            form=self.form,
            house=self.house,
            pack=PACK,
            links={"sheet": url_for("matches.show", watch=self.watch)},
            desk=desk,
        )
        refused = request.method == "POST" and not self._only_looks
        return (page, 422) if refused else page

    def _save(self, hand: Hand) -> tuple[str, int] | Response:
        """Writes the hand; on a sheet that has changed since, shows it beside what came in between."""
        try:
            self.write(self.match, hand, entry_of(self.form.entry.data, self.form.version.data))
        except StaleSheetError as error:
            return self._conflict(hand, error), 409
        except NoSeatError:
            abort(403)
        except LookupError:
            abort(404)
        return redirect(url_for("matches.show", watch=self.watch), 303)

    def _conflict(self, hand: Hand, error: StaleSheetError) -> str:
        fields = {name: value for name, value in request.form.items() if name in self.form}
        fields |= {"entry": new_entry_id(), "version": str(error.version), "by": self.form.way}
        return render_template(
            "hands/conflict.html",
            title=_("The sheet has changed meanwhile"),
            mine=Told(_("Your hand"), words_of(hand, self.match)),
            since=tuple(told(change, self.match) for change in error.changes),
            fields=tuple(fields.items()),
            add=self.mine,
            links={
                "sheet": url_for("matches.show", watch=self.watch),
                "form": url_for(str(request.endpoint), **(request.view_args or {})),
            },
        )


@dataclass(frozen=True, slots=True)
class Told:
    """A hand in words, under a label."""

    label: str
    words: Words


def words_of(hand: Hand, match: Match) -> Words:
    """The sentence of *hand* under the rules of *match*."""
    return explain(hand, score(hand.laid, match.rules), match.players, match.rules)


def told(change: Change, match: Match) -> Told:
    """A change that came in between."""
    label = _(CHANGES[change.kind], number=change.number) + ", " + when(change.at)
    hand = change.after or change.before
    return Told(label, words_of(hand, match) if hand else Words(""))


@dataclass(frozen=True, slots=True)
class BillRow:
    """A part of what a hand was worth."""

    label: str
    values: tuple[str]
    strong: bool


@dataclass(frozen=True, slots=True)
class LaidTray:
    """What one player laid down."""

    title: str
    deadwood: str
    melds: tuple[tuple[object, ...], ...]
    unmatched: tuple[object, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class ToldChange:
    """A change of one hand."""

    when: str
    what: str
    before: str
    after: str


class HandPage:
    """The page of one hand."""

    def __init__(self, match: Match, watch: str, record: HandRecord, may_write: bool) -> None:
        self.match, self.watch, self.record, self.may_write = match, watch, record, may_write
        self.hand: Hand = record.hand
        self.result: HandResult = score(self.hand.laid, match.rules)

    def context(self) -> dict[str, object]:
        """All that the template needs."""
        laid = self.hand.laid if isinstance(self.hand.laid, Declaration) else None
        return {
            "title": self._title,
            "names": self.match.players,
            "words": explain(self.hand, self.result, self.match.players, self.match.rules),
            "rows": tuple(map(_row, parts(self.hand, self.result, self.match.players, self.match.rules))),
            "trays": self._trays(laid) if laid else (),
            "laid_off": frozenset(laid.laid_off) if laid else frozenset(),
            "upcard": self.hand.laid.upcard,
            "hint": self._hint,
            "removed": self.record.removed,
            "changes": tuple(self._changes()),
            "links": self._links(),
        }

    @property
    def _title(self) -> str:
        if self.record.removed:
            return _("A removed hand")
        return _("Hand %(number)s", number=self.match.number(self.record))

    @property
    def _hint(self) -> str:
        if self.record.removed:
            return ""
        line = self.match.sheet.lines[self.match.number(self.record) - 1]
        return (
            _("The match had ended before it: it is kept, and counts for nothing.")
            if line.past_the_end
            else ""
        )

    def _trays(self, laid: Declaration) -> tuple[LaidTray, LaidTray]:
        """What both laid, the players in their order."""
        rules, names = self.match.rules, self.match.players
        knocker, defender = self.hand.player(Side.KNOCKER), self.hand.player(Side.DEFENDER)
        broken = broken_meld(laid, rules) if laid.layoffs else None
        trays = {
            knocker: LaidTray(
                _("%(name)s laid", name=names[knocker]),
                _("deadwood %(left)s", left=rules.deadwood(laid.knocker.unmatched)),
                tuple(with_layoffs(laid.knocker.melds, laid)),
                laid.knocker.unmatched,
            ),
            defender: LaidTray(
                _("%(name)s keeps", name=names[defender]),
                _("deadwood %(left)s", left=rules.deadwood(laid.defender.unmatched)),
                laid.defender.melds,
                laid.defender.unmatched,
                _("%(name)s broke %(meld)s on purpose.", name=names[defender], meld=meld_named(broken))
                if broken
                else "",
            ),
        }
        return trays[0], trays[1]

    def _changes(self) -> list[ToldChange]:
        changes = [change for change in history(self.match) if change.hand_id == self.record.id]
        return [
            ToldChange(
                when(change.at),
                _(DONE[change.kind]),
                str(words_of(change.before, self.match)) if change.before else "",
                str(words_of(change.after, self.match)) if change.after else "",
            )
            for change in changes
        ]

    def _links(self) -> dict[str, str]:
        removed, writes = self.record.removed, self.may_write
        return {
            "sheet": url_for("matches.show", watch=self.watch),
            "history": url_for("matches.history", watch=self.watch),
            "correct": url_for(".correct", watch=self.watch, hand_id=self.record.id)
            if writes and not removed
            else "",
            "remove": self._changing("hands.remove") if writes and not removed else "",
            "restore": self._changing("hands.restore") if writes and removed else "",
        }

    def _changing(self, endpoint: str) -> str:
        return change_url(endpoint, self.watch, self.record.id, self.match)


def _row(part: Part) -> BillRow:
    return BillRow(part.label, (part.points,), part.strong)
