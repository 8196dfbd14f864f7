"""A hand that one of three played alone against both others, in words: who shares it."""

from collections.abc import Sequence

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Table
from models.gin.sheet.columns import ColumnEntry
from models.gin.sheet.games import ScoredHand
from views.language.i18n import gettext as _
from views.words.lists import paragraph


def shared_said(scored_hand: ScoredHand, names: Sequence[str], rules: HouseRules) -> str:
    """Who else scores by a hand that one played alone against both others, or loses by it; or ""."""
    if len(names) != 3 or rules.seated_at(Table.THREE) is not Table.WINNER_ALONE:
        return ""
    third = Table.WINNER_ALONE.others(scored_hand.hand.faced)[0]
    entries = [entry for entry in scored_hand.entries if entry.winner == third]
    if rules.loser_negative:
        entries += [entry for entry in scored_hand.entries if entry.loser == third]
    return paragraph(
        _share(entry, scored_hand.entries[0], names)
        for entry in entries
        if entry.hands or entry.points or entry.boxes_again
    )


def _share(entry: ColumnEntry, first: ColumnEntry, names: Sequence[str]) -> str:
    """What *entry* means to a player who has not played the hand; *first* is what its winner has."""
    values = {"winner": names[entry.winner], "loser": names[entry.loser], "points": entry.points}
    if entry.hands:
        # Translators: a player who did not play the hand scores by it too.
        return _("%(winner)s scores the same.", **values)
    if entry.winner != first.winner:
        return (
            # Translators: gin-off: a defender who ends with no deadwood at all. Another player loses by
            # it too.
            _("%(loser)s loses %(points)s for gin-off too.", **values)
            if entry.loser not in (first.winner, first.loser)
            else _("%(winner)s scores %(points)s for gin-off too.", **values)
        )
    # Translators: a player who did not play the hand loses by it too; the winner is paid by both.
    return _("%(loser)s loses the same, so %(winner)s wins double.", **values)
