"""Hands shown side by side: this player's version, and what others have saved."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from models.records import Change, Match, moments
from views.shared.change_log import both_in_words, titled
from views.words.dates import entered_and_sent
from views.words.hand_result import Words
from views.words.rules.changes import differences


@dataclass(frozen=True, slots=True)
class LabelledHand:
    """A hand or another line in words, with a label."""

    label: str
    words: Words


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
