"""Match documents: the published ones are read and printed exactly, bad ones refused with their errors."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from flask.testing import FlaskCliRunner
from hypothesis import example, given
from hypothesis import strategies as st

from models.gin.cards.cards import format_cards
from models.gin.document.json_reader import InvalidDocumentError
from models.gin.document.reading import read_match, read_rules
from models.gin.document.writing import MatchDocument, write_match, write_sheet
from models.gin.hand.problems import Problem, Reason
from models.gin.rules.house_rules import KINDS
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import sheet
from tests.documents.bad import BAD, DEFENDER, GIN, KNOCK, KNOCKER, Bad, document
from tests.gin.strategies import matches
from tests.profiles import examples


@pytest.mark.parametrize("case", BAD, ids=str)
def test_all_that_is_wrong_is_named(case: Bad) -> None:
    with pytest.raises(InvalidDocumentError) as caught:
        read_match(case.text)

    found = [(each.hand, each.problem.reason, named(each.problem)) for each in caught.value.problems]
    assert sorted(found, key=str) == sorted(case.expected, key=str)


def named(problem: Problem) -> str:
    """What a problem points at: a text, cards or a figure."""
    if problem.cards:
        return format_cards(problem.cards)
    return problem.text or ("" if problem.figure is None else str(problem.figure))


def test_every_bad_document_has_a_title_of_its_own() -> None:
    assert len({case.title for case in BAD}) == len(BAD) >= 50


def test_the_document_they_all_differ_from_is_good() -> None:
    assert read_match(document()).players == ("Ann", "Bob")


BIG_GIN = {"melds": ["KS KH KD", "5S 6S 7S", "9C TC JC QC KC"]}
AGAINST = {"unmatched": "2S 2C 2D 2H AC 8D 8S 9S 8C 7C"}

AGREEING = [
    # the knocker's cards, the defender's, the house, an outcome that may stand beside them
    (KNOCKER, DEFENDER, "pagat", "knock"),
    (KNOCKER, DEFENDER, "pagat", "undercut"),
    (KNOCKER, DEFENDER, "pagat", None),
    (GIN, AGAINST, "pagat", "gin"),
    (GIN, AGAINST, "pagat", "knock"),
    (BIG_GIN, AGAINST, "modern", "big_gin"),
    (BIG_GIN, AGAINST, "pagat", "big_gin"),
    (BIG_GIN, AGAINST, "pagat", "gin"),
]


@pytest.mark.parametrize("knocker, defender, house, outcome", AGREEING)
def test_an_outcome_may_stand_beside_cards_that_say_the_same(
    knocker: dict[str, Any], defender: dict[str, Any], house: str, outcome: str | None
) -> None:
    hand = {"knocker": 0, "outcome": outcome, "laid": {"knocker": knocker, "defender": defender}}

    assert len(read_match(document(rules=house, hands=[hand])).hands) == 1


LENIENT = [
    ("no first dealer", {"first_dealer": ...}),
    ("names with spaces around", {"players": [" Ann", "Bob  "]}),
    ("nobody knocked in a dead hand", {"hands": [{"outcome": "dead", "knocker": None}]}),
    ("no upcard, said", {"hands": [KNOCK | {"upcard": None}]}),
    ("a knock with nothing left", {"hands": [KNOCK | {"deadwood": {"knocker": 0, "defender": 20}}]}),
    ("an upcard typed otherwise", {"hands": [KNOCK | {"upcard": "10♥"}]}),
    ("a house unchanged", {"rules": {"preset": "pagat"}}),
    ("a house with a rule said again", {"rules": {"preset": "pagat", "target": 100, "max_hands": None}}),
]


@pytest.mark.parametrize("changes", [case[1] for case in LENIENT], ids=[case[0] for case in LENIENT])
def test_what_is_clear_is_read(changes: dict[str, Any]) -> None:
    match = read_match(document(**changes))

    assert (match.players, match.rules, match.first_dealer) == (("Ann", "Bob"), PRESETS["pagat"], 0)


def test_what_just_fits_is_read() -> None:
    assert read_match(document(players=["A" * 40, "👩‍👧 Zoë"])).players == ("A" * 40, "👩‍👧 Zoë")
    assert len(read_match(document(hands=[{"outcome": "dead"}] * 10_000)).hands) == 10_000
    assert read_match(document().ljust(5_000_000)).hands == ()


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


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["dead", "gin", "KS KC KD", "", "10H", "pagat", "QS", "\ud800", "\x00", "9" * 50])
)
junk = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in a document."""
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    )
    return [path, *(place for key, child in children for place in places(child, (*path, key)))]


def changed(value: Any, path: tuple[Any, ...], put: Any) -> Any:
    """*value* with *put* at *path*; ``...`` takes away what was there."""
    if not path:
        return put
    copy = dict(value) if isinstance(value, dict) else list(value)
    inner = changed(copy[path[0]], path[1:], put)
    if inner is ...:
        del copy[path[0]]
    else:
        copy[path[0]] = inner
    return copy


def read_or_refused(text: str) -> MatchDocument | None:
    """The match, or None if it was refused with at least one reason."""
    try:
        return read_match(text)
    except InvalidDocumentError as error:
        found = error.problems
    assert found
    return None


@st.composite
def mutilated(draw: st.DrawFn) -> Any:
    """A good document with some values taken away or put elsewhere."""
    document = write_match(draw(matches()))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(document)))
        document = changed(document, path, draw(st.just(...) if path and draw(st.booleans()) else junk))
    return document


@examples(50)
@given(mutilated())
def test_a_mutilated_document_is_read_or_refused(document: Any) -> None:
    match = read_or_refused(json.dumps(document))

    if match is not None:
        json.dumps(write_sheet(sheet(match.hands, match.rules, match.first_dealer)))
        assert read_match(json.dumps(write_match(match))) == match


@examples(80)
@given(st.text() | junk.map(json.dumps))
@example('{"a": ' * 2000)
@example("﻿{}")
@example("\x00")
def test_any_text_is_read_or_refused(text: str) -> None:
    assert read_or_refused(text) is None


rules_of_any_kind = st.dictionaries(
    st.sampled_from(["preset", *KINDS]), junk | st.integers(0, 30) | st.sampled_from(["pagat", "flat", "low"])
)


@examples(80)
@given(junk | rules_of_any_kind.map(lambda fields: {"preset": "pagat"} | fields))
def test_any_rules_are_read_or_refused(written: Any) -> None:
    try:
        wrong, rules = (), read_rules(written)
    except InvalidDocumentError as error:
        wrong, rules = error.problems, None

    assert bool(wrong) is (rules is None)


@given(matches(), st.data())
def test_a_document_cut_anywhere_is_refused(match: MatchDocument, data: st.DataObject) -> None:
    text = json.dumps(write_match(match))

    assert read_or_refused(text[: data.draw(st.integers(0, len(text) - 1))]) is None


def errors(answer: Result) -> list[dict[str, object]]:
    """What a refusal prints."""
    assert (answer.exit_code, answer.stderr) == (2, "")
    assert isinstance(answer.exception, SystemExit)
    return json.loads(answer.stdout)["errors"]


def test_all_that_is_wrong_is_printed(runner: FlaskCliRunner) -> None:
    for case in BAD:
        printed = errors(runner.invoke(args=["score", "-"], input=case.text))
        found = [(error["hand"] or 0, error["reason"]) for error in printed]
        told = [(hand or 0, reason.value) for hand, reason, _ in case.expected]
        assert sorted(found) == sorted(told), case
        for error in printed:
            assert set(error) - {"why"} == {"hand", "reason", "cards", "message"}, case
            assert str(error["message"])[-1] in ".?", case
            assert "%(" not in str(error["message"]), case


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
