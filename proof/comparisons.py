"""What is compared: the engine's answers with those of the counter, in parts of half a minute at most."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from math import comb

from models.gin.cards.bitboards import LookupTables, cards_of, tables_for
from models.gin.cards.cards import Group as Laid
from models.gin.cards.melds import Aces
from models.gin.hand.arrangements import best_ways, discards_of, least_of
from models.gin.hand.defence import Defence, best_defence
from proof import counter
from proof.counter import END

DEFENDERS = 500
"""Against each collection of melds."""
RANDOM_HANDS = 10_000_000
"""Of all pairs of ace rule and worth that are not compared whole."""
WHOLE = ((Aces.LOW, 1), (Aces.HIGH_OR_LOW, 15), (Aces.ROUND, 15))
SAMPLED = [(aces, points) for aces in Aces for points in range(1, 16) if (aces, points) not in WHOLE]


@dataclass(frozen=True, slots=True)
class Compared:
    """The outcome of a part."""

    compared: int
    stand_for: int
    wrong: list[int]
    """Hands that are wrong, each as an integer."""
    figures: dict[str, list[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One of the passes."""

    name: str
    what: str
    compare: Callable[[int, int], Compared]
    """From one number to before another, of classes or of what the comparison counts."""
    size: Callable[[], int]
    step: int
    """How much of it makes a part."""
    cost: float
    """Microseconds for each on one core, for the progress bar."""
    must_stand_for: int | None = None
    """How many hands there are, by the binomial coefficients."""

    def parts(self) -> Iterator[tuple[int, int]]:
        """The parts, each from one number to before another."""
        size = self.size()
        return ((first, min(first + self.step, size)) for first in range(0, size, self.step))


def _order(first: int) -> int:
    """The suits are in another order in every part, so that a fault in one suit is found."""
    return first // 1_000_000 % 24


def ten_cards(first: int, last: int) -> Compared:
    """The least deadwood of each hand, and all best arrangements of those with a meld."""
    counter.use_rules(Aces.LOW, 1)
    tables = tables_for(Aces.LOW, 1)
    hands = counter.classes(10, first, last, _order(first))
    melded = counter.with_meld(hands)
    wrong = counter.wrong_least(hands, [least_of(hand, tables) for hand in hands])
    wrong += counter.wrong_ways(melded, _ways(melded, tables))
    figures = counter.figures_of(counter.count_dealt(hands))
    return Compared(len(hands), counter.stand_for(hands), wrong, figures)


NO_WAY = (0, (), 0)
"""What an engine says that has no answer: a way without cards."""


def _ways(hands: Iterable[int], tables: LookupTables) -> list[int]:
    """All best arrangements of each hand, as :func:`counter.wrong_ways` takes them."""
    said: list[int] = []
    for hand in hands:
        for _, melds, unmatched in best_ways(hand, tables) or [NO_WAY]:
            said += melds
            said.append(unmatched | END)
        said.append(END)
    return said


def fifteen_for_an_ace(rule: Aces, first: int, last: int) -> Compared:
    """The least deadwood of each hand of ten with an ace, which counts 15."""
    counter.use_rules(rule, 15)
    tables = tables_for(rule, 15)
    hands = counter.with_ace(counter.classes(10, first, last, _order(first)))
    wrong = counter.wrong_least(hands, [least_of(hand, tables) for hand in hands])
    return Compared(len(hands), counter.stand_for(hands), wrong)


def other_aces(first: int, last: int) -> Compared:
    """The least deadwood of random hands of ten, by other rules about aces."""
    number, wrong = RANDOM_HANDS // len(SAMPLED) + 1, list[int]()
    for at in range(first, last):
        rule, points = SAMPLED[at]
        counter.use_rules(rule, points)
        tables = tables_for(rule, points)
        hands = counter.random_hands(10, at, number)
        wrong += counter.wrong_least(hands, [least_of(hand, tables) for hand in hands])
    return Compared(number * (last - first), number * (last - first), wrong)


def eleven_cards(first: int, last: int) -> Compared:
    """The least deadwood after a discard, and every discard that leads there."""
    counter.use_rules(Aces.LOW, 1)
    tables = tables_for(Aces.LOW, 1)
    counted, hands, deadwood, best = counter.count_drawn(first, last, _order(first))
    wrong = [
        hand
        for hand, least, thrown in zip(hands, deadwood, best, strict=True)
        if discards_of(hand, tables) != (least, thrown)
    ]
    figures = counter.figures_of(counted)
    return Compared(len(hands), sum(figures["best_discards"]), wrong, figures)


def lay_offs(first: int, last: int) -> Compared:
    """The best defence of random hands against the melds that a knocker can lay."""
    counter.use_rules(Aces.LOW, 1)
    wrong: list[int] = []
    for at in range(first, last):
        group, _ = counter.collections(11)[at]
        for seed in range(at * DEFENDERS, (at + 1) * DEFENDERS):
            knocker, defender = counter.showdown(group, seed)
            laid = [cards_of(meld) for meld in knocker if meld]
            said = _defence(best_defence(laid, cards_of(defender)))
            if not counter.is_best_defence(defender, knocker, said):
                wrong.append(defender)
    number = DEFENDERS * (last - first)
    return Compared(number, sum(alike for _, alike in counter.collections(11)[first:last]), wrong)


def _defence(defence: Defence) -> list[int]:
    """A defence, as :func:`counter.is_best_defence` takes it."""
    said = [*map(_integer, defence.melds), _integer(defence.unmatched) | END]
    for layoff in defence.layoffs:
        said += _integer(layoff.onto), _integer(layoff.cards)
    return [*said, END]


def _integer(cards: Laid) -> int:
    return sum([card.bit for card in cards])


def number_of_collections() -> int:
    """How many collections of melds of at most eleven cards there are, up to the exchange of suits.

    Thirteen of the 421,619 can't be laid by a knocker with ten deadwood or less: one set of aces, three
    twos or A-2-3 alone.
    """
    counter.use_rules(Aces.LOW, 1)
    return len(counter.collections(11))


TEN, ELEVEN = comb(52, 10), comb(52, 11)
WITH_AN_ACE = TEN - comb(48, 10)

COMPARISONS = (
    Comparison(
        "ten cards",
        "the least deadwood of every hand of ten cards, and all best arrangements of each with a meld",
        ten_cards,
        partial(counter.number_of_classes, 10),
        1_000_000,
        4.6,
        TEN,
    ),
    *(
        Comparison(
            name,
            f"the least deadwood of every hand of ten cards with an ace, which counts 15{where}",
            partial(fifteen_for_an_ace, rule),
            partial(counter.number_of_classes, 10),
            2_000_000,
            1.3,
            WITH_AN_ACE,
        )
        for rule, name, where in (
            (Aces.HIGH_OR_LOW, "aces high or low", " and is high or low"),
            (Aces.ROUND, "runs around the corner", ", where runs go round"),
        )
    ),
    Comparison(
        "other aces",
        "the least deadwood of random hands of ten cards, by 42 other rules about aces",
        other_aces,
        partial(len, SAMPLED),
        1,
        500_000,
    ),
    Comparison(
        "eleven cards",
        "the least deadwood after a discard, and every best discard, of each hand of eleven cards that may "
        "knock then, and of each hundredth class of the others",
        eleven_cards,
        partial(counter.number_of_classes, 11),
        4_000_000,
        0.1,
        ELEVEN,
    ),
    Comparison(
        "lay-offs",
        f"the best defence of {DEFENDERS} hands against each collection of melds of at most eleven cards",
        lay_offs,
        number_of_collections,
        200,
        9_000,
    ),
)
