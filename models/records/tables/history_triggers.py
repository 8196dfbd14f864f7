"""Database triggers that make the history of matches and books append-only.

Only deleting a whole match or book deletes its history. And where players wrote something themselves, in the
names of their rules and on extra lines, the name of a person can be replaced; in the history of
a book a player can be forgotten. Nothing else of a change can ever be changed.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, inspect, text

AGREEMENTS = ("agreed_before", "agreed_after")
"""The columns of a change with the name of rules."""

LINES = ("before", "after")
"""The columns of a change with hands or extra lines."""

WORDS = {
    **dict.fromkeys(AGREEMENTS, ("$.rules_name",)),
    **dict.fromkeys(LINES, ("$.penalty.reason", "$.adjustment.reason")),
}
"""Where the words of players are in each of these columns."""

KEPT = """
    CREATE TRIGGER changes_are_kept BEFORE UPDATE ON changes
    WHEN NOT ({renamed}) OR {others}
    BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END"""

RENAMED = " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in WORDS)

STAYS = """
    CREATE TRIGGER changes_stay BEFORE DELETE ON changes
    WHEN EXISTS (SELECT 1 FROM matches WHERE id = OLD.match_id)
    BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END"""

BOOK_FIXED = ("id", "book_id", "version", "entry", "kind", "match_ids", "at", "seat_id")
"""The columns of a book's change that never change."""

BOOK_PLAYERS = ("player_id", "other_id")
"""Those that are emptied when a player is deleted."""


def _each(check: str, columns: Iterable[str], between: str) -> str:
    """A condition on each of these columns."""
    return between.join(f"({check.replace('COLUMN', column)})" for column in columns)


BOOK_KEPT = f"""
    CREATE TRIGGER book_changes_are_kept BEFORE UPDATE ON book_changes
    WHEN {_each("NEW.COLUMN IS NOT OLD.COLUMN", BOOK_FIXED, " OR ")}
    OR {_each("NEW.COLUMN IS NOT OLD.COLUMN AND NEW.COLUMN IS NOT NULL", BOOK_PLAYERS, " OR ")}
    OR {
    _each(
        "json_remove(NEW.COLUMN, '$.rules_name') IS NOT json_remove(OLD.COLUMN, '$.rules_name')",
        AGREEMENTS,
        " OR ",
    )
}
    BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END"""

BOOK_STAYS = """
    CREATE TRIGGER book_changes_stay BEFORE DELETE ON book_changes
    WHEN EXISTS (SELECT 1 FROM books WHERE id = OLD.book_id)
    BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END"""

SAME = "NEW.COLUMN::text IS NOT DISTINCT FROM OLD.COLUMN::text"
SAME_RULES = "NEW.COLUMN::jsonb - 'rules_name' IS NOT DISTINCT FROM OLD.COLUMN::jsonb - 'rules_name'"

BOOK_POSTGRESQL = (
    f"""
    CREATE FUNCTION keep_book_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            IF {_each(SAME, BOOK_FIXED, " AND ")}
                AND {_each(f"NEW.COLUMN IS NULL OR {SAME}", BOOK_PLAYERS, " AND ")}
                AND {_each(SAME_RULES, AGREEMENTS, " AND ")}
            THEN
                RETURN NEW;
            END IF;
        ELSIF NOT EXISTS (SELECT 1 FROM books WHERE id = OLD.book_id) THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'the history is only ever added to' USING ERRCODE = '23000';
    END $$""",  # noqa: S608 (no value from outside)
    """
    CREATE TRIGGER book_changes_are_kept BEFORE UPDATE OR DELETE ON book_changes
    FOR EACH ROW EXECUTE FUNCTION keep_book_changes()""",
    """
    CREATE TRIGGER book_changes_are_not_emptied BEFORE TRUNCATE ON book_changes
    FOR EACH STATEMENT EXECUTE FUNCTION keep_all_changes()""",
)

SQLITE = ("changes_are_kept", "changes_stay", "book_changes_are_kept", "book_changes_stay")
"""The triggers on SQLite."""

POSTGRESQL = (
    """
    CREATE FUNCTION keep_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            IF to_jsonb(NEW) <> to_jsonb(OLD)
                AND to_jsonb(NEW) - 'agreed_before' - 'agreed_after' - 'before' - 'after'
                    = to_jsonb(OLD) - 'agreed_before' - 'agreed_after' - 'before' - 'after'
                AND NEW.agreed_before::jsonb - 'rules_name'
                    IS NOT DISTINCT FROM OLD.agreed_before::jsonb - 'rules_name'
                AND NEW.agreed_after::jsonb - 'rules_name'
                    IS NOT DISTINCT FROM OLD.agreed_after::jsonb - 'rules_name'
                AND NEW.before::jsonb #- '{penalty,reason}' #- '{adjustment,reason}'
                    IS NOT DISTINCT FROM OLD.before::jsonb #- '{penalty,reason}' #- '{adjustment,reason}'
                AND NEW.after::jsonb #- '{penalty,reason}' #- '{adjustment,reason}'
                    IS NOT DISTINCT FROM OLD.after::jsonb #- '{penalty,reason}' #- '{adjustment,reason}'
            THEN
                RETURN NEW;
            END IF;
        ELSIF NOT EXISTS (SELECT 1 FROM matches WHERE id = OLD.match_id) THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'the history is only ever added to' USING ERRCODE = '23000';
    END $$""",
    """
    CREATE TRIGGER changes_are_kept BEFORE UPDATE OR DELETE ON changes
    FOR EACH ROW EXECUTE FUNCTION keep_changes()""",
    """
    CREATE FUNCTION keep_all_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'the history is only ever added to' USING ERRCODE = '23000';
    END $$""",
    """
    CREATE TRIGGER changes_are_not_emptied BEFORE TRUNCATE ON changes
    FOR EACH STATEMENT EXECUTE FUNCTION keep_all_changes()""",
)


def guard_history(connection: Connection) -> None:
    """Creates the triggers. A migration of changes or matches drops them first and creates them again."""
    is_sqlite = connection.dialect.name == "sqlite"
    on_sqlite = (_kept(connection), STAYS, BOOK_KEPT, BOOK_STAYS)
    for statement in on_sqlite if is_sqlite else (*POSTGRESQL, *BOOK_POSTGRESQL):
        connection.execute(text(statement))


def _kept(connection: Connection) -> str:
    """The trigger of SQLite for changes of a change, which names every column that there is."""
    columns = [column["name"] for column in inspect(connection).get_columns("changes")]
    others = [f"NEW.{column} IS NOT OLD.{column}" for column in columns if column not in WORDS]
    others += [f"{_without_words('NEW', column)} IS NOT {_without_words('OLD', column)}" for column in WORDS]
    return KEPT.format(renamed=RENAMED, others=" OR ".join(others))


def _without_words(which: str, column: str) -> str:
    """A column without the words of players, in the language of SQLite."""
    paths = ", ".join(f"'{path}'" for path in WORDS[column])
    return f"json_remove({which}.{column}, {paths})"


def unguard_history(connection: Connection) -> None:
    """Drops the triggers."""
    if connection.dialect.name == "sqlite":
        for name in SQLITE:
            connection.execute(text(f"DROP TRIGGER IF EXISTS {name}"))
    else:
        for function in ("keep_changes", "keep_book_changes", "keep_all_changes"):
            connection.execute(text(f"DROP FUNCTION IF EXISTS {function} CASCADE"))
