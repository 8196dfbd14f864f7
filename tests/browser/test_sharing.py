"""Sharing a match with other phones, and the scoreboard on a big screen."""

import base64
from urllib.parse import urlsplit

import pytest
import zxingcpp
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.rules.presets import PRESETS
from models.records.books.rematches import start_rematch
from models.records.saving.seats import name_seat, take_seat
from models.records.tables.shared import scoring_token, watch_token
from tests.browser.layout import beyond_the_side, small_targets
from tests.browser.table import LONG_NAMES, Check, Phone, Player, Sit, match_path, play
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_GIN,
    BOBS_PHONE,
    match_at,
)

ARMS_LENGTH = 200
"""How wide a code has to be, in pixels, to be read from there."""

SEEN_ACROSS = 100
"""How high the figures have to be on the smallest of screens."""

HAIR = 2
"""What a line between two players may take from one of them."""

PRESSED = "a:not(.hand-table a), button, summary, label.segment, .choice__label"

PICTURE = """async png => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const grey = Array.from({ length: width * height }, (_, i) => String.fromCharCode(data[4 * i])).join("");
  return { width, height, grey: btoa(grey) };
}"""
"""How light each point of a picture is, a byte for each."""


IS_IDLE = """async () => {
  await navigator.serviceWorker.ready;
  return new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout: 2_000 }));
}"""
"""Waits until the scripts of a page have nothing to do."""


def read(page: Page, eye: Page) -> str:
    """What a camera reads in the code on *page*; *eye* is an empty page that can look at pictures."""
    picture = page.locator(".qr").screenshot(scale="css")
    seen = eye.evaluate(PICTURE, base64.b64encode(picture).decode())
    points = memoryview(base64.b64decode(seen["grey"])).cast("B", shape=[seen["height"], seen["width"]])
    [code] = zxingcpp.read_barcodes(points)
    return str(code.text)


def link(player: Player) -> str:
    """The link in words."""
    return player.page.locator(".link__address").inner_text()


def test_a_camera_reads_the_link_that_stands_there(app: Flask, sit: Sit, phone: Phone) -> None:
    ann = sit.down()
    sheet = match_path(app)
    ann.page.goto(sheet)
    eye = phone()
    ann.follow("Share")
    assert urlsplit(link(ann)).path == sheet
    in_both_colours(ann, eye)
    ann.follow("Let another phone keep score")
    in_both_colours(ann, eye)
    assert ann.taps == 2, "watching is one tap from the sheet, writing two"


def in_both_colours(ann: Player, eye: Page) -> None:
    """The code of the link is large enough, and a camera reads it in light and in dark."""
    code = ann.page.locator(".qr").bounding_box()
    assert min(code["width"], code["height"]) >= ARMS_LENGTH
    for scheme in ("light", "dark"):
        ann.page.emulate_media(color_scheme=scheme)
        assert read(ann.page, eye) == link(ann)


def let_in(app: Flask, sheet: str, name: str = "Bob") -> str:
    """Gives Bob's phone a seat; answers the link that gives one."""
    with app.app_context():
        match = match_at(sheet)
        take_seat(match, BOBS_PHONE)
        name_seat(match, BOBS_PHONE, name)
        return f"/s/{scoring_token(match)}"


def how_many_phones(app: Flask, sheet: str) -> int:
    """How many phones can keep score."""
    with app.app_context():
        return len(match_at(sheet).live_seats)


def test_no_script_presses_the_button(app: Flask, phone: Phone) -> None:
    """A program that looks at the link runs them and waits, also once the service worker is there."""
    sheet = match_path(app)
    link, program = let_in(app, sheet), phone(service_workers="allow")
    for _ in range(2):
        program.goto(link, wait_until="networkidle")
        assert program.evaluate(IS_IDLE)
    expect(program.get_by_role("button")).to_have_count(1)
    assert program.url.endswith(link)
    assert how_many_phones(app, sheet) == 2


@pytest.mark.parametrize("javascript", [True, False])
def test_a_phone_joins_by_the_banner_of_the_camera_and_the_button(
    app: Flask, phone: Phone, *, javascript: bool
) -> None:
    sheet = match_path(app)
    cid = Player(phone(javascript=javascript))
    cid.page.goto(let_in(app, sheet))  # The banner.
    cid.press("Keep score on this phone")
    cid.sees("This phone can now keep score.")
    assert cid.taps == 1
    assert how_many_phones(app, sheet) == 3


def test_only_what_the_browser_can_do_is_offered(app: Flask, sit: Sit) -> None:
    ann = sit.down(permissions=["clipboard-read", "clipboard-write"])
    ann.page.goto(f"{match_path(app)}/share")
    ann.press("Copy the link")
    ann.sees("The link is copied.")
    assert ann.page.evaluate("() => navigator.clipboard.readText()") == link(ann)

    ann.page.add_init_script("delete Navigator.prototype.clipboard; delete Navigator.prototype.share;")
    ann.page.reload()
    expect(ann.page.locator(".link__address")).to_be_visible()
    for words in ("Copy the link", "Send the link"):
        expect(ann.page.get_by_text(words)).to_be_hidden()


def test_nobody_is_shut_out(
    app: Flask, sit: Sit, phone: Phone, axe: Check, subtests: pytest.Subtests
) -> None:
    """Pages with long names that test_every_page.py does not open."""
    ann, new = sit.down().page, phone()
    sheet = sit.match(ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS, names=LONG_NAMES)
    way_in = let_in(app, sheet, LONG_NAMES[1])
    visits = [
        (ann, f"{sheet}/share"),
        (ann, f"{sheet}/share/scoring"),
        (ann, f"{sheet}/table"),
        (new, way_in),
    ]
    for page, path in visits:
        page.goto(path)
        for fold in page.locator("main summary").all():
            fold.click()
        with subtests.test(path, thumb=True):
            assert small_targets(page, PRESSED) == []
        page.set_viewport_size({"width": 320, "height": 844})
        with subtests.test(path, width=320):
            assert beyond_the_side(page) == []
        for scheme in ("light", "dark"):
            with subtests.test(path, scheme=scheme):
                page.emulate_media(color_scheme=scheme)
                axe(page)
        page.set_viewport_size({"width": 390, "height": 844})


# Across the room

FOUR_DIGITS = (*[BOB_HAS_GIN, ANN_KNOCKS] * 3, BOB_BREAKS_HIS_EIGHTS)

STANDINGS = {
    "a fresh sheet": {"hands": ()},
    "an evening": {"hands": (ANN_KNOCKS, BOB_HAS_GIN, BOB_BREAKS_HIS_EIGHTS)},
    "long names": {"hands": FOUR_DIGITS, "names": LONG_NAMES, "rules": PRESETS["pagat"].but(target=5000)},
    "four digits": {"hands": FOUR_DIGITS, "rules": PRESETS["pagat"].but(target=9000, gin_bonus=1000)},
    "signs": {"hands": (ANN_KNOCKS, BOB_HAS_GIN), "rules": PRESETS["sydney"]},
    "three columns": {"hands": FOUR_DIGITS, "rules": PRESETS["pagat"].but(target=5000, columns=3)},
    "over": {"hands": FOUR_DIGITS, "rules": PRESETS["pagat"].but(target=50)},
}

SCREENS = [(390, 844), (844, 390), (768, 1024), (1024, 768), (1366, 768), (1920, 1080)]


@pytest.mark.parametrize(
    "standings, screens",
    [
        pytest.param(["long names", "three columns"], SCREENS[:2], id="on a phone"),
        pytest.param(list(STANDINGS), SCREENS, id="everywhere", marks=pytest.mark.full),
    ],
)
def test_it_is_as_large_as_the_screen_and_no_larger(
    app: Flask, phone: Phone, subtests: pytest.Subtests, standings: list[str], screens: list[tuple[int, int]]
) -> None:
    screen = phone()
    for name in standings:
        told = dict(STANDINGS[name])
        screen.goto(match_path(app, *told.pop("hands"), **told) + "/table")
        figures = screen.locator(".screen__figure")
        for width, height in screens:
            screen.set_viewport_size({"width": width, "height": height})
            boxes = [figure.bounding_box() for figure in figures.all()]
            with subtests.test(name, screen=(width, height)):
                assert beyond_the_side(screen) == []
                assert screen.evaluate("() => document.scrollingElement.scrollHeight") <= height
                assert abs(boxes[0]["height"] - boxes[1]["height"]) <= HAIR
                assert boxes[0]["height"] >= SEEN_ACROSS * min(1, height / 844)
                assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


@pytest.mark.full
def test_it_goes_on_with_the_next_game_by_itself(app: Flask, server: str, phone: Phone) -> None:
    screen = phone(viewport={"width": 1366, "height": 768})
    sheet = match_path(app, rules=PRESETS["pagat"].but(target=20))
    screen.goto(f"{sheet}/table")
    play(app, sheet, BOB_HAS_GIN)
    expect(screen.get_by_text("Bob wins by")).to_be_visible()
    with app.app_context():
        rematch = f"/m/{watch_token(start_rematch(match_at(sheet), ANNS_PHONE))}"
    expect(screen.get_by_text("deals.")).to_be_visible()
    play(app, rematch, ANN_KNOCKS)

    expect(screen.get_by_text("Ann knocks, +12.", exact=True)).to_be_visible()
