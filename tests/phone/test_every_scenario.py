"""Pages of a match that was taken along are the server's, byte for byte, whatever is played at what table."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from models.gin.cards.cards import Card
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.options import Multipliers, PartnersScore, Stake, ThreePlayers
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table as Seating
from models.gin.sheet.extra_lines import ExtraLine
from phone.boot import Phone
from tests.phone.test_copies import compared, taken
from tests.records.table import (
    ANN_KNOCKS,
    ANN_LAYS_GIN,
    ANN_SHOWS_A_CARD,
    BOB_BREAKS_HIS_EIGHTS,
    BOB_FORGOT_A_BOX,
    BOB_HAS_BIG_GIN,
    BOB_HAS_GIN,
    BOB_WON_25,
    DEAD,
    FROM_PAPER,
)
from tests.views.table import Sit, Table, press_on

NAMES = ("Ann", "Bob", "Cid", "Dan")
ANN_WINS = Hand(0, Count(Ending.GIN, defender=98))
GIN_OFF = Hand(0, Count(Ending.KNOCK, 6, 0))
BOB_KNOCKS_CID = Hand(1, Count(Ending.KNOCK, 5, 15), (1, 2))
CID_KNOCKS_ANN = Hand(2, Count(Ending.KNOCK, 5, 25), (0, 2))
CID_KNOCKS_DAN = Hand(2, Count(Ending.KNOCK, 2, 32), (2, 3))
UNDER_A_SPADE = Hand(0, Count(Ending.KNOCK, knocker=2, defender=96, upcard=Card.parse("2S")))
GIN_UNDER_A_SPADE = Hand(0, Count(Ending.GIN, defender=41, upcard=Card.parse("2S")))
DEAD_UNDER_A_SPADE = Hand(None, Count(Ending.DEAD, upcard=Card.parse("9S")))
DEAD_UNDER_A_NINE = Hand(None, Count(Ending.DEAD, upcard=Card.parse("9D")))
ANYTHING = (ANN_KNOCKS, BOB_HAS_GIN, DEAD, BOB_HAS_BIG_GIN)

Act = Callable[[Table], object]


@dataclass(frozen=True)
class Scenario:
    """A match as it was played on the server."""

    lines: tuple[Hand | ExtraLine, ...] = ANYTHING
    house: str = "pagat"
    seating: Seating = Seating.TWO
    changed: dict[str, Any] = field(default_factory=dict)
    then: Act = lambda _table: None
    """What is done on the sheet at last."""


def of_three(way: ThreePlayers) -> Scenario:
    """Three players, as they play in another way."""
    return Scenario((), seating=Seating.THREE, changed={"three_players": way})


def press(label: str, path: str = "") -> Act:
    """Presses a button of the match."""
    return lambda table: table.browser.press(table.path + path, label)


def change_rules(table: Table) -> None:
    """Plays to 250 from now on."""
    page = table.browser.get(f"{table.path}/rules/change")
    preview = press_on(table.browser, page, "Preview", {"target": "250"}, status=200)
    press_on(table.browser, preview, "Use these rules")


SCENARIOS = {
    **{f"rules of {house}": Scenario((GIN_UNDER_A_SPADE, DEAD_UNDER_A_NINE), house) for house in PRESETS},
    "nothing played": Scenario(()),
    "by cards": Scenario((BOB_BREAKS_HIS_EIGHTS, ANN_LAYS_GIN)),
    "by points": Scenario((BOB_WON_25, ANN_KNOCKS)),
    "penalty and adjustment": Scenario((ANN_KNOCKS, ANN_SHOWS_A_CARD, BOB_FORGOT_A_BOX)),
    "opening scores": Scenario((FROM_PAPER, ANN_KNOCKS)),
    "gin-off": Scenario((GIN_OFF,), changed={"gin_off_bonus": 25, "gin_off_extra_boxes": 1}),
    "a carried double": Scenario(
        (DEAD_UNDER_A_SPADE, GIN_UNDER_A_SPADE),
        changed={"dead_hand_double_carries": True, "spade_double": True},
    ),
    "cards that count more": Scenario(
        (UNDER_A_SPADE,), changed={"suit_multipliers": Multipliers.parse("Sx2 Hx3")}
    ),
    "a finished match": Scenario((ANN_KNOCKS, ANN_WINS)),
    "money": Scenario((ANN_WINS,), changed={"stake_per_point": Stake.parse("0.05 EUR")}),
    "Hollywood": Scenario((ANN_KNOCKS, BOB_HAS_GIN, ANN_WINS), changed={"columns": 3}),
    "three players": Scenario((BOB_KNOCKS_CID, CID_KNOCKS_ANN), seating=Seating.THREE),
    "a captain": of_three(ThreePlayers.CAPTAIN),
    "the winner stays": of_three(ThreePlayers.WINNER_STAYS),
    "the winner alone": of_three(ThreePlayers.ALL_AGAINST_WINNER),
    "partners": Scenario((ANN_KNOCKS, CID_KNOCKS_DAN), seating=Seating.PARTNERSHIP),
    "partners added": Scenario(
        (ANN_KNOCKS, CID_KNOCKS_DAN),
        seating=Seating.PARTNERSHIP,
        changed={"partners_score": PartnersScore.ADDED},
    ),
    "a correction": Scenario(
        then=lambda table: table.browser.send(f"{table.path}/hands/1/correct", {"deadwood_1": "31"})
    ),
    "a removal": Scenario(then=press("Remove", "/hands/2")),
    "undo": Scenario(then=press("Undo")),
    "other rules since": Scenario(then=change_rules),
}

PAGES = (
    "",
    "/hands/new?by=cards",
    "/hands/new?by=deadwood",
    "/hands/1",
    "/hands/1/correct",
    "/lines/new?kind=penalty",
    "/history",
    "/rules",
    "/chart",
    "/judge",
    "/match.json",
    "/hands.csv",
    "/score-sheet",
    "/result.svg",
)


def start(sit: Sit, scenario: Scenario) -> Table:
    """The match, played on the server."""
    table = sit(scenario.house, NAMES[: scenario.seating.people], table=scenario.seating, **scenario.changed)
    table.add(*scenario.lines)
    scenario.then(table)
    return table


def test_pages_of_every_scenario_are_those_of_the_server(
    phone: Phone, sit: Sit, subtests: pytest.Subtests
) -> None:
    for name, scenario in SCENARIOS.items():
        with subtests.test(name):
            table = start(sit, scenario)
            phone.take(taken(table))
            for path in PAGES:
                of_server, of_phone = compared(table, phone, table.path + path)
                assert of_phone == of_server, path
