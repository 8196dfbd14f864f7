"""A random match saved through the forms of the pages, and its sheet beside the plain sheet of the tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from flask import Flask

from models.gin.document.writing import MatchDocument
from models.gin.hand.declaration import Count, Ending, Points
from models.gin.hand.scoring import Hand
from models.gin.sheet.extra_lines import ExtraLine, OpeningScores
from models.gin.sheet.sheet import Sheet, sheet
from models.records.saving.pipeline import new_entry_id
from tests.evening import Evening
from tests.gin.careful import differences, kept_carefully
from tests.gin.plain_match import paid, score_of, totals_of
from tests.gin.plain_sheet import Plain
from tests.views.browser import Page
from tests.views.table import kind_of, rows, totals, typed

Fields = dict[str, str]

Written = list[tuple[Hand | ExtraLine, bool]]
"""Everything that was saved, by its position, and whether it is on the sheet."""


class WrittenEvening(Evening):
    """A match that one phone writes down, with mistakes that are corrected."""

    def __init__(self, app: Flask, played: MatchDocument) -> None:
        dealt = {"names": played.players, "table": played.table, "first_dealer": played.first_dealer}
        super().__init__(app, Evening.begin(app, played.rules, **dealt).path)
        self.played, self.phone = played, self.client()
        self.written: Written = []
        self.before: Written | None = None
        """What was there before the last change, if that can be undone."""
        shown = self.phone.get(f"{self.path}/lines/new?kind=penalty").text
        self.token = re.findall(r'name="csrf_token" value="([^"]*)"', shown)[0]

    @property
    def on_sheet(self) -> list[Hand | ExtraLine]:
        """What is written on the sheet by now."""
        return [written for written, is_there in self.written if is_there]

    def numbers(self) -> Iterator[int]:
        """The positions of what is on the sheet."""
        return (position for position, (_written, is_there) in enumerate(self.written) if is_there)

    def enter(self, written: Hand | ExtraLine) -> None:
        """Saves a new hand or line."""
        if self._sent(f"{self._form(written)}", written):
            self._keep([*self.written, (written, True)])

    def correct(self, position: int, other: Hand | ExtraLine) -> None:
        """Writes another hand instead of one, or an extra line instead of one of its kind."""
        if self._typed([other]) == self._typed([self.written[position][0]]):
            return
        if self._sent(f"{self._at(position)}/correct", other, f"{position + 1}"):
            self._keep(self._with(position, other, is_there=True))

    def remove(self, position: int) -> None:
        """Takes a hand or a line from the sheet."""
        if self._pressed(f"{self._at(position)}/remove", f"&position={position + 1}"):
            self._keep(self._with(position, self.written[position][0], is_there=False))

    def restore(self, position: int) -> None:
        """Brings back one that was removed."""
        is_hand = isinstance(self.written[position][0], Hand)
        place = f"hands/removed/{position + 1}" if is_hand else f"lines/{position + 1}"
        if self._pressed(f"{self.path}/{place}/restore"):
            self._keep(self._with(position, self.written[position][0], is_there=True))

    def undo(self) -> None:
        """Undoes the last change, unless that was undone before. What was new keeps its place, removed."""
        if self.before is not None and self._pressed(f"{self.path}/undo"):
            added = [(written, False) for written, _is_there in self.written[len(self.before) :]]
            self.written, self.before = [*self.before, *added], None

    def _keep(self, written: Written) -> None:
        self.written, self.before = written, self.written

    def _with(self, position: int, other: Hand | ExtraLine, *, is_there: bool) -> Written:
        changed = [*self.written]
        changed[position] = other, is_there
        return changed

    def _form(self, written: Hand | ExtraLine) -> str:
        if isinstance(written, Hand) and not isinstance(written.laid, Points):
            return f"{self.path}/hands/new?{self._faced(written)}"
        return f"{self.path}/lines/new?kind={kind_of(written)}"

    def _faced(self, hand: Hand) -> str:
        return f"by=deadwood&faced={hand.faced[0]}-{hand.faced[1]}"

    def _at(self, position: int) -> str:
        written = self.written[position][0]
        if not isinstance(written, Hand):
            return f"{self.path}/lines/{position + 1}"
        before = [each for each in self.written[:position] if each[1] and isinstance(each[0], Hand)]
        return f"{self.path}/hands/{len(before) + 1}"

    def _version(self) -> str:
        with self.match() as match:
            return match.version_stamp

    def _sent(self, address: str, written: Hand | ExtraLine, position: str = "") -> bool:
        if isinstance(written, Hand) and "?" not in address:
            address += f"?{self._faced(written)}"
        hidden = {"entry": new_entry_id(), "version": self._version(), "position": position}
        return self._is_done(address, typed(written) | hidden)

    def _pressed(self, address: str, more: str = "") -> bool:
        return self._is_done(f"{address}?entry={new_entry_id()}&version={self._version()}{more}", {})

    def _is_done(self, address: str, fields: Fields) -> bool:
        """Whether it was saved; the page after it is there, and nothing is the server's fault."""
        answer = self.phone.post(address, data=fields | {"csrf_token": self.token})
        assert answer.status_code in (303, 404, 409, 422), f"{address}: {answer.status}"
        shown = self.phone.get(answer.location if answer.status_code == 303 else self.path)
        assert shown.status_code == 200, f"{self.path}: {shown.status}"
        return answer.status_code == 303

    def _typed(self, many: Sequence[Hand | ExtraLine]) -> list[object]:
        return [_typed(each, self.played.rules.needs_upcard) for each in many]

    def differences(self) -> list[str]:
        """Where the pages differ from what was saved, and from the plain sheet."""
        with self.match() as kept:
            facts = [record.written for record in kept.on_sheet]
        saved, typed = self._typed(facts), self._typed(self.on_sheet)
        found = [] if saved == typed else [f"saved {saved}: {typed}"]
        match = replace(self.played, hands=tuple(facts))
        shown = Page(self.phone.get(self.path).text, self.path)
        return [*found, *differences(match), *differences_on(shown, match)]


def _typed(written: Hand | ExtraLine, asks_upcard: bool) -> object:
    """What is typed of a hand or a line at every table: the round is found, and not all is always asked."""
    if isinstance(written, OpeningScores):
        return written.kind
    if not isinstance(written, Hand):
        return written
    laid = written.laid
    if isinstance(laid, Count):
        is_dead = written.knocker is None
        laid = Count(Ending.DEAD) if is_dead else laid if asks_upcard else replace(laid, upcard=None)
    return replace(written, round=0, laid=laid)


def differences_on(page: Page, match: MatchDocument) -> Iterator[str]:
    """Where the figures above a sheet, and the bill of each game, differ from the plain sheet."""
    plain, whole = kept_carefully(match), sheet(match.hands, match.rules, match.first_dealer, match.table)
    games = min(sum(game.over for game in whole.games), len(plain.games))
    shown, expected = [*map(figure, totals(page))], above(plain, games, whole)
    if expected is not None and shown != expected:
        yield f"above the sheet {shown}, plainly {expected}"
    if match.rules.columns > 1:
        return
    bills = [{label: figures for label, *figures in each} for each in bills_on(page)]
    finals = [[*map(figure, each["Final total"])] for each in bills if "Final total" in each]
    totals_plainly = [totals_of(plain, nth, 0) for nth in range(games)]
    if sorted(finals) != sorted(totals_plainly):
        yield f"final totals {finals}, plainly {totals_plainly}"


def above(plain: Plain, games: int, whole: Sheet) -> list[int] | None:
    """The figures above a sheet with so many *games* that are over; None for Hollywood under way."""
    if whole.is_decided_by_points:
        return score_of(plain, games)
    is_over = games == len(whole.games)
    if whole.rules.columns > 1:
        return paid(plain, games - 1) if games and is_over else None
    return totals_of(plain, games - 1, 0) if games and is_over else plain.totals[0]


def bills_on(page: Page) -> Iterator[list[list[str]]]:
    """The rows of each bill on a page."""
    nth = 0
    while True:
        try:
            yield rows(page, "bill", nth)
        except IndexError:
            return
        if not rows(page, "bill"):
            return
        nth += 1


def figure(text: str) -> int:
    """A figure as a number; blank is 0."""
    return int(re.sub("[^0-9-]", "", text.replace("−", "-")) or 0)


CHANGES = ("correct", "remove", "restore", "undo", "none", "none")


def played(app: Flask, match: MatchDocument, seed: int) -> WrittenEvening:
    """Saves *match* hand by hand; some hands and lines are corrected, removed, brought back or undone."""
    evening, random = WrittenEvening(app, match), Random(seed)
    for written in match.hands:
        evening.enter(written)
        change(evening, match.hands, random)
    return evening


def change(evening: WrittenEvening, others: Sequence[Hand | ExtraLine], random: Random) -> None:
    """Perhaps a change of something that was saved before."""
    act = random.choice(CHANGES)
    there = [*evening.numbers()]
    gone = [position for position in range(len(evening.written)) if position not in there]
    if act == "undo":
        evening.undo()
    elif act == "restore" and gone:
        evening.restore(random.choice(gone))
    elif act == "remove" and there:
        evening.remove(random.choice(there))
    elif act == "correct" and there:
        position = random.choice(there)
        kind = _way(evening.written[position][0])
        evening.correct(position, random.choice([each for each in others if _way(each) == kind]))


def _way(written: Hand | ExtraLine) -> str:
    """What can stand in place of each other: hands by deadwood, hands from paper, and lines of a kind."""
    if isinstance(written, Hand) and not isinstance(written.laid, Points):
        return f"deadwood {sorted(written.faced)}"
    return kind_of(written)
