"""Simultaneous writes and reads come to the same as one after the other, in matches and in books."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import count
from threading import Barrier, Thread

import pytest
from flask import Flask
from sqlalchemy import event, select

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.records.books.book_writes import look_after_alone
from models.records.books.books import books_of, open_book, start_book
from models.records.books.match_search import MatchFilter, find_matches
from models.records.books.players import players_of, rename_player
from models.records.books.rematches import start_rematch
from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.files.documents import all_books_of, loose_matches
from models.records.finding.earlier_sheets import history, moments
from models.records.finding.matches import find_match, matches_of
from models.records.saving.hand_writes import add_hand, correct_hand, redo, remove_hand, undo
from models.records.saving.pipeline import Entry, StaleSheetError, Written, new_entry_id
from models.records.saving.rule_changes import change_rules
from models.records.saving.seats import seats_looking_after, take_seat
from models.records.tables.change import Change
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from tests.records.files import brought_in, everything_of
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOB_HAS_GIN,
    BOBS_PHONE,
    PAGAT,
    a_match,
    deal,
    entry,
    form,
)

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


ANOTHER = Hand(0, Count(Ending.KNOCK, knocker=7, defender=31))


def elsewhere(app: Flask, act: Callable[[], object]) -> None:
    """Does something in another request, meanwhile."""
    failed: list[BaseException] = []

    def request() -> None:
        with app.app_context():
            try:
                act()
            except BaseException as error:
                failed.append(error)

    thread = Thread(target=request)
    thread.start()
    thread.join()
    assert not failed, failed


def add(app: Flask, link: str, hand: Hand) -> None:
    """Another phone adds a hand, meanwhile."""

    def act() -> None:
        match = find_match(link)
        add_hand(match, hand, entry(match))

    elsewhere(app, act)


def test_a_sheet_has_the_hands_of_its_version(app: Flask) -> None:
    with app.app_context():
        link = watch_token(a_match())
        deal(find_match(link), ANN_KNOCKS)
        db.session.remove()

        match = find_match(link)
        add(app, link, BOB_HAS_GIN)

        assert (match.version, len(match.hands)) == (1, 1)


def correct(match: Match, sent: Entry) -> None:
    correct_hand(match, match.hands[0].id, ANOTHER, sent)


def add_another(match: Match, sent: Entry) -> None:
    add_hand(match, ANOTHER, sent)


def play_another_house(match: Match, sent: Entry) -> None:
    change_rules(match, Agreement("pagat", "Ours", PAGAT.but(target=150)), sent)


@pytest.mark.parametrize("act", [add_another, correct, play_another_house])
def test_a_refusal_tells_of_one_moment_too(app: Flask, act: Callable[[Match, Entry], None]) -> None:
    """A refusal's changes lead to its version, and their hands are in the match, whoever writes on."""
    with app.app_context():
        link = watch_token(a_match())
        match = find_match(link)
        seen = entry(match)
        deal(match, ANN_KNOCKS)
        later = iter([BOB_HAS_GIN])

        def write_on(_session: object) -> None:
            for hand in later:
                add(app, link, hand)

        commits = count()
        # The first commit ends the transaction in which the match was read.
        event.listen(db.session(), "after_commit", lambda session: next(commits) and write_on(session))

        with pytest.raises(StaleSheetError) as refusal:
            act(match, seen)

        stale = refusal.value
        assert next(later, None) is None, "nobody wrote on"
        assert [change.version for change in stale.changes][-1] == stale.version == match.version
        assert {change.row_id for change in stale.changes} <= {hand.id for hand in match.hands}


def test_the_sheets_at_earlier_changes_are_those_of_one_version(app: Flask) -> None:
    """A hand that is added after the sheet was read is in its history by then, but not on it."""
    with app.app_context():
        link = watch_token(a_match())
        deal(find_match(link), ANN_KNOCKS)
        db.session.remove()

        match = find_match(link)
        known = match.records
        db.session.commit()
        add(app, link, BOB_HAS_GIN)
        changes = db.session.scalars(select(Change).where(Change.match_id == match.id)).all()

        assert len(known) == 1
        [moment] = moments(match, changes)
        assert (moment.change.version, len(moment.after.sheet.hands)) == (1, 1)


def test_a_rematch_has_the_new_name_of_a_player_who_is_being_renamed(app: Flask) -> None:
    for _ in range(5):
        rename_during_a_rematch(app)


def rename_during_a_rematch(app: Flask) -> None:
    """Renames a player of a new book, and starts a rematch at once."""
    with app.app_context():
        match = a_match()
        book = start_book("", [match.id], device=ANNS_PHONE, entry=new_entry_id())
        link, path = watch_token(match), watch_token(book)
        ann = players_of(book)[0].id

    def act(number: int) -> None:
        if number:
            start_rematch(find_match(link), ANNS_PHONE)
        else:
            rename_player(open_book(path, None).book, ann, "Zoe", "", form())

    assert at_once(app, 2, act) == [None, None]
    with app.app_context():
        names = [each.players[0] for each in find_matches(open_book(path, None).book, MatchFilter())]
        assert names == ["Zoe", "Zoe"]
        assert [proof for proof in audit() if proof.doubts] == []


def test_two_phones_that_give_out_the_links_at_once_do_not_both_look_after_the_book(app: Flask) -> None:
    with app.app_context():
        match = a_match()
        take_seat(match, BOBS_PHONE)
        start_rematch(match, ANNS_PHONE)
        path = watch_token(books_of(ANNS_PHONE)[0])
    phones = (ANNS_PHONE, BOBS_PHONE)

    done = at_once(app, 2, lambda number: look_after_alone(open_book(path, None).book, phones[number]))

    assert sorted(type(each).__name__ for each in done) == ["NoneType", "NotLookingAfterError"]
    with app.app_context():
        assert len(seats_looking_after(open_book(path, None).book)) == 1


def test_a_match_is_put_into_one_of_two_books_that_are_started_at_once(app: Flask) -> None:
    with app.app_context():
        match = a_match()
        take_seat(match, BOBS_PHONE)
        match_id = match.id
    phones = (ANNS_PHONE, BOBS_PHONE)

    done = at_once(app, 2, lambda number: start_book("", [match_id], device=phones[number], entry="e"))

    assert sorted(type(each).__name__ for each in done) == ["Book", "InBookError"]


def turned_round(file: str) -> str:
    """A file of everything with its books, and the matches in none, in the opposite order."""
    found = json.loads(file)
    return json.dumps(found | {name: found[name][::-1] for name in ("books", "matches")})


def everything_with(newcomer: str) -> str:
    """The file of everything on Ann's phone, with a new player in each book."""
    found = json.loads(everything_of(ANNS_PHONE))
    for place, book in enumerate(found["books"]):
        book["players"].append({"id": f"{place:032}", "name": newcomer})
    return json.dumps(found)


LOOSE = 40
"""So many matches in no book that two imports are in the middle of them at once."""


@pytest.mark.parametrize("device", [ANNS_PHONE, BOBS_PHONE], ids=["books-here", "new-books"])
def test_a_file_and_the_same_one_in_another_order_are_imported_at_once(app: Flask, device: str) -> None:
    """Ann's phone has both books, but not the newcomers; Bob's has nothing."""
    with app.app_context():
        for _ in range(2):
            start_book("", [a_match().id], device=ANNS_PHONE, entry=new_entry_id())
        for _ in range(LOOSE):
            a_match()
        file = everything_with("Zoe")
    files = (file, turned_round(file)) * 2

    answers = at_once(app, len(files), lambda number: brought_in(files[number], device))

    assert [str(answer) for answer in answers if isinstance(answer, Exception)] == []
    with app.app_context():
        books = all_books_of(device)
        assert [[each.name for each in players_of(book)] for book in books] == [["Ann", "Bob", "Zoe"]] * 2
        assert [len(find_matches(book, MatchFilter())) for book in books] == [1, 1]
        assert len(list(loose_matches(device))) == LOOSE
        assert [proof for proof in audit() if proof.doubts] == []
