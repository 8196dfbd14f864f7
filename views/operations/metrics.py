"""Metrics for Prometheus: ``METRICS=9100`` answers on http://127.0.0.1:9100/metrics.

They have a port of their own, so that no proxy passes them on by mistake. Each process counts for itself. The
library is only imported if it is asked for.
"""

import re
from typing import Any

import click
from flask import Flask, current_app
from sqlalchemy import Connection, Engine, Executable, Insert, event

from models.records.database.base import db
from models.records.tables.change import Change
from views.language.i18n import gettext as _
from views.operations.observing import AnsweredRequest, observe

EXTENSION = "metrics"

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""The buckets of the histogram."""

COUNTED_APART = {
    409: ("deadwood_conflicts", "Hands that were shown beside what others had saved meanwhile"),
    503: ("deadwood_unavailable", "Requests that could not be answered for now"),
}
"""Statuses with a counter of their own, because they are what an alarm asks for."""

PENDING = "deadwood changes"
"""How many changes the transaction of a connection has written."""


def init_app(app: Flask) -> None:
    """Counts answers and saves, if ``METRICS`` is the number of a port.

    :raises click.ClickException: if it is something else.
    """
    app.config["METRICS"] = port = read_port(str(app.config.get("METRICS") or "0"))
    if not port:
        return
    from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

    app.extensions[EXTENSION] = registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    requests = Counter(
        "deadwood_requests", "Answered requests", ("method", "route", "status"), registry=registry
    )
    seconds = Histogram(
        "deadwood_request_seconds", "Seconds for an answer", ("route",), buckets=SECONDS, registry=registry
    )
    apart = {status: Counter(name, text, registry=registry) for status, (name, text) in COUNTED_APART.items()}
    saves = Counter("deadwood_saves", "Changes of matches that were saved", registry=registry)

    def count(answer: AnsweredRequest) -> None:
        requests.labels(answer.method, answer.route, answer.status).inc()
        seconds.labels(answer.route).observe(answer.seconds)
        if answer.status in apart:
            apart[answer.status].inc()

    observe(app, count)
    with app.app_context():
        count_changes(db.engine, saves.inc)


def read_port(written: str) -> int:
    """The port in *written*, or 0 for none."""
    if not re.fullmatch("[0-9]{1,5}", written.strip()) or int(written) > 65535:
        raise click.ClickException(
            _("METRICS must be the number of a port, such as 9100, not %(text)s.", text=written[:40])
        )
    return int(written)


def count_changes(engine: Engine, count: Any) -> None:
    """Calls *count* with the number of changes in each transaction that is committed."""

    def written(connection: Connection, statement: Executable, *_: object) -> None:
        if isinstance(statement, Insert) and statement.table.name == Change.__tablename__:
            connection.info[PENDING] = connection.info.get(PENDING, 0) + 1

    event.listen(engine, "after_execute", written)
    event.listen(engine, "commit", lambda connection: count(connection.info.pop(PENDING, 0)))
    event.listen(engine, "rollback", lambda connection: connection.info.pop(PENDING, None))


def listen() -> None:
    """Answers Prometheus, if metrics are counted.

    :raises click.ClickException: if the port is in use.
    """
    if (registry := current_app.extensions.get(EXTENSION)) is None:
        return
    from prometheus_client import start_http_server

    port = current_app.config["METRICS"]
    try:
        start_http_server(port, "127.0.0.1", registry)
    except OSError:
        raise click.ClickException(
            _("Port %(port)s for METRICS is in use. Each process needs its own.", port=port)
        ) from None
