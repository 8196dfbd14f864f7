"""The engine against RLCard and OpenSpiel: ``make bench``.

Everyone runs in this process, in turns, on the same hands, from a list of their own
cards to the answer. The figures are medians over the rounds; nobody remembers a hand.
A race is run only after both have given the same answers. OpenSpiel has no search for
the best defence: it is written here over its own lay-offs, melds and least deadwood.

*Random* hands are dealt from the pack. *Meld-rich* hands are drawn from the cards of
four melds of three to five cards, taken blindly from all there are, overlapping as they
may; if these are too few cards, the pack fills the hand up. Against a knocker who laid
two or three melds of ten cards or fewer, the defender has such a hand from the rest.
*Hard* showdowns are the six hundred of the tests, where most hands have lay-offs to weigh.
"""

import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pyspiel
from rlcard.games.gin_rummy.utils import melding, utils

from models.gin.cards.cards import PACK, Card, Group, read_cards
from models.gin.cards.melds import runs, sets
from models.gin.hand.arrangements import best_arrangements, best_discards, least_deadwood
from models.gin.hand.defence import best_defence

ROUNDS = 11
HANDS = 1000
SEED = 1913
SHOWDOWNS = Path(__file__).parents[1] / "tests" / "data" / "layoffs.jsonl"

OPEN_SPIEL = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
MELDS = [sorted(meld) for meld in (*sets(), *runs()) if len(meld) <= 5]

Deal = tuple[tuple[Group, ...], list[Card]]
"""The melds of a knocker, if there is one, and a hand."""
Player = Callable[[Any], Any]
"""From cards to the answer."""


# The hands


def random_hand(rng: random.Random, size: int, pack: Sequence[Card] = PACK) -> list[Card]:
    return rng.sample(pack, size)


def rich_hand(rng: random.Random, size: int, pack: Sequence[Card] = PACK) -> list[Card]:
    """A hand from the cards of four melds, filled up from the pack if they are too few."""
    in_melds = {card for meld in rng.sample(MELDS, 4) for card in meld if card in pack}
    others = [card for card in pack if card not in in_melds]
    drawn = rng.sample(sorted(in_melds), min(size, len(in_melds)))
    return drawn + rng.sample(others, size - len(drawn))


def knocker_melds(rng: random.Random) -> tuple[Group, ...]:
    """Two or three melds that share no card, ten cards at most."""
    while True:
        melds = rng.sample(MELDS, rng.choice((2, 3)))
        cards = [card for meld in melds for card in meld]
        if len(cards) == len(set(cards)) <= 10:
            return tuple(tuple(meld) for meld in melds)


def hands(kind: str, size: int) -> Iterator[Deal]:
    """Hands without a knocker."""
    rng = random.Random(SEED)
    while True:
        yield (), MAKERS[kind](rng, size)


def showdowns(kind: str, size: int) -> Iterator[Deal]:
    """A knocker's melds and a defender's hand from the rest."""
    rng = random.Random(SEED)
    while True:
        melds = knocker_melds(rng)
        laid = {card for meld in melds for card in meld}
        yield melds, MAKERS[kind](rng, size, [card for card in PACK if card not in laid])


def hard_showdowns() -> Iterator[Deal]:
    """The showdowns of the tests."""
    for line in SHOWDOWNS.read_text().splitlines():
        row = json.loads(line)
        melds = tuple(read_cards(" ".join(meld)) for meld in row["knocker_melds"])
        yield melds, list(read_cards(row["defender_cards"]))


MAKERS: dict[str, Callable[..., list[Card]]] = {"random": random_hand, "meld-rich": rich_hand}


# How each of the three writes a deal. OpenSpiel and RLCard count cards as we do, spades first.


def rlcard_hand(deal: Deal) -> list[Any]:
    return [utils.get_card(card.index) for card in deal[1]]


def open_spiel_hand(deal: Deal) -> list[int]:
    return [card.index for card in deal[1]]


def open_spiel_deal(deal: Deal) -> tuple[list[list[int]], list[int]]:
    """OpenSpiel knows no run of more than five cards: a longer one is two."""
    melds = [[card.index for card in meld] for meld in deal[0]]
    parts = [(meld[:3], meld[3:]) if len(meld) > 5 else (meld,) for meld in melds]
    return [part for meld in parts for part in meld], open_spiel_hand(deal)


# What each of the three answers


def rlcard_least(hand: list[Any]) -> int:
    clusters = melding.get_best_meld_clusters(hand)
    return int(utils.get_deadwood_count(hand, clusters[0] if clusters else []))


def rlcard_discards(hand: list[Any]) -> list[Any]:
    """As its rule agent finds them (``_get_best_discards``), given the cards."""
    best = 999
    best_discards: list[Any] = []
    for discard in hand:
        others = [card for card in hand if card != discard]
        clusters = melding.get_meld_clusters(others)
        counts = [utils.get_deadwood_count(others, cluster) for cluster in clusters]
        least = min(counts, default=utils.get_deadwood_count(others, []))
        if least < best:
            best, best_discards = least, [discard]
        elif least == best:
            best_discards.append(discard)
    return best_discards


def open_spiel_discards(hand: list[int]) -> list[int]:
    """By asking for each card what the others leave: its own answer for eleven is not exact."""
    after = [OPEN_SPIEL.min_deadwood(hand[:place] + hand[place + 1 :]) for place in range(len(hand))]
    best = min(after)
    return [card for card, deadwood in zip(hand, after, strict=True) if deadwood == best]


def open_spiel_defence(
    deal: tuple[list[list[int]], list[int]],
) -> tuple[int, list[list[int]], list[tuple[int, int]]]:
    """Every lot of cards that can be laid off, each with the best arrangement of the rest."""
    melds, hand = deal
    onto = [OPEN_SPIEL.meld_to_int(meld) for meld in melds]
    waiting: list[tuple[int, ...]] = [()]
    seen = {frozenset[int]()}
    best, best_lot, best_rest = 1000, waiting[0], hand
    for lot in waiting:
        rest = [card for card in hand if card not in lot]
        deadwood = OPEN_SPIEL.min_deadwood(rest)
        if deadwood < best:
            best, best_lot, best_rest = deadwood, lot, rest
        for card in OPEN_SPIEL.all_layoffs(onto, lot):
            if card in rest and (longer := frozenset((*lot, card))) not in seen:
                seen.add(longer)
                waiting.append((*lot, card))
    return best, OPEN_SPIEL.best_meld_group(best_rest), open_spiel_places(best_lot, melds) or []


def open_spiel_places(lot: tuple[int, ...], melds: list[list[int]]) -> list[tuple[int, int]] | None:
    """Which card goes on which meld, one after another."""
    if not lot:
        return []
    card, *others = lot
    for place, meld in enumerate(melds):
        if card in open_spiel_next(meld):
            longer = [*melds[:place], sorted([*meld, card]), *melds[place + 1 :]]
            if (places := open_spiel_places(tuple(others), longer)) is not None:
                return [(card, place), *places]
    return None


def open_spiel_next(meld: list[int]) -> list[int]:
    """The cards that may be laid on a meld."""
    if meld[0] % 13 != meld[1] % 13:
        return list(OPEN_SPIEL.suit_meld_layoffs(meld))
    return [OPEN_SPIEL.rank_meld_layoff(meld)] if len(meld) == 3 else []


# The races


@dataclass(frozen=True)
class Contender:
    """One who answers, how a deal is written for it, and what its answer comes to."""

    name: str
    writes: Callable[[Deal], Any]
    answers: Player
    comes_to: Player


@dataclass(frozen=True)
class Race:
    """One question, put to us and to another engine."""

    question: str
    kind: str
    deals: Iterator[Deal]
    ours: Contender
    theirs: Contender
    promised: float

    def run(self) -> tuple[float, float]:
        """The microseconds a hand takes us and them."""
        deals = list(islice(self.deals, HANDS))
        self.check(deals)
        ours, theirs = list[float](), list[float]()
        for _ in range(ROUNDS):
            ours.append(microseconds(self.ours, deals))
            theirs.append(microseconds(self.theirs, deals))
        return median(ours), median(theirs)

    def check(self, deals: Iterable[Deal]) -> None:
        """Refuses to race where the answers differ."""
        for deal in deals:
            said = [each.comes_to(each.answers(each.writes(deal))) for each in (self.ours, self.theirs)]
            if said[0] != said[1]:
                raise ArithmeticError(f"{self.question}: {said} for {deal}")


def microseconds(contender: Contender, deals: Iterable[Deal]) -> float:
    """What one hand takes, the writing of it left out."""
    written = [contender.writes(deal) for deal in deals]
    answers = contender.answers
    start = process_time()
    for each in written:
        answers(each)
    return (process_time() - start) / len(written) * 1e6


def races() -> Iterator[Race]:
    """Every promise."""
    ours = Contender("ours", itemgetter(1), least_deadwood, int)
    rlcard = Contender("RLCard", rlcard_hand, rlcard_least, int)
    open_spiel = Contender("OpenSpiel", open_spiel_hand, OPEN_SPIEL.min_deadwood, int)
    yield Race("least deadwood of 10", "random", hands("random", 10), ours, rlcard, 7)
    yield Race("least deadwood of 10", "random", hands("random", 10), ours, open_spiel, 0.5)
    yield Race("least deadwood of 10", "meld-rich", hands("meld-rich", 10), ours, rlcard, 30)
    yield Race("least deadwood of 10", "meld-rich", hands("meld-rich", 10), ours, open_spiel, 2.5)

    ours = Contender("ours", itemgetter(1), best_discards, lambda best: {card.index for card in best.cards})
    rlcard = Contender(
        "RLCard", rlcard_hand, rlcard_discards, lambda found: set(map(utils.get_card_id, found))
    )
    open_spiel = Contender("OpenSpiel", open_spiel_hand, open_spiel_discards, set)
    for kind in MAKERS:
        yield Race("best discards of 11", kind, hands(kind, 11), ours, rlcard, 50)
        yield Race("best discards of 11", kind, hands(kind, 11), ours, open_spiel, 4)

    ours = Contender("ours", itemgetter(1), best_arrangements, len)
    rlcard = Contender("RLCard", rlcard_hand, melding.get_best_meld_clusters, lambda found: len(found) or 1)
    yield Race("all best arrangements of 10", "random", hands("random", 10), ours, rlcard, 2)
    yield Race("all best arrangements of 10", "meld-rich", hands("meld-rich", 10), ours, rlcard, 8)

    ours = Contender("ours", tuple, lambda deal: best_defence(*deal), lambda defence: defence.deadwood)
    open_spiel = Contender("OpenSpiel", open_spiel_deal, open_spiel_defence, lambda found: found[0])
    for kind in MAKERS:
        yield Race("best defence with 10", kind, showdowns(kind, 10), ours, open_spiel, 1.5)
    yield Race("best defence with 10", "hard", hard_showdowns(), ours, open_spiel, 1.5)


def main() -> None:
    """Prints a line for each promise."""
    line = "{:28} {:10} {:>9} {:>9}  {:10} {:>7} {:>9}  {}\n".format
    say = sys.stdout.write
    say(line("question", "hands", "ours µs", "theirs µs", "theirs", "ratio", "promised", ""))
    for race in races():
        ours, theirs = race.run()
        ratio = theirs / ours
        below = "" if ratio >= race.promised else "below the promise"
        figures = (f"{ours:.2f}", f"{theirs:.2f}", race.theirs.name, f"{ratio:.1f}x", f"{race.promised:g}x")
        say(line(race.question, race.kind, *figures, below))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
