"""Files of books while they are imported: kept on the disk, checked and written beside the pages.

A page only looks at how far it is. Whatever happens to the phone meanwhile, the import goes on; if the server
stops, nothing was imported.
"""

import json
import re
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum, auto
from pathlib import Path
from secrets import token_hex
from threading import BoundedSemaphore, Thread
from typing import Self, TextIO

from flask import current_app

from models.records import (
    ConflictError,
    FullMatchError,
    Outlook,
    book_token,
    check,
    import_file,
    new_entry_id,
    outlook_of,
)
from models.records.tokens import hashed
from views.imports.outlook_words import FoundBook, found_in
from views.shared.file_problems import conflict_said, problem_said
from views.web.database_errors import DATABASE_ERRORS
from views.web.i18n import beside_the_pages
from views.web.i18n import gettext as _

FOLDER = "imports"
KEPT_FOR = 3600
"""Seconds for which a file waits for somebody to press the button."""

MOST_JOBS = 20
"""Files that wait at the same time, of all phones."""

SILENT_FOR = 60
"""Seconds. If nothing was heard of a running job for so long, the server was stopped."""

INTERRUPTED = 0.0
"""The moment of the state of a job that has failed."""

TOLD_EVERY = 0.5
"""Seconds between two notes of how far a job is."""

FIRST_LOOK = 1.5
"""Seconds for which the form waits: most files are done by then."""

MOST_WRONG = 200
"""Problems that are kept."""

RUNNING = BoundedSemaphore(1)
"""One file is checked or written at a time by each process; the others wait."""


class Phase(StrEnum):
    """What happens to a file."""

    CHECKING = auto()
    CHECKED = auto()
    WRONG = auto()
    IMPORTING = auto()
    DONE = auto()


@dataclass(frozen=True, slots=True)
class State:
    """How far a job is, as it is kept on the disk."""

    owner: str
    """The hash of the phone."""
    phase: Phase = Phase.CHECKING
    done: int = 0
    total: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list)
    """Places and sentences."""
    found: list[FoundBook] = field(default_factory=list)
    adds: bool = False
    new_matches: int = 0
    links: list[str] = field(default_factory=list)
    """The viewing links of the books, once they are imported."""
    not_saved: bool = False
    at: float = 0.0
    """When it was written, in seconds."""

    @classmethod
    def read(cls, text: str) -> Self:
        """The state in a text."""
        told = json.loads(text)
        told["phase"], told["found"] = Phase(told["phase"]), [FoundBook(**each) for each in told["found"]]
        return cls(**told)

    @property
    def is_running(self) -> bool:
        """Whether somebody works at it."""
        return self.phase in (Phase.CHECKING, Phase.IMPORTING) and time.time() - self.at < SILENT_FOR

    @property
    def was_interrupted(self) -> bool:
        """Whether it has failed, or the server was stopped meanwhile."""
        return self.phase in (Phase.CHECKING, Phase.IMPORTING) and not self.is_running


class TooManyJobsError(Exception):
    """Raised if too many files wait."""


class Job:
    """A file that is imported."""

    def __init__(self, job_id: str) -> None:
        self.id = job_id
        self._folder = _folder() / job_id

    @classmethod
    def start(cls, data: bytes, device: str) -> Self:
        """Keeps a file and has it checked.

        :raises TooManyJobsError: if too many files wait.
        """
        _tidy()
        job = cls(token_hex(16))
        job._folder.mkdir(parents=True, mode=0o700)
        job._file("text").write_bytes(data)
        job.check_it(device)
        return job

    def state(self, device: str | None) -> State | None:
        """How far it is; None if there is no such job of *device*."""
        if not re.fullmatch("[0-9a-f]{32}", self.id):
            return None
        try:
            found = self._state()
        except FileNotFoundError:
            return None
        return found if found.owner == hashed(device or "") else None

    def _state(self) -> State:
        return State.read(self._file("state").read_text(encoding="utf-8"))

    def check_it(self, device: str) -> None:
        """Checks the file, also once more if that was interrupted."""
        self._keep(State(hashed(device)))
        self._run(lambda: self._check(device))

    def import_it(self, state: State, device: str) -> None:
        """Writes the file into the database."""
        self._keep(replace(state, phase=Phase.IMPORTING, done=0, not_saved=False))
        self._run(lambda: self._import(state, device))

    def _run(self, work: Callable[[], None]) -> None:
        """Does *work* beside the pages; on a phone, which has no threads, before the answer."""
        in_words, log = beside_the_pages(work), current_app.logger

        def run() -> None:
            while not RUNNING.acquire(timeout=SILENT_FOR / 4):
                self._note_again(time.time())
            try:
                in_words()
            except Exception:
                log.exception("The import of a file has failed.")
                self._note_again(INTERRUPTED)
            finally:
                RUNNING.release()

        if current_app.config["ON_PHONE"]:
            run()
            return
        thread = Thread(target=run, daemon=True)
        thread.start()
        thread.join(FIRST_LOOK)

    def _note_again(self, at: float) -> None:
        """Writes the state as it is, as of another moment."""
        with suppress(FileNotFoundError):
            self._keep(self._state(), at)

    def _check(self, device: str) -> None:
        state = State(hashed(device))
        with self._opened("text", "r", "utf-8-sig") as text, self._opened("spool", "w+") as spool:
            checked = check(text, spool, self._progress(state))
            if checked.wrong:
                self._refuse(state, [problem_said(each) for each in checked.wrong[:MOST_WRONG]])
                return
            spool.seek(0)
            outlook = outlook_of(checked, spool, device)
        if outlook.conflicts:
            self._refuse(state, [conflict_said(each) for each in outlook.conflicts[:MOST_WRONG]])
            return
        self._keep(_told(replace(state, phase=Phase.CHECKED, total=checked.matches), outlook))

    def _import(self, state: State, device: str) -> None:
        progress = self._progress(replace(state, phase=Phase.IMPORTING))
        with self._opened("text", "r", "utf-8-sig") as text, self._opened("spool", "w+") as spool:
            checked = check(text, spool, progress)
            try:
                outlook = import_file(checked, spool, device, new_entry_id(), progress)
            except ConflictError as error:
                self._refuse(state, [conflict_said(each) for each in error.found[:MOST_WRONG]])
            except FullMatchError:
                self._refuse(state, [("", _("A book has at most 500 players."))])
            except DATABASE_ERRORS:
                self._keep(replace(state, phase=Phase.CHECKED, not_saved=True))
            else:
                self._keep(_told(replace(state, phase=Phase.DONE), outlook))
                self._forget()

    def _refuse(self, state: State, wrong: list[tuple[str, str]]) -> None:
        self._keep(replace(state, phase=Phase.WRONG, wrong=wrong))
        self._forget()

    def _forget(self) -> None:
        """Deletes the file, and leaves only what became of it."""
        for name in ("text", "spool"):
            self._file(name).unlink(missing_ok=True)

    def _progress(self, state: State) -> Callable[[int, int], None]:
        """Notes how far it is, now and then."""
        last = 0.0

        def tell(done: int, total: int) -> None:
            nonlocal last
            if time.monotonic() - last > TOLD_EVERY:
                last = time.monotonic()
                self._keep(replace(state, done=done, total=total))

        return tell

    def _keep(self, state: State, at: float | None = None) -> None:
        """Writes the state as of now, so that whoever reads it finds all of it."""
        draft, known = self._file("state.draft"), replace(state, at=time.time() if at is None else at)
        draft.write_text(json.dumps(asdict(known)), encoding="utf-8")
        draft.replace(self._file("state"))

    def _file(self, name: str) -> Path:
        return self._folder / name

    def _opened(self, name: str, mode: str, encoding: str = "utf-8") -> TextIO:
        return self._file(name).open(mode, encoding=encoding)  # type: ignore[return-value]


def _told(state: State, outlook: Outlook) -> State:
    """The state with what an import adds, or has added."""
    links = [book_token(each.book) for each in outlook.books if each.book]
    found = found_in(outlook)
    return replace(
        state, found=found, adds=outlook.adds_anything, new_matches=outlook.new_matches, links=links
    )


def _folder() -> Path:
    return Path(current_app.instance_path) / FOLDER


def _tidy() -> None:
    """Deletes files for which nobody pressed the button.

    :raises TooManyJobsError: if many were sent a moment ago.
    """
    folder = _folder()
    if not folder.exists():
        return
    waiting = 0
    for each in folder.iterdir():
        with suppress(FileNotFoundError):
            if time.time() - each.stat().st_mtime > KEPT_FOR:
                shutil.rmtree(each, ignore_errors=True)
            elif (each / "text").exists():
                waiting += 1
    if waiting >= MOST_JOBS:
        raise TooManyJobsError
