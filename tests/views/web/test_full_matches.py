"""A match that has no more room says so before anything is typed."""

import pytest

from tests.gin.table import knock
from tests.views.browser import Page
from tests.views.table import Table
from views.entry import entering


def test_a_full_match_says_so_and_leads_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "MOST_HANDS", 1)
    table.add(knock(8, 20))

    page = table.browser.get(f"{table.path}/hands/new", status=409)

    assert page.heading == "This match is full"
    assert page.links["To the score sheet"] == table.path


def test_the_history_shows_fifty_changes_at_once(table: Table) -> None:
    table.add(*[knock(8, 20)] * 52)
    first = table.browser.get(f"{table.path}/history")
    rest = table.browser.get(first.links["Earlier changes"])

    assert [numbers(first), numbers(rest)] == [list(range(52, 2, -1)), [2, 1]]
    assert "Earlier changes" not in rest.links
    assert numbers(table.browser.get(f"{table.path}/history?before={10**30}")) == numbers(first)


def numbers(page: Page) -> list[int]:
    """The numbers of the hands that a page of the history says were added."""
    return [int(each.text.split()[1]) for each in page.root.all("h2")]
