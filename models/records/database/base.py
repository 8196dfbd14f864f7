"""The database, and how a transaction that writes begins."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TypeVar
from weakref import finalize

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, MetaData, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.orm import DeclarativeBase

from models.records.database import passing, postgresql, sqlite

NAMES = {
    "pk": "pk_%(table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
}
"""Names of constraints, the same in every database, so that migrations can refer to them."""


class Base(DeclarativeBase):
    """The base class of all records."""

    metadata = MetaData(naming_convention=NAMES)


db = SQLAlchemy(
    model_class=Base,
    # A failed query is logged without its parameters.
    engine_options={"hide_parameters": True},
    # What a request has written, it need not read again.
    session_options={"expire_on_commit": False},
)


class UnusableDatabaseError(ValueError):
    """Raised if a URL names no database that can be used here."""


def init_app(app: Flask) -> None:
    """Sets up the database of *app*. Its connections are closed when it, or the program, ends.

    :raises UnusableDatabaseError: if its URL cannot be used.
    """
    if direct := app.config.get("DIRECT_DATABASE_URL"):
        read_url(direct)
    given = app.config.get("SQLALCHEMY_DATABASE_URI")
    url = read_url(given) if given else sqlite.url(Path(app.instance_path))
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    if url.drivername.startswith("postgresql"):
        app.config["SQLALCHEMY_ENGINE_OPTIONS"] = postgresql.OPTIONS
    db.init_app(app)
    app.teardown_appcontext(end_session)
    with app.app_context():
        sqlite.prepare(db.engine)
        postgresql.prepare(db.engine)
        finalize(app, db.engine.dispose)
    passing.init_app(app, url)


def end_session(_error: BaseException | None) -> None:
    """Ends the session of a request, before Flask-SQLAlchemy does.

    If the connection was cut after the last query, the answer is complete: only its rollback fails. What was
    deleted while somebody read is overwritten, if nobody reads any more.
    """
    with suppress(DBAPIError):
        db.session.remove()
    if sqlite.OWING:
        with suppress(*sqlite.FAILURES):
            sqlite.overwrite_later(db.engine)


@contextmanager
def database_at(url: str | URL) -> Iterator[None]:
    """Makes the database at *url* the current one: ``db`` and everything that uses it works on it instead.

    :raises UnusableDatabaseError: if it cannot be used.
    """
    app = Flask("deadwood", instance_path=current_app.instance_path)
    app.config.from_mapping(SQLALCHEMY_DATABASE_URI=url, SECRET_KEY=current_app.config["SECRET_KEY"])
    init_app(app)
    with app.app_context():
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()


@contextmanager
def past_pgbouncer() -> Iterator[None]:
    """Makes the database at DIRECT_DATABASE_URL the current one, if that is set.

    What takes the whole database, and programs of PostgreSQL, need a connection of their own.

    :raises UnusableDatabaseError: if it cannot be used.
    """
    direct = current_app.config.get("DIRECT_DATABASE_URL")
    with database_at(direct) if direct else nullcontext():
        yield


def read_url(written: str | URL) -> URL:
    """Parses a database URL. Some PostgreSQL hosts still use the old scheme ``postgres``.

    >>> read_url("postgres://ann@localhost/gin")
    postgresql://ann@localhost/gin

    :raises UnusableDatabaseError: if it is no URL, or its driver is not installed.
    """
    try:
        url = make_url(written)
        if url.drivername == "postgres":
            url = url.set(drivername="postgresql")
        url.get_dialect().import_dbapi()
    except (ArgumentError, ImportError, ValueError) as error:
        raise UnusableDatabaseError from error
    return url


def start_writing(*, keep_read: bool = False) -> None:
    """Begins the transaction of a request that will write.

    Everything read before is expired, so that no decision is based on outdated values; with *keep_read* the
    caller sees to that. Rows to be changed are read with ``with_for_update()``: SQLite has only one writer at
    a time anyway, others lock the row.
    """
    session = db.session
    if session.new or session.dirty or session.deleted:
        raise RuntimeError("start_writing() comes before the first change")
    session.commit()
    if not keep_read:
        session.expire_all()
    session.connection(execution_options={"writing": True})


T = TypeVar("T")


def once(write: Callable[[], T], *, keep_read: bool = False) -> T:
    """Calls *write* in one transaction and commits it.

    If the database refuses because another device has just written the same, *write* is called again and
    finds what is there. With *keep_read* it locks what it has read before, and reads it anew only if that is
    outdated.
    """
    try:
        return _in_one_transaction(write, keep_read)
    except IntegrityError:
        return _in_one_transaction(write, keep_read=False)


def _in_one_transaction(write: Callable[[], T], keep_read: bool) -> T:
    start_writing(keep_read=keep_read)
    try:
        answer = write()
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    return answer
