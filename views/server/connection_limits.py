"""How many connections may be open: in all, and from one address."""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import Any

from views.web.rate_limit import source_of

MOST = 4_000
"""Connections. Each takes about five kilobytes."""

MOST_OF_ONE = 1_200
"""Connections from one address: the two hundred phones of a club, with as many as a browser opens."""

RESERVED = 200
"""Open files that are left for the database and everything else."""


class OpenConnections:
    """The open connections by address, those first that have waited longest since their last request.

    Nobody is refused: where there are too many connections, the one that has waited longest is closed, of the
    address that has the most. A phone opens its connection again when it needs it.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most, self.most_of_one = most, most_of_one
        self._number = 0
        self._of: dict[str, OrderedDict[Any, None]] = {}

    def __len__(self) -> int:
        return self._number

    def add(self, connection: Any) -> Any | None:
        """Counts a new connection. The answer is the one to close for it, if there are too many."""
        connection.source = source_of(connection.addr[0])
        of_source = self._of.setdefault(connection.source, OrderedDict())
        of_source[connection] = None
        self._number += 1
        if len(of_source) > self.most_of_one:
            return longest_waiting(of_source)
        if self._number > self.most:
            return longest_waiting(max(self._of.values(), key=len))
        return None

    def move_to_end(self, connection: Any) -> None:
        """Notes that *connection* has sent a request."""
        if connection in (of_source := self._of.get(connection.source, OrderedDict())):
            of_source.move_to_end(connection)

    def remove(self, connection: Any) -> None:
        """No longer counts *connection*, if it is counted: Waitress may close one twice."""
        of_source = self._of.get(connection.source, OrderedDict())
        if connection not in of_source:
            return
        del of_source[connection]
        self._number -= 1
        if not of_source:
            del self._of[connection.source]


def longest_waiting(connections: OrderedDict[Any, None]) -> Any:
    """The first whose request isn't being answered; if all are, the newest."""
    return next((each for each in connections if not each.requests), next(reversed(connections)))


def limits(behind_proxy: bool) -> OpenConnections:
    """Limits that this process can keep. Behind a proxy, all connections are from its address."""
    most = min(MOST, most_open_files() - RESERVED)
    return OpenConnections(most, most if behind_proxy else min(MOST_OF_ONE, most // 2))


def most_open_files() -> int:
    """How many files this process may have open, once it has asked for as many as it needs."""
    if sys.platform == "win32":
        return MOST + RESERVED
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = MOST + RESERVED
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return needed if soft == resource.RLIM_INFINITY else soft
