"""A new hand is a moment: its total counts up, lay-offs slide, and the phone vibrates."""

from typing import Any

import pytest
from playwright.sync_api import expect

from models.gin.hand.scoring import Hand
from models.gin.rules.presets import PRESETS
from tests.browser.table import Player, Sit
from tests.gin.table import BOB, gin, knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS, BOB_HAS_BIG_GIN

MOVED = """
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const { endTime } = new KeyframeEffect(null, frames, how).getComputedTiming();
    moved.push({ innerText: this.innerText, ariaLabel: this.ariaLabel, frames, endTime });
    return animate.call(this, frames, how);
  };
  navigator.vibrate = () => sessionStorage.setItem("vibrated", "yes");
"""
"""A phone that writes down what moves on it, and whether it has vibrated."""


def watched(sit: Sit, view: str = "", **options: Any) -> Player:
    """Ann before a sheet, whose script has seen the totals."""
    ann = sit(knock(8, 20), at=view, rules=PRESETS["wikipedia"], preset="wikipedia", **options)
    ann.page.add_init_script(MOVED)
    ann.page.reload()
    ann.page.wait_for_load_state("networkidle")
    return ann


def moved(ann: Player, times: int) -> list[dict[str, Any]]:
    ann.page.wait_for_function("times => moved.length === times", arg=times)
    found: list[dict[str, Any]] = ann.page.evaluate("moved")
    assert all(each["endTime"] < 1000 for each in found)
    return found


VIBRATED = "sessionStorage.getItem('vibrated')"


@pytest.mark.parametrize(
    "view, hand, points, scale",
    [
        ("", knock(3, 20, by=BOB), 17, 1),
        pytest.param("/table", gin(18, by=BOB), 43, 1.5, marks=pytest.mark.full),
        pytest.param("/face-to-face", BOB_HAS_BIG_GIN, 71, 2, marks=pytest.mark.full),
    ],
)
def test_a_total_that_rises_counts_up(sit: Sit, view: str, hand: Hand, points: int, scale: float) -> None:
    """It lies over the new one, which alone is heard."""
    ann = watched(sit, view)
    sit.play(ann.page.url.removeprefix(sit.server).removesuffix(view), hand)
    (total,) = moved(ann, 1)
    assert total["frames"] == {"--counted": [0, points], "scale": [scale, 1]}
    assert total["innerText"] == f"{points}"
    expect(ann.page.locator("#announced")).to_contain_text(f"Ann 12, Bob {points}.")
    expect(ann.page.locator("[data-counts]")).to_have_count(0)


def test_it_moves_and_vibrates_on_the_phone_that_saved_it_and_never_again(sit: Sit) -> None:
    ann = watched(sit)
    ann.enter(knock(3, 20))
    assert moved(ann, 1)[0]["frames"]["--counted"] == [12, 29]
    assert ann.page.evaluate(VIBRATED)
    ann.page.reload()
    ann.page.wait_for_load_state("networkidle")
    assert moved(ann, 0) == []


def test_lay_offs_of_an_undercut_slide_in_the_order_of_the_sentence(sit: Sit) -> None:
    ann = watched(sit)
    sit.play(ann.page.url.removeprefix(sit.server), BOB_BREAKS_HIS_EIGHTS)
    slid = [each["ariaLabel"] for each in moved(ann, 6) if "translate" in each["frames"]]
    ann.sees("laid off 8♠ 9♠ and 8♣ 7♣")
    assert slid == ["8 of spades", "9 of spades", "8 of clubs", "7 of clubs"]
    expect(ann.page.locator(".moment")).to_have_count(0)


@pytest.mark.parametrize("still", [{"reduced_motion": "reduce"}, {}], ids=["device", "settings"])
def test_nothing_moves_where_that_is_not_wished(sit: Sit, still: dict[str, str]) -> None:
    ann = watched(sit, **still)
    if not still:
        ann.page.goto(f"/settings?back={ann.page.url.removeprefix(sit.server)}")
        ann.page.get_by_label("No motion or vibration after a hand").check()
        ann.press("Save")
        ann.page.wait_for_load_state("networkidle")
    ann.enter(knock(3, 20))
    expect(ann.page.locator(".total__points")).to_have_text(["29", "0"])
    ann.page.wait_for_load_state("networkidle")
    assert moved(ann, 0) == []
    assert not ann.page.evaluate(VIBRATED)
