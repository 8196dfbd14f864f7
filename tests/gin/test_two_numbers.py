"""What a phone without an engine is told of hands by two numbers: it is what a sheet makes of them."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from models.gin.hand.declaration import DEAD_HAND, Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.seating import Player
from models.gin.sheet.sheet import sheet
from models.gin.sheet.two_numbers import dealers_after, worth_of_each
from tests.gin.strategies import any_rules
from tests.profiles import examples

NO_UPCARD = {"oklahoma": False, "spade_double": False, "suit_multipliers": None, "rank_multipliers": None}

by_numbers = any_rules.map(lambda rules: rules.but(columns=1, **NO_UPCARD))
"""Any rules under which two numbers say what a hand is worth."""


@st.composite
def games(draw: st.DrawFn) -> tuple[HouseRules, Sequence[Hand], Player]:
    """Rules, hands by numbers, and who deals first."""
    rules = draw(by_numbers)
    knocks = st.builds(
        Count,
        st.just(Ending.KNOCK),
        st.integers(1, rules.knock_limit or 1),
        st.integers(0, rules.most_deadwood),
    )
    gins = st.builds(Count, st.sampled_from(endings(rules)), st.just(0), st.integers(0, rules.most_deadwood))
    won = st.builds(Hand, st.integers(0, 1), knocks | gins if rules.knock_limit else gins)
    hands = draw(st.lists(won | st.just(Hand(None, DEAD_HAND)), max_size=12))
    return rules, hands, draw(st.integers(0, 1))


def endings(rules: HouseRules) -> list[Ending]:
    return [Ending.GIN, Ending.BIG_GIN] if rules.plays_big_gin else [Ending.GIN]


@examples(12)
@given(games())
def test_hands_of_a_game_add_up_to_its_sheet(game: tuple[HouseRules, Sequence[Hand], Player]) -> None:
    """Totals, boxes and who deals next, after each hand of a game up to the one that ends it."""
    rules, hands, dealer = game
    worths, deals, first = worth_of_each(rules), dealers_after(rules), dealer
    totals, boxes = [0, 0], [0, 0]
    for number, hand in enumerate(hands, 1):
        worth, knocker = worths[hand.count(rules)], hand.knocker or 0
        for side in (0, 1):
            totals[side] += worth.points[side ^ knocker]
            boxes[side] += worth.boxes[side ^ knocker]
        winner = worth.hand.winner
        dealer = deals[dealer][2 if winner is None else winner ^ knocker]

        made = sheet(hands[:number], rules, first)
        assert list(made.hands[-1].totals) == totals
        assert list(made.games[0].boxes) == boxes
        if made.games[0].over:
            assert max(totals) >= rules.target or number >= (rules.max_hands or number + 1)
            break
        assert made.next_dealer == dealer


def test_a_hand_that_the_rules_refuse_is_not_told() -> None:
    worths = worth_of_each(STANDARD)

    assert Count(Ending.KNOCK, 10, 98) in worths
    for refused in (Count(Ending.KNOCK, 11, 20), Count(Ending.KNOCK, 1, 99), Count(Ending.BIG_GIN, 0, 5)):
        assert refused not in worths
