"""What changed when the rules of a match were changed, in sentences."""

from models.gin.rules import TOPICS
from models.records import Agreement
from views.words.houses import caption, said_of


def differences(before: Agreement, after: Agreement) -> tuple[str, str]:
    """What was played by and what is, as far as they differ."""
    fields = [name for name in TOPICS if getattr(before.rules, name) != getattr(after.rules, name)]
    return _told(before, after, fields), _told(after, before, fields)


def _told(agreed: Agreement, other: Agreement, fields: list[str]) -> str:
    """What these *fields* mean under *agreed*; its name goes before, where that is another."""
    named, others = (caption(each.house, each.rules, each.house_name) for each in (agreed, other))
    sentences = [rule.sentence for rule in said_of(fields, agreed.rules)]
    return " ".join([f"{named}."] * (named != others or not sentences) + sentences)
