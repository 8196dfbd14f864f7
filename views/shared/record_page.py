"""The page of a hand or an extra line: its changes, and the buttons that correct, remove and restore it."""

from flask import url_for

from models.records.finding.earlier_sheets import moments
from models.records.finding.history import changes_of
from models.records.finding.matches import Opened
from models.records.tables.sheet_row import Record
from views.shared.change_log import change_url, correction_url, described


class RecordPage:
    """The page of a hand or an extra line."""

    def __init__(self, opened: Opened, watch: str, record: Record) -> None:
        self.match, self.seat, self.watch, self.record = opened.match, opened.seat, watch, record
        self.changes = list(moments(self.match, changes_of(self.match, record.id)))
        self.rules = self.changes[0].before.rules if record.removed else self.match.rules
        """The rules it is scored by; for a removed one, those it was last scored by."""

    def context(self) -> dict[str, object]:
        return {
            "removed": self.record.removed,
            "changes": [described(moment, self.watch, self.seat) for moment in self.changes],
            "links": self.links(),
        }

    @property
    def can_change(self) -> bool:
        """Whether this phone can correct or remove it."""
        return self.seat is not None and not self.record.removed

    def links(self) -> dict[str, str]:
        """The addresses of its links and buttons, "" for what this phone can't do."""
        about = self.match, self.record, self.watch
        can_restore = self.seat is not None and self.record.removed
        return {
            "sheet": url_for("matches.show", watch=self.watch),
            "history": url_for("matches.history", watch=self.watch),
            "correct": correction_url(*about) if self.can_change else "",
            "remove": change_url("remove", *about) if self.can_change else "",
            "restore": change_url("restore", *about) if can_restore else "",
        }
