"""The command line explains errors, exits with 2, and never shows a traceback."""

import json
from pathlib import Path

import pytest
from click.testing import Result
from flask.testing import FlaskCliRunner

from models.gin.hand.problems import Reason
from tests.documents.bad import BAD, Bad, document


def errors(answer: Result) -> list[dict[str, object]]:
    """What a refusal prints."""
    assert (answer.exit_code, answer.stderr) == (2, "")
    assert isinstance(answer.exception, SystemExit)
    return json.loads(answer.stdout)["errors"]


@pytest.mark.parametrize("case", BAD, ids=str)
def test_all_that_is_wrong_is_printed(runner: FlaskCliRunner, case: Bad) -> None:
    printed = errors(runner.invoke(args=["score", "-"], input=case.text))

    assert sorted((error["hand"] or 0, error["reason"]) for error in printed) == sorted(
        (hand or 0, reason.value) for hand, reason, _ in case.expected
    )
    for error in printed:
        assert set(error) - {"why"} == {"hand", "reason", "cards", "message"}
        assert str(error["message"])[-1] in ".?"
        assert "%(" not in str(error["message"])


def test_a_file_is_scored(runner: FlaskCliRunner, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(document(), encoding="utf-8")

    answer = runner.invoke(args=["score", str(file)])

    assert (answer.exit_code, json.loads(answer.output)["hands"]) == (0, [])


def test_a_file_saved_with_a_byte_order_mark_is_scored(runner: FlaskCliRunner, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(document(), encoding="utf-8-sig")

    assert runner.invoke(args=["score", str(file)]).exit_code == 0


@pytest.mark.parametrize("name", ["missing.json", ""])
def test_a_file_that_is_not_there(runner: FlaskCliRunner, tmp_path: Path, name: str) -> None:
    [error] = errors(runner.invoke(args=["score", str(tmp_path / name)]))

    assert (error["hand"], error["reason"]) == (None, Reason.FILE_UNREADABLE)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x89PNG\r\n", "Käse".encode("latin-1")])
def test_a_file_that_is_no_text(runner: FlaskCliRunner, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(content)

    [error] = errors(runner.invoke(args=["score", str(file)]))

    assert error["reason"] == Reason.NOT_JSON


REFUSED = [
    # arguments, reasons
    (["7S 7S"], [Reason.CARD_LAID_TWICE]),
    (["7S 8X ??"], [Reason.NOT_A_CARD]),
    ([""], [Reason.WRONG_NUMBER_OF_CARDS]),
    (["AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H"], [Reason.WRONG_NUMBER_OF_CARDS]),
    (["7S " * 5000], [Reason.TOO_LARGE]),
    (["7S", "--rules", "monte-carlo"], [Reason.HOUSE_UNKNOWN]),
    (["7S", "--knocker", "7H 8H"], [Reason.NOT_A_MELD]),
    (["7S", "--knocker", "QH KH AH"], [Reason.NOT_A_MELD]),
    (["7S", "--knocker", "5S 6S 7S"], [Reason.CARD_IN_BOTH_HANDS]),
    (["7S", "--knocker", "5S 6S 7S / 7S 8S 9S"], [Reason.CARD_LAID_TWICE, Reason.CARD_IN_BOTH_HANDS]),
    (["7S", "--knocker", "joker"], [Reason.NOT_A_CARD]),
]


@pytest.mark.parametrize("arguments, reasons", REFUSED)
def test_cards_that_cannot_be_judged(
    runner: FlaskCliRunner, arguments: list[str], reasons: list[Reason]
) -> None:
    assert [error["reason"] for error in errors(runner.invoke(args=["judge", *arguments]))] == reasons


def test_a_hand_a_line(runner: FlaskCliRunner) -> None:
    answer = runner.invoke(args=["judge", "-"], input="7S 7H 7D\n\n7S 7S\nKC\n")

    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    assert [line.get("deadwood") for line in lines] == [0, None, 10]
    assert [error["reason"] for error in lines[1]["errors"]] == [Reason.CARD_LAID_TWICE]
    assert answer.exit_code == 2


def test_lines_that_are_no_text(runner: FlaskCliRunner) -> None:
    answer = runner.invoke(args=["judge", "-"], input=b"\xff\xfe\n7S\n")

    assert [sorted(json.loads(line)) for line in answer.stdout.splitlines()] == [
        ["errors"],
        ["arrangements", "deadwood"],
    ]


def test_rules_with_the_same_aces_give_the_same_answer(runner: FlaskCliRunner) -> None:
    answers = {
        runner.invoke(args=["judge", "QS KS AS", "--rules", house]).stdout for house in ("pagat", "sydney")
    }

    assert [json.loads(answer)["deadwood"] for answer in answers] == [21]
