"""Random matches saved through the forms, with corrections: the sheet is the one a careful player has."""

from flask import Flask
from hypothesis import given

from models.gin.document.writing import MatchDocument
from tests.gin.strategies import evenings, limited_evenings, seeds
from tests.profiles import examples
from tests.views.matches.evenings import played


@examples(4, thorough=60)
@given(evenings() | limited_evenings(), seeds)
def test_the_sheet_of_any_evening_is_the_one_of_a_careful_player(
    app: Flask, match: MatchDocument, seed: int
) -> None:
    assert played(app, match, seed).differences() == []
