"""A table of points as matches, in each way in which it can be read."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import chain, islice

from models.gin.document.writing import MatchDocument
from models.gin.hand.declaration import DEAD_HAND, Points
from models.gin.hand.scoring import Hand
from models.gin.player_names import is_name, is_same_name, without_variants
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Shutout
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Player, Table
from models.gin.sheet.extra_lines import LARGEST_SCORE, Adjustment
from models.records.files.documents import with_id
from models.records.saving.limits import MOST_HANDS
from models.records.tables.shared import hashed
from views.imports.contents import MOST_FOUND, Contents, ImportProblem, Problems, told_once
from views.imports.paper.layouts.common import Layout, day_column, is_left_out, with_day_order
from views.imports.paper.layouts.matrix import Matrix
from views.imports.paper.layouts.name_columns import NamesAndPoints, PlayerRows, Winners
from views.imports.paper.layouts.player_columns import PlayerColumns, player_columns
from views.imports.paper.layouts.players_down import PlayersDown
from views.imports.paper.reading import Role, RowKind, RowPoints, TableReading, Way, corrected
from views.imports.paper.table import CellKind, PaperTable
from views.imports.paper.table_text import LONGEST_CELL
from views.language.i18n import gettext as _
from views.language.i18n import ngettext

PLAYERS_DOWN: Sequence[Layout] = (Matrix(), PlayersDown())
"""Layouts with a row for each player. A table in one of them is in no other, and no column can be chosen."""

BY_COLUMNS: Sequence[Layout] = (NamesAndPoints(), PlayerRows(), Winners(), PlayerColumns())
"""Layouts that are told by what is in each column."""


def possible_readings(table: PaperTable) -> list[TableReading]:
    """The readings of *table*, the most likely first; never none."""
    for layout in PLAYERS_DOWN:
        if found := list(layout.guesses(table)):
            return found
    guessed = [reading for layout in BY_COLUMNS for reading in layout.guesses(table)]
    return sorted(guessed, key=lambda reading: not reading.is_likely) or [_nothing_known(table)]


def _nothing_known(table: PaperTable) -> TableReading:
    """What is offered for a table in no known layout: to choose what each column is."""
    day, players = day_column(table), player_columns(table)
    roles = [
        Role.DAY
        if column is day
        else Role.PLAYER
        if column in players
        else Role.UNCLEAR
        if column.has_names and not is_left_out(column)
        else Role.NOTHING
        for column in table.columns
    ]
    names = tuple(column.heading for column in table.columns)
    return with_day_order(table, TableReading(Way.PLAYERS, tuple(roles), names, RowKind.HAND))


def chosen_reading(readings: Sequence[TableReading], chosen: Mapping[str, str]) -> TableReading | None:
    """The reading that players have chosen, or the only likely one; None if it has to be asked."""
    said = next((reading for reading in readings if reading.way.value == chosen.get("way")), None)
    likely = [reading for reading in readings if reading.is_likely]
    return said or (likely[0] if len(likely) == 1 else None)


def with_choices(table: PaperTable, reading: TableReading, chosen: Mapping[str, str]) -> TableReading:
    """*reading* with what players have chosen for its columns, if the form was about this way."""
    if chosen.get("shown", reading.way.value) != reading.way.value:
        chosen = {name: value for name, value in chosen.items() if name == "days"}
    if layout_of(reading) in PLAYERS_DOWN:
        chosen = {name: value for name, value in chosen.items() if name in ("days", "rows")}
    found = corrected(reading, chosen)
    if "days" in chosen or found.roles == reading.roles:
        return found
    return with_day_order(table, found)


def layout_of(reading: TableReading) -> Layout:
    """The layout in which a table is read."""
    return next(layout for layout in (*PLAYERS_DOWN, *BY_COLUMNS) if layout.takes(reading))


def missing(table: PaperTable, reading: TableReading) -> Iterator[str]:
    """What has to be chosen before any row can be read."""
    if not any(column.kind in (CellKind.POINTS, CellKind.BOTH) for column in table.columns):
        yield _("There are no points in it: a column with numbers is needed.")
        return
    for index in reading.columns(Role.UNCLEAR):
        yield _(
            "What is in column %(number)s, “%(heading)s”? Choose it below, or leave it out.",
            number=index + 1,
            heading=table.columns[index].heading[:40] or "…",
        )
    yield from layout_of(reading).missing(table, reading)


def points_in(table: PaperTable, reading: TableReading, problems: Problems) -> list[RowPoints]:
    return list(layout_of(reading).points_in(table, reading, problems))


def points_in_first(table: PaperTable, reading: TableReading, rows: int) -> list[RowPoints]:
    """The points in the first *rows* of *table*, to show how they are read."""
    return points_in(replace(table, rows=table.rows[:rows]), reading, [])


MOST_MATCHES = 500
"""In one import: more would keep everybody else waiting who saves a hand meanwhile."""

MOST_LINES = 10_000
"""In one import."""

MOST_ROWS = 12_000
"""Rows, with days and remarks on lines of their own. More are not looked at."""

TABLES = {2: Table.TWO, 3: Table.THREE}

PAIR = (0, 1)
"""The players of a match of two."""

Line = Hand | Adjustment
"""A hand that somebody won, or points from a total."""
NOON = time(12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class MatchRows:
    """The rows of one match, and who played it."""

    players: tuple[str, ...]
    rows: Sequence[RowPoints]

    @property
    def day(self) -> date | None:
        return self.rows[0].day

    @property
    def place(self) -> str:
        """Where it is in the text, by its first line."""
        return self.rows[0].place


def matches_of(table: PaperTable, reading: TableReading, other: str = "") -> Contents:
    """The matches in *table*. *other* is who played too, if only the names of winners are known."""
    problems = [ImportProblem("", said) for said in missing(table, reading)]
    found = [] if problems else _between_the_two(points_in(table, reading, problems), other)
    by_match = [] if problems else rows_by_match(found, reading, other)
    problems += [] if problems else _too_many(by_match, found)
    if problems:
        return Contents(problems=told_once(problems))
    nobody_scored = list[str]()
    read = _matches(by_match, reading.row_kind, problems, nobody_scored)
    matches = list(with_distinct_ids(read, _without_dead_hands))
    if not matches and not problems:
        problems.append(ImportProblem("", _("There are no points in it.")))
    return Contents([] if problems else matches, told_once(problems), nobody_scored)


def _between_the_two(found: Sequence[RowPoints], other: str) -> list[RowPoints]:
    """The rows; where nobody scored, and nobody is named, the only two of the paper have played."""
    people = _everybody(found, other)
    two = dict.fromkeys(people, 0) if len(people) == len(PAIR) else {}
    return [row if row.points or row.may_have_played else replace(row, points=two) for row in found]


def _too_many(matches: Sequence[MatchRows], found: Sequence[RowPoints]) -> Iterator[ImportProblem]:
    """The problem that there is more than one import can write."""
    if (num := len(matches)) > MOST_MATCHES:
        many = _(
            "An import can have up to %(most)s matches. This one has %(num)s: split the file.",
            most=MOST_MATCHES,
            num=num,
        )
        yield ImportProblem("", many)
    elif len(found) > MOST_LINES:
        yield too_many_lines(len(found))


def too_many_lines(num: int) -> ImportProblem:
    """The problem that there are more lines than one import can write."""
    return ImportProblem(
        "",
        _(
            "An import can have up to %(most)s lines with points. This one has %(num)s: split the file.",
            most=MOST_LINES,
            num=num,
        ),
    )


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
    names: dict[str, str] = {}
    for name in [*(name for row in found for name in row.points), other[:LONGEST_CELL]]:
        if name:
            names.setdefault(without_variants(name), name)
    return tuple(names.values())


def _players_of(rows: Sequence[RowPoints], everybody: tuple[str, ...]) -> tuple[str, ...]:
    """Who played a match: who has anything in its rows; if that is only one, whoever may have played."""
    if everybody:
        return everybody
    names: dict[str, str] = {}
    for row in rows:
        for name in row.points:
            names.setdefault(without_variants(name), name)
    columns = rows[0].may_have_played
    if columns:
        played = tuple(name for name in columns if without_variants(name) in names)
        return played if len(played) > 1 else columns
    if len(rows) == 1:
        return tuple(names.values())
    return tuple(sorted(names.values(), key=without_variants))


def _wrong_players(players: Sequence[str]) -> str:
    """Why these can't be the players of a match; "" if they can."""
    if not all(map(is_name, players)):
        return _("The name of the other player is longer than 40 letters, or no name.")
    if len(players) in TABLES:
        return ""
    return ngettext(
        "Only %(num)s player has points. Who else played?",
        "%(num)s people have points. A match has two or three players.",
        len(players),
    )


def _matches(
    matches: Sequence[MatchRows], kind: RowKind, problems: Problems, nobody_scored: list[str]
) -> Iterator[MatchDocument]:
    """The matches in which somebody has points. All lines that write nothing are added to *nobody_scored*."""
    games = Counter[date | None]()
    for each in matches:
        if len(problems) >= MOST_FOUND:
            return
        if not any(points for row in each.rows for points in row.points.values()):
            nobody_scored += [row.place for row in each.rows]
            continue
        if said := _wrong_players(each.players):
            problems.append(ImportProblem("", said))
            return
        written = [_lines(row, each.players, kind) for row in each.rows]
        nobody_scored += [row.place for row, lines in zip(each.rows, written, strict=True) if not lines]
        lines = [*chain.from_iterable(written)]
        if len(lines) > MOST_HANDS:
            problems.append(
                ImportProblem(each.place, _("More than %(most)s hands on one day.", most=MOST_HANDS))
            )
        elif target_of(lines) > LARGEST_SCORE:
            problems.append(ImportProblem(each.place, _("More points than a match can have.")))
        else:
            day = each.day
            at = datetime.combine(day, NOON) + timedelta(seconds=games[day]) if day else None
            yield paper_match(each.players, lines, at)
            games[day] += 1


NAMES_OF_RULES = ("On paper", "Auf Papier", "Sur papier", "En papel", "纸上记分")
"""What the rules of paper are called in the languages there were when ids began to follow from it."""


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
        totals, names = known_as(match), dict.fromkeys((match.rules_name, *NAMES_OF_RULES))
        ids = [with_id(replace(totals, rules_name=name)).id for name in names]
        seen[ids[0]] += 1
        nth = seen[ids[0]]
        own, *others = ids if nth == 1 else [hashed(known, str(nth))[:32] for known in ids]
        yield replace(match, id=own, other_ids=tuple(others))


def contents_with(read: Iterable[MatchDocument], problems: Problems, nothing: str) -> Contents:
    """The matches of the file of another app, as far as one import can have them; *nothing* says it has none.

    *problems* are added to while matches are read.
    """
    matches = list(with_distinct_ids(islice(read, MOST_MATCHES + 1), _in_totals))
    if not matches and not problems:
        problems.append(ImportProblem("", nothing))
    if len(matches) > MOST_MATCHES:
        problems.append(ImportProblem("", _("An import can have up to %(most)s matches.", most=MOST_MATCHES)))
    return Contents([] if problems else matches, problems)


def _in_totals(match: MatchDocument) -> MatchDocument:
    """*match* as tables were imported before: with adjustments in place of hands, and with an open end.

    So it has the same id, and is known again.
    """
    hands = [
        Adjustment(each.knocker, each.laid.points)
        if isinstance(each, Hand) and isinstance(each.laid, Points) and each.knocker is not None
        else each
        for each in match.hands
    ]
    return replace(match, hands=tuple(hands), ends_after_last=False)


def _without_dead_hands(match: MatchDocument) -> MatchDocument:
    """*match* as tables were imported before: in totals, without the hands that nobody won."""
    lines = (line for line in match.hands if isinstance(line, Hand | Adjustment))
    scored = [line for line in lines if isinstance(line, Adjustment) or line.knocker is not None]
    return _in_totals(replace(match, hands=tuple(scored), rules=paper_rules(target_of(scored))))


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
    return [*(_hand(each, len(players)) if row.is_hand else ())] or [*lines]


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


def paper_match(players: Sequence[str], lines: Sequence[Line], at: datetime | None) -> MatchDocument:
    """A match of points without cards, which ends after the last of them."""
    return MatchDocument(
        tuple(players),
        paper_rules(target_of(lines)),
        tuple(lines),
        0,
        TABLES[len(players)],
        preset="pagat",
        rules_name=_("On paper"),
        started=at,
        changed=at,
        ends_after_last=True,
    )


def target_of(lines: Sequence[Line]) -> int:
    """A target that only the last line reaches: its total, or one point above the highest total before."""
    totals = Counter[int]()
    reached = [0]
    for line in lines:
        player, points = gain_of(line)
        totals[player] += points
        reached.append(totals[player])
    *before, last = reached
    return last if last > max(before) else max(before) + 1


def gain_of(line: Line) -> tuple[Player, int]:
    """Who gets how many points by *line*."""
    if isinstance(line, Adjustment):
        return line.player, line.points
    return line.knocker or 0, line.laid.points if isinstance(line.laid, Points) else 0


def paper_rules(target: int) -> HouseRules:
    """Rules under which totals are what is written: no bonus is added that may be in them already."""
    return PRESETS["pagat"].but(game_bonus=0, box_bonus=0, shutout=Shutout.NONE, target=target)
