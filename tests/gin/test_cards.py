"""Cards, the notations in which they are typed, what a meld is, and why something is not one."""

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
from models.gin.cards.melds import (
    Aces,
    Flaw,
    flaw_of,
    is_meld,
    is_run,
    is_set,
    laid_in_order,
    laid_in_turn,
    runs,
    sets,
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


LOW, HIGH_OR_LOW, ROUND = Aces.LOW, Aces.HIGH_OR_LOW, Aces.ROUND

MELDS = [
    ("7S 7H 7D", LOW),
    ("7S 7H 7D 7C", LOW),
    ("AS AH AC", LOW),
    ("AS 2S 3S", LOW),
    ("JD QD KD", LOW),
    ("3H 4H 5H 6H 7H 8H 9H TH", LOW),
    ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", LOW),
    ("QS KS AS", HIGH_OR_LOW),
    ("AS 2S 3S", HIGH_OR_LOW),
    ("TS JS QS KS AS", HIGH_OR_LOW),
    ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", HIGH_OR_LOW),
    ("KS AS 2S", ROUND),
    ("QS KS AS", ROUND),
    ("JS QS KS AS 2S 3S", ROUND),
    ("AS 2S 3S", ROUND),
    ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", ROUND),
]

FLAWS = [
    (Flaw.TOO_FEW, "", LOW),
    (Flaw.TOO_FEW, "7S", LOW),
    (Flaw.TOO_FEW, "7S 7H", LOW),
    (Flaw.TOO_FEW, "7S 8S", LOW),
    (Flaw.CARD_REPEATED, "7S 7S 7H", LOW),
    (Flaw.CARD_REPEATED, "7S 8S 9S 9S", LOW),
    (Flaw.MORE_THAN_FOUR_OF_A_RANK, "7S 7H 7D 7C 7S", LOW),
    (Flaw.ACE_ABOVE_KING, "QS KS AS", LOW),
    (Flaw.ACE_ABOVE_KING, "TD JD QD KD AD", LOW),
    (Flaw.ROUND_THE_CORNER, "KS AS 2S", LOW),
    (Flaw.ROUND_THE_CORNER, "AS 2S 3S KS", LOW),
    (Flaw.ROUND_THE_CORNER, "KS AS 2S", HIGH_OR_LOW),
    (Flaw.ROUND_THE_CORNER, "QS KS AS 2S 3S", HIGH_OR_LOW),
    (Flaw.GAP_IN_RUN, "3H 5H 6H", LOW),
    (Flaw.GAP_IN_RUN, "AS 3S 4S", ROUND),
    (Flaw.GAP_IN_RUN, "QS AS 2S", ROUND),
    (Flaw.MIXED_SUITS, "5S 6S 7H", LOW),
    (Flaw.MIXED_SUITS, "AS 2H 3D 4C", LOW),
    (Flaw.MIXED_SUITS, "QS KS AH", HIGH_OR_LOW),
    (Flaw.NEITHER_SET_NOR_RUN, "7S 7H 8D", LOW),
    (Flaw.NEITHER_SET_NOR_RUN, "AS AC AD 2S", LOW),
    (Flaw.NEITHER_SET_NOR_RUN, "2S 9H KD", LOW),
]


@pytest.mark.parametrize("cards, aces", MELDS)
def test_a_set_or_a_run_is_a_meld(cards: str, aces: Aces) -> None:
    assert is_meld(parse_cards(cards), aces)
    assert flaw_of(read_cards(cards), aces) is None


@pytest.mark.parametrize("flaw, cards, aces", FLAWS)
def test_what_is_no_meld_has_a_flaw(flaw: Flaw, cards: str, aces: Aces) -> None:
    assert flaw_of(read_cards(cards), aces) is flaw


def test_every_flaw_has_a_case() -> None:
    assert {flaw for flaw, _, _ in FLAWS} == set(Flaw)


def test_a_set_is_no_run_and_a_run_no_set() -> None:
    assert is_set(parse_cards("7S 7H 7D"))
    assert not is_run(parse_cards("7S 7H 7D"))
    assert is_run(parse_cards("7S 8S 9S"))
    assert not is_set(parse_cards("7S 8S 9S"))


def test_there_are_329_melds_where_the_ace_is_low() -> None:
    """13 sets of four and 52 of three; 66 runs in each suit."""
    assert len(set(sets())) == 13 + 52
    assert len(set(runs())) == len(runs()) == 4 * 66
    assert all(map(is_set, sets()))
    assert all(map(is_run, runs()))


@pytest.mark.parametrize(
    "aces, in_a_suit",
    [
        (LOW, sum(range(1, 12))),
        # An ace at the end too: runs of three to twelve cards that end in it.
        (HIGH_OR_LOW, sum(range(1, 12)) + 10),
        # From each of the thirteen cards runs of three to twelve cards, and the whole suit.
        (ROUND, 13 * 10 + 1),
    ],
)
def test_how_many_runs_there_are(aces: Aces, in_a_suit: int) -> None:
    assert len(set(runs(aces))) == len(runs(aces)) == 4 * in_a_suit
    assert all(is_run(run, aces) for run in runs(aces))


@pytest.mark.parametrize(
    "cards, in_order",
    [
        ("AH KH QH", "QH KH AH"),
        ("2S AS KS", "KS AS 2S"),
        ("3S AS 2S", "AS 2S 3S"),
        ("7D 7C 7S", "7S 7D 7C"),
        ("AS KS 5S", "AS 5S KS"),
        ("9H", "9H"),
        ("", ""),
    ],
)
def test_a_group_is_laid_in_the_order_of_its_run(cards: str, in_order: str) -> None:
    assert format_cards(laid_in_order(read_cards(cards))) == in_order


@pytest.mark.parametrize(
    "meld, cards, aces, laid, left",
    [
        ("5S 6S 7S", "8S 9S", LOW, "8S 9S", ""),
        ("5S 6S 7S", "9S 8S", LOW, "8S 9S", ""),
        ("5S 6S 7S", "4S 8S 3S", LOW, "4S 8S 3S", ""),
        ("5S 6S 7S", "9S TS", LOW, "", "9S TS"),
        ("5S 6S 7S", "8H", LOW, "", "8H"),
        ("5S 6S 7S", "7S 8S", LOW, "8S", "7S"),
        ("KH KD KC", "KS", LOW, "KS", ""),
        ("KH KD KC", "KS QS", LOW, "KS", "QS"),
        ("8S 8H 8D 8C", "9D", LOW, "", "9D"),
        ("JC QC KC", "TC 9C AC", LOW, "TC 9C", "AC"),
        ("JC QC KC", "AC", HIGH_OR_LOW, "AC", ""),
        ("JC QC KC", "AC 2C", HIGH_OR_LOW, "AC", "2C"),
        ("JC QC KC", "2C AC", ROUND, "AC 2C", ""),
        ("2C 3C 4C", "AC KC", ROUND, "AC KC", ""),
        ("2C 3C 4C", "AC KC", LOW, "AC", "KC"),
    ],
)
def test_cards_are_laid_off_one_after_another(
    meld: str, cards: str, aces: Aces, laid: str, left: str
) -> None:
    on_it, beside_it = laid_in_turn(read_cards(meld), read_cards(cards), aces)

    assert (format_cards(on_it), format_cards(beside_it)) == (laid, left)
