"""The history of a book in words."""

from collections.abc import Sequence

from models.records.tables.book import BookChange, BookChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.player import Player
from models.records.tables.seat import Seat
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.shared.change_log import DescribedChange
from views.words.dates import when
from views.words.devices import phone
from views.words.rule_sets import caption


def described(changes: Sequence[BookChange], own_seat: Seat | None) -> list[DescribedChange]:
    """*changes* in words."""
    return [
        DescribedChange(_title(each), when(each.at), phone(each.seat, own_seat), after=_detail(each))
        for each in changes
    ]


def _title(change: BookChange) -> str:
    one, other = _named(change.player), _named(change.other)
    match change.kind:
        case BookChangeKind.STARTED:
            return _("Book started")
        case BookChangeKind.NAMED:
            return _("Book renamed")
        case BookChangeKind.PLAYER_ADDED:
            return _("%(name)s added", name=change.name_after or one)
        case BookChangeKind.PLAYER_RENAMED:
            return _("%(name)s renamed", name=change.name_before or one)
        case BookChangeKind.PLAYERS_MERGED:
            return _("%(one)s and %(other)s are the same person", one=one, other=other)
        case BookChangeKind.PLAYER_SPLIT:
            return _("%(one)s and %(other)s are two people", one=one, other=other)
        case BookChangeKind.PLAYER_DELETED:
            return _("Player deleted")
        case BookChangeKind.MATCHES_JOINED:
            number = max(1, len(change.match_ids))
            return ngettext("Match added to the book", "%(num)s matches added to the book", number)
        case BookChangeKind.MATCH_LEFT:
            return _("Match taken out of the book")
        case BookChangeKind.RULES:
            return _("Usual rules changed")
        case BookChangeKind.IMPORTED:
            return _("Imported from a file")


def _named(player: Player | None) -> str:
    return player.full_name if player else _("a deleted player")


def _detail(change: BookChange) -> str:
    number = len(change.match_ids)
    match change.kind:
        case BookChangeKind.STARTED | BookChangeKind.IMPORTED if number:
            # Translators: a book that was started or imported.
            return ngettext("With %(num)s match.", "With %(num)s matches.", number)
        case BookChangeKind.PLAYERS_MERGED | BookChangeKind.PLAYER_SPLIT:
            return ngettext(
                "%(num)s match now counts for %(name)s.",
                "%(num)s matches now count for %(name)s.",
                number,
                name=_named(change.other),
            )
        case BookChangeKind.NAMED | BookChangeKind.PLAYER_RENAMED if change.name_after:
            # Translators: the new name of a book or of a player.
            return _("Now “%(name)s”.", name=change.name_after)
        case BookChangeKind.RULES:
            return _rules(change.agreed_after)
        case _:
            return ""


def _rules(agreed: Agreement | None) -> str:
    if agreed is None:
        return _("No usual rules any more.")
    # Translators: %(rules)s is the name of the rules, such as “Standard, to 100”.
    return _("Now %(rules)s.", rules=caption(agreed))
