"""An evening of three phones whose networks fail, and what can happen on it."""

import json
from collections.abc import Callable, Sequence
from enum import StrEnum, auto

from flask import Flask
from flask.testing import FlaskClient

from models.gin.rules.seating import Table
from tests.evening import ENDLESS, Evening
from tests.views.offline.phones import Phone

PHONES = 3
PLAYERS = ("Ann", "Bob", "Cid", "Dan")


Along = Callable[[FlaskClient, str], Phone]
"""Makes the phone with this browser one that takes the match at this address along: tests/phone."""


class Step(StrEnum):
    """What can happen to a phone."""

    ENTER = auto()
    """A player enters a hand that nobody has entered."""
    ENTER_TOO = auto()
    """A player enters the hand that was entered last, on whichever phone."""
    ENTER_EARLIER = auto()
    """A player enters the hand before the one that was entered last, on whichever phone."""
    CORRECT = auto()
    """A player corrects the last hand of the sheet."""
    CORRECT_FIRST = auto()
    """A player corrects the first hand of the sheet."""
    REMOVE = auto()
    """A player removes the last hand of the sheet."""
    UNDO = auto()
    """A player undoes what was done last."""
    LOSE = auto()
    """The phone's network fails."""
    LOSE_ANSWER = auto()
    """The network fails while the next answer is on its way."""
    LEAVE_SOON = auto()
    """The network fails once the next form was written."""
    RETURN = auto()
    """The network is back, and the server can save again."""
    UNSAVED = auto()
    """The server can't save what it sends, though its pages load."""
    RETURN_SOON = auto()
    """The network comes back while the next form is filled in."""
    CHOOSE = auto()
    """A player looks at what the server has refused."""
    TAKE = auto()
    """The phone takes the newest copy of the match along."""
    DIE = auto()
    """The phone is switched off, and on again later."""
    DIE_SOON = auto()
    """The phone is switched off before it has kept what its application writes next."""
    FILL = auto()
    """The phone's storage is full: the application can't keep anything."""
    EMPTY = auto()
    """There is room again."""


Sheet = dict[int, int]
"""The hands of a sheet, in order: what the defender had, unlike any other, and what the knocker had."""


def hand(number: int, left: int = 1) -> dict[str, str]:
    """The fields of a hand that is like no other. A correction changes what is *left*."""
    return {"knocker": "0", "outcome": "knock", "deadwood_0": str(left), "deadwood_1": str(11 + number)}


ONLY_ALONG = (Step.RETURN_SOON, Step.TAKE, Step.DIE, Step.DIE_SOON, Step.FILL, Step.EMPTY)
"""What only happens to a phone that took the match along."""

STEPS = tuple(step for step in Step if step not in ONLY_ALONG)


class OfflineEvening(Evening):
    """One match, on several phones. The first of them take it *along*."""

    def __init__(self, app: Flask, along: Sequence[Along] = (), table: Table = Table.TWO) -> None:
        devices = [f"phone {number}" for number in range(PHONES)]
        path = Evening.begin(app, ENDLESS, device=devices[0], others=devices[1:], table=table).path
        super().__init__(app, path, devices[0])
        more = [*along, *[None] * PHONES]
        self.phones = [self.phone(device, given) for device, given in zip(devices, more, strict=False)]
        self.entered = 0
        self.known_on: dict[int, set[int]] = {}
        """The numbers of the hands that each phone has entered or shown, by its id."""
        self.doubtful: set[int] = set()
        """Hands that somebody has taken from a sheet: they may be gone."""

    def phone(self, device: str, along: Along | None) -> Phone:
        """A phone that has opened the form for the first hand, or has taken the match along."""
        client = self.client(device)
        if along:
            return along(client, self.path)
        made = Phone(client, self.path)
        made.open()
        return made

    @property
    def listed(self) -> list[tuple[int, int]]:
        """The hands on the sheet of the server."""
        return [(hand.laid.defender, hand.laid.knocker) for hand in self.hands]  # type: ignore[union-attr]

    @property
    def sheet(self) -> Sheet:
        """The hands on the sheet of the server: the knocker's deadwood by the defender's."""
        return dict(self.listed)

    def seen(self, phone: Phone) -> Sheet:
        """The sheet as a phone shows it."""
        played = json.loads(phone.page(f"{phone.path}/match.json"))["hands"]
        return {each["deadwood"]["defender"]: each["deadwood"]["knocker"] for each in played}

    def happen(self, phone: Phone, step: Step) -> None:
        match step:
            case Step.ENTER:
                self.entered += 1
                self.enter(phone, self.entered)
            case Step.ENTER_TOO:
                self.enter_too(phone, self.entered)
            case Step.ENTER_EARLIER:
                self.enter_too(phone, self.entered - 1)
            case Step.LOSE:
                phone.is_reached = False
            case Step.LOSE_ANSWER:
                phone.loses_answers = True
            case Step.LEAVE_SOON:
                phone.leaves_soon = True
            case Step.UNSAVED:
                phone.saves = False
            case Step.RETURN:
                phone.is_reached = phone.saves = True
                phone.send()
            case Step.CHOOSE:
                self.choose(phone)
            case Step.CORRECT | Step.CORRECT_FIRST | Step.REMOVE | Step.UNDO if phone.shows_sheet:
                self.change(phone, step)
            case _:
                phone.happen(step)

    def enter_too(self, phone: Phone, number: int) -> None:
        """Enters a hand that some player has entered, unless the phone shows it."""
        if number > 0 and not self.has(phone, number):
            self.enter(phone, number)

    def enter(self, phone: Phone, number: int) -> None:
        """Enters a hand, in a form that tells of those before it."""
        form = phone.form
        phone.enter(hand(number))
        shown = () if phone.form is form else (each - 11 for each in self.sheet)
        self.known_on.setdefault(id(phone), set()).update({number, *shown})

    def change(self, phone: Phone, step: Step) -> None:
        """Changes what is on the sheet that *phone* shows."""
        before = self.seen(phone)
        if not before:
            return
        number = 1 if step is Step.CORRECT_FIRST else len(before)
        meant = list(before)[number - 1]
        if step is Step.UNDO:
            self.doubtful |= {meant, *self.waiting(phone)}
            phone.press(phone.path, "undo")
        elif step is Step.REMOVE:
            self.doubtful |= {meant}
            phone.press(f"{phone.path}/hands/{number}", "remove")
        else:
            phone.correct(number, hand(meant - 11, left=before[meant] % 10 + 1))

    def waiting(self, phone: Phone) -> set[int]:
        """The hands that a phone has not sent: an undo may be of one of them."""
        return {int(item.fields["deadwood_1"]) for item in phone.queue if "deadwood_1" in item.fields}

    def has(self, phone: Phone, number: int) -> bool:
        """Whether the phone itself shows that hand, has shown it, or has entered it: its player knows."""
        meant = str(11 + number)
        if any(item.fields.get("deadwood_1") == meant for item in phone.queue):
            return True
        if phone.is_reached:
            return 11 + number in self.sheet
        if number in self.known_on.get(id(phone), ()):
            return True
        return phone.shows_sheet and 11 + number in self.seen(phone)

    def choose(self, phone: Phone) -> None:
        """The player decides by the sheet whether a refused form is still wanted."""
        if phone.is_refused and phone.is_reached and not phone.loses_answers:
            phone.choose(is_wanted=self.is_wanted(phone))

    def is_wanted(self, phone: Phone) -> bool:
        """Whether a hand is still missing, or a correction is still of the hand it was meant for.

        The correction of a hand that was removed adds it again.
        """
        item = phone.queue[0]
        position = int(item.fields.get("position") or 0)
        meant = int(item.fields.get("deadwood_1", 0))
        if not position:
            return meant not in self.sheet
        with self.match() as match:
            record = match.at_position(position)
            is_meant = record.hand.laid.defender == meant
        return is_meant and not (record.removed and meant in self.sheet)

    def end(self) -> None:
        """Everybody has a network again, and looks at every choice."""
        for phone in self.phones * 2:
            phone.is_reached, phone.loses_answers, phone.leaves_soon = True, False, False
            phone.saves = True
            phone.send()
            while phone.queue:
                self.choose(phone)
