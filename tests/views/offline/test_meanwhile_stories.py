"""Evenings on which the match itself changes while phones have no network."""

from collections.abc import Iterable, Sequence
from enum import StrEnum, auto

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from models.records.finding.matches import find_seat
from models.records.saving.deletion import delete_match
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.rule_changes import change_rules
from models.records.saving.seats import end_seat, renew_link
from models.records.tables.column_types import Agreement
from models.records.tables.shared import Link, watch_token
from tests.profiles import examples
from tests.views.offline.evening import PHONES, STEPS, Along, OfflineEvening, Step
from tests.views.offline.phones import Phone
from tests.views.offline.test_stories import Story

OWNER = f"phone {PHONES - 1}"
"""The phone that does it, which never loses its seat."""

ON_THE_SHEET = {
    Step.ENTER,
    Step.ENTER_TOO,
    Step.ENTER_EARLIER,
    Step.CORRECT,
    Step.CORRECT_FIRST,
    Step.REMOVE,
    Step.UNDO,
    Step.TAKE,
}
"""What a phone can only do with the sheet."""


class Meanwhile(StrEnum):
    """What somebody does to the match."""

    RENEW = auto()
    """The viewing link is renewed."""
    END_SEAT = auto()
    """The first phone is removed."""
    RULES = auto()
    """The rules are changed."""
    DELETE = auto()
    """The match is deleted."""


class ChangingEvening(OfflineEvening):
    """An evening on which somebody does something to the match."""

    def __init__(self, app: Flask, along: Sequence[Along] = ()) -> None:
        super().__init__(app, along)
        self.done: Meanwhile | None = None
        self.shown: set[int] = set()
        """Hands that their players were asked about."""
        self.before: list[tuple[int, int]] = []
        """The sheet when the match was deleted."""

    @property
    def listed(self) -> list[tuple[int, int]]:
        """The hands on the sheet; of a match that was deleted, as it was then."""
        return self.before if self.done is Meanwhile.DELETE else super().listed

    def change_match(self, what: Meanwhile) -> None:
        """Does something to the match."""
        self.before = self.listed
        with self.match() as match:
            match what:
                case Meanwhile.RENEW:
                    renew_link(match, Link.VIEWING, OWNER)
                    self.path = f"/m/{watch_token(match)}"
                case Meanwhile.END_SEAT:
                    seat = find_seat(match, "phone 0")
                    assert seat is not None
                    end_seat(match, seat.id, OWNER)
                case Meanwhile.RULES:
                    agreed = Agreement("pagat", "", match.rules.but(gin_bonus=30))
                    change_rules(match, agreed, Entry(new_entry_id(), match.version, OWNER))
                case Meanwhile.DELETE:
                    delete_match(match, match.version_stamp, OWNER)
        self.done = what

    def is_closed(self, phone: Phone) -> bool:
        """Whether *phone* can no longer score."""
        return self.done is Meanwhile.DELETE or (self.done is Meanwhile.END_SEAT and phone is self.phones[0])

    def happen(self, phone: Phone, step: Step) -> None:
        """Lets something happen to *phone*, which asks the server what it may still open."""
        self.ask(phone)
        if step not in ON_THE_SHEET or not (self.is_closed(phone) and phone.has_learned):
            super().happen(phone, step)
        self.ask(phone)

    def ask(self, phone: Phone) -> None:
        """Has a phone with a network learn what has become of the match."""
        if not phone.is_reached:
            return
        if self.is_closed(phone):
            phone.forget()
        elif phone.path != self.path:
            phone.follow(self.path)

    def choose(self, phone: Phone) -> None:
        """What a player is asked about, they know of."""
        if phone.is_refused and phone.is_reached:
            self.shown |= {int(phone.queue[0].fields.get("deadwood_1", 0))}
        super().choose(phone)

    def is_wanted(self, phone: Phone) -> bool:
        """Not where the phone can no longer score."""
        return not self.is_closed(phone) and super().is_wanted(phone)

    def end(self) -> None:
        """Everybody has learned what has become of the match."""
        super().end()
        for phone in self.phones:
            self.ask(phone)


def check(
    app: Flask, stories: tuple[Story, ...], what: Meanwhile, along: Sequence[Along] = ()
) -> ChangingEvening:
    """Plays an evening, before and after something is done to the match."""
    app.extensions["counters"].clear()
    evening = ChangingEvening(app, along)
    for number, story in enumerate(stories):
        if number:
            evening.change_match(what)
        for phone, step in story:
            evening.happen(evening.phones[phone], step)
    evening.end()

    played = {11 + number for number in range(1, evening.entered + 1)}
    found = [each for each, _left in evening.listed]
    known = evening.doubtful | (evening.shown if what in (Meanwhile.DELETE, Meanwhile.END_SEAT) else set())
    assert sorted(found) == sorted(set(found)), "twice"
    assert set(found) <= played
    assert played - set(found) <= known
    return evening


def stories(steps: Iterable[Step]) -> st.SearchStrategy[Story]:
    """Stories of these steps, of which entering hands and losing the network are the most frequent."""
    happening = st.tuples(st.integers(0, PHONES - 1), st.sampled_from([*steps, Step.ENTER, Step.LOSE]))
    return st.lists(happening, min_size=5, max_size=15)


@examples(2, thorough=100)
@given(before=stories(STEPS), after=stories(STEPS), what=st.sampled_from(Meanwhile))
def test_every_hand_is_on_the_sheet_or_shown_to_its_player(
    app: Flask, before: Story, after: Story, what: Meanwhile
) -> None:
    check(app, (before, after), what)
