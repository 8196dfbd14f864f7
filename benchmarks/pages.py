"""What pages cost the server, and how soon a hand stands on every phone: ``python -m benchmarks.pages``.

Deadwood and a bare Flask page that reads and lists the same thirty hands (bare.py) are served alike, each in
a process of its own, and are asked in turns over the wire, each page by as many phones at once. CPU is that
of the server's process; the figures are medians over the rounds, and so are the ratios, each of them within
its round. A sheet is asked for by a phone that has not got it: what all phones see alike has been worked out
for another phone then, unless the hand was saved just before.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread
from time import perf_counter, sleep
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
    "304, the same sheet": 0.65,
    "a preview by cards": 7.0,
    "a saved hand": 9.0,
    "a saved hand by cards": 9.0,
    "a saved hand and the new sheet": 16.0,
}
"""How many times the CPU of the bare page a page may take (docs/decisions/0046-what-a-page-may-cost.md)."""

GROWTH_PROMISE = 1.2

PHONES = 5
POLL = 2.0
"""Seconds between the questions of a phone."""
SOON = 3.0
SEEN_PROMISE = 0.95
HANDS_SEEN = 12

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
        """Saves a hand by its cards."""
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
    """The same pages among few matches and among many; whether each promise is kept."""
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


def seen_after(folder: Path) -> list[float]:
    """Seconds from each saved hand until each of several phones had it."""
    seated, random = seat(folder), Random(1913)
    seen: list[tuple[str, float]] = []
    done = Event()

    def follow(server: Served) -> None:
        phone = phone_at(server, seated)
        sleep(random.uniform(0, POLL))
        etag = phone.ask(seated.path, 200).headers["ETag"]
        while not done.wait(POLL):
            phone._connection.request("GET", seated.path, headers={**phone.headers, "If-None-Match": etag})
            answer = phone._connection.getresponse()
            answer.read()
            if answer.status == 200:
                etag = answer.headers["ETag"]
                seen.append((etag, perf_counter()))

    saved: dict[str, float] = {}
    with deadwood(folder) as server:
        followers = [Thread(target=follow, args=(server,)) for _ in range(PHONES)]
        for follower in followers:
            follower.start()
        sleep(POLL + 0.5)
        entering = Entering(phone_at(server, seated), [seated])
        for _ in range(HANDS_SEEN):
            entering.save()
            at = perf_counter()
            saved[entering.phone.ask(seated.path, 200).headers["ETag"]] = at
            sleep(random.uniform(POLL, 2 * POLL) + 0.2)
        sleep(POLL)
        done.set()
        for follower in followers:
            follower.join()
    return [at - saved[etag] for etag, at in seen if etag in saved]


def latency(folder: Path) -> bool:
    """How soon a saved hand is seen; whether the promise is kept."""
    seconds = seen_after(folder)
    expected = PHONES * HANDS_SEEN
    share = sum(each <= SOON for each in seconds) / expected
    kept = share >= SEEN_PROMISE
    print(
        f"\n{PHONES} phones saw {len(seconds)} of {expected} hands, {median(seconds):.1f} s after they were"
        f" saved, {max(seconds):.1f} s at most; within {SOON:g} s {share:.0%}, promised"
        f" {SEEN_PROMISE:.0%}{'' if kept else '  BROKEN'}"
    )
    return kept


def main() -> None:
    """Prints every figure, and fails if a promise is broken."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept = [*costs(folder), *growth(folder), latency(folder / "live")]
    sys.exit(not all(kept))


if __name__ == "__main__":
    main()
