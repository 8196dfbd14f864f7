"""The server is killed while phones write or a book is imported: what was acknowledged is there."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import CookieJar
from math import inf
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from sqlalchemy import select

from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.finding.matches import find_match
from models.records.saving.pipeline import button_entry_id
from models.records.tables.change import UNDO, Change
from models.records.tables.match import Match
from tests.databases import PostgreSQL, SQLite, dispose, make_app
from tests.faults.order import Seen, Sent, Stored, Told, contradictions
from tests.faults.scoring_phones import UNREACHED, Answer, Deadwood, ScoringPhone, fields_of, start_matches
from tests.faults.servers import Server, new_database, new_file, running
from tests.faults.tables import different_hands
from tests.faults.trials import Trials, how_many, seeded, trials
from tests.views.browser import Page
from tests.views.imports.test_book_imports import address_of, many

PHONES = 3
KILLS_AT_A_MATCH = 10
RESTS = 0.1
"""Seconds between two things that a phone does, at most."""
AGAIN = 0.02
"""Seconds until a form without an answer is sent again."""


@dataclass
class Play:
    """Phones that play one match at the same time, whatever happens to the server."""

    path: str
    told: Told = field(default_factory=Told)
    unforeseen: list[str] = field(default_factory=list)
    _hands: Iterator[Deadwood] = field(default_factory=different_hands)
    _over: Event = field(default_factory=Event)
    _lock: Lock = field(default_factory=Lock)

    def play(self, phone: ScoringPhone, random: Random) -> None:
        """What one phone does until the end."""
        try:
            while not self._over.wait(random.uniform(0, RESTS)):
                with suppress(*UNREACHED):
                    self._act(phone, random)
        except Exception as error:
            self.unforeseen.append(repr(error))

    def wait_for_changes(self, more: int) -> None:
        """Waits until the phones have sent so many changes more."""
        end, enough = time.monotonic() + 30, len(self.told.sent) + more
        while len(self.told.sent) < enough and time.monotonic() < end:
            time.sleep(0.001)

    def end(self) -> None:
        """Every phone finishes what it does: a form without an answer is sent until there is one."""
        self._over.set()

    def _act(self, phone: ScoringPhone, random: Random) -> None:
        sheet = self._look(phone, self.path)
        if sheet.status != 200:
            return
        chosen = random.random()
        if chosen < 0.15 and sheet.stamp[0]:
            stamp = ".".join(map(str, sheet.stamp))
            self._change(phone, f"{self.path}/undo?version={stamp}", button_entry_id(UNDO, stamp), None, {})
        elif chosen < 0.4 and sheet.hands:
            self._enter(phone, f"{self.path}/hands/{random.randint(1, len(sheet.hands))}/correct?by=deadwood")
        else:
            self._enter(phone, f"{self.path}/hands/new?by=deadwood")

    def _look(self, phone: ScoringPhone, path: str) -> Answer:
        """Opens a page, and twice out of three times asks whether it has changed."""
        answer = phone.get(path)
        if answer.status == 200:
            hands = answer.hands if path == self.path else None
            self._note(Seen(answer.asked_at, answer.at, *answer.stamp, hands))
            again = phone.get(path, answer.headers.get("ETag", ""))
            if again.status == 304:
                self._note(Seen(again.asked_at, again.at, *answer.stamp))
        elif answer.status not in (404, 503):
            self.unforeseen.append(f"{path}: {answer.status}")
        return answer

    def _enter(self, phone: ScoringPhone, path: str) -> None:
        form = self._look(phone, path)
        if form.status == 200:
            with self._lock:
                hand = next(self._hands)
            self._change(phone, path, form.fields["entry"], hand, {**form.fields, **fields_of(hand)})

    def _change(
        self, phone: ScoringPhone, path: str, entry: str, hand: Deadwood | None, fields: dict[str, object]
    ) -> None:
        """Sends a form until it is saved or refused."""
        with self._lock:
            sent = self.told.begin(entry, hand, time.monotonic())
        while True:
            try:
                answer = phone.post(path, {**fields, "csrf_token": phone.token})
            except UNREACHED:
                time.sleep(AGAIN)
                continue
            if answer.status == 503:
                continue
            with self._lock:
                self._settle(sent, answer)
            return

    def _settle(self, sent: Sent, answer: Answer) -> None:
        if answer.status == 303 and "joined" not in answer.headers["Location"]:
            sent.acknowledged_at = min(sent.acknowledged_at, answer.at)
        elif answer.status in (404, 409):
            sent.refused = True
        else:
            self.unforeseen.append(f"{sent}: {answer.status}")

    def _note(self, seen: Seen) -> None:
        with self._lock:
            self.told.seen.append(seen)


def history_of(match: Match) -> list[Stored]:
    """What the database says about a match."""
    found = db.session.scalars(select(Change).where(Change.match_id == match.id).order_by(Change.version))
    return [Stored(each.entry, each.row_id or 0, deadwood_in(each)) for each in found]


def deadwood_in(change: Change) -> Deadwood | None:
    laid = change.after and change.after.laid
    return Deadwood(laid.knocker, laid.defender) if laid else None  # type: ignore[union-attr, arg-type]


def play_and_kill(
    counted: Trials, server: Server, play: Play, phones: list[ScoringPhone], kills: int
) -> None:
    """Phones play, and the server is killed so often, each time at another moment."""
    random = seeded()
    threads = [Thread(target=play.play, args=(phone, Random(random.random()))) for phone in phones]
    for thread in threads:
        thread.start()
    for _ in range(kills):
        play.wait_for_changes(random.randint(0, 20))
        time.sleep(random.uniform(0, 0.03))
        server.kill()
        server.start()
    play.end()
    for thread in threads:
        thread.join(timeout=60)
    counted.check(not play.unforeseen, f"unforeseen: {play.unforeseen[:3]}")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_killed_servers_keep_what_they_acknowledged_and_showed(
    tmp_path: Path, sqlite: SQLite, postgresql: PostgreSQL, kind: str
) -> None:
    kills = how_many(1, 100)
    at_each = min(kills, KILLS_AT_A_MATCH)
    with (
        new_database(kind, sqlite, postgresql, tmp_path) as url,
        trials(f"kills on {kind}, and what phones were told") as counted,
    ):
        server = Server(tmp_path, url)
        phones, paths = start_matches(tmp_path, url, server.port, PHONES, kills // at_each)
        plays = list(map(Play, paths))
        try:
            server.start()
            for play in plays:
                play_and_kill(counted, server, play, phones, at_each)
        finally:
            server.kill()
        counted.check(not server.tracebacks(), str(server.tracebacks()))
        check_history(counted, tmp_path, url, plays)


def check_history(counted: Trials, folder: Path, url: str, plays: list[Play]) -> None:
    """Compares what phones were told with what the database says now."""
    app = make_app(folder, url)
    with app.app_context():
        for play in plays:
            match = find_match(play.path.rpartition("/")[2])
            assert match is not None
            wrong = list(contradictions(history_of(match), play.told))
            counted.tried += len(play.told.sent) + len(play.told.seen)
            counted.bad += wrong
        counted.bad += [str(proof) for proof in audit() if proof.doubts]
        db.session.remove()
    dispose(app)
    sent = [each for play in plays for each in play.told.sent.values()]
    acknowledged = sum(each.acknowledged_at < inf for each in sent)
    refused = sum(each.refused for each in sent)
    seen = sum(len(play.told.seen) for play in plays)
    print(f"\n{acknowledged} changes acknowledged, {refused} came too late, sheets shown {seen} times")


ONE, TWO = Deadwood(1, 2), Deadwood(1, 3)
HISTORY = [Stored("a", 1, ONE), Stored("b", 2, TWO), Stored("undo-2-b", 2, None)]
A, B = Sent("a", ONE, 0, 1), Sent("b", TWO, 2, 3)
UNDONE = Sent("undo-2-b", None, 4, 5)

TRUE = {
    "each version when it was current": [Seen(1, 2, 1, "a", (ONE,)), Seen(3, 4, 2, "b", (ONE, TWO))],
    "both while it changes": [Seen(2, 3, 1, "a"), Seen(2, 3, 2, "b"), Seen(2, 2.5, 1, "a")],
    "the sheet after an undo": [Seen(6, 7, 3, "undo-2-b", (ONE,))],
}
UNTRUE = {
    "outdated": [Seen(3.5, 4, 1, "a")],
    "going back while it changes": [Seen(2, 2.4, 2, "b"), Seen(2.5, 2.6, 1, "a")],
    "too early": [Seen(0.5, 0.9, 2, "b")],
    "lost": [Seen(6, 7, 4, "c")],
    "another history": [Seen(3, 4, 2, "c")],
    "another sheet": [Seen(6, 7, 3, "undo-2-b", (ONE, TWO))],
}


@pytest.mark.parametrize("seen", TRUE.values(), ids=TRUE)
def test_what_agrees_with_one_order_contradicts_nothing(seen: list[Seen]) -> None:
    assert list(contradictions(HISTORY, told(seen, A, B, UNDONE))) == []


@pytest.mark.parametrize("seen", UNTRUE.values(), ids=UNTRUE)
def test_what_agrees_with_no_order_is_found(seen: list[Seen]) -> None:
    assert list(contradictions(HISTORY, told(seen, A, B, UNDONE)))


@pytest.mark.parametrize(
    "sent",
    [
        (A, B, UNDONE, Sent("lost", ONE, 6, 7)),
        (A, B),
        (A, Sent("b", ONE, 2, 3), UNDONE),
        (Sent("a", ONE, 6, 7), B, UNDONE),
        (A, Sent("b", TWO, 2, refused=True), UNDONE),
    ],
    ids=["lost", "from nobody", "another hand", "out of order", "refused"],
)
def test_changes_that_agree_with_no_order_are_found(sent: tuple[Sent, ...]) -> None:
    assert list(contradictions(HISTORY, told([], *sent)))


def told(seen: list[Seen], *sent: Sent) -> Told:
    return Told(seen, {each.entry: each for each in sent})


MATCHES = 400


class PhoneOverTheWire:
    """A phone that asks a server."""

    def __init__(self, server: Server) -> None:
        self._server, self._opener = server, build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> Page:
        with self._opener.open(self._server.address + path, timeout=60) as answer:
            return Page(answer.read().decode(), path)

    def post(self, path: str, fields: dict[str, str]) -> tuple[str, Page]:
        """The page after a form, and its address."""
        part = '--x\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
        body = "".join(part.format(name, value) for name, value in fields.items()) + "--x--\r\n"
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        asked = Request(self._server.address + path, body.encode(), kind)
        with self._opener.open(asked, timeout=60) as answer:
            return answer.url, Page(answer.read().decode(), path)

    def status_of(self, path: str, fields: dict[str, str]) -> int:
        """The status of the answer to a form."""
        try:
            self.post(path, fields)
        except HTTPError as error:
            error.close()
            return error.code
        return 200

    def preview(self, text: str) -> Page:
        """What a text would add."""
        token = self.get("/import").inputs["csrf_token"]
        return self.post("/import", {"csrf_token": token, 'file"; filename="book.json': text})[1]

    def press(self, page: Page) -> str:
        """Presses "Import"; returns where that leads."""
        return self.post(address_of(page), {"csrf_token": page.inputs["csrf_token"]})[0]


def rows(folder: Path) -> dict[str, int]:
    """How many rows the tables have that an import writes."""
    with closing(sqlite3.connect(folder / "gin.sqlite")) as connection:
        tables = ("books", "players", "matches", "sheet_rows", "seats", "changes")
        return {each: connection.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in tables}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for a server."""
    (tmp_path / "instance").mkdir()
    return tmp_path / "instance"


def test_a_killed_import_leaves_nothing_behind_the_next_start(sqlite: SQLite, folder: Path) -> None:
    with running(folder, new_file(sqlite, folder)) as server:
        phone, before = PhoneOverTheWire(server), rows(folder)
        page = phone.preview(many(MATCHES))

        def press() -> None:
            with suppress(OSError, HTTPException):
                phone.press(page)

        pressing = Thread(target=press)
        pressing.start()
        end = time.monotonic() + 60
        while rows(folder)["matches"] == before["matches"] and time.monotonic() < end:
            time.sleep(0.005)
        server.kill()
        pressing.join()
        left = rows(folder)["matches"]
        assert 0 < left < MATCHES

        server.start()
        assert rows(folder) == before
        phone = PhoneOverTheWire(server)
        assert "/b/" in phone.press(phone.preview(many(MATCHES)))
        assert rows(folder)["matches"] == MATCHES
        assert server.tracebacks() == []


def test_import_is_pressed_twice_at_the_same_time(sqlite: SQLite, folder: Path) -> None:
    with running(folder, new_file(sqlite, folder)) as server:
        phone = PhoneOverTheWire(server)
        page = phone.preview(many(MATCHES))
        led_to: list[str] = []
        pressing = [Thread(target=lambda: led_to.append(phone.press(page))) for _nth in range(2)]
        for each in pressing:
            each.start()
        for each in pressing:
            each.join()

        assert len(led_to) == 2
        assert len(set(led_to)) == 1
        assert rows(folder)["matches"] == MATCHES
        assert server.tracebacks() == []


def test_others_start_matches_while_a_book_is_imported(sqlite: SQLite, folder: Path) -> None:
    with running(folder, new_file(sqlite, folder)) as server:
        importer, other = PhoneOverTheWire(server), PhoneOverTheWire(server)
        page = importer.preview(many(3 * MATCHES))
        importing = Thread(target=lambda: importer.press(page))
        importing.start()
        statuses: list[int] = []
        while importing.is_alive():
            form = other.get("/matches/new")
            fields = {name: value for name, value in form.inputs.items() if isinstance(value, str)}
            statuses.append(other.status_of("/matches/new", fields | {"name_0": "Ann", "name_1": "Bob"}))
        importing.join()

        assert statuses
        assert set(statuses) <= {200}
