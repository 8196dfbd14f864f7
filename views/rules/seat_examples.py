"""Examples with partners and with three players."""

from collections.abc import Iterator

from models.gin.hand.declaration import Count, Ending
from models.gin.hand.hand import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Table
from models.gin.sheet.sheet import Sheet, sheet
from views.language.i18n import gettext as _
from views.rules.sample_hands import ANN, BOB, TEN
from views.words.game_summary import totals_said
from views.words.seating import who_plays

CID, DAN = 2, 3


def people() -> tuple[str, ...]:
    """The players of these examples."""
    return _("Ann"), _("Bob"), _("Cid"), _("Dan")


def seat_examples(rules: HouseRules) -> Iterator[tuple[str, str]]:
    """What a round of partners scores, and who plays after a hand of three, each with a label."""
    against = gin_of(ANN, BOB, 12), gin_of(DAN, CID, 10)
    yield (
        _("Two against two: Ann has gin against 12, Dan against 10"),
        _totals(sheet(against, rules, 0, Table.PARTNERSHIP)),
    )
    first = ANN if rules.seated_at(Table.THREE) is Table.WINNER_ALONE else CID
    three = sheet([gin_of(ANN, BOB, 12)], rules, first, Table.THREE)
    yield _("Three players: Ann has gin against Bob’s 12"), f"{_totals(three)} {_next(three)}"


def gin_of(winner: int, loser: int, against: int) -> Hand:
    """Gin of one player against another."""
    return Hand(winner, Count(Ending.GIN, 0, against, TEN), (min(winner, loser), max(winner, loser)))


def _totals(shown: Sheet) -> str:
    game = shown.game
    totals = game.final or game.running
    return totals_said(totals, shown.table.by_side(people()[: shown.table.people]), shown.rules)


def _next(shown: Sheet) -> str:
    """Who plays whom next."""
    [faced] = shown.to_play
    dealer = shown.table.dealer(faced, shown.next_dealer)
    return who_plays(faced, shown.table, people(), dealer=dealer)
