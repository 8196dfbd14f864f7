"""What phones do with a book at the same moment comes to the same as one after the other."""

import json

import pytest
from flask import Flask

from models.records.books.book_writes import look_after_alone
from models.records.books.books import books_of, open_book, start_book
from models.records.books.match_search import MatchFilter, find_matches
from models.records.books.players import players_of, rename_player
from models.records.books.rematches import start_rematch
from models.records.checking.audit import audit
from models.records.files.documents import all_books_of, loose_matches
from models.records.finding.matches import find_match
from models.records.saving.pipeline import new_entry_id
from models.records.saving.seats import seats_looking_after, take_seat
from models.records.tables.shared import watch_token
from tests.records.files import brought_in, everything_of
from tests.records.table import ANNS_PHONE, BOBS_PHONE, a_match, form
from tests.records.test_at_once import at_once

pytestmark = pytest.mark.engines


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


@pytest.mark.parametrize("device", [ANNS_PHONE, BOBS_PHONE], ids=["books-here", "new-books"])
def test_a_file_and_the_same_one_in_another_order_are_imported_at_once(app: Flask, device: str) -> None:
    """Ann's phone has both books, but not the newcomers; Bob's has nothing."""
    with app.app_context():
        for _ in range(2):
            start_book("", [a_match().id], device=ANNS_PHONE, entry=new_entry_id())
            a_match()
        file = everything_with("Zoe")
    files = (file, turned_round(file)) * 2

    answers = at_once(app, len(files), lambda number: brought_in(files[number], device))

    assert [str(answer) for answer in answers if isinstance(answer, Exception)] == []
    with app.app_context():
        books = all_books_of(device)
        assert [[each.name for each in players_of(book)] for book in books] == [["Ann", "Bob", "Zoe"]] * 2
        assert [len(find_matches(book, MatchFilter())) for book in books] == [1, 1]
        assert len(list(loose_matches(device))) == 2
        assert [proof for proof in audit() if proof.doubts] == []
