"""The examples in docs/match-document.md are read and printed exactly."""

import json
import re
import shlex
from pathlib import Path

import pytest
from flask.testing import FlaskCliRunner

from models.gin.document.reading import read_match
from models.gin.document.writing import write_match
from models.gin.rules.presets import PRESETS

TEXT = (Path(__file__).parents[2] / "docs" / "match-document.md").read_text(encoding="utf-8")
MATCH, LINES, PARTNERS, SHEET, ERRORS = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = re.findall(r"^\$ flask --app app (.*)\n(.*)$", TEXT, re.MULTILINE)


def test_the_match_prints_its_sheet(runner: FlaskCliRunner) -> None:
    answer = runner.invoke(args=["score", "-"], input=MATCH)

    assert answer.exit_code == 0
    assert json.loads(answer.output) == json.loads(SHEET)


def test_the_match_with_extra_lines_adds_up(runner: FlaskCliRunner) -> None:
    """62 and 12; 40 and 15 less 5."""
    printed = json.loads(runner.invoke(args=["score", "-"], input=LINES).output)

    assert printed["games"][0]["running"] == [74, 50]
    assert printed["hands"][1]["number"] == 1
    assert printed["hands"][2] == json.loads(LINES)["hands"][2] | {
        "game": 1,
        "points": [0, 15],
        "boxes": [0, 0],
        "totals": [74, 55],
        "past_the_end": False,
    }
    assert write_match(read_match(LINES))["hands"] == json.loads(LINES)["hands"]


def test_the_match_of_one_hand_prints_its_sheet(runner: FlaskCliRunner) -> None:
    """Eight against twenty: twelve points, one box, and the loser deals."""
    match = json.loads(MATCH)
    match["hands"] = match["hands"][:1]

    printed = json.loads(runner.invoke(args=["score", "-"], input=json.dumps(match)).output)

    assert printed["hands"] == json.loads(SHEET)["hands"][:1]
    assert printed["games"][0] == {
        "number": 1,
        "over": False,
        "winner": None,
        "running": [12, 0],
        "boxes": [1, 0],
        "shutout": False,
        "final": None,
        "difference": None,
        "next_dealer": 1,
        "columns": [{"running": [12, 0], "closed": False, "final": None, "difference": None}],
    }


def test_an_invalid_hand_prints_its_errors(runner: FlaskCliRunner) -> None:
    match = json.loads(MATCH)
    match["hands"][2] = {
        "knocker": 0,
        "laid": {
            "knocker": {"melds": ["KS KC KD", "5S 6S 7S 8S 9S"], "unmatched": "8D 4C"},
            "defender": {"unmatched": "2S 2C 2D 2H AC JD QH QS 3C 3H"},
        },
    }

    answer = runner.invoke(args=["score", "-"], input=json.dumps(match))

    assert answer.exit_code == 2
    assert json.loads(answer.output) == json.loads(ERRORS)


@pytest.mark.parametrize("command, printed", COMMANDS)
def test_a_command_prints_what_is_shown(runner: FlaskCliRunner, command: str, printed: str) -> None:
    answer = runner.invoke(args=shlex.split(command))

    assert (answer.exit_code, answer.output.strip()) == (0, printed)


def test_all_named_rules_are_listed() -> None:
    listed = TEXT.split("The named rules:")[1].split("\n\n")[0]

    assert re.findall(r"`([a-z-]+)`", listed) == list(PRESETS)


def test_the_match_is_written_as_it_is_shown() -> None:
    """Sorted cards aside."""
    written = write_match(read_match(MATCH))

    assert written["rules"] == {"preset": "pagat", "target": 150}
    assert written["hands"][:3] == json.loads(MATCH)["hands"][:3]
    assert written["hands"][3]["laid"]["defender"] == {
        "melds": ["2S 2H 2D 2C"],
        "unmatched": "8D AC",
        "layoffs": [{"cards": "8S 9S", "onto": "5S 6S 7S"}, {"cards": "8C 7C", "onto": "9C TC JC"}],
    }


def test_two_against_two_are_scored(runner: FlaskCliRunner) -> None:
    """Published: one partner wins by 12, the other loses by 10; the side wins the round by 2 and one box."""
    answer = runner.invoke(args=["score", "-"], input=PARTNERS)

    printed = json.loads(answer.stdout)
    assert (answer.exit_code, printed["table"]) == (0, "partnership")
    assert (printed["games"][0]["running"], printed["games"][0]["boxes"]) == ([2, 0], [1, 0])
    assert [(hand["beside"], hand["winner"], hand["written"]) for hand in printed["hands"]] == [
        (2, 0, []),
        (1, 3, [{"winner": 0, "loser": 1, "points": 2, "boxes": 1}]),
    ]


def test_a_match_of_two_says_nothing_of_tables(runner: FlaskCliRunner) -> None:
    printed = json.loads(runner.invoke(args=["score", "-"], input=MATCH).stdout)

    assert set(printed) == {"format", "hands", "games", "match"}
    assert set(printed["hands"][0]) == {
        *("number", "game", "dealer", "knocker", "outcome", "winner"),
        *("points", "boxes", "totals", "past_the_end"),
    }
