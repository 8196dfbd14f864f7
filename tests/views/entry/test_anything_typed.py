"""Whatever is typed into a hand, the answer is the sheet, the form, or an edit conflict."""

import string
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from models.gin.cards.cards import PACK
from models.gin.rules.presets import PRESETS
from tests.gin.table import knock
from tests.profiles import examples
from tests.views.browser import Browser, Page
from tests.views.table import BY_CARDS, Sit, Table
from tests.views.table import typed as typed_hand

CARDS = [str(card) for card in PACK]

groups = st.lists(st.sampled_from(CARDS), max_size=14).map(" ".join)
melds = st.lists(st.lists(st.sampled_from(CARDS), max_size=6).map(" ".join), max_size=5).map(" / ".join)
junk = st.text(string.printable + "♠♥♦♣−٣２²🂡\u202e\u200d%{}<>", max_size=30)


@st.composite
def hands_as_dealt(draw: st.DrawFn) -> dict[str, str]:
    """Ten or eleven cards each from one pack, sometimes laid and laid off at random."""
    pack = draw(st.permutations(CARDS))
    first, second = draw(st.sampled_from([(10, 10), (11, 10), (10, 11), (9, 10)]))
    mine, theirs = pack[:first], pack[first : first + second]
    cut = draw(st.integers(0, 5))
    return {
        "cards_0": " ".join(mine),
        "cards_1": " ".join(theirs),
        "melds_0": draw(st.sampled_from(["", " ".join(mine[:cut])])),
        "layoffs": " ".join(theirs[: draw(st.integers(0, 10))]),
    }


typed = st.fixed_dictionaries(
    {},
    optional={
        "knocker": st.sampled_from(["0", "1", "none", "2", ""]),
        "outcome": st.sampled_from(["knock", "gin", "big_gin", "dead", ""]),
        "layoff_choice": st.sampled_from(["best", "own", ""]),
        "deadwood_0": st.integers(-5, 120).map(str) | junk,
        "deadwood_1": st.integers(-5, 120).map(str) | junk,
        "cards_0": groups | junk,
        "cards_1": groups | junk,
        "melds_0": melds | junk,
        "melds_1": melds | junk,
        "layoffs": groups | junk,
        "upcard": st.sampled_from(CARDS) | junk,
        "by": st.sampled_from(["cards", "deadwood", "x"]),
        "version": st.just("0") | junk | st.integers().map(str),
    },
)


PAGES: dict[str, Callable[[Table], str]] = {
    "a new hand": lambda table: table.way("cards").partition("?")[0],
    "a hand by cards": lambda table: table.hand(1) + "/correct",
    "a hand by counts": lambda table: table.hand(2) + "/correct",
    "the cards of a hand by counts": lambda table: table.hand(2) + "/check",
}


@pytest.mark.hypothesis
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("house", ["rummytalk", "fournier"])
def test_whatever_is_typed_is_answered_on_a_page(sit: Sit, house: str, page: str) -> None:
    table = sit(house)
    upcard = {"upcard": "QH"} if house == "rummytalk" else {}
    table.enter(BY_CARDS | upcard, by="cards")
    table.enter(typed_hand(knock(8, 20)) | upcard)
    path = PAGES[page](table)
    form = table.browser.get(path).form_with({"save"}).inputs

    @examples(10)
    @given(typed | hands_as_dealt() | st.tuples(hands_as_dealt(), typed).map(lambda both: both[1] | both[0]))
    @example({"knocker": "0", "cards_0": "KS " * 90, "layoff_choice": "own", "layoffs": " ".join(CARDS)})
    @example({"knocker": "0", "melds_0": " / ".join(CARDS), "layoff_choice": "own", "layoffs": "AS"})
    @example({"knocker": "1", "deadwood_0": "9" * 4301, "deadwood_1": "٣", "by": "deadwood"})
    @example({"version": "9" * 5000})
    @example({"version": "9" * 30, "knocker": "none"})
    def send(fields: dict[str, str]) -> None:
        for button in ({}, {"preview": "1"}):
            answer = table.browser.client.post(path, data=form | fields | button)
            page = Page(answer.text, path)

            assert answer.status_code in ({200} if button else {200, 303, 400, 409, 422})
            assert answer.status_code == 303 or page.faults == []

    send()
    table.sheet()


asked = st.fixed_dictionaries(
    {},
    optional={
        "ask": st.sampled_from(["hand", "showdown", "x"]),
        "house": st.sampled_from([*PRESETS, "", "x"]),
        "upcard": st.sampled_from(CARDS) | junk,
        "knocker": melds | junk,
        "left": groups | junk,
        "cards": groups | melds | junk,
    },
)


@examples(40)
@given(asked, st.sampled_from(["verdict", ""]))
def test_whatever_the_judge_is_asked_is_answered_on_a_page(
    browser: Browser, question: dict[str, str], part: str
) -> None:
    answers = [
        browser.client.get("/judge", query_string=question, headers={"X-Part": part}),
        browser.client.post("/judge", data=question, headers={"X-Part": part}),
    ]
    for answer in answers:
        assert answer.status_code in (200, 303, 414, 422)
        assert part or answer.status_code == 303 or Page(answer.text, "/judge").faults == []
        if answer.status_code == 303:
            assert browser.client.get(answer.location).status_code in (200, 303, 422)
