"""What a hand adds to its winner's total is one figure wherever it is shown, and as of when it is shown."""

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from io import StringIO

from flask import Flask
from hypothesis import assume, example, given

from models.gin.document.writing import MatchDocument as Evening
from models.gin.document.writing import write_sheet
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.sheet import Sheet, sheet
from models.records.saving.hand_writes import correct_hand, remove_hand, restore_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.rule_changes import change_rules
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.sheet_row import HandRecord
from tests.gin.strategies import evenings
from tests.profiles import examples
from tests.records.table import match_at, played
from tests.views.browser import Browser, Page
from tests.views.matches.test_any_rules_on_the_sheet import PHONE
from tests.views.table import hands, of_class, press_on, words

FIGURE = re.compile(r"([+−]?\d+)(?=\.|$)")


def figure(sentence: str) -> int:
    """What a headline or a button says that the winner gains; 0 if it says that nobody scores."""
    found = FIGURE.search(sentence)
    return int(found[1].replace("−", "-")) if found else 0


def sheet_of(match: Match) -> Sheet:
    """The sheet as it stands, worked out here."""
    written = [record.written for record in match.on_sheet]
    return sheet(written, match.rules, match.first_dealer, match.seating)


@dataclass
class Changes:
    """Changes of a match, and what each did to a hand."""

    match: Match
    gains: list[tuple[str, str]] = field(default_factory=list)
    """What the hand gained before and after each of them, as the history shows it; "" for nothing."""

    def make(self, hand: HandRecord, change: Callable[[Entry], object]) -> None:
        """Makes a change of a hand."""
        before = self._gain(hand)
        change(Entry(new_entry_id(), self.match.version, PHONE))
        self.gains.append((before, self._gain(hand)))

    def _gain(self, hand: HandRecord) -> str:
        ids = [record.id for record in self.match.on_sheet]
        if hand.id not in ids:
            return ""
        row = sheet_of(self.match).in_order[ids.index(hand.id)]
        return str(row.gain) if isinstance(row, ScoredHand) else ""


def change(match: Match) -> list[tuple[str, str]]:
    """Changes a match in every way; what each change did to its hand, the last one first."""
    made = Changes(match)
    first, last = match.hands[0], match.hands[-1]
    rules = match.rules
    dearer = rules.but(gin_bonus=rules.gin_bonus % 50 + 7, undercut_bonus=rules.undercut_bonus % 50 + 7)
    other = replace(last.hand, knocker=sum(last.hand.faced) - (last.hand.knocker or 0))
    made.make(first, lambda entry: remove_hand(match, first.id, entry))
    made.make(last, lambda entry: correct_hand(match, last.id, other, entry))
    change_rules(match, Agreement("pagat", "Dearer", dearer), Entry(new_entry_id(), match.version, PHONE))
    made.make(first, lambda entry: restore_hand(match, first.id, entry))
    made.make(last, lambda entry: remove_hand(match, last.id, entry))
    made.make(last, lambda entry: restore_hand(match, last.id, entry))
    return made.gains[::-1]


def told(page: Page, count: int) -> list[tuple[str, str]]:
    """What the newest *count* changes of hands in a history say that their hands gain, before and after."""
    found = []
    for change in of_class(page, "change"):
        if "Hand" not in next(iter(change.all("h2"))).text:
            continue
        sentences = [each.text for each in change.all("dd")]
        if not sentences:
            only = next(each for each in change.all("p") if "small" not in each["class"]).text
            sentences = [only, ""] if "removed" in next(iter(change.all("h2"))).text else ["", only]
        found.append(tuple(str(figure(each)) if each else "" for each in sentences))
    return found[:count]


AFTER_THE_END = Evening(
    ("Ann", "Bob"),
    PRESETS["pagat"].but(target=50),
    (
        Hand(0, Count(Ending.GIN, 0, 98)),
        Hand(0, Count(Ending.GIN, 0, 98)),
        Hand(1, Count(Ending.KNOCK, 2, 31)),
    ),
)


@examples(5)
@given(evenings(rounds=True))
@example(AFTER_THE_END)
def test_the_figure_of_a_hand_is_the_same_everywhere(app: Flask, browser: Browser, evening: Evening) -> None:
    browser.device = PHONE
    with app.app_context():
        path = played(evening, PHONE)
        match = match_at(path)
        assume(len(match.hands) > 1 and match.hands[-1].hand.knocker is not None)
        gains = change(match)
        whole = sheet_of(match)
        by_points = {
            scored_hand.number: scored_hand
            for scored_hand in whole.hands
            if scored_hand.outcome.value == "won"
        }

    assert told(browser.get(f"{path}/history"), len(gains)) == gains

    shown = browser.get(path)
    assert len(hands(shown)) == len(whole.hands)
    text = browser.client.get(f"{path}/hands.csv").get_data(as_text=True).removeprefix("\ufeff")
    exported = [row for row in csv.DictReader(StringIO(text)) if row["Hand"]]
    written = [each for each in write_sheet(whole)["hands"] if "number" in each]
    for scored_hand, row, score in zip(whole.hands, exported, written, strict=True):
        assert (int(row["Points"]), score["points"]) == (scored_hand.points, scored_hand.points)
        page = browser.get(f"{path}/hands/{scored_hand.number}")
        assert figure(words(page, "verdict")[0]) == scored_hand.gain
        if scored_hand.winner is not None:
            side = whole.table.side(scored_hand.winner)
            assert figure(on_row(shown, scored_hand.number)[side]) == scored_hand.gain
        if scored_hand.number not in by_points:
            form = press_on(
                browser, browser.get(f"{path}/hands/{scored_hand.number}/correct"), "Preview", status=200
            )
            # The form asks again after a knock without deadwood, which is gin.
            if said := words(form, "headline"):
                assert (figure(said[0]), figure(words(form, "button--main")[0])) == (
                    scored_hand.gain,
                    scored_hand.gain,
                )
                # Partners of another pair don't wait for each other.
                if evening.table is not Table.PARTNERSHIP and scored_hand is whole.hands[-1]:
                    conflict = outdated(app, browser, path, form)
                    # After the end of the match, the headline says why it doesn't count.
                    assert figure(words(conflict, "part")[-1]) == scored_hand.gain


def on_row(page: Page, number: int) -> list[str]:
    """What the row of a hand on a sheet adds to the total of each side."""
    address = hands(page)[number]
    rows = (row for table in of_class(page, "hand-table") for row in table.all("tr"))
    row = next(row for row in rows if any(link["href"] == address for link in row.all("a")))
    cells = [*row.all("td")][1:]
    return [next((added.text for added in cell.all("b")), "") for cell in cells]


def outdated(app: Flask, browser: Browser, path: str, form: Page) -> Page:
    """The answer to a form that is saved after the first hand was removed and brought back."""
    with app.app_context():
        match = match_at(path)
        for write in (remove_hand, restore_hand):
            write(match, match.hands[0].id, Entry(new_entry_id(), match.version, PHONE))
    save = words(form, "button--main")[0]
    return press_on(browser, form, save, status=409)
