"""An evening in the reader's language: every page that most players see, in the order they see it.

What is tapped and read is looked up in the catalogue, so a new language needs no words here.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.table import LONG_NAMES, Player, book_path
from tests.browser.test_a_game import ANN_KNOCKS, BOB_UNDERCUTS
from tests.browser.test_judge import SHOWDOWN
from tests.browser.test_statistics import EVENING
from tests.gin.table import gin
from tests.views.speaking import say
from views.language.asked_languages import tag_of
from views.words.cards import example, letters_of

ANN, BOB = LONG_NAMES
OTHER = {"es": "fr"}
"""The language that is chosen for a while; for all others it is Spanish."""


@dataclass
class Reader(Player):
    """Somebody who reads a language."""

    language: str = "en"
    sheet: str = ""

    def say(self, sentence: str, **values: object) -> str:
        """An English sentence in this language, as the catalogue has it."""
        return say(self.language, sentence) % values

    def go(self, sentence: str) -> None:
        """Follows the link with this sentence."""
        self.tap(self.page.get_by_role("link", name=self.say(sentence), exact=True))

    def knocks(self, player: int) -> None:
        """Says who knocked."""
        self.tap(self.page.locator(f"label:has([name=knocker][value='{player}'])"))

    def open(self, path: str) -> None:
        """Opens a page whose folded parts are unfolded."""
        self.page.goto(path)
        self.page.locator("details:not(.menu)").evaluate_all(
            "all => all.forEach(each => { each.open = true })"
        )

    def typed(self, cards: str) -> str:
        """Cards in the letters that players of this language type."""
        return example(cards, letters_of(self.language))


Step = Callable[[Reader, Flask], None]


def at(path: str) -> Step:
    return lambda reader, _app: reader.open(path)


def of_the_match(path: str = "") -> Step:
    """Opens a page of the match that was started."""
    return lambda reader, _app: reader.open(reader.sheet + path)


def new_match(reader: Reader, _app: Flask) -> None:
    """Begins a match from the home page."""
    reader.page.goto("/")
    reader.go("New match")


def one_name(reader: Reader, _app: Flask) -> None:
    """Gives both players one name, which an error says."""
    reader.write(name_0=ANN, name_1=ANN)
    reader.press(reader.say("Start"))
    expect(reader.page.locator("[aria-invalid=true]").first).to_be_visible()


def long_names(reader: Reader, _app: Flask) -> None:
    """Starts with long names."""
    for field, name in zip(reader.page.locator(".pair input").all(), LONG_NAMES, strict=True):
        field.fill(name)
    reader.press(reader.say("Start"))
    reader.page.wait_for_url("**/m/*")
    reader.sheet = reader.page.url


def typed_cards(reader: Reader, _app: Flask) -> None:
    """Types Ann's cards in the letters of the language."""
    reader.go("Cards")
    reader.knocks(0)
    reader.press(reader.say("Type the cards"))
    reader.write(cards_0=reader.typed(ANN_KNOCKS))
    reader.sees(reader.say("knocks with %(left)s", left=10))


def tapped_cards(reader: Reader, _app: Flask) -> None:
    """Taps Bob's cards, and reads who wins."""
    reader.press(reader.say("Tap the cards"))
    reader.tap(reader.page.locator("[data-tray=cards_1] .tray__head"))
    for card in BOB_UNDERCUTS.split():
        reader.tap(reader.page.locator(f".key[data-card='{card}']"))
    reader.sees(reader.say("%(name)s undercuts, %(points)s.", name=BOB, points="+11"))


def by_deadwood(reader: Reader, _app: Flask) -> None:
    """Saves, and enters the next hand by deadwood."""
    reader.press_main()
    reader.page.wait_for_url("**/m/*")
    reader.enter_deadwood()
    reader.knocks(0)
    reader.write(deadwood_0="8", deadwood_1="20")
    reader.sees(reader.say("%(name)s knocks, %(points)s.", name=ANN, points="+12"))


def wrong_deadwood(reader: Reader, _app: Flask) -> None:
    """Can't have so much deadwood."""
    reader.write(deadwood_1="99")
    reader.press_main()
    expect(reader.field("deadwood_1")).to_have_attribute("aria-invalid", "true")


def sheet(reader: Reader, _app: Flask) -> None:
    """Corrects it, and saves."""
    knocked = reader.say("%(name)s knocks, %(points)s.", name=ANN, points="+12")
    reader.write(deadwood_1="20")
    reader.sees(knocked)
    reader.press_main()
    reader.page.wait_for_url("**/m/*")
    reader.sees(knocked)


def menu(reader: Reader, _app: Flask) -> None:
    reader.open_menu()


def judge(reader: Reader, _app: Flask) -> None:
    """Goes to the judge from the home page."""
    reader.page.goto("/")
    reader.go("Judge")


def verdict(reader: Reader, _app: Flask) -> None:
    """Asks about a hand where the best defence breaks a set."""
    reader.open(SHOWDOWN)
    reader.sees(
        reader.say("The defender undercuts: %(defender)s against %(knocker)s", defender=9, knocker=10)
    )


def statistics(reader: Reader, app: Flask) -> None:
    """Reads the statistics of a book."""
    reader.open(book_path(app, (LONG_NAMES, (*EVENING, gin(98))), (LONG_NAMES, EVENING)) + "/statistics")


def settings(reader: Reader, _app: Flask) -> None:
    """Follows the link at the foot of the home page."""
    reader.page.goto("/")
    reader.page.locator(".foot__link[href*=settings]").last.tap()
    reader.page.wait_for_url(re.compile("/settings"))


def switched(reader: Reader, _app: Flask) -> None:
    """Chooses another language, then the own one again."""
    here = reader.page.url
    for language in (OTHER.get(reader.language, "es"), reader.language):
        reader.page.goto(here)
        reader.page.locator("[name=language]").select_option(language)
        reader.press_main()
        expect(reader.page.locator("html")).to_have_attribute("lang", re.compile(f"^{tag_of(language)}"))


STORY: dict[str, Step] = {
    "home": at("/"),
    "new match": new_match,
    "one name": one_name,
    "fresh sheet": long_names,
    "typed cards": typed_cards,
    "tapped cards": tapped_cards,
    "deadwood": by_deadwood,
    "wrong deadwood": wrong_deadwood,
    "sheet": sheet,
    "menu": menu,
    "hand": of_the_match("/hands/1"),
    "score sheet": of_the_match("/score-sheet"),
    "home again": at("/"),
    "judge": judge,
    "verdict": verdict,
    "rules": at("/houses"),
    "rules of a house": at("/houses/rummytalk"),
    "house editor": at("/houses/own/change?from=pagat"),
    "statistics": statistics,
    "settings": settings,
    "switched": switched,
    "error": at("/nowhere"),
}
"""What is done, in this order; each step ends on a page worth a look."""


def tell(page: Page, language: str, app: Flask) -> Iterator[tuple[str, Page]]:
    """Goes through the story with a page that asks for *language*, and stops at every step."""
    reader = Reader(page, language=language)
    for name, step in STORY.items():
        step(reader, app)
        yield name, page
