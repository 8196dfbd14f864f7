"""What players do on a phone, and matches to start from."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask
from playwright.sync_api import Locator, Page, expect

from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import ExtraLine
from models.records.books.books import start_book
from models.records.saving.pipeline import new_entry_id
from models.records.tables.shared import watch_token
from tests.browser.waiting import PATIENCE
from tests.evening import Evening, cookie_of
from tests.records.table import ANNS_PHONE, PAGAT, match_at
from tests.views.table import typed
from views.web.access import DEVICE

expect.set_options(timeout=PATIENCE)

Phone = Callable[..., Page]
"""``phone(javascript=True, dark=False, **options)`` opens a page on a new phone."""

Check = Callable[..., None]

RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

MIDDLES = """keys => Object.fromEntries([...document.querySelectorAll(keys)].map(key => {
  const { x, y, width, height } = key.getBoundingClientRect();
  return [key.getAttribute("aria-label") ?? key.innerText.trim(), [x + width / 2, y + height / 2]];
}))"""
"""Where a finger hits each key of the pack or the keypad, by what a screen reader says."""

PACK, KEYPAD = ".key", ".keypad .button"

LONG_NAMES = ("Bartholomew Featherstonehaugh-Cholmondel", "WilhelminaAlexandrinaVonWürttembergZähri")
"""Names of the greatest length, one of them a single word."""


def said(card: str) -> str:
    """A card as a screen reader reads it: "ace of spades"."""
    rank, suit = card
    return f"{RANKS.get(rank, rank)} of {SUITS[suit]}"


def signs(sentence: str) -> str:
    """A sentence with suit signs instead of pictures."""
    return re.sub("[♠♥♦♣]", "\\g<0>\ufe0e", sentence)


def match_path(
    app: Flask,
    *hands: Hand | ExtraLine,
    rules: HouseRules = PAGAT,
    names: tuple[str | None, ...] = ("Ann", "Bob"),
    **fields: Any,
) -> str:
    """The address of a match that Ann's phone began, with these hands on its sheet."""
    return Evening.begin(app, rules, names=names, **fields).play(*hands).path


def play(app: Flask, sheet: str, *hands: Hand) -> None:
    """Saves hands on a phone that no test looks at."""
    Evening(app, sheet).play(*hands)


def book_path(app: Flask, *matches: tuple[tuple[str, ...], Sequence[Hand]], name: str = "") -> str:
    """The address of a book that Ann's phone began, with matches of these names and hands."""
    paths = [match_path(app, *hands, names=names) for names, hands in matches]
    with app.app_context():
        ids = [match_at(path).id for path in paths]
        return f"/b/{watch_token(start_book(name, ids, device=ANNS_PHONE, entry=new_entry_id()))}"


def sit_down(page: Page, app: Flask, server: str, device: str = ANNS_PHONE) -> Page:
    """Opens *page* again on a phone with a seat: Ann's, in the matches it began, or *device*'s."""
    page.context.add_cookies([cookie_of(app, {DEVICE: device}) | {"url": server}])
    return page


@dataclass
class Player:
    """Somebody with a phone in hand, who taps what stands on it. The taps are counted."""

    page: Page
    taps: int = 0

    def tap(self, place: Locator) -> None:
        place.tap()
        self.taps += 1

    def press(self, words: str) -> None:
        self.tap(self.button(words))

    def follow(self, words: str) -> None:
        self.tap(self.page.get_by_role("link", name=words, exact=True))

    def open_menu(self) -> None:
        self.tap(self.page.locator(".menu > summary"))

    def open_more(self) -> None:
        """Opens what is rarely needed in the menu of a sheet."""
        self.open_menu()
        self.tap(self.page.locator(".menu__more > summary"))

    def enter_deadwood(self) -> None:
        """Goes from a sheet to the form for the next hand by deadwood."""
        self.page.goto(f"{self.page.url}/hands/new?by=deadwood")

    def choose(self, words: str) -> None:
        """Taps one of several choices, once the page is there with its scripts."""
        self.page.wait_for_load_state()
        self.tap(self.page.locator("label:has(input)").filter(has=self.page.get_by_text(words, exact=True)))

    def take(self, cards: str) -> None:
        self.tap_keys(PACK, [said(card) for card in cards.split()])

    def digits(self, digits: str) -> None:
        self.tap_keys(KEYPAD, list(digits))

    def tap_keys(self, keys: str, names: list[str]) -> None:
        """Taps *keys*, which never move: as fast as a finger, after the first."""
        first, *others = names
        self.press(first)
        middles = self.page.evaluate(MIDDLES, keys) if others else {}
        for name in others:
            self.page.touchscreen.tap(*middles[name])
            self.taps += 1

    def write(self, **fields: str) -> None:
        """Types into fields, ``cards_0`` or ``deadwood_1``, once the page is there with its scripts."""
        self.page.wait_for_load_state()
        for name, text in fields.items():
            self.field(name).fill(text)

    def save(self, words: str) -> None:
        """Saves the hand, whose result is on the button, and waits for the sheet."""
        self.press(words)
        self.page.wait_for_url("**/m/*")

    def enter(self, *hands: Hand) -> None:
        """Enters hands of Ann and Bob by deadwood, one after another, from their sheet on."""
        for hand in hands:
            self.enter_deadwood()
            if hand.knocker is None:
                self.save("Nobody – save a dead hand")
                continue
            ended = typed(hand)
            self.choose(("Ann", "Bob")[hand.knocker])
            self.choose({"knock": "Knock", "gin": "Gin"}[ended["outcome"]])
            asked = [f"deadwood_{player}" for player in (0, 1) if f"{player}" != ended["knocker"]]
            if ended["outcome"] == "knock":
                asked.append(f"deadwood_{hand.knocker}")
            self.write(**{name: ended[name] for name in asked})
            self.press_main()
            self.page.wait_for_url("**/m/*")

    def preview(self) -> None:
        """Asks for a preview, if the page does not show it itself."""
        if not self.has_scripts:
            self.press("Preview")

    def press_main(self) -> None:
        """Taps the main button, whatever its label."""
        self.tap(self.page.locator(".button--main"))

    @property
    def has_scripts(self) -> bool:
        return self.page.evaluate("() => matchMedia('(scripting: enabled)').matches")

    def button(self, words: str) -> Locator:
        """The button with exactly this label; below "Undo" stands what it will undo."""
        if words == "Undo":
            return self.page.get_by_role("button", name=re.compile("^Undo "))
        return self.page.get_by_role("button", name=words, exact=True)

    def key(self, card: str) -> Locator:
        """The key of a card in the pack."""
        return self.button(said(card))

    def field(self, name: str) -> Locator:
        return self.page.locator(f"[name={name}]:not([type=hidden])")

    def sees(self, *sentences: str) -> None:
        """Expects sentences on the page."""
        for sentence in sentences:
            expect(self.page.get_by_role("main")).to_contain_text(signs(sentence), use_inner_text=True)

    @property
    def hands(self) -> Locator:
        """The rows of the table of hands, newest first."""
        return self.page.locator(".hand-table tbody tr")


@dataclass(frozen=True)
class Sit:
    """Ann's phones, which have a seat in the matches that she began: ``sit(*hands, at="/hands/new")``."""

    app: Flask
    server: str
    phone: Phone

    def __call__(
        self,
        *hands: Hand,
        at: str = "",
        rules: HouseRules = PAGAT,
        preset: str = "pagat",
        names: tuple[str | None, ...] = ("Ann", "Bob"),
        table: Table = Table.TWO,
        **options: Any,
    ) -> Player:
        """Ann, with the sheet of a match before her, or another page of it; *options* are of her phone."""
        ann = self.down(**options)
        ann.page.goto(self.match(*hands, rules=rules, preset=preset, names=names, table=table) + at)
        return ann

    def down(self, device: str = ANNS_PHONE, **options: Any) -> Player:
        """Ann, or whose *device* it is, before any page is opened."""
        return Player(sit_down(self.phone(**options), self.app, self.server, device))

    def match(self, *hands: Hand, **agreed: Any) -> str:
        """The address of a match that Ann's phone began, with these hands on its sheet."""
        return match_path(self.app, *hands, **agreed)

    def play(self, sheet: str, *hands: Hand) -> None:
        """Saves hands on a phone that no test looks at."""
        play(self.app, sheet, *hands)
