"""Writes a match, its extra lines and its score sheet as JSON.

A match document holds only what happened; points are always worked out. The format is
``gin-match/1``, described in docs/match-document.md; reading.py reads it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from models.gin.cards.cards import format_cards
from models.gin.hand.declaration import Declaration, Ending, Layoff, Points, Spread
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import KINDS, HouseRules
from models.gin.rules.options import MatchBy
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.columns import ColumnEntry
from models.gin.sheet.extra_lines import (
    Adjustment,
    ColumnScores,
    ExtraLine,
    OpeningScores,
    Penalty,
    ScoredExtraLine,
)
from models.gin.sheet.games import Game, ScoredHand, ScoredLine
from models.gin.sheet.sheet import Sheet


def write_line(line: ExtraLine) -> dict[str, Any]:
    """*line* as an entry of a document. The inverse of :func:`load_line`."""
    match line:
        case Penalty():
            points = {} if line.points is None else {"points": line.points}
            return {"penalty": {"player": line.player, "for": line.fault.value, **points, **_reason(line)}}
        case Adjustment():
            return {"adjustment": {"player": line.player, "points": line.points, **_reason(line)}}
        case OpeningScores():
            dealer = {} if line.dealer is None else {"dealer": line.dealer}
            played = {"played": line.played} if line.played else {}
            games = {"games": list(line.games)} if line.games else {}
            columns = list(map(_write_column, line.columns))
            return {"opening": {"kind": line.kind.value, "columns": columns, **dealer, **played, **games}}


def _write_column(scores: ColumnScores) -> dict[str, Any]:
    boxes = {"boxes": list(scores.boxes)} if scores.boxes else {}
    return {"points": list(scores.points), **boxes}


def _reason(line: Penalty | Adjustment) -> dict[str, str]:
    return {"reason": line.reason} if line.reason else {}


MATCH_FORMAT = "gin-match/1"
SHEET_FORMAT = "gin-sheet/1"

Json = Any
"""A value as the json module gives and takes it."""


@dataclass(frozen=True, slots=True)
class MatchDocument:
    """A match as a document holds it: who plays, by which rules, and what was laid down."""

    players: tuple[str | None, ...]
    rules: HouseRules
    hands: tuple[Hand | ExtraLine, ...] = ()
    """Hands, and the extra lines between them, in the order in which they were written."""
    first_dealer: int = 0
    table: Table = Table.TWO
    preset: str = field(default="", compare=False)
    """The preset that the rules are written with; "" for the nearest one."""
    rules_name: str = ""
    """The players' own name for their rules."""
    id: str = ""
    """Identical in every file of the match, so that an import recognises it; "" if it has none."""
    other_ids: tuple[str, ...] = field(default=(), compare=False)
    """Ids under which an import may know it too. They are in no file."""
    may_have_grown: bool = field(default=False, compare=False)
    """Whether it is an evening of a table, which may have been imported when it had fewer lines."""
    started: datetime | None = None
    changed: datetime | None = None
    """When it was started and last changed, to the second."""
    played_on: date | None = None
    """The day where it was played; None if it follows from the moment of the start."""
    ends_after_last: bool = False
    """Whether it ended after its last line, as one from paper, whatever the target is."""
    remark: str = ""
    """What somebody wrote on it."""
    remarks: Mapping[int, str] = field(default_factory=dict)
    """What somebody wrote on hands, by their place in *hands*, from 0."""


def write_match(match: MatchDocument) -> Json:
    """*match* as a document. The inverse of :func:`read_match`."""
    return {**_head(match), "hands": write_entries(match)}


def _head(match: MatchDocument) -> dict[str, Json]:
    """Everything but the hands."""
    values = {
        "id": match.id,
        "started": match.started and write_moment(match.started),
        "changed": match.changed and write_moment(match.changed),
        "played_on": match.played_on and match.played_on.isoformat(),
        "rules_name": match.rules_name,
        "ends_after_last": match.ends_after_last,
        "remark": match.remark,
    }
    return {
        "format": MATCH_FORMAT,
        **{name: value for name, value in values.items() if value},
        **_table(match.table),
        "players": list(match.players),
        "rules": write_rules(match.rules, match.preset),
        "first_dealer": match.first_dealer,
    }


def write_lines(match: MatchDocument) -> Iterator[str]:
    """The document of *match* as the lines of a file, a hand on each: short, and still read by people."""
    yield "{"
    for name, value in _head(match).items():
        yield f" {_json(name)}: {_json(value)},"
    hands = list(map(_json, write_entries(match)))
    if not hands:
        yield ' "hands": []'
    else:
        yield ' "hands": ['
        yield from (f"  {hand}," for hand in hands[:-1])
        yield f"  {hands[-1]}"
        yield " ]"
    yield "}"


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_moment(moment: datetime) -> str:
    """*moment* in UTC, to the second.

    >>> write_moment(datetime(2021, 4, 3, 19, 30, tzinfo=UTC))
    '2021-04-03T19:30:00Z'
    """
    return f"{moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat()}Z"


def write_rules(rules: HouseRules, preset: str = "") -> Json:
    """*rules* as a preset, by default the nearest one, and the fields that differ from it."""
    preset = preset or nearest_preset(rules)
    changed = {
        name: kind.write(getattr(rules, name))
        for name, kind in KINDS.items()
        if getattr(PRESETS[preset], name) != getattr(rules, name)
    }
    return {"preset": preset, **changed} if changed else preset


def nearest_preset(rules: HouseRules) -> str:
    """The name of the preset from which *rules* differ in the fewest fields."""

    def distance(preset: str) -> int:
        return sum(getattr(PRESETS[preset], name) != getattr(rules, name) for name in KINDS)

    return min(PRESETS, key=distance)


def write_entries(match: MatchDocument) -> list[Json]:
    """The hands and extra lines of *match*, with the remarks on them."""
    entries = list(map(write_entry, match.hands))
    for place, remark in match.remarks.items():
        entries[place]["remark"] = remark
    return entries


def write_entry(written: Hand | ExtraLine) -> Json:
    """A hand or an extra line as an entry of a document."""
    return write_hand(written) if isinstance(written, Hand) else write_line(written)


def write_hand(hand: Hand) -> Json:
    """*hand* as an entry of a document. The inverse of :func:`read_hand`."""
    upcard = {"upcard": str(hand.laid.upcard)} if hand.laid.upcard else {}
    faced = {"faced": list(hand.faced)} if hand.faced != (0, 1) else {}
    nth = {"round": hand.round} if hand.round else {}
    if isinstance(hand.laid, Declaration):
        return {"knocker": hand.knocker, **faced, **nth, **upcard, "laid": write_declaration(hand.laid)}
    if isinstance(hand.laid, Points):
        return {"winner": hand.knocker, **faced, **nth, "points": hand.laid.points}
    if hand.laid.ending is Ending.DEAD:
        return {"outcome": Ending.DEAD.value, **faced, **nth, **upcard}
    return {
        "knocker": hand.knocker,
        **faced,
        **nth,
        "outcome": hand.laid.ending.value,
        "deadwood": {"knocker": hand.laid.knocker, "defender": hand.laid.defender},
        **upcard,
    }


def write_declaration(laid: Declaration) -> Json:
    """*laid* as it stands in a document."""
    return {
        "knocker": write_spread(laid.knocker),
        "defender": {
            **write_spread(laid.defender),
            "layoffs": [write_layoff(layoff) for layoff in laid.layoffs],
        },
    }


def write_spread(spread: Spread) -> Json:
    """*spread* as it is written in a document."""
    return {"melds": list(map(format_cards, spread.melds)), "unmatched": format_cards(spread.unmatched)}


def write_layoff(layoff: Layoff) -> Json:
    """*layoff* as it is written in a document."""
    return {"cards": format_cards(layoff.cards), "onto": format_cards(layoff.onto)}


def write_sheet(sheet: Sheet) -> Json:
    """*sheet* as the command line prints it, in the format ``gin-sheet/1``."""
    return {
        "format": SHEET_FORMAT,
        **_table(sheet.table),
        "hands": [_write_row(row, sheet.table) for row in sheet.in_order],
        "games": [_write_game(game) for game in sheet.games],
        "match": {
            "over": sheet.match.over,
            "winner": sheet.match.winner,
            "games_won": list(sheet.match.games_won),
            **_score(sheet),
        },
    }


def _score(sheet: Sheet) -> Json:
    """What decides the match, if that is not the number of games won."""
    return {} if sheet.rules.match_by is MatchBy.GAMES else {"score": list(sheet.match.score)}


def _table(table: Table) -> Json:
    """The table, if there are more than two players."""
    return {} if table is Table.TWO else {"table": table.chosen.value}


def _write_row(row: ScoredLine, table: Table) -> Json:
    if isinstance(row, ScoredExtraLine):
        return _write_extra_line(row)
    return {
        "number": row.number,
        "game": row.game,
        "dealer": row.dealer,
        "knocker": row.hand.known_knocker,
        "outcome": row.outcome.value,
        "winner": row.winner,
        "points": row.points,
        "boxes": row.boxes,
        "totals": list(row.totals),
        "past_the_end": row.past_the_end,
        **_seldom(row),
        **({} if row.no_part is None else {"sits_out": True}),
        **({} if table is Table.TWO else _who_wrote_what(row)),
    }


def _write_extra_line(line: ScoredExtraLine) -> Json:
    """An extra line: it has no number, but what it gave each side."""
    return {
        "game": line.game,
        **write_line(line.line),
        "points": list(line.points),
        "boxes": list(line.boxes),
        "totals": list(line.totals),
        "past_the_end": line.past_the_end,
        **({"sits_out": True} if line.is_about_no_part else {}),
    }


def _seldom(scored_hand: ScoredHand) -> Json:
    """What most hands do not have: a double carried over, and what the loser scores."""
    numbers = {
        "carried": scored_hand.situation.carried if scored_hand.situation.carried > 1 else 0,
        "loser_points": scored_hand.result.loser_points,
        "loser_boxes": scored_hand.result.loser_boxes,
    }
    return {name: number for name, number in numbers.items() if number}


def _who_wrote_what(scored_hand: ScoredHand) -> Json:
    """With more than two players: who played, and what was written for which side."""
    return {
        "faced": list(scored_hand.hand.faced),
        "beside": scored_hand.beside,
        "written": [_write_entry(entry) for entry in scored_hand.entries],
    }


def _write_entry(entry: ColumnEntry) -> Json:
    return {
        "winner": entry.winner,
        "loser": entry.loser,
        "points": entry.points,
        "boxes": entry.boxes,
    }


def _write_game(game: Game) -> Json:
    return {
        "number": game.number,
        "over": game.over,
        "winner": game.winner,
        "running": list(game.running),
        "boxes": list(game.boxes),
        "shutout": game.is_shutout,
        **({} if game.all_columns_shut_out_by is None else {"all_columns_shutout": True}),
        "final": None if game.final is None else list(game.final),
        "difference": game.difference,
        "next_dealer": game.next_dealer,
        "columns": [
            {
                "running": list(column.running),
                "closed": column.ended,
                "final": None if column.final is None else list(column.final),
                "difference": column.difference,
            }
            for column in game.columns
        ],
    }
