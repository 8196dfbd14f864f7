"""A document that cannot stand is refused with all that is wrong with it, and with nothing else."""

import pytest

from models.gin import Problem, format_cards
from models.gin.reading import InvalidDocumentError, read_match
from tests.documents.bad import BAD, Bad, document


@pytest.mark.parametrize("case", BAD, ids=str)
def test_all_that_is_wrong_is_named(case: Bad) -> None:
    with pytest.raises(InvalidDocumentError) as caught:
        read_match(case.text)

    found = [(each.hand, each.problem.reason, named(each.problem)) for each in caught.value.found]
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
