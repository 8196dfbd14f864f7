"""Simultaneous writes from many devices are written once."""

from collections import Counter
from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from flask import Flask

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.records.finding.earlier_sheets import history
from models.records.finding.matches import find_match, matches_of
from models.records.saving.hand_writes import add_hand, correct_hand, redo, remove_hand, undo
from models.records.saving.pipeline import Entry, StaleSheetError, Written
from models.records.saving.seats import take_seat
from models.records.tables.shared import watch_token
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOBS_PHONE, a_match, deal, entry

pytestmark = pytest.mark.engines


def at_once(app: Flask, times: int, act: Callable[[int], object]) -> list[object]:
    """What *act* answers or raises when it is done by so many at once."""
    begin = Barrier(times)
    answers: list[object] = []

    def write(number: int) -> None:
        begin.wait()
        with app.app_context():
            try:
                answers.append(act(number))
            except Exception as error:
                answers.append(error)

    threads = [Thread(target=write, args=(number,)) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def knock_with(left: int) -> Hand:
    """Ann knocks with eight, and Bob has *left*."""
    return Hand(0, Count(Ending.KNOCK, knocker=8, defender=20 + left))


def test_one_entry_fifty_times_is_one_hand(app: Flask) -> None:
    with app.app_context():
        link = watch_token(a_match())

    answers = at_once(app, 50, lambda _: add_hand(find_match(link), ANN_KNOCKS, Entry("tap", 0, ANNS_PHONE)))

    with app.app_context():
        match = find_match(link)
        (row_id,) = (record.id for record in match.hands)
        assert Counter(answers) == {
            Written(row_id, 1): 1,
            Written(row_id, 1, again=True): 49,
        }
        assert match.version == 1


def test_twenty_entries_for_the_same_place_are_one_hand_and_nineteen_questions(app: Flask) -> None:
    with app.app_context():
        match = a_match()
        deal(match, ANN_KNOCKS)
        link = watch_token(match)

    answers = at_once(
        app, 20, lambda each: add_hand(find_match(link), knock_with(each), Entry(f"e{each}", 1, ANNS_PHONE))
    )

    assert Counter(map(type, answers)) == {Written: 1, StaleSheetError: 19}
    with app.app_context():
        match = find_match(link)
        assert len(match.hands) == 2
        shown = {
            change.after
            for stale in answers
            if isinstance(stale, StaleSheetError)
            for change in stale.changes
        }
        assert shown == {match.hands[1].hand}


def test_twenty_different_acts_on_one_hand_are_one_change(app: Flask) -> None:
    with app.app_context():
        match = a_match()
        (row_id,) = deal(match, ANN_KNOCKS)
        link = watch_token(match)

    def act(each: int) -> Written:
        match, sent = find_match(link), Entry(f"e{each}", 1, ANNS_PHONE)
        if each % 2:
            return remove_hand(match, row_id, sent)
        return correct_hand(match, row_id, knock_with(each + 1), sent)

    answers = at_once(app, 20, act)

    done = [answer for answer in answers if isinstance(answer, Written)]
    assert [answer.joined for answer in done].count(False) == 1
    assert len(done) in (1, 10), "nine others had asked for the removal too"
    assert all(isinstance(answer, Written | StaleSheetError) for answer in answers)
    with app.app_context():
        assert len(history(find_match(link))) == 2


def test_two_phones_that_tap_undo_again_and_again_at_once_undo_one_thing_each_time(app: Flask) -> None:
    with app.app_context():
        match = a_match()
        take_seat(match, BOBS_PHONE)
        deal(match, *[knock_with(each) for each in range(3)])
        link, stamp = watch_token(match), match.version_stamp

    def tap(act: Callable[..., Written], each: int) -> Written:
        device = ANNS_PHONE if each % 2 else BOBS_PHONE
        return act(find_match(link), Entry.stamped(f"tap{each}", stamp, device))

    for act, left in ((undo, 2), (undo, 1), (redo, 2)):
        answers = at_once(app, 6, lambda each, act=act: tap(act, each))
        assert all(isinstance(answer, Written) for answer in answers), answers
        assert [answer.again for answer in answers].count(False) == 1
        assert [answer.joined for answer in answers].count(True) == 3
        with app.app_context():
            match = find_match(link)
            assert len(match.on_sheet) == left
            stamp = match.version_stamp


def test_hands_for_different_matches_do_not_hinder_each_other(app: Flask) -> None:
    with app.app_context():
        links = [watch_token(a_match()) for _ in range(10)]

    def play(each: int) -> None:
        match = find_match(links[each])
        for _ in range(3):
            add_hand(match, knock_with(each), entry(match))

    assert at_once(app, 10, play) == [None] * 10
    with app.app_context():
        assert [find_match(link).version for link in links] == [3] * 10


def test_one_form_twenty_times_starts_one_match(app: Flask) -> None:
    answers = at_once(app, 20, lambda _: watch_token(a_match(entry="tap")))

    assert len(set(answers)) == 1, answers
    with app.app_context():
        assert len(matches_of(ANNS_PHONE)) == 1
