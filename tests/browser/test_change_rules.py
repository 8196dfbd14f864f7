"""Changing the rules of a match on a phone."""

from playwright.sync_api import expect

from tests.browser.table import Check, Player, Sit
from tests.gin.table import gin, knock

NOW = "Use these rules"


def at_a_sheet(sit: Sit) -> Player:
    """Ann, with 40 to Bob's 32 by Pagat."""
    ann = sit(knock(5, 45), gin(12, by=1))
    ann.sees("Bob goes gin")
    return ann


def open_group(ann: Player, title: str) -> None:
    """Opens a group of rules."""
    ann.tap(ann.page.locator("summary").filter(has_text=title))


def set_to(ann: Player, name: str, value: str) -> None:
    """Taps a usual value of a rule."""
    ann.tap(ann.page.locator(f"#{name}-chips button[value='{name}={value}']"))


def test_one_number_takes_six_taps(sit: Sit, axe: Check) -> None:
    ann = at_a_sheet(sit)
    ann.follow("Standard, to 100")
    ann.follow("Change these rules")
    open_group(ann, "What a hand scores")
    set_to(ann, "gin_bonus", "25")
    ann.press("Preview")
    expect(ann.button(NOW)).to_be_visible()
    expect(ann.page.locator(".compared__after")).to_be_in_viewport()
    for scheme in ("dark", "light"):
        ann.page.emulate_media(color_scheme=scheme)
        axe(ann.page)
    ann.save(NOW)

    expect(ann.page.locator(".total__points")).to_have_text(["40", "37"])
    ann.sees("Rules changed")
    assert ann.taps == 6


def test_before_and_after_follow_each_tap(sit: Sit) -> None:
    ann = at_a_sheet(sit)
    ann.page.goto(f"{ann.page.url}/rules/change")
    open_group(ann, "The end of a game")
    ann.field("target").fill("40")
    ann.sees("now over", "Hand 2 was played after the end")
    ann.field("target").fill("0")
    expect(ann.page.locator("#target-error")).not_to_be_empty()
    expect(ann.button("See what is wrong")).to_be_visible()
    ann.field("target").fill("200")
    expect(ann.button("Preview")).to_be_visible()
