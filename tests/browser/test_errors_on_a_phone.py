"""Error pages on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without scripts"])
@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_a_page_that_is_not_there_leads_home(
    phone: Callable[..., Page], axe: Callable[[Page], None], javascript: bool, dark: bool
) -> None:
    page = phone(javascript=javascript, dark=dark)
    page.goto("/nowhere")

    expect(page.locator("h1")).to_have_text("Page not found")
    axe(page)
    page.get_by_role("link", name="To the home page").click()
    expect(page).to_have_url("/")
