"""What is specific to PostgreSQL: how transactions begin, and how a whole database is read or replaced."""

from time import sleep
from typing import Any

from sqlalchemy import Connection, Engine, event, text

PROGRAM = "deadwood"
"""The name of our connections, which tells them from those of other programs."""

CONNECTED = text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND application_name = :program AND pid <> pg_backend_pid()"
)


OPTIONS: dict[str, Any] = {
    # A connection that was cut meanwhile is replaced before it is used.
    "pool_pre_ping": True,
    # Behind pgbouncer, the next transaction has another connection: it knows none of the prepared statements.
    "connect_args": {"connect_timeout": 5, "prepare_threshold": None},
}
"""Engine options."""

LIMITS = "SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '60s'"
"""A writer waits five seconds for another one, as with SQLite. SET without LOCAL would, behind pgbouncer, be
for others too.
"""


def prepare(engine: Engine) -> None:
    """Names the connections of an engine and fixes its transactions, if it is PostgreSQL's."""
    if engine.dialect.name == "postgresql":
        event.listen(engine, "do_connect", connect)
        event.listen(engine, "begin", begin)


def connect(_dialect: Any, _record: Any, arguments: Any, parameters: dict[str, Any]) -> Any:
    """A connection with our name, unless the URL has one. We begin its transactions, not the driver."""
    from models.records.database.patience import PatientConnection

    parameters.setdefault("application_name", PROGRAM)
    return PatientConnection.connect(*arguments, autocommit=True, **parameters)


def begin(connection: Connection) -> None:
    """Makes everything that a transaction reads be of one moment, as with SQLite.

    By default, each query sees what was committed just before it: a sheet could be read with a hand that its
    version does not have yet. A transaction that will write has to see what it waited for when it locks rows.
    """
    writing = connection.get_execution_options().get("writing")
    level = "READ COMMITTED" if writing else "REPEATABLE READ"
    connection.exec_driver_sql(f"BEGIN ISOLATION LEVEL {level}; {LIMITS}")


def is_in_use(connection: Connection) -> bool:
    """Whether another process of Deadwood is connected to the database, and stays connected for two seconds.

    A connection that was just closed is listed for a moment. Within a transaction, PostgreSQL shows the same
    list again unless it is told to forget it.
    """
    for _ in range(20):
        connection.execute(text("SELECT pg_stat_clear_snapshot()"))
        if not connection.scalar(CONNECTED, {"program": PROGRAM}):
            return False
        sleep(0.1)
    return True


def without_waiting(connection: Connection) -> None:
    """Lets the current transaction fail at once if somebody else is writing."""
    connection.execute(text("SET LOCAL lock_timeout = '20ms'"))


def may_take_long(connection: Connection) -> None:
    """Lets the current transaction stay open while another database is read or written, and commit slowly."""
    connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
    driver: Any = connection.connection.driver_connection
    driver.commit_patience = None


def continue_numbering(connection: Connection, tables: list[str]) -> None:
    """Makes the ids of new rows follow those that were copied."""
    for table in tables:
        values = {"table": table, "newest": connection.scalar(text(f"SELECT max(id) FROM {table}"))}  # noqa: S608
        if values["newest"] is not None:
            connection.execute(text("SELECT setval(pg_get_serial_sequence(:table, 'id'), :newest)"), values)
