"""The first hand of a phone: by numbers or by cards, and what it remembers of it."""

import pytest

from tests.gin.table import DEAD, gin, knock
from tests.views.table import BY_CARDS, Sit, Table, typed

KNOCK = typed(knock(8, 20))


def test_a_new_phone_chooses_between_numbers_and_cards(table: Table) -> None:
    fresh = table.sheet()

    assert fresh.links["Numbers"].endswith("by=deadwood")
    assert fresh.links["Cards"].endswith("by=cards")
    assert "Dead hand" not in fresh.links


def test_where_others_have_entered_hands_their_way_is_offered(table: Table) -> None:
    after = table.play(knock(8, 20), DEAD)

    assert after.links["Enter hand 3"].endswith("by=deadwood")


@pytest.mark.parametrize("way, hand", [("deadwood", KNOCK), ("cards", BY_CARDS)])
def test_a_phone_goes_on_in_the_way_of_its_last_hand_in_every_match(
    table: Table, sit: Sit, way: str, hand: dict[str, str]
) -> None:
    table.enter(hand, by=way)

    assert table.sheet().links["Enter hand 2"].endswith(f"by={way}")
    later = sit()
    assert later.sheet().links["Enter hand 1"].endswith(f"by={way}")
    assert later.browser.get(f"{later.path}/hands/new").inputs["by"] == way
    assert later.play(gin(17)).links["Enter hand 2"].endswith(f"by={way}")
    assert "Numbers" not in later.sheet().links


def test_an_open_sheet_learns_how_its_phone_has_entered_a_hand_elsewhere(table: Table, sit: Sit) -> None:
    fresh = table.browser.client.get(table.path)
    sit().enter(KNOCK, by="deadwood")

    again = table.browser.client.get(table.path, headers={"If-None-Match": fresh.headers["ETag"]})
    assert again.status_code == 200
    assert "Enter hand 1" in again.text


def test_looking_at_a_way_is_not_yet_choosing_it(table: Table) -> None:
    table.browser.get(table.way("deadwood"))

    assert "Numbers" in table.sheet().links
