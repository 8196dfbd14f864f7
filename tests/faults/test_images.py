"""What the disk holds after a power failure: only what was synced is sure to be there.

A server saves hands while a log is written of all that it writes to its database and syncs. From the log, the
test makes the files as they may be if the power fails at some moment: what was not synced yet is there,
missing, or torn.
"""

import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from models.records.checking.audit import audit
from models.records.database.base import db
from models.records.finding.matches import find_match
from models.records.saving.pipeline import new_entry_id
from tests.databases import SQLite, dispose, make_app
from tests.faults.scoring_phones import Deadwood, start_matches
from tests.faults.servers import new_file, running
from tests.faults.shim import DiskEvent, Shim, compiled, disk_events
from tests.faults.trials import how_many, seeded, trials

IMAGES = how_many(8, 200)
HANDS = how_many(30, 400)
"""Four hundred hands fill the write-ahead log so often that it goes into the database twice."""
SECTOR = 512
"""Bytes that a disk writes completely or not at all."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A hand that was saved."""

    at: float
    number: int


class Disk:
    """Files as a disk has them, while the events of a log happen one after another."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = {name: bytearray(content) for name, content in files.items()}
        """What is sure to be there."""
        self.unsynced: dict[str, list[DiskEvent]] = defaultdict(list)

    def happens(self, event: DiskEvent) -> None:
        """Applies an event. A file is created and deleted at once, as a file system with a journal does."""
        if event.kind == "u":
            self.files.pop(event.name, None)
            self.unsynced.pop(event.name, None)
        elif event.kind == "s":
            self._apply(self.files.setdefault(event.name, bytearray()), self.unsynced.pop(event.name, ()))
        else:
            self.unsynced[event.name].append(event)

    @staticmethod
    def _apply(content: bytearray, events: Iterable[DiskEvent]) -> None:
        for event in events:
            if event.kind == "t":
                del content[event.offset :]
                content.extend(bytes(event.offset - len(content)))
            else:
                content.extend(bytes(max(0, event.offset - len(content))))
                content[event.offset : event.offset + len(event.written)] = event.written

    def image(self, random: Random) -> dict[str, bytes]:
        """The files after a power failure now."""
        found = {name: bytearray(content) for name, content in self.files.items()}
        keeps = random.choice((0.0, 0.5, 0.5, 1.0))
        for name, events in self.unsynced.items():
            self._apply(found.setdefault(name, bytearray()), survivors(events, keeps, random))
        return {name: bytes(content) for name, content in found.items()}


def survivors(events: Iterable[DiskEvent], keeps: float, random: Random) -> Iterable[DiskEvent]:
    """The part of each unsynced write that reached the disk all the same: with *keeps* 0 none, with 1 all."""
    for event in events:
        if event.kind == "t":
            yield from [event] if random.random() < keeps else []
            continue
        for start in range(0, len(event.written), SECTOR):
            if random.random() < keeps:
                part = event.written[start : start + SECTOR]
                yield DiskEvent(event.at, "w", event.name, event.offset + start, part)


def moments(events: Sequence[DiskEvent], random: Random) -> list[int]:
    """After how many events the power fails: at any moment, and at every other time in a checkpoint."""
    checkpoints = [number for number, event in enumerate(events, 1) if event.name == "gin.sqlite"]
    anywhere = range(1, len(events) + 1)
    return sorted(random.choice(checkpoints if each % 2 else anywhere) for each in range(IMAGES))


def test_what_is_on_the_disk_has_every_acknowledged_hand(tmp_path: Path, sqlite: SQLite) -> None:
    home, image = tmp_path / "home", tmp_path / "image"
    home.mkdir()
    image.mkdir()
    shim = Shim(compiled(tmp_path), tmp_path, home)
    url = new_file(sqlite, home)
    before = {"gin.sqlite": (home / "gin.sqlite").read_bytes()}
    saved: list[Acknowledged] = []
    with running(home, url, shim.environment | shim.recording) as server:
        [phone], [path] = start_matches(home, url, server.port, 1)
        before = files_in(home)
        started = time.monotonic()
        for number in range(HANDS):
            version = phone.get(path).stamp
            hand = Deadwood(1 + number % 10, 11 + number // 10)
            answer = phone.save(path, hand, ".".join(map(str, version)), new_entry_id())
            assert answer.status == 303
            saved.append(Acknowledged(answer.at, number + 1))
        server.stop()

    events = [event for event in disk_events(shim.log) if event.name in FILES and event.at > started]
    random = seeded()
    with trials("power failures, and the hands that are there") as counted:
        disk, happened = Disk(before), 0
        for moment in moments(events, random):
            for event in events[happened:moment]:
                disk.happens(event)
            happened = moment
            next_at = events[moment].at if moment < len(events) else time.monotonic()
            acknowledged = bisect_right([each.at for each in saved], next_at)
            found, doubts = opened(image, disk.image(random), path)
            counted.check(
                found >= acknowledged and not doubts, f"{moment}: {found} of {acknowledged}, {doubts}"
            )
    lost, _ = opened(image, before, path)
    assert lost == 0, "without what was synced, hands are missing"


FILES = ("gin.sqlite", "gin.sqlite-wal", "gin.sqlite-journal")


def files_in(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES if (folder / name).exists()}


def opened(folder: Path, files: Mapping[str, bytes], path: str) -> tuple[int, list[object]]:
    """How many hands the match has in a database made of *files*, and what is wrong with it."""
    for old in folder.glob("gin.sqlite*"):
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    app = make_app(folder, f"sqlite:///{folder / 'gin.sqlite'}")
    with app.app_context():
        damage = db.session.connection().exec_driver_sql("PRAGMA integrity_check").scalars().all()
        match = find_match(path.rpartition("/")[2])
        hands = len(match.present) if match else -1
        doubts = [each for each in damage if each != "ok"] + [each for each in audit() if each.doubts]
        db.session.remove()
    dispose(app)
    return hands, doubts
