"""Why Deadwood can't start or use its database, and what to do."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from flask import current_app
from sqlalchemy.exc import DBAPIError

from models.records.copies.copying import has_matches
from models.records.database import schema
from models.records.database.base import db
from models.records.database.fingerprint import fits, is_known
from models.records.database.sqlite import LogLeftError, LogMismatchError
from models.records.finding.matches import opens_newest_match
from views.language.i18n import gettext as _
from views.web.security import EmptyKeyError, make_secret_key, secret_key

IS_CHECKOUT = (Path(__file__).parents[2] / "Makefile").is_file()
"""Whether this is not the wheel."""

START, COMMAND = ("make run", "flask --app app") if IS_CHECKOUT else ("deadwood-gin", "deadwood-gin")
"""What starts Deadwood here, and what its other commands begin with."""

MAKE_KEY = f"NEW_SECRET_KEY=1 {START}"
"""Makes a secret key where one was lost."""


@contextmanager
def unusable_database_explained() -> Iterator[None]:
    """Turns what is raised where a database can't be used into a sentence.

    :raises click.ClickException: with that sentence.
    """
    try:
        yield
    except schema.NewerSchemaError as error:
        raise click.ClickException(too_new(error)) from None
    except schema.EarlierSchemaError:
        raise click.ClickException(too_old()) from None
    except LogMismatchError as error:
        raise click.ClickException(log_mismatch(error)) from None
    except LogLeftError as error:
        raise click.ClickException(log_left(error)) from None
    except DBAPIError as error:
        raise click.ClickException(no_answer(error)) from None


def no_answer(error: DBAPIError) -> str:
    """The error message of the database, with the URL but not its password."""
    return _(
        "The database %(url)s can’t be used: %(reason)s",
        url=db.engine.url.render_as_string(),
        reason=" ".join(str(error.orig).split()),
    )


def too_new(error: schema.NewerSchemaError) -> str:
    """Why a database that a newer version has migrated can't be used, and what to do."""
    return _(
        "A newer version of Deadwood has changed the database %(url)s (it is at %(found)s, this version "
        "knows %(known)s). Start that version again, or restore a backup from before.",
        url=db.engine.url.render_as_string(),
        found=error,
        known=schema.newest(),
    )


def too_old() -> str:
    """Why a database from before the first release can't be used, and how its matches come along."""
    return _(
        "The database %(url)s is from before version 1.0 of Deadwood, which can’t use it. Run “flask export” "
        "with the version that made it, and “flask import” with this one and a new database. Matches, books, "
        "players and rules come along, but not phones and histories.",
        url=db.engine.url.render_as_string(),
    )


def log_left(error: LogLeftError) -> str:
    """Why a database file that is gone is not replaced by an empty one, and what to do."""
    return _(
        "The database %(url)s is gone, but the newest changes are still beside it, in %(log)s. Put the "
        "database back, or restore a backup. For a new database, move that file away.",
        url=db.engine.url.render_as_string(),
        log=error.log,
    )


def log_mismatch(error: LogMismatchError) -> str:
    """Why a database with changes beside it that are not its own is not opened, and what to do."""
    return _(
        "The newest changes, in %(log)s, don’t fit the database beside it: it was replaced by another one, "
        "or is damaged. Nothing was changed. Put the right database back, or restore a backup. To use this "
        "database without these changes, move that file away.",
        log=error.log,
    )


def empty_key(error: EmptyKeyError) -> str:
    """Why Deadwood does not start without its key, and what to do."""
    return _(
        "The secret key in %(file)s is missing: the file is empty. Delete it, then restore a backup, which "
        "has the key. Without a backup, all phones lose the right to keep score in earlier matches.",
        file=error,
    )


def key_missing(folder: Path) -> str:
    """Why no other key takes the place of the one that the matches have, and what to do."""
    return _(
        "The secret key of the matches in %(url)s is not SECRET_KEY, and is not in %(folder)s. Put the file "
        "secret_key back, set SECRET_KEY, or restore a backup that has it. With another key, no phone can "
        "keep score in these matches any more. If the key is lost: %(command)s",
        url=db.engine.url.render_as_string(),
        folder=folder,
        command=MAKE_KEY,
    )


def no_database() -> str:
    """How to write DATABASE_URL. The wrong value is not repeated: it may contain a password."""
    return _(
        "Deadwood can’t use the database in DATABASE_URL. The format is "
        "postgresql://user:password@host/name. Without it, Deadwood uses a file."
    )


def no_folder(folder: str, error: OSError) -> str:
    """Why Deadwood can't use *folder*."""
    return _(
        "Deadwood can’t save files in %(folder)s: %(reason)s. Set INSTANCE_PATH to another folder.",
        folder=folder,
        reason=error.strerror,
    )


def require_key(*, makes_new: bool = False) -> None:
    """Makes the secret key if there is none, and no match that another one was used for, or if *makes_new*.

    :raises click.ClickException: if there is such a match, or if the key can't be read or saved.
    """
    if current_app.config["SECRET_KEY"]:
        return
    folder = Path(current_app.instance_path)
    try:
        if secret_key(folder) is None and not makes_new and _had_key():
            raise click.ClickException(key_missing(folder))
        current_app.config["SECRET_KEY"] = make_secret_key(folder)
    except EmptyKeyError as error:
        raise click.ClickException(empty_key(error)) from None
    except OSError as error:
        raise click.ClickException(no_folder(str(folder), error)) from None


def require_same_key(*, replaces: bool = False) -> None:
    """Refuses another key than that of the other machines, unless it *replaces* theirs.

    :raises click.ClickException: if it is another one.
    """
    with unusable_database_explained():
        is_theirs = replaces or is_known() or opens_newest_match()
        if not is_theirs or not fits(current_app.config["SECRET_KEY"], replaces=replaces):
            raise click.ClickException(key_missing(Path(current_app.instance_path)))


def _had_key() -> bool:
    """Whether the database has matches, whose links depend on a key."""
    try:
        with unusable_database_explained():
            if schema.current_revision() is None:
                return False
            with db.engine.connect() as connection:
                return has_matches(connection)
    finally:
        db.engine.dispose()
