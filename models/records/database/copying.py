"""Copies all tables from one database into another one, whichever kinds they are, and compares the two."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from sqlalchemy import (
    Connection,
    TableClause,
    column,
    func,
    insert,
    inspect,
    select,
    table,
    text,
)

from models.records.database import postgresql
from models.records.database.base import Base, db
from models.records.database.schema import VERSION_TABLE
from models.records.tables.column_types import stored_as

ROWS_AT_ONCE = 500
"""How many rows are read and written together."""

Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""


def unseen(_done: int, _of: int) -> None:
    """Progress that nobody follows."""


def tables() -> list[TableClause]:
    """All tables with their columns as they are stored, each after those that it refers to."""
    return [
        table(each.name, *(column(original.name, stored_as(original.type)) for original in each.columns))
        for each in Base.metadata.sorted_tables
    ]


def table_names() -> list[str]:
    """The names of all tables, each after those that it refers to."""
    return [each.name for each in Base.metadata.sorted_tables]


def reading_one_state() -> Connection:
    """Begins a transaction of the session in which everything that is read is of one moment.

    Nobody waits for it: others go on writing, and it does not see that.
    """
    db.session.rollback()
    options = {} if db.engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    connection = db.session.connection(execution_options=options)
    if db.engine.dialect.name == "postgresql":
        postgresql.may_take_long(connection)
    connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608
    return connection


def counts(connection: Connection) -> dict[str, int]:
    """The number of rows of each table; 0 for one that an earlier version does not have."""
    there = set(inspect(connection).get_table_names())
    return {
        each.name: connection.scalar(select(func.count()).select_from(each)) or 0 if each.name in there else 0
        for each in tables()
    }


def is_empty(connection: Connection) -> bool:
    """Whether no table has a row: neither ours, if they exist, nor those of another program."""
    names = set(inspect(connection).get_table_names()) - {VERSION_TABLE}
    if not names <= set(table_names()):
        return False
    return all(
        connection.execute(select(1).select_from(table(name)).limit(1)).first() is None for name in names
    )


def has_matches(connection: Connection) -> bool:
    """Whether there is a match or a book, in tables of any version."""
    names = {"matches", "books"}.intersection(inspect(connection).get_table_names())
    return any(connection.execute(select(1).select_from(table(name)).limit(1)).first() for name in names)


def copy_tables(source: Connection, target: Connection, progress: Progress = unseen) -> None:
    """Copies every row of *source* into the empty tables of *target*."""
    total, done = sum(counts(source).values()), 0
    for each in tables():
        for rows in rows_of(source, each):
            target.execute(insert(each), rows)
            done += len(rows)
            progress(done, total)
    if target.dialect.name == "postgresql":
        postgresql.continue_numbering(target, table_names())


def rows_of(connection: Connection, each: TableClause) -> Iterator[list[dict[str, Any]]]:
    """The rows of a table by their ids, some at a time."""
    query = select(*each.columns).order_by(each.c.id).execution_options(yield_per=ROWS_AT_ONCE)
    for part in connection.execute(query).mappings().partitions():
        yield list(map(dict, part))


def digests(connection: Connection) -> dict[str, str]:
    """A hash of all rows of each table. Equal hashes mean equal tables, on any kind of database."""
    return {each.name: _digest(connection, each) for each in tables()}


def _digest(connection: Connection, each: TableClause) -> str:
    state = sha256()
    for rows in rows_of(connection, each):
        for row in rows:
            state.update(json.dumps(row, default=str).encode())
    return state.hexdigest()
