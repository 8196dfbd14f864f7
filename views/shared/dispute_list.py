"""Common disputes, each answered by one set of rules."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from models.gin.rules import HouseRules
from views.words.disputes import DISPUTES, Dispute
from views.words.turned_card import turned


@dataclass(frozen=True, slots=True)
class AnsweredDispute:
    """A common dispute with the answer of one set of rules."""

    anchor: str
    question: str
    answer: str
    url: str
    """Where the judge shows it with cards, or ""."""


def disputes_under(
    rules: HouseRules, judge_url: Callable[..., str], hidden: Collection[str] = ()
) -> list[AnsweredDispute]:
    """Every dispute with its answer, except those decided by *hidden* rules alone.

    *judge_url* makes the address of the judge from the cards of a dispute.
    """
    decided = (each for each in DISPUTES if not each.fields or {*each.fields} - {*hidden})
    return [_answered(dispute, rules, judge_url) for dispute in decided]


def _answered(dispute: Dispute, rules: HouseRules, judge_url: Callable[..., str]) -> AnsweredDispute:
    cards = dispute.cards(rules)
    return AnsweredDispute(
        f"dispute-{dispute.name}",
        turned(dispute.question, rules),
        dispute.answer(rules),
        judge_url(**cards) if cards else "",
    )
