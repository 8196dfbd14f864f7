"""Cards while a hand is entered: declared melds stay, the rest gets the best melds. Worked out by hand."""

from collections.abc import Mapping
from typing import Any

import pytest

from models.gin.cards.cards import format_cards, format_groups, parse_cards, read_cards, read_groups
from models.gin.hand.card_layout import CardLayout, layoffs_as_declared, possible_layoffs, ways_to_knock
from models.gin.hand.declaration import Spread
from models.gin.hand.defence import lay_off_all
from models.gin.hand.problems import Reason
from models.gin.hand.scoring import score
from models.gin.hand.verdicts import broken_meld
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.presets import PRESETS
from tests.gin.table import ANN, BOB, laid, reasons, spread

FOURNIER, WIKIPEDIA = PRESETS["fournier"], PRESETS["wikipedia"]

ANNS = "KSKCKD 5S6S7S 9CTCJC"
BOBS = "2S2C2D2H 8S8C8D 9S7CAC"
TWOS, EIGHTS = read_groups("2S2H2D2C / 8S8D8C")
KNOCK = {"knocker": ANN, "cards": (read_cards(f"{ANNS} JD"), read_cards(BOBS))}
GIN = {"knocker": ANN, "cards": (read_cards(f"{ANNS} QC"), read_cards(BOBS))}


def layout(cards: Mapping[str, Any], rules: HouseRules = STANDARD, **declared: Any) -> CardLayout:
    return CardLayout(rules, **cards, **declared)


DECLARED = [
    # what Bob declared, his deadwood, the cards that he laid off
    ("nothing: the best breaks the eights", {}, 9, "8S 9S 8C 7C"),
    ("his melds: only what is left over goes on Ann's", {"melds": (None, (TWOS, EIGHTS))}, 17, ""),
    ("the twos alone: the eights are not melded for him", {"melds": (None, (TWOS,))}, 9, "8S 9S 8C 7C"),
    ("no melds at all: all that fits is laid off", {"melds": (None, ())}, 17, "8S 9S 8C 7C"),
    ("no lay-offs: the best melds", {"laid_off": ()}, 17, ""),
    ("the twos alone and no lay-offs", {"melds": (None, (TWOS,)), "laid_off": ()}, 41, ""),
    ("no melds and no lay-offs: all of it counts", {"melds": (None, ()), "laid_off": ()}, 49, ""),
    ("just the eight of spades", {"laid_off": read_cards("8S")}, 33, "8S"),
    ("no melds, just two eights", {"melds": (None, ()), "laid_off": read_cards("8S 8C")}, 33, "8S 8C"),
]


@pytest.mark.parametrize(
    "declared, deadwood, away", [case[1:] for case in DECLARED], ids=[case[0] for case in DECLARED]
)
def test_what_the_defender_declared_stands(declared: dict[str, Any], deadwood: int, away: str) -> None:
    declaration = layout(KNOCK, **declared).declaration

    assert declaration.count(STANDARD).defender == deadwood
    assert format_cards(declaration.laid_off) == away


def test_fewer_melds_than_possible_are_scored_as_they_lie() -> None:
    """Bob forgot his twos and laid nothing off: all ten cards count, 49 against Ann's ten."""
    declaration = layout(KNOCK, melds=(None, ()), laid_off=()).declaration

    assert reasons(declaration, STANDARD) == set()
    assert score(declaration, STANDARD).points == 49 - 10


def test_the_knocker_too_is_bound_by_what_was_declared() -> None:
    """Ann left her kings out: forty is no knock."""
    declaration = layout(KNOCK, melds=(read_groups("5S6S7S / 9CTCJC"), None)).declaration

    assert declaration.count(STANDARD).knocker == 40
    assert reasons(declaration, STANDARD) == {Reason.OVER_KNOCK_LIMIT}


@pytest.mark.parametrize("rules, deadwood", [(STANDARD, 17), (FOURNIER, 9)], ids=["nowhere", "but Fournier"])
def test_against_gin_nothing_is_laid_off(rules: HouseRules, deadwood: int) -> None:
    gin = layout(GIN, rules)

    assert gin.may_lay_off is rules.layoff_vs_gin
    assert gin.declaration.count(rules).defender == deadwood


def test_cards_that_are_named_only_in_melds_or_lay_offs_are_in_the_hand() -> None:
    bob = layout(
        {"knocker": ANN, "cards": ((), read_cards("AC"))},
        melds=(None, (TWOS,)),
        laid_off=read_cards("8S 9S"),
    )

    assert parse_cards("AC 2S 2H 2D 2C 8S 9S") == frozenset(bob.hand_of(BOB))
    assert (bob.cards_missing(ANN), bob.cards_missing(BOB), bob.is_complete) == (10, 3, False)
    assert layout(KNOCK).is_complete


def test_while_nobody_knocked_both_hands_lie_at_their_best() -> None:
    both = layout(KNOCK | {"knocker": None})

    assert [STANDARD.deadwood(each.unmatched) for each in both.spreads] == [10, 17]
    assert both.layoffs == ()
    with pytest.raises(ValueError, match="nobody went out"):
        _ = both.declaration


ELEVENTH = [
    ("ten cards, all melded, where big gin is played", f"{ANNS} QC", WIKIPEDIA, True),
    ("where it is not", f"{ANNS} QC", STANDARD, False),
    ("ten of which one card more joins the last two", "KS KC KD KH 5S 6S 7S 8S 9C JC", WIKIPEDIA, True),
    ("a knock", f"{ANNS} JD", WIKIPEDIA, False),
    ("nine cards, all melded", ANNS, WIKIPEDIA, False),
    ("eleven already", f"{ANNS} QC KC", WIKIPEDIA, False),
]


@pytest.mark.parametrize("cards, rules, may", [case[1:] for case in ELEVENTH], ids=[e[0] for e in ELEVENTH])
def test_an_eleventh_card_may_make_it_big_gin(cards: str, rules: HouseRules, may: bool) -> None:
    hand = CardLayout(rules, None, (read_cards(cards), ()))

    assert hand.may_become_big_gin(ANN) is may


FITTING = [
    ("5S5C5D 6S6C6D 7S7C7D / AH", 3),  # the fives, sixes and sevens of hearts
    ("5S6S7S 5C6C7C 5D6D7D / AH", 6),  # a four and an eight of each suit
    ("ASAHADAC JSQSKS 2H3H4H / 9D", 2),  # the ten of spades and the five of hearts; the ace is held
    ("/ 2S 9H", 0),
]


@pytest.mark.parametrize("cards, number", FITTING)
def test_how_many_cards_could_be_laid_off(cards: str, number: int) -> None:
    assert possible_layoffs(spread(cards), STANDARD) == number


def test_of_equally_good_ways_the_one_that_opens_least_comes_first() -> None:
    """A published hand: +2 laid as three sets, -26 laid as three runs."""
    hand = read_cards("5S6S7S 5C6C7C 5D6D7D AH")
    sets, *_, runs = [way for way in ways_to_knock(hand, STANDARD) if len(way.unmatched) == 1]

    assert format_groups(sets.melds) == "5S 5D 5C / 6S 6D 6C / 7S 7D 7C"
    assert format_groups(runs.melds) == "5S 6S 7S / 5D 6D 7D / 5C 6C 7C"
    assert CardLayout(STANDARD, ANN, (hand, ())).spreads[ANN] == sets


@pytest.mark.parametrize("cards", ["5S6S7S 5C6C7C 5D6D7D", "5S6S7S 5C6C7C 5D6D7D AHAH", ""])
def test_there_is_no_way_to_knock_without_a_full_hand(cards: str) -> None:
    assert ways_to_knock(read_cards(cards), STANDARD) == ()


def test_an_upcard_leaves_fewer_ways_to_knock() -> None:
    hand = read_cards("KSKCKD 5S6S7S 9CTCJC 4D")
    oklahoma = PRESETS["oklahoma"]

    assert len(ways_to_knock(hand, oklahoma)) == 1
    assert ways_to_knock(hand, oklahoma, read_cards("3H")[0]) == ()


LAID_OFF = [
    # the knocker's melds, the cards, what goes where
    ("9S9H9D / TCJCQC", "8C 9C", "9C 8C>TC JC QC"),
    ("5S6S7S / 9CTCJC", "8S 4D", "8S>5S 6S 7S 4D>5S 6S 7S"),
    ("", "8S", "8S>"),
]


@pytest.mark.parametrize("melds, cards, placed", LAID_OFF)
def test_lay_offs_as_declared_are_put_where_they_fit_and_else_on_the_first(
    melds: str, cards: str, placed: str
) -> None:
    layoffs = layoffs_as_declared(read_groups(melds), read_cards(cards), STANDARD)

    assert " ".join(f"{format_cards(each.cards)}>{format_cards(each.onto)}" for each in layoffs) == placed


def test_all_that_fits_is_laid_off_the_chain_before_the_set() -> None:
    """The nine of clubs goes on the run, so that the eight can follow."""
    layoffs = lay_off_all(read_groups("9S9H9D / TCJCQC"), read_cards("8C 9C 2H"))

    assert [(format_cards(each.cards), format_cards(each.onto)) for each in layoffs] == [
        ("9C 8C", "TC JC QC")
    ]


BROKEN = [
    ("eights laid off from their set", "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJC", "8S 8D 8C"),
    ("nothing laid off", "2S2C2D2H 8S8C8D / 9S7CAC", "", ""),
    ("the fourth eight, which its set can spare", "2S2C2D2H 8H8D8C / AC", "8S9S>5S6S7S", ""),
]


@pytest.mark.parametrize("defender, away, broken", [case[1:] for case in BROKEN], ids=[b[0] for b in BROKEN])
def test_a_meld_that_was_broken_to_lay_off(defender: str, away: str, broken: str) -> None:
    declaration = laid("KSKCKD 5S6S7S 9CTCJC / JD", defender, away)

    found = broken_meld(declaration, STANDARD)

    assert format_cards(found or ()) == broken


def test_laid_out_cards_keep_their_declared_melds_even_if_they_are_none() -> None:
    """Two kings are judged as a meld later; here they lie as they were laid."""
    hand = CardLayout(STANDARD, None, (read_cards("KS KC 2H"), ()), (read_groups("KS KC"), None))

    assert hand.spreads[ANN] == Spread.of(read_groups("KS KC"), read_cards("2H"))
