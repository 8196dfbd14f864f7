"""Fixtures for the tests of phones without a network."""

from tests.views.phone.conftest import make_phone

__all__ = ["make_phone"]
