"""Changing the rules of a match under way, after seeing what that does to its sheet."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.presets import PRESETS
from models.gin.problems import Reason
from models.gin.recheck import DisallowedHand, disallowed_hands
from models.gin.rule_options import Side
from models.gin.rules import KINDS
from models.records import (
    Agreement,
    CannotStandError,
    Change,
    HandRecord,
    Match,
    NoSeatError,
    StaleSheetError,
    change_rules,
    new_entry_id,
    saved_rules_of,
)
from views.houses.editor import RulesEditor
from views.houses.form import RulesForm, typed
from views.houses.rules_diff import Comparison, compared
from views.shared.edit_conflict import LabelledHand, labelled_changes
from views.shared.rules_links import CustomRules, check
from views.shared.seating import ASKS_UPCARD
from views.web.access import device, entry_of, seated_at
from views.web.i18n import gettext as _
from views.words.houses import NAMES
from views.words.problems import Names, explain, side_names

change_rules_pages = Blueprint("change_rules", __name__, url_prefix="/m/<watch>/rules")

Page = str | tuple[str, int] | Response


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A hand that could not have been played by the new rules, in words."""

    title: str
    sentences: tuple[str, ...]
    url: str
    """Where it is corrected."""


class MatchRulesEditor(RulesEditor):
    """All that is shown while the rules of *match* are changed. What is changed is told against its own."""

    def __init__(
        self, match: Match, watch: str, form: RulesForm, begun_from: CustomRules, tapped: str
    ) -> None:
        looked = request.method == "POST"
        super().__init__(form, begun_from.preset, form.read(), looked=looked, tapped=tapped)
        self.match, self.watch = match, watch
        self.start, self.from_name = match.rules, _("So far")

    @property
    def agreed(self) -> Agreement:
        """What would be played by, and what that is called."""
        return Agreement(self.preset, self.form.called, self.rules)

    @property
    def differs(self) -> bool:
        """Whether anything would be otherwise, be it the name alone."""
        return self.agreed != self.match.agreement

    @property
    def named(self) -> str:
        """What stands on the sheet where it has no name of its own."""
        return _(NAMES[self.preset])

    @cached_property
    def unfit(self) -> list[Spoilt]:
        """The hands that could not have been played so."""
        hands = (record.hand for record in self.match.present)
        return [self._spoilt(unfit) for unfit in disallowed_hands(hands, self.rules)]

    def _spoilt(self, unfit: DisallowedHand) -> Spoilt:
        record = self.match.present[unfit.number - 1]
        names = names_of(record, self.match)
        return Spoilt(
            _("Hand %(number)s", number=unfit.number),
            tuple(explain(problem, names) for problem in unfit.problems),
            self._correcting(record, unfit),
        )

    def _correcting(self, record: HandRecord, unfit: DisallowedHand) -> str:
        """Where a hand is corrected; its upcard is asked there where it is missing."""
        missing = any(problem.reason is Reason.UPCARD_MISSING for problem in unfit.problems)
        asked: dict[str, Any] = {ASKS_UPCARD: 1} if missing else {}
        return url_for("hands.correct", watch=self.watch, number=self.match.number(record), **asked)

    @cached_property
    def comparison(self) -> Comparison | None:
        """The sheet before and after; None where a hand on it could not have been played so."""
        if self.unfit:
            return None
        match = self.match
        after = match.sheet_of((record.hand for record in match.present), self.rules)
        return compared(match.sheet, after, match.sides)

    @property
    def stands(self) -> bool:
        """Whether the match could be played so."""
        return bool(self.form.stands and not self.unfit)

    @property
    def seen(self) -> str:
        """By what the rules are known whose effect is shown."""
        return check(self.rules)

    @property
    def button(self) -> str:
        """What the main button says."""
        if not self.stands:
            return _("See what is wrong")
        return _("Use these rules") if self.differs else _("Nothing has changed yet")


def names_of(record: HandRecord, match: Match) -> Names:
    """What the two sides of a hand are called."""
    if record.hand.knocker is None:
        return side_names()
    knocker, defender = (record.hand.player(side) for side in (Side.KNOCKER, Side.DEFENDER))
    return Names(match.players[knocker], match.players[defender])


@change_rules_pages.route("/change", methods=["GET", "POST"])
def change(watch: str) -> Page:
    """Changes the rules: shows what becomes of the sheet, and writes only what was seen."""
    match = seated_at(watch)
    house = _begun_from(match)
    form = RulesForm(house.rules, house.rules, name=house.name)
    form.set(tapped := request.form.get("set", ""))
    desk = MatchRulesEditor(match, watch, form, house, tapped.partition("=")[0])
    if form.called:
        form.is_named()
    if request.method != "POST":
        return _page(desk, new_entry_id(), match.version)
    entry = entry_of(request.form.get("entry"), request.form.get("version"))
    if "look" in request.form or tapped:
        return _page(desk, entry.id, entry.version)
    if not desk.stands:
        return _page(desk, entry.id, entry.version), 422
    if request.form.get("keep") != desk.seen:
        return _page(desk, entry.id, entry.version)
    try:
        change_rules(match, desk.agreed, entry)
    except StaleSheetError as error:
        _carry_on(form, match, error.changes)
        desk = MatchRulesEditor(match, watch, form, house, "")
        return _page(desk, new_entry_id(), error.version, list(labelled_changes(error.changes, match))), 409
    except CannotStandError:
        return _page(desk, entry.id, entry.version), 422
    except NoSeatError:
        abort(403)
    return redirect(url_for("matches.show", watch=watch), 303)


def _carry_on(form: RulesForm, match: Match, changes: Iterable[Change]) -> None:
    """What was not touched on this phone becomes what another phone has made of it meanwhile."""
    seen = next((each.agreed_before for each in changes if each.agreed_before), match.agreement)
    for name, kind in KINDS.items():
        if form[name].data == typed(kind, getattr(seen.rules, name)):
            form[name].data = typed(kind, getattr(match.rules, name))
    if form.called == seen.house_name:
        form["name"].data = match.house_name


def _begun_from(match: Match) -> CustomRules:
    """The rules that the form begins with: the match's own, a preset, or a house of this phone."""
    preset = request.args.get("from", "")
    if preset in PRESETS:
        return CustomRules(preset, PRESETS[preset])
    own = request.args.get("own", type=int)
    for kept in saved_rules_of(device()) if own is not None else ():
        if kept.id == own:
            return CustomRules.of(kept)
    return CustomRules.agreed(match.agreement)


def _page(desk: MatchRulesEditor, entry: str, version: int, since: Iterable[LabelledHand] = ()) -> str:
    """The form with before and after, or only the parts that a look can change."""
    part = request.headers.get("X-Part") == "house"
    return render_template(
        "change_rules/_preview.html" if part else "change_rules/change.html",
        desk=desk,
        shown=not part,
        entry=entry,
        version=version,
        since=list(since),
        names=desk.match.sides,
        action=_url(desk.watch, **request.args.to_dict()),
        rules_url=url_for("matches.rules", watch=desk.watch),
        own=[(kept.name, _url(desk.watch, own=kept.id)) for kept in saved_rules_of(device())],
        others=[(_(NAMES[preset]), _url(desk.watch, **{"from": preset})) for preset in NAMES],
    )


def _url(watch: str, **begun_from: Any) -> str:
    said = {name: value for name, value in begun_from.items() if name in ("from", "own")}
    return url_for("change_rules.change", watch=watch, **said)
