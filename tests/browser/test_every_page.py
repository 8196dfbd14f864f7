"""Pages follow the rules of accessibility, light and dark, with and without scripts."""

from collections.abc import Callable, Iterable, Set
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import expect

from models.gin.cards.cards import Card
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import MatchBy, PartnersScore, Stake, ThreePlayers
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.records.database.base import db
from models.records.saving.seats import renew_link
from models.records.tables.player import Player as BookPlayer
from models.records.tables.shared import Link
from tests.browser.conftest import NO_COLOURS, ONLY_COLOURS
from tests.browser.table import LONG_NAMES, Check, Player, Sit, book_path, match_path
from tests.records.table import (
    ANN_KNOCKS,
    ANN_SHOWS_A_CARD,
    ANNS_PHONE,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_FORGOT_A_BOX,
    BOB_HAS_GIN,
    BOB_WON_25,
    DEAD,
    FROM_PAPER,
    match_at,
)

ANN_WINS = Hand(0, Count(Ending.GIN, defender=98))
BOB_KNOCKS_CID = Hand(1, Count(Ending.KNOCK, 5, 15), (1, 2))
CID_KNOCKS_ANN = Hand(2, Count(Ending.KNOCK, 5, 25), (0, 2))
CID_KNOCKS_DAN = Hand(2, Count(Ending.KNOCK, 2, 32), (2, 3))
POT = {"stake_pot": Stake(Decimal(5), "EUR"), "stake_per_gin": Stake(Decimal(1), "EUR"), "games_to_win": None}
STAKES = {"stake_per_point": Stake(Decimal("0.05"), "EUR"), "stake_per_box": Stake(Decimal("0.25"), "EUR")}
WITH_UPCARDS = (
    Hand(0, Count(Ending.KNOCK, knocker=2, defender=96, upcard=Card.parse("2S"))),
    Hand(1, Count(Ending.GIN, defender=60, upcard=Card.parse("9D"))),
    Hand(None, Count(Ending.DEAD, upcard=Card.parse("9D"))),
    Hand(0, Count(Ending.GIN, defender=70, upcard=Card.parse("KS"))),
)
ANN_KNOCKS_WITH_10, BOB_UNDERCUTS = "KS KC KD 5S 6S 7S 9C TC JC JD", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"


Act = Callable[[Player, Flask], None]


def at(path: str) -> Act:
    """Opens a page that needs no match."""
    return lambda ann, app: ann.page.goto(path)


def on_a_sheet(path: str = "", *hands: Hand) -> Act:
    """Opens a page of a match with these hands."""
    return lambda ann, app: ann.page.goto(match_path(app, *hands) + path)


def disputes_unfolded(ann: Player, app: Flask) -> None:
    """Opens every theme of the disputes of a match, and the first question of each."""
    on_a_sheet("/disputes")(ann, app)
    for theme in ann.page.locator(".dispute-theme").all():
        theme.locator("summary").first.click()
        theme.locator(".dispute > summary").first.click()


def with_rules(preset: str, *hands: Hand, **changed: object) -> Act:
    """Opens the sheet of a match by these rules."""
    rules = PRESETS[preset].but(**changed)
    return lambda ann, app: ann.page.goto(match_path(app, *hands, rules=rules, preset=preset))


def at_a_table(table: Table, path: str, *hands: Hand) -> Act:
    """Opens a page of a match of three, or of two against two."""
    names = ("Ann", "Bob", "Cid", "Dan")[: table.people]
    return lambda ann, app: ann.page.goto(match_path(app, *hands, names=names, table=table) + path)


def of_three(three_players: ThreePlayers, *hands: Hand, **changed: object) -> Act:
    """Opens the sheet of three who play in another way."""
    rules = PRESETS["pagat"].but(three_players=three_players, **changed)
    names = ("Ann", "Bob", "Cid")
    return lambda ann, app: ann.page.goto(
        match_path(app, *hands, rules=rules, names=names, table=Table.THREE, first_dealer=2)
    )


def partners_added(ann: Player, app: Flask) -> None:
    """Partners whose hands are added."""
    rules = PRESETS["pagat"].but(partners_score=PartnersScore.ADDED)
    names = ("Ann", "Bob", "Cid", "Dan")
    hands = (ANN_KNOCKS, CID_KNOCKS_DAN, ANN_KNOCKS)
    ann.page.goto(match_path(app, *hands, rules=rules, names=names, table=Table.PARTNERSHIP))


def evening(ann: Player, app: Flask) -> None:
    """Three matches for money, two of them in dollars, and the newest chosen."""
    euros, dollars = PRESETS["pagat"].but(**STAKES), PRESETS["pagat"].but(stake_pot=Stake(Decimal(5), "USD"))
    match_path(app, BOB_HAS_GIN, rules=euros, names=LONG_NAMES)
    match_path(app, ANN_WINS, rules=dollars, names=("Ann", "Bob", "Cid"), table=Table.THREE)
    ann.page.goto(match_path(app, ANN_WINS, rules=euros, names=LONG_NAMES) + "/evening")
    for box in ann.page.get_by_role("checkbox").all():
        box.check()
    ann.press("Add up")
    ann.sees("Total of 6 matches")


def new_match_for(label: str) -> Act:
    """Asks for a larger table, where two players have one name."""

    def act(ann: Player, app: Flask) -> None:
        ann.page.goto("/matches/new")
        ann.tap(ann.page.get_by_text("Two players", exact=True))
        ann.press(label)
        ann.write(name_0="Ann", name_2="Ann")
        ann.press("Start")
        ann.sees("Please check")

    return act


def other_rules(ann: Player, app: Flask) -> None:
    """Opens the choice of the rules of a new match, with all there is."""
    ann.page.goto("/matches/new")
    for line in ("Rules: Standard, to 100", "More rules", "Hollywood, stakes, your own rules"):
        ann.tap(ann.page.get_by_text(line))


def nameless(path: str) -> Act:
    """Opens a page of a match without names."""
    return lambda ann, app: ann.page.goto(match_path(app, names=(None, None)) + path)


def with_lines(path: str = "", rules: HouseRules = PRESETS["pagat"], **fields: Any) -> Act:
    """Opens a page of a match with extra lines."""
    written = (FROM_PAPER, ANN_KNOCKS, ANN_SHOWS_A_CARD, BOB_HAS_GIN, BOB_FORGOT_A_BOX)
    return lambda ann, app: ann.page.goto(match_path(app, *written, rules=rules, **fields) + path)


def penalty(ann: Player, app: Flask) -> None:
    """A penalty with its preview."""
    with_lines("/lines/new")(ann, app)
    ann.choose("Ann")
    ann.choose("False knock")
    ann.write(points="15", reason="knocked with 14")
    ann.sees("Bob gets 15")


def from_paper(ann: Player, app: Flask) -> None:
    """A hand from paper with its preview."""
    with_lines("/lines/new?kind=hand")(ann, app)
    ann.choose("Bob")
    ann.write(points="31")
    ann.sees("Bob wins the hand, +31.")


def cards(ann: Player, app: Flask) -> None:
    """Has laid both hands."""
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    if ann.has_scripts:
        ann.take(f"{ANN_KNOCKS_WITH_10} {BOB_UNDERCUTS}")
    else:
        ann.write(cards_0=ANN_KNOCKS_WITH_10, cards_1=BOB_UNDERCUTS)
    ann.preview()
    ann.sees("Bob undercuts")


def half_the_cards(ann: Player, app: Flask) -> None:
    """Has laid her own hand, and begins with Bob's."""
    ann.page.goto(match_path(app) + "/hands/new")
    ann.choose("Ann")
    if ann.has_scripts:
        ann.take(f"{ANN_KNOCKS_WITH_10} 2S 2D")
    else:
        ann.write(cards_0=ANN_KNOCKS_WITH_10, cards_1="2S 2D")
    ann.preview()
    ann.sees("Bob 2 of 10")


def wrong_cards(ann: Player, app: Flask) -> None:
    """With half the cards laid, takes others, and is told what is wrong with them."""
    if ann.has_scripts:
        ann.take("3H 5H 8H TH QH 4D 6D QD")
        ann.tap(ann.page.locator(".tray__tab", has_text="Bob"))
        ann.press("Type the cards")
    else:
        ann.write(cards_1="KS 2S 2D")
    ann.tap(ann.page.get_by_text("Change melds").last)
    ann.write(melds_1="2S 2D")
    ann.press_main()
    ann.sees("2♠ 2♦: a meld needs at least three cards.")


def counts(ann: Player, app: Flask) -> None:
    """Has given both counts."""
    ann.page.goto(match_path(app) + "/hands/new?by=deadwood")
    ann.choose("Ann")
    ann.write(deadwood_0="8", deadwood_1="20")
    ann.preview()
    ann.sees("Ann knocks, +12.")


def wrong_counts(ann: Player, app: Flask) -> None:
    """Changes both counts, and is told what is wrong with them."""
    ann.write(deadwood_0="11", deadwood_1="99")
    ann.press_main()
    ann.sees("Deadwood can’t be more than 98")


def not_saved(ann: Player, app: Flask) -> None:
    """Saves a hand while the database is away, which only a file can be. Then it is back, and opened anew."""
    counts(ann, app)
    with app.app_context():
        url = db.engine.url
    if url.get_backend_name() != "sqlite":
        return
    file = Path(str(url.database))
    away = file.rename(file.with_name("away.sqlite"))
    ann.press_main()
    ann.sees("What you entered is still here")
    away.rename(file)
    with app.app_context():
        db.engine.dispose()  # as a start does


def a_replaced_link(ann: Player, app: Flask) -> None:
    """Opens a link that was renewed, without a seat: with one, the phone is led to the new link."""
    path = match_path(app)
    with app.app_context():
        match = match_at(path)
        renew_link(match, Link.VIEWING, ANNS_PHONE)
    cookies = ann.page.context.cookies()
    ann.page.context.clear_cookies()
    ann.page.goto(path)
    ann.sees("Ask for the new")
    ann.page.context.add_cookies(cookies)


def by_the_upcard(ann: Player, app: Flask) -> None:
    """Is asked for the upcard."""
    rules = PRESETS["oklahoma"]
    ann.page.goto(match_path(app, rules=rules, preset="oklahoma") + "/hands/new")
    ann.choose("Ann")
    if ann.has_scripts:
        expect(ann.button("What’s the upcard?")).to_be_visible()


def one_hand(ann: Player, app: Flask) -> None:
    """Reads the page of a hand laid in cards."""
    ann.page.goto(match_path(app, BOB_BREAKS_HIS_EIGHTS))
    ann.tap(ann.page.get_by_role("link", name="Hand 1: Undercut"))
    ann.sees("Bob broke the eights to lay off more.")


def a_removed_hand(ann: Player, app: Flask) -> None:
    """Removes the hand, and reads its page again."""
    ann.press("Remove")
    ann.page.wait_for_url("**/m/*")
    ann.open_menu()
    ann.follow("History 1 hand removed")
    ann.follow("Hand 1 removed")
    ann.sees("This hand was removed")


def changes(ann: Player, app: Flask) -> None:
    """From the page of the hand, reads what was removed."""
    ann.follow("History of the match")
    ann.sees("Hand 1 removed")


def a_conflict(ann: Player, app: Flask) -> None:
    """Has sent a hand from an old sheet."""
    counts(ann, app)
    other = ann.page.context.new_page()
    other.goto(ann.page.url)
    bob = Player(other)
    bob.choose("Nobody – dead hand")
    bob.preview()
    bob.save("Save: dead hand")
    other.close()
    ann.press("Save: Ann +12")
    ann.sees("Yours is not saved yet.")


def viewing(ann: Player, app: Flask) -> None:
    """Only watches, and would write."""
    ann.page.context.clear_cookies()
    ann.page.goto(match_path(app, ANN_KNOCKS) + "/hands/new")


def editing_rules(ann: Player, app: Flask) -> None:
    """Has changed what gin pays, and is told what cannot be."""
    ann.page.goto("/houses/own/change?from=pagat")
    ann.page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true })")
    ann.write(gin_bonus="30", knock_limit="0", target="0")
    ann.preview()
    ann.sees(
        "Ann +54",
        "rules about knocks and undercuts have no effect",
        "A game to 0 would be over before the first hand.",
    )


def saved_rules(ann: Player, app: Flask) -> None:
    """Has saved custom rules."""
    ann.page.goto("/houses/own/change?from=pagat")
    ann.press("Save these rules")
    ann.sees("Saved on this phone")


def scoreboard(ann: Player, app: Flask) -> None:
    """Looks at the sheet from afar."""
    ann.page.goto(ann.page.url + "/table")


def deleting(ann: Player, app: Flask) -> None:
    """Has read what will be gone, and is asked once more."""
    ann.page.goto(match_path(app, ANN_KNOCKS, BOB_HAS_GIN) + "/delete")
    ann.page.locator(".fold__summary").click()
    ann.sees("Nobody can bring it back.")


def deleted(ann: Player, app: Flask) -> None:
    """Deletes the match."""
    ann.press("Yes, delete it for good")
    ann.sees("The match was deleted.")


def no_name(ann: Player, app: Flask) -> None:
    """Has chosen no name."""
    ann.page.goto(match_path(app, ANN_KNOCKS) + "/names")
    ann.press("Remove the name")
    ann.sees("Choose a name.")


A_DOCUMENT = """{"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": [
  {"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 8, "defender": 20}}]}"""
TWO_NAMES = "2021-01-05,Ann,Bob,25\n2021-01-05,Bob,Ann,31\n2021-01-12,Cid,Ann,12\n"
A_CLUB = """Date,Winner,Loser,Points,Notes
2021-01-05,Zoé,O'Brien,25,at ours
2021-01-05,Draw,Zoé,0,
2021-01-12,Zoe,Dee,31,by candlelight
"""
A_MATRIX = "Season 2021\n,Ann,Bob,Cid\nAnn,x,105,62\nBob,40,x,88\nCid,120,15,x\n"
BG_STATS = """{"games": [{"id": 1, "name": "%s"}, {"id": 2, "name": "Chess"}],
  "players": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}], "plays": [
  {"gameRefId": 1, "playDate": "2020-10-23", "uuid": "a", "ignored": true, "playerScores": []},
  {"gameRefId": 1, "playDate": "2020-10-23", "uuid": "b", "comments": "%s",
   "playerScores": [{"playerRefId": 1, "score": "105"}, {"playerRefId": 2, "score": "62"}]},
  {"gameRefId": 1, "playDate": "2020-10-24", "uuid": "c",
   "playerScores": [{"playerRefId": 1, "score": "40", "winner": true}, {"playerRefId": 2, "score": "62"}]},
  {"gameRefId": 1, "playDate": "2020-10-25", "uuid": "d",
   "playerScores": [{"playerRefId": 1, "score": "", "winner": true}, {"playerRefId": 2, "score": ""}]}]}"""
ON_PAPER = "Date;Ann;Bob\n13.4.2001;25;\n;;31\n;80;\n20.4.2001;;44\n"


def imported(text: str, sees: str) -> Act:
    """Pastes a text, and looks at what it would add."""

    def act(ann: Player, app: Flask) -> None:
        ann.page.goto("/import")
        ann.page.get_by_label("Or paste its text").fill(text)
        ann.press("Preview")
        ann.sees(sees)

    return act


HAND = '{"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 8, "defender": 20}}'
A_BOOK = """{"format": "gin-book/1", "id": "%s", "name": "Thursday club", "players": [
  {"id": "%s", "name": "Ann"}, {"id": "%s", "name": "Bob"}], "matches": [{"players": [0, 1],
  "match": {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": [%s]}}]}"""
IN_ORDER = A_BOOK % ("0" * 32, "1" * 32, "2" * 32, HAND)
WRONG = IN_ORDER.replace('"knocker": 8', '"knocker": 12')


CLUB: dict[str, Any] = {
    "columns": 3,
    "column_multipliers": (1, 1, 2),
    "column_targets": (100, 125, 150),
    "column_bonuses": (100, 100, 200),
    "all_columns_shutout_bonus": 300,
}
"""Hollywood as a club may play it."""

BY_POINTS: dict[str, Any] = {"match_by": MatchBy.POINTS, "games_in_match": 2}
"""A match that the points of two games decide."""

PAIR = ((("Ann", "Bob"), (ANN_WINS,)), (("Ann", "Bob"), (ANN_KNOCKS, BOB_HAS_GIN)))
MEMBERS = (
    (("Ann", "Bob"), (ANN_WINS,)),
    (("Cid", "Dan"), (ANN_WINS,)),
    (("Bartholomew Featherstonehaugh", "Bob"), (ANN_WINS,)),
    (("Dan", "Ann"), (ANN_WINS,)),
    (("Ann", "Cid"), (ANN_KNOCKS,)),
    (("Bob", "Dan"), ()),
)
"""Matches of a book of two, and of a club."""


def in_a_book(path: str = "") -> Act:
    """Opens a page of a book of two."""
    return lambda ann, app: ann.page.goto(book_path(app, *PAIR) + path)


def in_a_club(path: str = "") -> Act:
    """Opens a page of a book of several players."""
    return lambda ann, app: ann.page.goto(book_path(app, *MEMBERS, name="Thursday club") + path)


def of_a_player(path: str = "") -> Act:
    def act(ann: Player, app: Flask) -> None:
        ann.page.goto(book_path(app, *MEMBERS, name="Thursday club") + "/players")
        ann.page.goto(str(ann.page.get_by_role("link", name="Ann", exact=True).get_attribute("href")) + path)

    return act


def rating_of_a_player(ann: Player, app: Flask) -> None:
    """Opens the rating of a player of a club, from the list."""
    ann.page.goto(book_path(app, *MEMBERS, name="Thursday club") + "/ratings")
    ann.page.get_by_role("link", name="Ann", exact=True).first.tap()
    ann.page.wait_for_url("**/players/*")


def nobody_chosen(ann: Player, app: Flask) -> None:
    """Starts a match in a book without choosing anybody."""
    ann.page.goto(book_path(app) + "/matches/new")
    ann.press("Start")
    ann.sees("Choose a player, or enter a name.")


def statistics(path: str = "/statistics", *, empty: bool = False) -> Act:
    """Opens a page of statistics, of two or of an empty book; Ann is the player with the lowest id."""

    def act(ann: Player, app: Flask) -> None:
        book = book_path(app) if empty else book_path(app, *PAIR)
        with app.app_context():
            first = db.session.scalar(db.select(db.func.max(BookPlayer.id))) or 2
        ann.page.goto(book + path.format(ann=first - 1, bob=first))

    return act


STATES: dict[str, dict[str, Act]] = {
    "books": {
        "start a book": on_a_sheet("/../../books/new", ANN_KNOCKS),
        "an empty book": lambda ann, app: ann.page.goto(book_path(app)),
        "a book of two": in_a_book(),
        "a club": in_a_club(),
        "find a match": in_a_club("/matches"),
        "find a match, asked": in_a_club("/matches?name=b&state=finished&from=2020-01-01"),
        "no match found": in_a_club("/matches?name=zoe"),
        "players": in_a_club("/players"),
        "a player": of_a_player(),
        "a player, to be changed": of_a_player("/change"),
        "the same person": of_a_player("/merge"),
        "two people": of_a_player("/split"),
        "deleting a player": of_a_player("/delete"),
        "usual rules": in_a_book("/rules"),
        "usual rules, to be changed": in_a_book("/rules/change"),
        "a new match in a club": in_a_club("/matches/new"),
        "a new match without players": nobody_chosen,
        "history of a book": in_a_book("/history"),
        "name of a book": in_a_book("/name"),
        "share a book": in_a_book("/share"),
        "deleting a book": in_a_book("/delete"),
        "add to a book": on_a_sheet("/book", ANN_KNOCKS),
        "home with books": at("/"),
    },
    "ratings": {
        "ratings of nobody": lambda ann, app: ann.page.goto(book_path(app) + "/ratings"),
        "ratings of a club": in_a_club("/ratings"),
        "rating of a player": rating_of_a_player,
    },
    "statistics": {
        "statistics of nothing": statistics(empty=True),
        "statistics of a book": statistics(),
        "statistics, a wrong month": statistics("/statistics?from=soon"),
        "statistics of a club": in_a_club("/statistics?show=play"),
        "statistics of a player": statistics("/players/{ann}"),
        "statistics of a player in another year": statistics("/players/{ann}?from=2001&to=2001"),
        "head to head": statistics("/players/{ann}/against/{bob}"),
        "hands behind a figure": statistics("/statistics/figures/gin"),
        "games behind a figure": statistics("/statistics/figures/games-won?player={ann}"),
    },
    "starting": {
        "home": at("/"),
        "new match": at("/matches/new"),
        "new match by other rules": other_rules,
        "new match of three with one name": new_match_for("Three players"),
        "new match of partners with one name": new_match_for("Two against two"),
        "fresh sheet without names": nameless(""),
        "add names": nameless("/add-names"),
        "no book without names": nameless("/book"),
        "settings": at("/settings"),
        "what is stored": at("/settings/privacy"),
        "nothing that is not sent": at("/unsent"),
        "no network": at("/unreached"),
        "without a network": at("/offline"),
        "not found": at("/nowhere"),
    },
    "rules": {
        "rules": at("/houses"),
        "a preset": at("/houses/rummytalk"),
        "editing rules": editing_rules,
        "custom rules from a link": at("/houses/own?from=pagat&name=Our+kitchen&gin_bonus=30&target=0"),
        "saved rules": saved_rules,
        "rules with saved ones": at("/houses"),
        "rules of a match": on_a_sheet("/rules"),
        "disputes of a match": disputes_unfolded,
        "how often": at("/how-often"),
        "rules of a match, to be changed": on_a_sheet("/rules/change", ANN_KNOCKS),
    },
    "sheets": {
        "a fresh sheet": on_a_sheet(),
        "deleting a match": deleting,
        "a match deleted": deleted,
        "removing a name": no_name,
        "a sheet": on_a_sheet("", ANN_KNOCKS, BOB_HAS_GIN, DEAD, BOB_BREAKS_HIS_EIGHTS),
        "face to face": on_a_sheet("/face-to-face", ANN_KNOCKS, BOB_HAS_GIN),
        "back from face to face": lambda ann, app: ann.follow("Sheet"),
        "a game that is over": on_a_sheet("", BOB_HAS_GIN, BOB_BREAKS_HIS_EIGHTS, ANN_WINS),
        "Hollywood": with_rules("rummytalk", *WITH_UPCARDS),
        "scoreboard with columns": scoreboard,
        "columns of their own kind": with_rules("pagat", *[ANN_WINS] * 2, BOB_HAS_GIN, ANN_WINS, **CLUB),
        "a match by points": with_rules("pagat", ANN_WINS, BOB_HAS_GIN, ANN_WINS, ANN_WINS, **BY_POINTS),
        "lines that are not hands": with_lines(),
        "lines in columns": with_lines(rules=PRESETS["pagat"].but(columns=3)),
        "lines among partners": with_lines(names=("Ann", "Bob", "Cid", "Dan"), table=Table.PARTNERSHIP),
        "zero sum": with_rules("sydney", ANN_KNOCKS, BOB_HAS_GIN),
        "several games": with_rules("tournament", ANN_WINS, BOB_HAS_GIN, ANN_WINS, ANN_WINS),
        "as many games as they like": with_rules("pagat", ANN_WINS, BOB_HAS_GIN, games_to_win=None),
        "stakes": with_rules("pagat", ANN_KNOCKS, **STAKES),
        "stakes at the end": with_rules("pagat", ANN_WINS, **STAKES),
        "five columns": with_rules("pagat", ANN_WINS, BOB_HAS_GIN, ANN_KNOCKS, columns=5),
        "three at the table": at_a_table(Table.THREE, "", ANN_KNOCKS, BOB_KNOCKS_CID),
        "scoreboard of three": scoreboard,
        "three at the end": at_a_table(Table.THREE, "", ANN_KNOCKS, ANN_WINS),
        "partners": at_a_table(Table.PARTNERSHIP, "", ANN_KNOCKS, CID_KNOCKS_DAN, ANN_KNOCKS),
        "a captain": of_three(ThreePlayers.CAPTAIN, ANN_KNOCKS, CID_KNOCKS_ANN),
        "all against the winner": of_three(ThreePlayers.ALL_AGAINST_WINNER, ANN_KNOCKS, CID_KNOCKS_ANN),
        "three with a pot, at the end": of_three(ThreePlayers.WINNER_STAYS, ANN_WINS, **POT),
        "partners added": partners_added,
        "the money of an evening": evening,
        "share": on_a_sheet("/share"),
        "a chart": on_a_sheet("/chart", ANN_KNOCKS, BOB_HAS_GIN, DEAD, BOB_BREAKS_HIS_EIGHTS),
        "a chart of nothing": on_a_sheet("/chart"),
        "a chart of three": at_a_table(Table.THREE, "/chart", ANN_KNOCKS, BOB_KNOCKS_CID),
        "share the result": on_a_sheet("/result", BOB_HAS_GIN, BOB_BREAKS_HIS_EIGHTS, ANN_WINS),
        "the matches of this phone": at("/"),
    },
    "files": {
        "export": on_a_sheet("/export", ANN_KNOCKS),
        "score sheet": on_a_sheet("/score-sheet", ANN_KNOCKS, BOB_HAS_GIN, BOB_BREAKS_HIS_EIGHTS),
        "import": at("/import"),
        "export a book": in_a_club("/export"),
        "export everything": at("/export"),
        "a book to print": in_a_club("/print"),
        "an empty book to print": lambda ann, app: ann.page.goto(book_path(app) + "/print"),
        "import, a book": imported(IN_ORDER, "Thursday club"),
        "import, a wrong book": imported(WRONG, "Nothing was imported"),
        "import, preview": imported(A_DOCUMENT, "One match"),
        "import, wrong": imported('{"format": "gin-match/1"}', "Nothing was imported"),
        "import, plays": imported(BG_STATS % ("Gin Rummy", "x" * 201), "One match"),
        "import, which game": imported(BG_STATS % ("Knock", ""), "Which one is it?"),
        "import, table": imported(ON_PAPER, "2 matches"),
        "import, two readings": imported("Date,Ann,Bob\n03/04/2021,105,62\n", "more than one way"),
        "import, names alike": imported(A_CLUB, "is this one person?"),
        "import, several ways": imported(TWO_NAMES, "Choose one below."),
        "import, a matrix": imported(A_MATRIX, "Each column has the points"),
        "import, table of long names": imported(
            ON_PAPER.replace("Ann;Bob", ";".join(LONG_NAMES)), "2 matches"
        ),
    },
    "hands": {
        "three, a hand": at_a_table(Table.THREE, "/hands/new?by=deadwood", ANN_KNOCKS),
        "partners, a hand": at_a_table(Table.PARTNERSHIP, "/hands/new?by=cards&faced=2-3", ANN_KNOCKS),
        "cards, none": on_a_sheet("/hands/new"),
        "cards, half": half_the_cards,
        "cards, wrong": wrong_cards,
        "cards, all": cards,
        "deadwood": counts,
        "wrong deadwood": wrong_counts,
        "not saved": not_saved,
        "a replaced link": a_replaced_link,
        "a penalty": penalty,
        "an adjustment": on_a_sheet("/lines/new?kind=adjustment", ANN_KNOCKS),
        "a hand from paper": from_paper,
        "partners, a hand from paper": at_a_table(Table.PARTNERSHIP, "/lines/new?kind=hand", ANN_KNOCKS),
        "one hand from paper": on_a_sheet("/hands/2", ANN_KNOCKS, BOB_WON_25),
        "a sheet with hands from paper": on_a_sheet("", ANN_KNOCKS, BOB_WON_25),
        "scores from paper": on_a_sheet("/lines/new?kind=paper"),
        "a handicap": on_a_sheet("/lines/new?kind=handicap"),
        "one line": with_lines("/lines/3"),
        "upcard": by_the_upcard,
        "one hand": one_hand,
        "a removed hand": a_removed_hand,
        "changes": changes,
        "a conflict": a_conflict,
        "viewing": viewing,
    },
}
"""How to come to each page."""

EVERY_STATE = {name: state for states in STATES.values() for name, state in states.items()}

GOES_ON_FROM = {
    "scoreboard with columns": "Hollywood",
    "scoreboard of three": "three at the table",
    "back from face to face": "face to face",
    "cards, wrong": "cards, half",
    "wrong deadwood": "deadwood",
    "a removed hand": "one hand",
    "changes": "a removed hand",
    "a match deleted": "deleting a match",
}
"""The pages that are reached from the one before them."""

NO_SCRIPTS = ("new match", "editing", "cards", "deadwood", "upcard", "a conflict", "viewing")
"""The pages that differ without scripts; the others are exactly the same."""


EACH_COMPONENT = {
    "cards, half",
    "cards, wrong",
    "cards, all",
    "deadwood",
    "three, a hand",
    "one hand",
    "upcard",
    "columns of their own kind",
    "lines among partners",
    "three with a pot, at the end",
    "three at the end",
    "scoreboard of three",
    "a chart of three",
    "face to face",
    "back from face to face",
    "share",
    "score sheet",
    "a book to print",
    "not saved",
    "import, wrong",
    "import, in progress",
    "new match of three without names",
    "the matches of this phone",
    "rules",
    "editing rules",
    "custom rules from a link",
    "rules of a match, to be changed",
    "a book of two",
    "find a match, asked",
    "two people",
    "a new match in a club",
    "history of a book",
    "rating of a player",
    "statistics, a wrong month",
    "head to head",
    "hands behind a figure",
}
"""Pages that have nearly every element and class of all pages between them."""

EACH_COLOUR = {
    "cards, half",
    "cards, wrong",
    "cards, all",
    "columns of their own kind",
    "three at the end",
    "score sheet",
    "new match of three without names",
    "rating of a player",
}
"""Those that have nearly every colour of letters on every colour of paper."""


def walk(
    ann: Player, app: Flask, axe: Check, subtests: pytest.Subtests, names: Iterable[str], coloured: Set[str]
) -> None:
    """Checks one page after another, those that are *coloured* with their colours in light and in dark."""
    for name in names:
        EVERY_STATE[name](ann, app)
        expect(ann.page.locator("[aria-busy]")).to_have_count(0)
        ann.page.emulate_media(color_scheme="light")
        with subtests.test(name):
            axe(ann.page, {} if name in coloured else NO_COLOURS)
        if name in coloured:
            ann.page.emulate_media(color_scheme="dark")
            with subtests.test(name, scheme="dark"):
                axe(ann.page, ONLY_COLOURS)


@pytest.mark.full
@pytest.mark.long
def test_no_component_shuts_anybody_out(app: Flask, sit: Sit, axe: Check, subtests: pytest.Subtests) -> None:
    ann = sit.down()
    walk(ann, app, axe, subtests, [name for name in EVERY_STATE if name in EACH_COMPONENT], EACH_COLOUR)


@pytest.mark.full
@pytest.mark.long
@pytest.mark.parametrize("pages", STATES)
def test_no_page_shuts_anybody_out(
    app: Flask, sit: Sit, axe: Check, subtests: pytest.Subtests, pages: str
) -> None:
    ann = sit.down()
    walk(ann, app, axe, subtests, STATES[pages], STATES[pages].keys())


@pytest.mark.full
@pytest.mark.long
def test_no_page_shuts_anybody_out_without_scripts(
    app: Flask, sit: Sit, axe: Check, subtests: pytest.Subtests
) -> None:
    ann = sit.down(javascript=False)
    names = [name for name in EVERY_STATE if name.startswith(NO_SCRIPTS)]
    walk(ann, app, axe, subtests, names, {*names})
