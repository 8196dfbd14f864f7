"""Theme and text size are remembered on one device and used on every page."""

import re
from pathlib import Path

import pytest

from tests.views.browser import Browser
from tests.views.table import Table
from tests.views.web.test_security import BELOW, HTTP, choose

TOKENS = Path("static/css/tokens.css")


def root_of(browser: Browser, path: str) -> str:
    """The <html> of a page."""
    found = re.search("<html[^>]*>", browser.client.get(path).text)
    assert found
    return found[0]


def test_what_is_chosen_is_used_on_every_page(browser: Browser) -> None:
    assert 'data-theme="auto" data-text-size="normal"' in root_of(browser, "/")

    home = browser.press("/settings", "Save", {"theme": "dark", "text_size": "largest"})

    assert home.path == "/"
    for path in ("/", "/houses/pagat", "/judge", "/settings", "/nowhere"):
        assert 'data-theme="dark" data-text-size="largest"' in root_of(browser, path)


def test_saving_leads_back_to_where_it_was_opened(table: Table) -> None:
    sheet = table.browser.get(table.path)

    address = sheet.links["Settings"]
    settings = table.browser.get(address)

    assert settings.links["← Back"] == table.path
    assert table.browser.press(address, "Save", {"theme": "light"}).path == table.path


def test_a_sheet_already_on_the_phone_is_sent_again(table: Table) -> None:
    etag = table.browser.client.get(table.path).headers["ETag"]

    table.browser.press("/settings", "Save", {"text_size": "large"})

    answer = table.browser.client.get(table.path, headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert 'data-text-size="large"' in answer.text


ELSEWHERE = [
    "//example.org",
    "/\\example.org",
    "/%09/example.org",
    "/%0D%0A/example.org",
    "https://example.org",
    "example.org",
    "",
]


@pytest.mark.parametrize("back", ELSEWHERE)
def test_it_never_leads_to_another_site(browser: Browser, back: str) -> None:
    assert browser.press(f"/settings?back={back}", "Save", {"theme": "dark"}).path == "/"


def test_below_a_path_of_a_host_it_leads_to_the_home_page_there(browser: Browser) -> None:
    assert choose(browser.client, HTTP, **BELOW).location == "/deadwood/"


@pytest.mark.parametrize("cookie", ["dark", "dark.huge", "<b>.large", "..", "dark.large.x", "é" * 500])
def test_a_cookie_that_means_nothing_is_the_usual_display(browser: Browser, cookie: str) -> None:
    browser.client.set_cookie("display", cookie)

    assert 'data-theme="auto" data-text-size="normal"' in root_of(browser, "/")


def test_what_cannot_be_chosen_is_refused(browser: Browser) -> None:
    browser.press("/settings", "Save", {"theme": "dark", "text_size": "9em"}, status=422)

    assert 'data-theme="auto"' in root_of(browser, "/")


def test_dark_by_choice_is_dark_by_device() -> None:
    """Two blocks of tokens.css have the same colours: CSS cannot name them once for both."""
    css = TOKENS.read_text(encoding="utf-8")
    by_device = css.split("@media screen and (prefers-color-scheme: dark)")[1].split("}")[0]
    by_choice = css.split(':root[data-theme="dark"]')[1].split("}")[0]

    def colours(block: str) -> list[str]:
        return re.findall(r"--[\w-]+: [^;]+;", block)

    assert colours(by_device) == colours(by_choice)
    assert len(colours(by_device)) > 15


def test_motion_after_a_hand_is_switched_off_beside_what_was_chosen_before(table: Table) -> None:
    browser = table.browser
    browser.client.set_cookie("display", "dark.large.fr.face-to-face")
    browser.press("/settings", "Enregistrer", {"still": "y"})
    assert browser.client.get_cookie("display").value == "dark.large.fr.face-to-face.still"  # type: ignore[union-attr]
    assert 'data-theme="dark" data-text-size="large" data-still' in root_of(browser, "/")
    assert browser.get("/settings").inputs["still"] == "y"

    browser.press("/settings", "Enregistrer", {"still": ""})
    assert "data-still" not in root_of(browser, "/")
