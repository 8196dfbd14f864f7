"""Files that appear under their name only when they are complete."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkstemp

from sqlalchemy import URL

from models.records import sqlite
from models.records.backup.refusals import RefusedError, Why

OURS_ALONE = 0o600
"""Whoever reads a database with its secret key can open every match: only its owner can read it."""


def file_url(path: Path) -> URL:
    """The URL of the database in the file *path*."""
    return URL.create("sqlite", database=str(path.absolute()))


@contextmanager
def draft_beside(path: Path) -> Iterator[Path]:
    """A new empty file in the folder of *path*, deleted afterwards unless it was published."""
    number, name = mkstemp(prefix=f".{path.name}-", dir=path.absolute().parent)
    os.close(number)
    draft = Path(name)
    try:
        yield draft
    finally:
        for end in (*sqlite.BESIDE, "-journal"):
            Path(f"{draft}{end}").unlink(missing_ok=True)


def publish(draft: Path, path: Path, *, replace: bool) -> None:
    """Gives a complete file its name, once it is safely on the disk.

    :raises RefusedError: if there is a file of that name, which is not to be replaced.
    """
    draft.chmod(OURS_ALONE)
    with draft.open("rb") as written:
        os.fsync(written.fileno())
    if replace:
        os.replace(draft, path)
    else:
        try:
            os.link(draft, path)
        except FileExistsError:
            raise RefusedError(Why.EXISTS, path) from None
    folder = os.open(path.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
