"""What an import has in it: matches, and everything that is wrong."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from models.gin.document.json_reader import MOST_PROBLEMS, DocumentProblem, InvalidDocumentError
from models.gin.document.reading import read_match
from models.gin.document.writing import MatchDocument
from models.records.saving.limits import MOST_HANDS
from views.language.i18n import gettext as _
from views.words.lists import all_of, in_a_row
from views.words.problems import explain, side_names

MOST_SHOWN = MOST_PROBLEMS
"""How many problems are listed."""

MOST_FOUND = 10_000
"""After so many problems, a table is read no further: equal ones are told once."""

LINES_NAMED = 3
"""Of those with the same problem, if there are more than one more."""


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """Something that is wrong, and where; "" for the whole text."""

    place: str
    sentence: str
    line: int = 0
    column: int = 0
    """Of a table, from 1."""


Problems = list[ImportProblem]


def told_once(problems: Iterable[ImportProblem]) -> list[ImportProblem]:
    """The first *problems* that are listed, each sentence once, with all its lines."""
    found = dict[tuple[str, str], list[ImportProblem]]()
    for problem in problems:
        found.setdefault((problem.sentence, "" if problem.line else problem.place), []).append(problem)
    told = islice(found.items(), MOST_SHOWN)
    return [ImportProblem(_place_of(equal), sentence) for (sentence, _place), equal in told]


def _place_of(equal: Sequence[ImportProblem]) -> str:
    """Where *equal* problems are: “Lines 3, 7, 12 and 40 more, column 2”."""
    lines, columns = [*{at.line: 0 for at in equal}], {at.column for at in equal}
    if len(lines) == 1:
        return equal[0].place
    named = [str(line) for line in lines[:LINES_NAMED]]
    more = len(lines) - len(named)
    said = (
        # Translators: numbers of lines: “3, 7, 12 and 40 more”.
        _("%(lines)s and %(num)s more", lines=in_a_row(named), num=more)
        if more > 1
        else all_of([str(line) for line in lines])
    )
    if len(columns) > 1:
        return _("Lines %(lines)s", lines=said)
    return _("Lines %(lines)s, column %(column)s", lines=said, column=min(columns))


@dataclass(frozen=True, slots=True)
class Contents:
    """The matches of a text. With problems, nothing is imported."""

    matches: Sequence[MatchDocument] = ()
    problems: Sequence[ImportProblem] = ()
    nobody_scored: Sequence[str] = ()
    """The places in a table that are left out: nobody has points, and it is not known who played one hand."""


def document_in(text: str) -> Contents:
    """The match in a document."""
    try:
        match = read_match(text)
    except InvalidDocumentError as error:
        return Contents(problems=list(map(_problem, error.problems)))
    if len(match.hands) > MOST_HANDS:
        most = _(
            "A match can have up to %(most)s hands. This one has %(num)s.",
            most=MOST_HANDS,
            num=len(match.hands),
        )
        return Contents(problems=[ImportProblem("", most)])
    return Contents([match])


def _problem(document_problem: DocumentProblem) -> ImportProblem:
    place = "" if document_problem.hand is None else _("Hand %(number)s", number=document_problem.hand)
    return ImportProblem(place, explain(document_problem.problem, side_names()))
