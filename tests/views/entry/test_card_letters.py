"""Cards typed with the letters of the reader's language, and the question where two readings are possible."""

from pathlib import Path

import pytest

from models.gin.cards.cards import PACK, NotACardError, format_cards, read_cards, read_groups
from tests.views.speaking import add_catalogues, as_text
from tests.views.table import ANN, BY_CARDS, Sit, Table, faults, how_many, of_class, press_on
from views.entry.typed_cards import UnclearLettersError, in_field, read_typed
from views.words.cards import BY_LANGUAGE, example, letters_of


@pytest.fixture(autouse=True)
def catalogues(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    add_catalogues(monkeypatch, tmp_path)


@pytest.mark.parametrize(
    "language, typed, meant",
    [
        # French: pique, coeur, carreau, trèfle; valet, dame, roi; the ace may be a 1.
        ("fr", "VP DP RP 1P", "JS QS KS AS"),
        ("fr", "7P 7Co 7Ca 7Tr RTR DTr", "7S 7H 7D 7C KC QC"),
        ("fr", "vp-rp", "JS QS KS"),
        ("fr", "P5-8", "5S 6S 7S 8S"),
        ("fr", "7K 8C", "7D 8H"),  # As at bridge, P C K T: K is carreau, so C is coeur.
        ("fr", "QD JD KS", "QD JD KS"),
        ("fr", "DD DH HD", "QD QH QH"),
        ("fr", "AT 10T T9", "AC TC 9C"),
        ("fr", "D♦ 10♦V♠", "QD TD JS"),
        # German: Pik, Herz, Karo, Kreuz; Bube, Dame, König.
        ("de", "BP DP KP AP", "JS QS KS AS"),
        ("de", "7P 7H 7Ka 7Kr", "7S 7H 7D 7C"),
        ("de", "KKr KrK KKa", "KC KC KD"),
        ("de", "DH 7D D7", "QH 7D 7D"),
        ("de", "Kr4, Kr5, Kr6", "4C 5C 6C"),  # As pagat.com/de writes a run.
        # Spanish: picas, corazones, diamantes, tréboles; J, Q and K.
        ("es", "7P 7C 7D 7T", "7S 7H 7D 7C"),
        ("es", "TD RT QP", "TD KC QS"),
        ("es", "7S 8C", "7S 8C"),
        # Chinese: the suit first, and keyboards that write wide digits.
        ("zh", "黑桃K 红心10、方片7 草花A", "KS TH 7D AC"),
        ("zh", "黑Ｋ，红１０", "KS TH"),
        ("zh", "黑桃K 紅心10 方塊7 紅8", "KS TH 7D 8H"),  # In traditional characters.
        ("zh", "7S 8C", "7S 8C"),
        ("zh", "♠ 7 ♠ 1 红心 10", "7S AS TH"),
        ("fr", "V ♠ D ♠，Ｒ♠", "JS QS KS"),
        ("en", "黑桃7，红心１０", "7S TH"),
    ],
)
def test_the_letters_of_a_language_and_the_english_ones_are_understood(
    language: str, typed: str, meant: str
) -> None:
    assert format_cards(read_typed(typed, letters_of(language), read_cards)) == meant


@pytest.mark.parametrize(
    "language, typed, unclear, readings",
    [
        ("fr", "7C", "7C", ["7♥", "7♦", "7♣"]),
        ("fr", "7P 8C", "8C", ["7♠ 8♥", "7♠ 8♦"]),  # P is no English suit, so C is none either.
        ("fr", "DT", "DT", ["D♣", "10♦"]),
        ("fr", "TK", "TK", ["10♦", "R♣"]),
        ("fr", "DK", "DK", ["D♦", "R♦"]),
        ("fr", "5-8C", "8C", ["5-8♥", "5-8♦", "5-8♣"]),
        ("de", "DK", "DK", ["D♦", "D♣", "K♦"]),
        ("de", "7K 8K 9P", "7K 8K", ["7♦ 8♦ 9♠", "7♣ 8♣ 9♠"]),
        ("es", "7C", "7C", ["7♥", "7♣"]),
        ("es", "TC", "TC", ["10♥", "10♣"]),
    ],
)
def test_where_letters_mean_different_cards_each_reading_is_offered(
    language: str, typed: str, unclear: str, readings: list[str]
) -> None:
    with pytest.raises(UnclearLettersError) as asked:
        read_typed(typed, letters_of(language), read_cards)

    assert " ".join(asked.value.words) == unclear
    assert sorted(asked.value.readings) == sorted(readings)
    for reading in readings:
        read_typed(reading, letters_of(language), read_cards)


@pytest.mark.parametrize("language", BY_LANGUAGE)
def test_what_the_page_writes_and_what_hints_say_has_one_reading(language: str) -> None:
    letters, pack = letters_of(language), format_cards(PACK)

    assert read_typed(in_field(pack, letters), letters, read_cards) == PACK
    assert read_typed(example(pack, letters), letters, read_cards) == PACK
    for card in PACK:
        assert read_typed(example(str(card), letters), letters, read_cards) == (card,)


@pytest.mark.parametrize("language", ["en", *BY_LANGUAGE])
def test_english_cards_are_never_silently_read_as_others(language: str) -> None:
    for card in PACK:
        try:
            assert read_typed(str(card), letters_of(language), read_cards) == (card,)
        except UnclearLettersError as asked:
            readings = [read_typed(each, letters_of(language), read_cards) for each in asked.readings]
            assert (card,) in readings


def test_what_is_no_card_is_named_as_it_was_typed() -> None:
    with pytest.raises(NotACardError) as error:
        read_typed("DP 7X / BP", letters_of("fr"), read_groups)

    assert error.value.words == ("7X", "BP")


def test_a_long_word_is_read_at_once() -> None:
    assert format_cards(read_typed("RCA" * 100, letters_of("fr"), read_cards)) == " ".join(["KD"] * 100)


ANN_LAYS = "RP RTr RCa 5P-7P 9Tr 10Tr VTr VCa"
BOB_HOLDS = "2P 2Tr 2Ca 2Co 8P 8Tr 8Ca 9P 7Tr ATr"
"""The showdown of OpenSpiel's gin_rummy_test.cc that tests/views/table.py has in English letters."""

IN_FRENCH = {"knocker": ANN, "cards_0": ANN_LAYS, "cards_1": BOB_HOLDS}


@pytest.fixture
def table(sit: Sit) -> Table:
    """A match at which the phone reads French."""
    table = sit()
    table.browser.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "fr"
    return table


def test_a_hand_is_saved_as_it_is_typed_in_french(table: Table) -> None:
    table.enter(IN_FRENCH, by="cards")

    page = table.browser.get(f"{table.path}/hands/1/correct")
    assert page.inputs["cards_0"] == "R♠ R♦ R♣ 5♠ 6♠ 7♠ 9♣ 10♣ V♣ V♦"
    assert page.inputs["letters"] == "fr"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_hand_is_saved_as_a_chinese_keyboard_writes_it(table: Table, language: str) -> None:
    table.browser.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    by_suit = "黑桃K 梅花K、方片K，黑桃 5-7　♣9 ♣１０ ♣ J 方块J"
    table.enter(
        {"knocker": ANN, "cards_0": by_suit, "cards_1": "2 ♠ 2 ♣ 2 ♦ 2 ♥ 8♠，８♣，8♦ 9♠ 7♣ Ａ♣"}, by="cards"
    )
    assert (
        table.browser.get(f"{table.path}/hands/1/correct").inputs["cards_0"]
        == {
            "en": "KS KD KC 5S 6S 7S 9C TC JC JD",
            "zh": "♠K ♦K ♣K ♠5 ♠6 ♠7 ♣9 ♣10 ♣J ♦J",
        }[language]
    )

    mixed = table.enter(BY_CARDS | {"cards_0": "♠K ♣K ♦K 5♠"}, by="cards", status=422)
    assert faults(mixed)["cards_0"].endswith(as_text("“5♠” differs."))


def test_a_hand_that_is_corrected_can_be_saved_as_it_stands(table: Table) -> None:
    before = table.enter(IN_FRENCH, by="cards")
    after = table.browser.send(f"{table.path}/hands/1/correct")

    assert of_class(after, "total__points")[1].text == of_class(before, "total__points")[1].text != "0"


def test_the_page_asks_which_cards_were_meant_and_keeps_what_was_typed(table: Table) -> None:
    page = table.enter({**IN_FRENCH, "cards_0": "7C 8P"}, by="cards", status=422)

    assert faults(page)["cards_0"].startswith("“7C” can mean different cards.")
    assert page.inputs["cards_0"] == "7C 8P"
    assert page.inputs["cards_1"] == BOB_HOLDS
    assert [each["value"] for each in of_class(page, "readings")[0].all("button")] == [
        "cards_0:7♥ 8♠",
        "cards_0:7♦ 8♠",
    ]


def test_one_tap_answers(table: Table) -> None:
    asked = table.enter({**IN_FRENCH, "cards_0": ANN_LAYS.replace("VCa", "VC")}, by="cards", status=422)
    answered = press_on(table.browser, asked, as_text("R♠ R♣ R♦ 5♠-7♠ 9♣ 10♣ V♣ V♥"), status=200)

    assert answered.inputs["cards_0"] == "R♠ R♣ R♦ 5♠-7♠ 9♣ 10♣ V♣ V♥"
    assert answered.inputs["cards_1"] == BOB_HOLDS
    assert faults(answered) == {}
    assert how_many(table.again(answered, {})) == 1


def test_a_form_that_was_opened_in_english_is_read_in_english(table: Table) -> None:
    """The form waited on the phone, whose language was changed meanwhile."""
    client = table.browser.client
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = table.browser.get(table.way("cards"))
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "fr"

    assert how_many(table.again(page, BY_CARDS)) == 1


def test_other_ways_to_meld_are_offered_in_the_letters_of_the_form(table: Table) -> None:
    page = table.preview({**IN_FRENCH, "cards_0": "1P 2P 3P 4P 4Co 4Ca RP RCo RCa 2Tr"}, by="cards")
    ways = [each["value"] for each in page.root.all("button") if each["name"] == "lay_0"]

    assert sorted(sorted(way.split(" / ")) for way in ways) == [
        ["4♠ 4♥ 4♦", "A♠ 2♠ 3♠", "R♠ R♥ R♦"],
        ["4♠ 4♥ 4♦", "R♠ R♥ R♦"],
        ["A♠ 2♠ 3♠ 4♠", "R♠ R♥ R♦"],
    ]


def test_an_error_says_what_can_be_typed(table: Table) -> None:
    page = table.enter({**IN_FRENCH, "cards_0": "7P XX"}, by="cards", status=422)

    assert "Type rank and suit, for example 7P or 10Co." in faults(page)["cards_0"]


def test_hints_say_what_can_be_typed(table: Table) -> None:
    page = table.browser.get(table.way("cards"))

    assert "For example 7P 7Co 7Ca 10Tr, or 5P-8P for the run 5 6 7 8." in page.text
    assert "For example 8P 9P. Leave blank for none." in page.text
