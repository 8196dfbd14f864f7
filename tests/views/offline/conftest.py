"""Fixtures for the tests of phones without a network."""

from collections.abc import Callable

import pytest

from phone import boot
from tests.views.offline.evening import New
from tests.views.phone.conftest import make_phone

__all__ = ["make_phone"]


@pytest.fixture
def unused(make_phone: Callable[..., boot.Phone]) -> list[New]:
    """Two phones that were never used."""
    return [New(phone, phone.keep()) for phone in (make_phone("Ann"), make_phone("Bob"))]
