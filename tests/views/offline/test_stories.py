"""Evenings of two and three phones whose networks fail at random: every hand is on the sheet once."""

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from tests.profiles import examples
from tests.views.offline.evening import PHONES, Evening, New, Step

STORIES = st.lists(st.tuples(st.integers(0, PHONES - 1), st.sampled_from(Step)), min_size=10, max_size=30)


def check(app: Flask, unused: list[New], story: list[tuple[int, Step]], along: int) -> None:
    """Plays an evening on which the first *along* phones have taken the match along."""
    evening = Evening(app, unused[:along])
    for phone, step in story:
        evening.play(evening.phones[phone], step)
    evening.end()

    played = {11 + number for number in range(1, evening.entered + 1)}
    found = [each for each, _left in evening.listed]
    assert sorted(found) == sorted(set(found)), "twice"
    assert set(found) <= played
    assert played - set(found) <= evening.doubtful
    for phone in evening.phones[:along]:
        phone.take()
        phone.is_reached = False
        assert list(evening.seen(phone).items()) == evening.listed


@examples(10)
@given(story=STORIES, along=st.integers(0, 2))
def test_every_hand_is_on_the_sheet_once(
    app: Flask, unused: list[New], story: list[tuple[int, Step]], along: int
) -> None:
    check(app, unused, story, along)


def test_a_correction_is_never_of_the_hand_that_another_phone_has_in_its_place(
    app: Flask, unused: list[New]
) -> None:
    evening = Evening(app, unused[:1])
    mine, other, _third = evening.phones
    evening.play(mine, Step.LOSE)
    for step in (Step.ENTER, Step.CORRECT):
        evening.play(mine, step)
    evening.play(other, Step.ENTER)
    evening.end()

    # The other hand came first, so the own one is the second, with its correction given up for a choice.
    assert evening.listed == [(13, 1), (12, 1)]


@pytest.mark.parametrize("step", [Step.DIE, Step.DIE_SOON, Step.FILL])
def test_what_a_phone_could_not_keep_is_sent_all_the_same(app: Flask, unused: list[New], step: Step) -> None:
    evening = Evening(app, unused[:1])
    mine = evening.phones[0]
    for each in (Step.LOSE, step, Step.ENTER, Step.DIE, Step.ENTER, Step.CORRECT):
        evening.play(mine, each)
    assert evening.seen(mine) == {12: 1, 13: 2}
    evening.end()

    assert evening.listed == [(12, 1), (13, 2)]
