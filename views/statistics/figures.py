"""All figures by name, and which of them each page shows. Entries are in the two modules beside this one."""

from collections.abc import Mapping
from typing import NamedTuple

from views.statistics.figure import Figure
from views.statistics.hand_figures import HAND_FIGURES
from views.statistics.match_figures import MATCH_FIGURES
from views.web.i18n import marked

FIGURES: Mapping[str, Figure] = {figure.name: figure for figure in (*MATCH_FIGURES, *HAND_FIGURES)}


class Group(NamedTuple):
    """Figures under a heading, or columns to choose."""

    name: str
    """As in addresses."""
    label: str
    figures: tuple[Figure, ...]
    needs_cards: bool = False
    """Whether there is nothing to show before hands are entered by cards."""


def _group(name: str, label: str, *figures: str, needs_cards: bool = False) -> Group:
    return Group(name, label, tuple(FIGURES[each] for each in figures), needs_cards)


_CARDS = _group("cards", marked("Hands by cards"), "missed", "given-away", needs_cards=True)

OF_A_PLAYER = (
    _group(
        "matches",
        marked("Matches and games"),
        "matches-won",
        "games-won",
        "shutouts",
        "comebacks",
        "shut-out",
    ),
    _group("points", marked("Points"), "balance", "points", "points-against", "average-hand", "best-hand"),
    _group(
        "hands",
        marked("Hands"),
        "hands-won",
        "knocks-won",
        "gin",
        "big-gin",
        "undercuts",
        "ties-won",
        "from-paper",
        "hands-in-a-row",
    ),
    _group("deadwood", marked("Deadwood"), "average-knock", "average-caught"),
    _group("dealer", marked("The dealer"), "won-as-dealer", "won-not-dealing"),
    _CARDS,
)
"""What the pages of a player and of two show."""

OF_THE_BOOK = (
    # Translators: a heading over the numbers of matches, games and hands that were played.
    _group("played", marked("Played"), "all-matches", "all-games", "all-hands", "dead"),
    _group(
        "hands",
        marked("How hands were won"),
        "knocks-won",
        "gin",
        "big-gin",
        "undercuts",
        "ties-won",
        "from-paper",
        "won-by-dealer",
    ),
    _group(
        "points",
        marked("Points and deadwood"),
        "average-hand",
        "best-hand",
        "average-knock",
        "average-caught",
    ),
    _CARDS,
)

BOOK_FIGURES = {figure.name for group in OF_THE_BOOK for figure in group.figures}
"""Those that count for everybody together; all others only make sense for a player."""

COLUMNS = (
    _group("matches", marked("Matches"), "matches-won", "matches", "balance"),
    _group("games", marked("Games"), "games-won", "shutouts", "comebacks"),
    _group("points", marked("Points"), "balance", "average-hand", "best-hand"),
    _group("hands", marked("Hands"), "hands-won", "hands", "hands-in-a-row"),
    _group("ways", marked("Ways to win"), "knocks-won", "gin", "undercuts"),
    _group("deadwood", marked("Deadwood"), "average-knock", "average-caught", "missed"),
)
"""The columns to choose for the table of players: as many as a phone shows."""
