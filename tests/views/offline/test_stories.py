"""Evenings of two and three phones whose networks fail at random: every hand is on the sheet once."""

from collections.abc import Sequence

from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from models.gin.rules.seating import Table
from tests.profiles import examples
from tests.views.offline.evening import PHONES, STEPS, Along, OfflineEvening, Step, hand

Story = list[tuple[int, Step]]
"""What happens to which phone."""


def stories(steps: Sequence[Step]) -> st.SearchStrategy[Story]:
    """Stories of these steps."""
    return st.lists(st.tuples(st.integers(0, PHONES - 1), st.sampled_from(steps)), min_size=10, max_size=30)


def check(app: Flask, story: Story, along: Sequence[Along] = ()) -> OfflineEvening:
    """Plays an evening on which the first phones have taken the match *along*."""
    evening = OfflineEvening(app, along)
    for phone, step in story:
        evening.happen(evening.phones[phone], step)
    evening.end()

    played = {11 + number for number in range(1, evening.entered + 1)}
    found = [each for each, _left in evening.listed]
    assert sorted(found) == sorted(set(found)), "twice"
    assert set(found) <= played
    assert played - set(found) <= evening.doubtful
    return evening


@examples(10, thorough=100)
@given(story=stories(STEPS))
def test_every_hand_is_on_the_sheet_once(app: Flask, story: Story) -> None:
    check(app, story)


def sheet_after(evening: OfflineEvening, *story: tuple[int, Step]) -> list[tuple[int, int]]:
    """The sheet at the end of an evening."""
    for phone, step in story:
        evening.happen(evening.phones[phone], step)
    evening.end()
    return evening.listed


def test_a_hand_that_another_phone_has_sent_meanwhile_is_asked_about_behind_a_choice(app: Flask) -> None:
    """Both players had it; the one with another hand before it was asked about that, and added it."""
    story = [(2, Step.LOSE), (1, Step.LOSE), (2, Step.ENTER), (2, Step.ENTER), (1, Step.ENTER_TOO)]

    assert sheet_after(OfflineEvening(app), *story) == [(13, 1), (12, 1)]


def test_a_hand_is_asked_about_behind_one_that_was_discarded(app: Flask) -> None:
    story = [(2, Step.LOSE), (1, Step.ENTER), (2, Step.ENTER), (1, Step.ENTER_TOO), (2, Step.ENTER)]

    assert sheet_after(OfflineEvening(app), *story, (1, Step.ENTER_TOO)) == [(12, 1), (13, 1), (14, 1)]


def test_a_hand_is_asked_about_behind_one_that_was_written_beside_it(app: Flask) -> None:
    """Partners play two hands at once: those of other players don't make a question of this one."""
    evening = OfflineEvening(app, table=Table.PARTNERSHIP)
    _, one, both = evening.phones
    evening.happen(both, Step.LOSE)
    both.players = "&faced=2-3&round=1"
    both.enter(hand(1))
    both.players = "&faced=0-1&round=1"
    both.enter(hand(2))
    one.players = both.players
    one.enter(hand(2))
    both.is_reached = True
    both.send()

    assert (both.is_refused, evening.listed) == (True, [(13, 1), (12, 1)])
    evening.end()
    assert evening.listed == [(13, 1), (12, 1)]
