"""The figure of an earlier version of a hand, where what was entered after it decides that figure."""

from collections.abc import Callable

from models.gin.cards.cards import Card
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import ThreePlayers
from models.gin.rules.seating import Table as Seating
from models.gin.sheet.extra_lines import ColumnScores, OpeningKind, OpeningScores
from models.records.saving.hand_writes import add_hand, correct_hand, remove_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.tables.match import Match
from tests.records.table import match_at
from tests.views.table import Sit, Table, of_class, words

ANN, BOB, CID, DAN = range(4)
NAMES = ("Ann", "Bob", "Cid", "Dan")
ALONE = HouseRules(loser_negative=True, three_players=ThreePlayers.ALL_AGAINST_WINNER)
CARRY = HouseRules(spade_double=True, dead_hand_double_carries=True)

Act = Callable[[Match, Entry], object]


def knock(by: int, over: int, nth: int = 0, *, against: int = 15) -> Hand:
    """A knock with 5, and a red upcard."""
    return Hand(by, Count(Ending.KNOCK, 5, against, Card.parse("9H")), (min(by, over), max(by, over)), nth)


def act(table: Table, *acts: Act) -> None:
    """Changes the match on this phone, one change after the other."""
    device = table.browser.device
    with table.browser.client.application.app_context():
        for each in acts:
            match = match_at(table.path)
            each(match, Entry(new_entry_id(), match.version, device))


def newest(table: Table) -> list[str]:
    """What the history says of the last change: what was before it, and what is now."""
    change = of_class(table.browser.get(f"{table.path}/history"), "change")[0]
    return [each.text.split(". ")[0] for each in change.all("dd")]


def headline(table: Table, hand: str) -> str:
    """What the page of a *hand* says first."""
    return words(table.browser.get(f"{table.path}/hands/{hand}"), "verdict")[0].split(".")[0]


def add(written: Hand | OpeningScores) -> Act:
    """Adds a hand or an extra line."""
    return lambda match, entry: add_hand(match, written, entry)


def correct(place: int, hand: Hand) -> Act:
    """Corrects what was entered in this *place*, from 0."""
    return lambda match, entry: correct_hand(match, match.records[place].id, hand, entry)


def remove(place: int) -> Act:
    """Removes what was entered in this *place*, from 0."""
    return lambda match, entry: remove_hand(match, match.records[place].id, entry)


def test_opening_scores_that_were_entered_later_say_who_plays_alone(sit: Sit) -> None:
    """Bob dealt first on paper, and so he plays alone: only he pays Ann."""
    table = sit(names=NAMES[:3], rules=ALONE, table=Seating.THREE)
    on_paper = OpeningScores(OpeningKind.CARRIED_OVER, (ColumnScores((5, 5, -10)),), dealer=BOB)
    act(table, add(knock(ANN, BOB)), add(on_paper), correct(0, knock(ANN, BOB, against=16)))

    assert newest(table) == ["Ann knocks, +10", "Ann knocks, +11"]
    act(table, remove(0))
    assert words(table.browser.get(f"{table.path}/hands/removed/1"), "verdict")[0].startswith(
        "Ann knocks, +11."
    )


def test_a_double_is_carried_in_the_order_in_which_rounds_were_complete(sit: Sit) -> None:
    """The second round was complete before the first, and so nothing was carried to it."""
    table = sit(names=NAMES, rules=CARRY, table=Seating.PARTNERSHIP)
    dead = Hand(None, Count(Ending.DEAD, upcard=Card.parse("9S")), (ANN, BOB), 1)
    second = [knock(ANN, BOB, 2), knock(CID, DAN, 2)]
    act(table, *map(add, (dead, *second, knock(CID, DAN, 1))), correct(1, knock(ANN, BOB, 2, against=16)))

    assert headline(table, "2") == "Ann knocks, +11"
    assert newest(table) == ["Ann knocks, +10", "Ann knocks, +11"]
