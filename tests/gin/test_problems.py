"""What is wrong with a hand: each reason, the cards to point at, and who can knock."""

from dataclasses import dataclass

import pytest

from models.gin.cards.cards import format_cards, format_groups, parse_cards, read_cards
from models.gin.cards.melds import Aces, Flaw
from models.gin.hand.card_layout import CardLayout, ways_to_knock
from models.gin.hand.declaration import DEAD_HAND, Count, Declaration, Ending, Spread
from models.gin.hand.problems import InvalidDeclarationError, Problem, ProblemPlace, Reason, problems
from models.gin.hand.scoring import score
from models.gin.hand.verdicts import GoingOut, judge_hand, judge_showdown
from models.gin.rules.house_rules import HouseRules
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import sheet
from tests.documents.bad import BAD
from tests.gin.table import card, knock, laid, spread

PAGAT, FOURNIER, OKLAHOMA = PRESETS["pagat"], PRESETS["fournier"], PRESETS["oklahoma"]
RUMMYTALK, STRAIGHT = PRESETS["rummytalk"], PRESETS["straight"]
SPADES = PAGAT.but(spade_double=True)

KNOCKER = "KSKCKD 5S6S7S 9CTCJC / JD"
GIN = "KSKCKD 5S6S7S 9CTCJCQC /"
TEN = "2S2C2D2H / 8S8C8D9S7CAC"


@dataclass(frozen=True)
class Wrong:
    """What lies on the table, and the one thing that is wrong with it."""

    title: str
    laid: Declaration | Count
    rules: HouseRules
    reason: Reason
    place: ProblemPlace
    named: str
    """The cards to point at; the figure, and what it should have been at most."""

    def __str__(self) -> str:
        return f"{self.reason}: {self.title}"


R, P = Reason, ProblemPlace

CASES = [
    Wrong("the king of diamonds twice",
          laid("KSKCKD 5S6S7S 9CTCJC / KD", TEN), PAGAT, R.CARD_LAID_TWICE, P.KNOCKER, "KD"),
    Wrong("an eight kept and laid off",
          laid(KNOCKER, "2S2C2D2H / 8DAC8S", "8S9S>5S6S7S 8C>9CTCJC"),
          PAGAT, R.CARD_LAID_TWICE, P.DEFENDER, "8S"),
    Wrong("one jack on either side",
          laid(KNOCKER, "2S2C2D2H / 8DJD", "8S9S>5S6S7S 8C7C>9CTCJC"),
          PAGAT, R.CARD_IN_BOTH_HANDS, P.DEFENDER, "JD"),
    Wrong("seven cards",
          laid("KSKCKD 5S6S7S / JD", TEN), PAGAT, R.WRONG_NUMBER_OF_CARDS, P.KNOCKER, "7 of 10"),
    Wrong("eleven cards and one of them left",
          laid("KSKCKD 5S6S7S 9CTCJCQC / AH", TEN), PAGAT, R.WRONG_NUMBER_OF_CARDS, P.KNOCKER, "11 of 10"),
    Wrong("twelve cards",
          laid("KSKCKD 3S4S5S6S7S TCJCQC / AH", TEN), PAGAT, R.WRONG_NUMBER_OF_CARDS, P.KNOCKER, "12 of 10"),
    Wrong("twelve cards, all of them melded",
          laid("KSKCKD 3S4S5S6S7S 9CTCJCQC /", TEN), PAGAT, R.WRONG_NUMBER_OF_CARDS, P.KNOCKER, "12 of 10"),
    Wrong("eleven cards against",
          laid(KNOCKER, TEN + "AH"), PAGAT, R.WRONG_NUMBER_OF_CARDS, P.DEFENDER, "11 of 10"),
    Wrong("a defender is never big",
          laid(KNOCKER, "2S2C2D2H 3S3C3D3H 4D4C4H /"),
          PAGAT, R.WRONG_NUMBER_OF_CARDS, P.DEFENDER, "11 of 10"),
    Wrong("what is laid off counts among the ten",
          laid(KNOCKER, "2S2C2D2H / 8DACAH", "8S9S>5S6S7S 8C7C>9CTCJC"),
          PAGAT, R.WRONG_NUMBER_OF_CARDS, P.DEFENDER, "11 of 10"),
    Wrong("no cards on one side",
          laid(GIN, ""), PAGAT, R.WRONG_NUMBER_OF_CARDS, P.DEFENDER, "0 of 10"),
    Wrong("a run with a gap",
          laid("KSKCKD 5S6SJS TCJCQC / AH", TEN), PAGAT, R.NOT_A_MELD, P.KNOCKER, "5S 6S JS"),
    Wrong("the defender's ace above a king",
          laid(GIN, "QHKHAH 2S2C2D2H / 3D4D9D"), PAGAT, R.NOT_A_MELD, P.DEFENDER, "AH QH KH"),
    Wrong("a knock with eleven",
          laid("KSKCKD 4S5S6S7S / 9DAHAD", TEN), PAGAT, R.OVER_KNOCK_LIMIT, P.KNOCKER, "AH AD 9D 11 of 10"),
    Wrong("ten under a seven",
          laid(KNOCKER, TEN, upcard="7H"), OKLAHOMA, R.OVER_KNOCK_LIMIT, P.KNOCKER, "JD 10 of 7"),
    Wrong("two under an ace",
          laid("KSKCKD 5S6S7S 9CTCJC / 2D", "2S2C2H / 8DAC8S9S8C7CAH", upcard="AD"),
          OKLAHOMA, R.OVER_KNOCK_LIMIT, P.KNOCKER, "2D 2 of 1"),
    Wrong("one under an ace that means gin",
          laid("KSKCKD 5S6S7S 9CTCJC / AC", "2S2C2D2H / 8D8S9S8C7CAH", upcard="AD"),
          RUMMYTALK, R.OVER_KNOCK_LIMIT, P.KNOCKER, "AC 1 of 0"),
    Wrong("one where only gin counts",
          laid("KSKCKD 5S6S7S 9CTCJC / AC", "2S2C2D2H / 8D8S9S8C7CAH"),
          STRAIGHT, R.OVER_KNOCK_LIMIT, P.KNOCKER, "AC 1 of 0"),
    Wrong("an ace that counts fifteen",
          laid("KSKCKD 5S6S7S 9CTCJC / AC", "2S2C2D2H / 8D8S9S8C7CAH"),
          PAGAT.but(ace_points=15), R.OVER_KNOCK_LIMIT, P.KNOCKER, "AC 15 of 10"),
    Wrong("seven melded cards where eight are needed",
          laid("KSKCKD 4S5S6S7S / 2DAHAD", "2S2C2H / 8DAC8S9S8C7CTH"),
          PAGAT.but(melded_to_knock=8), R.TOO_FEW_MELDED, P.KNOCKER, "AH AD 2D 7 of 8"),
    Wrong("laid off against big gin only",
          laid("KSKHKD 5S6S7S 9CTCJCQCKC /", "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQCKC"),
          PAGAT.but(big_gin_bonus=31, layoff_vs_gin=True, layoff_vs_big_gin=False),
          R.LAYOFF_AGAINST_BIG_GIN, P.LAYOFFS, "8S 9S 7C 8C"),
    Wrong("laid off against gin",
          laid(GIN, "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQC"),
          PAGAT, R.LAYOFF_AGAINST_GIN, P.LAYOFFS, "8S 9S 7C 8C"),
    Wrong("laid off against big gin",
          laid("KSKHKD 5S6S7S 9CTCJCQCKC /", "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQCKC"),
          PAGAT, R.LAYOFF_AGAINST_GIN, P.LAYOFFS, "8S 9S 7C 8C"),
    Wrong("the third two on two loose twos",
          laid("KSKCKD 4S5S6S7S8S / 2D2H", "JSJHJD QSQHQD / 7H8H9D", "2S>2D2H"),
          PAGAT, R.LAYOFF_NOT_ON_A_MELD, P.LAYOFFS, "2S"),
    Wrong("a card on the defender's own meld",
          laid(KNOCKER, "2S2C2D / AC8S9S8C7C8D", "2H>2S2C2D"),
          PAGAT, R.LAYOFF_NOT_ON_A_MELD, P.LAYOFFS, "2H"),
    Wrong("a nine without its eight",
          laid(KNOCKER, "2S2C2D2H / 8DAC8S8C7C", "9S>5S6S7S"), PAGAT, R.LAYOFF_DOES_NOT_FIT, P.LAYOFFS, "9S"),
    Wrong("a card of another suit",
          laid(KNOCKER, "2S2C2D2H / 8DAC9S8C7C", "8S>9CTCJC"), PAGAT, R.LAYOFF_DOES_NOT_FIT, P.LAYOFFS, "8S"),
    Wrong("an ace on a king",
          laid("KSKCKD 5S6S7S JHQHKH / 9D", "2S2C2D2H / 8D8S9S8C7C", "AH>JHQHKH"),
          PAGAT, R.LAYOFF_DOES_NOT_FIT, P.LAYOFFS, "AH"),
    Wrong("one that fits and one that does not, on one meld",
          laid(KNOCKER, "2S2C2D2H / 8DAC8C7C", "8STS>5S6S7S"), PAGAT, R.LAYOFF_DOES_NOT_FIT, P.LAYOFFS, "TS"),
    Wrong("a fifth card on a set",
          laid("KSKCKDKH 5S6S7S 9CTCJC /", "2S2C2D2H / 8DAC8S9S8C", "7C>KSKCKDKH"),
          FOURNIER, R.LAYOFF_DOES_NOT_FIT, P.LAYOFFS, "7C"),
    Wrong("a spade doubles, and no upcard",
          laid(KNOCKER, TEN), SPADES, R.UPCARD_MISSING, P.UPCARD, ""),
    Wrong("gin with three",
          Count(Ending.GIN, 3, 20), PAGAT, R.GIN_WITH_DEADWOOD, P.KNOCKER, "3"),
    Wrong("big gin with three",
          Count(Ending.BIG_GIN, 3, 20), PAGAT, R.GIN_WITH_DEADWOOD, P.KNOCKER, "3"),
    Wrong("less than nothing",
          Count(Ending.KNOCK, -1, 20), PAGAT, R.COUNT_IMPOSSIBLE, P.KNOCKER, "-1 of 98"),
    Wrong("less than nothing against",
          Count(Ending.GIN, 0, -1), PAGAT, R.COUNT_IMPOSSIBLE, P.DEFENDER, "-1 of 98"),
    Wrong("more than ten cards leave",
          Count(Ending.KNOCK, 8, 99), PAGAT, R.COUNT_IMPOSSIBLE, P.DEFENDER, "99 of 98"),
    Wrong("a thousand million",
          Count(Ending.KNOCK, 10**9, 20), PAGAT, R.COUNT_IMPOSSIBLE, P.KNOCKER, "1000000000 of 98"),
    Wrong("more than ten cards leave where aces are dear",
          Count(Ending.KNOCK, 8, 111),
          PAGAT.but(ace_points=15), R.COUNT_IMPOSSIBLE, P.DEFENDER, "111 of 110"),
    Wrong("ninety-eight can be left, but not knocked with",
          Count(Ending.KNOCK, 98, 20), PAGAT, R.OVER_KNOCK_LIMIT, P.KNOCKER, "98 of 10"),
    Wrong("eleven, counted",
          Count(Ending.KNOCK, 11, 20), PAGAT, R.OVER_KNOCK_LIMIT, P.KNOCKER, "11 of 10"),
    Wrong("eight under a seven, counted",
          Count(Ending.KNOCK, 8, 20, card("7D")), OKLAHOMA, R.OVER_KNOCK_LIMIT, P.KNOCKER, "8 of 7"),
    Wrong("no upcard in Oklahoma",
          Count(Ending.KNOCK, 8, 20), OKLAHOMA, R.UPCARD_MISSING, P.UPCARD, ""),
    Wrong("no upcard, and gin",
          Count(Ending.GIN, 0, 20), OKLAHOMA, R.UPCARD_MISSING, P.UPCARD, ""),
]  # fmt: skip

OUTSIDE = {Reason.FILE_UNREADABLE}
"""Found by the command line before there is a document: see tests.documents.test_documents.py."""


def named(problem: Problem) -> str:
    """What a problem points at."""
    figure = "" if problem.figure is None else str(problem.figure)
    bound = "" if problem.bound is None else f"of {problem.bound}"
    return " ".join(filter(None, [format_cards(problem.cards), figure, bound]))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_wrong_has_a_reason_a_place_and_something_to_point_at(case: Wrong) -> None:
    [problem] = problems(case.laid, case.rules)

    assert (problem.reason, problem.place, named(problem)) == (case.reason, case.place, case.named)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_wrong_is_not_scored(case: Wrong) -> None:
    with pytest.raises(InvalidDeclarationError) as caught:
        score(case.laid, case.rules)

    assert [problem.reason for problem in caught.value.problems] == [case.reason]


def test_every_reason_has_a_case() -> None:
    on_the_table = {case.reason for case in CASES}
    in_documents = {reason for case in BAD for _, reason, _ in case.expected}

    assert on_the_table | in_documents | OUTSIDE == set(Reason)


def test_a_meld_that_is_none_says_why() -> None:
    [problem] = problems(laid(GIN, "QHKHAH 2S2C2D2H / 3D4D9D"), PAGAT)

    assert problem.flaw is Flaw.ACE_ABOVE_KING
    assert not list(problems(laid(GIN, "QHKHAH 2S2C2D2H / 3D4D9D"), PAGAT.but(aces=Aces.HIGH_OR_LOW)))


def test_all_errors_are_shown_at_once() -> None:
    hand = laid("KSKCKD 5S6S8H 9CTCJC / JDAH", "2S2C2D3H / 8DJD7D", "9S>5S6S8H TC>JD")

    assert [(problem.reason, named(problem)) for problem in problems(hand, OKLAHOMA)] == [
        (Reason.UPCARD_MISSING, ""),
        (Reason.CARD_IN_BOTH_HANDS, "JD TC"),
        (Reason.WRONG_NUMBER_OF_CARDS, "11 of 10"),
        (Reason.WRONG_NUMBER_OF_CARDS, "9 of 10"),
        (Reason.NOT_A_MELD, "5S 6S 8H"),
        (Reason.NOT_A_MELD, "2S 3H 2D 2C"),
        (Reason.OVER_KNOCK_LIMIT, "AH JD 11 of 10"),
        (Reason.LAYOFF_NOT_ON_A_MELD, "TC"),
    ]


GOOD = [
    ("a knock with ten", laid(KNOCKER, TEN), PAGAT),
    ("gin with ten cards", laid(GIN, TEN), PAGAT),
    ("eight melded cards where eight are needed", laid("KSKCKD 3S4S5S6S7S / AHAD", TEN),
     PAGAT.but(melded_to_knock=8)),
    ("a knock by numbers, which don't show melds", Count(Ending.KNOCK, 5, 20), PAGAT.but(melded_to_knock=8)),
    ("lay-offs against gin but not against big gin",
     laid(GIN, "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQC"),
     PAGAT.but(big_gin_bonus=31, layoff_vs_gin=True, layoff_vs_big_gin=False)),
    ("lay-offs against eleven cards that are just gin",
     laid("KSKHKD 5S6S7S 9CTCJCQCKC /", "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQCKC"),
     PAGAT.but(layoff_vs_gin=True, layoff_vs_big_gin=False)),
    ("gin with eleven, where big gin is played or not", laid("KSKHKD 5S6S7S 9CTCJCQCKC /", TEN), PAGAT),
    ("gin where only gin counts", laid(GIN, TEN), STRAIGHT),
    ("gin under an ace that means gin", laid(GIN, TEN, upcard="AD"), RUMMYTALK),
    ("one under an ace that means one", laid("KSKCKD 5S6S7S 9CTCJC / AH", TEN, upcard="AD"), OKLAHOMA),
    ("five under a spade that only doubles", laid("KSKCKD 5S6S7S 9CTCJC / 5D", TEN, upcard="3S"), SPADES),
    ("the upcard in a player's hand", laid(GIN, TEN, upcard="KS"), OKLAHOMA),
    ("lay-offs against gin where they are allowed",
     laid(GIN, "2S2C2D2H / 8DAC", "8S9S>5S6S7S 8C7C>9CTCJCQC"), FOURNIER),
    ("lay-offs on one meld in two parts", laid(KNOCKER, "2S2C2D2H / 8DAC8C7C", "8S>5S6S7S 9S>5S6S7S"), PAGAT),
    ("the far card written before the near one", laid(KNOCKER, "2S2C2D2H / 8DAC8C7C", "9S8S>5S6S7S"), PAGAT),
    ("the meld written in another order", laid(KNOCKER, "2S2C2D2H / 8DAC8C7C", "8S9S>7S5S6S"), PAGAT),
    ("a defender who lays nothing", laid(KNOCKER, "/ 2S2C2D2H8S8C8D9S7CAC"), PAGAT),
    ("ninety-eight against", Count(Ending.KNOCK, 10, 98), PAGAT),
    ("a hundred and ten against where aces are dear", Count(Ending.KNOCK, 10, 110), PAGAT.but(ace_points=15)),
    ("a knock with nothing is gin", Count(Ending.KNOCK, 0, 20), STRAIGHT),
    ("a dead hand needs no upcard", DEAD_HAND, OKLAHOMA),
]  # fmt: skip


@pytest.mark.parametrize("declared, rules", [case[1:] for case in GOOD], ids=[case[0] for case in GOOD])
def test_nothing_is_wrong(declared: Declaration | Count, rules: HouseRules) -> None:
    assert list(problems(declared, rules)) == []


def test_a_sheet_with_a_hand_that_cannot_stand_is_not_written() -> None:
    with pytest.raises(InvalidDeclarationError):
        sheet([knock(4, 30), knock(11, 30)], PAGAT)


EIGHT = HouseRules(melded_to_knock=8)
KNOCK, NOTHING, GOING_GIN = GoingOut.KNOCK, GoingOut.NOTHING, GoingOut.GIN

HANDS = [
    # the cards, rules, what they allow, deadwood, and the deadwood with too few melded
    ("5S6S7S KSKCKDKH ACAD2H", HouseRules(), KNOCK, 4, None),
    ("5S6S7S KSKCKDKH ACAD2H", EIGHT, NOTHING, 4, 4),
    ("5S6S7S8S KSKCKDKH ACAD", EIGHT, KNOCK, 2, None),
    ("5S6S7S8S KSKCKDKH QDJC", EIGHT, NOTHING, 20, None),
    ("5S6S7S8S KSKCKD QSQDQH", EIGHT, GOING_GIN, 0, None),
    ("5S6S7S KSKCKDKH ACAD2H", EIGHT.but(melded_to_knock=7), KNOCK, 4, None),
    ("5S6S7S8S KSKCKDKH ACAD", EIGHT.but(melded_to_knock=9), NOTHING, 2, 2),
    # Threes and fours leave 2 2 A A, six melded. A-2-3-4 and 2-3-4 leave 3 4 A, seven melded.
    ("AC2C3C4C 2S3S4S 3D4D AH", EIGHT.but(melded_to_knock=7), KNOCK, 8, 6),
    ("AC2C3C4C 2S3S4S 3D4D AH", HouseRules(), KNOCK, 6, None),
    # K-A-2 and nines leave 2 2 A A. Aces, twos and nines leave the king, nine melded.
    ("KDAD2D 9C9H9S 2C2H AHAS", EIGHT.but(aces=Aces.ROUND), KNOCK, 10, 6),
]


@pytest.mark.parametrize("cards, rules, allows, deadwood, too_few", HANDS)
def test_a_knock_needs_so_many_melded_cards(
    cards: str, rules: HouseRules, allows: GoingOut, deadwood: int, too_few: int | None
) -> None:
    verdict = judge_hand(parse_cards(cards), rules)

    assert (verdict.allows, verdict.deadwood, verdict.too_few_melded) == (allows, deadwood, too_few)


def test_melds_that_may_knock_are_proposed() -> None:
    cards = read_cards("AC2C3C4C 2S3S4S 3D4D AH")
    seven = HouseRules(melded_to_knock=7)

    assert [len(way.unmatched) for way in ways_to_knock(cards, seven)] == [3]
    assert format_groups(CardLayout(seven, 0, (cards, ())).spreads[0].melds) == "2S 3S 4S / AC 2C 3C 4C"
    assert format_groups(CardLayout(HouseRules(), 0, (cards, ())).spreads[0].melds) == "3S 3D 3C / 4S 4D 4C"


def test_of_eleven_cards_the_discard_that_allows_a_knock_comes_first() -> None:
    """Eight are melded: of A, 2 and 3 one goes, the three."""
    verdict = judge_hand(parse_cards("5S6S7S8S KSKCKDKH AC2D3H"), EIGHT)

    assert [(str(each.card), each.deadwood, each.allows) for each in verdict.discards[:3]] == [
        ("3H", 3, KNOCK),
        ("2D", 4, KNOCK),
        ("AC", 5, KNOCK),
    ]
    assert [str(each.card) for each in verdict.best_discards] == ["3H"]
    assert {each.allows for each in verdict.discards[3:]} == {NOTHING}


def test_other_melds_that_would_not_have_been_a_knock_are_not_shown() -> None:
    knocker = spread("5S6S7S8S KSKCKDKH / ACAD")
    bob = parse_cards("2S2C2D 9H9D9C JHQHTH 4C")

    shown = judge_showdown(knocker, bob, HouseRules()).other_layings
    kept = judge_showdown(knocker, bob, EIGHT).other_layings

    assert {len(each.knocker.unmatched) for each in shown} >= {3}
    assert all(len(each.knocker.unmatched) <= 2 for each in kept)


ELEVEN = spread("KSKHKD 5S6S7S 9CTCJCQCKC /")
TEN_MELDED = spread("KSKHKD 5S6S7S 9CTCJCQC /")
BOB = parse_cards("2S2C2D2H 8S8C8D 9S7C AC")
BIG = HouseRules(big_gin_bonus=31, layoff_vs_gin=True)

LAID_OFF = [
    # the knocker, rules, whether Bob lays off
    (TEN_MELDED, BIG, True),
    (ELEVEN, BIG, True),
    (TEN_MELDED, BIG.but(layoff_vs_big_gin=False), True),
    (ELEVEN, BIG.but(layoff_vs_big_gin=False), False),
    (ELEVEN, BIG.but(layoff_vs_big_gin=False, big_gin_bonus=None), True),
    (ELEVEN, BIG.but(layoff_vs_gin=False), False),
]


@pytest.mark.parametrize("knocker, rules, lays_off", LAID_OFF)
def test_lay_offs_against_gin_and_against_big_gin(knocker: Spread, rules: HouseRules, lays_off: bool) -> None:
    showdown = judge_showdown(knocker, BOB, rules)

    assert bool(showdown.declaration.layoffs) is lays_off
    assert format_groups(showdown.declaration.knocker.melds) == format_groups(knocker.melds)
    assert card("8S") in BOB
