"""Edit conflicts: what others did meanwhile, and what the players can do with theirs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from models.records.finding.earlier_sheets import moments
from models.records.tables.change import Change, ChangeKind
from models.records.tables.match import Match
from models.records.tables.shared import hashed
from models.records.tables.sheet_row import HandRecord
from views.entry.slot import HandSlot
from views.language.i18n import gettext as _
from views.shared.change_log import both_in_words, line_in, titled
from views.web.access import device
from views.words.dates import entered_and_sent
from views.words.devices import phone
from views.words.hand_result import Words
from views.words.lists import as_sentence
from views.words.rules.page import differences


@dataclass(frozen=True, slots=True)
class LabelledHand:
    what: str
    words: Words
    phone: str = ""
    """The phone that saved it."""

    @property
    def label(self) -> str:
        return f"{self.what} · {self.phone}" if self.phone else self.what


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """What a page with two versions says and offers."""

    title: str
    head: str
    """What happened."""
    question: str
    own_label: str
    """What this player's version is called."""
    since: tuple[LabelledHand, ...]
    """What is on the sheet, or what others did, oldest first."""
    action: str
    """Where this version is sent again."""
    add: str
    """The label of the button that saves this version anyway."""
    fields: dict[str, str]
    """The fields that are sent otherwise than before."""
    instead: str = ""
    """Where this version is sent to take the place of what was added meanwhile; "" if nothing was."""
    status: int = 409


def meanwhile(changes: Iterable[Change], match: Match, title: str = "", **fields: Any) -> Conflict:
    """The conflict with what others changed; *fields* are those that depend on what was entered."""
    return Conflict(
        title=title or _("The sheet has changed"),
        since=tuple(labelled_changes(changes, match)),
        **{"fields": {"version": match.version_stamp}} | fields,
    )


def is_ours(change: Change) -> bool:
    """Whether this phone made *change*, perhaps in another tab."""
    return change.seat.device_hash == hashed(device() or "")


def labelled_changes(changes: Iterable[Change], match: Match) -> Iterator[LabelledHand]:
    """What others changed meanwhile, each change as it was then."""
    for moment in moments(match, changes):
        change = moment.change
        when = entered_and_sent(change.entered_at, change.at)
        own_seat = change.seat if is_ours(change) else None
        if change.agreed_before and change.agreed_after:
            words = Words(differences(change.agreed_before, change.agreed_after)[1])
        else:
            before, after = both_in_words(moment)
            words = after or before or Words("")
        yield LabelledHand(f"{titled(change, match, moment)}, {when}", words, phone(change.seat, own_seat))


def conflict_with(slot: HandSlot, changes: Sequence[Change], watch: str) -> Conflict:
    """A hand for *slot*, and what others did meanwhile."""
    if slot.record and slot.record.removed:
        return _removed_meanwhile(slot, changes, watch)
    added = _added_meanwhile(slot, changes)
    return meanwhile(
        changes,
        slot.match,
        title=_("Two versions of hand %(number)s", number=slot.match.number(added)) if added else "",
        own_label=_("Your hand"),
        head=_happened(changes),
        question=_question(changes, added),
        action=slot.same_address,
        add=_save_anyway(slot, added),
        instead=_instead(slot, watch, added) if added else "",
    )


def _happened(changes: Sequence[Change]) -> str:
    if all(map(is_ours, changes)):
        return _("This phone changed the sheet meanwhile.")
    if any(line_in(change) is None for change in changes):
        return _("Someone else saved a hand meanwhile.")
    return as_sentence(_("Someone else changed the sheet meanwhile"))


def _removed_meanwhile(slot: HandSlot, removal: Sequence[Change], watch: str) -> Conflict:
    """A correction of a hand that was removed meanwhile. It can be added as a new hand."""
    return meanwhile(
        removal,
        slot.match,
        own_label=_("Your hand"),
        head=_("Someone else removed this hand meanwhile."),
        question=_("To correct it, bring it back in the history. Or add yours as another hand."),
        action=slot.address("hands.enter", watch=watch),
        add=_add(slot.match),
        fields={"version": slot.match.version_stamp, "position": ""},
    )


def _added_meanwhile(slot: HandSlot, changes: Iterable[Change]) -> HandRecord | None:
    """The hand that was added meanwhile in the place of this one, if it is still there."""
    if slot.record is not None:
        return None
    added = [
        slot.match.record(change.row_id)
        for change in changes
        if change.kind is ChangeKind.ADDED and change.row_id
    ]
    return next((record for record in added if isinstance(record, HandRecord) and not record.removed), None)


def _instead(slot: HandSlot, watch: str, record: HandRecord) -> str:
    """The address that replaces the hand in *record* by this one."""
    number = slot.match.number(record)
    return slot.address("hands.correct", watch=watch, number=number, position=record.position)


def _save_anyway(slot: HandSlot, added: HandRecord | None) -> str:
    """The label of the button that saves this hand anyway."""
    if slot.record:
        return _("Save my correction of hand %(number)s", number=slot.number)
    if added:
        return _("Add mine as hand %(number)s too", number=slot.number)
    return _add(slot.match)


def _add(match: Match) -> str:
    """The label of that button if no other hand was added meanwhile."""
    return _("Add mine as hand %(number)s", number=len(match.present) + 1)


def _question(changes: Iterable[Change], added: HandRecord | None) -> str:
    """The question to the players: is it the same hand, or does theirs still apply?"""
    if added:
        return _("Which one is right? Yours is not saved yet.")
    if all(change.kind is ChangeKind.RULED for change in changes):
        return _("The rules have changed. Below is what your hand scores now. It is not saved yet.")
    return _("See what has changed. Yours is not saved yet.")
