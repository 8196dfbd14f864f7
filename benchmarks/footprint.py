"""What a worker weighs, and how soon it answers: ``python -m benchmarks.footprint``.

Deadwood and the bare page (bare.py) are served alike. Memory is that of the process, from
/proc/PID/smaps_rollup (so Linux only): what it has for itself (private), its share of what several processes
use (PSS), and all of it (RSS). The start is measured until the first answer, by the clock and in processor
time: on an idle machine they are the same, and on a busy one no other program adds to the latter.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from threading import Thread
from time import perf_counter

from benchmarks.pages import AT_ONCE, Entering, phone_at
from benchmarks.served import Phone, Served, bare, deadwood
from benchmarks.tables import Seated, seat

FEW, MANY = 100, 10_000
STARTS = 5

MEMORY_PROMISE, START_PROMISE = 2.1, 2.7
"""How many times those of the bare page: the private memory after a hundred pages, and the processor's time
until the first answer (docs/decisions/0046-what-a-page-may-cost.md).
"""
GROWTH_PROMISE = 5.0
"""Megabytes more after ten thousand."""

PAGES = ("/", "/matches/new", "/houses", "/houses/pagat", "/judge", "/judge?cards=7S+7H+7D+8D+9D", "/nowhere")
OF_THE_MATCH = ("", "/hands/new", "/hands/new?by=cards", "/history", "/rules", "/share", "/table")

PAGES_TO_A_SAVE = 20

Serve = Callable[[Path], AbstractContextManager[Served]]


@dataclass(frozen=True, slots=True)
class Memory:
    """Megabytes of a process."""

    private: float
    pss: float
    rss: float

    @classmethod
    def of(cls, server: Served) -> "Memory":
        """What the process of *server* has now."""
        lines = Path(f"/proc/{server.process.pid}/smaps_rollup").read_text().splitlines()[1:]
        parts = {name: int(size.split()[0]) / 1024 for name, size in (line.split(":") for line in lines)}
        return cls(parts["Private_Clean"] + parts["Private_Dirty"], parts["Pss"], parts["Rss"])

    def __str__(self) -> str:
        return f"{self.private:>10.1f}{self.pss:>10.1f}{self.rss:>10.1f}"


def browse(phone: Phone, paths: tuple[str, ...], pages: int, entering: Entering | None) -> None:
    """Asks for *paths* in turns, and saves a hand now and then."""
    for number in range(pages):
        phone.get(paths[number % len(paths)])
        if entering and number % PAGES_TO_A_SAVE == 0:
            entering.save()


def visit(server: Served, seated: Seated, pages: int, entering: Entering) -> None:
    """Several phones ask for *pages* in all, one of them writing."""
    paths = (*PAGES, *(seated.path + page for page in OF_THE_MATCH))
    phones = [phone_at(server, seated) for _ in range(AT_ONCE)]
    threads = [
        Thread(target=browse, args=(phone, paths, pages // AT_ONCE, entering if phone is phones[0] else None))
        for phone in phones
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def memory(folder: Path) -> Iterator[bool]:
    """What a worker has after a hundred pages and after ten thousand; whether each promise is kept."""
    seated = seat(folder)
    print(f"{'megabytes':<46}{'private':>10}{'PSS':>10}{'RSS':>10}")
    with bare(folder) as server:
        phone = Phone(server)
        for _ in range(FEW):
            phone.ask(f"/{seated.match_id}", 200)
        bare_page = Memory.of(server)
        print(f"{f'the bare page, after {FEW} pages':<46}{bare_page}")
    with deadwood(folder) as server:
        entering = Entering(phone_at(server, seated), [seated])
        print(f"{'Deadwood, at its start':<46}{Memory.of(server)}")
        visit(server, seated, FEW, entering)
        few = Memory.of(server)
        print(f"{f'Deadwood, after {FEW} pages':<46}{few}")
        visit(server, seated, MANY - FEW, entering)
        many = Memory.of(server)
        print(f"{f'Deadwood, after {MANY:,} pages':<46}{many}")
    yield promise(f"memory after {FEW} pages", few.private / bare_page.private, MEMORY_PROMISE)
    yield promise(f"MB more after {MANY:,}", many.private - few.private, GROWTH_PROMISE)


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds from the start of a process until it has answered."""

    processor: float
    clock: float

    @classmethod
    def of(cls, serve: Serve, folder: Path, path: str) -> "Start":
        """Starts a server that is asked for *path*."""
        started = perf_counter()
        with serve(folder) as server:
            Phone(server).ask(path, 200)
            return cls(server.cpu, perf_counter() - started)


def start(folder: Path) -> bool:
    """How soon a worker answers; whether the promise is kept."""
    seated = seat(folder)
    each = {"the bare page": (bare, f"/{seated.match_id}"), "Deadwood": (deadwood, "/health")}
    rounds = [
        {name: Start.of(serve, folder, path) for name, (serve, path) in each.items()}
        for _ in range(1 + STARTS)
    ][1:]
    print(f"{'seconds to the first answer':<46}{'processor':>10}{'clock':>10}")
    for name in each:
        processor = median(starts[name].processor for starts in rounds)
        clock = median(starts[name].clock for starts in rounds)
        print(f"{name:<46}{processor:>10.2f}{clock:>10.2f}")
    times = [starts["Deadwood"].processor / starts["the bare page"].processor for starts in rounds]
    return promise("start", median(times), START_PROMISE)


def promise(what: str, figure: float, most: float) -> bool:
    """Says whether it is kept."""
    print(f"{what:<46}{figure:>10.2f}{f'≤ {most:g}':>10}  {'' if figure <= most else 'BROKEN'}")
    return figure <= most


def main() -> None:
    """Prints every figure, and fails if a promise is broken."""
    with tempfile.TemporaryDirectory() as name:
        kept = [*memory(Path(name, "memory")), start(Path(name, "start"))]
    sys.exit(not all(kept))


if __name__ == "__main__":
    main()
