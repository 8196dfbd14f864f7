"""Sentences about scores: each has the figure of the sheet, in natural words."""

from decimal import Decimal

import pytest

from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import BoxTiming, Shutout, Stake, Tie
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import by_itself, sheet
from tests.gin.table import BOB, gin, knock
from tests.views.table import Sit, rows, totals
from views.words.game_summary import ending
from views.words.hand_result import explain
from views.words.rules.page import groups

NAMES = ("Ann", "Bob")
PALACE = PRESETS["palace"]
BOXES_AT_ONCE_ZERO_SUM = PRESETS["sydney"].but(box_bonus=10, box_timing=BoxTiming.IMMEDIATE)
ZERO_SUM = PRESETS["sydney"]

HANDS = [
    (
        "boxes at once",
        PALACE,
        knock(5, 20),
        "Ann knocks, +25. Ann knocked with 5; Bob had 20. 20 − 5 = 15. With a box of 10 at once: 25.",
    ),
    (
        "boxes at once, zero sum",
        BOXES_AT_ONCE_ZERO_SUM,
        knock(5, 20),
        (
            "Ann knocks, +40. Ann knocked with 5; Bob had 20. 20 − 5 = 15. 15 + 15 for the knock = 30. "
            "With a box of 10 at once: 40. Bob loses 40."
        ),
    ),
    (
        "boxes of gin that a spade doubles",
        PRESETS["rummytalk"],
        gin(20, upcard="9S"),
        (
            "Ann goes gin, +90. Bob had 20 deadwood. 20 + 25 for gin = 45. Doubled for the spade: 90. "
            "5 boxes: 1 + 2 × 2."
        ),
    ),
    (
        "the box of a knock that a spade doubles",
        PRESETS["rummytalk"],
        knock(5, 20, upcard="9S"),
        (
            "Ann knocks, +30. Ann knocked with 5; Bob had 20. 20 − 5 = 15. Doubled for the spade: 30. "
            "2 boxes: 2 × 1."
        ),
    ),
    (
        "boxes of an undercut",
        PRESETS["rummytalk"],
        knock(5, 4, upcard="9D"),
        (
            "Bob undercuts, +26. Ann knocked with 5; Bob had 4. 5 − 4 = 1. 1 + 25 for the undercut = 26. "
            "2 boxes: 1 + 1."
        ),
    ),
    (
        "a tie that is an undercut",
        PRESETS["modern"],
        knock(5, 5, by=BOB),
        "A tie is an undercut here: Ann, +25. Both had 5 deadwood.",
    ),
    (
        "gin against nothing",
        PRESETS["pagat"],
        gin(0),
        "Ann goes gin, +20. Bob had 0 deadwood. 0 + 20 for gin = 20.",
    ),
    (
        "an undercut that a spade doubles",
        PRESETS["oklahoma"].but(undercut_bonus=25),
        knock(5, 4, upcard="5S"),
        (
            "Bob undercuts, +52. Ann knocked with 5; Bob had 4. 5 − 4 = 1. 1 + 25 for the undercut = 26. "
            "Doubled for the spade: 52."
        ),
    ),
    (
        "a loss without a minus",
        ZERO_SUM,
        knock(4, 5),
        "Ann knocks, +16. Ann knocked with 4; Bob had 5. 5 − 4 = 1. 1 + 15 for the knock = 16. Bob loses 16.",
    ),
    (
        "a tie for no points",
        PRESETS["pagat"].but(tie=Tie.KNOCKER),
        knock(7, 7, by=BOB),
        "Tied deadwood: Bob wins the hand, for no points. Both had 7 deadwood.",
    ),
    (
        "a tie for a box at once",
        PALACE.but(tie=Tie.KNOCKER),
        knock(7, 7),
        "Tied deadwood: Ann wins the hand and a box, +10. Both had 7 deadwood. With a box of 10 at once: 10.",
    ),
]


@pytest.mark.parametrize("rules, hand, said", [each[1:] for each in HANDS], ids=[each[0] for each in HANDS])
def test_the_sentence_of_a_hand(rules: HouseRules, hand: Hand, said: str) -> None:
    assert str(explain(by_itself(hand, rules), NAMES, rules)) == said


@pytest.mark.parametrize("rules, points, lost", [(PALACE, 25, "0"), (BOXES_AT_ONCE_ZERO_SUM, 40, "−40")])
def test_boxes_at_once_are_the_same_figure_everywhere(
    sit: Sit, rules: HouseRules, points: int, lost: str
) -> None:
    """On the button, in the preview, in the sentence, in the line and in the total."""
    table = sit(rules=rules)
    fields = {"knocker": "0", "outcome": "knock", "deadwood_0": "5", "deadwood_1": "20"}

    preview = table.preview(fields)
    saved = table.enter(fields)

    signed = f"+{points}" if rules.loser_negative else str(points)
    assert f"Save: Ann +{points}" in preview.text
    assert f"Ann {signed}" in preview.text
    assert totals(saved) == [signed, lost]
    assert any(cell.startswith(f"+{points}") for cell in rows(saved)[0])
    assert f"Ann knocks, +{points}." in saved.text


def ended(rules: HouseRules, *hands: Hand) -> str:
    """How the first game of these hands ended."""
    played = sheet(hands, rules)
    return str(ending(played.games[0], played, NAMES))


NINE_SMALL_ONES = [knock(1, 11, by=BOB)] * 9


def test_who_has_more_in_the_end_wins_though_the_other_got_there_first() -> None:
    """By the French rules: Ann 105 + 40 + 100 = 245, Bob 90 + 180 = 270."""
    said = ended(PRESETS["french"], *NINE_SMALL_ONES, gin(40), gin(25))

    assert said == (
        "Bob wins by 25. Ann reached 100 first and has the game bonus; "
        "with all bonuses Bob has more and wins."
    )


def test_where_both_have_the_same_it_is_said_why_one_wins() -> None:
    """Two hands of 50 and two boxes against three of 25 and three boxes."""
    rules = PRESETS["pagat"].but(game_bonus=0, box_bonus=25, shutout=Shutout.NONE)
    bob = [knock(1, 26, by=BOB)] * 3

    assert ended(rules, *bob, knock(1, 51), knock(1, 51)) == (
        "Ann wins. Both have 150: Ann, who ended the game, wins."
    )


def test_the_loser_of_the_game_may_lead_with_bonuses() -> None:
    rules = PRESETS["pagat"].but(game_bonus=0)

    said = ended(rules, *NINE_SMALL_ONES, gin(40), gin(25))

    assert said == "Ann wins. Ann reached 100 first. But Bob leads by 125 with bonuses included."


FOURNIER = PRESETS["fournier"]
ELEVEN_HANDS = [*NINE_SMALL_ONES, gin(70), knock(1, 11)]
"""By Fournier's rules: Ann 100 + 40 + 100 = 240, Bob 90 + 180 = 270."""

IN_SPITE_OF_TOTALS = [
    (FOURNIER, ELEVEN_HANDS, "Ann wins. Ann reached 100 first. Ann 240, Bob 270."),
    (
        FOURNIER.but(max_hands=11, target=500),
        ELEVEN_HANDS,
        "Ann wins. Ann was ahead before the bonuses. Ann 240, Bob 270.",
    ),
    (FOURNIER, [gin(80)], "Ann wins. Ann 320, Bob 0."),
]


@pytest.mark.parametrize("rules, hands, said", IN_SPITE_OF_TOTALS)
def test_who_wins_with_less_in_the_end_has_a_reason(rules: HouseRules, hands: list[Hand], said: str) -> None:
    assert ended(rules, *hands) == said


def test_money_is_one_figure(sit: Sit) -> None:
    """67 points at ten cents, rounded to fifty: the headline has what would be paid."""
    table = sit(stake_per_point=Stake.parse("0.10 EUR"), stake_rounding=Decimal("0.50"))

    assert "Ann is €6.50 ahead" in table.play(knock(1, 68)).text


def said_of(rules: HouseRules) -> str:
    """All rules in one text."""
    return " ".join(rule.sentence for group in groups(rules) for rule in group.rules)


RULES = [
    (
        PRESETS["sydney"],
        "Big gin, with all eleven cards melded, scores 35 plus all of the other player’s deadwood.",
    ),
    (PRESETS["pagat"], "The player whose score ends the game gets 100."),
    (
        FOURNIER.but(stake_per_point=Stake.parse("0.10 EUR")),
        "A point is worth €0.10. The winner of a game never pays for points.",
    ),
    (
        FOURNIER.but(stake_per_point=Stake.parse("0.10 EUR"), columns=3),
        "The winner of a column never pays for its points.",
    ),
    (
        PRESETS["pagat"].but(max_hands=5),
        (
            "The game ends after 5 hands at most. Whoever is ahead then wins. If the scores are level, "
            "nobody wins."
        ),
    ),
    (PRESETS["rummytalk"], "A column ends when a player reaches 250 in it."),
    (PRESETS["rummytalk"], "It is a shutout if the loser has scored no points in that column."),
    (
        PRESETS["rummytalk"],
        (
            "A spade upcard doubles the extra boxes of the hand. If the hand has none, "
            "its own box counts twice."
        ),
    ),
    (PRESETS["pagat"], "Also called a schneider, skunk or blitz."),
    (PRESETS["pagat"], "a box (also called a line)"),
    (
        PRESETS["pagat"],
        (
            "When only two cards are left in the stock, whoever drew the third-last card can still knock "
            "or go gin with it. Otherwise it is a dead hand: nobody scores, and you deal again."
        ),
    ),
    (
        PRESETS["straight"],
        (
            "When only two cards are left in the stock, whoever drew the third-last card can still go "
            "gin with it, but not knock. Otherwise it is a dead hand"
        ),
    ),
]


@pytest.mark.parametrize("rules, said", RULES, ids=[said[-60:] for _rules, said in RULES])
def test_the_rules_say(rules: HouseRules, said: str) -> None:
    assert said in said_of(rules)


@pytest.mark.parametrize("house", ["sydney", "pagat", "french"])
def test_that_the_winner_never_pays_is_only_said_where_that_makes_a_difference(house: str) -> None:
    said = said_of(PRESETS[house].but(stake_per_point=Stake.parse("0.10 EUR")))

    assert "A point is worth €0.10." in said
    assert "never pays" not in said
