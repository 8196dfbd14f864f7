"""A whole game, entered by cards."""

from flask import Flask
from playwright.sync_api import expect

from tests.browser.table import Phone, Player, match_path, sit_down

ANN_KNOCKS, BOB_UNDERCUTS = "KS KC KD 5S 6S 7S 9C TC JC JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
"""From OpenSpiel's gin_rummy_test.cc, which plays it out: Bob breaks his eights and keeps nine."""

ANN_HAS_GIN, BOB_HAS_48 = "KS KC KD 5S 6S 7S 9C TC JC QC", "AS 3S 2H 4H 6H 8H TH QH AD 3D"
ANN_KNOCKS_WITH_4, BOB_HAS_87 = "AS AH AD 4H 5H 6H 9S 9D 9C 4S", "KH KD QC QS JH JS TD 8C 7D 2C"

THREE_SETS_OR_RUNS, BOB_FITS_THE_RUNS = "7S 8S 9S 7H 8H 9H 7D 8D 9D AC", "TS JS 6H KC KD 2C 2H 4D QC 3C"
"""As sets nothing of Bob's 67 fits; as runs TS, JS and 6H do, and leave 41."""

TYPED = [
    (
        ("ks KC kd 5♠ 6♠ 7♠ 9c 10C jc JD", "2s,2c,2d,2h 8s 8c 8d 9s 7c ac"),
        "Bob undercuts, +11.",
        "Save: Bob +11",
    ),
    (("KSKCKD5S6S7S9CTCJCQC", BOB_HAS_48), "Ann goes gin, +68.", "Save: Ann +68"),
    ((ANN_KNOCKS_WITH_4, BOB_HAS_87), "Ann knocks, +83.", "Save: Ann +83"),
]

THE_END = "Final total 291 31"
"""The hands 68 + 83 and 11, the game 100, boxes of 20: two and one. 291 − 31 = 260."""


def begin(player: Player) -> None:
    """Starts a match of Ann and Bob with Pagat’s rules."""
    player.page.goto("/")
    player.follow("New match")
    player.page.get_by_role("textbox", name="First player").fill("Ann")
    player.page.get_by_role("textbox", name="Second player").fill("Bob")
    player.press("Start")
    player.page.wait_for_url("**/m/*")


def test_with_scripts_the_cards_are_tapped(phone: Phone) -> None:
    ann = Player(phone())
    begin(ann)
    ann.sees("Ann deals.")

    ann.follow("Enter hand 1")
    ann.taps = 0
    ann.choose("Ann")
    ann.take(ANN_KNOCKS)
    ann.sees("Ann knocks with 10")
    ann.take(BOB_UNDERCUTS)
    ann.sees("Bob undercuts, +11.", "Bob broke the eights, laid off 8♠ 9♠ and 8♣ 7♣, and had 9.")
    ann.save("Save: Bob +11")
    assert ann.taps == 22

    ann.follow("Enter hand 2")
    ann.choose("Ann")
    ann.take(ANN_HAS_GIN + " " + BOB_HAS_48)
    ann.sees("Ann goes gin, +68.", "Ann 68, Bob 11.")
    ann.save("Save: Ann +68")

    ann.follow("Enter hand 3")
    ann.choose("Ann")
    ann.take(ANN_KNOCKS_WITH_4 + " " + BOB_HAS_87)
    ann.save("Save: Ann +83")

    ann.sees(THE_END)
    expect(ann.hands).to_have_count(3)
    expect(ann.button("Rematch")).to_be_visible()


def test_lay_offs_are_proposed_and_changed_by_a_tap(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(), app, server))
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.take(f"{ANN_KNOCKS} {BOB_UNDERCUTS}")
    ann.sees("Bob undercuts, +11.", "Bob 9 deadwood")

    ann.tap(ann.page.get_by_text("Change melds or lay-offs"))
    ann.press("9 of spades, lay off")
    ann.sees("Ann knocks, +8.", "Bob 18 deadwood")
    ann.press("8 of spades, lay off")
    ann.press("8 of clubs, lay off")
    ann.sees("Bob 10 deadwood")
    ann.press("7 of clubs, lay off")
    ann.sees("Ann knocks, +7.", "Bob 17 deadwood")

    ann.press("Best lay-offs")
    ann.sees("Bob undercuts, +11.")
    ann.press("9 of spades, lay off")
    ann.save("Save: Ann +8")
    ann.sees("Bob broke the eights, laid off 8♠ and 8♣ 7♣, and had 18.")


def test_melds_are_laid_otherwise(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(), app, server))
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.take(f"{THREE_SETS_OR_RUNS} {BOB_FITS_THE_RUNS}")
    ann.sees("Ann knocks, +66.")
    ann.tap(ann.page.get_by_text("Change melds").first)
    as_runs = ann.page.get_by_role("button", name="7 of spades 8 of spades 9 of spades")
    ann.tap(as_runs)

    ann.sees("Ann knocks, +40.", "Bob laid off 10♠ J♠ and 6♥ and had 41.")
    ann.save("Save: Ann +40")


def test_melds_of_ones_own_are_tapped_together(app: Flask, server: str, phone: Phone) -> None:
    """Bob keeps his eights, which the best defence breaks: three sets of his own, and nothing laid off."""
    ann = Player(sit_down(phone(), app, server))
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.take(f"{ANN_KNOCKS} {BOB_UNDERCUTS}")
    ann.tap(ann.page.get_by_text("Change melds or lay-offs"))
    for card in ("8 of spades", "8 of clubs", "9 of spades", "7 of clubs"):
        ann.press(f"{card}, lay off")
    ann.sees("Bob 17 deadwood")
    bobs = ann.page.locator("[data-tray=cards_1]")
    for card in ("2 of spades", "2 of clubs", "2 of diamonds"):
        ann.tap(bobs.get_by_role("button", name=card, exact=True))
    ann.tap(bobs.get_by_role("button", name="Make a meld"))

    ann.sees("Bob 43 deadwood")
    ann.tap(bobs.get_by_role("button", name="Best melds"))
    ann.sees("Bob 17 deadwood")


def test_what_was_saved_is_heard(phone: Phone) -> None:
    ann = Player(phone())
    begin(ann)
    ann.page.goto(ann.page.url + "/hands/new?by=deadwood")
    ann.choose("Ann")
    ann.write(deadwood_0="8", deadwood_1="20")
    ann.save("Save: Ann +12")

    expect(ann.page.locator("#announced")).to_contain_text("Ann knocks")


def test_the_focus_stays_where_the_finger_was(app: Flask, server: str, phone: Phone) -> None:
    """The last change of lay-offs takes its own button away; the keyboard goes on beside it."""
    ann = Player(sit_down(phone(), app, server))
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.take(f"{ANN_KNOCKS} {BOB_UNDERCUTS}")
    ann.tap(ann.page.get_by_text("Change melds or lay-offs"))
    ann.press("9 of spades, lay off")
    best = ann.button("Best lay-offs")
    best.focus()
    ann.page.keyboard.press("Enter")
    expect(best).to_have_count(0)

    assert ann.page.evaluate("document.activeElement.closest('[data-tray]')?.dataset.tray") == "cards_1"


def test_without_scripts_the_cards_are_typed(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(javascript=False), app, server))
    ann.page.goto(match_path(app))
    for number, (hands, seen, worth) in enumerate(TYPED, 1):
        ann.follow(f"Enter hand {number}")
        ann.choose("Ann")
        ann.write(cards_0=hands[0], cards_1=hands[1])
        ann.press("Preview")
        ann.sees(seen)
        expect(ann.field("cards_0")).to_have_value(hands[0])
        ann.save(worth)

    ann.sees(THE_END)
    expect(ann.hands).to_have_count(3)


def test_without_scripts_lay_offs_and_melds_are_chosen_too(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(javascript=False), app, server))
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.write(cards_0=THREE_SETS_OR_RUNS, cards_1=BOB_FITS_THE_RUNS)
    ann.preview()
    ann.sees("Ann knocks, +66.")
    ann.tap(ann.page.get_by_text("Change melds").first)
    ann.tap(ann.page.get_by_role("button", name="7 of spades 8 of spades 9 of spades"))
    ann.sees("Ann knocks, +40.")
    ann.choose("My own lay-offs")
    ann.write(layoffs="10s")
    ann.preview()

    ann.sees("Bob laid off 10♠ and had 57.")
    ann.save("Save: Ann +56")


def test_without_scripts_the_main_button_saves_without_a_look(app: Flask, server: str, phone: Phone) -> None:
    ann = Player(sit_down(phone(javascript=False), app, server))
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    ann.write(cards_0=ANN_HAS_GIN, cards_1=BOB_HAS_48)
    expect(ann.page.get_by_role("button", name="Who knocked?")).to_have_count(0)
    ann.save("Save")

    ann.sees("Ann goes gin, +68.")
