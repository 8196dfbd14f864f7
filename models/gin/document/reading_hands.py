"""Reads a hand of a document, by deadwood numbers or by cards, and checks it by the rules of its match."""

from collections.abc import Mapping

from models.gin.cards.cards import Group
from models.gin.cards.melds import Aces, laid_in_order, laid_in_turn
from models.gin.document.json_reader import (
    Reader,
    a_card,
    a_short_list,
    a_text,
    a_whole,
    a_whole_from,
    an_object,
    cards_of,
    groups_of,
    nobody,
    one_of,
)
from models.gin.document.writing import Json
from models.gin.hand.declaration import Count, Declaration, Ending, Layoff, Points, Spread
from models.gin.hand.hand import Hand
from models.gin.hand.problems import Problem, Reason, problems
from models.gin.hand.scoring import outcome_of
from models.gin.player_names import is_remark
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.seating import Faced, Table
from models.gin.sheet.extra_lines import LARGEST_SCORE


def hand_of(reader: Reader, written: Json, rules: HouseRules | None) -> Hand | None:
    """One hand, checked if there are *rules*, with all its problems noted; None if it cannot be read.

    Of a hand that can be read only in part, that part is checked.
    """
    before = len(reader.problems)
    if not isinstance(written, dict):
        reader.wrong(Reason.FIELD_WRONG, "hands")
        return None
    if "winner" in written:
        return _by_points(reader, written)
    hand = _by_cards(reader, written) if "laid" in written else _by_counts(reader, written)
    if hand is None or rules is None:
        return None
    whole = len(reader.problems) == before
    hand_problems = problems(hand.laid, rules)
    for each in hand_problems:
        if whole or stands_alone(each, hand):
            reader.note(each)
    if len(reader.problems) == before and "laid" in written and written.get("outcome") is not None:
        _agree(reader, written["outcome"], hand, rules)
    return hand if whole else None


def remark_of(reader: Reader, written: Json) -> str:
    """The remark on a hand or a match; "" if there is none."""
    return (reader.take(written, "remark", _remark, default="") or "") if isinstance(written, dict) else ""


def _remark(written: Json) -> str:
    text = " ".join(a_text(written).split())
    if not is_remark(text):
        raise ValueError("not a remark")
    return text


MOST_ROUNDS = 10_000
"""As many as a document can have hands."""

SEEN_IN_A_PART = frozenset({Reason.CARD_LAID_TWICE, Reason.CARD_IN_BOTH_HANDS, Reason.NOT_A_MELD})
"""What is wrong with some cards, whatever the others are."""


def stands_alone(problem: Problem, hand: Hand) -> bool:
    """Whether *hand* has this problem even if a part of it could not be read."""
    if isinstance(hand.laid, Count):
        return problem.reason is not Reason.UPCARD_MISSING
    return problem.reason in SEEN_IN_A_PART


def _by_points(reader: Reader, written: Mapping[str, Json]) -> Hand | None:
    """A hand of which only the points are known. All rules allow it."""
    before = len(reader.problems)
    reader.only(written, "winner", "faced", "round", "points", "remark")
    faced = _faced(reader, written)
    winner = reader.take(written, "winner", one_of(faced))
    points = reader.take(written, "points", a_whole_from(0, LARGEST_SCORE))
    nth = _round(reader, written)
    return Hand(winner, Points(points), faced, nth) if len(reader.problems) == before else None


def _by_counts(reader: Reader, written: Mapping[str, Json]) -> Hand | None:
    ending = reader.take(written, "outcome", Ending)
    if ending is Ending.DEAD:
        return _dead_hand(reader, written)
    reader.only(written, "knocker", "outcome", "deadwood", "faced", "round", "upcard", "remark")
    faced = _faced(reader, written)
    knocker = reader.take(written, "knocker", one_of(faced))
    upcard = reader.take(written, "upcard", a_card, default=None)
    left = reader.take(written, "deadwood", an_object)
    if left is None:
        return None
    reader.only(left, "knocker", "defender")
    counts = [reader.take(left, side, a_whole) or 0 for side in ("knocker", "defender")]
    if ending is None:
        return None
    return Hand(knocker, Count(ending, counts[0], counts[1], upcard), faced, _round(reader, written))


def _dead_hand(reader: Reader, written: Mapping[str, Json]) -> Hand:
    """A hand that nobody won, and in which nobody knocked."""
    reader.only(written, "outcome", "knocker", "faced", "round", "upcard", "remark")
    reader.take(written, "knocker", nobody, default=None)
    upcard = reader.take(written, "upcard", a_card, default=None)
    faced = _faced(reader, written)
    return Hand(None, Count(Ending.DEAD, upcard=upcard), faced, _round(reader, written))


def _by_cards(reader: Reader, written: Mapping[str, Json]) -> Hand | None:
    reader.only(written, "knocker", "faced", "round", "upcard", "laid", "outcome", "remark")
    faced = _faced(reader, written)
    knocker = reader.take(written, "knocker", one_of(faced))
    upcard = reader.take(written, "upcard", a_card, default=None)
    if (laid := reader.take(written, "laid", an_object)) is None:
        return None
    reader.only(laid, "knocker", "defender")
    for_knocker, for_defender = _side(reader, laid, "knocker"), _side(reader, laid, "defender")
    reader.only(for_knocker, "melds", "unmatched")
    reader.only(for_defender, "melds", "unmatched", "layoffs")
    layoffs = [
        _layoff(reader, each) for each in reader.take(for_defender, "layoffs", a_short_list, default=[]) or []
    ]
    return Hand(
        knocker,
        Declaration(
            _spread(reader, for_knocker),
            _spread(reader, for_defender),
            tuple(layoff for layoff in layoffs if layoff),
            upcard,
        ),
        faced,
        _round(reader, written),
    )


def _round(reader: Reader, written: Mapping[str, Json]) -> int:
    """The round it belongs to, if partners play and the document names it."""
    return reader.take(written, "round", lambda value: _nth(value, reader.table), default=0) or 0


def _nth(written: Json, table: Table) -> int:
    nth = a_whole(written)
    if not 1 <= nth <= MOST_ROUNDS or table is not Table.PARTNERSHIP:
        raise ValueError("no round of two hands")
    return nth


def _faced(reader: Reader, written: Mapping[str, Json]) -> Faced:
    """Who played the hand: the first two players, unless the document names others."""
    return reader.take(written, "faced", lambda value: _two(value, reader.table), default=(0, 1)) or (0, 1)


def _two(written: Json, table: Table) -> Faced:
    """Two players who can play each other at *table*, in either order."""
    players = sorted(a_whole(player) for player in a_short_list(written))
    if len(players) != 2 or not table.may_face((players[0], players[1])):
        raise ValueError("not two who face each other")
    return players[0], players[1]


def _side(reader: Reader, laid: Mapping[str, Json], side: str) -> dict[str, Json]:
    return reader.take(laid, side, an_object) or {}


def _spread(reader: Reader, written: Mapping[str, Json]) -> Spread:
    melds = reader.take(written, "melds", groups_of, default=())
    return Spread.of(melds or (), reader.take(written, "unmatched", cards_of, default=()) or ())


def _layoff(reader: Reader, written: Json) -> Layoff | None:
    if not isinstance(written, dict):
        reader.wrong(Reason.FIELD_WRONG, "layoffs")
        return None
    reader.only(written, "cards", "onto")
    cards = reader.take(written, "cards", cards_of)
    onto = reader.take(written, "onto", cards_of)
    if cards == ():
        reader.wrong(Reason.FIELD_WRONG, "cards")
    return layoff_in_turn(cards, onto) if cards and onto is not None else None


def layoff_in_turn(cards: Group, onto: Group) -> Layoff:
    """*cards* laid off on *onto* in an order that can be played, as far as possible."""
    played, left = laid_in_turn(onto, cards, Aces.ROUND)
    return Layoff(played + left, laid_in_order(onto))


def _agree(reader: Reader, outcome: Json, hand: Hand, rules: HouseRules) -> None:
    """An outcome given with the cards must agree with them, as declared or as it turned out.

    A knock without deadwood is gin, so either name is right.
    """
    count = hand.count(rules)
    outcomes = {count.ending.value, outcome_of(count, rules).value}
    if count.ending is Ending.GIN:
        outcomes.add(Ending.KNOCK.value)
    if outcome not in list(outcomes):
        reader.wrong(Reason.OUTCOME_DISAGREES, str(outcome))
