"""The command look-after prints a link for a book whose last phone that looked after it was lost."""

import pytest
from flask import Flask

from models.records.books.books import start_book
from models.records.saving.pipeline import new_entry_id
from models.records.tables.shared import Link, watch_token
from tests.views.browser import Browser


@pytest.mark.parametrize("site", ["", "https://club.example.org", "https://example.org/deadwood"])
def test_the_link_that_is_printed_looks_after_the_book(app: Flask, browser: Browser, site: str) -> None:
    with app.app_context():
        book = start_book("Club", [], device="a phone that was lost", entry=new_entry_id())
        watch, old = watch_token(book), book.link(Link.CARE)

    done = app.test_cli_runner().invoke(args=["look-after", f"{site}/b/{watch}" if site else watch])

    assert done.exit_code == 0, done.output
    assert done.output.startswith(f"{site}/bc/")
    browser.get(f"/bc/{old}", status=410)
    page = browser.join(done.output.strip().removeprefix(site))
    assert page.heading == "Club"
    assert "This phone now looks after this book." in page.text


def test_a_book_that_is_not_there_is_said(app: Flask) -> None:
    done = app.test_cli_runner().invoke(args=["look-after", "nothing"])

    assert done.exit_code == 1
    assert "No book has this viewing link." in done.output
