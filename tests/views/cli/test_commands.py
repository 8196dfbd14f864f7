"""The commands score and judge: the examples of the match document, and invalid input."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskCliRunner
from hypothesis import given
from hypothesis import strategies as st

from models.gin.cards.cards import PACK
from models.gin.hand.problems import Reason
from models.gin.rules.house_rules import KINDS
from models.gin.rules.presets import PRESETS
from tests.profiles import examples

ROOT = Path(__file__).parents[3]
DOCUMENT = ROOT / "docs" / "match-document.md"
FLASK = [sys.executable, "-m", "flask", "--app", "app"]


@pytest.fixture
def runner(app: Flask) -> FlaskCliRunner:
    """Runs commands as `flask --app app` does."""
    return app.test_cli_runner()


def sample() -> dict[str, Any]:
    """The match that the document itself shows."""
    [first, *_] = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    return dict(json.loads(first))


ANN_KNOCKS = {
    "format": "gin-match/1",
    "players": ["Ann", "Bob"],
    "rules": {"preset": "pagat", "target": 150},
    "first_dealer": 0,
    "hands": [{"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 8, "defender": 20}}],
}


def test_the_sample_of_a_sheet_is_what_score_prints(runner: FlaskCliRunner) -> None:
    answer = runner.invoke(args=["score", "-"], input=json.dumps(ANN_KNOCKS))

    column = {"running": [12, 0], "closed": False, "final": None, "difference": None}
    assert answer.exit_code == 0
    assert json.loads(answer.stdout) == {
        "format": "gin-sheet/1",
        "hands": [
            {
                "number": 1,
                "game": 1,
                "dealer": 0,
                "knocker": 0,
                "outcome": "knock",
                "winner": 0,
                "points": 12,
                "boxes": 1,
                "totals": [12, 0],
                "past_the_end": False,
            }
        ],
        "games": [
            {
                "number": 1,
                "over": False,
                "winner": None,
                "running": [12, 0],
                "boxes": [1, 0],
                "shutout": False,
                "final": None,
                "difference": None,
                "next_dealer": 1,
                "columns": [column],
            }
        ],
        "match": {"over": False, "winner": None, "games_won": [0, 0]},
    }


def test_the_sample_match_is_scored(runner: FlaskCliRunner) -> None:
    answer = runner.invoke(args=["score", "-"], input=json.dumps(sample()))

    sheet = json.loads(answer.stdout)
    assert answer.exit_code == 0
    assert [hand["outcome"] for hand in sheet["hands"]] == ["knock", "gin", "dead", "undercut"]
    assert [hand["points"] for hand in sheet["hands"]] == [12, 38, 0, 11]
    assert sheet["games"][0]["running"] == [12, 49]


def test_a_match_that_ended_after_its_last_line_is_over(runner: FlaskCliRunner) -> None:
    answer = runner.invoke(args=["score", "-"], input=json.dumps(sample() | {"ends_after_last": True}))

    assert json.loads(answer.stdout)["match"] == {"over": True, "winner": 1, "games_won": [0, 1]}
    assert json.loads(answer.stdout)["games"][0]["final"] == [12, 49]


def test_a_sample_hand_is_judged_with_every_best_arrangement(runner: FlaskCliRunner) -> None:
    answer = runner.invoke(args=["judge", "7S 7H 7D 8D 9D"])

    assert answer.exit_code == 0
    assert json.loads(answer.stdout) == {
        "deadwood": 14,
        "arrangements": [{"melds": ["7D 8D 9D"], "unmatched": "7S 7H"}],
    }


def test_the_sample_of_a_defence_is_what_judge_prints(runner: FlaskCliRunner) -> None:
    knocker, defender = "KS KC KD / 5S 6S 7S / 9C TC JC", "2S 2C 2D 2H 8S 8C 8D 9S 7C AC"
    answer = runner.invoke(args=["judge", "--knocker", knocker, defender])

    best = json.loads(answer.stdout)
    assert (best["deadwood"], best["without_layoffs"]) == (9, 17)
    assert [sorted(meld.split()) for meld in best["melds"]] == [["2C", "2D", "2H", "2S"]]
    assert {"cards": "8S 9S", "onto": "5S 6S 7S"} in best["layoffs"]
    assert {"cards": "8C 7C", "onto": "9C TC JC"} in best["layoffs"]
    assert sorted(best["unmatched"].split()) == ["8D", "AC"]


def test_all_that_is_wrong_is_printed_with_its_hand_and_its_cards(runner: FlaskCliRunner) -> None:
    match = sample()
    match["hands"][0]["deadwood"]["knocker"] = 12
    match["hands"][3]["laid"]["knocker"]["unmatched"] = "JD QD"

    answer = runner.invoke(args=["score", "-"], input=json.dumps(match))

    assert answer.exit_code == 2
    assert json.loads(answer.stdout)["errors"] == [
        {
            "hand": 1,
            "reason": "over_knock_limit",
            "cards": [],
            "message": "The knocker can’t knock: 12 deadwood (limit 10).",
        },
        {
            "hand": 4,
            "reason": "wrong_number_of_cards",
            "cards": [],
            "message": "The knocker has eleven cards, and not all are melded: leave out the discard.",
        },
        {
            "hand": 4,
            "reason": "over_knock_limit",
            "cards": ["JD", "QD"],
            "message": "The knocker can’t knock: 20 deadwood (limit 10).",
        },
    ]


@pytest.mark.parametrize("file", ["/", ".", "\0", "a\nb", "x" * 5000, "~nobody", "é/%s"])
def test_a_file_that_cannot_be_read_is_said(runner: FlaskCliRunner, file: str) -> None:
    answer = runner.invoke(args=["score", file])

    [error] = json.loads(answer.stdout)["errors"]
    assert (answer.exit_code, error["reason"]) == (2, Reason.FILE_UNREADABLE)


@pytest.mark.parametrize("house", PRESETS)
def test_a_hand_is_judged_by_every_preset(runner: FlaskCliRunner, house: str) -> None:
    answer = runner.invoke(args=["judge", "QS KS AS 2S", "--rules", house])

    assert json.loads(answer.stdout)["deadwood"] == 23


# Junk

cards = st.lists(st.sampled_from([str(card) for card in PACK]), max_size=16).map(" ".join)
junk = st.text(max_size=40) | cards | cards.map(lambda text: text.replace(" ", " / ", 3))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | junk,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
counts = st.integers(-2, 120) | values
sides = st.fixed_dictionaries(
    {},
    optional={
        "melds": st.lists(junk, max_size=4),
        "unmatched": junk,
        "layoffs": st.lists(values)
        | st.lists(st.fixed_dictionaries({"cards": cards, "onto": cards}), max_size=3),
    },
)
hands = st.fixed_dictionaries(
    {},
    optional={
        "knocker": st.sampled_from([0, 1, None, 2, True]),
        "outcome": st.sampled_from(["knock", "gin", "big_gin", "dead", "undercut", "", None]) | values,
        "deadwood": st.fixed_dictionaries({"knocker": counts, "defender": counts}) | values,
        "upcard": cards | values,
        "laid": st.fixed_dictionaries({"knocker": sides, "defender": sides}) | values,
    },
)
rules = st.sampled_from(list(PRESETS)) | st.builds(
    lambda preset, changed: {"preset": preset, **changed},
    st.sampled_from(list(PRESETS)),
    st.dictionaries(st.sampled_from(list(KINDS)), st.integers(-1, 20) | st.booleans() | values, max_size=3),
)
matches = st.fixed_dictionaries(
    {"format": st.just("gin-match/1")},
    optional={
        "players": st.just(["Ann", "Bob"]) | values,
        "rules": rules | values,
        "first_dealer": st.sampled_from([0, 1]) | values,
        "hands": st.lists(hands | values, max_size=4) | values,
    },
)

ANY = examples(60)


def assert_in_words(answer: Any) -> None:
    """Asserts that a command printed a sheet or errors in JSON, and exited with 0 or 2 to match."""
    assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
    printed = [json.loads(line) for line in answer.stdout.splitlines()]
    refused = any("errors" in each for each in printed)
    assert answer.exit_code == (2 if refused else 0)
    assert answer.stderr == ""
    for error in (error for each in printed for error in each.get("errors", ())):
        assert error["reason"] in set(Reason)
        assert error["message"]


@ANY
@given(matches)
def test_a_junk_match_is_scored_or_refused_in_words(runner: FlaskCliRunner, match: object) -> None:
    assert_in_words(runner.invoke(args=["score", "-"], input=json.dumps(match)))


@ANY
@given(st.binary(max_size=200) | values.map(lambda value: json.dumps(value).encode()))
def test_junk_that_is_no_match_is_refused_in_words(runner: FlaskCliRunner, content: bytes) -> None:
    assert_in_words(runner.invoke(args=["score", "-"], input=content))


@ANY
@given(junk, junk | st.none(), st.sampled_from([*PRESETS, "", "x"]) | st.none())
def test_junk_cards_are_judged_or_refused_in_words(
    runner: FlaskCliRunner, hand: str, knocker: str | None, house: str | None
) -> None:
    options = [f"--knocker={knocker}"] * (knocker is not None) + [f"--rules={house}"] * (house is not None)
    if hand != "-":
        assert_in_words(runner.invoke(args=["judge", *options, "--", hand]))


@ANY
@given(st.lists(junk | st.text(max_size=5), max_size=5).map("\n".join) | st.binary(max_size=80))
def test_junk_lines_are_judged_or_refused_line_by_line(runner: FlaskCliRunner, lines: str | bytes) -> None:
    assert_in_words(runner.invoke(args=["judge", "-"], input=lines))


# As it is called


def called(tmp_path: Path, *arguments: str, content: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """What a command answers in a process of its own."""
    environment = {
        name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SECRET_KEY"}
    }
    return subprocess.run(
        [*FLASK, *arguments],
        cwd=ROOT,
        env=environment | {"INSTANCE_PATH": str(tmp_path)},
        input=content,
        capture_output=True,
        timeout=60,
    )


CALLS = [
    ("a match", ["score", "-"], json.dumps(ANN_KNOCKS).encode(), 0),
    ("nothing", ["score", "-"], b"", 2),
    ("a picture", ["score", "-"], b"\x89PNG\r\n\x1a\n\xff", 2),
    ("brackets without end", ["score", "-"], b"[" * 200_000, 2),
    ("a number without end", ["score", "-"], b"9" * 200_000, 2),
    ("a folder", ["score", "."], b"", 2),
    ("hands", ["judge", "-"], "7♠ 7♥ 7♦\nAS\n".encode(), 0),
    ("a wrong hand among them", ["judge", "-"], b"AS\nXX\n", 2),
    ("no argument", ["score"], b"", 2),
    ("an option that is none", ["judge", "--nothing", "AS"], b"", 2),
]


def test_a_command_never_ends_in_a_traceback(runner: FlaskCliRunner, subtests: pytest.Subtests) -> None:
    for name, arguments, content, code in CALLS:
        with subtests.test(name):
            answer = runner.invoke(args=arguments, input=content)

            assert answer.exit_code == code
            assert answer.exception is None or isinstance(answer.exception, SystemExit)


@pytest.mark.full
def test_a_picture_in_place_of_a_match_is_refused_by_the_process_too(tmp_path: Path) -> None:
    answer = called(tmp_path, "score", "-", content=b"\x89PNG\r\n\x1a\n\xff")

    assert answer.returncode == 2
    assert b"Traceback" not in answer.stderr + answer.stdout
    assert not (tmp_path / "gin.sqlite").exists()


def test_the_commands_are_explained_without_docstrings(app: Flask) -> None:
    """The server is started without them."""
    ours = {name: each for name, each in app.cli.commands.items() if each.callback}
    commands = {"serve", "upgrade", "score", "judge", "audit", "backup", "restore", "copy-database", "expire"}

    assert commands <= set(ours)
    assert [name for name, each in ours.items() if not each.help or each.callback.__doc__] == []


@pytest.mark.full
def test_a_reader_who_goes_away_is_no_disaster(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*FLASK, "judge", "-"],
        cwd=ROOT,
        env=os.environ | {"INSTANCE_PATH": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, said = process.communicate(b"AS 2S 3S\n" * 2000) if process.stdin else (b"", b"")

    assert b"Traceback" not in said
