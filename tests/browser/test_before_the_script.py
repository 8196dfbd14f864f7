"""What is typed, chosen or opened before the script of a page runs: on a slow network, painted at once."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from tests.browser.table import Player, Sit, match_path
from tests.browser.test_drafts import LINE_TAKEN_UP, back_at, half, is_half
from tests.records.table import ANN_KNOCKS


def paints_at_once(route: Route) -> None:
    """The page as a browser shows it that knows nothing of waiting for scripts."""
    if route.request.resource_type != "document":
        return route.fallback()
    reply = route.fetch()
    return route.fulfill(response=reply, body=reply.text().replace(' blocking="render"', ""))


@contextmanager
def scripts_held_back(page: Page) -> Iterator[None]:
    """The scripts of the page that is opened now come only at the end."""
    held: list[Route] = []
    page.route("**", paints_at_once)
    page.route("**/static/**/*.js", lambda route: held.append(route))
    yield
    assert held, "the scripts were asked for"
    page.unroute("**/static/**/*.js")
    for route in held:
        route.continue_()
    page.wait_for_load_state()
    page.unroute("**")


def opened(player: Player, path: str) -> Player:
    """*player*, who sees the page without waiting for its scripts."""
    player.page.goto(path, wait_until="commit")
    return player


def choose(player: Player, name: str, value: str) -> None:
    """Taps one of several choices of a page that has not loaded yet."""
    player.tap(player.page.locator(f'label:has([name={name}][value="{value}"])'))


@pytest.fixture
def ann(sit: Sit) -> Player:
    """Ann, who keeps score."""
    return sit.down()


def test_a_half_entered_hand_is_a_draft_at_once(app: Flask, ann: Player) -> None:
    numbers = match_path(app) + "/hands/new?by=deadwood"
    with scripts_held_back(ann.page):
        opened(ann, numbers)
        choose(ann, "knocker", "0")
        ann.field("deadwood_0").fill("8")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Bob’s deadwood")

    ann = back_at(ann, numbers)
    is_half(ann)
    with scripts_held_back(ann.page):
        ann.page.reload(wait_until="commit")
        ann.field("deadwood_1").fill("20")
        ann.field("deadwood_0").fill("7")
    ann = back_at(ann, numbers)
    expect(ann.field("deadwood_0")).to_have_value("7")
    ann.save("Save: Ann +13")


def test_going_back_brings_nothing_of_a_saved_hand_into_the_next_one(app: Flask, ann: Player) -> None:
    ann.page.add_init_script("addEventListener('unload', () => {})")  # no page stays in memory as it was
    ann.page.goto(match_path(app) + "/hands/new?by=deadwood")
    half(ann)
    ann.write(deadwood_1="20")
    ann.save("Save: Ann +12")
    ann.page.goto(ann.page.url.partition("?")[0] + "/hands/new?by=deadwood")
    ann.choose("Bob")
    ann.write(deadwood_1="5")
    ann.page.go_back()
    ann.page.go_back()

    expect(ann.page.get_by_role("radio", name="Bob", exact=True)).to_be_checked()
    expect(ann.field("deadwood_0")).to_have_value("")
    expect(ann.field("deadwood_1")).to_have_value("5")


def test_a_digit_goes_where_the_ones_before_it_went(app: Flask, ann: Player) -> None:
    with scripts_held_back(ann.page):
        opened(ann, match_path(app) + "/hands/new?by=deadwood")
        choose(ann, "knocker", "0")
        ann.field("deadwood_1").press_sequentially("2")
    ann.page.keyboard.type("0")
    ann.press("5")
    expect(ann.field("deadwood_1")).to_have_value("205")
    expect(ann.field("deadwood_0")).to_have_value("")


def test_cards_go_on_being_typed(app: Flask, ann: Player) -> None:
    cards = match_path(app) + "/hands/new?by=cards"
    with scripts_held_back(ann.page):
        opened(ann, cards)
        choose(ann, "knocker", "0")
        ann.field("cards_0").press_sequentially("KS KC")
    expect(ann.field("cards_0")).to_be_focused()
    expect(ann.field("cards_0")).to_be_visible()
    ann.page.keyboard.type(" KD 5S")
    expect(ann.field("cards_0")).to_have_value("KS KC KD 5S")

    ann = back_at(ann, cards)
    ann.sees("Ann 4 of 10")


def test_a_penalty_is_a_draft_and_previewed_at_once(app: Flask, ann: Player) -> None:
    penalty = match_path(app, ANN_KNOCKS) + "/lines/new?kind=penalty"
    with scripts_held_back(ann.page):
        opened(ann, penalty)
        choose(ann, "player", "0")
        choose(ann, "fault", "exposed_card")
        ann.field("points").fill("15")
    expect(ann.button("Save: Bob +15")).to_be_visible()

    ann = back_at(ann, penalty)
    expect(ann.page.get_by_text(LINE_TAKEN_UP)).to_be_visible()
    expect(ann.field("points")).to_have_value("15")


def test_the_judge_answers_by_the_rules_that_were_chosen(ann: Player) -> None:
    with scripts_held_back(ann.page):
        opened(ann, "/judge")
        ann.page.locator("#house").select_option("oklahoma")
    expect(ann.page.locator('[data-tray="upcard"]')).to_be_visible()
    ann.page.goto("/judge")
    expect(ann.page.locator("#house")).to_have_value("oklahoma")


def test_rules_are_previewed_and_no_number_is_lost(ann: Player) -> None:
    opened(ann, "/houses")
    ann.follow("Make your own rules")
    for bonus in (30, 35):
        with scripts_held_back(ann.page):
            ann.page.reload(wait_until="commit")
            ann.tap(ann.page.get_by_role("heading", name="What a hand scores"))
            ann.field("gin_bonus").fill(str(bonus))
        expect(ann.page.locator("#gin_bonus-note")).to_contain_text(f"now: Ann +{24 + bonus}")
        expect(ann.field("gin_bonus")).to_have_value(str(bonus))


def test_a_new_match_says_what_was_chosen(ann: Player) -> None:
    with scripts_held_back(ann.page):
        opened(ann, "/matches/new")
        ann.field("name_0").fill("Ann")
        ann.page.locator(".opens:has([name=house]) > summary").tap()
        ann.tap(ann.page.locator("summary", has_text="More rules"))
        choose(ann, "house", "oklahoma")
    expect(ann.page.locator("[data-chosen]").last).to_contain_text("Oklahoma")
    expect(ann.page.locator("#first_dealer")).to_contain_text("Ann")


def test_settings_are_shown_as_they_were_chosen(ann: Player) -> None:
    with scripts_held_back(ann.page):
        opened(ann, "/settings")
        choose(ann, "theme", "dark")
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
