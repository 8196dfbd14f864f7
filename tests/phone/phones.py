"""Phones that answer by themselves, in tests."""

SITE = "http://localhost"
"""The address of the app, as these phones know it."""


class Threadless:
    """A thread as it is in a browser."""

    def start(self) -> None:
        """Says what CPython says there."""
        raise RuntimeError("can't start new thread")
