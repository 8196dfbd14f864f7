"""A match on one phone, with what tests of pages do and read most."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urljoin

from models.gin.hand.declaration import Laid, Points
from models.gin.hand.scoring import Hand
from models.gin.rules.seating import Table as Seating
from models.gin.sheet.extra_lines import Adjustment, ExtraLine, OpeningKind, OpeningScores, Penalty
from models.records.tables.match import Match
from tests.gin.table import DEAD, gin, knock, laid
from tests.records.table import deal, match_at
from tests.views.browser import Browser, Element, Page

ANN, BOB, NOBODY = "0", "1", "none"

ANN_LAYS = "KS KC KD 5S 6S 7S 9C TC JC JD"
BOB_HOLDS = "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
"""From OpenSpiel's gin_rummy_test.cc: Bob breaks his eights and has nine deadwood."""

ANN_KNOCKS = Hand(0, laid("KSKCKD 5S6S7S 9CTCJC / JD", "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJC"))
"""That hand as it is saved: Ann has ten deadwood."""

BY_CARDS = {"knocker": ANN, "cards_0": ANN_LAYS, "cards_1": BOB_HOLDS}


@dataclass(frozen=True)
class Table:
    """A match that was started on this phone."""

    browser: Browser
    path: str

    def sheet(self) -> Page:
        return self.browser.get(self.path)

    def way(self, by: str) -> str:
        """The address of the form for the next hand."""
        return f"{self.path}/hands/new?by={by}"

    def enter(self, fields: dict[str, str], by: str = "deadwood", status: int = 303) -> Page:
        """Enters a hand and saves it; returns the sheet, or the form with its errors."""
        return self.browser.send(self.way(by), fields, status)

    def type(self, *hands: Hand) -> None:
        """Types hands by deadwood into the form for the next one, one after another."""
        for hand in hands:
            self.enter(typed(hand))

    def preview(self, fields: dict[str, str], by: str = "deadwood") -> Page:
        """Enters a hand and previews it."""
        return press_on(self.browser, self.browser.get(self.way(by)), "Preview", fields, status=200)

    def again(self, page: Page, fields: dict[str, str], status: int = 303) -> Page:
        """Changes some fields of a form that came back, and sends it again."""
        return self.browser._send(page, page.form_with({"save"}), fields, status)

    def knock(self, left: int, against: int, by: str = ANN, **more: str) -> Page:
        return self.enter(typed(knock(left, against, int(by))) | more)

    def gin(self, against: int, by: str = ANN, **more: str) -> Page:
        return self.enter(typed(gin(against, int(by))) | more)

    def dead(self) -> Page:
        return self.enter(typed(DEAD))

    def play(self, *played: Hand | ExtraLine) -> Page:
        """Saves hands and extra lines as this phone would; returns the sheet."""
        self.add(*played)
        return self.sheet()

    def add(self, *played: Hand | ExtraLine) -> None:
        """Saves hands and extra lines as this phone would, without a look at the sheet."""
        device = self.browser.device
        with self.browser.client.application.app_context():
            for line in played:
                match = match_at(self.path)
                deal(match, _as_played(line, match) if isinstance(line, Hand) else line, device=device)

    def hand(self, number: int) -> str:
        """The address of a hand on the sheet, by its number."""
        return hands(self.sheet())[number]


def _as_played(hand: Hand, match: Match) -> Hand:
    """*hand* with the upcard only if the rules need it, and with its round if partners play."""
    kept = match.rules.needs_upcard or isinstance(hand.laid, Points)
    laid = hand.laid if kept else replace(hand.laid, upcard=None)
    nth = match.sheet.round_of(hand.faced) if match.table is Seating.PARTNERSHIP else 0
    return replace(hand, laid=laid, round=nth)


def typed(written: Hand | ExtraLine) -> dict[str, str]:
    """The fields of a form: a hand by deadwood or from paper, or an extra line."""
    match written:
        case Hand(knocker=None):
            return {"by": "deadwood", "knocker": NOBODY} | upcard_of(written.laid)
        case Hand(laid=Points(points=points)):
            loser = sum(written.faced) - written.knocker
            return {"winner": f"{written.knocker}", "loser": f"{loser}", "points": f"{points}"}
        case Hand(laid=laid):
            own = written.faced.index(written.knocker)
            counts = {f"deadwood_{own}": f"{laid.knocker}", f"deadwood_{1 - own}": f"{laid.defender}"}
            ended = {"by": "deadwood", "knocker": f"{own}", "outcome": laid.ending.value}
            return ended | counts | upcard_of(laid)
        case Penalty(points=points):
            given = {"points": "" if points is None else f"{points}", "reason": written.reason}
            return {"player": f"{written.player}", "fault": written.fault.value} | given
        case Adjustment(points=points):
            given = {"direction": "add" if points > 0 else "take", "points": f"{abs(points)}"}
            return {"player": f"{written.player}", "reason": written.reason} | given
    fields = {"dealer": "" if written.dealer is None else f"{written.dealer}", "played": f"{written.played}"}
    for column, given in enumerate(written.columns):
        fields |= {f"points_{column}_{side}": f"{each}" for side, each in enumerate(given.points)}
        fields |= {f"boxes_{column}_{side}": f"{each}" for side, each in enumerate(given.boxes)}
    return fields | {f"games_{side}": f"{won}" for side, won in enumerate(written.games)}


def upcard_of(laid: Laid) -> dict[str, str]:
    """The field of the upcard, if there is one."""
    return {"upcard": str(laid.upcard)} if laid.upcard else {}


def kind_of(written: Hand | ExtraLine) -> str:
    """The kind of its form, if it is one of extra lines."""
    if isinstance(written, OpeningScores):
        return "handicap" if written.kind is OpeningKind.HANDICAP else "paper"
    return {Penalty: "penalty", Adjustment: "adjustment"}.get(type(written), "hand")


Sit = Callable[..., Table]
"""Starts a match: ``sit("pagat", target=50)``."""


def element(page: Page, name: str) -> Element:
    """The element with the id *name*."""
    return next(each for each in page.root.all() if each["id"] == name)


def faults(page: Page) -> dict[str, str]:
    """The error messages, by field."""
    said = [each for each in page.root.all() if each["id"].endswith("-error") and each.text]
    return {each["id"].removesuffix("-error"): each.text for each in said}


def selected(page: Page) -> str:
    """The selected option of a list."""
    return next(each.text for each in page.root.all("option") if "selected" in each.attributes)


def of_class(page: Page, name: str) -> list[Element]:
    """All elements with the class *name*, in order."""
    return [each for each in page.root.all() if name in each["class"].split()]


def words(page: Page, name: str) -> list[str]:
    """The texts of all elements with the class *name*."""
    return [each.text for each in of_class(page, name)]


def totals(page: Page) -> list[str]:
    """Both totals at the top of a sheet."""
    return words(page, "total__points")


def rows(page: Page, name: str = "hand-table", nth: int = 0) -> list[list[str]]:
    """The cells of a table as they are seen, without its head: the link of a hand says its number as well."""
    tables = of_class(page, name)
    if not tables:
        return []
    return [
        [re.sub(r"^Hand \d+: ", "", cell.text) for cell in row.all("td", "th")]
        for body in tables[nth].all("tbody")
        for row in body.all("tr")
    ]


def bill(page: Page, nth: int = 0) -> dict[str, tuple[str, ...]]:
    """A bill: the figures of each label."""
    return {label: tuple(figures) for label, *figures in rows(page, "bill", nth)}


def settled(sheet: Page) -> dict[str, list[str]]:
    """What stands under the columns that are closed: each label with its figures."""
    texts = [
        [cell.text for cell in row.all("td", "th")]
        for part in of_class(sheet, "columns__settled")
        for row in part.all("tr")
    ]
    return {label: figures for [label], figures in zip(texts[::2], texts[1::2], strict=True)}


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
    """How many hands are on a sheet."""
    return len(hands(page))


def press_on(
    browser: Browser, page: Page, label: str, fields: dict[str, str] | None = None, status: int = 303
) -> Page:
    """Presses a button of a page that is open, however old it is."""
    form, button = page.buttons[label]
    pressed = {button["name"]: button["value"]} if button["name"] else {}
    action = urljoin(page.path, button["formaction"] or form.element["action"]).partition("#")[0]
    return browser._send(page, form, pressed | (fields or {}), status, action)
