"""Invalid documents are refused with exactly their errors."""

from typing import Any

import pytest

from models.gin.cards.cards import format_cards
from models.gin.document.json_reader import InvalidDocumentError
from models.gin.document.reading import read_match
from models.gin.hand.problems import Problem
from models.gin.rules.presets import PRESETS
from tests.documents.bad import BAD, DEFENDER, GIN, KNOCK, KNOCKER, Bad, document


@pytest.mark.parametrize("case", BAD, ids=str)
def test_all_that_is_wrong_is_named(case: Bad) -> None:
    with pytest.raises(InvalidDocumentError) as caught:
        read_match(case.text)

    found = [(each.hand, each.problem.reason, named(each.problem)) for each in caught.value.problems]
    assert sorted(found, key=str) == sorted(case.expected, key=str)


def named(problem: Problem) -> str:
    """What a problem points at: a text, cards or a figure."""
    if problem.cards:
        return format_cards(problem.cards)
    return problem.text or ("" if problem.figure is None else str(problem.figure))


def test_every_bad_document_has_a_title_of_its_own() -> None:
    assert len({case.title for case in BAD}) == len(BAD) >= 50


def test_the_document_they_all_differ_from_is_good() -> None:
    assert read_match(document()).players == ("Ann", "Bob")


BIG_GIN = {"melds": ["KS KH KD", "5S 6S 7S", "9C TC JC QC KC"]}
AGAINST = {"unmatched": "2S 2C 2D 2H AC 8D 8S 9S 8C 7C"}

AGREEING = [
    # the knocker's cards, the defender's, the house, an outcome that may stand beside them
    (KNOCKER, DEFENDER, "pagat", "knock"),
    (KNOCKER, DEFENDER, "pagat", "undercut"),
    (KNOCKER, DEFENDER, "pagat", None),
    (GIN, AGAINST, "pagat", "gin"),
    (GIN, AGAINST, "pagat", "knock"),
    (BIG_GIN, AGAINST, "modern", "big_gin"),
    (BIG_GIN, AGAINST, "pagat", "big_gin"),
    (BIG_GIN, AGAINST, "pagat", "gin"),
]


@pytest.mark.parametrize("knocker, defender, house, outcome", AGREEING)
def test_an_outcome_may_stand_beside_cards_that_say_the_same(
    knocker: dict[str, Any], defender: dict[str, Any], house: str, outcome: str | None
) -> None:
    hand = {"knocker": 0, "outcome": outcome, "laid": {"knocker": knocker, "defender": defender}}

    assert len(read_match(document(rules=house, hands=[hand])).hands) == 1


LENIENT = [
    ("no first dealer", {"first_dealer": ...}),
    ("names with spaces around", {"players": [" Ann", "Bob  "]}),
    ("nobody knocked in a dead hand", {"hands": [{"outcome": "dead", "knocker": None}]}),
    ("no upcard, said", {"hands": [KNOCK | {"upcard": None}]}),
    ("a knock with nothing left", {"hands": [KNOCK | {"deadwood": {"knocker": 0, "defender": 20}}]}),
    ("an upcard typed otherwise", {"hands": [KNOCK | {"upcard": "10♥"}]}),
    ("a house unchanged", {"rules": {"preset": "pagat"}}),
    ("a house with a rule said again", {"rules": {"preset": "pagat", "target": 100, "max_hands": None}}),
]


@pytest.mark.parametrize("changes", [case[1] for case in LENIENT], ids=[case[0] for case in LENIENT])
def test_what_is_clear_is_read(changes: dict[str, Any]) -> None:
    match = read_match(document(**changes))

    assert (match.players, match.rules, match.first_dealer) == (("Ann", "Bob"), PRESETS["pagat"], 0)


def test_what_just_fits_is_read() -> None:
    assert read_match(document(players=["A" * 40, "👩‍👧 Zoë"])).players == ("A" * 40, "👩‍👧 Zoë")
    assert len(read_match(document(hands=[{"outcome": "dead"}] * 10_000)).hands) == 10_000
    assert read_match(document().ljust(5_000_000)).hands == ()
