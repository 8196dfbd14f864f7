"""Hypothesis strategies for cards: some dealt at random, most full of melds."""

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from models.gin.cards.cards import PACK, Card, Cards
from models.gin.cards.melds import Aces
from models.gin.rules.house_rules import STANDARD
from tests.gin.oracle import every_meld
from tests.profiles import examples

ROUND = sorted(every_meld(Aces.ROUND), key=sorted)
"""Every meld of the most permissive rules."""

many = examples(120)
"""For properties of the engine, whose examples are fast."""

any_rules = st.builds(
    lambda aces, ace_points: STANDARD.but(aces=aces, ace_points=ace_points),
    st.sampled_from(Aces),
    st.sampled_from((1, 15)) | st.integers(2, 14),
)
"""Every field that the engine uses."""


@st.composite
def hands(
    draw: Callable[[st.SearchStrategy], object], least: int = 1, most: int = 11, without: Cards = frozenset()
) -> tuple[Card, ...]:
    """*least* to *most* cards from up to five melds that may overlap, then from the pack."""
    size = draw(st.integers(least, most))
    melds = draw(st.lists(st.sampled_from(ROUND), max_size=5))
    others = draw(st.permutations(PACK))
    cards = [card for group in (*map(sorted, melds), others) for card in group if card not in without]
    return tuple(dict.fromkeys(cards))[:size]


@st.composite
def knocker_melds(
    draw: Callable[[st.SearchStrategy], object], aces: Aces, most: int = 11
) -> tuple[tuple[Card, ...], ...]:
    """One to three melds that share no card, as a knocker lays them down."""
    laid: list[tuple[Card, ...]] = []
    for meld in draw(st.lists(st.sampled_from(sorted(every_meld(aces), key=sorted)), min_size=1, max_size=4)):
        if len(laid) < 3 and len(meld) + len(cards_of(laid)) <= most and not meld & cards_of(laid):
            laid.append(tuple(sorted(meld)))
    return tuple(laid)


def cards_of(groups: Sequence[Sequence[Card]]) -> Cards:
    """All cards of some groups."""
    return frozenset(card for group in groups for card in group)
