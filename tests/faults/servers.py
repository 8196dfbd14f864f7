"""A server in a process of its own, which can be killed and started again at the same address."""

import re
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGTERM
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.databases import PostgreSQL, SQLite
from tests.views.cli.test_starting import ROOT, SERVE, environment, free_port

SECRET = "known to these tests"
START_TAKES = 60
"""Seconds, at most."""


@dataclass
class Server:
    """`flask serve` on the database at *url*, with its other files in *folder*."""

    folder: Path
    url: str
    settings: Mapping[str, str] = field(default_factory=dict)
    """More environment variables."""
    before: Sequence[str] = ()
    """A command that runs it, for example with fewer rights."""
    root: Path = ROOT
    """The checkout."""
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """The file of everything that it prints."""
        return self.folder.with_name(f"{self.folder.name}.log")

    def start(self) -> None:
        """Starts it and waits until it answers."""
        settings = environment(self.folder, self.port) | {"DATABASE_URL": self.url, "SECRET_KEY": SECRET}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.before, *SERVE],
                cwd=self.root,
                env={**settings, **self.settings},
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + START_TAKES
        while not self.answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, f"not started after {START_TAKES} seconds"
            time.sleep(0.02)

    def answers(self) -> bool:
        """Whether it answers, with whatever status."""
        try:
            urlopen(f"{self.address}/robots.txt", timeout=5).close()
        except HTTPError as error:
            error.close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """Ends it at once, as a power failure would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        """Lets it end as Ctrl-C would."""
        assert self.process is not None
        self.process.send_signal(SIGTERM)
        assert self.process.wait(timeout=30) == 0, self.log.read_text()

    def tracebacks(self) -> list[str]:
        """The errors that it has printed with a traceback: each is a failure that nobody has thought of.

        Those of the connection pool are not: it logs everything when it closes a connection that was cut.
        """
        entries = re.split(r"^(?=Exception |\[\d|\d{4}-)", self.log.read_text(), flags=re.MULTILINE)
        pool = ("Exception during reset", "Exception terminating connection")
        return [each for each in entries if "\nTraceback " in each and not each.startswith(pool)]


@contextmanager
def running(
    folder: Path,
    url: str,
    settings: Mapping[str, str] | None = None,
    before: Sequence[str] = (),
    root: Path = ROOT,
) -> Iterator[Server]:
    """A server that is killed in the end."""
    server = Server(folder, url, settings or {}, before, root)
    server.start()
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def new_database(kind: str, sqlite: SQLite, postgresql: PostgreSQL, folder: Path) -> Iterator[str]:
    """The URL of a new database of this *kind*; a file is `gin.sqlite` in *folder*."""
    if kind == "sqlite":
        yield new_file(sqlite, folder)
    else:
        with postgresql.copy(folder) as url:
            yield url


def new_file(sqlite: SQLite, folder: Path) -> str:
    """The URL of a new database file in *folder*."""
    (folder / "gin.sqlite").write_bytes(sqlite.template.read_bytes())
    return f"sqlite:///{folder / 'gin.sqlite'}"
