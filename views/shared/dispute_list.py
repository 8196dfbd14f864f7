"""Common disputes, each answered by one set of rules, in the order of the page of the rules."""

from collections.abc import Callable, Set
from dataclasses import dataclass

from models.gin.rules.faults import Fault
from models.gin.rules.house_rules import HouseRules
from views.language.i18n import gettext as _
from views.words.disputes import DISPUTES, Dispute
from views.words.rules.page import SECTIONS


@dataclass(frozen=True, slots=True)
class AnsweredDispute:
    """A common dispute with the answer of one set of rules."""

    anchor: str
    question: str
    answer: str
    url: str
    """Where the judge shows it with cards, or ""."""
    penalty_url: str = ""
    """Where the penalty for it is entered, within a match, or ""."""


@dataclass(frozen=True, slots=True)
class DisputeGroup:
    """The disputes about one section of the rules."""

    title: str
    disputes: list[AnsweredDispute]


def disputes_under(
    rules: HouseRules,
    judge_url: Callable[..., str],
    hidden: Set[str] = frozenset(),
    penalty_url: Callable[[Fault], str] | None = None,
) -> list[DisputeGroup]:
    """Every dispute with its answer, except those that a *hidden* rule decides first.

    *judge_url* makes the address of the judge from the cards of a dispute, *penalty_url* that of a penalty.
    """
    decided = [each for each in DISPUTES if hidden.isdisjoint(each.fields[:1])]
    return [
        DisputeGroup(_(section.title), [_answered(each, rules, judge_url, penalty_url) for each in about])
        for section in SECTIONS
        if (about := [each for each in decided if each.section == section.name])
    ]


def _answered(
    dispute: Dispute,
    rules: HouseRules,
    judge_url: Callable[..., str],
    penalty_url: Callable[[Fault], str] | None,
) -> AnsweredDispute:
    cards = dispute.cards(rules)
    return AnsweredDispute(
        f"dispute-{dispute.name}",
        _(dispute.question),
        dispute.answer(rules),
        judge_url(**cards) if cards else "",
        penalty_url(dispute.fault) if penalty_url and dispute.fault else "",
    )
