"""The programs of PostgreSQL that save and restore a whole database: pg_dump, pg_restore, psql."""

import os
import subprocess
from pathlib import Path

from models.records.database.base import db
from models.records.database.refusals import RefusedError, Why
from models.records.database.schema import VERSION_TABLE

PLAIN = ("--clean", "--if-exists", "--no-owner", "--no-privileges")
"""Objects that are there are dropped first, and belong to whoever restores them."""

WITHIN_SECONDS = "-c lock_timeout=3s"
"""Whoever uses a table is not waited for."""


def dump(path: Path) -> None:
    """Saves the current database, as it is at one moment, in the file *path*.

    :raises RefusedError: if the database does not answer, or what was written can't be read again.
    :raises OSError: if the programs are not installed.
    """
    _run("pg_dump", "--format=custom", f"--file={path}", f"--dbname={_address()}")
    write_script(path, Path(os.devnull))


def write_script(archive: Path, script: Path) -> None:
    """Writes what restores *archive*, all of which is read for it, into the file *script*."""
    _run("pg_restore", *PLAIN, f"--file={script}", str(archive))


def revision_in(archive: Path) -> str | None:
    """The revision of the database in *archive*; None if it has none."""
    written = _run("pg_restore", "--data-only", f"--table={VERSION_TABLE}", "--file=-", str(archive))
    _before, _copy, rows = written.partition(f"COPY public.{VERSION_TABLE} (version_num) FROM stdin;\n")
    return rows.partition("\n")[0] or None


def run_script(script: Path, tables: list[str]) -> None:
    """Drops *tables* and runs *script* in the current database, in one transaction.

    :raises RefusedError: if something fails. Then nothing has changed.
    """
    options = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
    dropped = f"DROP TABLE IF EXISTS {', '.join(tables)} CASCADE"
    _run("psql", *options, f"--dbname={_address()}", f"--command={dropped}", f"--file={script}")


def _address() -> str:
    """The URL of the current database. Its password could be seen in a list of processes."""
    url = db.engine.url.set(drivername="postgresql", password=None)
    return url.render_as_string(hide_password=False)


def _run(*command: str) -> str:
    """Runs a program; returns what it prints.

    :raises RefusedError: if it fails, with what it says.
    """
    password = db.engine.url.password
    settings = {"PGOPTIONS": WITHIN_SECONDS, **({"PGPASSWORD": str(password)} if password else {})}
    ended = subprocess.run(  # noqa: S603
        command, env=os.environ | settings, capture_output=True, text=True, errors="replace"
    )
    if ended.returncode:
        raise RefusedError(Why.NO_ANSWER, db.engine.url, " ".join(ended.stderr.split()))
    return ended.stdout
