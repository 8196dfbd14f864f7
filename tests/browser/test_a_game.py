"""A game on a phone: hands by cards and by deadwood, and how much a new phone taps and reads before one."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.layout import beyond_the_side, small_targets
from tests.browser.table import Phone, Player, Sit
from tests.evening import Evening
from tests.gin.table import BOB, DEAD, gin, knock
from tests.records.table import BOB_BREAKS_HIS_EIGHTS
from tests.views.browser import Browser
from tests.views.table import Table

ANN_KNOCKS, BOB_UNDERCUTS = "KS KC KD 5S 6S 7S 9C TC JC JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
"""From OpenSpiel's gin_rummy_test.cc, which plays it out: Bob breaks his eights and keeps nine."""

ANN_HAS_GIN = gin(48)
ANN_KNOCKS_WITH_4, BOB_HAS_87 = "AS AH AD 4H 5H 6H 9S 9D 9C 4S", "KH KD QC QS JH JS TD 8C 7D 2C"

THREE_SETS_OR_RUNS, BOB_FITS_THE_RUNS = "7S 8S 9S 7H 8H 9H 7D 8D 9D AC", "TS JS 6H KC KD 2C 2H 4D QC 3C"
"""As sets nothing of Bob's 67 fits; as runs TS, JS and 6H do, and leave 41."""

THE_END = "Final total 291 31"
"""The hands 68 + 83 and 11, the game 100, boxes of 20: two and one. 291 − 31 = 260."""


def tapping(sit: Sit, cards: str) -> Player:
    """Ann, who has tapped *cards* into the first hand of a match, which she knocked."""
    ann = sit(at="/hands/new")
    ann.choose("Ann")
    ann.take(cards)
    return ann


def test_the_last_hand_of_a_game_takes_22_taps(sit: Sit) -> None:
    ann = sit(BOB_BREAKS_HIS_EIGHTS, ANN_HAS_GIN, at="/hands/new?by=cards")
    ann.choose("Ann")
    ann.take(ANN_KNOCKS_WITH_4)
    ann.sees("Ann knocks with 4")
    ann.take(BOB_HAS_87)
    ann.save("Save: Ann +83")
    assert ann.taps == 22

    ann.sees(THE_END)
    expect(ann.hands).to_have_count(3)
    expect(ann.button("Rematch")).to_be_visible()


def test_lay_offs_and_melds_are_proposed_and_changed_by_a_tap(sit: Sit) -> None:
    ann = tapping(sit, f"{ANN_KNOCKS} {BOB_UNDERCUTS}")
    ann.sees("Bob undercuts, +11.", "Bob broke the eights, laid off 8♠ 9♠ and 8♣ 7♣, and had 9.")
    ann.tap(ann.page.get_by_text("Change melds or lay-offs"))
    ann.press("9 of spades, lay off")
    ann.sees("Ann knocks, +8.", "Bob 18 deadwood")

    # The last change of lay-offs takes its own button away; the keyboard goes on beside it.
    best = ann.button("Best lay-offs")
    best.focus()
    ann.page.keyboard.press("Enter")
    expect(best).to_have_count(0)
    assert ann.page.evaluate("document.activeElement.closest('[data-tray]')?.dataset.tray") == "cards_1"
    ann.sees("Bob undercuts, +11.")

    # Bob keeps his eights: three sets of his own, and nothing laid off.
    for card in ("9 of spades", "8 of spades", "8 of clubs"):
        ann.press(f"{card}, lay off")
    ann.sees("Bob 10 deadwood")
    ann.press("7 of clubs, lay off")
    ann.sees("Ann knocks, +7.", "Bob 17 deadwood")
    bobs = ann.page.locator("[data-tray=cards_1]")
    for card in ("2 of spades", "2 of clubs", "2 of diamonds"):
        ann.tap(bobs.get_by_role("button", name=card, exact=True))
    ann.tap(bobs.get_by_role("button", name="Make a meld"))
    ann.sees("Bob 43 deadwood")
    ann.tap(bobs.get_by_role("button", name="Best melds"))
    ann.sees("Bob 17 deadwood")

    ann.press("Best lay-offs")
    ann.sees("Bob undercuts, +11.")
    ann.press("9 of spades, lay off")
    ann.save("Save: Ann +8")
    ann.sees("Bob broke the eights, laid off 8♠ and 8♣ 7♣, and had 18.")


def test_the_knocker_lays_otherwise_with_one_tap(sit: Sit) -> None:
    ann = tapping(sit, f"{THREE_SETS_OR_RUNS} {BOB_FITS_THE_RUNS}")
    ann.sees("Ann knocks, +66.")
    ann.tap(ann.page.get_by_text("Change melds").first)
    ann.tap(ann.page.get_by_role("button", name="7 of spades 8 of spades 9 of spades"))

    ann.sees("Ann knocks, +40.", "Bob laid off 10♠ J♠ and 6♥ and had 41.")
    ann.save("Save: Ann +40")


HANDS = (knock(8, 20), gin(18, by=BOB), DEAD, knock(9, 4))

BILL = (
    "Hand points 122 53",
    "Boxes (line bonus), 20 each: 2–2 40 40",
    "Game bonus 100",
    "Final total 262 93",
    "Difference 169",
)
"""12 and 110 for Ann, 38 and 15 for Bob; Ann's second hand ended the game. 262 − 93 = 169."""


@pytest.fixture
def ann(sit: Sit) -> Player:
    """Ann, with a fresh sheet before her."""
    ann = sit()
    ann.enter_deadwood()
    ann.taps = 0
    return ann


def test_with_scripts_it_is_who_the_digits_and_save(ann: Player) -> None:
    ann.choose("Ann")
    ann.digits("820")
    ann.sees("Ann knocks, +12.", "20 − 8 = 12.", "Ann 12, Bob 0.")
    ann.save("Save: Ann +12")
    assert ann.taps == 1 + len("820") + 1

    ann.taps = 0
    ann.follow("Enter hand 2")
    ann.choose("Bob")
    ann.choose("Gin")
    ann.digits("18")
    ann.sees("Bob goes gin, +38.", "18 + 20 for gin = 38.", "Ann 12, Bob 38.")
    ann.save("Save: Bob +38")
    assert ann.taps == 2 + len("18") + 2, "gin is one tap more, and so is coming from the sheet"

    ann.taps = 0
    ann.follow("Enter hand 3")
    ann.save("Nobody – save a dead hand")
    ann.sees("Dead hand: nobody scores.")
    assert ann.taps == 2

    ann.follow("Enter hand 4")
    ann.choose("Ann")
    ann.digits("94")
    ann.sees("Bob undercuts, +15.", "9 − 4 = 5. 5 + 10 for the undercut = 15.")
    ann.save("Save: Bob +15")

    ann.follow("Enter hand 5")
    ann.choose("Ann")
    ann.choose("Gin")
    ann.digits("90")
    ann.sees("Ann goes gin, +110.", "Ann 262, Bob 93.")
    ann.save("Save: Ann +110")

    expect(ann.hands).to_have_count(5)
    for row in BILL:
        expect(ann.page.get_by_role("row", name=row)).to_be_visible()
    ann.press("Rematch")
    ann.sees("Play the hand, then enter it here.")


def test_hands_are_the_same_whichever_way_they_are_entered(app: Flask, sit: Sit) -> None:
    dealt, written = Evening.begin(app).play(*HANDS), Evening.begin(app)
    Table(Browser(written.client()), written.path).type(*HANDS)
    ann = sit()
    tapped = Evening(app, urlsplit(ann.page.url).path)
    ann.enter(*HANDS)

    assert dealt.hands == written.hands == tapped.hands == [*HANDS]


def test_a_knock_with_one_is_one_tap_more(ann: Player) -> None:
    ann.choose("Bob")
    ann.press("1")
    ann.press("Next")
    ann.digits("31")
    ann.save("Save: Bob +30")

    assert ann.taps == 6


def test_a_knock_with_nothing_left_is_gin(ann: Player) -> None:
    ann.choose("Ann")
    ann.press("0")

    ann.sees("No deadwood means gin.")
    expect(ann.page.get_by_role("radio", name="Gin", exact=True)).to_be_checked()
    ann.digits("40")
    ann.save("Save: Ann +60")


def test_a_digit_too_many_is_taken_away_again(ann: Player) -> None:
    ann.choose("Ann")
    ann.digits("833")
    ann.press("Delete the last digit")
    ann.press("0")
    ann.save("Save: Ann +22")


MOST_TAPS = 8
MOST_WORDS = {"new match": 35, "empty sheet": 30}


SEEN = """() => {
  const texts = [...document.querySelectorAll("body, .skip, .aside")].filter(each => each.checkVisibility());
  return texts.map(each => each.innerText);
}"""
"""The text of a page, and what is in it for screen readers only."""


def words_on(page: Page) -> int:
    all_words, *unseen = (len(re.findall(r"[^\W_]+(?:[’'-][^\W_]+)*", text)) for text in page.evaluate(SEEN))
    return all_words - sum(unseen)


def test_a_first_hand_by_numbers_takes_eight_taps(phone: Phone) -> None:
    ann = Player(phone())
    ann.page.goto("/")
    ann.follow("New match")
    ann.page.wait_for_url("**/matches/new")
    read = {"new match": words_on(ann.page)}
    ann.press("Start")
    ann.page.wait_for_url("**/m/*")
    read["empty sheet"] = words_on(ann.page)
    ann.follow("Numbers")
    ann.choose("Player 1")
    ann.digits("325")
    ann.save("Save: Player 1 +22")
    ann.sees("Player 1 knocks, +22.")

    assert ann.taps <= MOST_TAPS
    assert {page: words for page, words in read.items() if words > MOST_WORDS[page]} == {}

    ann.page.goto("/matches/new")
    ann.press("Start")
    ann.page.wait_for_url("**/m/*")
    ann.follow("Enter hand 1")
    expect(ann.page.get_by_text("Numbers", exact=True)).to_have_attribute("aria-current", "true")


def test_a_new_match_has_large_targets_also_where_rules_are_chosen(phone: Phone) -> None:
    ann = Player(phone())
    ann.page.goto("/matches/new")
    for line in ("Two players", "Rules: Standard, to 100", "More rules", "Hollywood, stakes, your own rules"):
        ann.tap(ann.page.get_by_text(line))

    assert (
        small_targets(ann.page, "main :is(a, button, summary, .segment, .choice__label, .field__input)") == []
    )
    assert beyond_the_side(ann.page) == []


def test_the_line_of_the_rules_says_what_was_chosen(app: Flask, phone: Phone) -> None:
    ann = Player(phone())
    ann.page.goto("/matches/new")
    line = ann.page.locator(".opens__line").last
    ann.tap(line)
    ann.tap(ann.page.get_by_role("radio", name="All bonuses 25"))
    expect(line).to_have_text("Rules: All 25, to 100")
    ann.tap(ann.page.get_by_text("Hollywood, stakes, your own rules"))
    ann.choose("Hollywood: three columns")
    expect(line).to_have_text("Rules: All 25, Hollywood")

    ann.press("Done")
    expect(ann.page.get_by_role("radio", name="All bonuses 25")).to_be_hidden()
    expect(line).to_be_focused()
    ann.press("Start")
    ann.page.wait_for_url("**/m/*")
    expect(ann.page.get_by_role("link", name="All 25, Hollywood")).to_be_visible()
