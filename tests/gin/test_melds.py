"""What a meld is, and why something is not one."""

import pytest

from models.gin.cards.cards import format_cards, parse_cards, read_cards
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
