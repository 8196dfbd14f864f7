"""Seats and links of a match and of a book, which are the same in both."""

from collections.abc import Callable

import pytest

from models.records.books.books import start_book
from models.records.finding.matches import find_seat, find_shared
from models.records.saving import seats
from models.records.saving.limits import Full, FullMatchError
from models.records.saving.pipeline import new_entry_id
from models.records.saving.seats import NoSeatError, end_seat, name_seat, renew_link, require_seat, take_seat
from models.records.tables.shared import Link, SharedRecord, scoring_token, was_renewed
from tests.records.table import ANNS_PHONE, BOBS_PHONE, a_match


def a_book() -> SharedRecord:
    """A book without matches that Ann's phone started."""
    return start_book("Club", [], device=ANNS_PHONE, entry=new_entry_id())


@pytest.fixture(params=[a_match, a_book])
def shared(request: pytest.FixtureRequest, app_context: None) -> SharedRecord:
    """A match or a book in which the phones of Ann and Bob can score."""
    start: Callable[[], SharedRecord] = request.param
    shared = start()
    take_seat(shared, BOBS_PHONE)
    return shared


def test_a_phone_has_one_seat_however_often_it_comes(shared: SharedRecord) -> None:
    take_seat(shared, BOBS_PHONE)

    assert len(shared.live_seats) == 2
    assert find_seat(shared, BOBS_PHONE) is shared.live_seats[1]
    assert find_seat(shared, None) is None


def test_there_is_room_for_so_many_phones(shared: SharedRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    for most in ("MOST_PHONES", "MOST_BOOK_PHONES"):
        monkeypatch.setattr(seats, most, 3)
    take_seat(shared, "the third")

    with pytest.raises(FullMatchError) as full:
        take_seat(shared, "the fourth")

    assert full.value.of is Full.PHONES
    take_seat(shared, ANNS_PHONE)
    end_seat(shared, shared.live_seats[1].id, ANNS_PHONE)
    take_seat(shared, "the fourth")
    with pytest.raises(FullMatchError):
        take_seat(shared, BOBS_PHONE)
    assert len(shared.seats) == 4, "the removed phone is still known"


def test_the_owner_of_a_phone_has_a_name(shared: SharedRecord) -> None:
    name_seat(shared, BOBS_PHONE, "  Bob   Lee ")

    assert [seat.label for seat in shared.live_seats] == ["", "Bob Lee"]
    with pytest.raises(ValueError, match="not a name"):
        name_seat(shared, BOBS_PHONE, " ")
    with pytest.raises(NoSeatError):
        name_seat(shared, "another phone", "Cid")


@pytest.mark.engines
def test_a_removed_phone_cannot_return_by_the_link_it_came_by(shared: SharedRecord) -> None:
    old, [ann, bob] = scoring_token(shared), shared.live_seats

    end_seat(shared, bob.id, ANNS_PHONE)

    assert find_seat(shared, BOBS_PHONE) is None
    assert find_shared(type(shared), Link.SCORING, old) is None
    assert was_renewed(old)
    for gone in (ann, bob):
        with pytest.raises(LookupError):
            end_seat(shared, gone.id, ANNS_PHONE)
    with pytest.raises(NoSeatError):
        require_seat(shared, BOBS_PHONE)
    take_seat(shared, BOBS_PHONE)
    assert len(shared.live_seats) == 2


@pytest.mark.engines
@pytest.mark.parametrize("link", [Link.VIEWING, Link.SCORING])
def test_a_renewed_link_takes_the_place_of_the_old_one(shared: SharedRecord, link: Link) -> None:
    links = {each: shared.link(each) for each in (Link.VIEWING, Link.SCORING)}

    renew_link(shared, link, ANNS_PHONE)

    for each, old in links.items():
        assert find_shared(type(shared), each, old) is (None if each is link else shared)
        assert was_renewed(old) is (each is link)
        assert find_shared(type(shared), each, shared.link(each)) is shared
    assert len(shared.live_seats) == 2


@pytest.mark.engines
@pytest.mark.parametrize("link", [Link.VIEWING, Link.SCORING])
def test_all_others_who_are_removed_with_a_link_cannot_return(shared: SharedRecord, link: Link) -> None:
    old = scoring_token(shared)

    renew_link(shared, link, ANNS_PHONE, end_others=True)

    assert find_seat(shared, BOBS_PHONE) is None
    assert find_seat(shared, ANNS_PHONE) in shared.live_seats
    assert find_shared(type(shared), Link.SCORING, old) is None
    assert was_renewed(old)
