"""The page of the rules: the whole game in the order of play, and what this table plays differently."""

import pytest

from models.gin.rules.house_rules import KINDS, STANDARD, HouseRules
from models.gin.rules.options import InitialDeal, KnockSignal, ThreePlayers, UpcardOffer
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from tests.views.browser import Browser, Page
from tests.views.table import Sit, element, of_class
from views.words.rules.page import BY_TABLE, GENERAL, SECTIONS, groups, names_in


def told(page: Page, anchor: str) -> str:
    """A rule as its page says it, with its marks."""
    return element(page, anchor).text


def marked_as_different(rules: HouseRules) -> dict[str, str]:
    """The rules that a page marks, with what is usual instead."""
    return {rule.field: rule.usual for group in groups(rules) for rule in group.rules if rule.usual}


def test_it_follows_the_game_at_the_table(browser: Browser) -> None:
    page = browser.get("/houses/pagat")

    assert [next(section.all("h2")).text for section in of_class(page, "leaflet__part")] == [
        "Getting ready",
        "The deal",
        "The play",
        "Ending a hand",
        "Melds",
        "Scoring",
        "Penalties",
        "The game",
        "The match",
    ]
    told_in_order = [
        "You need one pack of 52 cards",
        "The dealer shuffles",
        "Ten cards each",
        "starts the discard pile",
        "Whoever goes first can take the upcard",
        "After two passes",
        "On a normal turn",
        "can’t discard a card on the turn you take it",
        "after taking a card",
        "You can knock with 10",
        "To end the hand, discard face down",
        "ends the hand at once",
        "Nobody has to knock",
        "only two cards are left",
        "The loser of a hand deals the next one",
        "both lay their cards face up",
        "A set is three or four cards of one rank",
        "can lay off",
        "A winning knock scores",
        "A game ends",
        "A match is a single game",
    ]
    assert sorted(told_in_order, key=page.text.index) == told_in_order


def test_every_rule_is_in_one_section() -> None:
    everywhere = [name for section in SECTIONS for name in names_in(section)]

    assert len(everywhere) == len(set(everywhere))
    assert set(everywhere) == {*KINDS, *GENERAL, *BY_TABLE}


@pytest.mark.parametrize("house", PRESETS)
def test_the_links_on_top_lead_to_every_section(browser: Browser, house: str) -> None:
    page = browser.get(f"/houses/{house}")
    links = of_class(page, "leaflet__contents")[0].all("a")

    assert [link["href"] for link in links] == [
        *(f"#{section['id']}" for section in of_class(page, "leaflet__part")),
        f"/houses/{house}/disputes",
    ]


# What is different

FOURNIER = {
    "packs": "Usually: 1.",
    "first_dealer": "Usually: At random.",
    "knock_signal": "Usually: The last discard lies face down.",
    "deal_rotation": "Usually: The loser.",
    "layoff_vs_gin": "Not the usual way.",
    "shutout_test": "Usually: The loser scored no points.",
    "settlement": "Usually: The difference between the totals.",
}
"""Seed 003 beside the standard game."""


def test_what_a_preset_plays_differently_is_marked_with_what_is_usual() -> None:
    assert marked_as_different(PRESETS["fournier"]) == FOURNIER
    assert marked_as_different(PRESETS["pagat"]) == {}


def test_what_follows_from_several_columns_or_gin_only_is_marked_once() -> None:
    assert marked_as_different(PRESETS["pagat"].but(columns=3)) == {"columns": "Usually: 1."}
    assert marked_as_different(PRESETS["pagat"].but(knock_limit=0)) == {"knock_limit": "Usually: 10."}


def test_the_marks_are_explained(browser: Browser) -> None:
    sydney, pagat = browser.get("/houses/sydney"), browser.get("/houses/pagat")

    assert "◆ marks what is different here. The usual game is Standard (gin 20)." in sydney.text
    assert sydney.links["The usual game is Standard (gin 20)."] == "/houses/pagat"
    assert told(sydney, "gin_bonus").endswith("other player’s deadwood. Usually: 20.")
    assert "This is the usual game." in pagat.text
    assert "Usually" not in pagat.text


def test_own_rules_also_mark_what_was_changed_from_their_preset(browser: Browser) -> None:
    page = browser.get("/houses/own?from=fournier&gin_bonus=30&packs=1")

    assert "changed marks what differs from Gin lay-offs." in page.text
    assert told(page, "gin_bonus").endswith("deadwood. changed Usually: 20.")
    assert told(page, "packs").endswith("without jokers. changed")
    assert told(page, "layoff_vs_gin").endswith("even against gin. Not the usual way.")


def test_stakes_are_never_unusual(browser: Browser) -> None:
    page = browser.get("/houses/own?from=pagat&stake_per_point=0.10+EUR")

    assert told(page, "stake_per_point") == "A point is worth €0.10. changed"


# How the cards are played

PLAYED = [
    # The standard game: Pagat, Bicycle.
    ({}, "upcard_offer", "Whoever goes first can take the upcard and discard another card, or pass."),
    ({}, "after_passes", "After two passes, whoever goes first takes the top card of the stock."),
    # ginrummy.net: play begins with the non-dealer, who may draw from either pile.
    ({"upcard_offer": UpcardOffer.NON_DEALER}, "upcard_offer", "starts with a normal turn"),
    ({"upcard_offer": UpcardOffer.NON_DEALER}, "after_passes", None),
    # Seed 000.
    ({"initial_deal": InitialDeal.ELEVEN_TEN}, "upcard_offer", "discarding one of the eleven cards"),
    ({"initial_deal": InitialDeal.ELEVEN_TEN}, "after_passes", None),
    ({"initial_deal": InitialDeal.ELEVEN_TEN}, "upcard", None),
    ({"initial_deal": InitialDeal.ELEVEN_TEN}, "when_to_knock", "on the opening turn without taking one"),
    # Seed 003.
    ({"packs": 2}, "packs", "while one is dealt, the other is shuffled"),
    ({}, "shuffling", "The dealer shuffles"),
    ({"packs": 2}, "shuffling", None),
    ({"knock_signal": KnockSignal.POINTS_SAID}, "knock_signal", "say how much deadwood you have"),
    # Seed 004.
    ({"knock_signal": KnockSignal.ANY}, "knock_signal", "tap the table"),
    ({"big_gin_bonus": 31}, "big_gin", "You can also hold back gin"),
    # Seed 002: gin with ten cards or eleven, 20 either way.
    ({"big_gin_bonus": 20}, "big_gin", "you don’t have to discard"),
    ({}, "big_gin", None),
    # Straight gin.
    ({"knock_limit": 0}, "voluntary", None),
    ({"knock_limit": 0}, "ends_at_once", "Gin ends the hand at once"),
    ({"knock_limit": 0}, "layoffs", None),
    ({"knock_limit": 0, "layoff_vs_gin": True}, "layoffs", "the fourth of a set"),
    ({"discard_taken_card": True}, "discard_taken_card", "You can discard any card"),
]


@pytest.mark.parametrize("changed, name, expected", PLAYED)
def test_how_the_cards_are_played(changed: dict[str, object], name: str, expected: str | None) -> None:
    rules = [rule for group in groups(STANDARD.but(**changed)) for rule in group.rules]
    said = [rule.sentence for rule in rules if rule.field == name]

    assert [expected in each for each in said] == ([True] if expected else []), said


def test_of_three_the_dealer_sits_out(sit: Sit) -> None:
    table = sit(table=Table.THREE, names=("Ann", "Bob", "Cid"))
    page = table.browser.get(f"{table.path}/rules")

    assert "The dealer sits out. The player on the dealer’s left goes first." in page.text
    assert "The loser of a hand sits out the next one and deals it." in page.text
    assert "deals the next one" not in page.text
    assert "for two" not in page.text


def test_of_two_against_two_each_pair_has_its_own_cards(sit: Sit) -> None:
    table = sit(table=Table.PARTNERSHIP, names=("Ann", "Bob", "Cid", "Dan"))
    page = table.browser.get(f"{table.path}/rules")

    assert "both pairs play a hand at the same time" in page.text
    assert "Each pair plays with cards of its own." in page.text
    assert "In each pair, the player who didn’t deal goes first." in page.text
    assert "The loser of a hand deals the next one." in page.text
    assert "for two" not in page.text


@pytest.mark.parametrize("way", ThreePlayers)
def test_every_way_to_play_with_three_is_explained(sit: Sit, way: ThreePlayers) -> None:
    table = sit(table=Table.THREE, names=("Ann", "Bob", "Cid"), three_players=way)
    page = table.browser.get(f"{table.path}/rules")

    assert told(page, "three_players").startswith("With three players, ")
    assert told(page, "go_first").endswith("goes first.")
    assert "for two" not in page.text


def test_a_page_for_two_says_of_larger_tables_only_what_is_unusual(browser: Browser) -> None:
    assert "three players" not in browser.get("/houses/pagat").text
    assert (
        "With three players, the captain" in browser.get("/houses/own?from=pagat&three_players=captain").text
    )
