"""Two people at a table with one phone: what the tests of the pages do and read again and again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urljoin

from models.gin import Count, Hand
from models.gin.seating import Table as Seating
from models.records import Entry, Match, add_hand, find_match, new_entry_id
from tests.views.browser import Browser, Element, Page
from views.web.access import DEVICE

ANN, BOB, NOBODY = "0", "1", "none"

ANN_LAYS = "KS KC KD 5S 6S 7S 9C TC JC JD"
BOB_HOLDS = "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
"""A hand that OpenSpiel's gin_rummy_test.cc plays out: Bob breaks his eights and is left with nine."""

BY_CARDS = {"knocker": ANN, "cards_0": ANN_LAYS, "cards_1": BOB_HOLDS}


@dataclass(frozen=True)
class Table:
    """A match that was started on this phone."""

    browser: Browser
    path: str

    def sheet(self) -> Page:
        """The sheet as it is now."""
        return self.browser.get(self.path)

    def way(self, by: str) -> str:
        """Where the next hand is entered."""
        return f"{self.path}/hands/new?by={by}"

    def enter(self, fields: dict[str, str], by: str = "deadwood", status: int = 303) -> Page:
        """Fills in a hand and saves it; answers the sheet, or the form with what is wrong."""
        return self.browser.send(self.way(by), fields, status)

    def look(self, fields: dict[str, str], by: str = "deadwood") -> Page:
        """Fills in a hand and looks at it."""
        return press_on(self.browser, self.browser.get(self.way(by)), "Preview", fields, status=200)

    def again(self, page: Page, fields: dict[str, str], status: int = 303) -> Page:
        """Changes something on a form that came back, and sends it."""
        return self.browser._send(page, page.form_with({"save"}), fields, status)

    def knock(self, left: int, against: int, by: str = ANN, **more: str) -> Page:
        """A knock with *left* against *against*."""
        counts = {f"deadwood_{by}": str(left), f"deadwood_{1 - int(by)}": str(against)}
        return self.enter({"knocker": by, "outcome": "knock", **counts, **more})

    def gin(self, against: int, by: str = ANN, **more: str) -> Page:
        """Gin against *against*."""
        return self.enter({"knocker": by, "outcome": "gin", f"deadwood_{1 - int(by)}": str(against), **more})

    def dead(self) -> Page:
        """A hand that nobody won."""
        return self.enter({"knocker": NOBODY})

    def play(self, *played: Hand) -> Page:
        """Writes hands as this phone would save them; answers the sheet after them."""
        with self.browser.client.session_transaction() as session:
            device = session[DEVICE]
        with self.browser.client.application.app_context():
            for hand in played:
                match = find_match(self.path.removeprefix("/m/"))
                assert match is not None
                add_hand(match, _as_played(hand, match), Entry(new_entry_id(), match.version, device))
        return self.sheet()

    def hand(self, number: int) -> str:
        """The address of a hand on the sheet, by its number."""
        return hands(self.sheet())[number]


def _as_played(hand: Hand, match: Match) -> Hand:
    """*hand* with the upcard only where the rules ask for it, and in its round where partners play."""
    laid = hand.laid if match.rules.needs_upcard else replace(hand.laid, upcard=None)
    nth = match.sheet.round_of(hand.faced) if match.table is Seating.PARTNERSHIP else 0
    return replace(hand, laid=laid, round=nth)


def typed(hand: Hand) -> dict[str, str]:
    """What a player types to enter *hand* by its counts."""
    if hand.knocker is None or not isinstance(hand.laid, Count):
        return {"knocker": NOBODY}
    upcard = {"upcard": str(hand.laid.upcard)} if hand.laid.upcard else {}
    return upcard | {
        "knocker": str(hand.knocker),
        "outcome": hand.laid.ending.value,
        f"deadwood_{hand.knocker}": str(hand.laid.knocker),
        f"deadwood_{1 - hand.knocker}": str(hand.laid.defender),
    }


Sit = Callable[..., Table]
"""Begins a match: ``sit("pagat", target=50)``."""


def element(page: Page, name: str) -> Element:
    """What has the id *name*."""
    return next(each for each in page.root.all() if each["id"] == name)


def faults(page: Page) -> dict[str, str]:
    """What is said to be wrong, by its field."""
    said = [each for each in page.root.all() if each["id"].endswith("-error") and each.text]
    return {each["id"].removesuffix("-error"): each.text for each in said}


def selected(page: Page) -> str:
    """What is chosen of a list."""
    return next(each.text for each in page.root.all("option") if "selected" in each.attributes)


def of_class(page: Page, name: str) -> list[Element]:
    """Everything of the class *name*, in order."""
    return [each for each in page.root.all() if name in each["class"].split()]


def words(page: Page, name: str) -> list[str]:
    """What everything of the class *name* says."""
    return [each.text for each in of_class(page, name)]


def totals(page: Page) -> list[str]:
    """Both totals at the top of a sheet."""
    return words(page, "total__points")


def rows(page: Page, name: str = "hand-table", nth: int = 0) -> list[list[str]]:
    """What stands in the lines of a table, heads left out."""
    tables = of_class(page, name)
    if not tables:
        return []
    return [
        [cell.text for cell in row.all("td", "th")]
        for body in tables[nth].all("tbody")
        for row in body.all("tr")
    ]


def bill(page: Page, nth: int = 0) -> dict[str, tuple[str, ...]]:
    """A bill: each label with its figures."""
    return {label: tuple(figures) for label, *figures in rows(page, "bill", nth)}


def hands(page: Page) -> dict[int, str]:
    """The address of each hand on a sheet, by its number."""
    found = {}
    for table in of_class(page, "hand-table"):
        for row in table.all("tr"):
            cells = list(row.all("td"))
            links = list(row.all("a"))
            if cells and links and cells[0].text.isdigit():
                found[int(cells[0].text)] = links[0]["href"]
    return found


def how_many(page: Page) -> int:
    """How many hands stand on a sheet."""
    return len(hands(page))


def press_on(
    browser: Browser, page: Page, label: str, fields: dict[str, str] | None = None, status: int = 303
) -> Page:
    """Presses a button of a page that is open already, however old it is."""
    buttons = {button.text: (form, button) for form in page.forms for button in form.buttons}
    form, button = buttons[label]
    pressed = {button["name"]: button["value"]} if button["name"] else {}
    action = urljoin(page.path, button["formaction"] or form.element["action"]).partition("#")[0]
    return browser._send(page, form, pressed | (fields or {}), status, action)
