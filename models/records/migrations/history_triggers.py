"""Database triggers that make the history of matches and books append-only.

Only deleting a whole match or book deletes its history. And where players wrote something themselves, in the
names of their rules and on extra lines, the name of a person can be replaced; in the history of
a book a player can be forgotten. Nothing else of a change can ever be changed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, inspect, text

RULES: dict[str, tuple[str, ...]] = dict.fromkeys(("agreed_before", "agreed_after"), ("$.rules_name",))
"""Where the words of players are in the columns with rules."""

LINES: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("before", "after"), ("$.penalty.reason", "$.adjustment.reason")
)
"""Where the words of players are in the columns with hands and extra lines."""


@dataclass(frozen=True, slots=True)
class History:
    """A table of changes, and what of them can be changed."""

    table: str
    owner: str
    """The table of what they are changes of."""
    key: str
    """The column that refers to it."""
    words: Mapping[str, tuple[str, ...]]
    """The columns of JSON in which players wrote something, and where."""
    emptied: tuple[str, ...] = ()
    """The columns that are emptied when a player is deleted."""
    names: tuple[str, ...] = ()
    """The columns that are names."""


HISTORIES = (
    History("changes", "matches", "match_id", RULES | LINES),
    History(
        "book_changes",
        "books",
        "book_id",
        RULES,
        emptied=("player_id", "other_id"),
        names=("name_before", "name_after"),
    ),
)

SQLITE = (
    """
    CREATE TRIGGER {table}_are_kept BEFORE UPDATE ON {table} WHEN NOT ({same})
    BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END""",
    """
    CREATE TRIGGER {table}_stay BEFORE DELETE ON {table}
    WHEN EXISTS (SELECT 1 FROM {owner} WHERE id = OLD.{key})
    BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END""",
)
"""The triggers of each history on SQLite."""

POSTGRESQL = (
    """
    CREATE FUNCTION keep_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            IF {same} THEN
                RETURN NEW;
            END IF;
        ELSIF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM {owner} WHERE id = OLD.{key}) THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'the history is only ever added to' USING ERRCODE = '23000';
    END $$""",
    """
    CREATE TRIGGER {table}_are_kept BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION keep_{table}()""",
    """
    CREATE TRIGGER {table}_are_not_emptied BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION keep_{table}()""",
)
"""The triggers of each history on PostgreSQL."""


def guard_history(connection: Connection) -> None:
    """Creates the triggers. A migration of one of these tables drops them first and creates them again."""
    is_sqlite = connection.dialect.name == "sqlite"
    for history in HISTORIES:
        same = " AND ".join(_same(history, connection, is_sqlite))
        for statement in SQLITE if is_sqlite else POSTGRESQL:
            filled = statement.format(table=history.table, owner=history.owner, key=history.key, same=same)
            connection.execute(text(filled))


def _same(history: History, connection: Connection, is_sqlite: bool) -> Iterator[str]:
    """The conditions under which a change is updated: of each column that there is, what has to stay."""
    stored_form, equal = (_on_sqlite, "IS") if is_sqlite else (_on_postgresql, "IS NOT DISTINCT FROM")
    for column in [each["name"] for each in inspect(connection).get_columns(history.table)]:
        if column not in history.names:
            before, after = (
                stored_form(f"{row}.{column}", history.words.get(column, ())) for row in ("OLD", "NEW")
            )
            emptied = f"NEW.{column} IS NULL OR " if column in history.emptied else ""
            yield f"({emptied}{after} {equal} {before})"


def _on_sqlite(column: str, words: tuple[str, ...]) -> str:
    """A column without the *words* of players, in the language of SQLite."""
    return f"json_remove({', '.join([column, *map(repr, words)])})" if words else column


def _on_postgresql(column: str, words: tuple[str, ...]) -> str:
    """A column without the *words* of players, in the language of PostgreSQL."""
    paths = ["#- '{" + path.removeprefix("$.").replace(".", ",") + "}'" for path in words]
    return " ".join([f"{column}::jsonb", *paths]) if words else f"{column}::text"


def unguard_history(connection: Connection) -> None:
    for history in HISTORIES:
        if connection.dialect.name == "sqlite":
            for name in ("are_kept", "stay"):
                connection.execute(text(f"DROP TRIGGER IF EXISTS {history.table}_{name}"))
        else:
            connection.execute(text(f"DROP FUNCTION IF EXISTS keep_{history.table} CASCADE"))
