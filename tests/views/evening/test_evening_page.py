"""The evening: the money of several matches together, from a match and from the list."""

from collections.abc import Callable

from models.gin.rules.house_rules import STANDARD
from models.gin.rules.options import Shutout, Stake
from models.gin.rules.seating import Table as Seating
from models.records.books.book_matches import Chosen, start_in_book
from models.records.books.books import books_of
from models.records.saving.pipeline import new_entry_id
from models.records.tables.column_types import Agreement
from models.records.tables.shared import watch_token
from tests.gin.table import BOB, gin, knock
from tests.gin.test_seating import won
from tests.views.books.test_books import scoring_link, start_book
from tests.views.browser import Browser, Page
from tests.views.table import Sit, Table, of_class, press_on, words

GAME = STANDARD.but(game_bonus=0, box_bonus=0, shutout=Shutout.NONE, stake_per_game=Stake.parse("5 EUR"))
EVENING = "Settle up"


def link_to(page: Page, text: str) -> str:
    """Where a link leads."""
    [found] = [each["href"] for each in page.root.all("a") if each.text == text]
    return str(found)


def rows(page: Page) -> list[str]:
    """Everybody with what they are paid."""
    return [" ".join(row.text.split()) for row in of_class(page, "bill")[0].all("tr")]


def rematch(table: Table) -> Table:
    """The rematch of a match that is over."""
    return Table(table.browser, press_on(table.browser, table.sheet(), "Rematch").path)


def test_a_series_of_rematches_is_added_up_a_tap_from_the_sheet(sit: Sit) -> None:
    """Ann wins two games of five euros and Bob one."""
    first = sit(rules=GAME)
    first.add(gin(90))
    second = rematch(first)
    second.add(gin(90))
    third = rematch(second)
    over = third.play(gin(90, by=BOB))

    page = third.browser.get(link_to(over, EVENING))
    assert "Total of 3 matches" in page.text
    assert words(page, "paying") == ["Bob pays Ann €5.00."]
    assert rows(page) == ["Ann +€5.00", "Bob −€5.00"]


def test_other_matches_are_added_with_their_checkboxes(sit: Sit) -> None:
    """Ann has five euros to come from Bob, and Cid five from her."""
    with_bob = sit(rules=GAME)
    with_bob.add(gin(90))
    with_cid = sit(rules=GAME, names=("Ann", "Cid"))
    over = with_cid.play(gin(90, by=BOB))

    page = with_cid.browser.get(link_to(over, EVENING))
    assert words(page, "paying") == ["Ann pays Cid €5.00."]
    boxes = [each for each in page.root.all("input") if each["type"] == "checkbox"]
    assert ["checked" in each.attributes for each in boxes] == [True, False]

    chosen = "&".join(f"match={each['value']}" for each in boxes)
    both = with_cid.browser.get(f"/evening?match=&{chosen}")
    assert words(both, "paying") == ["Bob pays Cid €5.00."]
    assert words(with_cid.browser.get("/evening?match="), "paying") == []


def test_the_list_of_matches_leads_there_if_anything_is_played_for_money(sit: Sit) -> None:
    sit().add(knock(8, 20))
    browser = sit(names=("Ann", "Cid")).browser
    assert EVENING not in browser.get("/").text

    sit(rules=GAME).add(gin(90))
    page = browser.get(link_to(browser.get("/"), EVENING))
    assert words(page, "paying") == ["Bob pays Ann €5.00."]
    assert "Ann and Cid" not in page.text


def test_a_match_that_goes_on_counts_as_it_stands_once_it_is_ticked(sit: Sit) -> None:
    """Where two play as many games as they like, nothing is unfinished between two games."""
    table = sit(rules=GAME.but(stake_per_game=None, stake_per_point=Stake.parse("0.10 EUR")))
    table.add(knock(8, 20))

    page = table.browser.get(f"{table.path}/evening")
    assert words(page, "paying") == []
    assert "Choose the matches to add up." in page.text
    [choice] = [each for each in page.root.all("input") if each["type"] == "checkbox"]
    page = table.browser.get(f"{table.path}/evening?match=&match={choice['value']}")

    assert words(page, "paying") == ["Bob pays Ann €1.20."]
    assert "not finished" in page.text
    assert "If you stopped now, Bob would pay Ann €1.20." in page.text

    over = sit(rules=GAME.but(games_to_win=None))
    over.add(gin(90))
    assert words(over.browser.get(f"{over.path}/evening"), "paying") == ["Bob pays Ann €5.00."]


def test_nothing_is_said_of_matches_that_a_visitor_cannot_open(
    sit: Sit, another_phone: Callable[[], Browser]
) -> None:
    secret = sit(rules=GAME, names=("Eva", "Max"))
    secret.add(gin(90))
    first = sit(rules=GAME)
    first.add(gin(90))
    second = rematch(first)
    second.add(gin(90))
    mine = second.browser.get("/evening")
    everything = "&".join(
        f"match={each['value']}" for each in mine.root.all("input") if each["type"] == "checkbox"
    )

    viewer = another_phone()
    page = viewer.get(f"{second.path}/evening?match=&{everything}")

    assert words(page, "paying") == ["Bob pays Ann €5.00."]
    assert len([each for each in page.root.all("input") if each["type"] == "checkbox"]) == 1
    assert "Eva" not in page.text
    assert "None of your matches" in viewer.get("/evening").text
    viewer.get(second.path)
    assert words(viewer.get("/evening"), "paying") == ["Bob pays Ann €5.00."]


def test_partners_and_a_captain_are_settled_by_person(sit: Sit) -> None:
    """Ann and Cid win five euros of Bob and Dan, two fifty each."""
    table = sit(rules=GAME, names=("Ann", "Bob", "Cid", "Dan"), table=Seating.PARTNERSHIP)
    table.add(won(0, 97, 1), won(2, 10, 3))

    page = table.browser.get(f"{table.path}/evening")
    assert rows(page) == ["Ann +€2.50", "Bob −€2.50", "Cid +€2.50", "Dan −€2.50"]
    assert words(page, "paying") == ["Bob pays Ann €2.50.", "Dan pays Cid €2.50."]


def test_without_stakes_the_page_says_how_to_play_for_money(table: Table) -> None:
    over = table.play(gin(90))

    assert EVENING not in over.text
    assert "None of your matches is played for money." in table.browser.get("/evening").text


def test_two_players_of_one_name_in_a_book_are_two_people(sit: Sit) -> None:
    """Ann wins five euros from Bob, and the other Ann loses five to Cid: nobody pays for the other one."""
    first = sit(rules=GAME)
    first.add(gin(90))
    app, browser = first.browser.client.application, first.browser
    start_book(browser, name="Thursdays")
    device = browser.device
    with app.app_context():
        [opened] = books_of(device)
        people = [Chosen(name="Ann", note="from Bern"), Chosen(name="Cid")]
        agreed = Agreement("pagat", "", GAME)
        match = start_in_book(opened, people, agreed, first_dealer=0, device=device, entry=new_entry_id())
        second = Table(browser, f"/m/{watch_token(match)}")
    second.add(gin(90, by=BOB))

    boxes = [each for each in browser.get("/evening").root.all("input") if each["type"] == "checkbox"]
    both = browser.get("/evening?match=&" + "&".join(f"match={each['value']}" for each in boxes))
    assert words(both, "paying") == ["Ann (from Bern) pays Cid €5.00.", "Bob pays Ann €5.00."]
    assert "Ann (from Bern) and Cid" in both.text
    assert "Ann pays Cid" not in both.text

    beside_the_book = sit(rules=GAME, names=("Ann", "Dan"))
    beside_the_book.add(gin(90, by=BOB))
    boxes = [each for each in browser.get("/evening").root.all("input") if each["type"] == "checkbox"]
    three = browser.get("/evening?match=&" + "&".join(f"match={each['value']}" for each in boxes))
    assert sorted(rows(three)) == [
        "Ann (from Bern) −€5.00",
        "Ann €0.00",
        "Bob −€5.00",
        "Cid +€5.00",
        "Dan +€5.00",
    ]


def test_a_phone_with_a_seat_in_the_book_settles_what_others_have_scored(
    sit: Sit, another_phone: Callable[[], Browser]
) -> None:
    table = sit(rules=GAME)
    table.add(gin(90))
    book = start_book(table.browser)
    phone = another_phone()
    phone.join(scoring_link(table.browser, book))

    page = phone.get(link_to(phone.get("/"), EVENING))
    assert words(page, "paying") == ["Bob pays Ann €5.00."]
