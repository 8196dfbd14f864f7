"""The language of pages: that of the browser, or the one that was chosen on this device."""

import re
from pathlib import Path

import pytest

from tests.views.browser import Browser
from tests.views.speaking import add_catalogues
from tests.views.table import Table

SKIP = 'msgid "Skip to content"\nmsgstr "{}"\n'
SAID = {
    "de": "Zum Inhalt",
    "en": "Skip to content",
    "es": "Ir al contenido",
    "fr": "Aller au contenu",
    "zh": "跳到内容",
}
NAMES = {
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "zh-Hans": "简体中文",
}


@pytest.fixture(autouse=True)
def languages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Catalogues of four languages with one sentence."""
    add_catalogues(
        monkeypatch,
        tmp_path / "catalogues",
        **{code: SKIP.format(said) for code, said in SAID.items() if code != "en"},
    )


def choose(browser: Browser, code: str, back: str = "/") -> str:
    """The path of the page after a language was chosen on the page of settings."""
    return str(browser.press(f"/settings?back={back}", "Save", {"language": code}).path)


def root_of(page: str) -> str:
    """The <html> of a page."""
    return re.findall("<html[^>]*>", page)[0]


@pytest.mark.parametrize(
    "accepts, tag",
    [
        ("fr", "fr"),
        ("fr-CA,en;q=0.5", "fr-CA"),
        ("es-MX,en-US;q=0.8", "es-MX"),
        ("de-CH,en;q=0.5", "de-CH"),
        ("de-AT", "de-AT"),
        ("DE-at", "de-AT"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans-CN"),
        ("zh-SG", "zh-Hans-SG"),
        ("zh", "zh-Hans"),
        ("zh-TW", "zh-Hans"),
        ("zh-Hant-HK", "zh-Hans-HK"),
        ("zh-TW,en;q=0.5", "zh-Hans"),
        ("zh-Hant-TW,fr;q=0.5", "zh-Hans"),
        ("nl,de;q=0.5", "de"),
        ("nl", "en"),
        ("en;q=0.5,de;q=0", "en"),
        ("*", "en"),
    ],
)
def test_a_browser_asks_for_its_languages(browser: Browser, accepts: str, tag: str) -> None:
    answer = browser.client.get("/", headers={"Accept-Language": accepts})

    assert f'lang="{tag}"' in root_of(answer.text)
    assert SAID[tag[:2]] in answer.text
    assert answer.headers["Content-Language"] == tag


@pytest.mark.parametrize("code", SAID)
def test_the_language_that_is_chosen_is_used_on_every_page(table: Table, code: str) -> None:
    assert choose(table.browser, code, table.path) == table.path

    for path in ("/", table.path, f"{table.path}/hands/new", "/judge", "/settings", "/unsent", "/nowhere"):
        assert SAID[code] in table.browser.client.get(path, headers={"Accept-Language": "nl,fr;q=0.5"}).text


def test_numbers_and_money_keep_to_the_country_of_the_browser(browser: Browser) -> None:
    choose(browser, "fr")

    for accepts, tag in (("de-CH", "fr-CH"), ("fr-CA", "fr-CA"), ("en-GB", "fr")):
        assert f'lang="{tag}"' in root_of(browser.client.get("/", headers={"Accept-Language": accepts}).text)


def test_the_choice_can_be_left_to_the_device_again(browser: Browser) -> None:
    choose(browser, "fr")
    choose(browser, "")

    assert SAID["de"] in browser.client.get("/", headers={"Accept-Language": "de"}).text


def test_languages_are_listed_by_their_own_names_in_their_own_language(browser: Browser) -> None:
    page = browser.client.get("/settings").text

    assert dict(re.findall(r'<option value="\w+" lang="([\w-]+)">([^<]+)</option>', page)) == NAMES


def test_only_a_first_visit_and_the_settings_offer_languages(table: Table, viewer: Browser) -> None:
    """Until one is chosen, or there is a match on the home page."""
    assert viewer.get("/").links["Language"] == "/settings"
    assert "Language" in viewer.get("/settings").text

    for path in ("/", table.path, f"{table.path}/hands/new?by=deadwood", "/houses", "/judge"):
        assert "Language" not in table.browser.get(path).links
    choose(viewer, "en")
    assert "Language" not in viewer.get("/").links


def test_a_language_that_is_not_offered_is_refused(browser: Browser) -> None:
    browser.press("/settings", "Save", {"language": "nl"}, status=422)

    assert SAID["en"] in browser.client.get("/").text


@pytest.mark.parametrize("cookie", ["auto.normal.nl", "auto.normal.", "auto.normal.<b>", "auto.normal.fr.fr"])
def test_a_cookie_of_another_language_leaves_it_to_the_browser(browser: Browser, cookie: str) -> None:
    browser.client.set_cookie("display", cookie)

    assert SAID["de"] in browser.client.get("/", headers={"Accept-Language": "de"}).text


def test_a_sheet_that_is_on_the_phone_comes_again_in_the_new_language(table: Table) -> None:
    etag = table.browser.client.get(table.path).headers["ETag"]

    choose(table.browser, "fr")
    answer = table.browser.client.get(table.path, headers={"If-None-Match": etag})

    assert (answer.status_code, SAID["fr"] in answer.text) == (200, True)


def test_viewers_of_one_match_each_read_their_own_language(viewer: Browser, table: Table) -> None:
    asked = {"Accept-Encoding": "gzip"}
    for code in ("fr", "de", "fr"):
        choose(viewer, code)
        viewer.client.get(table.path, headers=asked)

        assert SAID[code] in viewer.client.get(table.path).text


@pytest.mark.parametrize(
    "path", ["/", "/judge?house=pagat", "/manifest.webmanifest", "/houses/pagat", "/unsent"]
)
def test_a_cache_keeps_the_languages_apart(browser: Browser, path: str) -> None:
    assert {"Accept-Language", "Cookie"} <= set(browser.client.get(path).headers["Vary"].split(", "))


def test_an_answer_that_says_nothing_has_no_language(browser: Browser) -> None:
    with browser.client.get("/sw.js") as answer:
        assert "Content-Language" not in answer.headers
