"""The result of a match as a page, as a picture, and beside a link in a messenger."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient

from models.gin.rules.options import MatchBy
from models.gin.rules.seating import Table as Seating
from tests.browser.table import LONG_NAMES
from tests.browser.test_every_page import BOB_KNOCKS_CID, CID_KNOCKS_DAN
from tests.gin.table import BOB, DEAD, gin, knock
from tests.views.browser import Browser, Page
from tests.views.table import Sit, Table
from views.results.letters import (
    OURS,
    DrawingError,
    Shown,
    Typeface,
    lacks,
    our_characters,
    places_only,
    png_of,
    shown,
)
from views.results.picture import HEIGHT, WIDTH, picture_of
from views.words.match_summary import ResultCard

SVG = "{http://www.w3.org/2000/svg}"
TWO = Seating.TWO


def card(**fields: object) -> ResultCard:
    """A card of Ann and Bob."""
    usual = {
        "title": "Ann and Bob",
        "headline": "Ann wins.",
        "winner": 0,
        "sides": ("Ann", "Bob"),
        "called": ("Ann", "Bob"),
        "figures": ("237", "62"),
        "counted": "",
        "best": "Best hand: Ann goes gin, +62.",
        "more": "",
        "rules": "Standard, to 100",
        "played": datetime(2026, 11, 22, 21, 40, tzinfo=UTC),
    }
    return ResultCard(**usual | fields)  # type: ignore[arg-type]


def texts(client: FlaskClient, table: Table) -> list[str]:
    """What is written on the picture."""
    root = ElementTree.fromstring(client.get(f"{table.path}/result.svg").text)
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def previewed(page: Page) -> dict[str, str]:
    """What a messenger reads of a page."""
    return {meta["property"]: meta["content"] for meta in page.root.all("meta") if meta["property"]}


@pytest.fixture
def messenger(app: Flask) -> Browser:
    """Somebody without a seat."""
    return Browser(app.test_client())


def test_a_result_has_names_totals_the_winner_the_best_hand_and_the_rules(table: Table) -> None:
    table.add(knock(8, 20), gin(18, by=BOB), gin(90))
    written = texts(table.browser.client, table)

    assert written[:6] == ["Ann wins by 204.", "Ann", "262", "Bob", "58", "Best hand: Ann goes gin, +110."]
    assert written[6].startswith("Standard, to 100 · ")


def test_a_winner_with_fewer_points_has_a_reason(sit: Sit) -> None:
    """By Fournier's rules: Ann 100 + 40 + 100 = 240, Bob 90 + 180 = 270."""
    table = sit("fournier")
    table.add(*[knock(1, 11, by=BOB)] * 9, gin(70), knock(1, 11))
    written = texts(table.browser.client, table)

    assert written[:5] == ["Ann wins.", "Ann", "240", "Bob", "270"]
    assert "Ann reached 100 first." in written


def test_a_match_that_is_still_played_is_so_far(table: Table) -> None:
    assert texts(table.browser.client, table)[:5] == ["The match has just started.", "Ann", "0", "Bob", "0"]
    table.add(knock(8, 20), DEAD)
    assert texts(table.browser.client, table)[0] == "So far, after 2 hands."


def test_of_several_games_the_games_are_counted(sit: Sit) -> None:
    table = sit("pagat", games_to_win=None)
    table.add(gin(98), gin(98, by=BOB), gin(98), knock(8, 20))
    written = texts(table.browser.client, table)

    assert written[1:7] == ["Ann", "2", "Games won", "Bob", "1", "Games won"]
    assert "Game 4: Ann 12, Bob 0." in written


def test_three_and_partners_are_all_named(sit: Sit) -> None:
    three = sit(names=("Ann", "Bob", "Cid"), table=Seating.THREE)
    three.add(knock(8, 20), BOB_KNOCKS_CID)
    assert texts(three.browser.client, three)[1:7] == ["Ann", "12", "Bob", "10", "Cid", "0"]

    pairs = sit(names=("Ann", "Bob", "Cid", "Dan"), table=Seating.PARTNERSHIP)
    pairs.add(knock(8, 20), CID_KNOCKS_DAN)
    assert texts(pairs.browser.client, pairs)[1:5] == ["Ann & Cid", "42", "Bob & Dan", "0"]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"sides": LONG_NAMES, "headline": f"{LONG_NAMES[0]} wins game 12 and the match, 12–11."},
        {"sides": (f"{LONG_NAMES[0]} & {LONG_NAMES[1]}", "Bob"), "figures": ("+1200", "−1200")},
        {
            "sides": ("Ann", "Bartholomew", "W" * 40),
            "called": ("Ann", "Bartholomew", "Player 3"),
            "figures": ("12000", "−350", "0"),
        },
        {"counted": "Games won", "more": "Game 4: Ann 12, Bob 0.", "rules": "Our kitchen on Sundays " * 2},
    ],
    ids=["usual", "long", "partners", "three", "games"],
)
def test_nothing_on_the_picture_overlaps_or_reaches_over_the_side(fields: dict[str, object]) -> None:
    full = {"called": fields.get("sides", ("Ann", "Bob"))} | fields
    labels = picture_of(card(**full)).labels
    boxes = []
    for label in labels:
        left = label.x - label.width * {"start": 0, "middle": 0.5, "end": 1}[label.anchor]
        boxes.append((left, label.y - 0.7 * label.size, left + label.width, label.y, label.text))

    assert [text for left, top, right, bottom, text in boxes if left < 40 or right > WIDTH - 40] == []
    assert [text for left, top, right, bottom, text in boxes if top < 40 or bottom > HEIGHT - 40] == []
    assert [
        (one[4], two[4])
        for one, two in combinations(boxes, 2)
        if one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]
    ] == []


def test_the_picture_is_a_png_of_the_size_that_messengers_ask_for(table: Table) -> None:
    table.add(knock(8, 20))
    answer = table.browser.client.get(f"{table.path}/result.png")

    assert answer.mimetype == "image/png"
    assert answer.data[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(answer.data[at : at + 4]) for at in (16, 20)] == [1200, 630]


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_is_sent_again_only_when_the_sheet_has_changed(table: Table, kind: str) -> None:
    client, path = table.browser.client, f"{table.path}/result.{kind}"
    table.add(knock(8, 20))
    etag = client.get(path).headers["ETag"]

    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    table.add(gin(18))
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_a_messenger_reads_the_result_and_where_the_picture_is(table: Table, messenger: Browser) -> None:
    table.add(knock(8, 20))
    found = previewed(messenger.get(table.path))

    assert found["og:title"] == "Ann 12, Bob 0"
    assert found["og:description"] == "So far, after 1 hand. Best hand: Ann knocks, +12. Standard, to 100"
    assert found["og:url"] == f"http://localhost{table.path}"
    assert found["og:image"] == f"http://localhost{table.path}/result.png?v=1"
    image = messenger.client.get(found["og:image"])
    assert image.mimetype == "image/png"


def test_addresses_are_those_of_the_host_that_was_asked(table: Table, messenger: Browser) -> None:
    answer = messenger.client.get(table.path, base_url="https://club.example.org")
    found = previewed(Page(answer.text, table.path))

    assert found["og:url"] == f"https://club.example.org{table.path}"
    assert found["og:image"].startswith(f"https://club.example.org{table.path}/result.png")


def test_a_preview_never_has_the_scoring_link_and_phones_with_a_seat_have_none(
    table: Table, messenger: Browser
) -> None:
    assert "/s/" not in messenger.get(table.path).html
    assert previewed(table.sheet()) == {}


def test_names_are_escaped(sit: Sit, messenger: Browser) -> None:
    table = sit(names=('Ann "<b>', "Bob & Eve"))

    assert texts(table.browser.client, table)[1::2][:2] == ['Ann "<b>', "Bob & Eve"]
    assert previewed(messenger.get(table.path))["og:title"] == 'Ann "<b> and Bob & Eve'
    assert table.browser.client.get(f"{table.path}/result.png").status_code == 200


def test_a_finished_match_leads_to_its_picture_and_its_chart(table: Table) -> None:
    table.add(gin(98))

    assert table.sheet().links["Share the result"] == f"{table.path}/result"
    page = table.browser.get(f"{table.path}/result")
    assert page.links["Save the picture"] == f"{table.path}/result.png?v=1"
    [picture] = page.root.all("img")
    assert picture["src"] == page.links["Save the picture"], "what is saved looks like what is shown"
    alt = picture["alt"]
    assert alt.startswith("Ann 338, Bob 0. Ann wins by 338. Best hand: Ann goes gin, +118. Standard, to 100")
    assert "The saved picture has no letters" not in page.text
    [send] = [each for each in page.root.all("button") if each.text == "Send the link"]
    assert "hidden" in send.attributes, "only scripts can send it"


def test_our_typefaces_have_the_letters_of_europe() -> None:
    assert lacks("Zoë Łukasz Ğöksu Ελένη Наталья Đặng −–’…&·") == ""
    assert all(path.stat().st_size < 150_000 for path in OURS)
    assert len(our_characters()) > 900


def test_a_name_without_letters_here_is_a_place_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("views.results.letters.typeface_with", lambda signs: None)

    assert shown(("Ann", "王芳"), TWO) == (Shown("Ann", "Ann"), Shown("Player 2", "Player 2"))
    assert shown(("Ann 🎉", "👩‍👩‍👧"), TWO)[0] == Shown("Ann", "Ann")
    assert shown(("Ann 🎉", "👩‍👩‍👧"), TWO)[1] == places_only(TWO)[1]
    # Without their emoji they would have the same name.
    assert shown(("Ann 🎉", "Ann"), TWO) == places_only(TWO)


def test_a_typeface_of_this_computer_helps_out(monkeypatch: pytest.MonkeyPatch) -> None:
    noto = Typeface("/fonts/noto.ttf", "Noto")
    monkeypatch.setattr("views.results.letters.typeface_with", lambda signs: noto)

    assert shown(("王芳", "Ann 🎉"), TWO) == (Shown("王芳", "王芳", noto), Shown("Ann 🎉", "Ann 🎉", noto))
    # Letters that change shape beside each other are not mixed with those of a sentence.
    assert shown(("فاطمة", "अनिता"), TWO) == (
        Shown("فاطمة", "Player 1", noto, alone=True),
        Shown("अनिता", "Player 2", noto, alone=True),
    )
    # A family of three is one emoji of five signs: it is left out.
    assert shown(("Ann 👩‍👩‍👧", "Bob"), TWO)[0] == Shown("Ann", "Ann")


@pytest.mark.parametrize(
    "names",
    [("王芳", "فاطمة"), ("🦊", "👩‍👩‍👧 ❤️"), ("Ann 🎉", "ประยุทธ์"), ("अनिता", "דנה"), ("\uffff", "x\u200dy")],
    ids=["Chinese", "emoji", "Thai", "Hindi", "odd"],
)
def test_names_in_any_script_have_a_picture(sit: Sit, names: tuple[str, str]) -> None:
    table = sit(names=names)
    table.add(gin(98))

    assert table.browser.client.get(f"{table.path}/result.png").data[:4] == b"\x89PNG"
    assert ElementTree.fromstring(table.browser.client.get(f"{table.path}/result.svg").text) is not None
    assert table.browser.get(f"{table.path}/result").heading == "Share the result"


def test_what_cannot_be_drawn_is_an_error_of_ours() -> None:
    with pytest.raises(DrawingError):
        png_of("<svg")


def test_nothing_of_it_is_loaded_before_the_first_picture() -> None:
    script = "import sys, app; sys.exit('resvg_py' in sys.modules)"
    root = Path(__file__).parents[3]
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=root, env=dict(os.environ), capture_output=True, text=True
    )

    assert (loaded.returncode, loaded.stderr) == (0, "")


def test_a_match_by_points_shows_the_points_of_its_games(sit: Sit) -> None:
    table = sit("pagat", games_to_win=2, match_by=MatchBy.POINTS)
    table.add(gin(98), gin(90, by=BOB))
    written = texts(table.browser.client, table)

    assert written[1:7:3] == ["Ann", "Bob"]
    assert written[3] == written[6] != "Games won"
    assert int(written[2]) > int(written[5]) > 200
