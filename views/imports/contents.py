"""What an import has in it: matches, and everything that is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.gin.document.json_reader import MOST_PROBLEMS, DocumentProblem, InvalidDocumentError
from models.gin.document.reading import read_match
from models.gin.document.writing import MatchDocument
from models.records.saving.limits import MOST_HANDS
from views.language.i18n import gettext as _
from views.words.problems import explain, side_names

MOST_SHOWN = MOST_PROBLEMS
"""How many problems are listed. After so many, a text is read no further."""


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """Something that is wrong, and where; "" for the whole text."""

    place: str
    sentence: str


Problems = list[ImportProblem]


@dataclass(frozen=True, slots=True)
class Contents:
    """The matches of a text. With problems, nothing is imported."""

    matches: Sequence[MatchDocument] = ()
    problems: Sequence[ImportProblem] = ()


def document_in(text: str) -> Contents:
    """The match in a document."""
    try:
        match = read_match(text)
    except InvalidDocumentError as error:
        return Contents(problems=list(map(_problem, error.problems)))
    many = too_many(match.hands)
    return Contents(problems=[ImportProblem("", many)]) if many else Contents([match])


def too_many(hands: Sequence[object]) -> str:
    """That a match can't have so many *hands*; "" if it can."""
    if len(hands) <= MOST_HANDS:
        return ""
    return _("A match can have up to %(most)s hands. This one has %(num)s.", most=MOST_HANDS, num=len(hands))


def _problem(document_problem: DocumentProblem) -> ImportProblem:
    place = "" if document_problem.hand is None else _("Hand %(number)s", number=document_problem.hand)
    return ImportProblem(place, explain(document_problem.problem, side_names()))
