"""The content of a sheet is computed once for each version, and never shown for another one."""

from flask import Flask

from tests.gin.table import knock
from tests.queries import queries
from tests.views.browser import Browser
from tests.views.table import Sit, Table, press_on, rows, totals
from views.web.cache import LruCache


def test_what_is_kept_is_made_once() -> None:
    cache, made = LruCache[int](2), list[str]()

    for key in ("a", "b", "a", "b"):
        cache.get(key, lambda key=key: made.append(key) or 1)

    assert made == ["a", "b"]


def test_what_was_not_asked_for_longest_goes_first() -> None:
    cache, made = LruCache[int](2), list[str]()

    for key in ("a", "b", "a", "c", "a", "b"):
        cache.get(key, lambda key=key: made.append(key) or 1)

    assert made == ["a", "b", "c", "b"]


def test_the_next_phone_does_not_ask_for_the_hands_again(app: Flask, table: Table, viewer: Browser) -> None:
    table.play(knock(8, 20))
    with app.app_context(), queries() as asked:
        page = viewer.get(table.path)

    assert len(asked) == 2
    assert totals(page) == ["12", "0"]


def test_a_player_does_not_ask_for_the_hands_again_either(app: Flask, table: Table, viewer: Browser) -> None:
    table.play(knock(8, 20))
    viewer.get(table.path)
    with app.app_context(), queries() as asked:
        page = table.sheet()

    assert len(asked) == 2
    assert totals(page) == ["12", "0"]
    assert "Penalty or adjustment" in page.text


def test_players_and_viewers_have_menus_of_their_own(table: Table, viewer: Browser) -> None:
    both = [viewer.get(table.path), table.sheet(), viewer.get(table.path)]

    assert ["Delete this match" in page.text for page in both] == [False, True, False]


def test_every_change_is_seen_by_all(table: Table, viewer: Browser) -> None:
    table.play(knock(8, 20))
    assert totals(viewer.get(table.path)) == ["12", "0"]
    table.play(knock(5, 25))
    assert totals(viewer.get(table.path)) == ["32", "0"]
    press_on(table.browser, table.sheet(), "Undo")
    page = viewer.get(table.path)

    assert totals(page) == ["12", "0"]
    assert len(rows(page)) == 1


def test_matches_do_not_share(sit: Sit) -> None:
    one, other = sit(), sit(names=("Cid", "Dot"))
    one.play(knock(8, 20))
    other.play(knock(5, 25))

    assert totals(one.sheet()) == ["12", "0"]
    assert totals(other.sheet()) == ["20", "0"]


def test_a_newer_version_replaces_the_one_before() -> None:
    cache, values = LruCache[str](2), list[str]()

    for key, version in (("a", 1), ("b", 1), ("a", 1), ("a", 2), ("a", 2), ("b", 1)):
        cache.get(key, lambda made=f"{key}{version}": values.append(made) or made, version)  # type: ignore[func-returns-value]

    assert values == ["a1", "b1", "a2"]
