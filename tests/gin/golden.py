"""Writes ``tests/data/golden_matches.jsonl.xz``: finished matches with the scores that players were shown.

    .venv/bin/python -m tests.gin.golden

Only written anew when a house rule is added that these matches should show. What was in it stays as it is:
a match that players have finished keeps its score in every later version.
"""

import json
import lzma
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from models.gin.cards.cards import PACK
from models.gin.cards.melds import Aces
from models.gin.document.writing import MatchDocument, write_match
from models.gin.hand.declaration import Count, Declaration, Ending, Spread
from models.gin.hand.defence import best_defence
from models.gin.hand.problems import may_lay_off
from models.gin.hand.scoring import Hand
from models.gin.money import account
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import Shutout, Stake, Tie
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Faced, Table
from models.gin.sheet.sheet import Sheet, sheet
from tests.gin import oracle
from tests.gin.plain_sheet import Plain, side_by_side
from tests.gin.strategies import MELDS, NAMES, _cheap, _disjoint, _rich

FILE = Path(__file__).parents[1] / "data" / "golden_matches.jsonl.xz"

ABOUT = """One finished match a line, as a match document, with its score.
"hands": who won each hand, its points and its boxes; "columns": the totals of the columns of each game
when it ended. tests/gin/plain_sheet.py worked these out, and tests/gin/oracle.py the deadwood of hands by
cards, both independent of models/gin.
"shown": final totals with all bonuses, winners, next dealers and payments, as the sheet of November 2026
showed them to players. They are a record, not worked out a second time."""

MATCHES = 1000
TABLES = (Table.TWO, Table.TWO, Table.TWO, Table.THREE, Table.PARTNERSHIP)
MOST_DEADWOOD = 60
"""Of a defender who has hands by numbers: matches then last as long as they do at a table."""


def plays(random: Random) -> Iterator[tuple[str, Table, HouseRules]]:
    """All presets at all tables in turn, some with Hollywood columns, more games or stakes."""
    presets = [(house, table) for house, table in product(PRESETS, TABLES)]
    for number in range(MATCHES):
        house, table = presets[number % len(presets)]
        yield house, table, PRESETS[house].but(**changed(random))


def changed(random: Random) -> dict[str, Any]:
    """What a table plays otherwise than its preset."""
    found: dict[str, Any] = {}
    if random.random() < 0.25:
        found |= {"columns": random.choice((3, 3, 5)), "last_column_double": random.random() < 0.3}
    if random.random() < 0.2:
        found |= {"games_to_win": 2}
    if random.random() < 0.1:
        found |= {"max_hands": random.choice((5, 10))}
    if random.random() < 0.2:
        found |= {"tie": random.choice(list(Tie)), "shutout": random.choice(list(Shutout))}
    if random.random() < 0.1:
        found |= {"aces": random.choice(list(Aces)), "ace_points": 15}
    if random.random() < 0.4:
        found |= {"stake_per_point": Stake(Decimal("0.05"), "EUR")}
        found |= {"stake_per_box": Stake(Decimal("0.50"), "EUR")} if random.random() < 0.3 else {}
        found |= {"stake_per_game": Stake(Decimal("5"), "EUR")} if random.random() < 0.3 else {}
        found |= {"stake_rounding": Decimal("0.10")} if random.random() < 0.3 else {}
    return found


def played(rules: HouseRules, table: Table, random: Random) -> MatchDocument:
    """A match to its end."""
    match = MatchDocument(NAMES[: table.people], rules, (), random.randrange(table.sides), table)
    while not (whole := sheet_of(match)).match.over:
        for faced in whole.to_play:
            hand = replace(dealt(rules, random).played_by(faced), round=round_of(match, faced))
            match = replace(match, hands=(*match.hands, hand))
    return match


def round_of(match: MatchDocument, faced: Faced) -> int:
    """The number of the round of the next hand of these two."""
    return sheet_of(match).round_of(faced)


def sheet_of(match: MatchDocument) -> Sheet:
    return sheet(match.hands, match.rules, match.first_dealer, match.table)


def dealt(rules: HouseRules, random: Random) -> Hand:
    """A hand, one in six by cards."""
    upcard = random.choice(PACK) if rules.needs_upcard else None
    knocker, limit = random.randrange(2), rules.knock_limit_with(upcard)
    if random.random() < 1 / 6 and (laid := by_cards(rules, limit, random)):
        return Hand(knocker, replace(laid, upcard=upcard))
    endings = [Ending.KNOCK] * 6 * (limit > 0) + [Ending.GIN] * 3 + [Ending.DEAD]
    ending = random.choice(endings + [Ending.BIG_GIN] * rules.plays_big_gin)
    if ending is Ending.DEAD:
        return Hand(None, Count(ending, upcard=upcard))
    mine = random.randint(1, limit) if ending is Ending.KNOCK else 0
    return Hand(knocker, Count(ending, mine, random.randint(0, MOST_DEADWOOD), upcard))


def by_cards(rules: HouseRules, limit: int, random: Random) -> Declaration | None:
    """A hand by cards with the best defence; None if these cards are too many points to knock with."""
    melds = _disjoint(random.choice(MELDS[: None if rules.plays_big_gin else -3]), rules.aces, random)
    rest = [card for card in PACK if not any(card in meld for meld in melds)]
    unmatched = _cheap(rest, max(0, 10 - sum(map(len, melds))), rules, random)
    if rules.deadwood(unmatched) > limit:
        return None
    spread = Spread.of(melds, unmatched)
    hand = _rich(set(PACK) - set(spread.cards), rules.aces, random, random.random() < 0.5)
    melds_to_lay_off_on = spread.melds if may_lay_off(spread, rules) else ()
    best = best_defence(melds_to_lay_off_on, hand, rules)
    assert oracle.best_defence(melds_to_lay_off_on, hand, rules)[0] == rules.deadwood(best.spread.unmatched)
    return Declaration(spread, best.spread, best.layoffs)


def counted(hand: Hand, rules: HouseRules) -> Hand:
    """A hand by its numbers, added up card by card."""
    laid = hand.laid
    if isinstance(laid, Count):
        return hand
    mine, theirs = (sum(map(rules.points, spread.unmatched)) for spread in (laid.knocker, laid.defender))
    big = len(laid.knocker.cards) == 11
    ending = Ending.BIG_GIN if big else Ending.KNOCK if laid.knocker.unmatched else Ending.GIN
    return replace(hand, laid=Count(ending, mine, theirs, laid.upcard))


def expected(match: MatchDocument) -> dict[str, Any]:
    """The score of a match without the engine: its hands and its columns."""
    plain, hands = Plain(match.rules, match.table), [counted(hand, match.rules) for hand in match.hands]
    for together in side_by_side(tuple(hands), match.table):
        plain.write(together)
    scores = [plain.score(hand) for hand in hands]
    return {
        "hands": [score and [score[0], score[2], score[3]] for score in scores],
        "columns": plain.games,
    }


def scored(whole: Sheet) -> dict[str, Any]:
    """What the engine scores, in the form of the plain sheet's answer."""
    return {
        "hands": [
            None
            if scored_hand.winner is None
            else [whole.table.side(scored_hand.winner), scored_hand.points, scored_hand.boxes]
            for scored_hand in whole.hands
        ],
        "columns": [[list(column.running) for column in game.columns] for game in whole.games],
    }


def shown(whole: Sheet) -> dict[str, Any]:
    """What else the sheet shows."""
    money = account(whole)
    return {
        "games": [
            [game.winner, list(game.final or ()), list(game.owed), game.next_dealer] for game in whole.games
        ],
        "match": [whole.match.winner, list(whole.match.games_won)],
        "dealers": "".join(str(scored_hand.dealer) for scored_hand in whole.hands),
        "paid": [[each.payer, each.payee, str(each.amount)] for each in money.payments] if money else None,
    }


def lines() -> Iterator[str]:
    random = Random(2026)
    yield json.dumps({"about": ABOUT.replace("\n", " ")})
    for _house, table, rules in plays(random):
        match = played(rules, table, random)
        whole = sheet_of(match)
        assert scored(whole) == expected(match), match
        yield json.dumps(
            {"document": write_match(match), **expected(match), "shown": shown(whole)}, separators=(",", ":")
        )


if __name__ == "__main__":
    FILE.write_bytes(lzma.compress("\n".join(lines()).encode(), preset=9))
