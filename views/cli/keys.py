"""The secret key for commands that need it: read, made at the first start, or missed where it is lost."""

from pathlib import Path

import click
from flask import current_app

from models.records.database import schema
from models.records.database.base import db
from models.records.database.copying import has_matches
from views.cli.start_errors import empty_key, key_missing, no_folder, unusable_database_explained
from views.web.security import EmptyKeyError, make_secret_key, secret_key


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
