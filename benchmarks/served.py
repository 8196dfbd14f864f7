"""Servers in processes of their own, and phones that ask them over the wire."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import psutil

from benchmarks.tables import SECRET

HOST = "127.0.0.1"

CPU_CLOCK = 2
"""Of a process, in the number of a clock (``clock_getcpuclockid`` of Linux): to the nanosecond, where
``/proc`` counts in hundredths of a second.
"""


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs."""

    port: int
    process: psutil.Process

    @property
    def cpu(self) -> float:
        """Seconds that it has computed so far, all its threads together."""
        return time.clock_gettime(~self.process.pid << 3 | CPU_CLOCK)

    @property
    def megabytes(self) -> float:
        """The memory that it has for itself, and shares with no other process."""
        return float(self.process.memory_full_info().uss) / 2**20


@dataclass(slots=True)
class Phone:
    """Asks one server, over one connection that stays open."""

    server: Served
    headers: Mapping[str, str] = field(default_factory=dict)
    _connection: HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self._connection = HTTPConnection(HOST, self.server.port, timeout=30)

    def ask(
        self, path: str, status: int, method: str = "GET", body: str = "", **headers: str
    ) -> HTTPResponse:
        """The answer, which has been read to its end. A connection that was closed is opened again.

        :raises ConnectionError: if it is not of the expected status.
        """
        answer = self.get(path, method, body, **headers)
        if answer.status != status:
            raise ConnectionError(f"{method} {path}: {answer.status} instead of {status}")
        return answer

    def get(self, path: str, method: str = "GET", body: str = "", **headers: str) -> HTTPResponse:
        """The answer, whatever it says, which has been read to its end."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            answer = self._answer(method, path, body, named)
        except ConnectionResetError:  # RemoteDisconnected is one
            answer = self._answer(method, path, body, named)
        answer.read()
        return answer

    def read(self, path: str, status: int, body: bytes, **headers: str) -> bytes:
        """What is answered to a form.

        :raises ConnectionError: if the answer is not of the expected status.
        """
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self._answer("POST", path, body, named)
        said = answer.read()
        if answer.status != status:
            raise ConnectionError(f"POST {path}: {answer.status} instead of {status}")
        return said

    def _answer(self, method: str, path: str, body: str | bytes, headers: Mapping[str, str]) -> HTTPResponse:
        self._connection.request(method, path, body or None, {**self.headers, **headers})
        return self._connection.getresponse()


@contextmanager
def deadwood(folder: Path) -> Iterator[Served]:
    """Deadwood as ``make run`` serves it, with the database in *folder*."""
    port = free_port()
    given = {"INSTANCE_PATH": str(folder), "SECRET_KEY": SECRET, "HOST": HOST, "PORT": str(port)}
    with running([sys.executable, "-OO", "-m", "flask", "--app", "app", "serve"], port, given) as served:
        yield served


@contextmanager
def bare(folder: Path) -> Iterator[Served]:
    """The bare page, with the same database."""
    port = free_port()
    url = f"sqlite:///{folder / 'gin.sqlite'}"
    with running([sys.executable, "-OO", "-m", "benchmarks.bare", str(port), url], port, {}) as served:
        yield served


@contextmanager
def running(command: list[str], port: int, given: Mapping[str, str]) -> Iterator[Served]:
    """*command*, from when it listens on *port* until it is no longer needed."""
    # As `make run` serves it: compiled modules are kept, and all threads use one heap.
    environment = {**os.environ, **given, "PYTHONDONTWRITEBYTECODE": "", "MALLOC_ARENA_MAX": "1"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603
    try:
        wait_for(port, process)
        yield Served(port, psutil.Process(process.pid))
    finally:
        process.terminate()
        process.wait(timeout=30)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Returns when somebody listens on *port*.

    :raises ConnectionError: if *process* ends before, or nobody does for half a minute.
    """
    for _ in range(1500):
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        if process.poll() is not None:
            break
        time.sleep(0.02)
    raise ConnectionError(f"nobody listens on port {port}")
