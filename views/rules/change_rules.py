"""Changing the rules of a match while it is played, after a preview of what differs on its sheet."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.hand.problems import InvalidDeclarationError, Problem, Reason
from models.gin.money import account
from models.gin.rules.house_rules import KINDS
from models.gin.rules.options import Side
from models.gin.rules.presets import PRESETS
from models.gin.sheet.games import Game
from models.gin.sheet.sheet import Sheet, disallowed_extra_lines, disallowed_hands
from models.records.saving.pipeline import StaleSheetError, new_entry_id
from models.records.saving.rule_changes import CannotStandError, change_rules
from models.records.tables.change import Change
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.saved_rules import saved_rules_of
from models.records.tables.sheet_row import HandRecord, Record
from views.entry.conflict import LabelledHand, labelled_changes
from views.entry.slot import ASKS_UPCARD
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.rules.editor import RulesEditor
from views.rules.form import RulesForm, typed
from views.shared.form_helpers import wrong
from views.shared.rules_links import CustomRules, check
from views.web import outbox
from views.web.access import device, entry_of, seated_at
from views.web.numbers import whole
from views.words.extra_lines import kind_of
from views.words.game_summary import ending, last_hand, past, standing
from views.words.lists import paragraph
from views.words.problems import Names, explain, side_names
from views.words.rule_sets import NAMES, OFFERED, SHORT_NAMES
from views.words.stakes import paying, would_pay


@dataclass(frozen=True, slots=True)
class ComparedResult:
    """A game under one set of rules: the totals, and how it ended."""

    totals: tuple[str, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A game under the old and the new rules; None if there is no such game."""

    title: str
    before: ComparedResult | None
    after: ComparedResult | None
    move: str
    """How its end changes, in two or three words; "" if it doesn't."""

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Comparison:
    """A sheet under the old and the new rules."""

    games: tuple[Compared, ...]
    match: tuple[str, str]
    """How the match stands, before and after."""
    paid: tuple[str, str]
    """Who owes whom how much, before and after; "" without stakes."""
    past: str
    """A sentence about hands after the end of the match, or ""."""

    @property
    def changed_games(self) -> int:
        return sum(game.changed for game in self.games)

    @property
    def summary(self) -> str:
        """The number of changed games in a sentence."""
        if not self.changed_games:
            return _("No game changes.")
        if self.changed_games == len(self.games) == 2:
            return _("Both games change.")
        if self.changed_games == len(self.games):
            return ngettext("The game changes.", "All %(num)s games change.", self.changed_games)
        return ngettext(
            "%(num)s of %(all)s games changes.",
            "%(num)s of %(all)s games change.",
            self.changed_games,
            all=len(self.games),
        )


def compared(before: Sheet, after: Sheet, players: Sequence[str]) -> Comparison:
    """A sheet before and after, game by game, the newest first."""
    pairs = zip_longest(before.games, after.games)
    games = [
        Compared(
            title=_("Game %(number)s", number=index),
            before=_result(was, before, before.table.by_side(players)),
            after=_result(now, after, after.table.by_side(players)),
            move=_move(was, now),
        )
        for index, (was, now) in enumerate(pairs, 1)
    ]
    return Comparison(
        games=tuple(reversed(games)),
        match=(_standing(before, players), _standing(after, players)),
        paid=_paid(before, after, players),
        past=past(after),
    )


def _paid(before: Sheet, after: Sheet, players: Sequence[str]) -> tuple[str, str]:
    """Who owes whom, before and after; "nothing" only if that changes."""
    was, now = (_owed(sheet, sheet.table.payers(players)) for sheet in (before, after))
    # Translators: that nobody owes any money.
    nothing = _("nothing") if was or now else ""
    return was or nothing, now or nothing


def _owed(sheet: Sheet, names: Sequence[str]) -> str:
    """Who pays whom at the end, or would if the players stopped now; "" without stakes."""
    owed = account(sheet)
    if owed is None:
        return ""
    return paying(owed, sheet, names) if sheet.match.over else would_pay(owed, sheet, names)


def _result(game: Game | None, sheet: Sheet, names: Sequence[str]) -> ComparedResult | None:
    if game is None:
        return None
    sentences = [_hands(game), *_columns(game), *_end(game, sheet, names)]
    return ComparedResult(standing(game, sheet.rules), paragraph(sentences))


def _hands(game: Game) -> str:
    """The hands of the game, which show where it ended."""
    if not game.hands:
        return _("No hands yet.")
    first, last = min(scored_hand.number for scored_hand in game.hands), last_hand(game)
    return (
        _("Hand %(first)s.", first=first)
        if first == last
        else _("Hands %(first)s to %(last)s.", first=first, last=last)
    )


def _columns(game: Game) -> Iterator[str]:
    """How many columns are closed, if there are several and the game is not over."""
    if len(game.columns) > 1 and not game.over:
        closed, all_ = sum(column.ended for column in game.columns), len(game.columns)
        yield ngettext(
            "%(num)s of %(all)s columns is closed.",
            "%(num)s of %(all)s columns are closed.",
            closed,
            all=all_,
        )


def _end(game: Game, sheet: Sheet, names: Sequence[str]) -> Iterator[str]:
    words = ending(game, sheet, names)
    # Translators: of a game.
    yield _("Still open.") if words is None else str(words)


def _move(was: Game | None, now: Game | None) -> str:
    """How the end of a game changes."""
    if was is None or now is None:
        # Translators: what becomes of a game under other rules. Also in the lines below.
        return _("not played any more") if now is None else _("new")
    if was.over != now.over:
        # Translators: what becomes of a game under other rules.
        return _("now over") if now.over else _("no longer over")
    if not now.over or last_hand(was) == last_hand(now):
        return ""
    # Translators: what becomes of a game under other rules.
    return _("ends earlier") if last_hand(now) < last_hand(was) else _("ends later")


def _standing(sheet: Sheet, players: Sequence[str]) -> str:
    if not sheet.match.over:
        # Translators: of the match. Also in the lines below.
        return _("goes on")
    if sheet.match.winner is None:
        return _("over, and nobody won")
    return _("over, and %(name)s won", name=sheet.table.by_side(players)[sheet.match.winner])


change_rules_pages = Blueprint("change_rules", __name__, url_prefix="/m/<watch>/rules")

Page = str | tuple[str, int] | Response


@dataclass(frozen=True, slots=True)
class InvalidHand:
    """A hand that is not possible with the new rules, in words."""

    title: str
    problem: str
    url: str
    """Where it can be corrected."""


class MatchRulesEditor(RulesEditor):
    """What the page shows while the rules of *match* are changed: changes are relative to its own rules."""

    def __init__(self, match: Match, watch: str, form: RulesForm, preset: str, tapped: str) -> None:
        previewed = request.method == "POST"
        super().__init__(form, preset, form.read(), previewed=previewed, tapped=tapped)
        self.match, self.watch = match, watch
        self.start, self.from_name = match.rules, _("So far")
        if not match.may_take(self.rules):
            wrong(
                form["three_players"],
                _(
                    "Once a hand is played, you can’t switch to or from play with a captain. Start a new "
                    "match instead."
                ),
            )

    @property
    def agreed(self) -> Agreement:
        return Agreement(self.preset, self.form.typed_name, self.rules)

    @property
    def differs(self) -> bool:
        """Whether anything changes, even if only the name."""
        return self.agreed != self.match.agreement

    @property
    def named(self) -> str:
        """What the sheet calls rules without a name of their own."""
        return _(SHORT_NAMES[self.preset])

    @cached_property
    def invalid_hands(self) -> list[InvalidHand]:
        """The hands and extra lines that are not possible with the new rules."""
        hands, lines = self.match.present, [each for each in self.match.extra_lines if not each.removed]
        invalid = [
            self._invalid(hands[each.number - 1], each.problems)
            for each in disallowed_hands((record.hand for record in hands), self.rules)
        ]
        for record in lines:
            wrong = disallowed_extra_lines([record.line], self.rules)
            invalid += [self._invalid(record, each.problems) for each in wrong]
        return invalid or [*self._beyond_a_total()]

    def _beyond_a_total(self) -> Iterator[InvalidHand]:
        """What takes a total too far with the new rules."""
        try:
            _possible = self.match.may_take(self.rules) and self._sheet_after()
        except InvalidDeclarationError as error:
            for problem in error.problems:
                yield self._invalid(self.match.on_sheet[(problem.line or 1) - 1], [problem])

    def _sheet_after(self) -> Sheet:
        """The sheet with the new rules."""
        return self.match.sheet_of((record.written for record in self.match.on_sheet), self.rules)

    def _invalid(self, record: Record, problems: Sequence[Problem]) -> InvalidHand:
        if isinstance(record, HandRecord):
            title = _("Hand %(number)s", number=self.match.number(record))
            names = names_of(record, self.match)
            url = self._correct_url(record, problems)
        else:
            title, names = kind_of(record.line), side_names()
            url = url_for("extra_lines.correct", watch=self.watch, position=record.position)
        return InvalidHand(title, paragraph(explain(problem, names) for problem in problems), url)

    def _correct_url(self, record: HandRecord, problems: Sequence[Problem]) -> str:
        """Where a hand is corrected; the form asks for its upcard if that is missing."""
        missing = any(problem.reason is Reason.UPCARD_MISSING for problem in problems)
        query: dict[str, Any] = {ASKS_UPCARD: 1} if missing else {}
        return url_for("hands.correct", watch=self.watch, number=self.match.number(record), **query)

    @cached_property
    def comparison(self) -> Comparison | None:
        """The sheet before and after; None if a hand on it is not possible with the new rules."""
        if self.invalid_hands or not self.match.may_take(self.rules):
            return None
        return compared(self.match.sheet, self._sheet_after(), self.match.players)

    @property
    def is_valid(self) -> bool:
        """Whether the match can be played with these rules."""
        return bool(self.form.is_valid and not self.invalid_hands)

    @property
    def fingerprint(self) -> str:
        """Identifies the rules whose effect is shown."""
        return check(self.rules)

    @property
    def button(self) -> str:
        """What the main button says."""
        return _("Use these rules") if self.differs or not self.is_valid else _("Nothing has changed yet")


def names_of(record: HandRecord, match: Match) -> Names:
    """The names of knocker and defender."""
    if record.hand.knocker is None:
        return side_names()
    knocker, defender = (record.hand.player(side) for side in (Side.KNOCKER, Side.DEFENDER))
    return Names(match.players[knocker], match.players[defender])


@change_rules_pages.route("/change", methods=["GET", "POST"])
def change(watch: str) -> Page:
    """Changes the rules: previews the sheet, and saves only what was previewed."""
    match = seated_at(watch)
    editor = _editor(match, watch)
    if request.method != "POST":
        return _page(editor, new_entry_id(), match.version_stamp)
    entry = entry_of(request.form.get("entry"), request.form.get("version"))
    if "preview" in request.form or request.form.get("set"):
        return _page(editor, entry.id, entry.version_stamp)
    if not editor.is_valid:
        return _page(editor, entry.id, entry.version_stamp), 422
    if request.form.get("save") != editor.fingerprint:
        return _page(editor, entry.id, entry.version_stamp)
    try:
        outbox.note(change_rules(match, editor.agreed, entry))
    except StaleSheetError as error:
        return _changed_meanwhile(editor, error.changes), 409
    except (CannotStandError, InvalidDeclarationError):
        return _page(editor, entry.id, entry.version_stamp), 422
    return redirect(url_for("matches.show", watch=watch), 303)


def _editor(match: Match, watch: str) -> MatchRulesEditor:
    """The editor with what was typed and tapped."""
    start = _start(match)
    form = RulesForm(start.rules, start.rules, name=start.name)
    form.set(tapped := request.form.get("set", ""))
    editor = MatchRulesEditor(match, watch, form, start.preset, tapped.partition("=")[0])
    if form.typed_name:
        form.has_valid_name()
    return editor


def _changed_meanwhile(editor: MatchRulesEditor, changes: Sequence[Change]) -> str:
    """The form again, with what other phones have changed."""
    match = editor.match
    _merge(editor.form, match, changes)
    again = MatchRulesEditor(match, editor.watch, editor.form, editor.preset, "")
    return _page(again, new_entry_id(), match.version_stamp, list(labelled_changes(changes, match)))


def _merge(form: RulesForm, match: Match, changes: Iterable[Change]) -> None:
    """Takes over the changes of another phone to fields that were not changed on this one."""
    seen = next((each.agreed_before for each in changes if each.agreed_before), match.agreement)
    for name, kind in KINDS.items():
        if form[name].data == typed(kind, getattr(seen.rules, name)):
            form[name].data = typed(kind, getattr(match.rules, name))
    if form.typed_name == seen.rules_name:
        form["name"].data = match.rules_name


def _start(match: Match) -> CustomRules:
    """The rules that the form starts with: those of the match, a preset, or rules saved on this phone."""
    preset = request.args.get("from", "")
    if preset in PRESETS:
        return CustomRules(preset, PRESETS[preset])
    own = request.args.get("own", type=whole)
    for saved in saved_rules_of(device()) if own is not None else ():
        if saved.id == own:
            return CustomRules.of(saved)
    return CustomRules.agreed(match.agreement)


def _page(editor: MatchRulesEditor, entry: str, version: str, since: Iterable[LabelledHand] = ()) -> str:
    """The form with the sheet before and after, or only the parts that a preview can change."""
    part = request.headers.get("X-Part") == "house"
    return render_template(
        "change_rules/_preview.html" if part else "change_rules/change.html",
        editor=editor,
        whole_page=not part,
        entry=entry,
        version=version,
        since=list(since),
        names=editor.match.sides,
        action=_url(editor.watch, **request.args.to_dict()),
        rules_url=url_for("matches.rules", watch=editor.watch),
        own=[(saved.name, _url(editor.watch, own=saved.id)) for saved in saved_rules_of(device())],
        others=[(_(NAMES[preset]), _url(editor.watch, **{"from": preset})) for preset in OFFERED],
    )


def _url(watch: str, **start: Any) -> str:
    query = {name: value for name, value in start.items() if name in ("from", "own")}
    return url_for("change_rules.change", watch=watch, **query)
