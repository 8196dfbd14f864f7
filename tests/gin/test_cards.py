"""Cards and the notations in which they are typed."""

from collections.abc import Callable

import pytest

from models.gin.cards.cards import (
    PACK,
    Card,
    CardTwiceError,
    MixedOrderError,
    NotACardError,
    Rank,
    Suit,
    UnclearRunError,
    cards_twice,
    format_cards,
    format_groups,
    parse_cards,
    plain_text,
    read_cards,
    read_groups,
    require_one_order,
)

POINTS = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))

TYPED = [
    ("7S 7H 7D", "7S 7H 7D"),
    ("7s 7h 7d", "7S 7H 7D"),
    ("10h", "TH"),
    ("th", "TH"),
    ("10H10D", "TH TD"),
    ("7♠", "7S"),
    ("♥Q ♦10", "QH TD"),
    ("♤A♡K♢Q♧J", "AS KH QD JC"),
    ("7♠️ 8♥︎", "7S 8H"),
    ("7S7H10D", "7S 7H TD"),
    ("S7 h10 dK", "7S TH KD"),
    ("AS,2S;3S", "AS 2S 3S"),
    ("AS-2S-3S", "AS 2S 3S"),
    ("AS–2S", "AS 2S"),
    ("AS + 2S | 3S.", "AS 2S 3S"),
    ("  KC\n\tQC ", "KC QC"),
    # as a Chinese keyboard writes them
    ("Ｋ♠，７♠", "KS 7S"),
    ("7S，8S", "7S 8S"),
    ("♠7、♠8", "7S 8S"),
    ("黑桃7 红桃8 红心9", "7S 8H 9H"),
    ("方块J、方片Q 梅花A", "JD QD AC"),
    ("7黑桃　１０红心", "7S TH"),
    ("7 ♠ 8 ♠", "7S 8S"),
    ("♠ 7 ♠ 8", "7S 8S"),
    ("黑桃 7，梅花 10", "7S TC"),
    ("7S 8 ♠", "7S 8S"),
    ("５－８♠", "5S 6S 7S 8S"),
    ("♠ 5-8", "5S 6S 7S 8S"),
    ("QH AS 5D", "QH AS 5D"),
    ("7S 7S", "7S 7S"),
    ("", ""),
    (" , ; ", ""),
]

RUNS = [
    # as it is typed, the cards meant
    ("5S-8S", "5S 6S 7S 8S"),
    ("5s - 8s", "5S 6S 7S 8S"),
    ("5-8S", "5S 6S 7S 8S"),
    ("5S-8", "5S 6S 7S 8S"),
    ("S5-8", "5S 6S 7S 8S"),
    ("♠5–♠8", "5S 6S 7S 8S"),
    ("5S..8S", "5S 6S 7S 8S"),
    ("5S…8S", "5S 6S 7S 8S"),
    ("5-6-7-8S", "5S 6S 7S 8S"),
    ("8S-5S", "8S 7S 6S 5S"),
    ("10-KH", "TH JH QH KH"),
    ("AS-3S", "AS 2S 3S"),
    ("3S-AS", "3S 2S AS"),
    ("QS-AS", "QS KS AS"),
    ("AS-QS", "AS KS QS"),
    ("AS-JS", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS"),
    ("5S-8S KH-JH 2d", "5S 6S 7S 8S KH QH JH 2D"),
    ("KS KC KD - 5S-8S - 9C TC", "KS KC KD 5S 6S 7S 8S 9C TC"),
]

LINKED = [
    # hyphens that cannot mean a run
    ("KS-KC-KD", "KS KC KD"),
    ("KS-5H", "KS 5H"),
    ("5S-6S", "5S 6S"),
    ("KS-AS", "KS AS"),
    ("7S-7S", "7S 7S"),
    ("5H 6H 7H - 8D 9D TD", "5H 6H 7H 8D 9D TD"),
    ("- 5S 6S 7S", "5S 6S 7S"),
]

UNCLEAR = [
    ("5S-7S-9S", ["5S-7S-9S"]),
    ("5-7-9S", ["5-7-9S"]),
    ("5S-8S-KH", ["5S-8S-KH"]),
    ("5S6S7S-9S", ["5S6S7S-9S"]),
    ("5H 6H 7H - 9H TH JH", ["7H - 9H"]),
    ("TS-AS", ["TS-AS"]),
    ("2D 5S-7S-9S 8H-AH", ["5S-7S-9S", "8H-AH"]),
]

NO_CARDS = [
    ("1S", ["1S"]),
    ("11H", ["11H"]),
    ("0D", ["0D"]),
    ("7X", ["7X"]),
    ("X", ["X"]),
    ("7", ["7"]),
    ("S", ["S"]),
    ("joker", ["JOKER"]),
    ("7S 8", ["8"]),
    ("7S ?? 8H 99", ["??", "99"]),
    ("٣S", ["٣S"]),
    ("7S/8S", ["7S/8S"]),
    ("5-8", ["5-8"]),
    ("7S-8-9H", ["8"]),
    ("5S-X", ["X"]),
    ("5S-7S-9S joker", ["JOKER"]),
    ("S7H", ["S7H"]),
]


MIXED = [
    ("7♠ ♠8", ["♠8"]),
    ("♠7、8♠", ["8♠"]),
    ("7S 8H D9 ♣10", ["D9", "♣10"]),
    ("黑桃7 8♠", ["8♠"]),
    ("♠ 5-8 9♠", ["9♠"]),
    ("7♠ 8♠ 9♠／♥7 ♦7", ["♥7", "♦7"]),
]


def test_the_pack_has_fifty_two_cards_each_in_its_place() -> None:
    assert len(set(PACK)) == 52
    assert [PACK[card.index] for card in PACK] == list(PACK)
    assert sum(card.bit for card in PACK) == 2**52 - 1


@pytest.mark.parametrize("card", PACK, ids=str)
def test_a_card_is_written_as_it_is_read(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert eval(repr(card), {"Card": Card}) == card


@pytest.mark.parametrize("rank", Rank, ids=lambda rank: rank.letter)
def test_an_ace_counts_one_a_court_card_ten_any_other_its_number(rank: Rank) -> None:
    assert {Card(rank, suit).points for suit in Suit} == {POINTS[rank.letter]}


def test_a_hand_is_sorted_by_suit_then_by_rank_the_ace_low() -> None:
    assert format_cards(parse_cards("KC AC 2D TH 9H AS KS")) == "AS KS 9H TH 2D AC KC"


@pytest.mark.parametrize("typed, cards", TYPED)
def test_cards_are_read_in_any_case_and_order(typed: str, cards: str) -> None:
    assert format_cards(read_cards(typed)) == cards


@pytest.mark.parametrize("typed, cards", RUNS)
def test_two_cards_of_a_suit_with_a_hyphen_between_are_a_run(typed: str, cards: str) -> None:
    assert format_cards(read_cards(typed)) == cards


@pytest.mark.parametrize("typed, cards", LINKED)
def test_hyphens_between_other_cards_only_separate_them(typed: str, cards: str) -> None:
    assert format_cards(read_cards(typed)) == cards


@pytest.mark.parametrize("read", [read_cards, read_groups])
@pytest.mark.parametrize("typed, words", UNCLEAR)
def test_what_may_be_a_run_or_single_cards_is_asked_about(
    read: Callable[[str], object], typed: str, words: list[str]
) -> None:
    with pytest.raises(UnclearRunError) as caught:
        read(typed)

    assert list(caught.value.words) == words


@pytest.mark.parametrize("typed, words", MIXED)
def test_suit_and_rank_have_one_order_in_a_field(typed: str, words: list[str]) -> None:
    with pytest.raises(MixedOrderError) as caught:
        require_one_order(plain_text(typed))

    assert list(caught.value.words) == words


@pytest.mark.parametrize("typed, words", NO_CARDS)
def test_every_word_that_is_no_card_is_named(typed: str, words: list[str]) -> None:
    with pytest.raises(NotACardError) as caught:
        read_cards(typed)

    assert list(caught.value.words) == words


@pytest.mark.parametrize("text", ["", "7", "7s", "10S", "7SS", "♠7", " 7S"])
def test_one_card_is_parsed_in_the_notation_alone(text: str) -> None:
    with pytest.raises(NotACardError):
        Card.parse(text)


def test_a_set_of_cards_holds_each_once() -> None:
    with pytest.raises(CardTwiceError) as caught:
        parse_cards("7S 8S 7S 9H 9H")

    assert format_cards(caught.value.cards) == "7S 9H"


def test_cards_twice() -> None:
    assert cards_twice(read_cards("7S 8S 7S 7S 9H")) == parse_cards("7S")


def test_groups_stand_between_strokes_or_on_lines() -> None:
    groups = read_groups("KS KC KD / 5S 6S 7S\n9C TC JC //")

    assert format_groups(groups) == "KS KC KD / 5S 6S 7S / 9C TC JC"
    assert read_groups(format_groups(groups)) == groups
    assert read_groups(" / ") == ()


def test_every_word_that_is_no_card_is_named_over_all_groups() -> None:
    with pytest.raises(NotACardError) as caught:
        read_groups("KS KX / 5S / ZZ")

    assert caught.value.words == ("KX", "ZZ")
