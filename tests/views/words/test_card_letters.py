"""Cards with the letters of the reader's language."""

from pathlib import Path

import pytest
from flask import Flask

from models.gin.cards.cards import PACK, RANK_LETTERS, SUIT_LETTERS, Card, Rank
from models.gin.rules.options import Multipliers
from tests.views.speaking import add_catalogues
from views.words.cards import BY_LANGUAGE, ENGLISH, card, card_name, cards, face, letters_of
from views.words.rules.multipliers import table_of

GERMAN = """
msgid "queen"
msgstr "Dame"

msgid "hearts"
msgstr "Herz"

msgid "%(rank)s of %(suit)s"
msgstr "%(suit)s-%(rank)s"
"""

QUEEN = Card.parse("QH")
COURT = tuple(Card.parse(each) for each in ("AS", "TS", "JS", "QH", "KD"))


@pytest.fixture(autouse=True)
def catalogues(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    add_catalogues(monkeypatch, tmp_path, de=GERMAN)


# The letters of published rules, see docs/decisions/0038-card-letters.md.
@pytest.mark.parametrize(
    "accepts, shown",
    [
        ("en", "A♠ 10♠ J♠ Q♥ K♦"),
        ("fr-CA,fr;q=0.9", "A♠ 10♠ V♠ D♥ R♦"),
        ("de-AT", "A♠ 10♠ B♠ D♥ K♦"),
        ("es-MX", "A♠ 10♠ J♠ Q♥ K♦"),
        ("zh", "A♠ 10♠ J♠ Q♥ K♦"),
        ("ja", "A♠ 10♠ J♠ Q♥ K♦"),
    ],
)
def test_cards_show_the_letters_of_the_reader(app: Flask, accepts: str, shown: str) -> None:
    with app.test_request_context(headers={"Accept-Language": accepts}):
        assert cards(COURT) == shown
        assert [str(face(each)).partition("<")[0] for each in COURT] == [each[:-1] for each in shown.split()]


def test_a_variety_has_the_letters_of_its_language() -> None:
    assert letters_of("fr_CA") is letters_of("fr")
    assert letters_of("de_AT").rank(Rank.JACK) == "B"
    assert letters_of("it_CH") is ENGLISH


def test_one_phone_reads_german_and_the_next_one_english(app: Flask) -> None:
    for accepts, shown, spoken in (("de", "D♥", "Herz-Dame"), ("en", "Q♥", "queen of hearts")) * 2:
        with app.test_request_context(headers={"Accept-Language": accepts}):
            assert (card(QUEEN), card_name(QUEEN)) == (shown, spoken)


def test_each_phone_reads_examples_that_it_can_type(app: Flask) -> None:
    for accepts, typed in (("de", "7P 7H 7Ka 10Kr"), ("zh", "黑7 红7 方7 梅10"), ("en", "7S 7H 7D 10c")):
        page = app.test_client().get("/judge", headers={"Accept-Language": accepts})
        assert typed in page.text


def test_a_rule_names_ranks_with_the_same_letters(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert table_of(Multipliers.parse("Qx2 Tx3")) == "D ×2, 10 ×3"


@pytest.mark.parametrize("language", ["en", *BY_LANGUAGE])
def test_no_two_cards_look_alike_and_none_is_blank(language: str) -> None:
    shown = [letters_of(language).rank(rank) for rank in Rank]

    assert all(shown)
    assert len(set(shown)) == len(Rank)


@pytest.mark.parametrize("language", BY_LANGUAGE)
def test_the_table_of_a_language_is_sound(language: str) -> None:
    letters = BY_LANGUAGE[language]
    english = {each: each for each in RANK_LETTERS}

    assert all(letters.rank(rank).replace("10", "T") in english | letters.ranks for rank in Rank)
    assert {token: letters.ranks.get(token, token) for token in english} == english, "a letter of two ranks"
    assert all(token == token.upper() for token in (*letters.ranks, *letters.suits))
    assert all(set(meant) <= set(SUIT_LETTERS) and meant for meant in letters.suits.values())
    assert set("".join(letters.suits.values())) == set(SUIT_LETTERS)
    for suit, typed in letters.examples.items():
        assert letters.suits[typed.upper()] == suit
    assert set(letters.examples) == set(SUIT_LETTERS)


def test_english_has_no_letters_but_its_own() -> None:
    assert letters_of("en") == ENGLISH
    assert [ENGLISH.rank(each.rank).replace("10", "T") + each.suit for each in PACK] == list(map(str, PACK))
