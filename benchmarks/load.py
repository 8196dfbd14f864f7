"""Many phones that follow their sheets while hands are saved: ``python -m benchmarks.load``.

Each viewer asks as static/js/app/live.js does: two seconds after each answer, with the ETag that it has, on a
connection that stays open. Every second a hand is saved in the next of several matches, and it is measured
how long it takes until each viewer of that match has the new sheet. Saves are compared with saves that
nobody follows. All viewers are simulated by this process, over plain sockets; where there are two cores, the
server has its own.

The bare page (bare.py) is then polled by as many viewers, and ihatemoney (ihatemoney.py) by as many as it can
bear. They have no ETags, and nothing is saved in them. ihatemoney is installed in a venv of its own.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlencode

from benchmarks.footprint import Memory
from benchmarks.pages import DEADWOOD
from benchmarks.served import HOST, Served, bare, deadwood, free_port, running
from benchmarks.tables import HANDS, Seated, copies, seat
from models.records.saving.pipeline import new_entry_id

ROOT = Path(__file__).parent.parent

VIEWERS = 1000
MATCHES = 50
SECONDS = 30.0
SOON = 2.0
"""Seconds from an answer to the next question, as in live.js while a sheet changes."""
SAVE_EVERY = 1.0
OPENING = 6.0
"""Seconds in which all viewers open their sheets, before anything is measured."""
SHARE_OF_IHATEMONEY = 50
"""ihatemoney gets one viewer for so many of ours: with a few hundred, it answers almost nobody."""
SOURCES = 8
"""Addresses of the viewers, so that the limit of connections from one isn't reached."""

SEEN_PROMISE = 3.0
"""Seconds until 95 % of the viewers have a new sheet."""
SAVE_PROMISE = 2.0
"""How many times longer a save may take than without viewers."""

IHATEMONEY = ("ihatemoney==7.2.0", "waitress==3.0.2")

Act = Callable[[], Awaitable[None]]


class Answer(NamedTuple):
    """What a phone needs of an answer."""

    status: int
    etag: str
    cookie: str
    """The cookie to send from now on; empty if it stays the same."""


class Line(asyncio.Protocol):
    """A connection on which one question is asked at a time; it opens again after it was closed."""

    def __init__(self, port: int, source: str) -> None:
        self.port, self.source = port, source
        self.transport: asyncio.Transport | None = None
        self.answer: asyncio.Future[Answer] | None = None
        self.received = b""

    async def ask(self, request: bytes) -> Answer:
        """The answer, once all of it is there.

        :raises OSError: if the connection is closed before.
        """
        loop = asyncio.get_running_loop()
        if self.transport is None or self.transport.is_closing():
            await loop.create_connection(lambda: self, HOST, self.port, local_addr=(self.source, 0))
        if self.transport is None:
            raise ConnectionResetError("closed at once")
        self.answer, self.received = loop.create_future(), b""
        self.transport.write(request)
        return await self.answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called when it is open."""
        self.transport = transport  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when it is closed."""
        self.transport = None
        if self.answer and not self.answer.done():
            self.answer.set_exception(ConnectionResetError("closed before the answer"))

    def data_received(self, data: bytes) -> None:
        """Called with each part of an answer."""
        self.received += data
        head, end, body = self.received.partition(b"\r\n\r\n")
        if not end or not self.answer or self.answer.done():
            return
        status = int(head[9:12])
        if status == 304 or len(body) >= int(value(head, b"Content-Length")):
            cookie = value(head, b"Set-Cookie").partition(b";")[0]
            self.answer.set_result(Answer(status, value(head, b"Etag").decode(), cookie.decode()))


def value(head: bytes, name: bytes) -> bytes:
    """The value of a header; empty if it isn't there."""
    return head.partition(b"\r\n" + name + b": ")[2].partition(b"\r\n")[0]


def question(path: str, headers: Mapping[str, str], body: str = "") -> bytes:
    """A request as it is sent."""
    first = f"{'POST' if body else 'GET'} {path} HTTP/1.1"
    lines = [first, f"Host: {HOST}", *(f"{name}: {text}" for name, text in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


@dataclass
class Counted:
    """What viewers have seen; times are in seconds."""

    answered: list[float] = field(default_factory=list)
    """From each question to its answer."""
    seen: list[float] = field(default_factory=list)
    """From the answer to a save until a viewer has the new sheet."""
    failed: int = 0


@dataclass(frozen=True, slots=True)
class Cost:
    """What the viewers of one server have taken."""

    counted: Counted
    polls: float
    """A second."""
    cpu: float
    """Seconds of the processor a second."""
    own_cpu: float
    """The same of this process."""
    memory: Memory

    def row(self, name: str, viewers: int) -> str:
        """These figures in a line."""
        answered = self.counted.answered
        figures = (
            viewers,
            self.polls,
            100 * self.cpu,
            1000 * self.cpu / self.polls,
            1000 * self.cpu / viewers,
            1000 * median(answered),
            1000 * percentile(answered, 0.95),
            self.counted.failed,
            self.memory.rss,
        )
        return f"{name:<15}" + "".join(f"{figure:>10.4g}" for figure in figures)


COLUMNS = (
    "viewers",
    "polls/s",
    "core %",
    "ms/poll",
    "ms/s each",
    "answer ms",
    "p95 ms",
    "failed",
    "RSS MB",
)
HEADINGS = f"{'':<15}" + "".join(f"{column:>10}" for column in COLUMNS)


class Crowd:
    """Viewers of several pages of one server."""

    def __init__(
        self, server: Served, paths: Sequence[str], viewers: int, headers: Mapping[str, str]
    ) -> None:
        self.server, self.paths, self.viewers, self.headers = server, paths, viewers, headers
        self.counted = Counted()
        self.saved: dict[str, float] = {}
        """When the last hand of each sheet was saved."""
        self._random = Random(1913)

    async def follow(self, number: int) -> None:
        """One viewer, until it is cancelled."""
        path = self.paths[number % len(self.paths)]
        line = Line(self.server.port, f"127.0.0.{2 + number % SOURCES}")
        sent: dict[str, str] = dict(self.headers)
        await asyncio.sleep(self._random.uniform(0, SOON))
        while True:
            try:
                await self._poll(line, path, sent)
            except OSError:
                self.counted.failed += 1
            await asyncio.sleep(SOON)

    async def _poll(self, line: Line, path: str, headers: dict[str, str]) -> None:
        """Asks once, with these *headers*, and puts the ETag and the cookie of the answer into them."""
        counted, started = self.counted, perf_counter()
        answer = await line.ask(question(path, headers))
        now = perf_counter()
        if answer.status not in (200, 304):
            raise ConnectionError(f"{path}: {answer.status}")
        counted.answered.append(now - started)
        if headers.get("If-None-Match", answer.etag) != answer.etag and path in self.saved:
            counted.seen.append(now - self.saved[path])
        if answer.etag:
            headers["If-None-Match"] = answer.etag
        if answer.cookie:
            headers["Cookie"] = answer.cookie

    async def measure(self, seconds: float, save: Act | None = None) -> Cost:
        """What it takes that all of them follow their pages for so long, while somebody saves."""
        tasks = [asyncio.create_task(self.follow(number)) for number in range(self.viewers)]
        await asyncio.sleep(OPENING)
        self.counted = Counted()
        saving = asyncio.create_task(every(SAVE_EVERY, save)) if save else None
        cpu, own, started = self.server.cpu, own_cpu(), perf_counter()
        await asyncio.sleep(seconds)
        lasted = perf_counter() - started
        cost = Cost(
            self.counted,
            len(self.counted.answered) / lasted,
            (self.server.cpu - cpu) / lasted,
            (own_cpu() - own) / lasted,
            Memory.of(self.server),
        )
        if saving:
            await ended(saving)
            # What has been saved just now is seen a little later.
            self.counted.answered = list(self.counted.answered)
            await asyncio.sleep(SEEN_PROMISE)
        for task in tasks:
            await ended(task)
        return cost


async def ended(task: asyncio.Task[None]) -> None:
    """Cancels *task*. If it has failed before, this fails too."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def every(seconds: float, act: Act) -> None:
    """Acts again and again, until it is cancelled."""
    while True:
        next_time = perf_counter() + seconds
        await act()
        await asyncio.sleep(max(0.0, next_time - perf_counter()))


def own_cpu() -> float:
    """Seconds that this process has computed."""
    return sum(os.times()[:2])


class Saving:
    """The phone that saves hands, each in the next match."""

    def __init__(self, port: int, matches: Sequence[Seated], crowd: Crowd) -> None:
        self.line, self.matches, self.crowd = Line(port, HOST), cycle(matches), crowd
        self.versions: dict[int, int] = defaultdict(lambda: HANDS)
        self.seconds: list[float] = []

    async def save(self) -> None:
        """Saves a hand.

        :raises ConnectionError: if the server doesn't save it.
        """
        match = next(self.matches)
        version = self.versions[match.match_id]
        fields = {"csrf_token": match.csrf, "entry": new_entry_id(), "version": version, "position": ""}
        body = urlencode(fields | DEADWOOD | {"deadwood_1": 6 + version % 60, "save": 1})
        headers = {
            "Cookie": match.cookie,
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
        }
        started = perf_counter()
        answer = await self.line.ask(question(f"{match.path}/hands/new", headers, body))
        if answer.status != 303:
            raise ConnectionError(f"a hand was not saved: {answer.status}")
        self.versions[match.match_id] += 1
        self.crowd.saved[match.path] = perf_counter()
        self.seconds.append(perf_counter() - started)

    async def alone(self, seconds: float) -> float:
        """The median time that a save takes while nobody follows the sheets."""
        await self.save()
        self.seconds.clear()
        task = asyncio.create_task(every(SAVE_EVERY, self.save))
        await asyncio.sleep(seconds)
        await ended(task)
        took = median(self.seconds)
        self.seconds.clear()
        return took


def percentile(figures: Sequence[float], share: float) -> float:
    """The figure that *share* of them don't exceed."""
    return sorted(figures)[min(len(figures) - 1, int(share * len(figures)))] if figures else float("nan")


def promise(what: str, figure: float, most: float) -> bool:
    """Says whether it is kept."""
    print(f"{what:<60}{figure:>8.2f}{most:>8g}  {'' if figure <= most else 'BROKEN'}")
    return figure <= most


async def sheets(folder: Path, viewers: int, seconds: float, matches: int) -> list[bool]:
    """Viewers of Deadwood while hands are saved; whether each promise is kept."""
    played = copies(folder, seat(folder), matches)
    with served_apart(deadwood(folder)) as server:
        crowd = Crowd(server, [match.path for match in played], viewers, {"Accept-Encoding": "gzip"})
        saving = Saving(server.port, played, crowd)
        alone = await saving.alone(seconds / 2)
        cost = await crowd.measure(seconds, saving.save)
    print(cost.row("Deadwood", viewers))
    beside, seen = median(saving.seconds), cost.counted.seen
    saves = f"a save, {1000 * beside:.1f} ms, beside one without viewers, {1000 * alone:.1f} ms"
    return [
        promise(f"seconds until {len(seen)} new sheets were seen, p95", percentile(seen, 0.95), SEEN_PROMISE),
        promise(saves, beside / alone, SAVE_PROMISE),
    ]


async def bare_pages(folder: Path, viewers: int, seconds: float, matches: int) -> None:
    """Viewers of the bare page, with the same database."""
    with served_apart(bare(folder)) as server:
        paths = [f"/{1 + number}" for number in range(matches)]
        print((await Crowd(server, paths, viewers, {}).measure(seconds)).row("bare page", viewers))


async def ihatemoney(folder: Path, viewers: int, seconds: float) -> None:
    """Viewers of ihatemoney, if it can be installed."""
    python = folder / "venv" / "bin" / "python"
    try:
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)  # noqa: S603
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *IHATEMONEY]
        subprocess.run(install, check=True, capture_output=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        print("ihatemoney can't be installed here")
        return
    port = free_port()
    command = [str(python), "-m", "benchmarks.ihatemoney", str(port), str(folder), str(HANDS)]
    with served_apart(running(command, port, {"PYTHONPATH": str(ROOT)})) as server:
        headers = {"Cookie": (folder / "cookie").read_text()}
        cost = await Crowd(server, ["/demo/"], viewers, headers).measure(seconds)
    print(cost.row("ihatemoney 7.2", viewers))


@contextmanager
def served_apart(serving: AbstractContextManager[Served]) -> Iterator[Served]:
    """A server that has a core of its own, if there are two."""
    cores = sorted(os.sched_getaffinity(0))
    with serving as server:
        if len(cores) > 1:
            server.process.cpu_affinity(cores[:1])
            os.sched_setaffinity(0, cores[1:])
        try:
            yield server
        finally:
            os.sched_setaffinity(0, cores)


def main() -> None:
    """Prints every figure, and fails if a promise is broken."""
    asked = argparse.ArgumentParser(description="Deadwood under the load of many viewers")
    asked.add_argument("--viewers", type=int, default=VIEWERS)
    asked.add_argument("--matches", type=int, default=MATCHES)
    asked.add_argument("--seconds", type=float, default=SECONDS)
    asked.add_argument("--alone", action="store_true", help="don't compare with other pages")
    given = asked.parse_args()
    print(f"{given.viewers} viewers of {given.matches} matches with {HANDS} hands each\n{HEADINGS}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept = asyncio.run(sheets(folder / "gin", given.viewers, given.seconds, given.matches))
        if not given.alone:
            asyncio.run(bare_pages(folder / "gin", given.viewers, given.seconds, given.matches))
            (folder / "other").mkdir()
            some = max(1, given.viewers // SHARE_OF_IHATEMONEY)
            asyncio.run(ihatemoney(folder / "other", some, given.seconds))
    sys.exit(not all(kept))


if __name__ == "__main__":
    main()
