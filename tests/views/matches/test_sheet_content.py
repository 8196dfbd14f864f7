"""What all phones see of a sheet is that of its newest version. The pages of viewers are kept."""

from tests.gin.table import knock
from tests.views.browser import Browser
from tests.views.table import Sit, Table, press_on, rows, totals
from views.web.cache import LruCache


def test_what_was_not_asked_for_longest_goes_first() -> None:
    cache = LruCache[str](2)

    for key in ("a", "b", "a", "c"):
        if cache.find(key) is None:
            cache.put(key, key)

    assert [cache.find(key) for key in ("a", "b", "c")] == ["a", None, "c"]


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
