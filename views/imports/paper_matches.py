"""A table of points as matches: one for each day and the people who played, or one for each game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from models.gin.document.writing import MatchDocument
from models.gin.hand.declaration import Points
from models.gin.hand.hand import Hand
from models.gin.player_names import is_name, is_same_name, without_variants
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Shutout
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Player, Table
from models.gin.sheet.extra_lines import LARGEST_SCORE, Adjustment
from models.records.files.match_documents import with_id
from models.records.saving.limits import MOST_HANDS
from models.records.tables.tokens import hashed
from views.imports.contents import MOST_SHOWN, Contents, ImportProblem
from views.imports.days import day_of, has_been
from views.imports.paper_columns import MOST_PLAYERS, Reading, Role, RowKind, points_of
from views.imports.table_text import LONGEST_CELL, PaperRow
from views.language.i18n import gettext as _
from views.language.i18n import ngettext

MOST_MATCHES = 500
"""In one import: more would keep everybody else waiting who saves a hand meanwhile."""

MOST_LINES = 10_000
"""In one import."""

TABLES = {2: Table.TWO, 3: Table.THREE}

Line = Hand | Adjustment
"""A hand that somebody won, or points of which only the total is known."""
NOON = time(12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Scored:
    """The points of one row, by players."""

    line: int
    day: date | None
    points: Mapping[str, int]


def matches_of(rows: Sequence[PaperRow], reading: Reading, other: str = "") -> Contents:
    """The matches in *rows*. *other* is who played too, if only the names of winners are known."""
    problems = list(_problems_of(reading))
    if problems:
        return Contents(problems=problems)
    scored = list(_scored(rows[reading.has_headings :], reading, problems))
    if not problems:
        problems += _too_many(scored, reading.row_kind)
    if problems:
        return Contents(problems=problems)
    all_matches = _matches(scored, _players(scored, reading, other), reading.row_kind, problems)
    matches = list(told_apart(all_matches))
    if not matches and not problems:
        problems.append(ImportProblem("", _("There are no points in it.")))
    return Contents([] if problems else matches, problems)


def _too_many(scored: Sequence[Scored], kind: RowKind) -> Iterator[ImportProblem]:
    """That there is more than is written at once."""
    if (num := len(_together(scored, kind))) > MOST_MATCHES:
        many = _(
            "An import can have up to %(most)s matches. This one has %(num)s: split the file.",
            most=MOST_MATCHES,
            num=num,
        )
        yield ImportProblem("", many)
    elif len(scored) > MOST_LINES:
        many = _(
            "An import can have up to %(most)s lines with points. This one has %(num)s: split the file.",
            most=MOST_LINES,
            num=len(scored),
        )
        yield ImportProblem("", many)


def _problems_of(reading: Reading) -> Iterator[ImportProblem]:
    """What is missing before any row can be read."""
    names = [name for name, role in zip(reading.names, reading.roles, strict=True) if role is Role.PLAYER]
    if reading.roles.count(Role.WINNER) == reading.roles.count(Role.POINTS) == 1 and not names:
        return
    if Role.WINNER in reading.roles or Role.POINTS in reading.roles:
        yield ImportProblem(
            "", _("Choose either one column with winners and one with points, or a column for each player.")
        )
    elif not 2 <= len(names) <= MOST_PLAYERS:
        yield ImportProblem("", _("Choose the columns of two or three players."))
    elif not all(map(is_name, names)):
        yield ImportProblem("", _("Who has which column? Enter the names of the players."))
    elif any(is_same_name(one, two) for at, one in enumerate(names) for two in names[:at]):
        yield ImportProblem("", _("Two columns have the same name."))


def _scored(rows: Sequence[PaperRow], reading: Reading, problems: list[ImportProblem]) -> Iterator[Scored]:
    """The points in each row; what can't be read is added to *problems*, until nobody would see more."""
    day: date | None = None
    for row in rows:
        if len(problems) >= MOST_SHOWN:
            return
        before = len(problems)
        day = _day(row, reading, day, problems)
        points = dict(_points(row, reading, problems))
        if len(problems) == before and points:
            yield Scored(row.line, day, points)


def _day(row: PaperRow, reading: Reading, before: date | None, problems: list[ImportProblem]) -> date | None:
    """The day of a row; that of the row before, if there is none."""
    if Role.DAY not in reading.roles:
        return None
    column = reading.roles.index(Role.DAY)
    text = row.cell(column)
    if not text:
        if before is None:
            problems.append(_wrong(row, column, _("The date is missing.")))
        return before
    day = day_of(text, reading.day_order) if reading.day_order else None
    if not has_been(day):
        problems.append(_wrong(row, column, _("“%(text)s” is not a date that has been.", text=text[:40])))
        return before
    return day


def _points(row: PaperRow, reading: Reading, problems: list[ImportProblem]) -> Iterator[tuple[str, int]]:
    if Role.WINNER in reading.roles:
        yield from _winner(row, reading, problems)
        return
    for column, role in enumerate(reading.roles):
        if role is Role.PLAYER and row.cell(column):
            points = _number(row, column, problems)
            if points is not None:
                yield reading.names[column], points


def _winner(row: PaperRow, reading: Reading, problems: list[ImportProblem]) -> Iterator[tuple[str, int]]:
    at, points_at = reading.roles.index(Role.WINNER), reading.roles.index(Role.POINTS)
    name = " ".join(row.cell(at).split())
    if not is_name(name):
        problems.append(_wrong(row, at, _("The name of the winner is missing, or longer than 40 letters.")))
    points = _number(row, points_at, problems)
    if points is not None and is_name(name):
        yield name, points


def _number(row: PaperRow, column: int, problems: list[ImportProblem]) -> int | None:
    points = points_of(row.cell(column))
    if points is not None and abs(points) <= LARGEST_SCORE:
        return points
    if not row.cell(column):
        problems.append(_wrong(row, column, _("The points are missing.")))
    else:
        sentence = _("“%(text)s” is not a whole number of points.", text=row.cell(column)[:40])
        problems.append(_wrong(row, column, sentence))
    return None


def _wrong(row: PaperRow, column: int, sentence: str) -> ImportProblem:
    place = _("Line %(line)s, column %(column)s", line=row.line, column=column + 1)
    return ImportProblem(place, sentence)


def _players(scored: Sequence[Scored], reading: Reading, other: str) -> tuple[str, ...]:
    """Who plays: the headings, or everybody who won, and the *other* who never did."""
    if Role.PLAYER in reading.roles:
        return tuple(
            name for name, role in zip(reading.names, reading.roles, strict=True) if role is Role.PLAYER
        )
    names: dict[str, str] = {}
    for name in [*(name for each in scored for name in each.points), other[:LONGEST_CELL]]:
        if name:
            names.setdefault(without_variants(name), name)
    return tuple(names.values())


def _wrong_players(players: Sequence[str], scored: Sequence[Scored]) -> str:
    """Why these can't be the players of a match; "" if they can."""
    if not all(map(is_name, players)):
        return _("The name of the other player is longer than 40 letters, or no name.")
    if len(players) in TABLES or not scored:
        return ""
    return ngettext(
        "Only %(num)s player has points. Who else played?",
        "%(num)s people have points. A match has two or three players.",
        len(players),
    )


def _matches(
    scored: Sequence[Scored], players: tuple[str, ...], kind: RowKind, problems: list[ImportProblem]
) -> Iterator[MatchDocument]:
    if sentence := _wrong_players(players, scored):
        problems.append(ImportProblem("", sentence))
        return
    games = Counter[date | None]()
    for rows in _together(scored, kind):
        if len(problems) >= MOST_SHOWN:
            return
        lines = [line for row in rows for line in _lines(row, players, kind)]
        if len(lines) > MOST_HANDS:
            place = _("Line %(line)s", line=rows[0].line)
            problems.append(ImportProblem(place, _("More than %(most)s hands on one day.", most=MOST_HANDS)))
        elif lines and _target(lines) > LARGEST_SCORE:
            problems.append(
                ImportProblem(_("Line %(line)s", line=rows[0].line), _("More points than a match can have."))
            )
        elif lines:
            day = rows[0].day
            at = datetime.combine(day, NOON) + timedelta(seconds=games[day]) if day else None
            yield paper_match(players, lines, at)
            games[day] += 1


def told_apart(matches: Iterable[MatchDocument]) -> Iterator[MatchDocument]:
    """*matches* with an id each; games without a date may be alike, and are still several."""
    seen = Counter[str]()
    for match in matches:
        match_id = with_id(_in_totals(match)).id
        seen[match_id] += 1
        nth = seen[match_id]
        yield replace(match, id=match_id if nth == 1 else hashed(match_id, str(nth))[:32])


def _in_totals(match: MatchDocument) -> MatchDocument:
    """*match* with adjustments in place of hands, as tables were imported before: it has the same id."""
    hands = [
        Adjustment(each.knocker, each.laid.points)
        if isinstance(each, Hand) and isinstance(each.laid, Points) and each.knocker is not None
        else each
        for each in match.hands
    ]
    return replace(match, hands=tuple(hands))


def _together(scored: Sequence[Scored], kind: RowKind) -> list[list[Scored]]:
    """The rows of each match: those of one day, or a single game."""
    if kind is RowKind.GAME:
        return [[row] for row in scored]
    days: dict[date | None, list[Scored]] = {}
    for row in scored:
        days.setdefault(row.day, []).append(row)
    return list(days.values())


def _lines(row: Scored, players: Sequence[str], kind: RowKind) -> list[Line]:
    """What a row adds to the totals; of a game, the winner last, whose points end it."""
    scored = {
        player: points
        for player, name in enumerate(players)
        for scorer, points in row.points.items()
        if is_same_name(name, scorer)
    }
    lines = [Adjustment(player, points) for player, points in scored.items() if points]
    if kind is RowKind.GAME:
        return [*sorted(lines, key=lambda line: line.points)]
    return [*_hand(scored, len(players))] or [*lines]


def _hand(scored: Mapping[Player, int], players: int) -> Iterator[Hand]:
    """The hand in a row: one player has points, and who lost is known: of three, who has a nought."""
    won = [player for player, points in scored.items() if points]
    others = range(players) if players == 2 else scored
    lost = [player for player in others if player not in won]
    if len(won) == len(lost) == 1 and scored[won[0]] > 0:
        first, second = sorted([*won, *lost])
        yield Hand(won[0], Points(scored[won[0]]), (first, second))


def paper_match(players: Sequence[str], lines: Sequence[Line], at: datetime | None) -> MatchDocument:
    """A match of points without cards, which ends if the last of them go to the player who is ahead."""
    return MatchDocument(
        tuple(players),
        paper_rules(_target(lines)),
        tuple(lines),
        0,
        TABLES[len(players)],
        preset="pagat",
        rules_name=_("On paper"),
        started=at,
        changed=at,
    )


def _target(lines: Sequence[Line]) -> int:
    """What the last line reaches, if nobody had as much before; else more than anybody ever had."""
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
