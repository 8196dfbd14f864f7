"""Evenings of phones whose networks fail, of which one or two have taken the match along."""

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from tests.phone.taken_along import New
from tests.profiles import examples
from tests.views.offline.evening import OfflineEvening, Step
from tests.views.offline.test_stories import Story, check, sheet_after, stories


@examples(10, thorough=100)
@given(story=stories([*Step]), along=st.integers(1, 2))
def test_every_hand_is_on_the_sheet_once_and_on_the_phones(
    app: Flask, unused: list[New], story: Story, along: int
) -> None:
    evening = check(app, story, unused[:along])

    for phone in evening.phones[:along]:
        phone.happen(Step.TAKE)
        phone.is_reached = False
        assert list(evening.seen(phone).items()) == evening.listed


def test_what_was_discarded_is_not_undone_on_a_hand_of_another_phone(app: Flask, unused: list[New]) -> None:
    story = [(0, Step.LOSE), (1, Step.ENTER), (0, Step.ENTER), (1, Step.ENTER_TOO), (0, Step.UNDO)]

    evening = OfflineEvening(app, unused[:1])
    assert sheet_after(evening, *story, (1, Step.ENTER)) == [
        (12, 1),
        (13, 1),
        (14, 1),
    ]


def test_a_correction_is_never_of_the_hand_that_another_phone_has_in_its_place(
    app: Flask, unused: list[New]
) -> None:
    evening = OfflineEvening(app, unused[:1])
    mine, other, _third = evening.phones
    evening.happen(mine, Step.LOSE)
    for step in (Step.ENTER, Step.CORRECT):
        evening.happen(mine, step)
    evening.happen(other, Step.ENTER)
    evening.end()

    # The other hand came first, so the own one is the second, with its correction given up for a choice.
    assert evening.listed == [(13, 1), (12, 1)]


@pytest.mark.parametrize("step", [Step.DIE, Step.DIE_SOON, Step.FILL])
def test_what_a_phone_could_not_keep_is_sent_all_the_same(app: Flask, unused: list[New], step: Step) -> None:
    evening = OfflineEvening(app, unused[:1])
    mine = evening.phones[0]
    for each in (Step.LOSE, step, Step.ENTER, Step.DIE, Step.ENTER, Step.CORRECT):
        evening.happen(mine, each)
    assert evening.seen(mine) == {12: 1, 13: 2}
    evening.end()

    assert evening.listed == [(12, 1), (13, 2)]
