"""The judge: any cards, under any rules, at an address that shows everyone the same."""

import time
from collections.abc import Callable
from urllib.parse import quote, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from models.gin.rules.house_rules import KINDS
from tests.queries import queries
from tests.views.browser import Browser, Page
from tests.views.table import (
    ANN_KNOCKS,
    Sit,
    Table,
    bill,
    element,
    faults,
    of_class,
    press_on,
    selected,
)
from views.judge.form import QUESTION

KNOCK = "knocker=KSKCKD/5S6S7S/9CTCJC&left=JD"
EIGHTS = "2S2C2D2H8S8C8D9S7CAC"
"""OpenSpiel's gin_rummy_test.cc plays this showdown out: the defender breaks the eights and keeps nine."""

TYPED = {"knocker": "KS KC KD / 5S 6S 7S / 9C TC JC", "left": "JD", "cards": EIGHTS}

SHOWDOWN = f"/judge?house=pagat&{KNOCK}&cards={EIGHTS}"
SEVENS = "/judge?house=pagat&cards=7S7H7D8D9D"


def head(page: Page) -> str:
    """The verdict."""
    return element(page, "head").text


def rules(page: Page) -> dict[str, str]:
    """The rules that decide it, with their links."""
    return {link.text: link["href"] for each in of_class(page, "resting") for link in each.all("a")}


def drawn(page: Page, name: str = "judge-answer") -> list[list[str]]:
    """The fans of cards, each card as it is heard."""
    fans = [each for each in element(page, name).all("span") if "fan" in each["class"].split()]
    return [[card["aria-label"] for card in fan.all("i")] for fan in fans]


# One hand

HANDS = [
    ("pagat", "7S7H7D8D9D", "14 deadwood"),
    ("pagat", "7S7H7D", "A set"),
    ("pagat", "5S6S7S8S9S", "A run"),
    ("pagat", "QSKSAS", "Not a meld"),
    ("pagat", "5S6S", "11 deadwood"),
    ("pagat", "AS2S3S5S6S7S", "No deadwood"),
    ("pagat", "QSKSAS/7S7H7D", "1 of 2 groups is not a meld"),
    ("pagat", "2H3H4H5H/KSKCKD/2S2D6C", "1 of 3 groups is not a meld"),
    ("pagat", "7S7H7D/4C5C6C/8D9DTD", "No deadwood"),
    ("pagat", "AC2C3C4D5D6D7H8H9HJS", "Can knock with 10"),
    ("pagat", "AC2C3C4D5D6D7H8H9HTH", "Gin"),
    ("pagat", "AC2C3C4D5D6DJHQHADJS", "Can’t knock: 31 deadwood (limit 10)"),
    ("straight", "AC2C3C4D5D6D7H8H9HAS", "Not gin: 1 deadwood"),
    ("wikipedia", "AC2C3C4D5D6D7H8H9HTHJH", "Big gin"),
    ("pagat", "AC2C3C4D5D6D7H8H9HTHJH", "Gin: discard 7♥ or J♥"),
    ("pagat", "AC2C3C4C5D6D7D7H8H9HTH", "Gin: discard one of 4 cards"),
    ("pagat", "AC2C3C4D5D6D7H8H9HJS9D", "Can knock with 9: discard J♠"),
    ("oklahoma", "AC2C3C4D5D6D7H8H9HJS", "10 deadwood"),
]


@pytest.mark.parametrize("house,cards,said", HANDS)
def test_one_hand(browser: Browser, house: str, cards: str, said: str) -> None:
    page = browser.get(f"/judge?house={house}&cards={cards}")

    assert head(page).replace("\ufe0e", "") == said
    assert rules(page)


@pytest.mark.parametrize(
    "house,upcard,said",
    [
        ("oklahoma", "6D", "Can’t knock: 7 deadwood (limit 6)"),
        ("oklahoma", "7D", "Can knock with 7"),
        ("rummytalk", "AD", "Not gin: 7 deadwood"),
    ],
)
def test_the_upcard_sets_the_knock(browser: Browser, house: str, upcard: str, said: str) -> None:
    page = browser.get(f"/judge?house={house}&upcard={upcard}&cards=AC2C3C4D5D6D7H8H9H7S")

    assert head(page) == said


def test_the_one_reason_points_at_the_card(browser: Browser) -> None:
    page = browser.get("/judge?house=pagat&cards=QSKSAS/7S7H7D")

    assert "Q♠︎ K♠︎ A♠︎ is not a run: aces are low here, so an ace can’t follow a king." in page.text
    assert "7♠︎ 7♥︎ 7♦︎ is a set." in page.text
    assert [card["aria-label"] for each in of_class(page, "lies--wrong") for card in each.all("i")] == [
        "ace of spades"
    ]
    assert rules(page) == {"Aces are low: A-2-3 is a run, Q-K-A is not.": "/houses/pagat#aces"}


def test_every_best_arrangement_is_drawn(browser: Browser) -> None:
    page = browser.get("/judge?house=pagat&cards=4S4H4D5S5H5D6S6H6D")

    assert "There are 2 ways to get this." in page.text
    assert len(drawn(page)) == 6


def test_what_to_throw(browser: Browser) -> None:
    page = browser.get("/judge?house=pagat&cards=AC2C3C4D5D6D7H8H9HJS9D")

    throws = [each.text for each in of_class(page, "claim--throw")]
    assert throws == ["J 9 deadwood: can knock", "9 10 deadwood: can knock"]


def test_every_best_discard_is_shown(browser: Browser) -> None:
    page = browser.get("/judge?house=pagat&cards=AC2C3C4C5D6D7D7H8H9HTH")

    ends = [card["aria-label"] for card in of_class(page, "claim--throw")[0].all("i")]
    assert ends == ["7 of hearts", "10 of hearts", "ace of clubs", "4 of clubs"]


def test_after_big_gin_no_discard_is_suggested(browser: Browser) -> None:
    eleven = "cards=AC2C3C4D5D6D7H8H9HTHJH"

    played, unknown = (browser.get(f"/judge?house={house}&{eleven}") for house in ("wikipedia", "pagat"))

    assert head(played) == "Big gin"
    assert of_class(played, "claim--throw") == []
    assert of_class(unknown, "claim--throw") != []
    assert ["What to discard" in page.text for page in (played, unknown)] == [False, True]


# A showdown


def test_a_showdown(browser: Browser) -> None:
    page = browser.get(SHOWDOWN)

    assert head(page) == "The defender undercuts: 9 against 10"
    assert bill(page) == {
        "Difference, 10 − 9": ("1",),
        "Undercut bonus": ("10",),
        "The defender scores": ("11",),
    }
    assert [each.text.replace("\ufe0e", "") for each in of_class(page, "plays")[0].all("li")] == [
        "8♠ on 5♠ 6♠ 7♠, breaking the eights",
        "9♠ on 5♠ 6♠ 7♠ 8♠",
        "8♣ on 9♣ 10♣ J♣, breaking the eights",
        "7♣ on 8♣ 9♣ 10♣ J♣",
    ]
    assert "The defender broke the eights. Keeping them would mean 17 deadwood." in page.text
    assert "Without lay-offs: 17 deadwood, and the knocker scores 7." in page.text
    assert rules(page) == {
        (
            "If the defender has less deadwood than the knocker, it is an undercut: "
            "the defender scores the difference plus 10."
        ): "/houses/pagat#undercut_bonus",
        "The defender can lay off on the knocker’s melds, but not against gin.": (
            "/houses/pagat#layoff_vs_gin"
        ),
    }
    assert ["5 of spades", "6 of spades", "7 of spades", "8 of spades", "9 of spades"] in drawn(page)
    laid = [each["aria-label"] for each in of_class(page, "card--laid") if each["data-lies"] == ""]
    assert laid == ["8 of spades", "9 of spades", "7 of clubs", "8 of clubs"]


def test_the_same_cards_laid_otherwise_have_their_own_verdict(browser: Browser) -> None:
    page = browser.get("/judge?house=pagat&knocker=5S6S7S/5C6C7C/5D6D7D&left=AH&cards=4S4C4D8S8C8D5H6H7H3S")
    assert head(page) == "The defender undercuts: 0 against 1"
    assert "Better for the knocker" in page.text

    other = browser.get(page.links["The knocker scores 2"])

    assert head(other) == "The knocker wins: 1 against 3"
    assert "Worse for the knocker" in other.text


def test_all_other_melds_with_the_same_result_are_shown(browser: Browser) -> None:
    """Either two fits a set, 9 deadwood instead of 6: 57 + 11 - 9 > 57 - 6, or 93 - 9 < 93 - 6."""
    twos = "/judge?house=pagat&knocker=2S3S4S/2H3H4H&left=2D2CACAD&cards=9CTDJCQDKC8D"
    better, worse = (of_class(browser.get(twos + cards), "laying") for cards in ("5S6S5H6H", "7S9HJHKS"))

    assert [each.text[:44] for each in better] == ["Better for the knocker The knocker scores 59"] * 2
    assert [each.text[:43] for each in worse] == ["Worse for the knocker The knocker scores 84"] * 2
    assert len({next(each.all("a"))["href"] for each in better}) == 2


def test_a_defence_is_an_example_where_others_are_as_good(browser: Browser) -> None:
    """Three runs or three sets, 10 deadwood."""
    page = browser.get(f"/judge?house=pagat&{KNOCK}&cards=2H3H4H2D3D4D2C3C4CQH")

    assert "This is one example. Other ways are just as good." in page.text
    assert "one example" not in browser.get(SHOWDOWN).text


def test_what_was_laid_counts(browser: Browser) -> None:
    page = browser.get("/judge?house=pagat&knocker=2H3H4H5H/KSKCKD&left=2S2D6C&cards=3S4D6D8H9HTCJSQHAC7C")

    assert head(page) == "The knocker wins: 10 against 68"
    assert (
        "The knocker’s melds count as laid down: 10 deadwood. With the best melds it would be 6." in page.text
    )


def test_cards_in_one_row_lie_at_their_best(browser: Browser) -> None:
    page = browser.get(f"/judge?house=pagat&knocker=KSKCKD5S6S7S9CTCJCJD&cards={EIGHTS}")

    assert head(page) == "The defender undercuts: 9 against 10"
    assert element(page, "judge-answer")["data-path"] == (
        "/judge?house=pagat&knocker=KSKDKC/5S6S7S/9CTCJC&left=JD&cards=2S8S9S2H2D8DAC2C7C8C"
    )


def test_the_bill_is_the_sheets(browser: Browser) -> None:
    zero_sum = bill(browser.get(SHOWDOWN.replace("pagat", "sydney")))
    spade = bill(browser.get(SHOWDOWN.replace("pagat", "oklahoma&upcard=QS")))

    assert zero_sum["The knocker loses"] == ("26",)
    assert spade["Doubled for the spade"] == ("11",)


def test_gin_by_preset(browser: Browser) -> None:
    gin = f"&knocker=KSKCKD/5S6S7S/9CTCJCQC&cards={EIGHTS}"

    french, fournier = (browser.get(f"/judge?house={house}{gin}") for house in ("french", "fournier"))

    assert head(french) == "Gin: the defender has 17 deadwood"
    assert "You can’t lay off against gin here." in french.text
    assert head(fournier) == "Gin: the defender has 9 deadwood"


# Custom rules

KITCHEN = "from=pagat&name=Our+kitchen&undercut_bonus=33"


def test_rules_from_a_link_judge(browser: Browser) -> None:
    page = browser.get(f"/judge?{KITCHEN}&{KNOCK}&cards={EIGHTS}")

    assert bill(page)["The defender scores"] == ("34",)
    assert "The rule Our kitchen" in page.text
    assert selected(page) == "Our kitchen"
    house, _anchor = next(iter(rules(page).values())).split("#")
    assert browser.get(house).heading == "Our kitchen"


def test_its_address_contains_the_rules(browser: Browser) -> None:
    page = browser.get(f"/judge?{KITCHEN}&cards=7S7H7D8D9D")
    path = element(page, "judge-answer")["data-path"]

    assert path.startswith(f"/judge?{KITCHEN}&check=")
    assert path.endswith("&cards=7S7H7D8D9D")
    assert Page(browser.client.get(path).text, path).html == page.html


def test_saved_rules_are_offered_and_remembered(browser: Browser) -> None:
    press_on(browser, browser.get(f"/houses/own?{KITCHEN}"), "Save on this phone")
    page = browser.get("/judge")
    [ours] = [each["value"] for each in page.root.all("option") if each.text == "Our kitchen"]

    verdict = browser.send("/judge", {"house": ours, "cards": "7S7H7D"})

    assert verdict.path.startswith(f"/judge?{KITCHEN}&check=")
    assert selected(verdict) == "Our kitchen"
    assert selected(browser.get("/judge")) == "Our kitchen"
    assert [each.text for each in browser.get("/judge").root.all("option")].count("Our kitchen") == 1
    again = browser.client.get("/judge?cards=7S7H7D")
    assert again.location == verdict.path


def test_no_other_reader_is_offered_them(app: Flask, browser: Browser) -> None:
    press_on(browser, browser.get(f"/houses/own?{KITCHEN}"), "Save on this phone")

    assert "Our kitchen" not in browser.get(SEVENS).text
    assert "Our kitchen" not in app.test_client().get("/judge").text


DOUBTFUL = [
    ("jokers=2", "There is no rule called “jokers”, so it is ignored."),
    ("target=0", "A game to 0 would be over before the first hand."),
    ("gin_bonus=<script>alert(1)</script>", "Gin can’t be “<script>alert(1)</script>”."),
    ("check=00000000", "This link was changed, or Standard has changed since the link was made."),
]


@pytest.mark.parametrize("said, doubt", DOUBTFUL)
def test_invalid_values_in_a_link_are_explained_above_the_verdict(
    browser: Browser, said: str, doubt: str
) -> None:
    page = browser.get(f"/judge?from=pagat&{said}&cards=7S7H7D")

    assert head(page) == "A set"
    assert doubt in element(page, "doubts").text
    assert "<script>alert" not in page.html
    assert page.links["See the rules"].startswith("/houses/")


def test_parameters_of_rules_and_of_questions_have_different_names(browser: Browser) -> None:
    """The parameters of a question and those of rules do not clash."""
    assert not set(QUESTION) & {"from", "name", "check", "kept", *KINDS}


# The address


def test_a_verdict_reads_nobody_and_may_be_kept(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie("deadwood", "a session that was never signed")
    client.set_cookie("judge_house", "sydney")
    with app.app_context(), queries() as asked:
        answer = client.get(SHOWDOWN)

    assert asked == []
    assert "Set-Cookie" not in answer.headers
    assert answer.cache_control.public
    assert answer.cache_control.max_age == 300
    assert answer.data == app.test_client().get(SHOWDOWN).data
    assert {"Accept-Language", "X-Part"} <= set(answer.vary)


def test_it_is_not_sent_again_while_it_is_the_same(client: FlaskClient) -> None:
    tag = client.get(SEVENS).headers["ETag"]

    assert client.get(SEVENS, headers={"If-None-Match": tag}).status_code == 304


WRITTEN = [
    "cards=7s 7h,7d 8d 9d",
    "cards=9D8D7D7H7S",
    "cards=♠7 ♥7 ♦7 d8 d9",
    "cards=7S7H7D8D9D&knocker=&left=&upcard=",
    "cards=7S7H7D8D9D&upcard=QS",
]


@pytest.mark.parametrize("written", WRITTEN)
def test_however_it_is_written_its_address_is_one(client: FlaskClient, written: str) -> None:
    page = Page(client.get("/judge?house=pagat&" + quote(written, safe="=&")).text, written)

    canonical = [link["href"] for link in page.root.all("link") if link["rel"] == "canonical"]
    assert canonical == ["/judge?house=pagat&cards=7S7H7D8D9D"]
    assert element(page, "address")["value"] == "http://localhost/judge?house=pagat&cards=7S7H7D8D9D"


# Asking


def test_a_question_is_typed(browser: Browser) -> None:
    page = browser.send("/judge", {"house": "french", "cards": "7s 7h 7d 10c"})

    assert page.path == "/judge?house=french&cards=7S7H7DTC"
    assert head(page) == "10 deadwood"
    assert page.inputs["cards"] == "7S7H7DTC"


def test_a_hand_leaves_the_knocker_out(browser: Browser) -> None:
    page = browser.send("/judge", {"ask": "hand", "knocker": "KS KC KD", "cards": "7S 7H 7D"})

    assert page.path == "/judge?house=pagat&cards=7S7H7D"


def test_remembering_rules_does_not_change_seats(client: FlaskClient) -> None:
    """The form has no token, so it must not touch the cookie on which the seats of a phone hang."""
    answer = client.post("/judge", data={"house": "sydney", "cards": "7S7H7D"})

    cookies = answer.headers.getlist("Set-Cookie")
    assert [cookie.split(";")[0] for cookie in cookies] == [f"judge_house={cookies[0][12:22]}:sydney"]
    assert "HttpOnly" in cookies[0]
    assert "SameSite=Lax" in cookies[0]


def test_a_question_without_rules_uses_the_last_ones(client: FlaskClient) -> None:
    client.set_cookie("judge_house", "sydney")
    answer = client.get("/judge?cards=7S7H7D")

    assert answer.status_code == 303
    query = urlsplit(answer.location).query
    assert set(query.split("&")) == {"house=sydney", "cards=7S7H7D"}


def test_a_forged_cookie_gives_no_rules(client: FlaskClient) -> None:
    client.set_cookie("judge_house", "<nowhere>")

    assert "Standard (gin 20)" in client.get("/judge").text


# What is wrong

WRONG = [
    ("cards=7S7S7H", "cards", "This player has 7♠ twice."),
    ("cards=7S7H7D7C7S", "cards", "7♠ 7♥ 7♦ 7♣: a set has three or four cards. This player has 7♠ twice."),
    ("cards=", "cards", "The judge takes 1 to 14 cards, not 0."),
    ("cards=AS2S3S4S5S6S7S8S9STSJSQSKSAHAD", "cards", "The judge takes 1 to 14 cards, not 15."),
    ("cards=7S banana 8H", "cards", "Not a card: BANANA. Type rank and suit, for example 7S or 10H."),
    ("cards=1S", "cards", "Not a card: 1S. Type rank and suit, for example 7S or 10H."),
    ("cards=%F0%9F%82%A1", "cards", "Not a card: 🂡. Type rank and suit, for example 7S or 10H."),
    ("cards=" + "7S" * 160, "cards", "That’s more than fourteen cards."),
    ("house=nowhere&cards=7S", "house", "There are no rules called “nowhere”."),
    ("house=oklahoma&upcard=QSKS&cards=7S", "upcard", "Enter a single card."),
    ("house=oklahoma&upcard=x&cards=7S", "upcard",
     "Not a card: X. Type rank and suit, for example 7S or 10H."),
    (f"{KNOCK}&cards=2S2C2D2H8S8C8D9S7CJD", "cards", "J♦ can’t be in both hands."),
    (f"{KNOCK}&cards=2S2C2D2H8S8C8D9S7C", "cards", "The defender has 9 cards, not ten."),
    (f"{KNOCK}&cards=", "cards", "The defender has no cards yet."),
    (f"{KNOCK[:-2]}AD2H&cards=AS2C2D3H8S8C8D9S7CAC", "knocker",
     "The knocker has eleven cards, and not all are melded: leave out the discard."),
    (f"knocker=KSKCKD/5S6S7S&left=JD&cards={EIGHTS}", "knocker", "The knocker has 7 cards, not ten."),
    (f"knocker=KSKCQD/5S6S7S/9CTCJC&left=JD&cards={EIGHTS}", "knocker",
     "K♠ Q♦ K♣ is neither a set of one rank nor a run of one suit."),
    (f"house=oklahoma&{KNOCK}&cards={EIGHTS}", "upcard",
     "What card was turned up? These rules depend on it."),
]  # fmt: skip


@pytest.mark.parametrize("query,field,said", WRONG)
def test_what_is_wrong_is_said_at_its_field(browser: Browser, query: str, field: str, said: str) -> None:
    house = "" if query.startswith("house=") else "house=pagat&"
    page = browser.get(f"/judge?{house}{query}", 422)

    assert faults(page)[field].replace("\ufe0e", "") == said
    assert not of_class(page, "verdict")


def test_everything_typed_is_kept(browser: Browser) -> None:
    typed = {"ask": "showdown", "knocker": "ks kc kd / what", "left": "<jd>", "cards": "8s 8s"}
    page = browser.send("/judge", typed, status=422)

    assert {name: page.inputs[name] for name in typed} == typed
    assert set(faults(page)) == {"knocker", "left"}


def test_knocked_with_eleven(browser: Browser) -> None:
    page = browser.get(
        "/judge?house=pagat&knocker=KSKCKDKH/5S6S7S8S&left=9D2C&cards=2S2H2D3H4H9CTHJDQDAC", 422
    )

    assert head(page) == "A knock with 11 is over the limit"
    assert "You can knock with 10 or less." in page.text
    assert rules(page) == {
        "You can knock with 10 deadwood or less.": "/houses/pagat#knock_limit",
        (
            "If you knock with more deadwood than the limit, your cards stay face up on the table, and play "
            "goes on."
        ): "/houses/pagat#false_knock",
    }


def test_a_knock_that_could_have_been_laid_better(browser: Browser) -> None:
    page = browser.get(
        "/judge?house=pagat&knocker=2H3H4H5H/KSKCKD&left=2S2D8C&cards=3S4D6D8H9HTCJSQHAC7C", 422
    )

    assert head(page) == "A knock with 12 is over the limit"
    assert "With the best melds it would be 8 deadwood." in page.text
    assert head(browser.get(page.links["8 deadwood"])) == "The knocker wins: 8 against 68"


def test_all_best_melds_of_a_knock_over_the_limit_are_shown(browser: Browser) -> None:
    page = browser.get(
        "/judge?house=pagat&knocker=4S4H4D/5S5H5D&left=6S6H6D2C&cards=3S8D8H9HTCJSQHAC7C7D", 422
    )

    assert [each.text[:21] for each in of_class(page, "laying")] == ["Best melds 2 deadwood"] * 2
    assert drawn(page)[-8:-4] != drawn(page)[-4:]


def test_thousands_of_cards_are_not_typed_either(browser: Browser) -> None:
    page = browser.send("/judge", {"cards": "7S " * 2_000}, status=422)

    assert faults(page)["cards"] == "That’s more than fourteen cards."
    assert browser.send("/judge", {"cards": "7S " * 10_000}, status=413).heading == "That’s too much at once"


@pytest.mark.parametrize(
    "query",
    [
        "house=pagat&cards=7S&cards=8S&cards[]=9S",
        "house=pagat&cards=%00%ff%fe",
        "house=pagat&house=sydney",
        "house=pagat&ask=nothing&cards=7S7H7D",
        "house=pagat&left=JD",
        "house=pagat&knocker=/////&left=/&cards=///",
        "cards=7S&endpoint=x&_external=1&values=2",
        "from=pagat&house=sydney&cards=7S",
        "from=&cards=7S",
        "from=%00&name=%00&jokers=%00&cards=7S",
        "house=from%3Dpagat%26target%3D0&cards=7S",
        "house=from%3D&cards=7S",
        "house=pagat&cards=7S/7S/7S",
        "house=%f0%28%8c%28&upcard=AS",
        "house=&cards=7S",
        "ask=showdown",
        "",
    ],
)
def test_nothing_that_is_asked_breaks_it(client: FlaskClient, query: str) -> None:
    answer = client.get("/judge?" + query, follow_redirects=True)

    assert answer.status_code in (200, 422)
    assert not Page(answer.text, query).faults


# After each tap


def part(client: FlaskClient, query: str, status: int = 200) -> Page:
    """What JavaScript gets for a tap."""
    answer = client.get(f"/judge?house=pagat&{query}", headers={"X-Part": "verdict"})
    assert answer.status_code == status
    return Page(answer.text, query)


@pytest.mark.parametrize(
    "query,said,place",
    [
        ("cards=&ask=hand", "Tap the cards", "cards"),
        ("cards=7S7H7D&ask=hand", "A set ›", ""),
        ("ask=showdown&cards=&knocker=", "The knocker: 10 more cards", "knocker"),
        ("ask=showdown&cards=&knocker=KSKCKD5S6S7S9CTCJC", "The knocker: 1 more card", "knocker"),
        ("ask=showdown&cards=2S&knocker=KSKCKD5S6S7S9CTCJCJD", "The defender: 9 more cards", "cards"),
    ],
)
def test_a_hand_that_wants_cards_is_not_wrong_yet(
    client: FlaskClient, query: str, said: str, place: str
) -> None:
    page = part(client, query)

    assert said in element(page, "see").text
    assert element(page, "see")["data-place"] == place
    assert faults(page) == {}


def test_what_more_cards_cannot_mend_is_said_at_once(client: FlaskClient) -> None:
    page = part(client, "ask=showdown&knocker=KSKC&cards=KS", 422)

    assert "can’t be in both hands" in faults(page)["cards"]
    assert element(page, "see")["data-place"] == "cards"


def test_a_part_is_not_a_page(client: FlaskClient) -> None:
    answer = client.get(SEVENS, headers={"X-Part": "verdict"})

    assert "<html" not in answer.text
    assert "X-Part" in answer.vary


def test_rules_chosen_between_taps_are_remembered(client: FlaskClient) -> None:
    asked = {"house": "sydney", "ask": "showdown", "knocker": "KSKC", "cards": ""}
    answer = client.post("/judge", data=asked, headers={"X-Part": "verdict"})

    assert answer.status_code == 303
    assert answer.location == "/judge?house=sydney&left=KSKC"
    assert ":sydney;" in answer.headers["Set-Cookie"]


# The rules that are used


def test_the_judge_of_a_match_uses_its_rules(sit: Sit) -> None:
    table = sit("pagat", undercut_bonus=33, called="Our kitchen")
    page = table.browser.get(f"{table.path}/judge")

    verdict = table.browser._send(page, page.forms[0], {"ask": "showdown", **TYPED}, 303)

    assert bill(verdict)["The defender scores"] == ("34",)
    assert verdict.path.startswith(f"{table.path}/judge?knocker=")
    assert verdict.links["← Sheet"] == table.path
    assert next(iter(rules(verdict).values())) == f"{table.path}/rules#undercut_bonus"


def test_the_rules_of_a_match_cannot_be_swapped_at_its_judge(sit: Sit) -> None:
    table = sit("pagat", undercut_bonus=33)
    page = table.browser.get(f"{table.path}/judge?house=sydney&{KNOCK}&cards={EIGHTS}")

    assert bill(page)["The defender scores"] == ("34",)
    assert not list(page.root.all("select"))


def test_the_link_that_is_shared_says_nothing_of_the_match(
    sit: Sit, another_phone: Callable[[], Browser]
) -> None:
    table = sit("pagat", undercut_bonus=33)
    page = table.browser.get(f"{table.path}/judge?{KNOCK}&cards={EIGHTS}")
    shared = element(page, "address")["value"].removeprefix("http://localhost")

    assert table.path.removeprefix("/m/") not in shared
    assert bill(another_phone().get(shared))["The defender scores"] == ("34",)


def test_a_hand_of_a_match_is_judged_in_the_match(table: Table) -> None:
    table.add(ANN_KNOCKS)

    verdict = table.browser.get(table.browser.get(table.hand(1)).links["Check this hand with the judge"])

    assert verdict.path.startswith(f"{table.path}/judge?")
    assert head(verdict) == "The defender undercuts: 9 against 10"


def test_without_a_match_the_rules_last_played_here_are_used(sit: Sit) -> None:
    table = sit("sydney")

    assert selected(table.browser.get("/judge")) == "Zero sum"


@pytest.mark.parametrize(
    "after, used", [(3600, "Higher total wins"), (-3600, "Zero sum")], ids=["the judge", "the match"]
)
def test_the_rules_of_a_match_or_of_the_judge_are_used_whichever_was_later(
    sit: Sit, after: int, used: str
) -> None:
    table = sit("sydney")
    table.browser.client.set_cookie("judge_house", f"{int(time.time()) + after}:french")

    assert selected(table.browser.get("/judge")) == used


EIGHT = "from=pagat&melded_to_knock=8"


def ask(browser: Browser, status: int = 200, rules: str = EIGHT, **question: str) -> str:
    return browser.get(f"/judge?{rules}&{urlencode(question)}", status).text


def test_a_hand_with_too_few_melded_cards_cannot_knock(browser: Browser) -> None:
    assert "Can’t knock: fewer than 8 cards melded" in ask(browser, cards="5S6S7S KSKCKDKH ACAD2H")
    assert "Can knock with 2" in ask(browser, cards="5S6S7S8S KSKCKDKH ACAD")


def test_the_judge_says_why_other_melds_count(browser: Browser) -> None:
    text = ask(browser, rules="from=pagat&melded_to_knock=7", cards="AC2C3C4C2S3S4S3D4DAH")

    assert "Can knock with 8" in text
    assert "With other melds it would be 6 deadwood. A knock needs 7 cards melded." in text


def test_a_knock_with_too_few_melded_cards_is_not_a_knock(browser: Browser) -> None:
    text = ask(browser, 422, knocker="5S6S7S/KSKCKDKH", left="ACAD2H", cards="2S2C2D9H9D9CJHQHTH4C")

    assert "A knock with 4 is over the limit" in text
    assert "A knock needs 8 cards melded." in text
    assert "The knocker can’t knock: 7 cards melded, and a knock needs 8." in text
