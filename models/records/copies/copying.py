"""Copies all tables from one database into another one, whichever kinds they are, and compares the two."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, TableClause, column, delete, func, insert, inspect, select, table, text
from sqlalchemy.exc import OperationalError, StatementError

from models.records.database import passing, postgresql
from models.records.database.base import Base, db
from models.records.database.schema import VERSION_TABLE
from models.records.tables.column_types import stored_as

ROWS_AT_ONCE = 500
"""How many rows are read and written together."""

Rows = list[dict[str, Any]]

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
    connection = db.session.connection()
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
    names = set(inspect(connection).get_table_names()) - {VERSION_TABLE, *passing.TABLES}
    if not names <= set(table_names()):
        return False
    return all(
        connection.execute(select(1).select_from(table(name)).limit(1)).first() is None for name in names
    )


def has_matches(connection: Connection) -> bool:
    """Whether there is a match or a book, in tables of any version."""
    names = {"matches", "books"}.intersection(inspect(connection).get_table_names())
    return any(connection.execute(select(1).select_from(table(name)).limit(1)).first() for name in names)


def copy_tables(source: Connection, target: Connection, progress: Progress = unseen) -> frozenset[int]:
    """Copies every row of *source* into the empty tables of *target*.

    Returns the ids of the matches that were left out because *target* refuses something damaged in them.
    """
    total, done, without = sum(counts(source).values()), 0, frozenset[int]()
    for each in tables():
        for rows in rows_of(source, each):
            without = _insert(target, each, rows, without)
            done += len(rows)
            progress(done, total)
    matches = table("matches", column("id"))
    target.execute(delete(matches).where(matches.c.id.in_(without)))
    if target.dialect.name == "postgresql":
        postgresql.continue_numbering(target, table_names())
    return without


def _insert(target: Connection, each: TableClause, rows: Rows, without: frozenset[int]) -> frozenset[int]:
    """Inserts the rows of a table; returns the ids of matches left out, with any whose row is refused.

    :raises StatementError: if a row of no match is refused.
    """
    kept = _others(each, rows, without)
    try:
        with target.begin_nested():
            if kept:
                target.execute(insert(each), kept)
    except OperationalError:
        raise
    except StatementError:
        match_id = kept[0].get(_key(each))
        if len(kept) == 1 and match_id is not None:
            return without | {match_id}
        if len(kept) == 1:
            raise
        for row in kept:
            without = _insert(target, each, [row], without)
    return without


def _key(each: TableClause) -> str:
    """The column of a table with the id of the match, if it has one."""
    return "id" if each.name == "matches" else "match_id"


def _others(each: TableClause, rows: Rows, without: frozenset[int]) -> Rows:
    """The *rows* of a table that belong to none of the matches it is copied *without*."""
    return [
        row | {"rematch_of": None} if row.get("rematch_of") in without else row
        for row in rows
        if row.get(_key(each)) not in without
    ]


def rows_of(connection: Connection, each: TableClause) -> Iterator[Rows]:
    """The rows of a table by their ids, some at a time."""
    query = select(*each.columns).order_by(each.c.id).execution_options(yield_per=ROWS_AT_ONCE)
    for part in connection.execute(query).mappings().partitions():
        yield list(map(dict, part))


def digests(connection: Connection, without: frozenset[int] = frozenset()) -> dict[str, str]:
    """A hash of all rows of each table, *without* some matches.

    Equal hashes mean equal tables, on any kind of database.
    """
    return {each.name: _digest(connection, each, without) for each in tables()}


def _digest(connection: Connection, each: TableClause, without: frozenset[int]) -> str:
    state = sha256()
    for rows in rows_of(connection, each):
        for row in _others(each, rows, without):
            state.update(json.dumps(row, default=str).encode())
    return state.hexdigest()
