"""Phones in the tests: those of tests/browser."""

from tests.browser.conftest import axe, chromium, phone, server, sit

__all__ = ["axe", "chromium", "phone", "server", "sit"]
