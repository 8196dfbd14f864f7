"""How often what happens: the page with its charts, and what the judge adds to ten cards."""

import re
from fractions import Fraction
from itertools import accumulate

import pytest

from models.gin import every_hand as counted
from tests.views.browser import Browser, Page
from tests.views.speaking import LANGUAGES, say
from tests.views.table import Table, element, of_class, rows, words
from views.words.how_often import LIMITS, QUESTIONS, Share, half_have

TEN, ELEVEN = counted.TEN_CARDS, counted.ELEVEN_CARDS
WRONG = TEN - counted.DEAREST_FIRST[0]
NAMES = list(QUESTIONS)
ASKED = "How often does it happen?"


def charts(page: Page) -> dict[str, dict[str, int]]:
    """How many hands each row of a chart is, by its label."""
    return {
        name: {label: int(re.sub(r"\D", "", hands)) for label, hands, _ in rows(page, "chart__table", nth)}
        for nth, name in enumerate(NAMES)
    }


def at_most(hands: tuple[int, ...], limit: int) -> int:
    return list(accumulate(hands))[limit]


def one_in(part: int, whole: int) -> str:
    return f"1 hand in {int(Fraction(whole, part) + Fraction(1, 2)):,}"


def test_each_distribution_counts_every_hand_once() -> None:
    ten = (counted.DEALT, counted.BEST_WAYS, counted.DEAREST_FIRST)
    eleven = (counted.AFTER_A_DISCARD, counted.BEST_DISCARDS)

    assert ({sum(each) for each in ten}, {sum(each) for each in eleven}) == ({TEN}, {ELEVEN})
    assert [len(each) for each in (*ten[:2], *eleven)] == [99, 5, 99, 11]


# How it is said


@pytest.mark.parametrize(
    "hands,whole,short,said",
    [
        (1, 1549, "1 in 1,549", "1 hand in 1,549"),
        (2, 3001, "1 in 1,501", "1 hand in 1,501"),
        (1, 100, "1%", "1 of 100 hands"),
        (1, 8, "13%", "13 of 100 hands"),
        (999, 1000, "99%", "99 of 100 hands"),
        (0, 0, "0%", "0 of 100 hands"),
    ],
)
def test_what_is_rare_is_still_said(hands: int, whole: int, short: str, said: str) -> None:
    share = Share("Gin", hands, whole)

    assert (share.short, " ".join(share.said.split())) == (short, f"Gin: {said}.")


def test_half_of_the_hands_have_so_much_or_more() -> None:
    assert [half_have(hands) for hands in ((1, 0, 1), (3, 1, 1), (0, 4, 4, 0), (0, 5))] == [2, 0, 2, 1]


# The page


def test_the_rows_of_a_chart_are_all_hands_or_so_many(browser: Browser) -> None:
    found = charts(browser.get("/how-often"))
    whole = {"deadwood": TEN, "no-meld": TEN, "ways": TEN, "points-lost": WRONG, "discards": ELEVEN}

    assert {name: sum(found[name].values()) for name in whole} == whole
    assert list(found["deadwood"]) == ["0–9", *(f"{tens}0–{tens}9" for tens in range(1, 9)), "90+"]
    assert {name: list(chart.values()) for name, chart in found.items() if name not in whole} == {
        "knock": [at_most(counted.DEALT, limit) for limit in LIMITS],
        "gin": [counted.DEALT[0], at_most(counted.DEALT, 10)],
        "dearest-first": [WRONG, counted.DEAREST_FIRST_OF_GIN],
        "knock-drawn": [at_most(counted.AFTER_A_DISCARD, limit) for limit in LIMITS],
        "gin-drawn": [counted.AFTER_A_DISCARD[0], counted.BIG_GIN],
    }


def test_each_chart_is_a_named_table_with_bars_that_are_not_heard(browser: Browser) -> None:
    tables = of_class(browser.get("/how-often"), "chart__table")
    bars = [[float(re.split("[hv]", f"{bar['d']}h0")[1]) for bar in each.all("path")] for each in tables]

    assert [each["aria-labelledby"] for each in tables] == NAMES
    assert {svg["aria-hidden"] for each in tables for svg in each.all("svg")} == {"true"}
    assert set(map(max, bars)) == {100}


def test_each_answer_is_worked_out_from_the_count(browser: Browser) -> None:
    said = dict(zip(NAMES, words(browser.get("/how-often"), "verdict"), strict=True))
    half = next(points for points, hands in enumerate(accumulate(counted.DEALT)) if 2 * hands > TEN)
    knock = one_in(at_most(counted.DEALT, 10), TEN)
    drawn = one_in(at_most(counted.AFTER_A_DISCARD, 10), ELEVEN)

    assert said["deadwood"] == f"Half of all hands have {half} or more."
    assert said["knock"] == f"With a limit of 10: {knock}."
    assert said["gin"] == f"Gin: {one_in(counted.DEALT[0], TEN)}."
    assert said["knock-drawn"] == f"After the first draw: {drawn}. As dealt: {knock}."


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_it_is_read_in_each_language(browser: Browser, language: str) -> None:
    browser.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    page = browser.get("/how-often")
    headings = (ASKED, *(each.asked for each in QUESTIONS.values()), "What has been checked")
    asked = [say(language, each) for each in headings]
    checked = list(page.root.all("p"))[-2].text

    assert [each.text for each in page.root.all("h1", "h2")] == [" ".join(each.split()) for each in asked]
    assert str(TEN) in re.sub(r"(?<=\d)\D(?=\d)", "", checked)
    assert "make prove" in checked
    assert len(checked.split()) <= 100


def test_the_judge_and_the_disputes_lead_there_but_not_within_a_match(browser: Browser, table: Table) -> None:
    pages = ("/judge", "/houses/pagat/disputes", f"{table.path}/judge", f"{table.path}/disputes")

    assert [ASKED in browser.get(path).links for path in pages] == [True, True, False, False]


# What the judge adds

DEALT = "As dealt, before a card is drawn, "
GIN, TEN_LEFT, ELEVEN_LEFT = "AC2C3C4D5D6D7H8H9HTH", "AC2C3C4C7H8H9H7S2DAH", "AC2C3C4C7H8H9H8S2DAH"
SEVEN_LEFT, ONE_LEFT = "AC2C3C4D5D6D7H8H9H7S", "AC2C3C4D5D6D7H8H9HAS"
MOST_LEFT = "KSKHQDQCJSJHTDTC9S9H"


def added(page: Page) -> str:
    """What the judge says of hands as dealt."""
    said = [each.text for each in page.root.all("p") if each.text.startswith(DEALT)]
    return "".join(said).removeprefix(DEALT).removesuffix(f" {ASKED}")


def knock(limit: int) -> str:
    return f"{one_in(at_most(counted.DEALT, limit), TEN)} can knock."


def more(deadwood: int) -> str:
    of_100 = int(Fraction(100 * (TEN - at_most(counted.DEALT, deadwood)), TEN))
    return f"{of_100} of 100 hands have more deadwood."


@pytest.mark.parametrize(
    "question,said",
    [
        (f"house=pagat&cards={GIN}", f"{one_in(counted.DEALT[0], TEN)} is gin."),
        (f"house=pagat&cards={ONE_LEFT}", knock(10)),
        (f"house=pagat&cards={TEN_LEFT}", knock(10)),
        (f"house=pagat&cards={ELEVEN_LEFT}", more(11)),
        (f"house=pagat&cards={MOST_LEFT}", "fewer than 1 of 100 hands have more deadwood."),
        (f"house=straight&cards={ONE_LEFT}", more(1)),
        (f"from=pagat&knock_limit=7&cards={SEVEN_LEFT}", knock(7)),
        (f"house=oklahoma&upcard=7D&cards={SEVEN_LEFT}", knock(7)),
        (f"house=oklahoma&upcard=6D&cards={SEVEN_LEFT}", more(7)),
        (f"house=oklahoma&cards={SEVEN_LEFT}", ""),
        (f"house=oklahoma&cards={GIN}", f"{one_in(counted.DEALT[0], TEN)} is gin."),
        (f"from=pagat&aces=high_or_low&cards={GIN}", ""),
        (f"from=pagat&ace_points=15&cards={GIN}", ""),
        (f"from=pagat&melded_to_knock=8&cards={ELEVEN_LEFT}", ""),
        (f"house=pagat&cards={GIN}JH", ""),
        (f"house=pagat&cards={GIN[:-2]}", ""),
        (f"house=pagat&knocker=AC2C3C/4D5D6D/7H8H9HTH&cards={MOST_LEFT[:-4]}2S3S", ""),
    ],
)
def test_the_judge_says_how_rare_ten_cards_are_as_dealt(browser: Browser, question: str, said: str) -> None:
    assert added(browser.get(f"/judge?{question}")) == said


def test_within_a_match_it_says_none_of_it(table: Table) -> None:
    page = table.browser.get(f"{table.path}/judge?cards={GIN}")

    assert (element(page, "head").text, added(page)) == ("Gin", "")
