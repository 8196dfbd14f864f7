"""Hands shown side by side: this player's version, and what others have saved."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from models.gin.other_lines import OtherLine
from models.gin.rules import HouseRules
from models.gin.sheet import Hand
from models.records import Change, Match, with_rules
from views.shared.carried import carried_into
from views.shared.change_log import in_words, titled
from views.words.dates import entered_and_sent
from views.words.hand_result import Words
from views.words.rules.changes import differences


@dataclass(frozen=True, slots=True)
class LabelledHand:
    """A hand or another line in words, with a label."""

    label: str
    words: Words


def hand_in_words(
    hand: Hand | OtherLine, match: Match, rules: HouseRules | None = None, carried: int = 1
) -> Words:
    """A hand or another line under *rules*, or those of *match*, with what is *carried* into a hand."""
    return in_words(hand, match.players, rules or match.rules, carried)


def labelled_changes(changes: Iterable[Change], match: Match) -> Iterator[LabelledHand]:
    """What others changed meanwhile, each change under the rules of its time."""
    for change, rules in with_rules(match, changes):
        label = titled(change, match) + ", " + entered_and_sent(change.entered_at, change.at)
        if change.agreed_before and change.agreed_after:
            yield LabelledHand(label, Words(differences(change.agreed_before, change.agreed_after)[1]))
        elif hand := change.after or change.before:
            yield LabelledHand(label, hand_in_words(hand, match, rules, carried_into(match, change.hand_id)))
