"""Evenings that begin without a server: a match is started on a phone, and handed over later."""

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from models.records.finding.matches import matches_of
from models.records.saving.pipeline import new_entry_id
from tests.phone.taken_along import New, PhoneAlong
from tests.profiles import examples
from tests.views.offline.evening import OfflineEvening, Step

MOST_HANDS = 6
"""They are worth 81 points: the match goes on."""

ON_THE_SHEET = (Step.ENTER, Step.CORRECT, Step.CORRECT_FIRST, Step.REMOVE, Step.UNDO)

MEANWHILE = [step for step in Step if step not in (Step.ENTER_TOO, Step.ENTER_EARLIER, Step.CHOOSE)]
"""What can happen where nobody else is."""


class NewEvening(OfflineEvening):
    """One phone, which starts a match without a server after some *steps*."""

    def __init__(self, app: Flask, unused: New, steps: list[Step]) -> None:
        self.app = app
        self.entered = 0
        self.known_on = {}
        self.doubtful = set()
        self.device = new_entry_id()
        client = self.client(self.device)
        self.mine = PhoneAlong(client, "", here=unused.application, kept=unused.kept, is_reached=False)
        self.phones = [self.mine]
        for step in steps:
            self.mine.happen(step)
        self.mine.start_match(name_0="Ann", name_1="Bob", first_dealer="0")

    @property
    def path(self) -> str:
        """The address of the match, as the phone knows it."""
        return self.mine.path

    def happen(self, phone: object, step: Step) -> None:
        is_full = step is Step.ENTER and self.entered == MOST_HANDS
        if not is_full and (step not in ON_THE_SHEET or self.mine.has_match):
            super().happen(self.mine, step)


BEFORE = st.lists(st.sampled_from([Step.DIE_SOON, Step.FILL, Step.RETURN_SOON]), max_size=2, unique=True)
STORIES = st.lists(st.sampled_from(MEANWHILE), min_size=3, max_size=20)


def check(app: Flask, unused: list[New], before: list[Step], story: list[Step]) -> None:
    """Plays an evening. Every hand is on the sheet once, of the only match."""
    for each in (app, unused[0].application.app):
        each.extensions["counters"].clear()
    evening = NewEvening(app, unused[0], before)
    for step in story:
        evening.happen(evening.mine, step)
    evening.end()

    with app.app_context():
        assert len(matches_of(evening.device)) == 1
    played = {11 + number for number in range(1, evening.entered + 1)}
    found = [each for each, _left in evening.listed]
    assert sorted(found) == sorted(set(found)), "twice"
    assert set(found) <= played
    assert played - set(found) <= evening.doubtful
    evening.mine.take()
    evening.mine.is_reached = False
    assert list(evening.seen(evening.mine).items()) == evening.listed


@examples(10, thorough=100)
@given(before=BEFORE, story=STORIES)
def test_a_match_that_was_started_without_a_server_is_handed_over_once(
    app: Flask, unused: list[New], before: list[Step], story: list[Step]
) -> None:
    check(app, unused, before, story)


def test_it_goes_on_while_the_server_is_back_but_saves_nothing(app: Flask, unused: list[New]) -> None:
    check(app, unused, [], [Step.ENTER, Step.UNSAVED, Step.RETURN_SOON, Step.ENTER, Step.ENTER])


@pytest.mark.parametrize("step", [Step.DIE_SOON, Step.FILL])
def test_it_keeps_its_address_on_a_phone_that_could_not_keep_it(
    app: Flask, unused: list[New], step: Step
) -> None:
    evening = NewEvening(app, unused[0], [step])
    address = evening.path
    evening.happen(evening.mine, Step.ENTER)
    evening.happen(evening.mine, Step.DIE)
    evening.happen(evening.mine, Step.ENTER)

    assert evening.path == address
    assert evening.seen(evening.mine) == {12: 1, 13: 1}
    evening.end()
    assert evening.listed == [(12, 1), (13, 1)]


def test_it_is_there_before_the_first_copy_of_it_has_come(app: Flask, unused: list[New]) -> None:
    evening = NewEvening(app, unused[0], [])
    for step in (Step.ENTER, Step.LEAVE_SOON, Step.RETURN, Step.DIE):
        evening.happen(evening.mine, step)

    assert not evening.mine.taken[evening.path]
    assert evening.seen(evening.mine) == {12: 1}
