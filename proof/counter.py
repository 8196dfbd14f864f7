"""The counter (``counter.c``), compiled when it is used: hands counted from the rules alone."""

import os
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from ctypes import CDLL, POINTER, Array, Structure, byref, c_int, c_long, c_uint8, c_uint64
from functools import cache
from itertools import permutations
from pathlib import Path

SOURCE = Path(__file__).with_name("counter.c")

ACES = ("low", "high_or_low", "round")
"""The rules about aces, as the counter numbers them."""
END = 1 << 63
"""Ends the melds of an arrangement, with its deadwood cards; alone it ends a list."""
ALL_ACES = 1 | 1 << 13 | 1 << 26 | 1 << 39

ORDERS = tuple(permutations(range(4)))
"""The 24 orders of the suits."""

Group = tuple[int, int, int]
"""Melds laid together, each as an integer; 0 for each that is missing."""


class Dealt(Structure):
    """Hands of ten cards by what they are (models/gin/every_hand.py tells of each)."""

    _fields_ = (
        ("dealt", c_uint64 * 99),
        ("no_meld", c_uint64 * 1),
        ("best_ways", c_uint64 * 5),
        ("dearest_first", c_uint64 * 99),
        ("dearest_first_of_gin", c_uint64 * 1),
    )


class Drawn(Structure):
    """Hands of eleven cards by what they are (models/gin/every_hand.py tells of each)."""

    _fields_ = (
        ("after_a_discard", c_uint64 * 99),
        ("big_gin", c_uint64 * 1),
        ("best_discards", c_uint64 * 11),
    )


def figures_of(counted: Structure) -> dict[str, list[int]]:
    """What was counted, by name."""
    return {name: list(getattr(counted, name)) for name, *_ in counted._fields_}


@cache
def library() -> CDLL:
    """The counter as a library, by the usual rules.

    :raises OSError: if there is no C compiler.
    :raises subprocess.CalledProcessError: if it can't be compiled.
    """
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "counter.so"
        flags = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(built)]
        subprocess.run([os.environ.get("CC", "cc"), *flags, str(SOURCE)], check=True)  # noqa: S603
        counter = CDLL(str(built))
    hands, many = POINTER(c_uint64), c_long
    for name, result, arguments in (
        ("use_rules", None, [c_int, c_int]),
        ("all_melds", c_int, [hands]),
        ("number_of_classes", many, [c_int]),
        ("classes", many, [c_int, many, many, c_int, hands]),
        ("stand_for", c_uint64, [hands, many]),
        ("chosen", many, [hands, many, c_uint64, hands]),
        ("wrong_least", many, [hands, many, POINTER(c_uint8), hands]),
        ("wrong_ways", many, [hands, many, hands, hands]),
        ("count_dealt", None, [hands, many, POINTER(Dealt)]),
        ("count_drawn", many, [many, many, c_int, POINTER(Drawn), hands, POINTER(c_uint8), hands]),
        ("random_hands", None, [c_int, c_uint64, many, hands]),
        ("random_defender", c_uint64, [c_uint64, c_uint64]),
        ("is_best_defence", c_int, [c_uint64, hands, hands]),
    ):
        function = getattr(counter, name)
        function.restype, function.argtypes = result, arguments
    counter.use_rules(0, 1)
    return counter


def use_rules(aces: str, ace_points: int) -> None:
    """Counts by these rules from now on."""
    library().use_rules(ACES.index(aces), ace_points)


def number_of_classes(cards: int) -> int:
    """How many hands of so many cards there are up to the exchange of suits."""
    return int(library().number_of_classes(cards))


def classes(cards: int, first: int, last: int, order: int) -> "Array[c_uint64]":
    """The classes from one number to before another, with their suits in one of 24 orders."""
    hands = (c_uint64 * (last - first))()
    library().classes(cards, first, last, order, hands)
    return hands


def stand_for(hands: "Array[c_uint64]") -> int:
    """How many hands these classes are with all exchanges of suits."""
    return int(library().stand_for(hands, len(hands)))


def with_meld(hands: "Array[c_uint64]") -> "Array[c_uint64]":
    """Those that have a meld."""
    return _chosen(hands, 0)


def with_ace(hands: "Array[c_uint64]") -> "Array[c_uint64]":
    """Those that hold an ace."""
    return _chosen(hands, ALL_ACES)


def _chosen(hands: "Array[c_uint64]", cards: int) -> "Array[c_uint64]":
    all_of_them = (c_uint64 * len(hands))()
    number = library().chosen(hands, len(hands), cards, all_of_them)
    some: Array[c_uint64] = (c_uint64 * number).from_buffer(all_of_them)
    return some


def random_hands(cards: int, seed: int, number: int) -> "Array[c_uint64]":
    """So many random hands."""
    hands = (c_uint64 * number)()
    library().random_hands(cards, seed, number, hands)
    return hands


def wrong_least(hands: "Array[c_uint64]", said: Sequence[int]) -> list[int]:
    """Wrong hands: for each with another least deadwood than *said*, one of them."""
    wrong = c_uint64()
    number = library().wrong_least(
        hands, len(hands), (c_uint8 * len(hands)).from_buffer_copy(bytes(said)), byref(wrong)
    )
    return [wrong.value] * number


def wrong_ways(hands: "Array[c_uint64]", said: Sequence[int]) -> list[int]:
    """Wrong hands: for each of which the ways *said* are not exactly all the best ones, one of them.

    *said* is, for each hand, for each way its melds and its deadwood cards with END, and then END.
    """
    wrong = c_uint64()
    number = library().wrong_ways(hands, len(hands), (c_uint64 * len(said))(*said), byref(wrong))
    return [wrong.value] * number


def count_dealt(hands: "Array[c_uint64]") -> Dealt:
    """The figures of these classes of ten cards."""
    counted = Dealt()
    library().count_dealt(hands, len(hands), byref(counted))
    return counted


def count_drawn(first: int, last: int, order: int) -> tuple[Drawn, list[int], bytes, list[int]]:
    """The figures of these classes of eleven cards, and about which of them to ask the engine.

    :return: the figures, the hands, the least deadwood of each after a discard, and its best discards.
    """
    counted, hands = Drawn(), (c_uint64 * (last - first))()
    deadwood, best = (c_uint8 * len(hands))(), (c_uint64 * len(hands))()
    number = library().count_drawn(first, last, order, byref(counted), hands, deadwood, best)
    return counted, hands[:number], bytes(deadwood[:number]), best[:number]


@cache
def collections(most_cards: int) -> tuple[tuple[Group, int], ...]:
    """Every collection of one to three melds of at most so many cards, up to the exchange of suits.

    Each with how many collections it stands for.
    """
    every = (c_uint64 * 512)()
    melds = every[: library().all_melds(every)]
    images = {meld: [_exchanged(meld, order) for order in ORDERS] for meld in melds} | {0: [0] * 24}
    small = [meld for meld in melds if meld.bit_count() <= most_cards]
    found: list[tuple[Group, int]] = []
    for one, two, three in _disjoint(small, most_cards):
        group = sorted((one, two, three))
        alike = [sorted(other) for other in zip(images[one], images[two], images[three], strict=True)]
        if group == min(alike):
            found.append(((one, two, three), 24 // alike.count(group)))
    return tuple(found)


def _disjoint(melds: Sequence[int], most_cards: int) -> Iterable[Group]:
    """One to three melds without a common card."""
    for at, one in enumerate(melds):
        yield one, 0, 0
        beside = [
            meld for meld in melds[at + 1 :] if not meld & one and (meld | one).bit_count() <= most_cards
        ]
        for number, two in enumerate(beside):
            yield one, two, 0
            for three in beside[number + 1 :]:
                if not three & two and (one | two | three).bit_count() <= most_cards:
                    yield one, two, three


def _exchanged(cards: int, order: Sequence[int]) -> int:
    """*cards* with their suits in another order."""
    return sum((cards >> 13 * suit & 8191) << 13 * to for suit, to in enumerate(order))


def showdown(group: Group, seed: int) -> tuple[Group, int]:
    """The melds of a knocker, their suits exchanged, and a defender's ten cards."""
    one, two, three = (_exchanged(meld, ORDERS[seed % 24]) for meld in group)
    return (one, two, three), library().random_defender(one | two | three, seed)


def is_best_defence(defender: int, knocker: Group, said: Sequence[int]) -> bool:
    """Whether a defence is legal, and none has less deadwood, or as little with fewer lay-offs.

    *said* is the defender's melds, the deadwood cards with END, each meld of the knocker with
    what is laid off on it, and END.
    """
    claim = (c_uint64 * len(said))(*said)
    return bool(library().is_best_defence(defender, (c_uint64 * 3)(*knocker), claim))
