"""The page of a line that is not a hand: what it gives whom, and its changes."""

from dataclasses import dataclass

from flask import url_for

from models.gin.sheet import Line, ScoredLine
from models.records import LineRecord, Moment, Opened, changes_of, moments
from views.shared.change_log import account, change_url, in_words, titled
from views.web.i18n import gettext as _
from views.words.dates import entered_and_sent
from views.words.devices import phone
from views.words.game_summary import Row, both, where_any
from views.words.other_lines import kind_of


@dataclass(frozen=True, slots=True)
class LineChange:
    """A change of the line."""

    when: str
    by: str
    what: str
    before: str
    after: str


class LinePage:
    """The page of one line."""

    def __init__(self, opened: Opened, watch: str, record: LineRecord) -> None:
        self.match, self.seat, self.watch, self.record = opened.match, opened.seat, watch, record
        self.changes = list(moments(self.match, changes_of(self.match, record.id)))
        self.rules = self.changes[0].before.rules if record.removed else self.match.rules
        """The rules it counts by; for a removed line, those it last counted by."""

    def context(self) -> dict[str, object]:
        """The context of the template."""
        scored = self._scored
        return {
            "title": kind_of(self.record.line),
            "names": self.match.sides,
            "words": in_words(self._line, self.match.players, self.rules),
            "rows": tuple(self._rows(scored)) if scored and not scored.past_the_end else (),
            "hint": _("This was written after the end of the match. It stays on the sheet but doesn’t count.")
            if scored and scored.past_the_end
            else "",
            "removed": self.record.removed,
            "changes": list(map(self._change, self.changes)),
            "links": self._links(),
        }

    def _change(self, moment: Moment) -> LineChange:
        """A change in words, as it was then."""
        change = moment.change
        before, after = account(moment)
        return LineChange(
            entered_and_sent(change.entered_at, change.at),
            phone(change.seat, self.seat),
            titled(change, self.match, moment),
            before,
            after,
        )

    @property
    def _line(self) -> Line | ScoredLine:
        """It on the sheet; a removed line on that from which it was removed."""
        return self._scored or self.changes[0].before.line(self.record.id)

    @property
    def _scored(self) -> ScoredLine | None:
        """The line on the sheet; None while it is removed."""
        if self.record.removed:
            return None
        place = self.match.on_sheet.index(self.record) + 1
        return next(line for line in self.match.sheet.other_lines if line.position == place)

    def _rows(self, scored: ScoredLine) -> list[Row]:
        """What it gives each side, and the totals after it."""
        if len(scored.column_totals) > 1:
            return []
        return [
            Row(_("Points"), where_any(scored.points)),
            *([Row(_("Boxes"), where_any(scored.boxes))] if any(scored.boxes) else []),
            Row(_("Total after it"), both(scored.totals, self.rules), strong=True),
        ]

    def _links(self) -> dict[str, str]:
        removed, writes, record = self.record.removed, self.seat is not None, self.record
        correct = url_for("lines.correct", watch=self.watch, position=record.position)
        return {
            "sheet": url_for("matches.show", watch=self.watch),
            "history": url_for("matches.history", watch=self.watch),
            "correct": correct if writes and not removed else "",
            "remove": self._changing("lines.remove") if writes and not removed else "",
            "restore": self._changing("lines.restore") if writes and removed else "",
        }

    def _changing(self, endpoint: str) -> str:
        return change_url(endpoint, self.match, self.record, self.watch)
