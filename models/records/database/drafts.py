"""Files that appear under their name only when they are complete."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp

from sqlalchemy import URL

OURS_ALONE = 0o600
"""Whoever reads a database with its secret key can open every match: only its owner can read it."""

DRAFT = ".deadwood-draft-"
"""How the names of folders begin in which files are written."""


def file_url(path: Path) -> URL:
    """The URL of the database in the file *path*."""
    return URL.create("sqlite", database=str(path.absolute()))


@contextmanager
def draft_beside(path: Path) -> Iterator[Path]:
    """A new folder beside *path* in which files are written, deleted afterwards.

    First, those are deleted that killed processes have left. Another one that is being written is waited for.
    """
    folder = path.absolute().parent
    with _alone_in(folder):
        for left in folder.glob(f"{DRAFT}*"):
            shutil.rmtree(left)
        draft = Path(mkdtemp(prefix=DRAFT, dir=folder))
        try:
            yield draft
        finally:
            shutil.rmtree(draft)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Locks a folder, as long as the process lives. Some network file systems have no locks."""
    number = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def publish(draft: Path, path: Path) -> None:
    """Gives a complete file its name, once it is safely on the disk."""
    draft.chmod(OURS_ALONE)
    _sync(draft)
    os.replace(draft, path)
    _sync(path.absolute().parent)


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
