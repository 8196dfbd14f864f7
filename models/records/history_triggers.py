"""Database triggers that make the history append-only.

Only deleting a whole match deletes its history. And where players wrote something themselves, in the names
of their rules and on lines that are not hands, the name of a person can be replaced. Nothing else of a change
can ever be changed.
"""

from sqlalchemy import Connection, inspect, text

AGREEMENTS = ("agreed_before", "agreed_after")
"""The columns of a change with the name of rules."""

LINES = ("before", "after")
"""The columns of a change with hands or other lines."""

WORDS = {
    **dict.fromkeys(AGREEMENTS, ("$.house_name",)),
    **dict.fromkeys(LINES, ("$.penalty.reason", "$.adjustment.reason")),
}
"""Where the words of players are in each of these columns."""

KEPT_FROM_THE_START = """
    CREATE TRIGGER changes_are_kept BEFORE UPDATE ON changes
    BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END"""
"""On SQLite, before a change could be about rules."""

KEPT = """
    CREATE TRIGGER changes_are_kept BEFORE UPDATE ON changes
    WHEN NOT ({renamed}) OR {others}
    BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END"""

RENAMED = " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in WORDS)

STAYS = """
    CREATE TRIGGER changes_stay BEFORE DELETE ON changes
    WHEN EXISTS (SELECT 1 FROM matches WHERE id = OLD.match_id)
    BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END"""

SQLITE = ("changes_are_kept", "changes_stay")
"""The triggers on SQLite."""

POSTGRESQL = (
    """
    CREATE FUNCTION keep_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            IF to_jsonb(NEW) <> to_jsonb(OLD)
                AND to_jsonb(NEW) - 'agreed_before' - 'agreed_after' - 'before' - 'after'
                    = to_jsonb(OLD) - 'agreed_before' - 'agreed_after' - 'before' - 'after'
                AND NEW.agreed_before::jsonb - 'house_name'
                    IS NOT DISTINCT FROM OLD.agreed_before::jsonb - 'house_name'
                AND NEW.agreed_after::jsonb - 'house_name'
                    IS NOT DISTINCT FROM OLD.agreed_after::jsonb - 'house_name'
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
    for statement in (_kept(connection), STAYS) if is_sqlite else POSTGRESQL:
        connection.execute(text(statement))


def _kept(connection: Connection) -> str:
    """The trigger of SQLite for changes of a change, which names every column that there is."""
    columns = [column["name"] for column in inspect(connection).get_columns("changes")]
    if not set(AGREEMENTS) <= set(columns):
        return KEPT_FROM_THE_START
    others = [f"NEW.{column} IS NOT OLD.{column}" for column in columns if column not in WORDS]
    others += [f"{_without_words('NEW', column)} IS NOT {_without_words('OLD', column)}" for column in WORDS]
    return KEPT.format(renamed=RENAMED, others=" OR ".join(others))


def _without_words(which: str, column: str) -> str:
    """A column without the words of players, in the language of SQLite."""
    paths = ", ".join(f"'{path}'" for path in WORDS[column])
    return f"json_remove({which}.{column}, {paths})"


def unguard_history(connection: Connection) -> None:
    """Drops the triggers, also those of earlier versions."""
    if connection.dialect.name == "sqlite":
        for name in SQLITE:
            connection.execute(text(f"DROP TRIGGER IF EXISTS {name}"))
    else:
        for function in ("keep_changes", "keep_all_changes"):
            connection.execute(text(f"DROP FUNCTION IF EXISTS {function} CASCADE"))
