"""The matches of a phone on the home page, and the players who are offered a new one."""

from collections.abc import Callable

from sqlalchemy import update

from models.gin.rules.options import ThreePlayers
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table as Seating
from models.records.database.base import db
from models.records.saving.pipeline import new_entry_id
from models.records.saving.starting import start_match
from models.records.tables.match import Match
from tests.gin.table import BOB, gin, knock
from tests.views.books.test_books import ANN_WINS, scoring_link, sheets, start_book
from tests.views.browser import Browser, Page
from tests.views.table import Sit, Table, of_class, words
from views.web.access import DEVICE

Phone = Callable[[], Browser]


def again_with(page: Page, names: str) -> str:
    """The address behind the button of people who played lately."""
    buttons = (each for each in of_class(page, "button") if "again=" in each["href"])
    return next(each["href"] for each in buttons if each.text.startswith(names))


def test_a_series_counts_matches_that_are_too_old_to_be_listed(browser: Browser) -> None:
    with browser.client.session_transaction() as session:
        device = session.setdefault(DEVICE, "the phone on the table")
    with browser.client.application.app_context():
        for number in range(110):
            names = ("Ann", "Bob") if number % 2 else ("Bob", "Ann")
            entry = new_entry_id()
            start_match(names, PRESETS["pagat"], preset="pagat", first_dealer=0, device=device, entry=entry)
        db.session.execute(update(Match).values(match_over=True, winner=0))
        db.session.commit()

    home = browser.get("/")
    assert "Ann 55, Bob 55" in home.text
    assert "97 earlier matches" in home.text
    assert words(home, "lead__name") == []


def test_the_newest_unfinished_match_is_continued_even_if_another_was_played_since(sit: Sit) -> None:
    """Of a dozen. They come before all that are over, marked, and most of them folded."""
    unfinished = [sit(names=("Ann", f"Bob {number}")) for number in range(12)]
    over = sit(names=("Ann", "Cid"))
    over.add(ANN_WINS)
    home = over.browser.get("/")

    newest = unfinished[-1].path
    assert home.links["Continue"] == newest
    assert sheets(home) == [each.path for each in [*reversed(unfinished), over]]
    assert [note.startswith("Unfinished · ") for note in words(home, "match__note")] == [True] * 12 + [False]
    assert "10 more unfinished matches" in home.text


def test_matches_without_a_hand_come_last_and_are_small(sit: Sit) -> None:
    played = sit(names=("Ann", "Cid")).play(knock(8, 20))
    empty = sit(names=("Ann", "Bob"))
    home = empty.browser.get("/")

    assert home.links["Continue"] == played.path
    assert [each["href"] for each in of_class(home, "match__link--going-on")] == [played.path]
    assert sheets(home) == [played.path, empty.path]


def test_a_match_is_listed_once_after_a_rematch(sit: Sit, another_phone: Phone) -> None:
    """The rematch has started a book. Bob's phone viewed the first match before it could score."""
    table, bob = sit(), another_phone()
    bob.get(table.path)
    table.add(ANN_WINS)
    again = Table(table.browser, table.browser.press(table.path, "Rematch").path)
    book = table.browser.get("/").links["Ann and Bob"]
    table.browser.press(f"{book}/share/scoring", "Show the links")
    bob.join(scoring_link(table.browser, book))

    assert table.browser.get("/").links["Continue"] == again.path
    for phone in (table.browser, bob):
        assert sheets(phone.get("/")) == [again.path, table.path]


def test_other_matches_of_the_same_two_are_listed_under_their_book(sit: Sit) -> None:
    earlier, first = sit(names=("Bob", "Ann")), sit(names=("Ann", "Bob"))
    for table in (earlier, first):
        table.add(ANN_WINS)
    second = Table(first.browser, first.browser.press(first.path, "Rematch").path)
    second.add(ANN_WINS)

    home = first.browser.get("/")
    assert [each.text for each in home.root.all("h2")] == ["Play again", "Ann and Bob"]
    assert sheets(home) == [second.path, first.path, earlier.path]


def test_the_last_players_are_one_tap_and_start_away_from_another_match(sit: Sit) -> None:
    """By the same rules, which say who deals: here they take turns."""
    table = sit("bicycle", names=("Ann", "Bob"))
    table.add(ANN_WINS)
    sit("pagat", names=("Cid", "Dan")).add(ANN_WINS)

    home = table.browser.get("/")
    assert words(home, "opponents__names") == ["Cid and Dan", "Ann and Bob"]
    again = table.browser.press(again_with(home, "Ann and Bob"), "Start")

    assert again.heading == "Ann and Bob"
    assert "Alternate deal, to 100" in again.text
    assert words(again, "badge") == ["deals"]
    assert of_class(again, "total")[BOB].text.startswith("Bob deals")


def test_the_next_captain_plays_next(sit: Sit) -> None:
    rules = PRESETS["pagat"].but(three_players=ThreePlayers.CAPTAIN)
    table = sit(rules=rules, names=("Ann", "Bob", "Cid"), table=Seating.THREE)

    inputs = table.browser.get(again_with(table.browser.get("/"), "")).inputs
    assert [inputs[f"name_{place}"] for place in range(3)] == ["Bob", "Cid", "Ann"]


def test_players_of_a_club_play_again_in_its_book(browser: Browser, sit: Sit) -> None:
    sit(names=("Ann", "Bob")).add(ANN_WINS)
    sit(names=("Cid", "Dan"))
    club = start_book(browser, name="Club")

    again = browser.press(again_with(browser.get("/"), "Ann and Bob"), "Start")
    assert again.heading == "Ann and Bob"
    assert of_class(again, "total")[BOB].text.startswith("Bob deals")
    assert again.path in sheets(browser.get(club))


def test_games_won_stand_where_they_decide_a_match(sit: Sit) -> None:
    table = sit("tournament", names=("Ann", "Bob"))
    three = [gin(98)] * 3
    table.add(*three, gin(98, by=BOB))
    home = table.browser.get("/")

    assert words(home, "match__player") == ["Ann 1", "Bob 0"]
    assert words(home, "match__note")[0].startswith("Unfinished · Games won · Best of five")


def test_a_winner_is_marked_and_nobody_has_a_colour(table: Table) -> None:
    table.add(gin(98, by=BOB))
    home = table.browser.get("/")

    assert [each.text for each in of_class(home, "match__player--won")] == ["Bob 338"]
    assert not [each for name in ("one", "two") for each in of_class(home, name)]
