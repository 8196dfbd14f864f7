"""The view for the middle of the table without scripts: what it says, where it leads, who is offered it."""

from typing import Any

import pytest

from models.gin.rules.seating import Table as Seating
from tests.gin.table import BOB, gin, knock
from tests.views.browser import Browser
from tests.views.table import Sit, Table, words

AT = "/face-to-face"


def test_each_half_says_how_it_stands_for_its_player(table: Table) -> None:
    """Bob, opposite, comes first."""
    table.add(knock(8, 20), gin(17, by=BOB))
    page = table.browser.get(table.path + AT)

    assert words(page, "half__name") == ["Bob", "Ann deals"]
    assert words(page, "screen__figure") == ["37", "12"]
    assert words(page, "half__facts") == ["63 to go · 1 box", "88 to go · 1 box"]
    assert words(page, "half__said") == ["Bob goes gin, +37."] * 2


def test_its_buttons_lead_to_the_form_where_that_is_chosen(table: Table) -> None:
    page = table.browser.get(table.path + AT)
    form = table.browser.get(page.links["Gin"])

    assert (form.inputs["knocker"], form.inputs["outcome"]) == ("0", "gin")


def test_the_phone_remembers_it_until_it_goes_back_to_the_sheet(table: Table) -> None:
    table.browser.get(table.path + AT)
    assert table.browser.client.get(table.path).location == table.path + AT

    table.browser.get(table.browser.get(table.path + AT).links["Sheet"])
    assert table.browser.client.get(table.path).status_code == 200


def test_nothing_is_entered_at_the_end_nor_by_who_only_views(sit: Sit, viewer: Browser) -> None:
    table = sit(target=10)
    table.add(knock(8, 20))

    page, viewed = (phone.get(table.path + AT) for phone in (table.browser, viewer))

    assert {*page.links, *page.buttons} == {"Skip to content", "Sheet", "Undo", "Rematch"}
    assert {*viewed.links, *viewed.buttons} == {"Skip to content", "Sheet"}


@pytest.mark.parametrize(
    "agreed",
    [
        {"names": ("Ann", "Bob", "Cid"), "table": Seating.THREE},
        {"names": ("Ann", "Bob", "Cid", "Dan"), "table": Seating.PARTNERSHIP},
        {"columns": 3},
        {"oklahoma": True},
        {"spade_double": True},
    ],
)
def test_it_is_only_for_two_with_one_column_and_without_an_upcard(sit: Sit, agreed: dict[str, Any]) -> None:
    table = sit(**agreed)

    assert "Face to face" not in table.sheet().text
    assert table.browser.client.get(table.path + AT).location == table.path
