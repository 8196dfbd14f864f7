"""Database triggers that make the history append-only.

Only deleting a whole match deletes its history.
"""

from sqlalchemy import Connection, text

SQLITE = {
    "changes_are_kept": """
        CREATE TRIGGER changes_are_kept BEFORE UPDATE ON changes
        BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END""",
    "changes_stay": """
        CREATE TRIGGER changes_stay BEFORE DELETE ON changes
        WHEN EXISTS (SELECT 1 FROM matches WHERE id = OLD.match_id)
        BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END""",
}

POSTGRESQL = (
    """
    CREATE FUNCTION keep_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' OR EXISTS (SELECT 1 FROM matches WHERE id = OLD.match_id) THEN
            RAISE EXCEPTION 'the history is only ever added to' USING ERRCODE = '23000';
        END IF;
        RETURN OLD;
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
    statements = SQLITE.values() if connection.dialect.name == "sqlite" else POSTGRESQL
    for statement in statements:
        connection.execute(text(statement))


def unguard_history(connection: Connection) -> None:
    """Drops the triggers, also those of earlier versions."""
    if connection.dialect.name == "sqlite":
        for name in SQLITE:
            connection.execute(text(f"DROP TRIGGER {name}"))
    else:
        for function in ("keep_changes", "keep_all_changes"):
            connection.execute(text(f"DROP FUNCTION IF EXISTS {function} CASCADE"))
