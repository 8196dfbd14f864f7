"""Who looks after a book and its matches, and that somebody always does."""

from collections.abc import Callable

import pytest

from models.records.books.book_deletion import delete_book, delete_player
from models.records.books.book_matches import leave_book
from models.records.books.book_writes import (
    LastPhoneError,
    let_look_after,
    look_after_alone,
    renew_link_by_host,
)
from models.records.books.books import book_of, books_of, start_book
from models.records.books.players import merge_players, players_of, split_player
from models.records.books.rematches import start_rematch
from models.records.finding.matches import find_seat, find_shared, seat_through_book
from models.records.saving.deletion import delete_match, remove_name
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.seats import (
    NoSeatError,
    NotLookingAfterError,
    end_seat,
    looks_after,
    renew_link,
    require_seat,
    seats_looking_after,
    take_seat,
)
from models.records.saving.starting import start_match
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.seat import Seat
from models.records.tables.shared import Link, SharedRecord
from tests.records.files import brought_in, text_of
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOBS_PHONE, PAGAT, a_match, form
from tests.records.test_statistics import ids

pytestmark = pytest.mark.usefixtures("app_context")

CIDS_PHONE = "the cookie of Cid's phone"


def a_book(*matches: Match) -> Book:
    """A book that Ann's phone has started, in which Bob's can score."""
    book = start_book("Club", [match.id for match in matches], device=ANNS_PHONE, entry=new_entry_id())
    take_seat(book, BOBS_PHONE)
    return book


def a_series() -> Book:
    """The book of a match of Ann and Bob that Bob's phone has started with a rematch."""
    match = a_match()
    take_seat(match, BOBS_PHONE)
    start_rematch(match, BOBS_PHONE)
    [book] = books_of(ANNS_PHONE)
    return book


def seat_of(shared: SharedRecord, device: str) -> Seat:
    seat = find_seat(shared, device)
    assert seat is not None
    return seat


def does(shared: SharedRecord) -> list[str]:
    """Who looks after it, of Ann, Bob and Cid."""
    phones = {"Ann": ANNS_PHONE, "Bob": BOBS_PHONE, "Cid": CIDS_PHONE}
    return [name for name, device in phones.items() if looks_after(shared, find_seat(shared, device))]


# Who does


def test_the_phone_that_started_a_book_looks_after_it() -> None:
    assert does(a_book()) == ["Ann"]


def test_the_phone_that_imports_a_book_looks_after_it() -> None:
    file = text_of(a_book(a_match()))

    brought_in(file, CIDS_PHONE)

    [imported] = books_of(CIDS_PHONE)
    take_seat(imported, BOBS_PHONE)
    assert does(imported) == ["Cid"]


def test_all_look_after_a_series_until_one_of_them_gives_out_its_links() -> None:
    book = a_series()
    take_seat(book, CIDS_PHONE)
    assert does(book) == ["Ann", "Bob", "Cid"]

    look_after_alone(book, ANNS_PHONE)
    look_after_alone(book, ANNS_PHONE)

    assert does(book) == ["Ann"]
    with pytest.raises(NotLookingAfterError):
        look_after_alone(book, BOBS_PHONE)


def test_the_link_to_look_after_a_book_gives_that_right() -> None:
    book = a_book()
    for _ in range(2):
        take_seat(book, CIDS_PHONE, to_look_after=True)
    take_seat(book, CIDS_PHONE)

    assert does(book) == ["Ann", "Cid"]
    assert [seat.id for seat in seats_looking_after(book)] == [1, 3]


def test_a_phone_that_was_removed_and_returns_to_score_does_not_look_after_the_book() -> None:
    book = a_book()
    take_seat(book, CIDS_PHONE, to_look_after=True)
    old = book.link(Link.CARE)
    end_seat(book, seat_of(book, CIDS_PHONE).id, ANNS_PHONE)

    take_seat(book, CIDS_PHONE)

    assert does(book) == ["Ann"]
    assert find_shared(Book, Link.CARE, old) is None


def test_the_right_is_given_and_taken_but_not_from_the_last() -> None:
    book = a_book()
    ann, bob = (seat_of(book, device).id for device in (ANNS_PHONE, BOBS_PHONE))
    old = book.link(Link.CARE)
    with pytest.raises(LastPhoneError):
        let_look_after(book, ann, ANNS_PHONE, may=False)
    assert does(book) == ["Ann"]

    let_look_after(book, bob, ANNS_PHONE, may=True)
    assert (does(book), book.link(Link.CARE)) == (["Ann", "Bob"], old)
    let_look_after(book, ann, BOBS_PHONE, may=False)

    assert does(book) == ["Bob"]
    assert find_shared(Book, Link.CARE, old) is None
    with pytest.raises(NotLookingAfterError):
        let_look_after(book, ann, ANNS_PHONE, may=True)
    with pytest.raises(LookupError):
        let_look_after(book, 10_000, BOBS_PHONE, may=True)


def test_no_phone_is_chosen_where_all_look_after_the_book() -> None:
    book = a_series()

    with pytest.raises(LookupError):
        let_look_after(book, seat_of(book, ANNS_PHONE).id, BOBS_PHONE, may=False)


def test_whoever_removes_all_others_still_looks_after_the_book() -> None:
    book = a_book()
    take_seat(book, CIDS_PHONE, to_look_after=True)
    old = book.link(Link.CARE)

    renew_link(book, Link.VIEWING, CIDS_PHONE, end_others=True)

    assert does(book) == ["Cid"]
    assert find_shared(Book, Link.CARE, old) is None


def test_the_host_gives_a_new_link_for_a_book_whose_last_phone_was_lost() -> None:
    book = a_book()
    old = book.link(Link.CARE)

    new = renew_link_by_host(book)

    assert find_shared(Book, Link.CARE, old) is None
    assert find_shared(Book, Link.CARE, new) is book


# The matches of a book


def test_a_seat_through_the_book_does_not_look_after_a_match_and_one_of_its_own_does(match: Match) -> None:
    take_seat(match, CIDS_PHONE)
    book = a_book(match)
    add_hand(match, ANN_KNOCKS, Entry(new_entry_id(), match.version, BOBS_PHONE))

    assert does(match) == ["Ann", "Cid"]
    let_look_after(book, seat_of(book, BOBS_PHONE).id, ANNS_PHONE, may=True)
    assert does(match) == ["Ann", "Bob", "Cid"]


def test_before_the_first_hand_of_a_phone_it_is_the_same(match: Match) -> None:
    book = a_book(match)
    take_seat(book, CIDS_PHONE, to_look_after=True)

    mine = [seat_through_book(match, device) for device in (BOBS_PHONE, CIDS_PHONE)]

    assert [looks_after(match, seat) for seat in mine] == [False, True]


def test_a_rematch_inherits_how_a_phone_got_its_seat(match: Match) -> None:
    """Also where the phone first comes to the rematch by the button of the match before."""
    take_seat(match, CIDS_PHONE)
    a_book(match)

    again = start_rematch(match, ANNS_PHONE)
    assert start_rematch(match, BOBS_PHONE) is again

    assert does(again) == ["Ann", "Cid"]
    assert seat_of(again, BOBS_PHONE).through_book


def test_who_looks_after_the_book_can_not_be_removed_from_its_matches() -> None:
    match = start_match(
        ("Cid", "Dan"), PAGAT, preset="pagat", first_dealer=0, device=CIDS_PHONE, entry=new_entry_id()
    )
    take_seat(match, ANNS_PHONE)
    take_seat(match, "a guest")
    a_book(match)

    end_seat(match, seat_of(match, ANNS_PHONE).id, "a guest")

    assert looks_after(match, require_seat(match, ANNS_PHONE))


def test_who_does_not_look_after_the_book_removes_nobody_from_it(match: Match) -> None:
    take_seat(match, CIDS_PHONE)
    book = a_book(match)
    take_seat(book, CIDS_PHONE)
    add_hand(match, ANN_KNOCKS, Entry(new_entry_id(), match.version, BOBS_PHONE))

    end_seat(match, seat_of(match, BOBS_PHONE).id, CIDS_PHONE)

    assert seat_through_book(match, BOBS_PHONE) is None
    assert find_seat(book, BOBS_PHONE) is not None
    assert book_of(match) is book


# What they do, checked when it is done: the right can have ended since the page was opened

Act = Callable[[Book, Match, str], object]


ACTS: dict[str, Act] = {
    "delete the book": lambda book, _match, device: delete_book(book, device, with_matches=True),
    "delete a player": lambda book, _match, device: delete_player(book, ids(book)[0], form(device)),
    "merge": lambda book, _match, device: merge_players(book, *ids(book)[:2], form(device)),
    "split": lambda book, match, device: split_player(
        book, ids(book)[0], [match.id], "Eve", "", form(device)
    ),
    "renew a link of the book": lambda book, _match, device: renew_link(book, Link.SCORING, device),
    "remove a phone from the book": lambda book, _match, device: end_seat(book, 1, device),
    "let another look after it": lambda book, _match, device: let_look_after(book, 1, device, may=True),
    "delete the match": lambda _book, match, device: delete_match(match, match.version_stamp, device),
    "remove a name": lambda _book, match, device: remove_name(match, "Ann", device),
    "take out": lambda book, match, device: leave_book(book, match, form(device)),
    "renew a link of the match": lambda _book, match, device: renew_link(match, Link.VIEWING, device),
    "remove a phone from the match": lambda _book, match, device: end_seat(match, 1, device),
}


@pytest.mark.engines
@pytest.mark.parametrize("what", ACTS)
def test_who_only_scores_in_the_book_can_do_none_of_it(what: str) -> None:
    match, act = a_match(), ACTS[what]
    book = a_book(match)
    with pytest.raises(NotLookingAfterError):
        act(book, match, BOBS_PHONE)
    with pytest.raises(NoSeatError):
        act(book, match, CIDS_PHONE)

    assert len(players_of(book)) == 2
    assert book_of(match) is book
    assert does(book) == ["Ann"]
