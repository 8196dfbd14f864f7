"""Undo and Redo as the sheet offers them."""

from dataclasses import dataclass

from flask import url_for

from models.records.finding.matches import Opened
from models.records.finding.undo_steps import Stop, undo_steps
from models.records.tables.change import Change, ChangeKind
from views.language.i18n import gettext as _
from views.language.i18n import marked
from views.shared.change_log import line_in, titled, undone
from views.words.devices import phone

STOPS = {
    Stop.RULES: marked("Undo stops here: the rules were changed."),
    Stop.NAMES: marked("Undo stops here: the names were changed."),
    Stop.IMPORT: marked("Undo stops here: the match was imported."),
}

ADDS = {ChangeKind.ADDED: -1, ChangeKind.RESTORED: -1, ChangeKind.REMOVED: 1}
"""How many hands the undo of each change of a hand adds to the sheet."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What can be undone, and the address that does it."""

    url: str
    what: str = ""
    """Below the label: "hand 7"; "" where Undo stops, and the address leads to the sheet that says why."""
    sentence: str = ""
    """"Hand 7 added · Ann's phone"."""
    hands: int = 0
    """How many hands it adds to the sheet: −1 if it takes one away."""


@dataclass(frozen=True, slots=True)
class SheetUndo:
    """What Undo and Redo do on a sheet; None for what there is not."""

    undo: Undo | None = None
    redo: Undo | None = None
    stops: str = ""
    """Why Undo goes no further back."""


def undo_on(opened: Opened, watch: str) -> SheetUndo:
    """What can be undone and redone on the current sheet."""
    if opened.last_change is None or opened.seat is None:
        return SheetUndo()
    steps = undo_steps(opened.match, opened.last_change)
    return SheetUndo(
        _undo(opened, watch, steps.undo, steps.stop),
        Undo(_url("redo", opened, watch), hands=_adds(steps.redo)) if steps.redo else None,
        _(STOPS[steps.stop]) if steps.stop else "",
    )


def _undo(opened: Opened, watch: str, change: Change | None, stop: Stop | None) -> Undo | None:
    if stop:
        return Undo(url_for("matches.show", watch=watch, late="stop"))
    if change is None:
        return None
    # Translators: a change, and who made it: “Hand 7 added · Ann’s phone”.
    sentence = _(
        "%(what)s · %(phone)s",
        what=titled(change, opened.match),
        phone=phone(change.seat, opened.seat),
    )
    return Undo(_url("undo", opened, watch), undone(change), sentence, _adds(change))


def _url(act: str, opened: Opened, watch: str) -> str:
    """The address of a button, for the current sheet alone."""
    return url_for(f"matches.{act}_last", watch=watch, version=opened.match.version_stamp)


def _adds(change: Change) -> int:
    """How many hands the inverse of *change* adds to the sheet."""
    return 0 if line_in(change) else ADDS.get(change.kind, 0)
