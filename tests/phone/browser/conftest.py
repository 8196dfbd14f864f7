"""Phones in the tests: those of tests/browser."""

from tests.browser.conftest import axe, chromium, phone

__all__ = ["axe", "chromium", "phone"]
