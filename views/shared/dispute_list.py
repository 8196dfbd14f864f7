"""Common disputes, each answered by one set of rules."""

from collections.abc import Collection
from dataclasses import dataclass

from views.shared.rules_links import CustomRules
from views.web.i18n import gettext as _
from views.words.disputes import DISPUTES, Dispute


@dataclass(frozen=True, slots=True)
class AnsweredDispute:
    """A dispute as a house settles it."""

    anchor: str
    question: str
    answer: str
    url: str
    """Where the judge shows it with cards, or nothing."""


def disputes_under(house: CustomRules, silent: Collection[str] = ()) -> list[AnsweredDispute]:
    """Every dispute with the answer of a house, but for those that only *silent* rules would settle."""
    told = (each for each in DISPUTES if not each.fields or {*each.fields} - {*silent})
    return [_settled(dispute, house) for dispute in told]


def _settled(dispute: Dispute, house: CustomRules) -> AnsweredDispute:
    cards = dispute.acting(house.rules)
    return AnsweredDispute(
        f"dispute-{dispute.name}",
        _(dispute.question),
        dispute.answer(house.rules),
        house.judge_url(**cards) if cards else "",
    )
