"""Edit conflicts: two versions of a hand or an extra line side by side, and what the players can choose."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from models.records.finding.earlier_sheets import moments
from models.records.tables.change import Change
from models.records.tables.match import Match
from views.language.i18n import gettext as _
from views.shared.change_log import both_in_words, titled
from views.words.dates import entered_and_sent
from views.words.hand_result import Words
from views.words.rules.changes import differences


@dataclass(frozen=True, slots=True)
class LabelledHand:
    label: str
    words: Words


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
    instead: tuple[str, str] | None = None
    """The button that replaces what was added meanwhile: its label and its address."""
    status: int = 409


def meanwhile(changes: Iterable[Change], match: Match, **fields: Any) -> Conflict:
    """The conflict with what others changed; *fields* are those that depend on what was entered."""
    return Conflict(
        title=_("Someone else changed the sheet meanwhile"),
        since=tuple(labelled_changes(changes, match)),
        **{"fields": {"version": match.version_stamp}} | fields,
    )


def labelled_changes(changes: Iterable[Change], match: Match) -> Iterator[LabelledHand]:
    """What others changed meanwhile, each change as it was then."""
    for moment in moments(match, changes):
        change = moment.change
        label = titled(change, match, moment) + ", " + entered_and_sent(change.entered_at, change.at)
        if change.agreed_before and change.agreed_after:
            yield LabelledHand(label, Words(differences(change.agreed_before, change.agreed_after)[1]))
        else:
            before, after = both_in_words(moment)
            yield LabelledHand(label, after or before or Words(""))
