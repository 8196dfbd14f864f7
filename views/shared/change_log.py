"""The history of a match in words: what was done to which hand, with before and after."""

from collections.abc import Iterable, Iterator
from typing import Any

from flask import url_for

from models.gin.declaration import Declaration
from models.gin.rules import HouseRules
from models.gin.scoring import score
from models.gin.sheet import Hand
from models.records import Change, ChangeKind, HandRecord, Match, Seat, new_entry_id, with_rules
from views.shared.carried import carried_into
from views.web.i18n import gettext as _
from views.web.i18n import marked
from views.words.dates import when
from views.words.devices import phone
from views.words.hand_result import explain
from views.words.rules.changes import differences

CHANGES = {
    ChangeKind.ADDED: marked("Hand %(number)s added"),
    ChangeKind.CORRECTED: marked("Hand %(number)s corrected"),
    ChangeKind.REMOVED: marked("Hand %(number)s removed"),
    ChangeKind.RESTORED: marked("Hand %(number)s brought back"),
    ChangeKind.RULED: marked("Rules changed"),
}

UNDO = "undo-"
"""The prefix of the entry id of an undo."""


def undo_entry_id(version_stamp: str) -> str:
    """The entry id that undoes a version: the same on all phones, so that two of them undo it once.

    >>> undo_entry_id("12.5f0c")
    'undo-12-5f0c'
    """
    version, _dot, last = version_stamp.partition(".")
    return f"{UNDO}{version}-{last[-16:]}".removesuffix("-")


class DescribedChange:
    """A change in words."""

    def __init__(
        self, change: Change, match: Match, rules: HouseRules, watch: str, seat: Seat | None
    ) -> None:
        self.title = titled(change, match)
        self.kind = change.kind.value
        self.when = when(change.at)
        self.by = phone(change.seat, seat)
        self.before, self.after = account(change, match, rules)
        self.url = hand_url(match, match.hand(change.hand_id), watch) if change.hand_id else ""
        self.restore_url = ""


def titled(change: Change, match: Match) -> str:
    """What was done to which hand. Adding the cards to a hand by deadwood counts as checking it."""
    if change.kind is ChangeKind.RULED and change.entry.startswith(UNDO):
        return _("Rules changed back")
    checked = (
        change.before is not None
        and change.after is not None
        and isinstance(change.after.laid, Declaration)
        and not isinstance(change.before.laid, Declaration)
        and change.before.agrees_with(change.after, match.rules)
    )
    return (
        _("Hand %(number)s checked", number=change.number)
        if checked
        else _(CHANGES[change.kind], number=change.number)
    )


def account(change: Change, match: Match, rules: HouseRules) -> tuple[str, str]:
    """The state before a change and after it, in words, under the *rules* of that time."""
    if change.agreed_before and change.agreed_after:
        return differences(change.agreed_before, change.agreed_after)
    carried = carried_into(match, change.hand_id)
    before, after = (_sentence(hand, match, rules, carried) for hand in (change.before, change.after))
    return before, after


def _sentence(hand: Hand | None, match: Match, rules: HouseRules, carried: int) -> str:
    """The explanation of a hand in the history; "" if there was no hand."""
    return "" if hand is None else str(explain(hand, score(hand.laid, rules, carried), match.players, rules))


def described_history(
    match: Match, changes: Iterable[Change], watch: str, seat: Seat | None
) -> Iterator[DescribedChange]:
    """*changes* of *match* in words, newest first; a removed hand can be brought back from its removal."""
    away = {hand.id for hand in match.removed} if seat is not None else set()
    for change, rules in with_rules(match, changes):
        words = DescribedChange(change, match, rules, watch, seat)
        if change.kind is ChangeKind.REMOVED and change.hand_id in away:
            away.remove(change.hand_id)
            words.restore_url = change_url("hands.restore", match, match.hand(change.hand_id), watch)
        yield words


def hand_url(match: Match, record: HandRecord, watch: str) -> str:
    """The page of a hand: by its number on the sheet, or by its position if it was removed."""
    if record.removed:
        return url_for("hands.show_removed", watch=watch, position=record.position)
    return url_for("hands.show", watch=watch, number=match.number(record))


def change_url(endpoint: str, match: Match, record: HandRecord, watch: str) -> str:
    """The address of a change made by a button without a form.

    It contains an entry id, the version of the sheet and the position of the hand, whose number may change.
    """
    values: dict[str, Any] = {} if record.removed else {"number": match.number(record)}
    values |= {"position": record.position, "entry": new_entry_id(), "version": match.version_stamp}
    return url_for(endpoint, watch=watch, **values)
