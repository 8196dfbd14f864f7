"""The phone in the middle of the table: each player enters their number on their own half."""

import re

import pytest
from playwright.sync_api import Locator, expect

from models.gin.rules.presets import PRESETS
from tests.browser.layout import beyond_the_side, overlapping, small_targets
from tests.browser.table import LONG_NAMES, Check, Player, Sit
from tests.gin.table import BOB, DEAD, gin, knock

AT = "/face-to-face"
SCREENS = [(320, 568), (390, 664), (844, 390)]


def half(ann: Player, name: str) -> Locator:
    return ann.page.get_by_role("region", name=name)


def tap_in(ann: Player, name: str, *keys: str) -> None:
    """Taps keys on the half of a player."""
    for key in keys:
        keys_seen = half(ann, name).locator("a:visible, button:visible")
        ann.tap(keys_seen.filter(has_text=re.compile(f"^{re.escape(key)}$")))


def figures(ann: Player, *, ann_has: str, bob_has: str) -> None:
    for name, total in (("Ann", ann_has), ("Bob", bob_has)):
        expect(half(ann, name).locator(".screen__figure")).to_have_text(total)


@pytest.mark.parametrize("width, height", SCREENS)
def test_a_hand_takes_five_taps(sit: Sit, width: int, height: int) -> None:
    """Each types one digit; both halves then say the same, each to its player."""
    ann = sit(at=AT, viewport={"width": width, "height": height})
    tap_in(ann, "Bob", "I knocked", "2")
    tap_in(ann, "Ann", "9", "Done")
    for name in ("Ann", "Bob"):
        expect(half(ann, name).locator(".half__verdict")).to_contain_text("Bob knocks, +7. 9 − 2 = 7.")
    assert beyond_the_side(ann.page) == []
    tap_in(ann, "Bob", "Save: Bob +7")
    figures(ann, ann_has="0", bob_has="7")
    assert ann.taps == 5
    expect(ann.page.locator("#announced")).to_contain_text("Hand 1 saved. Bob knocks, +7.")


def test_a_one_may_become_a_ten_and_the_knocker_saves_while_the_defender_counts(sit: Sit) -> None:
    ann = sit(at=AT)
    tap_in(ann, "Ann", "I knocked", "1", "Next")
    tap_in(ann, "Bob", "9")
    tap_in(ann, "Ann", "Save: Ann +8")
    figures(ann, ann_has="8", bob_has="0")


def test_gin_asks_only_the_other_player(sit: Sit) -> None:
    ann = sit(at=AT)
    tap_in(ann, "Ann", "Gin")
    tap_in(ann, "Bob", "1", "7")
    tap_in(ann, "Bob", "Save: Ann +37")
    figures(ann, ann_has="37", bob_has="0")


def test_undo_a_dead_hand_and_the_way_back_are_between_the_halves(sit: Sit) -> None:
    """The sheet opens face to face until a player goes back to it."""
    ann = sit(knock(8, 20), at=AT)
    ann.tap(ann.page.get_by_role("button", name="Undo"))
    figures(ann, ann_has="0", bob_has="0")
    ann.follow("Dead hand")
    tap_in(ann, "Ann", "Save: dead hand")
    expect(half(ann, "Ann")).to_contain_text("deals")
    ann.follow("Sheet")
    expect(ann.hands).to_have_count(1)
    ann.page.goto(ann.page.url.partition("?")[0])
    expect(ann.hands).to_have_count(1)


def test_what_is_wrong_is_said_to_the_player_who_typed_it(sit: Sit) -> None:
    ann = sit(at=AT)
    tap_in(ann, "Ann", "I knocked", "1", "1")
    refused = "Ann can’t knock: 11 deadwood (limit 10)."
    tap_in(ann, "Bob", "9")
    expect(half(ann, "Bob").get_by_role("alert")).to_contain_text(refused)
    tap_in(ann, "Bob", "Done")
    expect(half(ann, "Ann").get_by_role("alert")).to_contain_text(refused)
    tap_in(ann, "Ann", "8")
    tap_in(ann, "Bob", "Done")
    tap_in(ann, "Ann", "Save: Ann +1")
    figures(ann, ann_has="1", bob_has="0")


def test_a_keyboard_is_enough(sit: Sit) -> None:
    ann = sit(at=AT)
    keyboard = ann.page.keyboard
    for _ in range(2):
        half(ann, "Ann").get_by_role("link", name="I knocked").focus()
        keyboard.press("Enter")
        keyboard.type("3")
        keyboard.press("Escape")
        keyboard.press("Escape")
        expect(half(ann, "Ann").get_by_role("link", name="I knocked")).to_be_focused()
    keyboard.press("Enter")
    keyboard.type("820")
    expect(ann.button("Save: Ann +12")).to_be_focused()
    keyboard.press("Enter")
    figures(ann, ann_has="12", bob_has="0")


def test_other_phones_are_followed_also_while_a_number_is_typed(sit: Sit) -> None:
    ann = sit(at=AT)
    tap_in(ann, "Ann", "I knocked")
    sit.play(ann.page.url.removesuffix(AT).removeprefix(sit.server), gin(5, by=BOB))
    expect(half(ann, "Bob").locator(".screen__figure")).to_have_text("25")
    expect(half(ann, "Ann").get_by_role("group", name="Ann’s deadwood")).to_be_visible()


def test_a_phone_that_only_views_has_no_buttons(sit: Sit) -> None:
    ann = sit(knock(8, 20), at=AT)
    ann.page.context.clear_cookies()
    ann.page.reload()
    figures(ann, ann_has="12", bob_has="0")
    expect(ann.page.locator("main a, main button")).to_have_text(["Sheet"])


@pytest.mark.parametrize("width, height", SCREENS)
def test_everything_fits_with_very_large_text(sit: Sit, axe: Check, width: int, height: int) -> None:
    ann = sit.down(viewport={"width": width, "height": height})
    ann.page.context.add_cookies([{"name": "display", "value": "dark.largest", "url": sit.server}])
    ann.page.goto(
        sit.match(knock(8, 20), DEAD, rules=PRESETS["sydney"], names=("Katharina", "Wilhelmina")) + AT
    )
    for targets in (".between a, .half__ends a", ".half__keys .button, .between button"):
        if "keys" in targets:
            ann.tap(ann.page.get_by_role("link", name="I knocked").first)
        assert beyond_the_side(ann.page) == []
        assert overlapping(ann.page) == []
        assert small_targets(ann.page, targets) == []
        assert ann.page.evaluate("() => document.scrollingElement.scrollHeight - innerHeight") <= 0
        axe(ann.page)


OVERFLOW = "each => each.scrollHeight - each.clientHeight"


@pytest.mark.parametrize("width, height", SCREENS)
def test_whatever_is_said_leaves_keys_and_save_on_the_screen(sit: Sit, width: int, height: int) -> None:
    ann = sit.down(viewport={"width": width, "height": height})
    ann.page.context.add_cookies([{"name": "display", "value": "dark.largest", "url": sit.server}])
    ann.page.goto(sit.match(knock(8, 20), rules=PRESETS["sydney"], names=LONG_NAMES) + AT)
    first, second = LONG_NAMES
    tap_in(ann, first, "I knocked", "1", "1")
    tap_in(ann, second, "9", "Done")
    expect(half(ann, first).get_by_role("alert")).to_contain_text("can’t knock: 11 deadwood (limit 10).")
    for key in half(ann, first).locator(".half__keys .button").all():
        expect(key).to_be_in_viewport(ratio=1)
    assert half(ann, first).locator(".half__line").evaluate(OVERFLOW) <= 0

    tap_in(ann, first, "8")
    tap_in(ann, second, "Done")
    for name in LONG_NAMES:
        expect(half(ann, name).locator(".half__save")).to_be_in_viewport(ratio=1)
        expect(half(ann, name).locator(".half__verdict")).to_contain_text("9 − 8 = 1.")
        assert half(ann, name).locator(".half__verdict").evaluate(OVERFLOW) <= 0
