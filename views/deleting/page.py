"""What is deleted with a match, in words."""

from models.records.saving.deletion import Extent
from models.records.tables.match import Match
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.words.seating import title


class DeletePage:
    def __init__(self, match: Match, extent: Extent) -> None:
        self.is_readable = match.has_readable_sheet
        self.title = title(match.table, match.sides) if match.is_readable else ""
        self.version = match.version_stamp
        self._extent = extent

    @property
    def gone(self) -> list[str]:
        """What will be gone, each in a sentence."""
        what, others = self._extent, self._extent.phones - 1
        hands = ngettext("%(num)s hand", "%(num)s hands", what.hands)
        # Translators: extra lines: penalties, adjustments, opening scores.
        lines = ngettext("%(num)s other line of the sheet", "%(num)s other lines of the sheet", what.lines)
        changes = ngettext("%(num)s change in the history", "%(num)s changes in the history", what.changes)
        phones = ngettext(
            "%(num)s other phone can no longer keep score",
            "%(num)s other phones can no longer keep score",
            others,
        )
        return [
            *([hands] if what.hands else []),
            *([lines] if what.lines else []),
            *([changes] if what.changes else []),
            *([phones] if others else []),
            _("All links to it stop working, for everyone"),
        ]

    @property
    def stays(self) -> str:
        """What stays; "" if there is nothing to say."""
        if not self._extent.rematches:
            return ""
        return _("The rematch stays, but this match no longer counts in its tally of wins.")
