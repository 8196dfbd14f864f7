"""Common disputes, answered by each set of rules."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import request
from hypothesis import given
from hypothesis import strategies as st

from models.gin.cards.cards import Card
from models.gin.cards.melds import Aces
from models.gin.rules.field_types import Choice, Flag, MultiplierTable
from models.gin.rules.house_rules import KINDS, HouseRules
from models.gin.rules.options import (
    AceUpcard,
    BoxTiming,
    DealRotation,
    FalseKnock,
    FiftiethCard,
    InitialDeal,
    KnockSignal,
    MatchBy,
    Multipliers,
    NextGameDealer,
    PartnersScore,
    Redeal,
    Shutout,
    ShutoutTest,
    ThreePlayers,
    Tie,
    UpcardOffer,
)
from models.gin.rules.presets import PRESETS
from tests.gin.strategies import any_rules
from tests.profiles import examples
from tests.views.browser import Browser, Page
from tests.views.table import bill, element, of_class, press_on
from views.judge.form import JudgeForm, as_asked
from views.judge.page import JudgePage
from views.shared.rules_links import CustomRules
from views.words.disputes import DISPUTES, Dispute
from views.words.rules.page import groups

NOBODY_KNOCKS = "That can’t happen under these rules"

Deciding = Callable[[HouseRules], Any]


def by(field: str, sayings: dict[Any, str]) -> Deciding:
    """What a field says by its value."""
    return lambda rules: sayings[getattr(rules, field)]


def knocked(said: str) -> Deciding:
    """What is said wherever hands are knocked."""
    return lambda rules: said if rules.knock_limit else NOBODY_KNOCKS


EXPECTED: dict[str, Deciding] = {
    "layoff-against-gin": by("layoff_vs_gin", {True: "Yes.", False: "No."}),
    "tie": lambda rules: (
        f"plus {rules.undercut_bonus}. If their deadwood is" if rules.knock_limit else NOBODY_KNOCKS
    ),
    "zero-by-layoffs": lambda rules: f"plus {rules.undercut_bonus}." if rules.knock_limit else NOBODY_KNOCKS,
    "zero-against-gin": lambda rules: f"No. Gin scores {rules.gin_bonus} plus",
    "two-melds": lambda rules: "No. A card can only be in one meld.",
    "aces": by(
        "aces",
        {Aces.LOW: "Q-K-A is not", Aces.HIGH_OR_LOW: "Q-K-A are runs", Aces.ROUND: "K-A-2 is a run too"},
    ),
    "loose-cards": knocked("No. Cards fit if"),
    "chain": knocked("Yes."),
    "breaking": knocked("The defender can break up melds to lay off more."),
    "laying-anew": knocked("No. Melds count as they were laid down."),
    "forgotten": knocked("Nobody has to lay off"),
    "laid-otherwise": knocked("Melds count as they were laid down."),
    "eleven": lambda rules: "not a knock. You can knock with" if rules.knock_limit else "Nobody knocks",
    "exposed-card": lambda rules: "Play goes on",
    "wrong-number": lambda rules: "Before your first draw, deal again.",
    "upcard-offer": by(
        "initial_deal",
        {
            InitialDeal.TEN_TEN_UPCARD: "The player who did not deal. Whoever goes first can take the upcard",
            InitialDeal.ELEVEN_TEN: "Nobody: no card is turned up. Whoever goes first starts by discarding",
        },
    ),
    "two-passes": by(
        "initial_deal",
        {
            InitialDeal.TEN_TEN_UPCARD: "whoever goes first takes the top card of the stock",
            InitialDeal.ELEVEN_TEN: "That can’t happen under these rules.",
        },
    ),
    "card-just-taken": lambda rules: "can’t discard a card on the turn you take it",
    "discard-pile": lambda rules: "No. The discard pile stays squared up",
    "first-turn": knocked("Yes. You can end the hand on any turn, even your first"),
    "knock-shown": by(
        "knock_signal",
        {
            KnockSignal.FACE_DOWN: "discard face down.",
            KnockSignal.SAID: "say so and discard",
            KnockSignal.POINTS_SAID: "say how much deadwood",
            KnockSignal.ANY: "tap the table",
        },
    ),
    "one-more-turn": lambda rules: "ends the hand at once: the other player gets no further turn",
    "have-to-knock": knocked("No. Nobody has to knock"),
    "gin-kept-back": lambda rules: (
        "There is no big gin"
        if rules.big_gin_bonus is None
        else "no more than gin"
        if rules.big_gin_bonus == rules.gin_bonus
        else "Yes. If the card you take completes eleven melded cards"
    ),
    "two-cards-left": lambda rules: "can still knock or go gin" if rules.knock_limit else "can still go gin",
    "melded-to-knock": knocked("Only the deadwood counts."),
    "big-gin": lambda rules: (
        f"Gin scores {rules.gin_bonus} plus" if rules.big_gin_bonus is None else str(rules.big_gin_bonus)
    ),
    "ace-upcard": lambda rules: (
        {AceUpcard.ONE: "Yes.", AceUpcard.GIN: "you need gin"}[rules.ace_upcard]
        if rules.oklahoma
        else "sets no limit"
    ),
    "spade": lambda rules: (
        {True: "doubles the extra boxes", False: "doesn’t double boxes"}[rules.spade_doubles_boxes]
        if rules.spade_double
        else "doubles nothing"
    ),
    "boxes": lambda rules: (
        {BoxTiming.IMMEDIATE: "Yes.", BoxTiming.END: "added after the game"}[rules.box_timing]
        if rules.box_bonus
        else "There is no box bonus"
    ),
    "shutout": lambda rules: SHUTOUTS[rules.shutout, rules.target] if rules.shutout != "none" else "extra",
    "game-bonus": lambda rules: (
        NOBODY_KNOCKS
        if not rules.knock_limit
        else f"gets {rules.game_bonus}."
        if rules.game_bonus
        else "There is no game bonus"
    ),
    "dealer": by(
        "deal_rotation",
        {
            DealRotation.ALTERNATE: "take turns dealing",
            DealRotation.WINNER: "The winner of a hand deals",
            DealRotation.LOSER: "The loser of a hand deals",
        },
    ),
    "three-players": lambda rules: "The loser of a hand sits out the next one and deals it.",
    "partners": lambda rules: "The smaller result is taken from the larger",
    "hollywood": by("columns", {1: "only one column", 3: "next open column"}),
    "correcting": lambda rules: "Correct it.",
}
"""By dispute, words that the answer must have."""

SHUTOUTS = {
    # Hands of 25 up to the target, a box for each, the game bonus, and what the shutout adds.
    (Shutout.FLAT, 100): "4 hands of 25 against none pay 380 in all.",  # 100 + 4 x 20 + 100 + 100
    (Shutout.FLAT, 150): "6 hands of 25 against none pay 470 in all.",  # 150 + 6 x 20 + 100 + 100
    (Shutout.DOUBLE_HAND_POINTS, 100): "pay 400 in all.",  # 2 x 100 + 4 x 25 + 100
    (Shutout.DOUBLE_TOTAL, 100): "pay 600 in all.",  # 2 x (100 + 4 x 25 + 100)
    (Shutout.DOUBLE_DIFFERENCE, 250): "pay 1500 in all.",  # 2 x (250 + 10 x 25 + 250)
}
"""What a shutout pays, scaled to the target."""


def test_every_dispute_has_an_expected_answer() -> None:
    assert [dispute.name for dispute in DISPUTES] == list(EXPECTED)


def test_disputes_are_answered_by_each_preset() -> None:
    otherwise = [
        (dispute.name, preset, dispute.answer(rules))
        for dispute in DISPUTES
        for preset, rules in PRESETS.items()
        if EXPECTED[dispute.name](rules) not in dispute.answer(rules)
    ]

    assert not otherwise, "\n".join(map(str, otherwise))


def test_the_example_of_a_shutout_is_one_game_of_single_hands() -> None:
    """Whatever the upcard multiplies, and whatever decides the match: still 4 hands of 25, and 380."""
    rules = HouseRules(match_by=MatchBy.GAME_POINTS, rank_multipliers=Multipliers.parse("Tx2"))
    answer = next(dispute.answer(rules) for dispute in DISPUTES if dispute.name == "shutout")

    assert SHUTOUTS[Shutout.FLAT, 100] in answer


GIN_OFF_VS_GIN = [
    ({"gin_off_bonus": 10}, "Gin-off: a defender who undercuts with no deadwood left scores another 10."),
    ({"gin_off_extra_boxes": 1}, "gives 1 extra box."),
    (
        {"gin_off_bonus": 1, "gin_off_extra_boxes": 2},
        "scores another 1. Gin-off, an undercut with no deadwood left, gives 2 extra boxes.",
    ),
]


@pytest.mark.parametrize("changed, said", GIN_OFF_VS_GIN)
def test_gin_off_against_gin_is_said_without_what_it_does_not_give(
    changed: dict[str, object], said: str
) -> None:
    rules = HouseRules(gin_off_vs_gin=True, **changed)
    answer = next(dispute.answer(rules) for dispute in DISPUTES if dispute.name == "zero-against-gin")

    assert answer.startswith("No. Gin scores 20 plus")
    assert f"{said} A defender who has no deadwood against gin has gin-off too" in answer


OTHER_OPTIONS = [
    ("tie", "tie", Tie.UNDERCUT_NO_BONUS, "the defender wins the hand, for no points"),
    ("tie", "tie", Tie.KNOCKER, "the knocker wins"),
    ("tie", "tie", Tie.VOID, "nobody wins the hand"),
    ("aces", "aces", Aces.HIGH_OR_LOW, "K-A-2 is not"),
    ("aces", "aces", Aces.ROUND, "around the corner"),
    ("shutout", "shutout", Shutout.DOUBLE_BONUSES, "4 hands of 25 against none pay 460 in all."),
    ("shutout", "shutout_test", ShutoutTest.ZERO_HANDS, "no hand"),
    ("dealer", "redeal_after_dead_hand", Redeal.ROTATE, "the other player deals"),
    # ginrummy.net: no offer, the non-dealer draws from either pile.
    ("upcard-offer", "upcard_offer", UpcardOffer.NON_DEALER, "starts with a normal turn"),
    ("two-passes", "upcard_offer", UpcardOffer.NON_DEALER, "That can’t happen under these rules."),
    ("card-just-taken", "discard_taken_card", True, "You can discard any card"),
    ("dealer", "next_game_dealer", NextGameDealer.LOSER, "The loser of a game deals first in the next one."),
    ("three-players", "three_players", ThreePlayers.CAPTAIN, "the captain plays every hand"),
    ("three-players", "three_players", ThreePlayers.WINNER_STAYS, "two play a whole game"),
    ("three-players", "three_players", ThreePlayers.ALL_AGAINST_WINNER, "both of them score"),
    ("partners", "partners_score", PartnersScore.ADDED, "with its own box"),
    ("hollywood", "columns", 3, "next open column"),
    ("two-cards-left", "fiftieth_card", FiftiethCard.VOID, "As soon as only two cards are left"),
    ("two-cards-left", "fiftieth_card", FiftiethCard.GIN_ONLY, "but not knock"),
    # rubl.com: both players may have action on the fiftieth card.
    ("two-cards-left", "fiftieth_card", FiftiethCard.EITHER, "the other player can take that card"),
    ("melded-to-knock", "melded_to_knock", 8, "at least 8 of the ten"),
    # Rummytalk's glossary: the knocker's opponent lays off everything.
    ("zero-by-layoffs", "gin_off_bonus", 25, "scores another 25."),
    ("zero-by-layoffs", "gin_off_extra_boxes", 2, "gives 2 extra boxes."),
    ("spade", "suit_multipliers", Multipliers.parse("Sx3"), "multiplies the hand: ♠ ×3."),
]
"""Options that no preset has, or none by itself, with Pagat's rules: 4 x 25 + (100 + 4 x 20) x 2 = 460."""


SAID_ON_THE_PAGE = {
    "upcard-offer": "upcard_offer",
    "card-just-taken": "discard_taken_card",
    "discard-pile": "discard_pile",
    "first-turn": "when_to_knock",
    "knock-shown": "knock_signal",
    "one-more-turn": "ends_at_once",
    "have-to-knock": "voluntary",
    "two-cards-left": "fiftieth_card",
}
"""Disputes about play, and the rule on the page that answers them."""


@given(rules=any_rules)
@examples(20)
def test_a_dispute_about_play_is_answered_as_the_page_of_the_rules_says(
    browser: Browser, rules: HouseRules
) -> None:
    with browser.client.application.test_request_context():
        answers = {dispute.name: dispute.answer(rules) for dispute in DISPUTES}
        page = {rule.field: rule.sentence for group in groups(rules) for rule in group.rules}

    for name, rule in SAID_ON_THE_PAGE.items():
        assert NOBODY_KNOCKS in answers[name] or answers[name].endswith(page[rule]), name


@pytest.mark.parametrize("name,field,value,said", OTHER_OPTIONS)
def test_a_changed_rule_changes_the_answer(name: str, field: str, value: object, said: str) -> None:
    (dispute,) = (each for each in DISPUTES if each.name == name)

    assert said in dispute.answer(PRESETS["pagat"].but(**{field: value}))


HOLLYWOOD = [
    ("shutout", "all_columns_shutout_times", 3, "out of every column, all columns are paid 3 times."),
    ("shutout", "all_columns_shutout_bonus", 300, "every column scores 300 extra"),
    ("hollywood", "column_multipliers", (1, 1, 2), "Each column is multiplied by: 1, 1 and 2."),
    ("hollywood", "column_targets", (100, 125, 150), "own target"),
    ("game-bonus", "column_bonuses", (100, 200, 300), "own game bonus"),
    ("boxes", "column_targets", (100, 125, 150), "Each column has its own target"),
]


@pytest.mark.parametrize("name, field, value, said", HOLLYWOOD, ids=[f"{n} {f}" for n, f, *_ in HOLLYWOOD])
def test_columns_of_their_own_kind_are_in_the_answers(
    browser: Browser, name: str, field: str, value: object, said: str
) -> None:
    """Nothing of it is said with a single column."""
    [dispute] = [each for each in DISPUTES if each.name == name]
    with browser.client.application.test_request_context():
        three = dispute.answer(HouseRules(columns=3, **{field: value}))  # type: ignore[arg-type]
        one = dispute.answer(HouseRules(**{field: value}))  # type: ignore[arg-type]

    assert said in three
    assert said not in one


def others(field: str, rules: HouseRules) -> list[Any]:
    """Some other values of a field."""
    kind = KINDS[field]
    if isinstance(kind, Flag):
        return [not getattr(rules, field)]
    if isinstance(kind, Choice):
        options: type[StrEnum] = kind.options
        return [option for option in options if option is not getattr(rules, field)]
    if isinstance(kind, MultiplierTable):
        return [Multipliers.parse(f"{kind.letters[0]}x3")]
    return [value for value in (*kind.usual, 3, 77) if kind.allows(value) and value != getattr(rules, field)]


DECIDED = [(dispute, field) for dispute in DISPUTES for field in dispute.fields]


NEEDED: dict[str, dict[str, Any]] = {
    "spade_doubles_boxes": {"spade_double": True},
    "spade_doubles_bonus": {"spade_double": True},
    "layoff_vs_big_gin": {"layoff_vs_gin": True, "big_gin_bonus": 31},
    "gin_off_vs_gin": {"gin_off_bonus": 10},
}
NEEDED_THERE: dict[tuple[str, str], dict[str, Any]] = {
    ("eleven", "penalty_points"): {"false_knock": FalseKnock.PENALTY},
    ("eleven", "undercut_bonus"): {"false_knock": FalseKnock.UNDERCUT},
}
"""What must be played for a field to decide."""


@pytest.mark.parametrize("dispute,field", DECIDED, ids=[f"{q.name} by {f}" for q, f in DECIDED])
def test_the_field_it_names_decides(dispute: Dispute, field: str) -> None:
    """Under some preset another value of the field gives another answer: no answer is fixed text."""
    needed = NEEDED.get(field, {}) | NEEDED_THERE.get((dispute.name, field), {})
    presets = [rules.but(**needed) for rules in PRESETS.values()]

    assert any(
        dispute.answer(rules) != dispute.answer(rules.but(**{field: value}))
        for rules in presets
        for value in others(field, rules)
    )


@pytest.fixture(scope="module")
def acted() -> dict[str, str]:
    """What the judge must say about the example cards of a dispute under Pagat’s rules."""
    return {
        "layoff-against-gin": "Gin: the defender has 17 deadwood",
        "tie": "A tie is an undercut here: both have 10",
        "zero-by-layoffs": "The defender undercuts: 0 against 2",
        "zero-against-gin": "Gin: the defender has 0 deadwood",
        "two-melds": "14 deadwood",
        "aces": "None of these is a meld",
        "loose-cards": "The knocker wins: 4 against 62",
        "chain": "The defender undercuts: 9 against 10",
        "breaking": "The defender undercuts: 9 against 10",
        "laying-anew": "The defender undercuts: 8 against 10",
        "forgotten": "The defender undercuts: 9 against 10",
        "laid-otherwise": "The knocker wins: 10 against 68",
        "eleven": "A knock with 11 is over the limit",
        "big-gin": "Gin: the defender has 44 deadwood",
    }


def test_the_judge_acts_them_out(browser: Browser, acted: dict[str, str]) -> None:
    page = browser.get("/houses/pagat/disputes")
    links = {
        section["id"].removeprefix("dispute-"): next(section.all("a"))["href"]
        for section in of_class(page, "dispute")
        if any(section.all("a"))
    }

    heads = {
        name: element(Page(browser.client.get(url).text, url), "head").text for name, url in links.items()
    }

    assert heads == acted


def test_the_example_of_other_melds_shows_what_they_would_have_scored(browser: Browser) -> None:
    dispute = element(browser.get("/houses/pagat/disputes"), "dispute-laying-anew")
    verdict = browser.get(next(dispute.all("a"))["href"])

    assert bill(verdict)["The defender scores"] == ("12",)
    assert "Better for the knocker The knocker scores 68" in verdict.text


OF_LARGER_TABLES = {"dispute-three-players", "dispute-partners"}
"""They are answered on the page of a match of so many players."""


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_all_answers_and_a_sentence_for_every_rule(browser: Browser, preset: str) -> None:
    page = browser.get(f"/houses/{preset}/disputes")
    anchors = {each["id"] for each in page.root.all()}
    questions = [urlsplit(each["href"]).query for each in of_class(page, "dispute__link")]

    assert {f"dispute-{name}" for name in EXPECTED} - anchors == OF_LARGER_TABLES
    rules = browser.get(f"/houses/{preset}")
    assert {"knock_limit", "aces", "gin_bonus", "target"} <= {each["id"] for each in rules.root.all()}
    assert rules.links["Disputes"] == page.path
    for question in questions:
        assert judged(browser, f"/judge?{question}")[1], question


def judged(browser: Browser, address: str) -> tuple[int, str]:
    """How the judge answers at an address, and the head of the verdict, before there is a page of it."""
    with browser.client.application.test_request_context(address):
        page = JudgePage(JudgeForm(as_asked(request.args)), live=False)
        return page.status, page.verdict.head if page.verdict else ""


@given(rules=any_rules, nth=st.integers(0, 20))
@examples(12)
def test_disputes_are_answered_and_shown_by_any_rules(browser: Browser, rules: HouseRules, nth: int) -> None:
    """All that are acted out are judged, and one of them is looked at on its page."""
    house = CustomRules("pagat", rules, "Ours")
    with browser.client.application.test_request_context():
        acted = {
            dispute.name: house.judge_url(**cards) for dispute in DISPUTES if (cards := dispute.cards(rules))
        }

    assert all(dispute.answer(rules) for dispute in DISPUTES)
    for name, url in acted.items():
        status, head = judged(browser, url)
        assert (status, bool(head)) == (status_of(name, rules), True), name
    name, url = list(acted.items())[nth % len(acted)]
    assert element(browser.get(url, status_of(name, rules)), "head").text


def status_of(name: str, rules: HouseRules) -> int:
    """How the verdict on a dispute is answered: some of them are that it was no knock."""
    return 422 if name == "eleven" or _may_not_knock(name, rules) else 200


def _may_not_knock(name: str, rules: HouseRules) -> bool:
    """Whether the answer to a dispute is that with an ace, turned up, nobody may knock."""
    ace = Card.parse("AH")
    return name == "ace-upcard" and rules.deadwood([ace]) > rules.knock_limit_with(ace)


OURS = "/houses/own?from=pagat&name=Our+kitchen&layoff_vs_gin=true"


def test_disputes_are_answered_by_custom_rules(browser: Browser) -> None:
    page = browser.get(browser.get(OURS).links["Disputes"])
    dispute = element(page, "dispute-layoff-against-gin")
    verdict = browser.get(next(dispute.all("a"))["href"])

    anchors = {each["id"] for each in page.root.all()}
    assert {f"dispute-{name}" for name in EXPECTED} - anchors == OF_LARGER_TABLES
    assert "Yes. The defender can lay off on the knocker’s melds, even against gin." in dispute.text
    assert element(verdict, "head").text == "Gin: the defender has 9 deadwood"
    assert "The rule Our kitchen" in verdict.text


def test_a_match_answers_by_the_rules_it_is_played_by(browser: Browser) -> None:
    keep = press_on(browser, browser.get(OURS), "Use these rules")
    sheet = browser.send(keep.path, {"name_0": "Ann", "name_1": "Bob"})
    rules = browser.get(sheet.links["Our kitchen, to 100"])
    disputes = browser.get(rules.links["Disputes"])
    dispute = element(disputes, "dispute-layoff-against-gin")

    assert "Yes. The defender can lay off" in dispute.text
    assert "Our kitchen" in disputes.text
    assert (
        element(browser.get(next(dispute.all("a"))["href"]), "head").text
        == "Gin: the defender has 9 deadwood"
    )
    assert "Our kitchen" in element(browser.get(rules.links["Ask the judge about a hand"]), "ask").text
