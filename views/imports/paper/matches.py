"""The rows of a table as matches: which of them are one match, who played it, and its lines."""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain

from models.gin.document.writing import MatchDocument
from models.gin.hand.declaration import DEAD_HAND, Points
from models.gin.hand.scoring import Hand
from models.gin.player_names import is_name, is_same_name, without_variants
from models.gin.rules.house_rules import LARGEST_TOTAL
from models.gin.rules.seating import Player
from models.gin.sheet.extra_lines import LARGEST_HAND, Adjustment
from models.records.saving.limits import MOST_HANDS
from views.imports.paper.people import EVERYBODY, People, once
from views.imports.paper.problems import LONGEST_TEXT, MOST_FOUND, PaperProblem, Problems, Wrong
from views.imports.paper.reading import RowKind, RowPoints, TableReading
from views.imports.paper.readings import missing, points_in, remark_in
from views.imports.paper.table import PaperTable
from views.imports.paper.table_text import FIGURES, LONGEST_CELL
from views.imports.paper_match import (
    MOST_MATCHES,
    TABLES,
    Line,
    gain_of,
    on_day,
    paper_match,
    target_of,
    totals_after,
    with_distinct_ids,
    without_dead_hands,
)

MOST_LINES = 10_000
"""In one import."""

CLOCK = re.compile(r"(?<!\d)(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\d)")
"""A time of the day."""

WORD = re.compile(r"[^\W\d]+")

LEAST_TOTAL = 10
"""The least that the largest total of several games can be."""

PAIR = (0, 1)
"""The players of a match of two."""


@dataclass(frozen=True, slots=True)
class MatchRows:
    """The rows of one match, and who played it."""

    players: tuple[str, ...]
    rows: Sequence[RowPoints]

    @property
    def day(self) -> date | None:
        return self.rows[0].day


@dataclass(frozen=True, slots=True)
class PaperMatches:
    """The matches of a table, and what is wrong with it. With problems, there are none."""

    matches: Sequence[MatchDocument] = ()
    problems: Sequence[PaperProblem] = ()
    nobody_scored: Sequence[RowPoints] = ()
    """The rows that are left out: nobody has points, and it is not known who played one hand."""


def matches_of(
    table: PaperTable, reading: TableReading, other: str = "", people: People = EVERYBODY
) -> PaperMatches:
    """The matches in *table*. *other* is who played too, if only the names of winners are known."""
    problems = list(missing(table, reading))
    if problems:
        return PaperMatches(problems=problems)
    found = _between_the_two(people.rows(points_in(table, reading, problems)), other)
    by_match = rows_by_match(found, reading, other)
    problems = problems or [
        *_too_many(by_match, found),
        *_untold(table, found),
        *_games_won(found, reading.row_kind),
    ]
    if problems:
        return PaperMatches(problems=problems)
    nobody_scored = list[RowPoints]()
    read = _matches(by_match, reading.row_kind, problems, nobody_scored)
    matches = list(with_distinct_ids(read, without_dead_hands))
    if not matches and not problems:
        problems.append(PaperProblem(Wrong.NO_POINTS))
    return PaperMatches([] if problems else matches, problems, nobody_scored)


def _between_the_two(found: Sequence[RowPoints], other: str) -> list[RowPoints]:
    """The rows; where nobody scored, and nobody is named, the only two of the paper have played."""
    people = _everybody(found, other)
    two = dict.fromkeys(people, 0) if len(people) == len(PAIR) else {}
    return [row if row.points or row.may_have_played else replace(row, points=two) for row in found]


def _games_won(found: Sequence[RowPoints], kind: RowKind) -> Iterator[PaperProblem]:
    """The problem that the totals of all games are as small as numbers of games that somebody won."""
    points = [each for row in found for each in row.points.values()]
    if kind is RowKind.GAME and len(found) > 1 and 0 < max(points, default=0) < LEAST_TOTAL:
        yield PaperProblem(Wrong.GAMES_WON)


def _too_many(matches: Sequence[MatchRows], found: Sequence[RowPoints]) -> Iterator[PaperProblem]:
    """The problem that there is more than one import can write."""
    if (num := len(matches)) > MOST_MATCHES:
        yield PaperProblem(Wrong.MANY_MATCHES, num=num)
    elif (num := len(found)) > MOST_LINES:
        yield PaperProblem(Wrong.MANY_LINES, num=num)


def _untold(table: PaperTable, found: Sequence[RowPoints]) -> Iterator[PaperProblem]:
    """The lines beside results in words that name two players and two numbers too, but can't be read."""
    known = {name.casefold().split()[0] for row in found for name in row.points}
    for row, _why in table.left_out:
        said = CLOCK.sub("", row.filled[0]) if row.is_beside else ""
        named = known.intersection(WORD.findall(said.casefold()))
        if len(named) > 1 < len(FIGURES.findall(said)):
            yield PaperProblem(Wrong.RESULT_UNTOLD, row.line, text=row.filled[0][:LONGEST_TEXT])


def rows_by_match(found: Sequence[RowPoints], reading: TableReading, other: str = "") -> list[MatchRows]:
    """The rows of each match: a game, or the hands of one day and the same players."""
    everybody = _everybody(found, other) if _only_winners(found) else ()
    if reading.row_kind is RowKind.GAME:
        return [MatchRows(_players_of([row], everybody), [row]) for row in found]
    together: dict[Hashable, list[RowPoints]] = {}
    for row in found:
        people = () if row.may_have_played or everybody else frozenset(map(without_variants, row.points))
        together.setdefault((row.day, row.game, people), []).append(row)
    return [MatchRows(_players_of(rows, everybody), rows) for rows in together.values()]


def _only_winners(found: Sequence[RowPoints]) -> bool:
    """Whether it is never said who lost."""
    return any(len(row.points) == 1 and not row.may_have_played for row in found)


def _everybody(found: Sequence[RowPoints], other: str) -> tuple[str, ...]:
    """Everybody who won, and the *other* who never did."""
    return tuple(once(filter(None, (*_named(found), other[:LONGEST_CELL]))))


def _named(rows: Sequence[RowPoints]) -> Iterator[str]:
    return (name for row in rows for name in row.points)


def _players_of(rows: Sequence[RowPoints], everybody: tuple[str, ...]) -> tuple[str, ...]:
    """Who played a match: who has anything in its rows; if that is only one, whoever may have played."""
    if everybody:
        return everybody
    names = once(_named(rows))
    if columns := rows[0].may_have_played:
        known = set(map(without_variants, names))
        played = tuple(name for name in columns if without_variants(name) in known)
        return played if len(played) > 1 else columns
    return tuple(names if len(rows) == 1 else sorted(names, key=without_variants))


def _wrong_players(players: Sequence[str]) -> Wrong | None:
    """Why these can't be the players of a match; None if they can."""
    if not all(map(is_name, players)):
        return Wrong.OTHER_NAME
    if len(players) in TABLES:
        return None
    return Wrong.ONE_HAS_POINTS if len(players) == 1 else Wrong.SEVERAL_HAVE_POINTS


def _too_large(lines: Sequence[Line]) -> Wrong | None:
    """Why a match has no room for *lines*; None if it has."""
    if len(lines) > MOST_HANDS:
        return Wrong.LINES_OF_A_MATCH
    if any(isinstance(line, Hand) and gain_of(line)[1] > LARGEST_HAND for line in lines):
        return Wrong.LARGE_HAND
    if max(target_of(lines), *map(abs, totals_after(lines))) > LARGEST_TOTAL:
        return Wrong.LARGE_TOTAL
    return None


def _matches(
    matches: Sequence[MatchRows], kind: RowKind, problems: Problems, nobody_scored: list[RowPoints]
) -> Iterator[MatchDocument]:
    """The matches in which somebody has points. All lines that write nothing are added to *nobody_scored*."""
    games = Counter[date | None]()
    for each in matches:
        if len(problems) >= MOST_FOUND:
            return
        if not any(points for row in each.rows for points in row.points.values()):
            nobody_scored += each.rows
            continue
        if wrong := _wrong_players(each.players):
            problems.append(PaperProblem(wrong, num=len(each.players)))
            return
        written = [_lines(row, each.players, kind) for row in each.rows]
        nobody_scored += [row for row, lines in zip(each.rows, written, strict=True) if not lines]
        lines = [*chain.from_iterable(written)]
        if wrong := _too_large(lines):
            problems.append(PaperProblem(wrong, *each.rows[0].place, num=len(lines)))
        else:
            day = each.day
            match = on_day(paper_match(each.players, lines), day, games[day])
            match = replace(match, may_have_grown=kind is not RowKind.GAME)
            yield _with_remarks(match, each.rows, written)
            games[day] += 1


def _with_remarks(
    match: MatchDocument, rows: Sequence[RowPoints], written: Sequence[Sequence[Line]]
) -> MatchDocument:
    """*match* with the notes of its *rows*: on a hand, or on the match where a row is not one hand."""
    remarks, of_match, place = dict[int, str](), list[str](), 0
    for row, lines in zip(rows, written, strict=True):
        if row.remark and [type(line) for line in lines] == [Hand]:
            remarks[place] = row.remark
        elif row.remark:
            of_match.append(row.remark)
        place += len(lines)
    return replace(match, remark=remark_in(" · ".join(of_match)), remarks=remarks)


def _lines(row: RowPoints, players: Sequence[str], kind: RowKind) -> list[Line]:
    """What a row adds to the totals; of a game, the winner last, whose points end it."""
    each = {
        player: points
        for player, name in enumerate(players)
        for scorer, points in row.points.items()
        if is_same_name(name, scorer)
    }
    lines = [Adjustment(player, points) for player, points in each.items() if points]
    if kind is RowKind.GAME:
        return [*sorted(lines, key=lambda line: line.points)]
    hands = _hand(each, len(players)) if row.is_hand else ()
    known = (hand for hand in hands if kind is RowKind.HAND or gain_of(hand)[1] <= LARGEST_HAND)
    return [*known] or [*lines]


def _hand(points_by_player: Mapping[Player, int], players: int) -> Iterator[Hand]:
    """The hand in a row: one player has points, and who lost is known: of three, who has a nought.

    If nobody has points, it is a dead hand of the only two, or of the two who have a nought.
    """
    won = [player for player, points in points_by_player.items() if points]
    others = PAIR if players == len(PAIR) else sorted(points_by_player)
    lost = [player for player in others if player not in won]
    if len(won) == len(lost) == 1 and points_by_player[won[0]] > 0:
        first, second = sorted([*won, *lost])
        yield Hand(won[0], Points(points_by_player[won[0]]), (first, second))
    if not won and len(lost) == len(PAIR):
        yield Hand(None, DEAD_HAND, (lost[0], lost[1]))
