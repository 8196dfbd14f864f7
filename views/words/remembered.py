"""What a hand brings to mind, in a sentence that is true whenever it is read."""

from collections.abc import Mapping, Sequence

from models.gin import remembering as asked
from views.language.i18n import gettext as _
from views.language.i18n import marked, marked_plural, ngettext
from views.words.dates import month_said

SAID: Mapping[asked.Question, str | tuple[str, str]] = {
    asked.games_in_a_row: marked_plural(
        "%(name)s has won %(num)s game in a row.", "%(name)s has won %(num)s games in a row."
    ),
    asked.points_behind: marked_plural(
        "%(name)s was %(num)s point behind in this game.", "%(name)s was %(num)s points behind in this game."
    ),
    # Translators: the hand worth most points. %(month)s is “May 2026”.
    asked.best_since: marked("The best hand between you two since %(month)s."),
    asked.undercuts: marked_plural(
        "%(name)s has undercut %(num)s time in one evening.",
        "%(name)s has undercut %(num)s times in one evening.",
    ),
    asked.gins: marked_plural(
        "%(name)s has had gin %(num)s time in one evening.",
        "%(name)s has had gin %(num)s times in one evening.",
    ),
    asked.hands_in_a_row: marked_plural(
        "%(name)s has won %(num)s hand in a row.", "%(name)s has won %(num)s hands in a row."
    ),
    # Translators: the hand in which the deadwood of the two players was nearly the same.
    asked.closest: marked("The closest hand of this match so far."),
    # Translators: %(name)s has knocked; %(other)s could have laid off less on other melds.
    asked.other_melds: marked_plural(
        "Had %(name)s laid other melds, %(other)s would have had %(num)s deadwood.",
        "Had %(name)s laid other melds, %(other)s would have had %(num)s deadwood.",
    ),
}


def remembered_said(memory: asked.Memory, names: Sequence[str]) -> str:
    """The sentence: "Bob has undercut 3 times in one evening."."""
    said = SAID[memory.kind]
    if isinstance(said, str):
        return _(said, month=month_said(f"{memory.since:%Y-%m}") if memory.since else "")
    return ngettext(*said, memory.number, name=names[memory.player], other=names[1 - memory.player])
