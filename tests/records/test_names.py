"""Names, and players without one: taken apart, shortened and compared as people read them."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.gin.document import writing
from models.gin.document.reading import read_match
from models.gin.player_names import is_name, is_same_name
from models.gin.rules.seating import Table
from models.records.books.book_matches import Chosen, NamelessError, join_book
from models.records.books.books import join_many, matches_outside_books, start_book
from models.records.books.players import players_of
from models.records.books.rematches import start_rematch
from models.records.checking.audit import doubts_about
from models.records.database.base import db
from models.records.files.documents import document_of
from models.records.finding.people import people_of
from models.records.saving.deletion import names_in, remove_name
from models.records.saving.pipeline import new_entry_id
from models.records.saving.rule_changes import NamedInBookError, name_places
from models.records.saving.seats import NoSeatError
from models.records.tables.graphemes import beginning, cut_to, graphemes, width
from models.records.tables.match import Match
from tests.gin.table import gin
from tests.profiles import examples
from tests.records.table import (
    ANN_KNOCKS,
    ANNS_PHONE,
    BOBS_PHONE,
    DEAD,
    a_match,
    deal,
    form,
    import_match,
    in_book,
)

PEOPLE = {Table.TWO: 2, Table.THREE: 3, Table.PARTNERSHIP: 4}


def named(*names: str | None) -> Match:
    return a_match(names=names)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Table, Sequence[str | None]]:
    """A table, of whose players some have no name."""
    table = draw(st.sampled_from(list(PEOPLE)))
    known = "Ann", "Bob", "Cid", "Player 2"
    return table, [draw(st.sampled_from((name, None))) for name in known[: PEOPLE[table]]]


@given(tables())
@examples(20)
def test_a_place_without_a_name_is_the_same_after_an_export_and_an_import(
    app_context: None, seated: tuple[Table, Sequence[str | None]]
) -> None:
    table, names = seated
    match = a_match(names=names, table=table)
    text = "\n".join(writing.write_lines(document_of(match)))
    again = import_match(read_match(text), BOBS_PHONE, new_entry_id()).match

    assert match.names == again.names == read_match(text).players == tuple(names)
    assert "\n".join(writing.write_lines(document_of(again))) == text
    shown = match.players
    assert len(set(shown)) == len(shown)
    assert [each for each, name in zip(shown, names, strict=True) if name] == [name for name in names if name]


@pytest.mark.engines
def test_nobody_has_a_name_and_the_match_is_played(app_context: None) -> None:
    match = named(None, None)
    deal(match, ANN_KNOCKS, DEAD)

    assert match.names == (None, None)
    assert match.players == ("Player 1", "Player 2")
    assert match.snapshot.totals == (12, 0)
    assert doubts_about(match.id) == ()
    assert names_in(match) == ()


def test_two_without_names_are_never_the_same_person(app_context: None) -> None:
    people = people_of([named(None, None), named(None, "Bob"), named(None, "Bob")])

    keys = [person.key for match in people for person in match]
    assert len(set(keys)) == 5  # only Bob is there twice


@pytest.mark.engines
def test_a_place_gets_its_name_later_and_the_others_keep_theirs(app_context: None) -> None:
    match = named(None, "Bob")
    name_places(match, {0: " Ann  B ", 1: "Zoe"}, ANNS_PHONE)
    db.session.rollback()

    assert match.names == ("Ann B", "Bob")
    assert match.unversioned_changes == 1
    name_places(match, {0: "Ann B"}, ANNS_PHONE)
    assert match.unversioned_changes == 1


@pytest.mark.parametrize("names", [{0: "bob"}, {0: "x" * 41}, {0: "A\x07"}])
def test_a_wrong_name_is_refused(app_context: None, names: dict[int, str]) -> None:
    match = named(None, "Bob")
    with pytest.raises(ValueError, match="not the names"):
        name_places(match, names, ANNS_PHONE)

    assert match.names == (None, "Bob")


def test_only_phones_that_can_score_give_names(app_context: None) -> None:
    with pytest.raises(NoSeatError):
        name_places(named(None, "Bob"), {0: "Ann"}, BOBS_PHONE)


def test_a_removed_name_leaves_a_place_without_one_that_can_be_named_again(app_context: None) -> None:
    match = named("Ann", "Bob")
    remove_name(match, "Ann", ANNS_PHONE)
    assert match.names == (None, "Bob")

    name_places(match, {0: "Zoe"}, ANNS_PHONE)
    assert match.names == ("Zoe", "Bob")


# Books


@pytest.mark.engines
def test_a_match_joins_no_book_before_all_are_named(app_context: None) -> None:
    match, loose = named(None, "Bob"), named("Ann", "Bob")
    book = start_book("", [match.id, loose.id], device=ANNS_PHONE, entry=new_entry_id())

    assert [player.name for player in players_of(book)] == ["Ann", "Bob"]
    with pytest.raises(NamelessError):
        join_book(book, match, [Chosen(name="Ann"), Chosen(name="Bob")], form())
    join_many(book, [match.id], form())
    assert match.book_id is None
    assert matches_outside_books(ANNS_PHONE) == []

    name_places(match, {0: "Ann"}, ANNS_PHONE)
    join_many(book, [match.id], form())
    assert match.book_id == book.id
    assert [player.name for player in players_of(book)] == ["Ann", "Bob"]


def test_its_rematch_starts_no_series_before_all_are_named(app_context: None) -> None:
    match = named(None, "Bob")
    deal(match, gin(98))
    again = start_rematch(match, ANNS_PHONE)
    assert (match.book_id, again.book_id, again.names) == (None, None, (None, "Bob"))

    name_places(again, {0: "Ann"}, ANNS_PHONE)
    deal(again, gin(98))
    third = start_rematch(again, ANNS_PHONE)
    assert again.book_id == third.book_id is not None
    assert match.book_id is None


def test_in_a_book_the_book_says_who_plays(app_context: None) -> None:
    book = start_book("", [], device=ANNS_PHONE, entry=new_entry_id())
    match = in_book(book, "Ann", "Bob")
    remove_name(match, "Ann", ANNS_PHONE)

    with pytest.raises(NamedInBookError):
        name_places(match, {0: "Zoe"}, ANNS_PHONE)


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
THUMB, DARK_THUMB = "\U0001f44d", "\U0001f44d\U0001f3ff"


@pytest.mark.parametrize(
    "name, letters",
    [
        ("Ann", ["A", "n", "n"]),
        ("Zoe\u0308", ["Z", "o", "e\u0308"]),
        (FAMILY + "A", [FAMILY, "A"]),
        (THUMB + DARK_THUMB, [THUMB, DARK_THUMB]),
        ("🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]),
        (ENGLAND + SCOTLAND, [ENGLAND, SCOTLAND]),
        ("❤️‍🔥1️⃣", ["❤️‍🔥", "1️⃣"]),
        ("ที่", ["ที่"]),
        ("น้ำ", ["น้ำ"]),
        ("नमस्ते", ["न", "म", "स्ते"]),
        ("क्षत्रिय", ["क्ष", "त्रि", "य"]),
        ("한국", ["한", "국"]),
        ("\u1112\u1161\u11ab\u1100", ["\u1112\u1161\u11ab", "\u1100"]),
        ("王伟", ["王", "伟"]),
        ("دانا", ["د", "ا", "ن", "ا"]),
        ("", []),
    ],
)
def test_a_name_is_taken_apart_where_its_readers_would(name: str, letters: list[str]) -> None:
    """By the rules of Unicode's annex 29."""
    assert graphemes(name) == letters


def test_wide_letters_take_the_room_of_two() -> None:
    assert (width("Ann"), width("王伟"), width(FAMILY), width("🇩🇪"), width("ที่")) == (3, 4, 2, 2, 1)
    assert (beginning("Bartholomew", 4), beginning("王伟", 3)) == ("Bart", "王")
    assert (beginning(FAMILY + "A", 1), beginning("", 4)) == (FAMILY, "")


def test_a_name_that_is_too_long_for_a_column_is_cut_between_letters() -> None:
    assert (cut_to(FAMILY * 2, 13), cut_to("Ann", 3), cut_to(FAMILY, 3)) == (FAMILY, "Ann", "")


@pytest.mark.parametrize(
    "one, two, same",
    [
        ("Ann", "ANN", True),
        ("Ann", "Anna", False),
        ("王伟", "王芳", False),
        ("Zoë", "Zoe\u0308", True),
        ("Ａｎｎ", "Ann", True),
        ("An\u00adn", "Ann", True),
        ("Strasse", "Straße", True),
        ("ΣΟΦΙΑΣ", "Σοφιας", True),
        ("❤\ufe0f", "❤", True),
        ("葛\U000e0100城", "葛城", True),
        (THUMB, DARK_THUMB, False),
        (ENGLAND, SCOTLAND, False),
        ("ｶﾞ", "ガ", True),
    ],
)
def test_names_are_the_same_if_nobody_sees_a_difference(one: str, two: str, same: bool) -> None:
    assert is_same_name(one, two) is same


@pytest.mark.parametrize("name", [FAMILY * 5, "👍" * 40, "王" * 40, "ก" * 40, "عبد الرحمن", "A"])
def test_a_name_may_have_forty_characters_of_any_script(name: str) -> None:
    assert is_name(name)
    assert not is_name(name.ljust(41, "a"))


@pytest.mark.parametrize("name", ["\ufe0f", "\u200d \u200d", "\u3164", "\u2800", "\u115f\u1160"])
def test_a_name_that_nobody_sees_is_none(name: str) -> None:
    assert not is_name(name)
    assert is_name(f"{name}A")
