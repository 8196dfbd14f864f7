"""Deadwood, the score sheet for gin rummy at a real table.

``make run`` serves it; ``flask --app app --help`` lists its commands.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from flask import Blueprint, Flask

from models.records.database import base
from views.assets import static_files
from views.books import match_routes, player_routes, split_routes  # noqa: F401 (pages)
from views.books.routes import books
from views.cli.start_errors import no_database, no_folder
from views.deleting.routes import deleting
from views.entry import typed_cards
from views.entry.hand_routes import hands
from views.entry.line_routes import extra_lines
from views.evening.routes import evening_pages
from views.exports import book_routes  # noqa: F401 (pages)
from views.exports.routes import exports
from views.imports import routes as import_routes  # noqa: F401 (pages)
from views.imports.upload import imports
from views.judge.routes import judge
from views.language import i18n
from views.matches.new_in_book import new_in_book
from views.matches.outcomes import outcomes
from views.matches.routes import matches, naming, remark
from views.matches.scoreboard import charts, face_to_face, screens
from views.matches.upcard import upcards
from views.offline.routes import offline
from views.operations import hosts, metrics, observing, private_files, request_log
from views.operations.health import health
from views.results.routes import results
from views.rules.change_rules import change_rules_pages
from views.rules.custom_routes import custom_rules
from views.rules.routes import houses
from views.settings.routes import settings_pages
from views.shared import errors, etags, seating
from views.sharing.routes import sharing
from views.statistics.routes import statistics_pages
from views.web import compression, display, guest, jinja, numbers, outbox, rate_limit, security, upload_limits
from views.web.robots import robots
from views.words import cards, dates


def find_guest() -> guest.Guest:
    """The Python of a phone, if its folder is there."""
    try:
        phone: guest.Guest = import_module("phone.guest").GUEST
    except ModuleNotFoundError as error:
        if error.name not in {"phone", "phone.guest"}:
            raise
        return guest.NO_GUEST
    return phone


GUEST = find_guest()

BLUEPRINTS: tuple[Blueprint, ...] = (
    matches,
    hands,
    extra_lines,
    houses,
    custom_rules,
    judge,
    sharing,
    screens,
    face_to_face,
    outcomes,
    upcards,
    charts,
    results,
    change_rules_pages,
    settings_pages,
    deleting,
    evening_pages,
    exports,
    imports,
    books,
    new_in_book,
    naming,
    remark,
    statistics_pages,
    offline,
    health,
    robots,
)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The application factory.

    *config* takes precedence over environment variables. ``INSTANCE_PATH`` is the folder for all files.

    :raises click.ClickException: if the folder or the database cannot be used.
    """
    settings = from_environment() | dict(config or {})
    app = Flask(__name__, instance_path=settings.pop("INSTANCE_PATH", None), static_folder=None)
    try:
        configure(app, settings)
        base.init_app(app)
    except OSError as error:
        raise click.ClickException(no_folder(app.instance_path, error)) from None
    except base.UnusableDatabaseError:
        raise click.ClickException(no_database()) from None
    add_parts(app)
    if app.config["IS_SERVER"]:
        add_commands(app)
    return app


def add_commands(app: Flask) -> None:
    """Adds the commands, which import the web server."""
    from views.cli import commands

    commands.init_app(app)


def add_parts(app: Flask) -> None:
    """Adds everything that answers requests."""
    jinja.init_app(app)  # before anything reads its environment
    guest.init_app(app, GUEST)
    numbers.init_app(app)
    i18n.init_app(app)
    hosts.init_app(app)
    compression.init_app(app)
    upload_limits.init_app(app)
    security.init_app(app)
    rate_limit.init_app(app)
    request_log.filter_logs(app)
    errors.init_app(app)
    outbox.init_app(app)
    errors.handle_database_errors(app)
    static_files.init_app(app)
    security.protect_answers(app)
    seating.init_app(app)
    cards.init_app(app)
    dates.init_app(app)
    typed_cards.init_app(app)
    etags.init_app(app)
    display.init_app(app)
    hosts.trust_proxies(app)
    request_log.init_app(app)
    metrics.init_app(app)
    observing.init_app(app)

    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    GUEST.install(app)


def from_environment() -> dict[str, Any]:
    """The settings from the environment variables."""
    names = {
        "DATABASE_URL": "SQLALCHEMY_DATABASE_URI",
        "DIRECT_DATABASE_URL": "DIRECT_DATABASE_URL",
        "SECRET_KEY": "SECRET_KEY",
        "INSTANCE_PATH": "INSTANCE_PATH",
        "PROXIES": "PROXIES",
        "HOSTS": "HOSTS",
        "LOG": "LOG",
        "METRICS": "METRICS",
    }
    given = {ours: os.environ[theirs] for theirs, ours in names.items() if os.environ.get(theirs)}
    if "INSTANCE_PATH" in given:
        given["INSTANCE_PATH"] = os.path.abspath(given["INSTANCE_PATH"])
    return given


def configure(app: Flask, settings: Mapping[str, Any]) -> None:
    """Sets the configuration before any part of the application reads it."""
    instance = Path(app.instance_path)
    private_files.close_to_others(instance)
    app.config.from_mapping(security.SETTINGS)
    app.config.from_mapping({**guest.SETTINGS, **GUEST.settings})
    app.config.from_mapping(settings)
    if not app.config["SECRET_KEY"]:
        with suppress(security.EmptyKeyError):
            app.config["SECRET_KEY"] = security.secret_key(instance)
