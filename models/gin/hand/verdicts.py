"""The judge: one hand by itself, a showdown card by card, what was missed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from itertools import islice, product

from models.gin.cards.cards import HAND_SIZE, MOST_IN_HAND, Card, Cards, Group
from models.gin.cards.melds import Aces, Flaw, flaw_of, is_meld
from models.gin.hand.arrangements import best_arrangements, least_deadwood
from models.gin.hand.declaration import Declaration, Layoff, Spread
from models.gin.hand.defence import Defence, best_defence
from models.gin.hand.problems import may_lay_off, problems, spreads_to_knock
from models.gin.hand.scoring import HandResult, score
from models.gin.rules.house_rules import STANDARD, HouseRules


class GoingOut(StrEnum):
    """How a player may end the hand."""

    NOTHING = auto()
    """Too much deadwood to knock."""
    KNOCK = auto()
    GIN = auto()
    BIG_GIN = auto()


def going_out(deadwood: int, rules: HouseRules, upcard: Card | None = None) -> GoingOut:
    """How a player with ten cards and this *deadwood* may end the hand, if enough of them are melded.

    >>> going_out(7, HouseRules(oklahoma=True), Card.parse("6D"))
    <GoingOut.NOTHING: 'nothing'>
    """
    if deadwood == 0:
        return GoingOut.GIN
    return GoingOut.KNOCK if deadwood <= rules.knock_limit_with(upcard) else GoingOut.NOTHING


@dataclass(frozen=True, slots=True)
class JudgedDiscard:
    """A discard, the deadwood after it, and what that allows."""

    card: Card
    deadwood: int
    """The least; after a discard that allows a knock, the least to knock with."""
    allows: GoingOut


@dataclass(frozen=True, slots=True)
class HandVerdict:
    """The verdict on one hand by itself."""

    deadwood: int
    """The least deadwood; of ten cards that allow a knock, the least to knock with."""
    arrangements: tuple[Spread, ...]
    """Every arrangement with that deadwood."""
    allows: GoingOut | None
    """What ten cards allow, or eleven that are big gin; None for any other number."""
    discards: tuple[JudgedDiscard, ...] = ()
    """For eleven cards, each discard, the best first; none after big gin, which needs no discard."""
    too_few_melded: int | None = None
    """The deadwood of ten cards that would be low enough for a knock, but with too few cards melded."""

    @property
    def best_discards(self) -> tuple[JudgedDiscard, ...]:
        """The discards that allow as much as the first, with as little deadwood after them."""
        first = self.discards[0]
        return tuple(
            each for each in self.discards if (each.deadwood, each.allows) == (first.deadwood, first.allows)
        )


def judge_hand(cards: Cards, rules: HouseRules = STANDARD, upcard: Card | None = None) -> HandVerdict:
    """The verdict on one to fourteen cards.

    >>> from models.gin.cards.cards import parse_cards
    >>> verdict = judge_hand(parse_cards("AC 2C 3C 4D 5D 6D 7H 8H 9H JS"))
    >>> verdict.deadwood, verdict.allows
    (10, <GoingOut.KNOCK: 'knock'>)

    :raises ValueError: if there are more than fourteen.
    """
    deadwood = least_deadwood(cards, rules)
    if rules.melded_to_knock and len(cards) == HAND_SIZE and deadwood:
        return _judge_melded(cards, deadwood, rules, upcard)
    allows = _allows(len(cards), deadwood, rules, upcard)
    must_discard = len(cards) == MOST_IN_HAND and allows is not GoingOut.BIG_GIN
    return HandVerdict(
        deadwood=deadwood,
        arrangements=best_arrangements(cards, rules),
        allows=allows,
        discards=_discards(cards, rules, upcard) if must_discard else (),
    )


def _judge_melded(cards: Cards, deadwood: int, rules: HouseRules, upcard: Card | None) -> HandVerdict:
    """The verdict on ten cards where enough must be melded to knock."""
    ways = spreads_to_knock(cards, rules, upcard)
    too_few = deadwood if going_out(deadwood, rules, upcard) is GoingOut.KNOCK else None
    if not ways:
        best = best_arrangements(cards, rules)
        return HandVerdict(deadwood, best, GoingOut.NOTHING, too_few_melded=too_few)
    least = rules.deadwood(ways[0].unmatched)
    best = tuple(way for way in ways if rules.deadwood(way.unmatched) == least)
    return HandVerdict(least, best, GoingOut.KNOCK, too_few_melded=too_few if deadwood < least else None)


def _allows(held: int, deadwood: int, rules: HouseRules, upcard: Card | None) -> GoingOut | None:
    if held == HAND_SIZE:
        return going_out(deadwood, rules, upcard)
    if held == MOST_IN_HAND and deadwood == 0 and rules.plays_big_gin:
        return GoingOut.BIG_GIN
    return None


def _discards(cards: Cards, rules: HouseRules, upcard: Card | None) -> tuple[JudgedDiscard, ...]:
    judged = [_judged_discard(card, cards - {card}, rules, upcard) for card in sorted(cards)]
    return tuple(sorted(judged, key=lambda each: (each.allows is GoingOut.NOTHING, each.deadwood)))


def _judged_discard(card: Card, left: Cards, rules: HouseRules, upcard: Card | None) -> JudgedDiscard:
    deadwood = least_deadwood(left, rules)
    if not rules.melded_to_knock or not deadwood:
        return JudgedDiscard(card, deadwood, going_out(deadwood, rules, upcard))
    verdict = _judge_melded(left, deadwood, rules, upcard)
    return JudgedDiscard(card, verdict.deadwood, verdict.allows or GoingOut.NOTHING)


@dataclass(frozen=True, slots=True)
class JudgedGroup:
    """Cards that somebody calls a meld, and why they are not, if so."""

    cards: Group
    flaw: Flaw | None


def judge_groups(groups: Iterable[Group], rules: HouseRules = STANDARD) -> tuple[JudgedGroup, ...]:
    """Whether each group is a meld under these rules."""
    return tuple(JudgedGroup(group, flaw_of(group, rules.aces)) for group in groups)


@dataclass(frozen=True, slots=True)
class Showdown:
    """A knocker's spread against the best that the defender can do."""

    declaration: Declaration
    """The hand with the best defence."""
    without_layoffs: int
    """The defender's deadwood without lay-offs."""
    result: HandResult
    other_layings: tuple["OtherLaying", ...] = ()
    """The other melds that the knocker could have laid with the same cards."""


@dataclass(frozen=True, slots=True)
class OtherLaying:
    """Other melds of the knocker's cards, and what they would have scored."""

    knocker: Spread
    result: HandResult


def defended(knocker: Spread, cards: Cards, rules: HouseRules, upcard: Card | None = None) -> Declaration:
    """The showdown of *knocker* against *cards* with the best defence that the rules allow."""
    # Against gin it has no lay-offs, unless the rules allow them.
    defence = best_defence(knocker.melds if may_lay_off(knocker, rules) else (), cards, rules)
    return Declaration(knocker, defence.spread, defence.layoffs, upcard)


def judge_showdown(
    knocker: Spread, cards: Cards, rules: HouseRules = STANDARD, upcard: Card | None = None
) -> Showdown:
    """What *knocker* scores against *cards*, and what other melds would have scored.

    :raises InvalidDeclarationError: if the spread is not valid.
    """
    declaration = defended(knocker, cards, rules, upcard)
    return Showdown(
        declaration,
        without_layoffs=least_deadwood(cards, rules),
        result=score(declaration, rules),
        other_layings=tuple(_other_layings(knocker, cards, rules, upcard)),
    )


MOST_LAYINGS = 60
"""How many other layings are tried at most; the best come first."""


def _other_layings(
    knocker: Spread, cards: Cards, rules: HouseRules, upcard: Card | None
) -> Iterable[OtherLaying]:
    """Every other way in which the knocker could have laid these cards and still knocked, with its score."""
    laid = set(map(frozenset[Card], knocker.melds))
    for spread in spreads_to_knock(knocker.cards, rules, upcard)[:MOST_LAYINGS]:
        if set(map(frozenset[Card], spread.melds)) == laid:
            continue
        declaration = defended(spread, cards, rules, upcard)
        if not any(problems(declaration, rules)):
            yield OtherLaying(spread, score(declaration, rules))


def best_defences(melds: Sequence[Group], cards: Cards, rules: HouseRules) -> Iterator[Defence]:
    """Every defence with the least deadwood: own melds, and the lay-offs on each of the knocker's *melds*."""
    deadwood = best_defence(melds, cards, rules).deadwood
    for lots in product(*(_lots_on(meld, cards, rules.aces) for meld in melds)):
        laid_off = [card for lot in lots for card in lot]
        rest = cards.difference(laid_off)
        if len(rest) + len(laid_off) == len(cards) and least_deadwood(rest, rules) == deadwood:
            layoffs = tuple(Layoff(lot, meld) for lot, meld in zip(lots, melds, strict=True) if lot)
            for spread in best_arrangements(rest, rules):
                yield Defence(spread, layoffs, deadwood)


def _lots_on(meld: Group, cards: Cards, aces: Aces) -> list[Group]:
    """Every choice of *cards* that can be laid off on *meld*, in an order in which they fit; first none."""
    lots: dict[Cards, Group] = {frozenset(): ()}
    waiting = list(lots)
    for lot in waiting:
        for card in sorted(cards - lot):
            if (longer := lot | {card}) not in lots and is_meld(longer.union(meld), aces):
                lots[longer] = (*lots[lot], card)
                waiting.append(longer)
    return list(lots.values())


def is_one_of_several(best: Declaration, rules: HouseRules) -> bool:
    """Whether the defender could do as well as in *best* with other melds or lay-offs."""
    melds = best.knocker.melds if may_lay_off(best.knocker, rules) else ()
    return len([*islice(best_defences(melds, frozenset(best.defender_cards), rules), 2)]) > 1


def missed(laid: Declaration, rules: HouseRules) -> Declaration | None:
    """The hand with the best defence; None if the defender played it as well as possible."""
    better = defended(laid.knocker, frozenset(laid.defender_cards), rules, laid.upcard)
    return better if better.count(rules).defender < laid.count(rules).defender else None


def broken_meld(laid: Declaration, rules: HouseRules) -> Cards | None:
    """A meld of all best arrangements that the defender broke to lay off its cards; None if there is none."""
    if not laid.layoffs:
        return None
    first, *others = (list(_broken(best, laid)) for best in best_arrangements(laid.defender_cards, rules))
    return next((meld for meld in first if all(meld in other for other in others)), None)


def _broken(best: Spread, laid: Declaration) -> Iterator[Cards]:
    """The melds of *best* that the defender broke."""
    melds, away = [frozenset(meld) for meld in laid.defender.melds], frozenset(laid.laid_off)
    for meld in map(frozenset[Card], best.melds):
        rest = meld - away
        if len(rest) < len(meld) and not any(rest <= other for other in melds if rest):
            yield meld
