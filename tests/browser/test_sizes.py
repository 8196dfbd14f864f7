"""Small phones, long names, large text and wide thumbs."""

from itertools import cycle, islice

import pytest
from flask import Flask
from playwright.sync_api import expect

from models.gin.rules.presets import PRESETS
from tests.browser.layout import beyond_the_side, cut_off, draw_with_tall_lines, overlapping, small_targets
from tests.browser.table import LONG_NAMES, Sit, match_path
from tests.records.table import ANN_KNOCKS, ANN_LAYS_GIN, BOB_BREAKS_HIS_EIGHTS, BOB_HAS_GIN, DEAD

FORTY = tuple(islice(cycle((ANN_KNOCKS, BOB_HAS_GIN, DEAD, BOB_BREAKS_HIS_EIGHTS, ANN_LAYS_GIN)), 40))
ANN_KNOCKS_WITH_10, BOB_UNDERCUTS = "KS KC KD 5S 6S 7S 9C TC JC JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
EVERY = "button, summary, label.segment, .actions a, .top a, thead a, .match a, .house a, .choice__link"

FORMS = ("/hands/new", "/hands/new?by=deadwood", "/hands/4/correct", "/hands/1/correct")
"""The pages of a match that are another matter without scripts."""

OTHER_PAGES = ("", "/history", "/hands/4", "/hands/1")

looked_at = pytest.mark.parametrize(
    "javascript, everywhere",
    [
        (True, False),
        pytest.param(True, True, marks=pytest.mark.full),
        pytest.param(False, True, marks=pytest.mark.full),
    ],
    ids=["with scripts", "with scripts, everywhere", "without scripts, everywhere"],
)


def pages_of(app: Flask, names: tuple[str, str], scripts: bool, everywhere: bool) -> list[str]:
    """The pages on an evening of ten hands: one of each kind, or *everywhere* one goes."""
    rules = PRESETS["pagat"].but(target=5000)
    sheet = match_path(app, *FORTY[:10], rules=rules, names=names)
    if not scripts:
        return ["/judge", *(sheet + path for path in FORMS)]
    columns = match_path(app, *FORTY[:8], rules=rules.but(columns=3), names=names)
    over = match_path(app, *FORTY[:8], names=names)
    some = [*(sheet + path for path in (*OTHER_PAGES[:3], *FORMS[:3])), columns, over]
    if not everywhere:
        return ["/matches/new", "/houses/rummytalk", "/judge", *some]
    return [
        *("/", "/matches/new", "/houses", "/houses/rummytalk", "/judge", "/nowhere", columns, over),
        *(sheet + path for path in (*OTHER_PAGES, *FORMS)),
    ]


@looked_at
def test_nothing_reaches_over_the_side_of_a_small_phone_or_is_smaller_than_a_thumb(
    app: Flask, sit: Sit, subtests: pytest.Subtests, javascript: bool, everywhere: bool
) -> None:
    page = sit.down(javascript=javascript).page
    for path in pages_of(app, LONG_NAMES, javascript, everywhere):
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(path)
        with subtests.test(path):
            assert small_targets(page, EVERY) == []
        for width in (390, 360, 320):
            page.set_viewport_size({"width": width, "height": 700})
            with subtests.test(path, width=width):
                assert beyond_the_side(page) == []


@looked_at
def test_text_twice_as_large_is_all_there(
    app: Flask, sit: Sit, subtests: pytest.Subtests, javascript: bool, everywhere: bool
) -> None:
    page = sit.down(javascript=javascript).page
    for path in pages_of(app, ("Margaret", "Christopher"), javascript, everywhere):
        page.goto(path)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
        with subtests.test(path):
            assert (beyond_the_side(page), cut_off(page), overlapping(page)) == ([], [], [])
        draw_with_tall_lines(page)
        with subtests.test(path, typeface="with tall lines"):
            assert (beyond_the_side(page), cut_off(page), overlapping(page)) == ([], [], [])


def test_the_pack_and_all_that_is_laid_is_as_large_as_a_thumb(sit: Sit) -> None:
    ann = sit(at="/hands/new")
    ann.choose("Ann")
    assert small_targets(ann.page, ".pack button") == []
    ann.take(ANN_KNOCKS_WITH_10)
    bob = ann.page.get_by_role("button", name="Ann knocks with 10")
    expect(bob).to_be_visible()
    ann.take(BOB_UNDERCUTS)
    ann.sees("Bob undercuts")

    assert small_targets(ann.page, "button, summary") == []


def test_the_whole_pack_fits_beside_the_main_button(sit: Sit, subtests: pytest.Subtests) -> None:
    ann = sit(at="/hands/new")
    ann.choose("Ann")

    for width, height in [(390, 844), (390, 664), (360, 740)]:
        ann.page.set_viewport_size({"width": width, "height": height})
        with subtests.test(width=width, height=height):
            bar = ann.page.get_by_role("region", name="Actions").bounding_box()
            pack = ann.page.get_by_role("toolbar").bounding_box()
            assert pack["y"] + pack["height"] <= bar["y"] + 24, "the bar begins with a shade"
            assert ann.page.evaluate("() => document.scrollingElement.scrollHeight") <= height
