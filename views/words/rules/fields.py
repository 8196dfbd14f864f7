"""Every field of the house rules in words, by its name."""

from collections.abc import Mapping

from models.gin.rules.house_rules import HouseRules
from views.language.i18n import gettext as _
from views.words.rules.deal import DEAL, SEATS
from views.words.rules.field_words import FieldWords
from views.words.rules.hand import HAND, KNOCKING
from views.words.rules.match import END, MATCH
from views.words.rules.multipliers import BOXES, MULTIPLIERS
from views.words.rules.play import PENALTIES, PLAY
from views.words.rules.stakes import STAKES

FIELDS: Mapping[str, FieldWords] = {
    **KNOCKING,
    **HAND,
    **MULTIPLIERS,
    **BOXES,
    **END,
    **MATCH,
    **DEAL,
    **PLAY,
    **PENALTIES,
    **SEATS,
    **STAKES,
}


def words_of(name: str) -> FieldWords:
    """The words of a field; a field without words is named as in documents."""
    return FIELDS.get(name) or FieldWords(name.replace("_", " ").capitalize(), "")


def sentence_of(name: str, rules: HouseRules) -> str | None:
    """What a field means under *rules*, as the page of the rules says it; None if there is nothing to say."""
    words = words_of(name)
    if words.sentence:
        return words.sentence(rules)
    chosen = words.options.get(getattr(rules, name))
    return _(chosen.sentence) if chosen else None
