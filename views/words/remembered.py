"""What a hand brings to mind, in a sentence that is true whenever it is read."""

from collections.abc import Mapping, Sequence
from datetime import date

from models.gin.remembering import Memory, Moment, Question
from views.language.i18n import gettext as _
from views.language.i18n import marked_plural, ngettext
from views.words.dates import month_said

COUNTED: Mapping[Question, tuple[str, str]] = {
    Moment.games_in_a_row: marked_plural(
        "%(name)s has won %(num)s game in a row.", "%(name)s has won %(num)s games in a row."
    ),
    Moment.undercuts: marked_plural(
        "%(name)s has undercut %(num)s time in one evening.",
        "%(name)s has undercut %(num)s times in one evening.",
    ),
    Moment.gins: marked_plural(
        "%(name)s has had gin %(num)s time in one evening.",
        "%(name)s has had gin %(num)s times in one evening.",
    ),
    Moment.hands_in_a_row: marked_plural(
        "%(name)s has won %(num)s hand in a row.", "%(name)s has won %(num)s hands in a row."
    ),
    # Translators: %(other)s has knocked; %(name)s, who undercut, could have laid off less on other melds.
    Moment.other_melds: marked_plural(
        "Had %(other)s laid other melds, %(name)s would have had %(num)s deadwood.",
        "Had %(other)s laid other melds, %(name)s would have had %(num)s deadwood.",
    ),
}


def remembered_said(memory: Memory, names: Sequence[str]) -> str:
    """The sentence: "Bob has undercut 3 times in one evening."."""
    answer = memory.answer
    if isinstance(answer, date):
        # Translators: the hand worth most points. %(month)s is “May 2026”.
        return _("The best hand between you two since %(month)s.", month=month_said(f"{answer:%Y-%m}"))
    winner, loser = names[memory.winner], names[1 - memory.winner]
    return ngettext(*COUNTED[memory.question], answer, name=winner, other=loser)
