"""Evenings of two and three phones whose networks fail at random: every hand is on the sheet once."""

from enum import StrEnum, auto

from flask import Flask
from hypothesis import event, given
from hypothesis import strategies as st

from models.gin.presets import PRESETS
from models.records import find_match, new_entry_id, start_match, take_seat, watch_token
from tests.profiles import examples
from tests.views.offline.phones import Phone
from views.web.access import DEVICE

PHONES = 3


class Step(StrEnum):
    """What can happen to a phone."""

    ENTER = auto()
    """Its player enters a hand that nobody has entered."""
    ENTER_TOO = auto()
    """Its player enters the hand that was entered last, on whichever phone."""
    LOSE = auto()
    """Its network fails."""
    LOSE_ANSWER = auto()
    """The network fails while the next answer is on its way."""
    RETURN = auto()
    """The network is back."""
    CHOOSE = auto()
    """Its player looks at what the server has refused."""


def hand(number: int) -> dict[str, str]:
    """The fields of a hand that is like no other."""
    return {
        "knocker": "0",
        "outcome": "knock",
        "deadwood_0": str(1 + number % 10),
        "deadwood_1": str(30 + number // 10),
    }


class Evening:
    """One match, on several phones."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        devices = [f"phone {number}" for number in range(PHONES)]
        with app.app_context():
            rules = PRESETS["pagat"].but(target=10_000)
            given = {"house": "pagat", "first_dealer": 0, "entry": new_entry_id()}
            match = start_match(("Ann", "Bob"), rules, device=devices[0], **given)
            for device in devices[1:]:
                take_seat(match, device)
            self.path = f"/m/{watch_token(match)}"
        self.phones = [self.phone(device) for device in devices]
        self.entered = 0

    def phone(self, device: str) -> Phone:
        """A phone that has opened the form for the first hand."""
        client = self.app.test_client()
        with client.session_transaction() as session:
            session[DEVICE] = device
        made = Phone(client, self.path)
        made.open()
        return made

    @property
    def sheet(self) -> list[tuple[str, str]]:
        """The hands on the sheet of the server."""
        with self.app.app_context():
            match = find_match(self.path.removeprefix("/m/"))
            assert match is not None
            laid = [record.hand.laid for record in match.present]
            return [(str(each.knocker), str(each.defender)) for each in laid]  # type: ignore[union-attr]

    def play(self, phone: Phone, step: Step) -> None:
        """Lets something happen to *phone*."""
        match step:
            case Step.ENTER:
                self.entered += 1
                phone.enter(hand(self.entered))
            case Step.ENTER_TOO if self.entered and not self.is_waiting(phone, hand(self.entered)):
                phone.enter(hand(self.entered))
            case Step.LOSE:
                phone.is_reached = False
            case Step.LOSE_ANSWER:
                phone.loses_answers = True
            case Step.RETURN:
                phone.is_reached = True
                phone.send()
            case Step.CHOOSE:
                self.choose(phone)

    def is_waiting(self, phone: Phone, fields: dict[str, str]) -> bool:
        """Whether the phone itself has entered that hand: its player knows."""
        return any(item.fields.items() >= fields.items() for item in phone.queue) or (
            (fields["deadwood_0"], fields["deadwood_1"]) in self.sheet and phone.is_reached
        )

    def choose(self, phone: Phone) -> None:
        """The player decides by the sheet whether a refused hand is there."""
        if phone.is_refused and phone.is_reached and not phone.loses_answers:
            fields = phone.queue[0].fields
            event("a choice")
            phone.choose(is_there=(fields["deadwood_0"], fields["deadwood_1"]) in self.sheet)

    def end(self) -> None:
        """Everybody has a network again, and looks at every choice."""
        for phone in self.phones * 2:
            phone.is_reached, phone.loses_answers = True, False
            phone.send()
            while phone.queue:
                self.choose(phone)


STORIES = st.lists(st.tuples(st.integers(0, PHONES - 1), st.sampled_from(Step)), min_size=10, max_size=30)


@examples(10)
@given(story=STORIES)
def test_every_hand_is_on_the_sheet_once(app: Flask, story: list[tuple[int, Step]]) -> None:
    evening = Evening(app)
    for phone, step in story:
        evening.play(evening.phones[phone], step)
    evening.end()

    played = [hand(number) for number in range(1, evening.entered + 1)]
    assert sorted(evening.sheet) == sorted((each["deadwood_0"], each["deadwood_1"]) for each in played)
