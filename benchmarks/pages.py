"""What pages, memory and a start cost the server: ``python -m benchmarks.pages``.

Deadwood and a bare Flask page that reads and lists the same thirty hands (bare.py) are served alike, each in
a process of its own, and are asked in turns over the wire, each page by as many phones at once. CPU is that
of the server's process; the figures are medians over the rounds, and so are the ratios, each of them within
its round. A sheet is asked for by a phone that has not got it: what all phones see alike has been worked out
for another phone then, unless the hand was saved just before. A start is measured in processor time, to which
no other program adds on a busy machine.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.parse import urlencode

from benchmarks.served import Phone, Served, bare, deadwood
from benchmarks.tables import HANDS, HANDS_OF_OTHERS, Seated, copies, fill, seat
from models.records.saving.pipeline import new_entry_id

ROUNDS = 11
AT_ONCE = 4
"""Phones that ask: enough to keep a server busy, so that its waking up is not counted with every page."""
REQUESTS = 25
SAVES = 3
MATCHES = 48
"""In which each phone saves one hand after another, so that all have about thirty hands."""
FEW, MANY = 10, 100_000

BARE = "the bare page"

PROMISES = {
    "the sheet": 2.8,
    "304, the same sheet": 0.95,
    "a preview by cards": 7.0,
    "a saved hand": 9.0,
    "a saved hand by cards": 9.0,
    "a saved hand and the new sheet": 16.0,
}
"""How many times the CPU of the bare page a page may take (docs/decisions/0046-what-a-page-may-cost.md)."""

GROWTH_PROMISE = 1.2
MEMORY_PROMISE, MEMORY_GROWTH_PROMISE = 2.1, 1.07
START_PROMISE = 2.7
STARTS = 5
FEW_PAGES, MANY_PAGES = 100, 10_000
PAGES = ("/", "/matches/new", "/houses", "/houses/pagat", "/judge", "/judge?cards=7S+7H+7D+8D+9D", "/nowhere")
OF_THE_MATCH = ("", "/hands/new", "/hands/new?by=cards", "/history", "/rules", "/share", "/table")

DEADWOOD = {"by": "deadwood", "knocker": 0, "outcome": "knock", "deadwood_0": 5}
CARDS = {
    "by": "cards",
    "knocker": 0,
    "cards_0": "KS KC KD 5S 6S 7S 9C TC JC JD",
    "cards_1": "2S 2C 2D 2H 8S 8C 8D 9S 7C AC",
}
"""The defender breaks a meld to lay off more: no harder hand is entered."""

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True, slots=True)
class Cost:
    """What a page takes: of the server's processor, and of the clock."""

    milliseconds: float
    a_second: float


@dataclass(frozen=True, slots=True)
class Question:
    """A page that phones ask for again and again, each over its own connection."""

    name: str
    server: Served
    phones: Sequence[Callable[[], object]]
    times: int = REQUESTS

    def measure(self) -> Cost:
        """What it costs in one round, in which all phones ask at once."""
        computed, started = self.server.cpu, perf_counter()
        with ThreadPoolExecutor(len(self.phones)) as pool:
            list(pool.map(self._ask, self.phones))
        asked = self.times * len(self.phones)
        return Cost(1000 * (self.server.cpu - computed) / asked, asked / (perf_counter() - started))

    def _ask(self, phone: Callable[[], object]) -> None:
        for _ in range(self.times):
            phone()


Round = dict[str, Cost]
"""What each page has cost."""


def measured(questions: list[Question]) -> list[Round]:
    """All rounds, in which everyone takes turns; the first of all only warms up."""
    return [{each.name: each.measure() for each in questions} for _ in range(1 + ROUNDS)][1:]


def ratio(rounds: list[Round], page: str, of: str) -> float:
    """How many times the CPU of another page a page takes: what slows the machine slows both."""
    return median(costs[page].milliseconds / costs[of].milliseconds for costs in rounds)


class Entering:
    """A phone that enters hands, each in the next of its matches."""

    def __init__(self, phone: Phone, matches: Sequence[Seated]) -> None:
        self.phone, self.matches = phone, cycle(matches)
        self.versions = {match.match_id: HANDS for match in matches}

    def preview(self) -> None:
        """Asks what a hand by cards comes to, as the page does after every tap."""
        match = next(self.matches)
        asked = self._form(match) | CARDS | {"preview": 1}
        headers = {**FORM, "X-Part": "preview"}
        self.phone.ask(f"{match.path}/hands/new", 200, "POST", urlencode(asked), **headers)

    def save(self) -> Seated:
        """Saves a hand by its deadwood."""
        match = next(self.matches)
        asked = self._form(match) | DEADWOOD | {"deadwood_1": 6 + self.versions[match.match_id] % 60}
        return self._save(match, asked)

    def save_cards(self) -> None:
        match = next(self.matches)
        self._save(match, self._form(match) | CARDS)

    def save_and_look(self) -> None:
        """Saves a hand and asks for the sheet, which nobody has seen before."""
        self.phone.ask(self.save().path, 200)

    def _save(self, match: Seated, asked: Mapping[str, object]) -> Seated:
        self.phone.ask(f"{match.path}/hands/new", 303, "POST", urlencode(asked | {"save": 1}), **FORM)
        self.versions[match.match_id] += 1
        return match

    def _form(self, match: Seated) -> dict[str, object]:
        """What the page itself fills in."""
        version = self.versions[match.match_id]
        return {"csrf_token": match.csrf, "entry": new_entry_id(), "version": version, "position": ""}


def phone_at(server: Served, seated: Seated) -> Phone:
    """The phone that plays in the match."""
    return Phone(server, {"Cookie": seated.cookie, "Accept-Encoding": "gzip", "Accept-Language": "en"})


def sheet_of(name: str, server: Served, seated: Seated) -> Question:
    """The sheet, for the phone that plays."""
    phones = [phone_at(server, seated) for _ in range(AT_ONCE)]
    return Question(name, server, [partial(phone.ask, seated.path, 200) for phone in phones])


def same_sheet(name: str, server: Served, seated: Seated) -> Question:
    """The sheet, for the phone that plays and has it."""
    phones = [phone_at(server, seated) for _ in range(AT_ONCE)]
    etag = phones[0].ask(seated.path, 200).headers["ETag"]
    asking = [partial(phone.ask, seated.path, 304, If_None_Match=etag) for phone in phones]
    return Question(name, server, asking)


def bare_page(name: str, server: Served, seated: Seated) -> Question:
    """The bare page of the same hands."""
    phones = [Phone(server) for _ in range(AT_ONCE)]
    return Question(name, server, [partial(phone.ask, f"/{seated.match_id}", 200) for phone in phones])


def saving(
    name: str, server: Served, phones: Sequence[Entering], act: Callable[[Entering], object]
) -> Question:
    """What phones do that enter hands, each in matches of its own."""
    return Question(name, server, [partial(act, phone) for phone in phones], SAVES)


def promise(what: str, figure: float, most: float) -> bool:
    """Says whether it is kept."""
    print(f"{what:<46}{figure:>9.2f}x{most:>9g}x  {'' if figure <= most else 'BROKEN'}")
    return figure <= most


def costs(folder: Path) -> Iterator[bool]:
    """The pages beside the bare page; whether each promise is kept."""
    seated, writing = seat(folder / "pages"), seat(folder / "writing")
    written_in = copies(folder / "writing", writing, AT_ONCE * MATCHES)
    with (
        deadwood(folder / "pages") as ours,
        deadwood(folder / "writing") as saved,
        bare(folder / "pages") as theirs,
    ):
        phones = [Entering(phone_at(saved, writing), written_in[nth::AT_ONCE]) for nth in range(AT_ONCE)]
        rounds = measured(
            [
                bare_page(BARE, theirs, seated),
                sheet_of("the sheet", ours, seated),
                same_sheet("304, the same sheet", ours, seated),
                saving("a preview by cards", saved, phones, Entering.preview),
                saving("a saved hand", saved, phones, Entering.save),
                saving("a saved hand by cards", saved, phones, Entering.save_cards),
                saving("a saved hand and the new sheet", saved, phones, Entering.save_and_look),
            ]
        )
    print(f"{f'pages of {HANDS} hands':<46}{'CPU ms':>10}{'a second':>10}")
    for name in rounds[0]:
        milliseconds = median(costs[name].milliseconds for costs in rounds)
        a_second = median(costs[name].a_second for costs in rounds)
        print(f"{name:<46}{milliseconds:>10.2f}{a_second:>10.0f}")
    print(f"\n{'promises':<46}{'is':>10}{'at most':>10}")
    for name, most in PROMISES.items():
        yield promise(f"{name}, of {BARE}", ratio(rounds, name, BARE), most)


def growth(folder: Path) -> Iterator[bool]:
    """Times pages among few matches and among many; whether each promise is kept."""
    folders = {f"{matches:,} matches": folder / str(matches) for matches in (FEW, MANY)}
    seated = {}
    for (name, each), matches in zip(folders.items(), (FEW, MANY), strict=True):
        seated[name] = seat(each)
        fill(each, matches - 1)
    with ExitStack() as stack:
        servers = {name: stack.enter_context(deadwood(each)) for name, each in folders.items()}
        rounds = measured(
            [
                kind(f"{page}, {name}", servers[name], seated[name])
                for page, kind in (("sheet", sheet_of), ("304", same_sheet))
                for name in folders
            ]
        )
    few, many = folders
    among = f"{many} and {MANY * HANDS_OF_OTHERS:,} hands"
    for page in ("sheet", "304"):
        yield promise(f"{page}, {among}", ratio(rounds, f"{page}, {many}", f"{page}, {few}"), GROWTH_PROMISE)


def visit(server: Served, seated: Seated, pages: int) -> None:
    """Several phones ask for *pages* in all."""
    phones = [phone_at(server, seated) for _ in range(AT_ONCE)]
    paths = cycle([*PAGES, *(seated.path + page for page in OF_THE_MATCH)])
    asked = list(islice(paths, pages // AT_ONCE))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda phone: [phone.get(path) for path in asked], phones))


def memory(folder: Path) -> Iterator[bool]:
    """What a process has for itself after some pages and after many; whether each promise is kept."""
    seated = seat(folder)
    with bare(folder) as server:
        for _ in range(FEW_PAGES):
            Phone(server).ask(f"/{seated.match_id}", 200)
        of_bare = server.megabytes
    with deadwood(folder) as server:
        Entering(phone_at(server, seated), [seated]).save()
        visit(server, seated, FEW_PAGES)
        few = server.megabytes
        visit(server, seated, MANY_PAGES - FEW_PAGES)
        more = server.megabytes - few
    print(f"\n{few:.1f} MB after {FEW_PAGES} pages, {more:.1f} more after {MANY_PAGES:,}")
    yield promise(f"memory after {FEW_PAGES} pages, of {BARE}", few / of_bare, MEMORY_PROMISE)
    yield promise(f"memory after {MANY_PAGES:,}, of that", 1 + more / few, MEMORY_GROWTH_PROMISE)


def start(folder: Path) -> bool:
    """The processor's time until a server has answered for the first time; whether the promise is kept."""
    seated = seat(folder)

    def seconds(serve: Callable[[Path], AbstractContextManager[Served]], path: str) -> float:
        with serve(folder) as server:
            Phone(server).ask(path, 200)
            return server.cpu

    rounds = [
        (seconds(deadwood, "/health"), seconds(bare, f"/{seated.match_id}")) for _ in range(1 + STARTS)
    ][1:]
    print(f"\n{median(ours for ours, _ in rounds):.2f} s of CPU until the first answer")
    return promise(f"start, of {BARE}", median(ours / theirs for ours, theirs in rounds), START_PROMISE)


def main() -> None:
    """Prints every figure, and fails if a promise is broken."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept = [*costs(folder), *growth(folder), *memory(folder / "memory"), start(folder / "start")]
    sys.exit(not all(kept))


if __name__ == "__main__":
    main()
