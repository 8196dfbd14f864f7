"""A new hand is a moment: its total counts up, lay-offs slide, the phone vibrates, and what is said stays as it is."""

from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import expect

from models.gin.hand.scoring import Hand
from models.gin.rules.presets import PRESETS
from tests.browser.table import Phone, Player, Sit, play
from tests.gin.table import BOB, gin, knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS, BOB_HAS_BIG_GIN

MOVED = """
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const { innerText, dataset: { counts } } = this;
    const { endTime } = new KeyframeEffect(null, frames, how).getComputedTiming();
    moved.push({ what: this.ariaLabel ?? this.className, innerText, counts, frames, endTime });
    return animate.call(this, frames, how);
  };
  const vibrated = Number(sessionStorage.getItem("vibrated"));
  navigator.vibrate = () => sessionStorage.setItem("vibrated", vibrated + 1);
"""
"""A phone that writes down what moves on it, and how often it has vibrated."""


def moved(player: Player) -> list[dict[str, Any]]:
    """What has moved on the page, once something has."""
    player.page.wait_for_function("() => moved.length")
    return list(player.page.evaluate("moved"))


def watched(player: Player) -> Player:
    player.page.add_init_script(MOVED)
    return player


def vibrated(player: Player) -> int:
    return int(player.page.evaluate("Number(sessionStorage.getItem('vibrated'))"))


@pytest.mark.parametrize("view", ["", "/face-to-face", "/table"])
def test_only_the_total_that_rises_counts_up_over_the_new_one(sit: Sit, view: str) -> None:
    ann = watched(sit(knock(8, 20), at=view))
    ann.page.reload()
    ann.page.wait_for_load_state("networkidle")
    sit.play(ann.page.url.removeprefix(sit.server).removesuffix(view), gin(18, by=BOB))

    (total,) = moved(ann)
    assert (total["innerText"], total["frames"]) == ("38", {"--counted": [0, 38]})
    assert total["endTime"] < 1000
    expect(ann.page.locator("#announced")).to_have_text("Hand 2 saved. Bob goes gin, +38. Ann 12, Bob 38.")


def test_it_moves_and_vibrates_on_the_phone_that_saved_it_and_never_again(sit: Sit) -> None:
    ann = watched(sit(knock(8, 20)))
    ann.page.reload()
    sheet = ann.page.url
    ann.page.wait_for_load_state("networkidle")
    ann.enter(knock(3, 20))
    assert [each["frames"] for each in moved(ann)] == [{"--counted": [12, 29]}]
    assert vibrated(ann) == 1
    for _ in range(2):
        ann.page.goto(sheet)
        ann.page.wait_for_load_state("networkidle")
        assert ann.page.evaluate("moved") == []


@pytest.mark.parametrize("hand", [knock(3, 20), gin(18), BOB_HAS_BIG_GIN], ids=["knock", "gin", "big_gin"])
def test_gin_and_big_gin_look_different(app: Flask, sit: Sit, hand: Hand, request: Any) -> None:
    rules = PRESETS["wikipedia"]
    ann = watched(sit(rules=rules, preset="wikipedia"))
    ann.page.reload()
    ann.page.wait_for_load_state("networkidle")
    play(app, ann.page.url.removeprefix(sit.server), hand)
    assert [each["counts"] for each in moved(ann)] == [request.node.callspec.id]


def test_lay_offs_of_an_undercut_slide_in_the_order_of_the_sentence(sit: Sit) -> None:
    ann = watched(sit())
    ann.page.reload()
    ann.page.wait_for_load_state("networkidle")
    sit.play(ann.page.url.removeprefix(sit.server), BOB_BREAKS_HIS_EIGHTS)
    ann.page.wait_for_function("() => moved.length === 6")
    ann.sees("laid off 8♠ 9♠ and 8♣ 7♣")
    slid = [each for each in moved(ann) if "translate" in each["frames"]]
    assert [each["what"] for each in slid] == ["8 of spades", "9 of spades", "8 of clubs", "7 of clubs"]
    assert all(each["endTime"] < 1000 for each in moved(ann))
    expect(ann.page.locator(".moment")).to_have_count(0)


@pytest.mark.parametrize("wished", ["on the device", "in the settings"])
def test_nothing_moves_where_that_is_not_wished(sit: Sit, phone: Phone, wished: str) -> None:
    still = {"reduced_motion": "reduce"} if wished == "on the device" else {}
    ann = watched(sit(knock(8, 20), **still))
    sheet = ann.page.url
    if not still:
        ann.page.goto(f"/settings?back={sheet.removeprefix(sit.server)}")
        ann.page.get_by_label("No motion or vibration after a hand").check()
        ann.press("Save")
    ann.page.wait_for_load_state("networkidle")
    ann.enter(knock(3, 20))
    ann.page.wait_for_load_state("networkidle")
    expect(ann.page.locator(".total__points")).to_have_text(["29", "0"])
    assert (ann.page.evaluate("moved"), vibrated(ann)) == ([], 0)
