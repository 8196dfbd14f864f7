"""Plays of a game in BG Stats as matches; what is left out of them, and what has to be asked."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import count
from typing import Any

from models.gin.document.books import BookMatch, all_lines
from models.gin.document.writing import MatchDocument
from models.gin.hand.declaration import Points
from models.gin.hand.scoring import Hand
from models.gin.player_names import LONGEST_REMARK, is_name, is_remark, is_shown, without_variants
from models.gin.sheet.extra_lines import LARGEST_SCORE, Adjustment
from models.records.saving.limits import MOST_HANDS
from models.records.tables.graphemes import cut_to
from models.records.tables.shared import hashed
from views.imports.bg_stats import Export, one_line
from views.imports.contents import ImportProblem
from views.imports.days import DayOrder, day_of, has_been
from views.imports.paper.matches import NOON, TABLES, paper_match, paper_rules, target_of, with_distinct_ids
from views.imports.paper.table_text import points_of, short
from views.language.i18n import gettext as _
from views.words.dates import day_said

ALL = "all"
"""Chosen in place of single plays: all of them."""

LONGEST_SCORE, LONGEST_COMMENT = 1_000, 4_000
"""Characters that are read."""

SUM = re.compile(r"[+-]?\d{1,5}(?: ?[+-] ?\d{1,5})+")
"""As players add up a score while they enter it: 25+10+70."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen about the plays."""

    game: str = ""
    """The game, if none is called gin rummy."""
    as_they_are: frozenset[str] = frozenset()
    """The plays whose points are taken though somebody else has won, or ``ALL``."""
    counts_wins: bool = False
    """Whether a win without points is a match of 1:0."""

    def takes(self, key: str) -> bool:
        """Whether the points of a play are taken that somebody else has won."""
        return bool(self.as_they_are & {key, ALL})


@dataclass(frozen=True, slots=True)
class Question:
    """A play whose points say something else than who has won."""

    key: str
    problem: ImportProblem
    is_taken: bool


@dataclass(slots=True)
class Plays:
    """What an import of plays would add, and what not."""

    matches: list[MatchDocument] = field(default_factory=list)
    left_out: list[ImportProblem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    only_won: int = 0
    """Of how many plays only the winner is known."""
    cut: list[ImportProblem] = field(default_factory=list)
    """The plays whose comments are cut."""

    @property
    def unanswered(self) -> list[ImportProblem]:
        """The plays that are left out unless something else is chosen."""
        return [each.problem for each in self.questions if not each.is_taken]


@dataclass(frozen=True, slots=True)
class Play:
    """A play as it is read."""

    written: dict[str, Any]
    players: tuple[str, ...]
    points: tuple[int | None, ...]
    winners: frozenset[int]
    """Who has won, as BG Stats says; nobody, if it says nothing."""

    @property
    def day(self) -> date | None:
        return day_of(short(self.written.get("playDate")), DayOrder.DAY_FIRST)

    @property
    def place(self) -> str:
        """The day and the names."""
        day = day_said(self.day) if self.day else one_line(self.written.get("playDate")) or _("No date")
        return ", ".join((day, *filter(None, self.players)))

    @property
    def has_points(self) -> bool:
        return any(self.points)

    @property
    def is_only_won(self) -> bool:
        return not self.has_points and len(self.winners) == 1

    @property
    def contradicts(self) -> bool:
        """Whether the winner has as many points as another player, or fewer."""
        most = max(points or 0 for points in self.points)
        best = {player for player, points in enumerate(self.points) if (points or 0) == most}
        return self.has_points and bool(self.winners) and self.winners != best

    @property
    def lines(self) -> list[Adjustment]:
        """What each player has, the winner last; of a win alone, 1 point."""
        points = [int(player in self.winners) for player in range(len(self.points))]
        if self.has_points:
            points = [each or 0 for each in self.points]
        lines = [Adjustment(player, each) for player, each in enumerate(points) if each]
        return sorted(lines, key=lambda line: line.points)


def read_plays(export: Export, choices: Choices) -> Plays:
    """The plays of all games in *export*."""
    found, names = Plays(), names_of(export)
    papers: list[MatchDocument] = []
    plays: list[Play] = []
    for nth, (written, lowest_wins) in enumerate(_written(export)):
        play = _play(written, names, lowest_wins=lowest_wins)
        if _is_taken(play, str(nth), choices, found):
            plays.append(play)
            papers.append(_paper(play))
    matches = with_distinct_ids(papers)
    found.matches = [_told(paper, play, export, found) for paper, play in zip(matches, plays, strict=True)]
    return found


def file_of(matches: Iterable[MatchDocument]) -> str:
    """The file of *matches*, all of them in no book."""
    entries = (BookMatch(each, (), each.started.date() if each.started else None) for each in matches)
    return "\n".join(all_lines([], entries))


def _written(export: Export) -> Iterator[tuple[dict[str, Any], bool]]:
    """Each play, and whether the lowest score wins its game."""
    for game, plays in export.plays.items():
        lowest_wins = export.games.get(game, {}).get("highestWins") is False
        yield from ((json.loads(play), lowest_wins) for play in plays)


def names_of(export: Export) -> dict[str, str]:
    """What each player is called. If several have one name, all but the first have a number behind it."""
    names = {ref: one_line(player.get("name")) for ref, player in export.players.items()}
    taken = set(map(without_variants, names.values()))
    numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: count(2))
    seen = set[str]()
    for ref, name in names.items():
        folded = without_variants(name)
        if name and folded in seen:
            numbered = (f"{name} {number}" for number in numbers[folded])
            names[ref] = next(each for each in numbered if without_variants(each) not in taken)
        seen.add(folded)
    return names


def _play(written: dict[str, Any], names: dict[str, str], *, lowest_wins: bool) -> Play:
    scores = written["playerScores"]
    points = tuple(score_of(score.get("score")) for score in scores)
    winners = {player for player, score in enumerate(scores) if score.get("winner") == 1}
    if lowest_wins and not winners:
        fewest = min((each for each in points if each is not None), default=0)
        winners = {player for player, each in enumerate(points) if each == fewest}
    players = (names.get(short(score.get("playerRefId")), "") for score in scores)
    return Play(written, tuple(players), points, frozenset(winners))


def score_of(written: object) -> int | None:
    """The points in a score, which may be a sum; nothing is 0. None if they are no whole number.

    >>> score_of("105"), score_of("25+10 - 5"), score_of(""), score_of("12.5")
    (105, 30, 0, None)
    """
    text = " ".join(written[:LONGEST_SCORE].split()) if isinstance(written, str) else short(written)
    if SUM.fullmatch(text) and len(text) < LONGEST_SCORE:
        return sum(map(int, re.findall(r"[+-]?\d+", text.replace(" ", ""))))
    return points_of(text or "0")


def _is_taken(play: Play, key: str, choices: Choices, found: Plays) -> bool:
    """Whether a play comes in; if not, or if that was asked, it is noted."""
    sentence = _wrong(play)
    if not sentence and play.is_only_won:
        found.only_won += 1
        sentence = "" if choices.counts_wins else _("Only the winner is known.")
    if sentence:
        found.left_out.append(ImportProblem(play.place, sentence))
        return False
    if play.contradicts:
        winners = ", ".join(play.players[player] for player in sorted(play.winners))
        points = " : ".join(str(points) for points in play.points)
        # Translators: the points of a play, such as 40 : 62, and who has won it.
        said = _("%(points)s. Won in BG Stats by %(names)s.", points=points, names=winners)
        found.questions.append(Question(key, ImportProblem(play.place, said), choices.takes(key)))
        return choices.takes(key)
    return True


def _wrong(play: Play) -> str:
    """Why a play can't be a match; "" if it can."""
    day, players = play.day, play.players
    wrong = (
        (play.written.get("ignored") == 1, _("It is ignored in BG Stats.")),
        (day is None, _("It has no date.")),
        (not has_been(day), _("“%(text)s” is not a date that has been.", text=day)),
        (len(players) not in TABLES, _("A match has two or three players.")),
        (
            not all(map(is_name, players)) or len(set(map(without_variants, players))) < len(players),
            _("The names can’t be read."),
        ),
        (
            any(points is None or abs(points) > LARGEST_SCORE for points in play.points),
            _("The points can’t be read."),
        ),
        (not play.has_points and not play.is_only_won, _("Nobody has points.")),
    )
    sentence = next((sentence for is_wrong, sentence in wrong if is_wrong), "")
    # Level, with as many points as a match can have: no target is above them.
    return sentence or (_("The points can’t be read.") if target_of(play.lines) > LARGEST_SCORE else "")


def _paper(play: Play) -> MatchDocument:
    """The totals of a play as a match, with the id under which it is known again."""
    at_noon = datetime.combine(play.day, NOON) if play.day else None
    match = paper_match(play.players, play.lines, at_noon)
    uuid = play.written.get("uuid")
    return replace(match, id=hashed("bg stats", short(uuid))[:32]) if uuid else match


def _told(paper: MatchDocument, play: Play, export: Export, found: Plays) -> MatchDocument:
    """A match with everything that is known of it: its hands, if there are any, and its remark."""
    hands = hands_of(play, export)
    rules = paper_rules(target_of(hands)) if hands else paper.rules
    remark, is_cut = _remark(play)
    if is_cut:
        said = _("The comment is cut after %(most)s characters.", most=LONGEST_REMARK)
        found.cut.append(ImportProblem(play.place, said))
    return replace(paper, hands=hands or paper.hands, rules=rules, remark=remark)


def _remark(play: Play) -> tuple[str, bool]:
    """The comment as a remark, and whether it is cut."""
    comment = play.written.get("comments")
    said = " ".join(comment[:LONGEST_COMMENT].split()) if isinstance(comment, str) else ""
    if said and not is_shown(said):
        said = "".join(sign for sign in said if is_shown(f"x{sign}"))
    # Translators: the remark on a match of which only the winner was known.
    whole = " – ".join(filter(None, (_("points not noted") if play.is_only_won else "", said)))
    remark = cut_to(whole, LONGEST_REMARK)
    return (remark if is_remark(remark) else ""), remark != whole


def hands_of(play: Play, export: Export) -> tuple[Hand, ...]:
    """The hands of two players on the score sheet of a play; none, if its rounds are something else."""
    for rounds in _readings(play, export) if len(play.points) == 2 else ():
        won = [[points for points in each if points] for each in rounds]
        are_hands = all(len(each) == 1 and (each[0] or 0) > 0 for each in won)
        if are_hands and 0 < len(rounds) <= MOST_HANDS and _total(rounds, len(play.points)) == play.points:
            return tuple(
                Hand(player, Points(points))
                for each in rounds
                for player, points in enumerate(each)
                if points
            )
    return ()


Round = tuple[int | None, ...]
"""What each player has; None for what is no whole number."""


def _readings(play: Play, export: Export) -> Iterator[Sequence[Round]]:
    """The rounds on a score sheet: its groups, if there are several, or its rows."""
    try:
        sheet = json.loads(play.written["scoresheet"])
        keys = [_key(score, export) for score in play.written["playerScores"]]
        groups = [
            [tuple(_of_row(row, key) for key in keys) for row in group["rows"] if any(row["scores"].values())]
            for group in sheet.get("groups") or sheet["rounds"]
        ]
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        return
    if len(groups) > 1:
        yield [_total(rows, len(keys)) for rows in groups if rows]
    yield [row for rows in groups for row in rows]


def _key(score: dict[str, Any], export: Export) -> str:
    """What a player is called on the score sheet."""
    if about := score.get("metaData"):
        return str(json.loads(about)["scoreUuid"])
    return str(export.players[short(score["playerRefId"])]["uuid"])


def _of_row(row: dict[str, Any], key: str) -> int | None:
    points = score_of(row["scores"].get(key))
    return -points if points and row.get("negative") else points


def _total(rounds: Iterable[Round], players: int) -> Round:
    """The sum of each player; None if a part of it is not known."""
    columns = list(zip(*rounds, strict=True)) or [()] * players
    return tuple(None if None in column else sum(points or 0 for points in column) for column in columns)
