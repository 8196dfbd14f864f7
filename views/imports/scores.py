"""The scores of a play in BG Stats, and the hands on its score sheet."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from models.gin.hand.declaration import Points
from models.gin.hand.scoring import Hand
from models.gin.sheet.extra_lines import LARGEST_HAND
from models.records.saving.limits import MOST_HANDS
from views.imports.paper.table_text import points_of, short, sum_in

LONGEST_SCORE = 1_000
"""Characters of a sum."""

Round = tuple[int | None, ...]
"""The points of each player; None for what is no whole number."""


def score_of(written: object) -> int | None:
    """The points in a score, which players may add up while they enter it; nothing is 0.

    None if they are no whole number.

    >>> score_of("105"), score_of("25+10 - 5"), score_of(""), score_of("12.5")
    (105, 30, 0, None)
    """
    text = " ".join(written[:LONGEST_SCORE].split()) if isinstance(written, str) else short(written)
    added = sum_in(text) if len(text) < LONGEST_SCORE else None
    return points_of(text or "0") if added is None else added


def hands_on(play: Mapping[str, Any], uuids: Sequence[object], points: Round) -> tuple[Hand, ...]:
    """The hands of two players on the score sheet of a *play*; none, if its rounds are something else.

    *uuids* are those of the players.
    """
    for rounds in _readings(play, uuids) if len(points) == 2 else ():
        hands = [(player, each) for row in rounds for player, each in enumerate(row) if each != 0]
        one_each = [sum(each != 0 for each in row) for row in rounds] == [1] * len(rounds)
        are_won = all(each is not None and 0 < each <= LARGEST_HAND for _player, each in hands)
        if one_each and are_won and _total(rounds) == points and len(hands) <= MOST_HANDS:
            return tuple(Hand(player, Points(each or 0)) for player, each in hands)
    return ()


def _readings(play: Mapping[str, Any], uuids: Sequence[object]) -> Iterator[Sequence[Round]]:
    """The rounds on a score sheet: its groups, if there are several, or its rows."""
    try:
        sheet = json.loads(play["scoresheet"])
        keys = [_key(score, uuid) for score, uuid in zip(play["playerScores"], uuids, strict=True)]
        groups = [
            [_points_in(row, keys) for row in group["rows"] if any(row["scores"].values())]
            for group in sheet.get("groups") or sheet["rounds"]
        ]
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        return
    if len(groups) > 1:
        yield [_total(rows) for rows in groups if rows]
    yield [row for rows in groups for row in rows]


def _key(score: Mapping[str, Any], uuid: object) -> object:
    """What a player is called on the score sheet."""
    return json.loads(score.get("metaData") or "{}").get("scoreUuid", uuid)


def _points_in(row: Mapping[str, Any], keys: Sequence[object]) -> Round:
    points = [score_of(row["scores"].get(key)) for key in keys]
    return tuple(-each if each and row.get("negative") else each for each in points)


def _total(rounds: Sequence[Round]) -> Round:
    """The sums of the players; None for one of which a part is not known."""
    columns = zip(*rounds, strict=True)
    return tuple(None if None in column else sum(each or 0 for each in column) for column in columns)
