"""The clock of the server is wrong: a computer without a battery starts in the past, and is set later."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from random import Random

from tests.databases import SQLite
from tests.faults.phones import Phone, Reply
from tests.faults.servers import Server, new_file, running
from tests.faults.shim import Shim, compiled
from tests.faults.trials import Trials, how_many, seeded, trials
from tests.gin.table import knock
from views.web.rate_limit import WRONG_LINKS

HOUR, DAY, YEAR = 60 * 60, 24 * 60 * 60, 365 * 24 * 60 * 60


def clocks(random: Random) -> Iterator[int]:
    """By how many seconds the clock is wrong: by a day, by years, not at all, and by anything between."""
    yield from (-DAY, YEAR, -3 * YEAR, 3 * YEAR, HOUR - round(datetime.now(UTC).timestamp()))
    for _ in range(how_many(0, 40)):
        yield random.choice((random.randint(-DAY, DAY), random.randint(-YEAR // 2, YEAR), 0))


@contextmanager
def served(tmp_path: Path, sqlite: SQLite, name: str) -> Iterator[tuple[Trials, Server, Shim]]:
    """A server whose clock can be set."""
    home = tmp_path / "home"
    home.mkdir()
    shim = Shim(compiled(tmp_path), tmp_path, home)
    with trials(name) as counted, running(home, new_file(sqlite, home), shim.environment) as server:
        yield counted, server, shim
        counted.check(not server.tracebacks(), str(server.tracebacks()))


def test_phones_go_on_scoring_whatever_the_clock_says(tmp_path: Path, sqlite: SQLite) -> None:
    """They keep their seats and their rules, and may send forms that they opened before the clock was set."""
    with served(tmp_path, sqlite, "clocks set back and forward") as (counted, server, shim):
        check_limits(counted, server, shim)
        ann, bob = Phone(server.address), Phone(server.address)
        sheet = ann.start_match()
        [link] = set(re.findall(r"/s/[\w-]+", ann.page(f"{sheet}/share/scoring").html))
        counted.check(bob.join(link).status == 303, "the other phone can't score")
        rules = ann.page("/houses/own?from=pagat&target=150")
        ann.ask("POST", "/houses/own/save?from=pagat&target=150", rules.form_with({"csrf_token"}).inputs)
        hands = 0
        for seconds in clocks(seeded()):
            opened = ann.hand_form(sheet, knock(8, 20 + hands % 50))
            with shim.on("clock_offset", seconds):
                counted.check(is_wrong_by(ann.get("/health"), seconds), f"the clock was not set to {seconds}")
                for reply in (
                    ann.ask("POST", f"{sheet}/hands/new?by=deadwood", opened),
                    bob.save(sheet, knock(5, 60)),
                    ann.save(sheet, knock(7, 61)),
                    bob.ask("POST", *undo_form(bob, sheet)),
                ):
                    counted.check(reply.status == 303, f"{seconds}: {reply.status}")
                hands += 2
                counted.check(numbers(ann, sheet) == [*range(hands, 0, -1)], f"{seconds}: another sheet")
                counted.check(
                    history(bob, sheet)[:3]
                    == [f"{hands + 1} undone", f"{hands + 1} added", f"{hands} added"],
                    f"{seconds}: another history {history(bob, sheet)[:3]}",
                )
                started = ann.start_match()
                counted.check(started in ann.page("/").html, f"{seconds}: a new match is not listed")
            counted.check("own-" in ann.page("/matches/new").html, f"{seconds}: the saved rules are gone")


def is_wrong_by(reply: Reply, seconds: int) -> bool:
    says = parsedate_to_datetime(reply.headers["Date"])
    return abs((says - datetime.now(UTC)).total_seconds() - seconds) < 60


def undo_form(phone: Phone, sheet: str) -> tuple[str, dict[str, str]]:
    """The address that undoes the last change, and what is sent there."""
    page = phone.page(sheet)
    [address] = re.findall(r'action="([^"]*/undo\?[^"]*)"', page.html)
    return address, page.form_with({"csrf_token"}).inputs


def numbers(phone: Phone, sheet: str) -> list[int]:
    """The numbers of the hands on the sheet, the newest first, as they are shown."""
    return [int(number) for number in re.findall(r"<td>(\d+)</td><th", phone.page(sheet).html)]


def history(phone: Phone, sheet: str) -> list[str]:
    """What the history says, newest first."""
    return re.findall(r">Hand (\d+ \w+)<", phone.page(f"{sheet}/history").html)


def check_limits(counted: Trials, server: Server, shim: Shim) -> None:
    """Whoever was refused for a minute is not refused for a day because the clock was set back."""
    phone = Phone(server.address)
    for seconds in (-DAY, YEAR)[: how_many(1, 2)]:
        for number in range(WRONG_LINKS.of_device + 1):
            reply = phone.get(f"/m/wrong{number}")
        counted.check(reply.status == 429, f"{WRONG_LINKS.of_device} wrong links were not enough")
        with shim.on("clock_offset", seconds):
            reply = phone.get("/m/wrong")
            waits = int(reply.headers.get("Retry-After", 0))
            counted.check(waits <= WRONG_LINKS.seconds, f"{seconds}: refused for {waits} seconds")
            counted.check(reply.status in (404, 429), f"{seconds}: {reply.status}")
