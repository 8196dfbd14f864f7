"""Entering a hand, new or corrected: show the form, look at it, save it, or show what came in between."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from models.gin.cards import PACK
from models.gin.columns import Pair
from models.gin.rules import HouseRules
from models.gin.scoring import score
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
    history,
    new_entry_id,
    ruled,
)
from views.desk import Desk, House, judge
from views.forms.hand import HandForm
from views.guests import entry_of
from views.histories import titled
from views.language import gettext as _
from views.words.results import Words, explain
from views.words.rulings import differences
from views.words.times import when

SAVED = "saved"
"""The name in the session of the entry that was saved last: its draft on the phone can go."""

Write = Callable[[Match, Hand, Entry], Written]
"""Writes a hand into a match: as a new one, or in the place of another."""


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
        like: Hand | None = None,
    ) -> None:
        self.match, self.watch, self.title = match, watch, title
        self.write, self.hands_with, self.mine, self.correcting = write, hands_with, mine, correcting
        self.like = like
        self.house = House(match.players, match.rules, self._totals_after)
        self.form = HandForm(names=match.players, rules=match.rules)
        self._take_way()

    def _totals_after(self, hand: Hand) -> Pair | None:
        """Both totals of the game under way if *hand* were saved; None if the match had ended before it."""
        whole = sheet(self.hands_with(hand), self.match.rules, self.match.first_dealer)
        if any(line.past_the_end and line.hand is hand for line in whole.lines):
            return None
        return whole.game.final or whole.game.running

    def _take_way(self) -> None:
        """By cards or by counts: what the address says, else the form, else the hand corrected."""
        if request.method != "POST" and (known := self.correcting or self.like):
            self.form.fill(known)
        elif request.method != "POST":
            self.form.upcard.data = self.match.upcard or ""
        asked = request.args.get("by") or self.form.by.data
        self.form.by.data = asked if asked in ("cards", "counts") else "cards"

    def answer(self) -> str | tuple[str, int] | Response:
        """The answer to whatever was asked of this desk."""
        if request.method != "POST":
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
            only_cards=isinstance(self, CheckDesk),
            desk=desk,
        )
        refused = request.method == "POST" and not self._only_looks
        return (page, 422) if refused else page

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
        same = any(change.after == hand for change in error.changes)
        place = self._place_of(error.changes)
        return self.side_by_side(
            title=_("The sheet has changed meanwhile"),
            head=_("The sheet went on while you were writing."),
            question=_("This hand was entered already. Nothing of yours is written twice.")
            if same
            else _("Is yours the same hand, or another one? Nothing of yours is written yet."),
            same=same,
            mine=Told(_("Your hand"), words_of(hand, self.match)),
            since=tuple(told(error.changes, self.match)),
            add=self.mine,
            instead=place and self._instead(place),
            fields={"version": str(error.version)},
        )

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
            url_for("hands.correct", watch=self.watch, hand_id=place.id),
        )

    def side_by_side(self, *, fields: dict[str, str], form: str = "", **context: object) -> str:
        """Two accounts of a hand, and the form as it was sent, *fields* changed, to send again to *form*."""
        sent = {name: value for name, value in request.form.items() if name in self.form}
        sent |= {"entry": new_entry_id(), "by": self.form.way} | fields
        return render_template(
            "hands/side_by_side.html",
            fields=tuple(sent.items()),
            links={
                "sheet": url_for("matches.show", watch=self.watch),
                "form": form or url_for(str(request.endpoint), **(request.view_args or {})),
            },
            **context,
        )


class GoneDesk(EntryDesk):
    """A correction of a hand that was removed meanwhile: nothing is lost, it can be added as another."""

    def _save(self, hand: Hand) -> tuple[str, int] | str | Response:
        removal = next(change for change in history(self.match) if change.hand_id == self.hand_id)
        page = self.side_by_side(
            title=_("The sheet has changed meanwhile"),
            head=_("The hand was removed while you were writing."),
            question=_("Bring it back in the history to correct it, or add yours as another hand."),
            mine=Told(_("Your hand"), words_of(hand, self.match)),
            since=tuple(told([removal], self.match)),
            add=_("Add mine as hand %(number)s", number=len(self.match.present) + 1),
            fields={"version": str(self.match.version)},
            form=url_for("hands.enter", watch=self.watch),
        )
        return page, 409

    @property
    def hand_id(self) -> int:
        """The hand that was to be corrected."""
        return int((request.view_args or {})["hand_id"])


class CheckDesk(EntryDesk):
    """The cards of a hand that was entered by counts: if they agree it is checked, if not both are shown."""

    def __init__(self, match: Match, watch: str, **kwargs: Any) -> None:
        super().__init__(match, watch, **kwargs)
        self.form.by.data = "cards"

    def _save(self, hand: Hand) -> tuple[str, int] | str | Response:
        if "agree" in request.form or self._agrees(hand):
            return super()._save(hand)
        return self._disagreement(hand)

    def _agrees(self, hand: Hand) -> bool:
        """Whether the cards say what is on the sheet: the same player out, the same two counts."""
        rules, kept = self.match.rules, self.correcting
        return kept is not None and kept.agrees_with(hand, rules)

    def _disagreement(self, hand: Hand) -> str:
        """Both accounts side by side: one tap corrects the sheet."""
        on_sheet = [] if self.correcting is None else [words_of(self.correcting, self.match)]
        return self.side_by_side(
            title=_("The cards say otherwise"),
            head=_("The cards and the sheet do not agree."),
            question=_("Look at both. The sheet stays as it is until you correct it."),
            mine=Told(_("By the cards"), words_of(hand, self.match)),
            since=tuple(Told(_("On the sheet"), words) for words in on_sheet),
            add=self.mine,
            fields={},
        )

    def side_by_side(self, *, fields: dict[str, str], **context: Any) -> str:
        """Whoever has seen both accounts and sends again means it."""
        return super().side_by_side(fields=fields | {"agree": "1"}, **context)


@dataclass(frozen=True, slots=True)
class Told:
    """A hand in words, under a label."""

    label: str
    words: Words


def words_of(hand: Hand, match: Match, rules: HouseRules | None = None) -> Words:
    """The sentence of *hand* under *rules*, or those of *match*."""
    rules = rules or match.rules
    return explain(hand, score(hand.laid, rules), match.players, rules)


def told(changes: Iterable[Change], match: Match) -> Iterator[Told]:
    """What came in between, each by the rules of its time."""
    rules_of = {change.version: rules for change, rules in ruled(match)}
    for change in changes:
        label = titled(change, match) + ", " + when(change.at)
        if change.agreed_before and change.agreed_after:
            yield Told(label, Words(differences(change.agreed_before, change.agreed_after)[1]))
        elif hand := change.after or change.before:
            yield Told(label, words_of(hand, match, rules_of[change.version]))
