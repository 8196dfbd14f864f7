"""Plays of a game in BG Stats as matches; what is left out of them, and what has to be asked."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import count
from typing import Any

from models.gin.document.books import BookMatch, all_lines
from models.gin.document.writing import MatchDocument
from models.gin.player_names import LONGEST_REMARK, is_name, is_remark, is_shown, without_variants
from models.gin.rules.house_rules import LARGEST_TOTAL
from models.gin.sheet.extra_lines import Adjustment
from models.records.tables.graphemes import cut_to
from models.records.tables.shared import hashed
from views.imports.bg_stats import Export, one_line
from views.imports.contents import ImportProblem
from views.imports.days import DayOrder, day_of, has_been
from views.imports.paper.table_text import short
from views.imports.paper_match import TABLES, in_totals, on_day, paper_match, target_of, with_distinct_ids
from views.imports.scores import hands_on, score_of
from views.language.i18n import gettext as _
from views.words.dates import day_said

ALL = "all"
"""Chosen in place of single plays: all of them."""

LONGEST_COMMENT = 4_000
"""Characters that are read."""


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


@dataclass(slots=True)
class Plays:
    """What an import of plays would add, and what not."""

    matches: list[MatchDocument] = field(default_factory=list)
    left_out: list[ImportProblem] = field(default_factory=list)
    questions: dict[str, ImportProblem] = field(default_factory=dict)
    """The plays whose points say something else than who has won, each with a key."""
    only_won: int = 0
    """Of how many plays only the winner is known."""
    cut: list[ImportProblem] = field(default_factory=list)
    """The plays whose comments are cut."""


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
    plays = (_play(written, names, lowest_wins=lowest) for written, lowest in _written(export))
    taken = [play for nth, play in enumerate(plays) if _is_taken(play, str(nth), choices, found)]
    found.matches = list(with_distinct_ids((_match(play, export, found) for play in taken), in_totals))
    return found


def file_of(matches: Iterable[MatchDocument]) -> str:
    """The file of *matches*, all of them in no book."""
    return "\n".join(all_lines([], (BookMatch(each, ()) for each in matches)))


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
        found.questions[key] = ImportProblem(play.place, said)
    return not play.contradicts or choices.takes(key)


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
            any(points is None or abs(points) > LARGEST_TOTAL for points in play.points),
            _("The points can’t be read."),
        ),
        (not play.has_points and not play.is_only_won, _("Nobody has points.")),
    )
    sentence = next((sentence for is_wrong, sentence in wrong if is_wrong), "")
    # Level, with as many points as a match can have: no target is above them.
    return sentence or (_("The points can’t be read.") if target_of(play.lines) > LARGEST_TOTAL else "")


def _match(play: Play, export: Export, found: Plays) -> MatchDocument:
    """A play as a match: by its hands, if these are known."""
    players = (export.players[short(each["playerRefId"])] for each in play.written["playerScores"])
    hands = hands_on(play.written, [each.get("uuid") for each in players], play.points)
    lines = hands if hands and target_of(hands) <= LARGEST_TOTAL else play.lines
    match = on_day(paper_match(play.players, lines), play.day)
    remark, is_cut = _remark(play)
    if is_cut:
        said = _("The comment is cut after %(most)s characters.", most=LONGEST_REMARK)
        found.cut.append(ImportProblem(play.place, said))
    uuid = play.written.get("uuid")
    return replace(match, id=hashed("bg stats", short(uuid))[:32] if uuid else "", remark=remark)


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
