"""All figures by name, and which of them each page shows."""

from collections.abc import Mapping
from typing import NamedTuple

from views.language.i18n import marked
from views.statistics.figure import Figure, Listed, Unit
from views.words import figure_names as nouns

ALL = (
    Figure(
        "matches-won",
        marked("Matches won"),
        # Translators: the number of matches won.
        marked("Won"),
        marked("Matches that are over and that the player won, alone or with a partner."),
        Unit.SHARE,
        "matches_won",
        "matches",
        nouns.MATCHES,
        lists=Listed.MATCHES,
    ),
    Figure(
        "games-won",
        marked("Games won"),
        marked("Games"),
        marked("Games that are over and that the player won. A match can have several games."),
        Unit.SHARE,
        "games_won",
        "games",
        nouns.GAMES,
        lists=Listed.GAMES,
    ),
    Figure(
        "balance",
        marked("Balance"),
        marked("Balance"),
        marked("All points with every bonus, less those of the others. In an unfinished game, as it stands."),
        Unit.SIGNED,
        "balance",
        "with_points",
        nouns.MATCHES,
        lists=Listed.GAMES,
    ),
    Figure(
        "hands-won",
        marked("Hands won"),
        marked("Hands won"),
        marked("Hands that the player won, of all hands played. Dead hands are counted among those played."),
        Unit.SHARE,
        "hands_won",
        "hands",
        nouns.HANDS,
    ),
    Figure(
        "average-hand",
        marked("Average hand"),
        marked("Average"),
        marked("The points of the hands won, divided by how many they are."),
        Unit.AVERAGE,
        "points",
        "hands_won",
        nouns.HANDS_WON,
        counted="hands_won",
    ),
    Figure(
        "best-hand",
        marked("Best hand"),
        marked("Best hand"),
        marked("The hand with the most points."),
        Unit.COUNT,
        "best_hand",
        "hands_won",
        nouns.HANDS_WON,
    ),
    Figure(
        "gin",
        marked("Won by gin"),
        marked("Gin"),
        marked("Hands won with no deadwood."),
        Unit.SHARE,
        "gin_wins",
        "known_wins",
        nouns.HANDS_WON,
    ),
    Figure(
        "undercuts",
        marked("Won by an undercut"),
        marked("Undercut"),
        marked("Hands won against a knock, with no more deadwood than the other player."),
        Unit.SHARE,
        "undercut_wins",
        "known_wins",
        nouns.HANDS_WON,
    ),
    Figure(
        "average-caught",
        marked("Average deadwood when caught"),
        # Translators: the average deadwood a player had left when the other one knocked.
        marked("Caught with"),
        marked("Average deadwood when the other player knocked or went gin and won the hand, ties included."),
        Unit.AVERAGE,
        "caught_deadwood",
        "caught",
        nouns.HANDS_LOST,
        counted="caught",
        lowest_first=True,
    ),
    Figure(
        "missed",
        marked("Missed lay-offs"),
        # Translators: missed lay-offs.
        marked("Missed"),
        marked(
            "Hands entered by cards in which the defence could have done better, by more lay-offs or other "
            "melds."
        ),
        Unit.SHARE,
        "missed",
        "defended",
        nouns.HANDS_BY_CARDS,
        lowest_first=True,
    ),
)

FIGURES: Mapping[str, Figure] = {figure.name: figure for figure in ALL}


class Group(NamedTuple):
    """Figures under a heading, or columns to choose."""

    name: str
    """As in addresses."""
    label: str
    figures: tuple[Figure, ...]


def _group(name: str, label: str, *figures: str) -> Group:
    return Group(name, label, tuple(FIGURES[each] for each in figures))


# Translators: a heading over matches and games won, and the balance.
_RESULTS = _group("results", marked("Results"), "matches-won", "games-won", "balance")
_HANDS = _group("hands", marked("Hands"), "hands-won", "average-hand", "best-hand")
# Translators: a heading over how somebody plays: gin, undercuts, deadwood when caught, missed lay-offs.
_PLAY = _group("play", marked("Play"), "gin", "undercuts", "average-caught", "missed")

_FIRST = _group(
    "results", marked("Results"), "matches-won", "games-won", "balance", "average-hand", "average-caught"
)
_MORE = _group("more", marked("More figures"), "hands-won", "best-hand", "gin", "undercuts", "missed")

OF_A_PLAYER = (_FIRST, _MORE)
"""What the pages of a player and of two show: the first group at once, the other in a fold."""

OF_THE_BOOK = (_HANDS._replace(figures=_HANDS.figures[1:]), _PLAY)
"""What the page of a book shows for everybody together. All others only make sense for a player."""

BOOK_FIGURES = {figure.name for group in OF_THE_BOOK for figure in group.figures}

COLUMNS = (_RESULTS, _HANDS, _PLAY._replace(figures=_PLAY.figures[:3]))
"""The columns to choose for the table of players: as many as a phone shows."""
