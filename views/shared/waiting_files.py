"""Files of books between their preview and their import: in a folder beside the database, or in PostgreSQL.

Each was checked, and is ready to be written. Its name says whose it is: only the same phone finds it. Nobody
has to confirm one: the oldest gives way to a newer one, so that nothing is ever full.
"""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from io import StringIO
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from typing import Any, Self, TextIO
from zlib import compress, decompress

from flask import current_app, request
from sqlalchemy.exc import NoResultFound

from models.gin.hand.problems import Reason
from models.records.database.passing import EXTENSION, FAILURES, execute
from models.records.files.file_checks import CheckedFile, FileProblem, heads_again
from models.records.files.import_matching import ImportConflict
from models.records.tables.shared import hashed
from views.language.i18n import gettext as _
from views.language.i18n import number
from views.web.rate_limit import source_of, without_names
from views.words.problems import explain, side_names


def problem_said(wrong: FileProblem) -> tuple[str, str]:
    """The place of a problem, and what is wrong there."""
    return ", ".join(_place(wrong)), _sentence(wrong)


def _place(wrong: FileProblem) -> Iterator[str]:
    if wrong.book:
        yield wrong.book
    if wrong.match is not None:
        yield _("Match %(number)s", number=wrong.match)
    if wrong.document_problem.hand is not None:
        yield _("Hand %(number)s", number=wrong.document_problem.hand)
    if wrong.line:
        yield _("Line %(number)s", number=wrong.line)


def _sentence(wrong: FileProblem) -> str:
    if wrong.most is not None:
        return _(
            "A file can have up to %(matches)s matches, %(hands)s hands and %(books)s books here. Whoever "
            "runs this server can import it on the command line.",
            matches=number(wrong.most.matches),
            hands=number(wrong.most.hands),
            books=number(wrong.most.books),
        )
    if wrong.is_cut_off:
        return _("The end of the file is missing. Download it again.")
    if wrong.document_problem.problem.reason is Reason.WRONG_FORMAT:
        return _("This is not a file in one of the formats gin-match/1, gin-book/1 and gin-all/1.")
    return explain(wrong.document_problem.problem, side_names())


def conflict_said(conflict: ImportConflict) -> tuple[str, str]:
    """The place of a match that can't be imported, and why."""
    number = _("Match %(number)s", number=conflict.match)
    sentence = _("Two of its players are the same person in your book by now.")
    return ", ".join(filter(None, (conflict.book, number))), sentence


FOLDER = "imports"

KEPT_FOR = 3600
"""Seconds."""

MOST_OF_PHONE, MOST_OF_ADDRESS, MOST = 3, 6, 20
"""How many wait at the same time. Each takes up to twelve megabytes."""

PATIENCE = 2
"""Seconds for which a transaction of PostgreSQL is tried again."""

BEING_IMPORTED, DONE = ".importing", ".done"
"""How the names of files end that are being written into the database, and of notes that they are."""


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a file beside its matches."""

    heads: list[dict[str, Any]]
    """What it says of each book."""
    matches: int
    new_matches: int

    @property
    def checked(self) -> CheckedFile:
        """The file as it was checked."""
        return CheckedFile(heads_again(self.heads), self.matches)

    @property
    def written(self) -> str:
        """As JSON. The deep copy of dataclasses.asdict would take half the time of a long file."""
        return json.dumps({each.name: getattr(self, each.name) for each in fields(self)})


class WaitingFile:
    """A file that waits for its phone to press "Import"."""

    def __init__(self, file_id: str, device: str) -> None:
        self.id = file_id
        self._path = folder() / f"{_short(device)}-{_short(source_of(request.remote_addr))}-{file_id}"

    @classmethod
    @contextmanager
    def draft(cls, device: str) -> Iterator[tuple[Self, TextIO]]:
        """A new file, and where its matches are written; it is gone if that fails, or it is not kept."""
        folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        file = cls(token_hex(16), device)
        draft = file._path.with_suffix(".draft")
        try:
            with draft.open("w+", encoding="utf-8") as spool:
                yield file, spool
        finally:
            draft.unlink(missing_ok=True)

    def keep(self, about: About) -> None:
        """Keeps what was written of it."""
        _about(self._path).write_text(about.written, encoding="utf-8")
        self._path.with_suffix(".draft").replace(self._path)
        tidy()

    @classmethod
    def find(cls, file_id: str, device: str) -> Self | None:
        """The file of this id that waits, is being imported, or was; None if this phone has none."""
        if len(file_id) != len(token_hex(16)) or not file_id.isalnum() or not folder().exists():
            return None
        for path in folder().glob(f"{_short(device)}-*-{file_id}*"):
            file = cls(file_id, device)
            file._path = path.with_suffix("")
            return file
        return None

    @property
    def is_being_imported(self) -> bool:
        """Whether a request is writing it."""
        return self._path.with_suffix(BEING_IMPORTED).exists()

    @property
    def done(self) -> str | None:
        """The address of what was imported; None if it was not."""
        try:
            return self._path.with_suffix(DONE).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None

    def take(self) -> bool:
        """Takes it to be imported; False if somebody else has."""
        try:
            self._path.rename(self._path.with_suffix(BEING_IMPORTED))
        except FileNotFoundError:
            return False
        return True

    @contextmanager
    def opened(self) -> Iterator[tuple[About, TextIO]]:
        """What it is about and its matches. It waits again afterwards, if it is not put down."""
        about = About(**json.loads(_about(self._path).read_text(encoding="utf-8")))
        taken = self._path.with_suffix(BEING_IMPORTED)
        try:
            with (taken if taken.exists() else self._path).open(encoding="utf-8") as spool:
                yield about, spool
        finally:
            with suppress(FileNotFoundError):
                taken.rename(self._path)

    def put_down(self, address: str) -> None:
        """Notes where that leads which was imported, and forgets the rest."""
        self._path.with_suffix(DONE).write_text(address, encoding="utf-8")
        self.forget()

    def forget(self) -> None:
        for path in (self._path, self._path.with_suffix(BEING_IMPORTED), _about(self._path)):
            path.unlink(missing_ok=True)


TIDY = """
DELETE FROM waiting_files WHERE kept_at < now() - make_interval(secs => :old) OR id IN (
    SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY whose ORDER BY kept_at DESC) > :of_phone
            OR row_number() OVER (PARTITION BY source ORDER BY kept_at DESC) > :of_address
            OR row_number() OVER (ORDER BY kept_at DESC) > :of_all AS is_too_many
        FROM waiting_files WHERE address IS NULL
    ) AS waiting WHERE is_too_many
)
"""


IMPORTED_FOR = 300
"""Seconds, at most. A machine that has imported for longer was killed, and another one takes the file."""

TAKE = """
UPDATE waiting_files SET address = '', kept_at = now() WHERE id = :id AND (
    address IS NULL OR (address = '' AND kept_at < now() - make_interval(secs => :long))
) RETURNING 1
"""


class SharedFile(WaitingFile):
    """One in PostgreSQL, for all machines. A standby that was promoted has none."""

    _spool: TextIO

    def __init__(self, file_id: str, device: str) -> None:
        # Another release may write files in another way.
        self.id, self._whose = file_id, without_names(device, current_app.extensions["source_digest"])

    @classmethod
    @contextmanager
    def draft(cls, device: str) -> Iterator[tuple[Self, TextIO]]:
        with TemporaryFile("w+", encoding="utf-8") as spool:
            file = cls(token_hex(16), device)
            file._spool = spool
            yield file, spool

    def keep(self, about: About) -> None:
        self._spool.seek(0)
        self._execute(
            "INSERT INTO waiting_files VALUES (:id, :whose, :source, :about, :packed) ON CONFLICT DO NOTHING",
            whose=self._whose,
            source=without_names(source_of(request.remote_addr)),
            about=about.written,
            packed=compress(self._spool.read().encode(), level=1),
        )
        self.tidy()

    @classmethod
    def find(cls, file_id: str, device: str) -> Self | None:
        file = cls(file_id, device)
        ours = "SELECT 1 FROM waiting_files WHERE id = :id AND whose = :whose"
        return file if file._execute(ours, whose=file._whose) else None

    @property
    def is_being_imported(self) -> bool:
        return self._address == ""

    @property
    def done(self) -> str | None:
        return self._address or None

    @property
    def _address(self) -> str | None:
        """Where it leads; empty while it is being imported, None while it waits."""
        rows = self._execute("SELECT address FROM waiting_files WHERE id = :id")
        return rows[0].address if rows else None

    def take(self) -> bool:
        return bool(self._execute(TAKE, long=IMPORTED_FOR))

    @contextmanager
    def opened(self) -> Iterator[tuple[About, TextIO]]:
        rows = self._execute("SELECT about, packed FROM waiting_files WHERE id = :id")
        if not rows:  # a standby was promoted since it was found
            raise NoResultFound
        try:
            yield About(**json.loads(rows[0].about)), StringIO(decompress(rows[0].packed).decode())
        finally:
            with suppress(*FAILURES):
                self._execute("UPDATE waiting_files SET address = NULL WHERE id = :id AND address = ''")

    def put_down(self, address: str) -> None:
        done = "UPDATE waiting_files SET address = :address, packed = NULL WHERE id = :id"
        with suppress(*FAILURES):  # it is imported all the same
            self._execute(done, address=address)

    def forget(self) -> None:
        self._execute("DELETE FROM waiting_files WHERE id = :id")

    def tidy(self) -> None:
        """Deletes what is old, and the oldest where too many wait."""
        self._execute(TIDY, old=KEPT_FOR, of_phone=MOST_OF_PHONE, of_address=MOST_OF_ADDRESS, of_all=MOST)

    def _execute(self, statement: str, **values: object) -> Sequence[Any]:
        engine = current_app.extensions[EXTENSION]
        return execute(engine, {"id": self.id, **values}, statement, patience=PATIENCE)


def waiting_files() -> type[WaitingFile]:
    """Where files wait."""
    return SharedFile if EXTENSION in current_app.extensions else WaitingFile


def _about(path: Path) -> Path:
    return path.with_suffix(".about")


def folder() -> Path:
    return Path(current_app.instance_path) / FOLDER


def _short(text: str) -> str:
    return hashed("a file that waits", text)[:16]


def tidy() -> None:
    """Deletes what is old, and the oldest where too many wait."""
    paths_by_age = sorted(((_age(each), each) for each in folder().iterdir()), key=lambda each: each[0])
    for age, path in paths_by_age:
        if age > KEPT_FOR:
            path.unlink(missing_ok=True)
    waiting = [path for age, path in paths_by_age if age <= KEPT_FOR and not path.suffix]
    _keep_newest(waiting, MOST)
    for part, most in ((0, MOST_OF_PHONE), (1, MOST_OF_ADDRESS)):
        whose = {path.name.split("-")[part] for path in waiting}
        for each in whose:
            _keep_newest([path for path in waiting if path.name.split("-")[part] == each], most)


def _keep_newest(paths: Sequence[Path], most: int) -> None:
    for path in paths[most:]:
        # One that is being imported by now is called something else.
        with suppress(FileNotFoundError):
            path.unlink()
            _about(path).unlink()


def _age(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def remove_all() -> None:
    """Deletes all files: a server that starts may write them in another way. Other machines keep theirs."""
    if EXTENSION in current_app.extensions:
        SharedFile("", "").tidy()
    if folder().exists():
        for path in folder().iterdir():
            path.unlink(missing_ok=True)
