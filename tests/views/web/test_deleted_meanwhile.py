"""Who changes a match or a book while somebody deletes it, or a player, is told so; nothing fails."""

import pytest
from flask import Flask

from models.records.books.book_deletion import delete_book, delete_player
from models.records.books.books import books_of
from models.records.books.players import players_of
from models.records.finding.matches import find_match
from models.records.saving.deletion import delete_match
from tests.gin.table import gin
from tests.records.table import form
from tests.records.test_at_once import at_once
from tests.views.browser import Browser
from tests.views.imports.test_book_imports import many, press, pressed, sent
from tests.views.table import Table


@pytest.mark.engines
@pytest.mark.parametrize("time", range(5))
def test_a_rematch_of_a_match_that_is_deleted_at_the_same_moment(app: Flask, table: Table, time: int) -> None:
    form = table.play(gin(98)).forms[-1].inputs
    device = table.browser.device

    def act(number: int) -> int:
        if number:
            return table.browser.client.post(f"{table.path}/rematch", data=form).status_code
        match = find_match(table.path.removeprefix("/m/"))
        delete_match(match, match.version_stamp, device)
        return 303

    assert set(at_once(app, 2, act)) <= {303, 404}


@pytest.mark.engines
@pytest.mark.parametrize("time", range(4))
def test_a_file_of_a_book_whose_player_or_all_of_which_is_deleted_at_the_same_moment(
    app: Flask, browser: Browser, time: int
) -> None:
    pressed(browser, sent(browser, many(1)))
    page = sent(browser, many(120))
    device = browser.device

    def act(number: int) -> int:
        if number:
            return press(browser, page).status_code
        [book] = books_of(device)
        if time % 2:
            delete_book(book, device, with_matches=True)
        else:
            delete_player(book, players_of(book)[0].id, form(device))
        return 303

    assert set(at_once(app, 2, act)) <= {303, 503}
