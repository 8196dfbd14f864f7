"""Where penalties, adjustments, hands from paper and opening scores are entered."""

from typing import Any

from flask import url_for

from models.gin.rules.faults import Fault
from models.gin.sheet.extra_lines import OpeningScores
from models.gin.sheet.sheet import Sheet
from models.records.tables.match import Match
from models.records.tables.sheet_row import ExtraLineRecord


def opening_record(match: Match) -> ExtraLineRecord | None:
    """The line with the opening scores, if it is on the sheet."""
    lines = (record for record in match.extra_lines if not record.removed)
    return next((record for record in lines if isinstance(record.line, OpeningScores)), None)


def penalty_url(watch: str, fault: Fault | None = None, player: int | None = None) -> str:
    """Where a penalty is entered, perhaps with what is known of it."""
    chosen: dict[str, Any] = {"for": fault and fault.value, "player": player}
    return url_for("extra_lines.enter", watch=watch, kind="penalty", **chosen)


def points_url(watch: str) -> str:
    """Where a hand is entered of which only the points are known."""
    return url_for("extra_lines.enter", watch=watch, kind="hand")


def opening_url(match: Match, sheet: Sheet, watch: str) -> str:
    """Where opening scores are entered or looked at; "" if there are none and the first game is over."""
    if record := opening_record(match):
        return url_for("extra_lines.show", watch=watch, position=record.position)
    return "" if sheet.games[0].over else url_for("extra_lines.enter", watch=watch, kind="paper")
