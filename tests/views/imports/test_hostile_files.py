"""Files that can't be imported get a clear answer, and change nothing."""

import json
from typing import Any

import pytest
from flask import Flask

from models.records.finding.matches import matches_of
from tests.views.browser import Browser
from tests.views.walking import rows_of
from views.web.rate_limit import IMPORTS

HALF = "\ud83d"
"""The first half of an emoji, which JSON can write and no page can show."""

BG_STATS: dict[str, Any] = {
    "games": [{"id": 1, "name": "Gin Rummy"}],
    "players": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}],
    "plays": [
        {
            "gameRefId": 1,
            "playDate": "2020-01-01 20:00:00",
            "playerScores": [{"playerRefId": 1, "score": "105"}, {"playerRefId": 2, "score": "62"}],
        }
    ],
}


def bg_stats(**play: object) -> str:
    """An export of BG Stats with some fields of its play changed."""
    return json.dumps(BG_STATS | {"plays": [BG_STATS["plays"][0] | play]})


def score_pad(**game: object) -> str:
    """A backup of Gin Rummy Score Pad with some fields of its game changed."""
    hand = {"type": "gin", "winner": 0, "points": 30, "totalThisHand": 55}
    players = [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bob"}]
    played = {"id": "g", "p0Id": "a", "p1Id": "b", "createdAt": 1_600_000_000_000, "hands": [hand]}
    store = {"players": players, "games": [played | game]}
    return json.dumps({"kind": "gin-rummy-counter.v2", "store": store})


def document(**changed: object) -> str:
    """A document of Ann and Bob."""
    written = {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat", "hands": []}
    return json.dumps(written | changed)


def sent(browser: Browser, text: str, **fields: str) -> tuple[int, str]:
    """The answer to a text that is imported at once."""
    asked = {
        "csrf_token": browser.get("/import").inputs["csrf_token"],
        "import": "1",
        "entry": "an-entry-0001",
    }
    answer = browser.client.post("/import", data=asked | {"text": text} | fields)
    return answer.status_code, answer.text


@pytest.mark.parametrize(
    "text",
    [
        document(**{HALF: 1}),
        document(rules=HALF),
        document(rules={HALF: 1}),
        bg_stats(uuid=HALF),
        bg_stats(playDate=HALF),
        score_pad(id=HALF),
        score_pad(createdAt=HALF),
        score_pad(rules={HALF: 1, "target": HALF}),
        score_pad(hands=[{"type": HALF, "winner": HALF, "points": 1, "totalThisHand": 1}]),
    ],
)
def test_half_a_character_is_no_json(app: Flask, browser: Browser, text: str) -> None:
    assert sent(browser, text)[0] == 422
    assert not any(rows_of(app).values())


POINTS = {"type": "knock", "winner": 0, "points": 1, "totalThisHand": 10_000}


@pytest.mark.parametrize(
    "text",
    [
        '{"kind": "gin-rummy-counter.v2"}',
        '{"kind": "gin-rummy-counter.v2", "store": 1}',
        '{"kind": "gin-rummy-counter.v2", "store": {"players": [[]], "games": [1]}}',
        f'{{"kind": "gin-rummy-counter.v2", "store": {"[" * 30_000}{"]" * 30_000}}}',
        *(score_pad(**{name: {"a": []}}) for name in ("p0Id", "hands", "createdAt", "scores")),
        *(score_pad(**{name: [[7]]}) for name in ("p0Id", "hands", "createdAt", "scores", "rules")),
        *(score_pad(createdAt=moment) for moment in (10**400, -(10**15), float("inf"), "0001-01-01")),
        score_pad(rules={"target": 10**400}),
        score_pad(hands=[{"type": [], "winner": True, "points": {}, "totalThisHand": float("nan")}]),
        score_pad(phase="finished", winner=[9], hands=[POINTS] * 500),
    ],
)
def test_a_backup_with_anything_in_its_place_is_refused(app: Flask, browser: Browser, text: str) -> None:
    assert sent(browser, text)[0] == 422
    assert not any(rows_of(app).values())
    assert sent(browser, score_pad())[0] == 303


def test_a_tied_play_with_the_most_points_of_all_is_refused(browser: Browser) -> None:
    scores = [{"playerRefId": player, "score": "9999999"} for player in (1, 2)]

    assert "The points can’t be read." in sent(browser, bg_stats(playerScores=scores))[1]


def test_a_play_on_a_day_that_has_not_been_is_refused(browser: Browser) -> None:
    status, text = sent(browser, bg_stats(playDate="9999-12-31"))

    assert status == 422
    assert "“9999-12-31” is not a date that has been." in text


@pytest.mark.parametrize("other", ["\u202eBob", "B" * 41, "ann"])
def test_the_other_player_needs_a_name_too(app: Flask, browser: Browser, other: str) -> None:
    status, _text = sent(browser, "4/13/2001\tAnn\t25\n4/14/2001\tAnn\t31\n", other=other)

    assert status == 422
    assert not any(rows_of(app).values())


@pytest.mark.parametrize(
    "rows, said",
    [
        ("10.1.2020,-9999999,\n" * 2 + ",,5\n", "More points than a match can have."),
        ("10.1.2020,9999999,9999999\n", "More points than a match can have."),
        ("10.1.2020,10.000.000,5\n", "“10.000.000” is more than a match can have."),
        ("10.1.2020,10001,\n" * 2 + ",,5\n", "A hand can have up to 10,000 points."),
        (",25,\n" * 600 + ",,5\n", "A match can have up to 500 lines. These are 601"),
    ],
)
def test_what_is_more_than_a_match_can_have_is_refused(browser: Browser, rows: str, said: str) -> None:
    status, text = sent(browser, f"Date,Ann,Bob\n{rows}")

    assert status == 422
    assert said in text


def test_a_column_called_date_without_any_date_is_not_left_out(browser: Browser) -> None:
    status, text = sent(browser, "Date,Ann,Bob\n31/02/2020,105,62\n")

    assert status == 422
    assert "“31/02/2020” is not a date that has been." in text


def test_a_match_ends_after_its_last_line_though_more_was_reached(app: Flask, browser: Browser) -> None:
    rows = "Date,Ann,Bob\n13.1.2020,120,\n13.1.2020,-30,\n13.1.2020,,50\n"
    assert sent(browser, rows)[0] == 303
    with app.app_context():
        [match] = matches_of(browser.device)
        assert match.snapshot.totals == (90, 50)
        assert match.sheet.ended_here
        assert match.snapshot.match_over
        assert match.snapshot.winner == 0


def test_a_table_of_noughts_is_no_match(browser: Browser) -> None:
    status, text = sent(browser, "Date,Ann,Bob\n13.1.2020,0,0\n")

    assert status == 422
    assert "There are no points in it." in text


@pytest.mark.parametrize(
    "text",
    [
        f"Date;Ann;Bob\n1{' ' * 12_000}x;2;3\n1.2.2003;25;\n",
        "Date;Ann;Bob\n" + "1.2.2003;25;3\n" * 150 + "1.2.2003;x;y\n" * 10_000,
        'Date;Ann;Bob\n1.2.2003;"' + "1;2\n" * 20_000,
        document(players=["Ann", "a\u0315\u0300" * 10_000]),
        document(rules={"preset": "pagat", "column_targets": "1 " * 100_000}),
        document(hands=[{}] * 10_000),
        bg_stats(playDate=" " * 100_000),
        score_pad(hands=[{}] * 10_000),
        score_pad(createdAt="2" * 200_000),
    ],
    ids=["spaces", "wrong rows", "a quote", "marks", "numbers", "wrong hands", "a day", "hands", "a moment"],
)
def test_a_text_that_would_take_long_to_read_is_read_no_further(
    app: Flask, browser: Browser, text: str
) -> None:
    status, page = sent(browser, text)

    assert status == 422
    assert page.count("<li>") <= 60
    assert not any(rows_of(app).values())


def test_the_first_fifty_problems_are_listed(browser: Browser) -> None:
    rows = "1.2.2003;25;3\n" * 150 + "".join(f"1.2.2003;many {nth};25\n" for nth in range(200))
    status, text = sent(browser, f"Date;Ann;Bob\n{rows}")

    assert status == 422
    assert text.count("is not a whole number of points.") == 50
    assert "There may be more: only the first 50 are listed." in text


def test_more_lines_than_are_written_at_once_are_refused(browser: Browser) -> None:
    days = (f"{1 + nth % 28}.{1 + nth // 28 % 12}.2003;{';' * (nth % 2)}25\n" for nth in range(10_001))
    status, text = sent(browser, "Date;Ann;Bob\n" + "".join(days))

    assert status == 422
    assert "up to 10,000 lines with points" in text


def test_a_name_for_each_line_is_counted_in_one_look(browser: Browser) -> None:
    rows = "".join(f"1.2.2003;N{nth};25\n" for nth in range(9_000))
    status, text = sent(browser, f"Date;Winner;Points\n{rows}")

    assert status == 422
    assert "9,000 people have points." in text


def test_texts_and_files_are_limited_like_other_writes(app: Flask, browser: Browser) -> None:
    for _nth in range(IMPORTS.of_device):
        assert sent(browser, "{")[0] == 422

    assert sent(browser, "{")[0] == 429
