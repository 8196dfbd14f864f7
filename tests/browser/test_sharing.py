"""Sharing a match with other phones, and the scoreboard on a big screen."""

import base64
from urllib.parse import urlsplit

import pytest
import zxingcpp
from flask import Flask
from playwright.sync_api import Page, expect

from models.gin.presets import PRESETS
from models.gin.sheet import Hand
from models.records import Entry, add_hand, find_match, name_seat, new_entry_id, scoring_token, take_seat
from tests.browser.layout import beyond_the_side, small_targets
from tests.browser.table import LONG_NAMES, Check, Phone, Player, match_path, sit_down
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_HAS_GIN,
    BOBS_PHONE,
)

ARMS_LENGTH = 200
"""How wide a code has to be, in pixels, to be read from there."""

SEEN_ACROSS = 100
"""How high the figures have to be on the smallest of screens."""

HAIR = 2
"""What a line between two players may take from one of them."""

PRESSED = "a, button, summary, label.segment, .choice__label"

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

both = pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without scripts"])


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


def come_in(player: Player, url: str) -> None:
    """Opens a link on the machine that serves it, under the name that this machine has here."""
    player.page.goto(urlsplit(url).path)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_camera_reads_the_link_that_stands_there(app: Flask, server: str, phone: Phone, dark: bool) -> None:
    ann = Player(sit_down(phone(dark=dark), app, server))
    sheet = match_path(app)
    ann.page.goto(sheet)
    eye = phone()
    for way in ("Share", "Let another phone keep score"):
        ann.follow(way)
        code = ann.page.locator(".qr").bounding_box()

        assert min(code["width"], code["height"]) >= ARMS_LENGTH
        assert read(ann.page, eye) == link(ann)
    assert ann.taps == 2, "watching is one tap from the sheet, writing two"


def test_the_first_code_is_the_sheet_itself(app: Flask, server: str, phone: Phone) -> None:
    carol = Player(phone())
    sheet = match_path(app, ANN_KNOCKS)
    carol.page.goto(sheet)
    carol.follow("Share")

    assert urlsplit(read(carol.page, phone())).path == sheet
    expect(carol.page.get_by_role("link", name="Let another phone keep score")).to_have_count(0)


@both
def test_bob_comes_in_and_enters_a_hand(app: Flask, server: str, phone: Phone, javascript: bool) -> None:
    ann = Player(sit_down(phone(javascript=javascript), app, server))
    bob = Player(phone(javascript=javascript))
    sheet = match_path(app)
    ann.page.goto(f"{sheet}/share/scoring")
    come_in(bob, link(ann))
    bob.sees("This phone can now score. Whose phone is it?")
    bob.press("Bob")
    bob.page.wait_for_url(f"**{sheet}")
    assert "/s/" not in bob.page.url
    bob.page.goto(f"{sheet}/hands/new?by=deadwood")
    bob.choose("Bob")
    bob.write(deadwood_0="31", deadwood_1="4")
    bob.preview()
    bob.save("Save: Bob +27")

    ann.page.goto(f"{sheet}/history")
    ann.sees("Bob’s phone", "Bob knocks, +27.")
    ann.page.goto(f"{sheet}/share")
    ann.sees("Bob’s phone")


@both
def test_an_old_link_leads_nowhere(app: Flask, server: str, phone: Phone, javascript: bool) -> None:
    ann = Player(sit_down(phone(javascript=javascript), app, server))
    late = Player(phone(javascript=javascript))
    ann.page.goto(f"{match_path(app)}/share/scoring")
    old = link(ann)
    ann.tap(ann.page.get_by_text("Make a new link"))
    ann.press("Turn off the old link")
    ann.sees("This link is new.")
    come_in(late, old)

    expect(late.page.get_by_role("heading", level=1)).to_have_text("This link has been replaced")
    assert link(ann) != old
    come_in(late, link(ann))
    late.sees("This phone can now score.")


@both
def test_another_phone_is_let_go(app: Flask, server: str, phone: Phone, javascript: bool) -> None:
    ann = Player(sit_down(phone(javascript=javascript), app, server))
    bob = Player(sit_down(phone(javascript=javascript), app, server, BOBS_PHONE))
    sheet = match_path(app)
    let_in(app, sheet)
    bob.page.goto(sheet)
    expect(bob.page.get_by_role("link", name="Enter hand 1")).to_be_visible()
    ann.page.goto(f"{sheet}/share")
    expect(ann.page.get_by_role("button", name="Yes, remove it")).to_be_hidden()
    ann.tap(ann.page.get_by_text("Remove this phone"))
    ann.press("Yes, remove it")
    ann.sees("That phone can no longer score.")
    bob.page.goto(sheet)

    expect(bob.page.get_by_role("link", name="Enter hand 1")).to_have_count(0)


def let_in(app: Flask, sheet: str, name: str = "Bob") -> str:
    """Gives Bob's phone a seat; answers the link that gives one."""
    with app.app_context():
        match = find_match(sheet.removeprefix("/m/"))
        assert match is not None
        take_seat(match, BOBS_PHONE)
        name_seat(match, BOBS_PHONE, name)
        return f"/s/{scoring_token(match)}"


def test_the_link_is_copied_where_the_browser_can(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(permissions=["clipboard-read", "clipboard-write"]), app, server))
    ann.page.goto(f"{match_path(app)}/share")
    ann.press("Copy the link")

    ann.sees("The link is copied.")
    assert ann.page.evaluate("() => navigator.clipboard.readText()") == link(ann)


def test_what_the_browser_cannot_do_is_not_offered(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(), app, server))
    ann.page.add_init_script("delete Navigator.prototype.clipboard; delete Navigator.prototype.share;")
    ann.page.goto(f"{match_path(app)}/share")
    expect(ann.page.locator(".link__address")).to_be_visible()
    ann.page.wait_for_load_state("networkidle")

    for words in ("Copy the link", "Send the link"):
        expect(ann.page.get_by_text(words)).to_be_hidden()


def test_nobody_is_shut_out(
    app: Flask, server: str, phone: Phone, axe: Check, subtests: pytest.Subtests
) -> None:
    ann = sit_down(phone(), app, server)
    carol, new = phone(), phone()
    sheet = match_path(app, ANN_KNOCKS, BOB_BREAKS_HIS_EIGHTS, names=LONG_NAMES)
    way_in = let_in(app, sheet, LONG_NAMES[1])
    carol.goto(sheet)
    visits = [
        (ann, f"{sheet}/share"),
        (ann, f"{sheet}/share/scoring"),
        (ann, f"{sheet}/table"),
        (carol, f"{sheet}/share"),
        (carol, "/"),
        (new, way_in),
    ]
    for page, path in visits:
        page.goto(path)
        for fold in page.locator("main summary").all():
            fold.click()
        for scheme in ("light", "dark"):
            with subtests.test(path, scheme=scheme):
                page.emulate_media(color_scheme=scheme)
                axe(page)
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 844})
            with subtests.test(path, width=width):
                assert beyond_the_side(page) == []
        with subtests.test(path, thumb=True):
            page.set_viewport_size({"width": 390, "height": 844})
            assert small_targets(page, PRESSED) == []


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


def test_it_is_as_large_as_the_screen_and_no_larger(
    app: Flask, phone: Phone, subtests: pytest.Subtests
) -> None:
    screen = phone()
    for name, standing in STANDINGS.items():
        told = dict(standing)
        screen.goto(match_path(app, *told.pop("hands"), **told) + "/table")
        figures = screen.locator(".screen__figure")
        for width, height in SCREENS:
            screen.set_viewport_size({"width": width, "height": height})
            boxes = [figure.bounding_box() for figure in figures.all()]
            with subtests.test(name, screen=(width, height)):
                assert beyond_the_side(screen) == []
                assert screen.evaluate("() => document.scrollingElement.scrollHeight") <= height
                assert abs(boxes[0]["height"] - boxes[1]["height"]) <= HAIR
                assert boxes[0]["height"] >= SEEN_ACROSS * min(1, height / 844)
                assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


def test_a_hand_appears_by_itself(app: Flask, phone: Phone) -> None:
    screen = phone(viewport={"width": 1366, "height": 768})
    sheet = match_path(app)
    screen.goto(f"{sheet}/table")
    enter(app, sheet, BOB_HAS_GIN)

    expect(screen.get_by_text("Bob goes gin, +38.", exact=True)).to_be_visible()


def test_it_goes_on_with_the_next_game_by_itself(app: Flask, server: str, phone: Phone) -> None:
    screen = phone(viewport={"width": 1366, "height": 768})
    ann = Player(sit_down(phone(), app, server))
    sheet = match_path(app, rules=PRESETS["pagat"].but(target=20))
    screen.goto(f"{sheet}/table")
    enter(app, sheet, BOB_HAS_GIN)
    expect(screen.get_by_text("Bob wins.")).to_be_visible()
    ann.page.goto(sheet)
    ann.press("Rematch")
    expect(screen.get_by_text("deals.")).to_be_visible()
    enter(app, urlsplit(ann.page.url).path, ANN_KNOCKS)

    expect(screen.get_by_text("Ann knocks, +12.", exact=True)).to_be_visible()


def enter(app: Flask, sheet: str, hand: Hand) -> None:
    """Somebody writes a hand, on whatever phone."""
    with app.app_context():
        match = find_match(sheet.removeprefix("/m/"))
        assert match is not None
        add_hand(match, hand, Entry(new_entry_id(), match.version, ANNS_PHONE))
