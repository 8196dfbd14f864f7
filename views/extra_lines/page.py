"""The page of an extra line: what it gives whom, and its changes."""

from models.gin.sheet.games import ScoredHand
from models.gin.sheet.scored_extra_lines import ScoredExtraLine
from models.records.tables.sheet_row import ExtraLineRecord
from views.language.i18n import gettext as _
from views.shared.change_log import in_words
from views.shared.record_page import RecordPage
from views.words.extra_lines import kind_on
from views.words.game_summary import SummaryRow, both, where_any


class ExtraLinePage(RecordPage):
    record: ExtraLineRecord

    def context(self) -> dict[str, object]:
        scored = self._scored
        return super().context() | {
            "title": kind_on(self.match.sheet, self.record.line),
            "names": self.match.sides,
            "words": in_words(self._line, self.match.players, self.rules),
            "rows": tuple(self._rows(scored)) if scored and not scored.past_the_end else (),
        }

    @property
    def _line(self) -> ScoredHand | ScoredExtraLine:
        """It on the sheet; a removed line on that from which it was removed."""
        return self._scored or self.changes[0].before.row(self.record.id)

    @property
    def _scored(self) -> ScoredExtraLine | None:
        """The line on the sheet; None while it is removed."""
        if self.record.removed:
            return None
        place = self.match.on_sheet.index(self.record) + 1
        return next(line for line in self.match.sheet.extra_lines if line.position == place)

    def _rows(self, scored: ScoredExtraLine) -> list[SummaryRow]:
        """What it gives each side, and the totals after it."""
        if len(scored.column_totals) > 1:
            return []
        return [
            SummaryRow(_("Points"), where_any(scored.points)),
            *([SummaryRow(_("Boxes"), where_any(scored.boxes))] if any(scored.boxes) else []),
            SummaryRow(_("Total after it"), both(scored.totals, self.rules), strong=True),
        ]
