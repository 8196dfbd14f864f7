"""Histories in words: what was done to which hand, with before and after."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from flask import render_template, request, url_for

from models.gin.hand.declaration import Declaration, Points
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.sheet.extra_lines import Adjustment, ExtraLine, OpeningScores, Penalty
from models.gin.sheet.games import ScoredHand, ScoredLine
from models.records.finding.earlier_sheets import EarlierSheet, Moment, history_before, last_moment, moments
from models.records.saving.pipeline import new_entry_id
from models.records.tables.change import Change, ChangeKind, HistoryRow
from models.records.tables.match import Match
from models.records.tables.seat import Seat
from models.records.tables.shared import SharedRecord
from models.records.tables.sheet_row import ExtraLineRecord, Record
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.web.numbers import whole
from views.words.dates import entered_and_sent, when
from views.words.devices import phone
from views.words.extra_lines import explain_line, kind_on
from views.words.hand_result import Words, explain
from views.words.rules.page import differences
from views.words.uncounted import with_reason

H = TypeVar("H", bound=HistoryRow)

AT_ONCE = 50
"""How many changes are shown at once."""


@dataclass(frozen=True, slots=True)
class DescribedChange:
    """A change in words."""

    title: str
    when: str
    by: str
    """The phone."""
    before: str = ""
    """What was there before it, as it was then; "" if nothing was."""
    after: str = ""
    url: str = ""
    """The page of what was changed; "" if it has none."""
    restore_url: str = ""
    """Where a removed hand is restored; "" if nothing can be."""


def history_page(
    of: type[H],
    shared: SharedRecord,
    described: Callable[[Sequence[H]], Iterable[DescribedChange]],
    **more: object,
) -> str:
    """The page of the changes *of* a match or a book before the version in the address."""
    newest = shared.version + 1
    before = max(0, min(request.args.get("before", newest, type=whole), newest))
    changes = history_before(of, shared, before, AT_ONCE)
    earliest = changes[-1].version if changes else 1
    return render_template(
        "history.html",
        changes=list(described(changes)),
        earlier_url=url_for(".history", **(request.view_args or {}), before=earliest) if earliest > 1 else "",
        **more,
    )


CHANGES = {
    ChangeKind.ADDED: marked("Hand %(number)s added"),
    ChangeKind.CORRECTED: marked("Hand %(number)s corrected"),
    ChangeKind.REMOVED: marked("Hand %(number)s removed"),
    ChangeKind.RESTORED: marked("Hand %(number)s brought back"),
    ChangeKind.RULED: marked("Rules changed"),
}

LINE_CHANGES = {
    Penalty: {
        ChangeKind.ADDED: marked("Penalty added"),
        ChangeKind.CORRECTED: marked("Penalty corrected"),
        ChangeKind.REMOVED: marked("Penalty removed"),
        ChangeKind.RESTORED: marked("Penalty brought back"),
    },
    Adjustment: {
        ChangeKind.ADDED: marked("Adjustment added"),
        ChangeKind.CORRECTED: marked("Adjustment corrected"),
        ChangeKind.REMOVED: marked("Adjustment removed"),
        ChangeKind.RESTORED: marked("Adjustment brought back"),
    },
    OpeningScores: {
        ChangeKind.ADDED: marked("Opening scores added"),
        ChangeKind.CORRECTED: marked("Opening scores corrected"),
        ChangeKind.REMOVED: marked("Opening scores removed"),
        ChangeKind.RESTORED: marked("Opening scores brought back"),
    },
}

LINES_CHANGED_BACK = {
    Penalty: marked("Correction of the penalty undone"),
    Adjustment: marked("Correction of the adjustment undone"),
    OpeningScores: marked("Correction of the opening scores undone"),
}
"""A correction that was undone."""

UNDONE = {
    # Translators: below “Undo”, in one short line: what it will undo, with the number of the hand.
    # So are the next ones.
    ChangeKind.ADDED: marked("hand %(number)s"),
    ChangeKind.RESTORED: marked("hand %(number)s"),
    ChangeKind.CORRECTED: marked("correction %(number)s"),
    ChangeKind.REMOVED: marked("removal %(number)s"),
    ChangeKind.RULED: marked("change of rules"),
}
"""What an undo takes back."""

LINES_UNDONE = {
    Penalty: marked("penalty"),
    Adjustment: marked("adjustment"),
    OpeningScores: marked("opening scores"),
    ChangeKind.CORRECTED: marked("correction"),
    ChangeKind.REMOVED: marked("removal"),
}
"""What an undo takes back of an extra line: which line, or what was done to it."""


def undone(change: Change) -> str:
    """What an undo of *change* takes back: "hand 7", "removal 3"."""
    if ended_in(change):
        return _("Go on")
    if line := line_in(change):
        return _(LINES_UNDONE.get(change.kind) or LINES_UNDONE[type(line)])
    words = _(UNDONE[change.kind], number=change.number)
    return words.replace(f" {change.number}", f"\N{NO-BREAK SPACE}{change.number}")


def described(moment: Moment, watch: str, seat: Seat | None, restore_url: str = "") -> DescribedChange:
    """A change of a match in words."""
    change, match = moment.change, moment.after.match
    return DescribedChange(
        titled(change, match, moment),
        entered_and_sent(change.entered_at, change.at),
        phone(change.seat, seat),
        *account(moment),
        record_url(match, match.record(change.row_id), watch) if change.row_id else "",
        restore_url,
    )


def titled(change: Change, match: Match, moment: Moment | None = None) -> str:
    """What was done to which hand. Adding the cards to a hand by deadwood counts as checking it.

    :param moment: that of the change; None if it led to the current sheet.
    """
    if ends := ended_in(change):
        return ends[1]
    if change.kind in (ChangeKind.RULED, ChangeKind.CORRECTED) and change.is_undo:
        return _changed_back(change)
    if line := line_in(change):
        if change.kind is ChangeKind.ADDED and match.sheet.is_of_totals:
            return kind_on(match.sheet, line)
        return _(LINE_CHANGES[type(line)][change.kind])
    if change.at == match.imported_at:
        return _("Hand %(number)s imported", number=change.number)
    if change.kind is ChangeKind.REMOVED and change.is_undo:
        return _("Hand %(number)s undone", number=change.number)
    return (
        _("Hand %(number)s checked", number=change.number)
        if _is_checked(change, match, moment)
        else _(CHANGES[change.kind], number=change.number)
    )


def ended_in(change: Change) -> tuple[str, str] | None:
    """Whether the match had ended after its last line before *change* and after it; None if that stayed."""
    before, after = change.agreed_before, change.agreed_after
    if before is None or after is None or before.ends_after_last == after.ends_after_last:
        return None
    ended, going_on = _("Match ended after its last line"), _("Match goes on")
    return (ended, going_on) if before.ends_after_last else (going_on, ended)


def _is_checked(change: Change, match: Match, moment: Moment | None) -> bool:
    """Whether the cards of a hand were added, and its result stayed the same."""
    if not (isinstance(change.before, Hand) and isinstance(change.after, Hand)):
        return False
    if isinstance(change.before.laid, Declaration) or not isinstance(change.after.laid, Declaration):
        return False
    then = moment or last_moment(match, change)
    before, after = (cast("ScoredHand", sheet.row(change.row_id or 0)) for sheet in (then.before, then.after))
    return before.agrees_with(after, then.after.rules)


def _changed_back(change: Change) -> str:
    if change.kind is ChangeKind.RULED:
        return _("Change of rules undone")
    if line := line_in(change):
        return _(LINES_CHANGED_BACK[type(line)])
    return _("Correction of hand %(number)s undone", number=change.number)


def line_in(change: Change) -> ExtraLine | None:
    """The extra line that *change* is about; None if that is a hand, or the rules."""
    written = change.after or change.before
    return None if written is None or isinstance(written, Hand) else written


def import_said(match: Match, seat: Seat | None) -> str:
    """When and on which phone the match was imported from a file; "" if it was started here."""
    if match.imported_at is None:
        return ""
    by = next((phone(each, seat) for each in match.seats if each.created_at == match.imported_at), "")
    sentence = _("Imported from a file")
    return " · ".join(filter(None, (sentence, when(match.imported_at), by)))


def account(moment: Moment) -> tuple[str, str]:
    """The state before a change and after it, in words, as it was then."""
    change = moment.change
    if ends := ended_in(change):
        return ends
    if change.agreed_before and change.agreed_after:
        return differences(change.agreed_before, change.agreed_after)
    before, after = both_in_words(moment)
    return str(before or ""), str(after or "")


def both_in_words(moment: Moment) -> tuple[Words | None, Words | None]:
    """A hand or an extra line before a change and after it; None where it was not on the sheet."""
    before, after = (
        None if written is None else _in_place(moment.change, sheet)
        for written, sheet in ((moment.change.before, moment.before), (moment.change.after, moment.after))
    )
    return before, after


def _in_place(change: Change, sheet: EarlierSheet) -> Words:
    """The hand or line of *change* in words, as it stood on a *sheet*."""
    return in_words(sheet.row(change.row_id or 0), sheet.match.players, sheet.rules)


def in_words(row: ScoredLine, names: Sequence[str], rules: HouseRules) -> Words:
    """A hand or an extra line in words, after why it doesn't count if it does not."""
    if isinstance(row, ScoredHand):
        words = explain(row, names, rules)
    else:
        words = explain_line(row.line, names, rules, row.no_part)
    return with_reason(words, row, names)


def described_history(
    match: Match, changes: Iterable[Change], watch: str, seat: Seat | None
) -> Iterator[DescribedChange]:
    """*changes* of *match* in words, newest first; a removed hand can be brought back from its removal."""
    away = {record.id for record in match.removed} if seat is not None else set()
    for moment in moments(match, changes):
        change, restore_url = moment.change, ""
        if change.kind is ChangeKind.REMOVED and change.row_id in away:
            away.remove(change.row_id)
            restore_url = change_url("restore", match, match.record(change.row_id), watch)
        yield described(moment, watch, seat, restore_url)


def record_url(match: Match, record: Record, watch: str) -> str:
    """The page of a hand, by its number on the sheet, or by its position if removed; or of an extra line."""
    if isinstance(record, ExtraLineRecord):
        return url_for("extra_lines.show", watch=watch, position=record.position)
    if record.removed:
        return url_for("hands.show_removed", watch=watch, position=record.position)
    return url_for("hands.show", watch=watch, number=match.number(record))


def correction_url(match: Match, record: Record, watch: str) -> str:
    """The form in which a hand or an extra line was entered; of a hand from paper, that of its points."""
    if isinstance(record, ExtraLineRecord) or isinstance(record.hand.laid, Points):
        return url_for("extra_lines.correct", watch=watch, position=record.position)
    return url_for("hands.correct", watch=watch, number=match.number(record))


def change_url(act: str, match: Match, record: Record, watch: str) -> str:
    """The address of a change made by a button without a form: "remove" or "restore".

    It contains an entry id, the version of the sheet and the position of the hand, whose number may change.
    """
    pages = "extra_lines" if isinstance(record, ExtraLineRecord) else "hands"
    by_position = record.removed or pages == "extra_lines"
    values: dict[str, Any] = {} if by_position else {"number": match.number(record)}
    values |= {"position": record.position, "entry": new_entry_id(), "version": match.version_stamp}
    return url_for(f"{pages}.{act}", watch=watch, **values)
