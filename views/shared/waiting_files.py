"""Files of books between their preview and their import, beside the matches.

Each was checked, and is ready to be written. Only the phone that has sent it finds it. Nobody
has to confirm one: the oldest gives way to a newer one, so that nothing is ever full.
"""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from secrets import token_hex
from tempfile import TemporaryFile
from typing import Any, Self, TextIO
from zlib import compressobj, decompress

from flask import current_app, request
from sqlalchemy.exc import NoResultFound

from models.gin.hand.problems import Reason
from models.records.database.passing import EXTENSION, FAILURES, execute, remove_file
from models.records.files.file_checks import CheckedFile, FileProblem, heads_again
from models.records.files.import_matching import ImportConflict
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


KEPT_FOR = 3600
"""Seconds."""

MOST_OF_PHONE, MOST_OF_ADDRESS, MOST = 3, 6, 20
"""How many wait at the same time. Each takes up to twelve megabytes."""

PATIENCE = 2
"""Seconds for which a transaction is tried again."""


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


TIDY = """
DELETE FROM waiting_files WHERE kept_at < :now - :old OR id IN (
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
UPDATE waiting_files SET address = '', kept_at = :now WHERE id = :id AND (
    address IS NULL OR (address = '' AND kept_at < :now - :long)
) RETURNING 1
"""


class WaitingFile:
    """A file that waits for its phone to press "Import". A standby that was promoted has none."""

    def __init__(self, file_id: str, device: str) -> None:
        # Another release may write files in another way.
        self.id, self._whose = file_id, without_names(device, current_app.extensions["source_digest"])

    @classmethod
    @contextmanager
    def draft(cls, device: str) -> Iterator[tuple[Self, TextIO]]:
        """A new file, and where its matches are written before it is kept."""
        with spooled() as spool:
            yield cls(token_hex(16), device), spool

    def keep(self, about: About, spool: TextIO) -> None:
        """Keeps what was written of it."""
        spool.seek(0)
        packer = compressobj(level=1)
        packed = b"".join([*map(packer.compress, spool.buffer), packer.flush()])
        self._execute(
            "INSERT INTO waiting_files (id, whose, source, about, packed, kept_at) "
            "VALUES (:id, :whose, :source, :about, :packed, :now) ON CONFLICT DO NOTHING",
            whose=self._whose,
            source=without_names(source_of(request.remote_addr)),
            about=about.written,
            packed=packed,
        )
        self.tidy()

    @classmethod
    def find(cls, file_id: str, device: str) -> Self | None:
        """The file of this id that waits, is being imported, or was; None if this phone has none."""
        file = cls(file_id, device)
        ours = "SELECT 1 FROM waiting_files WHERE id = :id AND whose = :whose"
        return file if file._execute(ours, whose=file._whose) else None

    @property
    def address(self) -> str | None:
        """Where it leads once it was imported; empty while that goes on, None while it waits."""
        rows = self._execute("SELECT address FROM waiting_files WHERE id = :id")
        return rows[0].address if rows else None

    def take(self) -> bool:
        """Takes it to be imported; False if somebody else has."""
        return bool(self._execute(TAKE, long=IMPORTED_FOR))

    @contextmanager
    def opened(self) -> Iterator[tuple[About, TextIO]]:
        """What it is about and its matches. It waits again afterwards, if it is not put down."""
        rows = self._execute("SELECT about, packed FROM waiting_files WHERE id = :id")
        if not rows:  # a standby was promoted since it was found
            raise NoResultFound
        try:
            with spooled() as spool:
                spool.buffer.write(decompress(rows[0].packed))
                spool.seek(0)
                yield About(**json.loads(rows[0].about)), spool
        finally:
            with suppress(*FAILURES):
                self._execute("UPDATE waiting_files SET address = NULL WHERE id = :id AND address = ''")

    def put_down(self, address: str) -> None:
        """Notes where that leads which was imported, and forgets the rest."""
        done = "UPDATE waiting_files SET address = :address, about = '', packed = NULL WHERE id = :id"
        with suppress(*FAILURES):  # it is imported all the same
            self._execute(done, address=address)

    def forget(self) -> None:
        self._execute("DELETE FROM waiting_files WHERE id = :id")

    def tidy(self) -> None:
        """Deletes what is old, and the oldest where too many wait."""
        self._execute(TIDY, old=KEPT_FOR, of_phone=MOST_OF_PHONE, of_address=MOST_OF_ADDRESS, of_all=MOST)

    def _execute(self, statement: str, **values: object) -> Sequence[Any]:
        engine = current_app.extensions[EXTENSION]
        values |= {"id": self.id, "now": time.time()}
        return execute(engine, values, statement, patience=PATIENCE)


def spooled() -> TextIO:
    """A file without a name: in memory, a long one would take as much as all else."""
    return TemporaryFile("w+", encoding="utf-8", dir=current_app.instance_path)


def remove_all() -> None:
    """Deletes what earlier starts have left. Other machines keep their files."""
    engine = current_app.extensions[EXTENSION]
    if engine.dialect.name == "sqlite":
        remove_file(engine)
    else:
        WaitingFile("", "").tidy()
