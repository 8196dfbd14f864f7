"""Fixtures for the tests of records."""

import pytest

from models.records.tables.match import Match
from tests.records.table import a_match


@pytest.fixture
def match(app_context: None) -> Match:
    """A match of Ann and Bob just started on Ann's phone."""
    return a_match()
