"""The history of a match or of a book as a page, some changes at a time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from flask import render_template, request, url_for

from models.records.finding.history import history_before
from models.records.tables.history_row import HistoryRow
from models.records.tables.shared import SharedRecord
from views.web.numbers import whole

H = TypeVar("H", bound=HistoryRow)

AT_ONCE = 50
"""How many changes are shown at once."""


@dataclass(frozen=True, slots=True)
class DescribedChange:
    """A change in words."""

    title: str
    when: str
    by: str
    """The phone."""
    before: str = ""
    """What was there before it, as it was then; "" if nothing was."""
    after: str = ""
    url: str = ""
    """The page of what was changed; "" if it has none."""
    restore_url: str = ""
    """Where a removed hand is restored; "" if nothing can be."""


def history_page(
    of: type[H],
    shared: SharedRecord,
    described: Callable[[Sequence[H]], Iterable[DescribedChange]],
    **more: object,
) -> str:
    """The page of the changes *of* a match or a book before the version in the address."""
    newest = shared.version + 1
    before = max(0, min(request.args.get("before", newest, type=whole), newest))
    changes = history_before(of, shared, before, AT_ONCE)
    earliest = changes[-1].version if changes else 1
    return render_template(
        "history.html",
        changes=list(described(changes)),
        earlier_url=url_for(".history", **(request.view_args or {}), before=earliest) if earliest > 1 else "",
        **more,
    )
