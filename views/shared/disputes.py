"""Common disputes, answered by rules: their list and their page."""

from collections.abc import Callable, Set
from dataclasses import dataclass

from flask import render_template, url_for

from models.gin.rules.house_rules import Fault, HouseRules
from views.language.i18n import gettext as _
from views.shared.rules_links import CustomRules
from views.words.disputes import DISPUTES, Dispute
from views.words.rules.page import SECTIONS, of_larger_tables


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


def disputes_page(house: CustomRules) -> str:
    """The page for rules without a match: nobody knows how many play."""
    hidden = set(of_larger_tables(house.rules))
    groups = disputes_under(house.rules, house.judge_url, hidden)
    return show_disputes(groups, house.title, house.page(), url_for("judge.how_often"))


def show_disputes(groups: list[DisputeGroup], rules: str, rules_url: str, how_often_url: str = "") -> str:
    """The page; *rules* is their name."""
    return render_template(
        "rules/disputes.html", groups=groups, rules=rules, rules_url=rules_url, how_often_url=how_often_url
    )
