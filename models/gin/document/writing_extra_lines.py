"""Writes extra lines as entries of a match document."""

from typing import Any

from models.gin.sheet.extra_lines import Adjustment, ColumnScores, ExtraLine, OpeningScores, Penalty


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
