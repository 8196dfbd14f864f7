"""The page of the common disputes, answered by rules."""

from flask import render_template

from views.shared.dispute_list import DisputeGroup, disputes_under
from views.shared.rules_links import CustomRules
from views.words.rules.page import of_larger_tables


def disputes_page(house: CustomRules) -> str:
    """The page for rules without a match: nobody knows how many play."""
    hidden = set(of_larger_tables(house.rules))
    return show_disputes(disputes_under(house.rules, house.judge_url, hidden), house.title, house.page())


def show_disputes(groups: list[DisputeGroup], rules: str, rules_url: str) -> str:
    """The page; *rules* is their name."""
    return render_template("rules/disputes.html", groups=groups, rules=rules, rules_url=rules_url)
