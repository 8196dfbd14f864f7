"""What phones do with a book at the same moment comes to the same as one after the other."""

import pytest
from flask import Flask

from models.records import (
    Entry,
    Wanted,
    audit,
    book_token,
    find_match,
    find_matches,
    new_entry_id,
    open_book,
    players_of,
    rename_player,
    start_book,
    start_rematch,
    watch_token,
)
from tests.records.table import ANNS_PHONE, a_match
from tests.records.test_at_once import at_once

pytestmark = pytest.mark.both_databases


@pytest.mark.parametrize("time", range(5))
def test_a_rematch_has_the_new_name_of_a_player_who_is_being_renamed(app: Flask, time: int) -> None:
    with app.app_context():
        match = a_match()
        book = start_book("", [match.id], device=ANNS_PHONE, entry=new_entry_id())
        link, path = watch_token(match), book_token(book)
        ann = players_of(book)[0].id

    def act(number: int) -> None:
        if number:
            start_rematch(find_match(link), ANNS_PHONE)
        else:
            rename_player(open_book(path, None).book, ann, "Zoe", "", Entry(new_entry_id(), 0, ANNS_PHONE))

    assert at_once(app, 2, act) == [None, None]
    with app.app_context():
        names = [each.players[0] for each in find_matches(open_book(path, None).book, Wanted())]
        assert names == ["Zoe", "Zoe"]
        assert [proof for proof in audit() if proof.doubts] == []
