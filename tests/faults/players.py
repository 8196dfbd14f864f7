"""Phones that save hands on a server in a process of its own, one after another as fast as it answers."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from time import sleep

from tests.faults.scoring_phones import Deadwood, ScoringPhone, start_matches
from tests.faults.servers import Server

PAUSE = 0.01
"""Seconds between two hands: the server is busy, and others on this machine get on as well."""


@dataclass
class Table:
    """A match, the phone that plays it, and how many of its hands the server has acknowledged."""

    phone: ScoringPhone
    path: str
    saved: int = 0

    def save(self) -> None:
        """Saves the next hand.

        :raises AssertionError: if the server answers with anything but the way to the sheet.
        """
        answer = self.phone.save(self.path, Deadwood(5, 6 + self.saved % 60), str(self.saved))
        assert answer.status == 303, f"the server answers {answer.status} to hand {self.saved + 1}"
        self.saved += 1


def lay_tables(server: Server, how_many: int) -> list[Table]:
    """Starts so many matches in the database of a server."""
    [phone], paths = start_matches(server.folder, server.url, server.port, 1, how_many)
    return [Table(phone, path) for path in paths]


@dataclass
class Evening:
    """Players who save hands until they are stopped, each at the *tables* of a group in turn."""

    groups: Sequence[Sequence[Table]]
    wrong: list[str] = field(default_factory=list)
    _over: Event = field(default_factory=Event)

    def play(self, tables: Sequence[Table]) -> None:
        """Saves a hand at each of these tables, again and again."""
        try:
            while not self._over.is_set():
                for table in tables:
                    table.save()
                    sleep(PAUSE)
        except Exception as error:
            self.wrong.append(repr(error))

    def stop(self) -> None:
        """Lets everybody finish."""
        self._over.set()


@contextmanager
def playing(*groups: Sequence[Table]) -> Iterator[Evening]:
    """Each group of tables is played by one phone, meanwhile."""
    evening = Evening(groups)
    threads = [Thread(target=evening.play, args=(tables,)) for tables in groups]
    for thread in threads:
        thread.start()
    try:
        yield evening
    finally:
        evening.stop()
        for thread in threads:
            thread.join()
    assert not evening.wrong, evening.wrong
