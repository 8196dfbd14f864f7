"""Opening scores in words: a handicap, or what is carried over from paper."""

from collections.abc import Iterator, Sequence

from models.gin.sheet.extra_lines import OpeningKind, OpeningScores
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.hand_sum import number
from views.words.lists import in_a_row
from views.words.seating import Seating


def starts(line: OpeningScores, seating: Seating) -> Iterator[str]:
    """What everybody starts with, column by column."""
    listed = [_listed(seating, each.points) for each in line.columns]
    several = seating.rules.columns > 1
    if line.kind is OpeningKind.HANDICAP:
        yield (
            # Translators: %(totals)s is “Ann 0, Bob 20”.
            _("Handicap in every column: %(totals)s.", totals=listed[0])
            if several
            else _("Handicap: %(totals)s.", totals=listed[0])
        )
    elif not several:
        # Translators: the scores of an earlier sheet of paper. %(totals)s is “Ann 62, Bob 40”.
        yield _("Carried over from paper: %(totals)s.", totals=listed[0])
    else:
        yield _("Carried over from paper.")
        for column, totals in enumerate(listed, 1):
            yield _("Column %(number)s: %(totals)s.", number=column, totals=totals)


def details(line: OpeningScores, seating: Seating) -> Iterator[str]:
    """The boxes, who deals, and how many hands were played."""
    for column, scores in enumerate(line.columns, 1):
        if any(scores.boxes) and len(line.columns) == 1:
            # Translators: how many boxes each has: “Boxes: Ann 3, Bob 1.”
            yield _("Boxes: %(boxes)s.", boxes=_listed(seating, scores.boxes))
        elif any(scores.boxes):
            boxes = _listed(seating, scores.boxes)
            yield _("Boxes in column %(number)s: %(boxes)s.", number=column, boxes=boxes)
    if any(line.games):
        yield _("Games won: %(games)s.", games=_listed(seating, line.games))
    if line.dealer is not None:
        # Translators: the singular is for one player, the plural for a pair of partners, such as “Ann &
        # Cid”.
        yield ngettext(
            "%(name)s deals the first hand.",
            "%(name)s deal the first hand.",
            seating.people(line.dealer),
            name=seating.sides[line.dealer],
        )
    if line.played:
        yield ngettext(
            "%(num)s hand of the game was played before.",
            "%(num)s hands of the game were played before.",
            line.played,
        )


def _listed(seating: Seating, numbers: Sequence[int]) -> str:
    """Names with their numbers: "Ann 62, Bob 40"; without who sits out the game."""
    return in_a_row(
        [
            # Translators: a player and a number, as part of a list: “Ann 62, Bob 40”.
            _("%(name)s %(figure)s", name=name, figure=number(each))
            for side, (name, each) in enumerate(zip(seating.sides, numbers, strict=True))
            if side != seating.no_part
        ]
    )
