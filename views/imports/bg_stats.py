"""Plays of gin rummy in the exports of BG Stats, as the totals of games.

The makers document the format in which other apps send plays to theirs (bgstatsapp.com, "Push plays to BG
Stats from other apps or websites"). The file of an export has lists of games, players and plays that refer
to each other by numbers; programs that read it agree on the fields used here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from models.gin.player_names import is_name, without_variants
from models.gin.rules.house_rules import LARGEST_TOTAL
from models.gin.sheet.extra_lines import Adjustment
from models.records.tables.shared import hashed
from views.imports.contents import MOST_SHOWN, Contents, ImportProblem, Problems
from views.imports.days import DayOrder, day_of, has_been
from views.imports.paper.table_text import points_of, short
from views.imports.paper_match import TABLES, contents_with, on_day, paper_match, target_of
from views.language.i18n import gettext as _

GAME = "gin rummy"

MOST_PLAYERS = max(TABLES) + 1
"""Players of a play: one more than there can be is too many already."""


def is_bg_stats(written: object) -> bool:
    """Whether this is an export of BG Stats."""
    lists = ("games", "players", "plays")
    return isinstance(written, dict) and all(isinstance(written.get(name), list) for name in lists)


def plays_of(written: Mapping[str, Any]) -> Contents:
    """A match for each play of gin rummy."""
    problems: Problems = []
    try:
        games = {game["id"] for game in written["games"] if GAME in short(game["name"]).casefold()}
        names = {player["id"]: " ".join(short(player["name"]).split()) for player in written["players"]}
        plays = [(at, play) for at, play in enumerate(written["plays"], 1) if play["gameRefId"] in games]
        read = (match for at, play in plays for match in _match(at, play, names, problems))
        return contents_with(read, problems, _("There are no plays of gin rummy in it."))
    except (KeyError, TypeError, AttributeError, UnicodeError):
        return Contents(
            problems=[ImportProblem("", _("This is not an export of BG Stats that can be read."))]
        )


def _wrong(day: date | None, scores: Sequence[tuple[str, int | None]]) -> str:
    """What is wrong with a play; "" if nothing is."""
    players = [name for name, _points in scores]
    wrong = (
        (day is None, _("It has no date.")),
        (not has_been(day), _("“%(text)s” is not a date that has been.", text=day)),
        (len(scores) not in TABLES, _("A match has two or three players.")),
        (
            not all(map(is_name, players)) or len(set(map(without_variants, players))) < len(players),
            _("The names can’t be read."),
        ),
        (
            any(points is None or abs(points) > LARGEST_TOTAL for _name, points in scores),
            _("The points can’t be read."),
        ),
        (not any(points for _name, points in scores), _("Nobody has points.")),
    )
    return next((sentence for is_wrong, sentence in wrong if is_wrong), "")


def _match(at: int, play: Mapping[str, Any], names: Mapping[Any, str], problems: Problems) -> Iterator[Any]:
    """The match of one play; none, with a problem added, if it can't be read."""
    if len(problems) >= MOST_SHOWN:
        return
    scores = [
        (names[each["playerRefId"]], points_of(short(each.get("score") or "0")))
        for each in play["playerScores"][:MOST_PLAYERS]
    ]
    day = day_of(short(play["playDate"]), DayOrder.DAY_FIRST)
    if sentence := _wrong(day, scores):
        problems.append(ImportProblem(_("Play %(number)s of the file", number=at), sentence))
        return
    lines = [Adjustment(player, points) for player, (_name, points) in enumerate(scores) if points]
    lines.sort(key=lambda line: line.points)
    if target_of(lines) > LARGEST_TOTAL:
        # Level, with as many points as a match can have: no target is above them.
        said = _("The points can’t be read.")
        problems.append(ImportProblem(_("Play %(number)s of the file", number=at), said))
        return
    match = on_day(paper_match([name for name, _points in scores], lines), day)
    uuid = play.get("uuid")
    yield replace(match, id=hashed("bg stats", short(uuid))[:32]) if uuid else match
