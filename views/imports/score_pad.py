"""Backups of Gin Rummy Score Pad, in which two players keep score on a phone: a match for each game.

Its source (github.com/dennis-brutski/gin-rummy-score-pad) says what is in a backup: the players, and games
that name two of them by their ids. Of a hand it has who won it and how, its points, and these with the bonus.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from models.gin.document.json_reader import EARLIEST_YEAR
from models.gin.document.writing import MatchDocument
from models.gin.hand.declaration import Count, Ending, Points
from models.gin.hand.problems import problems as problems_of
from models.gin.hand.scoring import Hand, score
from models.gin.player_names import is_name, is_same_name
from models.gin.rules.house_rules import LARGEST_TOTAL, HouseRules
from models.gin.rules.options import Shutout
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Player, Totals
from models.gin.sheet.extra_lines import LARGEST_HAND, Adjustment
from models.gin.sheet.sheet import sheet
from models.records.saving.limits import MOST_HANDS
from models.records.tables.shared import hashed
from views.imports.contents import MOST_SHOWN, Contents, ImportProblem, Problems, too_many
from views.imports.days import has_been
from views.imports.paper.table_text import points_of, short
from views.imports.paper_match import contents_with, paper_match
from views.language.i18n import gettext as _

APP = "Gin Rummy Score Pad"
KIND = "gin-rummy-counter.v2"

PRESET = "wikipedia"
"""The named rules to which its own are nearest."""

USUAL_RULES = PRESETS[PRESET].but(big_gin_bonus=25, shutout=Shutout.FLAT)
"""What a game has as far as its rules say nothing else."""

FIRST_RULES = USUAL_RULES.but(undercut_bonus=10)
"""What games have that are older than rules of their own."""

RULES = {
    "target": "target",
    "ginBonus": "gin_bonus",
    "longGinBonus": "big_gin_bonus",
    "undercutBonus": "undercut_bonus",
    "boxBonus": "box_bonus",
    "gameBonus": "game_bonus",
    "shutoutBonus": "shutout_bonus",
}
"""Its rules, and what we call them."""

ENDINGS = {"gin": Ending.GIN, "longGin": Ending.BIG_GIN}
"""Hands whose points say the deadwood of both."""

PLAYERS = (0, 1)


class UnreadableGameError(ValueError):
    """Raised with a sentence about what is wrong with a game."""


def is_score_pad(written: object) -> bool:
    """Whether this is a backup of Gin Rummy Score Pad."""
    return isinstance(written, dict) and written.get("kind") == KIND


def games_of(written: Mapping[str, Any]) -> Contents:
    """A match for each game."""
    problems: Problems = []
    try:
        store = written["store"]
        names = {player["id"]: " ".join(short(player["name"]).split()) for player in store["players"]}
        games = enumerate(store["games"], 1)
        read = (match for at, game in games for match in _match(at, game, names, problems))
        return contents_with(read, problems, _("There are no games in it."))
    except (KeyError, TypeError, AttributeError, UnicodeError):
        sentence = _("This is not a backup of Gin Rummy Score Pad that can be read.")
        return Contents(problems=[ImportProblem("", sentence)])


def _match(
    at: int, game: Mapping[str, Any], names: Mapping[Any, str], problems: Problems
) -> Iterator[MatchDocument]:
    """The match of one game; none, with a problem added, if it can't be read."""
    if len(problems) >= MOST_SHOWN:
        return
    try:
        yield _read(game, names)
    except UnreadableGameError as error:
        problems.append(ImportProblem(_("Game %(number)s", number=at), str(error)))


def _read(game: Mapping[str, Any], names: Mapping[Any, str]) -> MatchDocument:
    """The match of one game with the totals of the backup: by its hands, else by their points."""
    rules = _rules(game.get("rules"))
    players = [names.get(game[each], "") for each in ("p0Id", "p1Id")]
    if not all(map(is_name, players)) or is_same_name(*players):
        raise UnreadableGameError(_("The names can’t be read."))
    if many := too_many(game["hands"]):
        raise UnreadableGameError(many)
    won = list(map(_won, game["hands"]))
    hands = [_by_numbers(*each, rules) for each in zip(game["hands"], won, strict=True)]
    started = _moment(game.get("createdAt"))
    if started is None:
        raise UnreadableGameError(_("The date can’t be read."))
    match = MatchDocument(
        tuple(players),
        rules,
        tuple(hands),
        int(game.get("dealerStart") == 1),
        preset=PRESET,
        rules_name=APP,
        id=hashed("gin rummy score pad", short(game["id"]))[:32] if game.get("id") else "",
        started=started,
        changed=_moment(game.get("updatedAt")) or started,
    )
    scores = _scores(won)
    said = tuple(points_of(short(each)) for each in game.get("scores", scores))
    winner = _winner(game, scores)
    final = None if winner is None else _final(won, rules, winner)
    for each in (match, *_on_paper(match, won, final)):
        played = sheet(each.hands, each.rules, ends_after_last=each.ends_after_last).game
        if (said, played.final, played.winner) == (scores, final, winner):
            return each
    raise UnreadableGameError(_("The hands don’t add up to the totals."))


def _rules(written: Any) -> HouseRules:
    if not written:
        return FIRST_RULES
    usual = ((theirs, ours, getattr(USUAL_RULES, ours)) for theirs, ours in RULES.items())
    changes = {ours: points_of(short(written.get(theirs, points))) for theirs, ours, points in usual}
    rules, refused = USUAL_RULES.trying(changes)
    if refused or None in changes.values():
        raise UnreadableGameError(_("The rules can’t be read."))
    return rules


def _moment(written: Any) -> datetime | None:
    """A moment as text, or in milliseconds since 1970; None if it is neither, or nobody can have played then.

    >>> _moment(1_600_000_000_000) == _moment("2020-09-13T12:26:40Z")
    True
    """
    try:
        is_text = isinstance(written, str)
        at = datetime.fromisoformat(written) if is_text else datetime.fromtimestamp(written / 1000, UTC)
        at = at.replace(tzinfo=at.tzinfo or UTC, microsecond=0).astimezone(UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return None
    return at if at.year >= EARLIEST_YEAR and has_been(at.date()) else None


def _won(written: Mapping[str, Any]) -> Hand:
    """A hand by its points."""
    winner, total = (points_of(short(written[name])) for name in ("winner", "totalThisHand"))
    if winner not in PLAYERS or total is None or not 0 <= total <= LARGEST_HAND:
        raise UnreadableGameError(_("The points can’t be read."))
    return Hand(winner, Points(total))


def _by_numbers(written: Mapping[str, Any], won: Hand, rules: HouseRules) -> Hand:
    """The hand by its deadwood, if this is known and scores what it *won*."""
    ending, deadwood = ENDINGS.get(short(written["type"])), points_of(short(written["points"]))
    if ending is None or deadwood is None or problems_of(Count(ending, 0, deadwood), rules):
        return won
    hand = replace(won, laid=Count(ending, 0, deadwood))
    return hand if score(hand.laid, rules).points == score(won.laid, rules).points else won


def _scores(won: Sequence[Hand]) -> Totals:
    """The points of all hands of each player."""
    return tuple(
        sum(hand.laid.points for hand in won if hand.knocker == player and isinstance(hand.laid, Points))
        for player in PLAYERS
    )


def _winner(game: Mapping[str, Any], scores: Totals) -> Player | None:
    """Who won; None while the game goes on."""
    if game.get("phase") != "finished":
        return None
    winner = points_of(short(game.get("winner")))
    return winner if winner in PLAYERS else int(scores[0] <= scores[1])


def _final(won: Sequence[Hand], rules: HouseRules, winner: Player) -> Totals:
    """The totals that the app shows after the game."""
    boxes = [sum(hand.knocker == player for hand in won) for player in PLAYERS]
    bonus = rules.game_bonus + (0 if boxes[1 - winner] else rules.shutout_bonus)
    scores = enumerate(_scores(won))
    return tuple(points + boxes[at] * rules.box_bonus + bonus * (at == winner) for at, points in scores)


def _on_paper(match: MatchDocument, won: Sequence[Hand], final: Totals | None) -> Iterator[MatchDocument]:
    """*match* by points, where its rules end it elsewhere, as after a correction of an earlier hand."""
    if final and max(final) < LARGEST_TOTAL:
        left = [total - points for total, points in zip(final, _scores(won), strict=True)]
        bonuses = [Adjustment(player, points) for player, points in enumerate(left) if points]
        paper = paper_match([each or "" for each in match.players], [*won, *bonuses])
        if len(paper.hands) <= MOST_HANDS:
            started, changed = match.started, match.changed
            yield replace(
                paper, id=match.id, first_dealer=match.first_dealer, started=started, changed=changed
            )
