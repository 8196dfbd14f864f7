"""A match of points without cards, as one is made from paper: its rules, its end, its day and its id."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import islice

from models.gin.document.writing import MatchDocument
from models.gin.hand.declaration import Points
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Shutout
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Player, Table
from models.gin.sheet.extra_lines import Adjustment
from models.records.files.documents import with_id
from models.records.files.import_rows import NAMES_OF_PAPER, noon
from models.records.tables.shared import hashed
from views.imports.contents import Contents, ImportProblem, Problems
from views.language.i18n import gettext as _

TABLES = {2: Table.TWO, 3: Table.THREE}

Line = Hand | Adjustment
"""A hand that somebody won, or points from a total."""

MOST_MATCHES = 500
"""In one import: more would keep everybody else waiting who saves a hand meanwhile."""


def paper_match(players: Sequence[str], lines: Sequence[Line]) -> MatchDocument:
    """A match of points without cards, which ends after the last of them."""
    return MatchDocument(
        tuple(players),
        paper_rules(target_of(lines)),
        tuple(lines),
        0,
        TABLES[len(players)],
        preset="pagat",
        rules_name=_("On paper"),
        ends_after_last=True,
    )


def on_day(match: MatchDocument, day: date | None, nth: int = 0) -> MatchDocument:
    """*match*, the *nth* of its *day* from 0, if the paper has one."""
    at = noon(day, nth) if day else None
    return replace(match, started=at, changed=at, played_on=day)


def paper_rules(target: int) -> HouseRules:
    """Rules under which totals are what is written: no bonus is added that may be in them already."""
    return PRESETS["pagat"].but(game_bonus=0, box_bonus=0, shutout=Shutout.NONE, target=target)


def target_of(lines: Sequence[Line]) -> int:
    """A target that only the last line reaches: its total, or one point above the highest total before."""
    *before, last = 0, *totals_after(lines)
    return last if last > max(before) else max(before) + 1


def totals_after(lines: Sequence[Line]) -> Iterator[int]:
    """After each of *lines*, the total of who gets its points."""
    totals = Counter[Player]()
    for player, points in map(gain_of, lines):
        totals[player] += points
        yield totals[player]


def gain_of(line: Line) -> tuple[Player, int]:
    """Who gets how many points by *line*."""
    if isinstance(line, Adjustment):
        return line.player, line.points
    return line.knocker or 0, line.laid.points if isinstance(line.laid, Points) else 0


def with_distinct_ids(
    matches: Iterable[MatchDocument], known_as: Callable[[MatchDocument], MatchDocument]
) -> Iterator[MatchDocument]:
    """*matches* with an id each: that of what it is *known_as*. Games without a date may be alike, and are
    still several.

    An id follows from the name of the rules too, so a paper that was imported in another language has
    another one, under which it is known again.
    """
    seen = Counter[str]()
    for match in matches:
        totals, names = known_as(match), dict.fromkeys((match.rules_name, *NAMES_OF_PAPER))
        ids = [with_id(replace(totals, rules_name=name)).id for name in names]
        seen[ids[0]] += 1
        nth = seen[ids[0]]
        own, *others = ids if nth == 1 else [hashed(known, str(nth))[:32] for known in ids]
        yield replace(match, id=own, other_ids=tuple(others))


def in_totals(match: MatchDocument) -> MatchDocument:
    """*match* as tables were imported before: with adjustments in place of hands, and with an open end.

    So it has the same id, and is known again.
    """
    hands = [
        Adjustment(each.knocker, each.laid.points)
        if isinstance(each, Hand) and isinstance(each.laid, Points) and each.knocker is not None
        else each
        for each in match.hands
    ]
    return replace(match, hands=tuple(hands), ends_after_last=False, remark="", remarks={})


def without_dead_hands(match: MatchDocument) -> MatchDocument:
    """*match* as tables were imported before: in totals, without the hands that nobody won."""
    lines = (line for line in match.hands if isinstance(line, Hand | Adjustment))
    scored = [line for line in lines if isinstance(line, Adjustment) or line.knocker is not None]
    return in_totals(replace(match, hands=tuple(scored), rules=paper_rules(target_of(scored))))


def contents_with(read: Iterable[MatchDocument], problems: Problems, nothing: str) -> Contents:
    """The matches of the file of another app, as far as one import can have them; *nothing* says it has none.

    *problems* are added to while matches are read.
    """
    matches = list(with_distinct_ids(islice(read, MOST_MATCHES + 1), in_totals))
    if not matches and not problems:
        problems.append(ImportProblem("", nothing))
    if len(matches) > MOST_MATCHES:
        problems.append(ImportProblem("", _("An import can have up to %(most)s matches.", most=MOST_MATCHES)))
    return Contents([] if problems else matches, problems)
