"""Books in words: what they are called, who leads, and how many matches there are."""

from collections.abc import Sequence

from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.lists import all_of, in_a_row

NAMED_ALL = 3
"""Up to so many players, a book without a name is called after all of them."""


def book_title(name: str, players: Sequence[str]) -> str:
    """What a book is called: its name, or the names of its players.

    >>> book_title("", ["Ann", "Bob"]), book_title("", ["Ann", "Bob", "Cid", "Dan"])
    ('Ann and Bob', 'Ann, Bob and 2 others')
    >>> book_title("Club", ["Ann"])
    'Club'
    """
    if name:
        return name
    if not players:
        return _("New book")
    if len(players) <= NAMED_ALL:
        return all_of(players)
    first, others = in_a_row(players[:2]), len(players) - 2
    # Translators: the name of a book of matches: “Ann, Bob and 2 others”. %(names)s is “Ann, Bob”.
    return ngettext("%(names)s and %(num)s other", "%(names)s and %(num)s others", others, names=first)


def number_of_matches_said(matches: int) -> str:
    """How many matches there are: "1 match", "12 matches"."""
    # Translators: match: one or more games played together.
    return ngettext("%(num)s match", "%(num)s matches", matches)


def number_of_players_said(players: int) -> str:
    return ngettext("%(num)s player", "%(num)s players", players)
