"""The judge where so many cards must be melded to knock."""

from urllib.parse import urlencode

from tests.views.browser import Browser

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
