"""The command that serves Deadwood."""

import errno
import logging
import signal
import sys
from io import StringIO
from threading import Thread
from typing import Any

import click
from flask import Flask, current_app
from flask.cli import with_appcontext
from sqlalchemy import text

from models.records.checking.audit import recount
from models.records.database import schema, sqlite
from models.records.database.base import db, past_pgbouncer
from models.records.files.unpublished import remove_unpublished
from views.cli.start_errors import START, require_key, require_same_key, unusable_database_explained
from views.language.i18n import gettext as _
from views.operations import metrics
from views.operations.hosts import lan_addresses
from views.server.waitress_server import make_server, stop
from views.shared.waiting_files import remove_all
from views.web.guest import current_guest

EVERYWHERE = {"0.0.0.0", ""}
LOOPBACK = {"localhost", "127.0.0.1"}


@click.command(help="Serve Deadwood: migrate the database, then answer requests until stopped.")
@click.option(
    "--host",
    envvar="HOST",
    help="Which of this machine's addresses to serve on: by default all, or behind a proxy 127.0.0.1.",
)
@click.option(
    "--port", envvar="PORT", default=8000, type=click.IntRange(1, 65535), help="Which port to serve on."
)
@click.option(
    "--new-secret-key",
    envvar="NEW_SECRET_KEY",
    is_flag=True,
    help="Make a secret key if it was lost. One that is there is never replaced.",
)
@with_appcontext
def serve(host: str | None, port: int, new_secret_key: bool) -> None:
    require_key(makes_new=new_secret_key)
    behind_proxy = bool(current_app.config["PROXIES"])
    host = host or ("127.0.0.1" if behind_proxy else "0.0.0.0")
    server = listen(host, port)
    current_app.config["ONLY_HERE"] = host in LOOPBACK
    bring_up_to_date()
    require_same_key(replaces=new_secret_key)
    forget_imports()
    stay_connected()
    recount_meanwhile()
    metrics.listen()
    click.echo(ready_for_proxy(host, port) if behind_proxy else greeting(host, port))
    if greeted := current_guest().greeting():
        click.echo(greeted)
    signal.signal(signal.SIGTERM, stop)
    server.run()
    server.close()
    db.engine.dispose()


def listen(host: str, port: int) -> Any:
    """A server that listens on *port*.

    :raises click.ClickException: if it can't, with what to do about it.
    """
    try:
        return make_server(
            current_app._get_current_object(),  # type: ignore[attr-defined]
            host=host,
            port=port,
            proxies=current_app.config["PROXIES"],
        )
    except (OSError, ValueError) as error:
        raise click.ClickException(refusal(error, host, port)) from None


def refusal(error: Exception, host: str, port: int) -> str:
    """Why the server can't start, and what to try."""
    match getattr(error, "errno", None):
        case errno.EADDRINUSE:
            return _(
                "Port %(port)s is in use, perhaps by Deadwood itself. Use another one: "
                "PORT=%(other)s %(start)s",
                port=port,
                other=port % 65535 + 1,
                start=START,
            )
        case errno.EACCES:
            return _(
                "Port %(port)s is reserved for the system. Use another one: PORT=8000 %(start)s",
                port=port,
                start=START,
            )
        case _:
            return _(
                "%(host)s is not an address of this computer. Without HOST, Deadwood uses all of them.",
                host=host,
            )


def bring_up_to_date() -> None:
    """Runs pending migrations.

    :raises click.ClickException: if the database cannot be used, with its error message.
    """
    is_new = sqlite.is_missing(db.engine)
    try:
        with unusable_database_explained():
            if schema.is_current():
                return
    finally:
        db.engine.dispose()
    _migrate()
    if is_new:
        path = sqlite.path_of(db.engine)
        click.echo(_("There was no database yet. A new one is in %(file)s.", file=path), err=True)


def _migrate() -> None:
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        with past_pgbouncer(), unusable_database_explained():
            schema.upgrade()
    finally:
        db.engine.dispose()


def forget_imports() -> None:
    """Removes what imports have left that were killed, and files that wait to be imported."""
    try:
        remove_all()
        remove_unpublished()
    except (*sqlite.FAILURES, OSError):
        current_app.logger.warning("What a killed import has left is removed at the next start.")


def stay_connected() -> None:
    """Opens a connection and leaves it in the pool, so that `restore` notices the server."""
    with db.engine.connect() as connection:
        connection.execute(text("SELECT 1 FROM matches LIMIT 1"))


def recount_meanwhile() -> None:
    """Counts matches again that an earlier version has counted otherwise; nobody waits for it."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]

    def run() -> None:
        with app.app_context():
            try:
                recount()
            except sqlite.FAILURES:
                app.logger.warning("Some matches are only counted again after the next start.")

    Thread(target=run, daemon=True).start()


@click.command(help="Migrate the database, as `serve` does when it starts.")
@with_appcontext
def upgrade() -> None:
    _migrate()


def greeting(host: str, port: int) -> str:
    """The addresses of Deadwood: on this computer, and for phones on the same network."""
    here = f"http://{'localhost' if host in EVERYWHERE | LOOPBACK else host}:{port}"
    lines = [
        _("Deadwood is ready. Press Ctrl-C to stop it; nothing is lost."),
        _("  on this computer %(url)s", url=here),
    ]
    addresses = lan_addresses() if host in EVERYWHERE else []
    if there := [f"http://{address}:{port}" for address in addresses]:
        lines.append(_("  on a phone       %(url)s  (same network)", url=there[0]))
        lines += [_("  or, if it isn’t  %(url)s", url=other) for other in there[1:]]
        lines.append(qr_code(there[0]))
    return "\n".join(lines)


def ready_for_proxy(host: str, port: int) -> str:
    """The address for the proxy, with a warning if others may reach it too."""
    lines = [_("Deadwood is ready at %(url)s, for the proxy.", url=f"http://{host}:{port}")]
    if host not in LOOPBACK:
        lines.append(
            _(
                "Make sure that only the proxy can connect to it: anybody else could pretend to have any "
                "address. Without HOST, Deadwood listens on 127.0.0.1."
            )
        )
    return "\n".join(lines)


def qr_code(url: str) -> str:
    """*url* as a QR code; empty if the terminal can't show block characters."""
    import segno

    drawing = StringIO()
    segno.make(url, micro=False).terminal(out=drawing, compact=True)
    try:
        drawing.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return "\n" + drawing.getvalue()
