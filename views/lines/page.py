"""The page of a line that is not a hand: what it gives whom, and its changes."""

from models.gin.sheet.games import Line
from models.gin.sheet.scored_lines import ScoredLine
from models.records.tables.hand import LineRecord
from views.language.i18n import gettext as _
from views.shared.change_log import in_words
from views.shared.record_page import RecordPage
from views.words.game_summary import Row, both, where_any
from views.words.other_lines import kind_of


class LinePage(RecordPage):
    """The page of one line."""

    record: LineRecord

    def context(self) -> dict[str, object]:
        """The context of the template."""
        scored = self._scored
        return super().context() | {
            "title": kind_of(self.record.line),
            "names": self.match.sides,
            "words": in_words(self._line, self.match.players, self.rules),
            "rows": tuple(self._rows(scored)) if scored and not scored.past_the_end else (),
            "hint": _("This was written after the end of the match. It stays on the sheet but doesn’t count.")
            if scored and scored.past_the_end
            else "",
        }

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
