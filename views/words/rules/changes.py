"""A change of the rules of a match, in sentences."""

from models.gin.rules.house_rules import TOPICS
from models.records.tables.column_types import Agreement
from views.words.lists import as_sentence, paragraph
from views.words.rule_sets import caption
from views.words.rules.page import rules_about


def differences(before: Agreement, after: Agreement) -> tuple[str, str]:
    """The rules before and after a change, as far as they differ."""
    fields = [name for name in TOPICS if getattr(before.rules, name) != getattr(after.rules, name)]
    return _described(before, after, fields), _described(after, before, fields)


def _described(agreed: Agreement, other: Agreement, fields: list[str]) -> str:
    """The sentences of these *fields* under *agreed*, after its name if that differs."""
    named, others = map(caption, (agreed, other))
    sentences = [rule.sentence for rule in rules_about(fields, agreed.rules)]
    return paragraph([as_sentence(named)] * (named != others or not sentences) + sentences)
