"""Evenings on which the match itself changes while a phone that took it along has no network."""

import pytest
from flask import Flask
from hypothesis import example, given
from hypothesis import strategies as st

from tests.phone.taken_along import New, PhoneAlong
from tests.profiles import examples
from tests.views.offline.evening import Step
from tests.views.offline.test_meanwhile_stories import ChangingEvening, Meanwhile, check, stories
from tests.views.offline.test_stories import Story


def check_along(app: Flask, unused: list[New], told: tuple[Story, ...], what: Meanwhile) -> ChangingEvening:
    """Plays an evening on which one phone has taken the match along."""
    evening = check(app, told, what, unused[:1])
    mine = evening.phones[0]
    assert isinstance(mine, PhoneAlong)
    if evening.is_closed(mine):
        mine.start()
        assert not mine.here.knows(mine.path.removeprefix("/m/"))
    else:
        mine.take()
        mine.is_reached = False
        assert list(evening.seen(mine).items()) == evening.listed
    return evening


@examples(2, thorough=100)
@given(before=stories(Step), after=stories(Step), what=st.sampled_from(Meanwhile))
@example(
    # The phone has just been told of the new address when its network fails again.
    before=[(0, step) for step in (Step.LOSE, Step.ENTER)],
    after=[(0, step) for step in (Step.LOSE_ANSWER, Step.RETURN, Step.ENTER, Step.CORRECT)],
    what=Meanwhile.RENEW,
)
@example(
    # The phone has learned that it was removed, and has nothing to enter a hand on any more.
    before=[],
    after=[(0, step) for step in (Step.ENTER, Step.LOSE, Step.ENTER)],
    what=Meanwhile.END_SEAT,
)
def test_every_hand_is_on_the_sheet_or_shown_to_its_player(
    app: Flask,
    unused: list[New],
    before: Story,
    after: Story,
    what: Meanwhile,
) -> None:
    check_along(app, unused, (before, after), what)


@pytest.mark.parametrize(
    "what, listed, shown",
    [
        (Meanwhile.RENEW, [(12, 1), (13, 1), (14, 1)], set()),
        (Meanwhile.END_SEAT, [(12, 1)], {13, 14}),
        (Meanwhile.RULES, [(12, 1), (13, 1), (14, 1)], {13}),
        (Meanwhile.DELETE, [(12, 1)], {13, 14}),
    ],
)
def test_what_a_phone_has_entered_meanwhile(
    app: Flask, unused: list[New], what: Meanwhile, listed: list[tuple[int, int]], shown: set[int]
) -> None:
    before = [(0, step) for step in (Step.ENTER, Step.TAKE, Step.LOSE, Step.ENTER)]
    evening = check_along(app, unused, (before, [(0, Step.DIE), (0, Step.ENTER)]), what)

    assert evening.listed == listed
    assert evening.shown == shown
