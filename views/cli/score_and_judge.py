"""The commands that score a match document and judge cards."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import click

from models.gin.cards.cards import (
    Card,
    Group,
    NotACardError,
    cards_twice,
    format_cards,
    read_cards,
    read_groups,
)
from models.gin.cards.melds import flaw_of
from models.gin.document.json_reader import LONGEST_DOCUMENT, DocumentProblem, InvalidDocumentError
from models.gin.document.reading import read_match
from models.gin.document.writing import write_layoff, write_sheet, write_spread
from models.gin.hand.arrangements import MOST_CARDS, best_arrangements, least_deadwood
from models.gin.hand.defence import Defence, best_defence
from models.gin.hand.problems import Problem, ProblemPlace, Reason, unreadable
from models.gin.hand.verdicts import best_defences
from models.gin.rules.house_rules import STANDARD, HouseRules
from models.gin.rules.presets import PRESETS
from models.gin.sheet.sheet import sheet
from views.words.problems import Names, explain, side_names

LONGEST_LINE = 1000
THIS_HAND = Names("the knocker", "this player")
"""The names of the two hands in messages of the judge."""


@click.command(
    "score", help="Print the score sheet of a match document as JSON; FILE can be - for standard input."
)
@click.argument("file")
def score_command(file: str) -> None:
    try:
        match = read_match(_text_of(file))
    except InvalidDocumentError as error:
        _refuse(error.problems)
    scored = sheet(
        match.hands, match.rules, match.first_dealer, match.table, ends_after_last=match.ends_after_last
    )
    print_json(write_sheet(scored))


@click.command(
    "judge", help="Print the least deadwood of CARDS and every best arrangement; - reads one hand per line."
)
@click.argument("cards")
@click.option("--rules", "house", help="The house whose aces are played, by its preset's name.")
@click.option("--knocker", help="The knocker's melds with / between: prints the defender's best.")
def judge_command(cards: str, house: str | None, knocker: str | None) -> None:
    if house is not None and house not in PRESETS:
        _refuse(
            [DocumentProblem(None, Problem(Reason.HOUSE_UNKNOWN, ProblemPlace.DOCUMENT, text=house[:80]))]
        )
    rules = STANDARD if house is None else PRESETS[house]
    judge: Callable[[str], Any] = lambda text: judged(text, knocker, rules)  # noqa: E731
    if cards != "-":
        _answer(judge(cards))
    else:
        answers = [_spoken(judge(line)) for line in _lines()]
        sys.exit(2 if any("errors" in answer for answer in answers) else 0)


def print_json(value: Any) -> None:
    """One line of JSON on standard output."""
    click.echo(json.dumps(value))


def _spoken(answer: dict[str, Any]) -> dict[str, Any]:
    print_json(answer)
    return answer


def _answer(answer: dict[str, Any]) -> None:
    print_json(answer)
    if "errors" in answer:
        sys.exit(2)


def judged(text: str, knocker: str | None, rules: HouseRules) -> dict[str, Any]:
    """The answer for one hand, or its errors."""
    problems: list[Problem] = []
    cards = _read(text, read_cards, ProblemPlace.DEFENDER, problems)
    melds = _read(knocker or "", read_groups, ProblemPlace.KNOCKER, problems)
    problems += _wrong_cards(cards, melds, rules) if not problems else []
    if problems:
        return {"errors": [written(DocumentProblem(None, problem), THIS_HAND) for problem in problems]}
    return _defence(melds, cards, rules) if knocker is not None else _arrangements(cards, rules)


def _read(text: str, read: Callable[[str], Any], place: ProblemPlace, problems: list[Problem]) -> Any:
    """The cards in *text*; empty, with a problem added, if it can't be read."""
    if len(text) > LONGEST_LINE:
        problems.append(Problem(Reason.TOO_LARGE, place))
        return ()
    try:
        return read(text)
    except NotACardError as error:
        problems.append(unreadable(error, place))
        return ()


def _wrong_cards(cards: Group, melds: tuple[Group, ...], rules: HouseRules) -> Iterator[Problem]:
    """The problems that prevent judging *cards* against the knocker's *melds*."""
    laid: Group = tuple(card for meld in melds for card in meld)
    for place, group in ((ProblemPlace.KNOCKER, laid), (ProblemPlace.DEFENDER, cards)):
        if twice := cards_twice(group):
            yield Problem(Reason.CARD_LAID_TWICE, place, twice)
    if both := frozenset[Card](cards) & frozenset(laid):
        yield Problem(Reason.CARD_IN_BOTH_HANDS, ProblemPlace.DEFENDER, both)
    if not 1 <= len(cards) <= MOST_CARDS:
        yield Problem(
            Reason.WRONG_NUMBER_OF_CARDS, ProblemPlace.DEFENDER, figure=len(cards), bound=MOST_CARDS
        )
    for meld in melds:
        if flaw := flaw_of(meld, rules.aces):
            yield Problem(Reason.NOT_A_MELD, ProblemPlace.KNOCKER, frozenset(meld), flaw)


def _arrangements(cards: Group, rules: HouseRules) -> dict[str, Any]:
    return {
        "deadwood": least_deadwood(cards, rules),
        "arrangements": [write_spread(spread) for spread in best_arrangements(cards, rules)],
    }


def _defence(melds: tuple[Group, ...], cards: Group, rules: HouseRules) -> dict[str, Any]:
    best = best_defence(melds, cards, rules)
    others = [each for each in best_defences(melds, frozenset(cards), rules) if each != best]
    return {
        "deadwood": best.deadwood,
        "without_layoffs": least_deadwood(cards, rules),
        **_written_defence(best),
        **({"others": list(map(_written_defence, others))} if others else {}),
    }


def _written_defence(defence: Defence) -> dict[str, Any]:
    return {
        "melds": [format_cards(meld) for meld in defence.spread.melds],
        "layoffs": [write_layoff(layoff) for layoff in defence.layoffs],
        "unmatched": format_cards(defence.spread.unmatched),
    }


def written(document_problem: DocumentProblem, names: Names | None = None) -> dict[str, Any]:
    """A problem as the command line prints it."""
    problem = document_problem.problem
    return {
        "hand": document_problem.hand,
        "reason": problem.reason.value,
        **({"why": problem.flaw.value} if problem.flaw else {}),
        "cards": [str(card) for card in sorted(problem.cards)],
        "message": explain(problem, names or side_names()),
    }


def _refuse(problems: Any) -> NoReturn:
    """Prints all errors and exits with 2."""
    print_json({"errors": [written(each) for each in problems]})
    sys.exit(2)


def _text_of(file: str) -> str:
    """The text of a file, or of standard input."""
    try:
        with click.open_file(file, "rb") as stream:
            return str(stream.read(4 * LONGEST_DOCUMENT + 1).decode("utf-8-sig"))
    except UnicodeDecodeError:
        _refuse([DocumentProblem(None, Problem(Reason.NOT_JSON, ProblemPlace.DOCUMENT))])
    except (OSError, ValueError):
        _refuse(
            [DocumentProblem(None, Problem(Reason.FILE_UNREADABLE, ProblemPlace.DOCUMENT, text=file[:80]))]
        )


def _lines() -> Iterator[str]:
    """The hands on standard input, empty lines left out."""
    for line in sys.stdin.buffer:
        if text := line.decode("utf-8", "replace").strip():
            yield text
