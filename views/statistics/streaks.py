"""Streaks: matches won one after another."""

from typing import NamedTuple


class Streaks(NamedTuple):
    """The streaks in a row of results."""

    longest: int
    """The most matches won one after another."""
    now: int
    """How many of the newest were won one after another."""
    without: int
    """How many of the newest were not won."""

    @classmethod
    def of(cls, results: str) -> "Streaks":
        """The streaks in matches in their order: "1" for one that was won, "0" for another.

        >>> Streaks.of("110111")
        Streaks(longest=3, now=3, without=0)
        >>> Streaks.of("1100")
        Streaks(longest=2, now=0, without=2)
        """
        return cls(
            max(map(len, results.split("0"))),
            len(results) - len(results.rstrip("1")),
            len(results) - len(results.rstrip("0")),
        )
