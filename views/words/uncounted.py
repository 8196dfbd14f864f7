"""Why something on the sheet doesn't count, in words."""

from collections.abc import Sequence

from models.gin.sheet.games import ScoredHand, ScoredLine
from views.language.i18n import gettext as _
from views.words.hand_result import Words
from views.words.lists import paragraph


def why_not(row: ScoredLine, names: Sequence[str]) -> str:
    """Why a hand or an extra line doesn't count; "" if it does, or if its own sentences say it."""
    if row.past_the_end:
        return _("This was written after the end of the match. It stays on the sheet but doesn’t count.")
    if isinstance(row, ScoredHand) and row.no_part is not None:
        return sits_out(names[row.no_part])
    return ""


def sits_out(name: str) -> str:
    """Says that something about who has no part in a game counts for nobody."""
    # Translators: one of three players, who has no part in a game of the other two.
    return _("%(name)s sits out this game, so nobody gets or loses anything.", name=name)


def with_reason(words: Words, row: ScoredLine, names: Sequence[str]) -> Words:
    """*words* about a hand or an extra line, after why it doesn't count."""
    reason = why_not(row, names)
    return Words(reason, paragraph((words.head, words.story)), words.sum) if reason else words


def in_short(row: ScoredLine, names: Sequence[str]) -> str:
    """Says that a row does not count, in a few words beside it on the sheet; "" if it counts."""
    if row.past_the_end:
        # Translators: a hand that was played after the end of the match and doesn’t count.
        return _("after the end")
    if row.counts or row.no_part is None:
        return ""
    # Translators: why a line of the sheet doesn’t count: one of three has no part in a game of the others.
    return _("doesn’t count: %(name)s sits out this game", name=names[row.no_part])
