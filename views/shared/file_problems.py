"""What is wrong with a file to import, in words: the place, and a sentence."""

from collections.abc import Iterator

from models.gin.hand.problems import Reason
from models.records.files.file_checks import FileProblem
from models.records.files.import_outlook import Conflict
from views.language.i18n import gettext as _
from views.language.i18n import number
from views.words.problems import explain, side_names


def problem_said(wrong: FileProblem) -> tuple[str, str]:
    """The place of a problem, and what is wrong there."""
    return ", ".join(_place(wrong)), _sentence(wrong)


def _place(wrong: FileProblem) -> Iterator[str]:
    if wrong.book:
        yield wrong.book
    if wrong.match is not None:
        yield _("Match %(number)s", number=wrong.match)
    if wrong.document_problem.hand is not None:
        yield _("Hand %(number)s", number=wrong.document_problem.hand)
    if wrong.line:
        yield _("Line %(number)s", number=wrong.line)


def _sentence(wrong: FileProblem) -> str:
    if wrong.most is not None:
        return _(
            "A file can have up to %(matches)s matches, %(hands)s hands and %(books)s books here. Whoever "
            "runs this server can import it on the command line.",
            matches=number(wrong.most.matches),
            hands=number(wrong.most.hands),
            books=number(wrong.most.books),
        )
    if wrong.is_cut_off:
        return _("The end of the file is missing. Download it again.")
    if wrong.document_problem.problem.reason is Reason.WRONG_FORMAT:
        return _("This is not a file in one of the formats gin-match/1, gin-book/1 and gin-all/1.")
    return explain(wrong.document_problem.problem, side_names())


def conflict_said(conflict: Conflict) -> tuple[str, str]:
    """The place of a match that can't be imported, and why."""
    number = _("Match %(number)s", number=conflict.match)
    sentence = _("Two of its players are the same person in your book by now.")
    return ", ".join(filter(None, (conflict.book, number))), sentence
