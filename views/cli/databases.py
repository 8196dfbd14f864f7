"""The commands for a whole database: backup, restore, copy-database, audit, expire."""

import json
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from models.records.checking.audit import audit, count_everything
from models.records.checking.rating_repair import rate_everything
from models.records.copies.moving import require_current
from models.records.database.base import UnusableDatabaseError, database_at, db, past_pgbouncer
from models.records.database.refusals import RefusedError, Why
from models.records.finding.matches import opens_newest_match
from models.records.saving.deletion import delete_unopened, months_ago, unopened_since, unused_between
from models.records.tables.book import Book
from models.records.tables.match import Match
from views.cli.start_errors import COMMAND, MAKE_KEY, unusable_database_explained
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext, number

NAMES = {Match: "match", Book: "book"}
"""What the audit calls them."""

WORDS = {
    Why.EXISTS: marked("%(what)s exists. With --force it is replaced."),
    Why.NO_BACKUP: marked("%(what)s is not a backup of Deadwood."),
    Why.DAMAGED: marked(
        "%(what)s is damaged. Use an earlier backup; --damaged restores as much of this one as can be read."
    ),
    Why.OTHER_KIND: marked(
        "%(what)s was made from another kind of database. Restore it into one of that kind, and then use "
        "copy-database."
    ),
    Why.TOO_NEW: marked("%(what)s was made by a newer version of Deadwood. Restore it with that version."),
    Why.TOO_OLD: marked(
        "%(what)s is from before version 1.0 of Deadwood. Restore it with that version, and export it there."
    ),
    Why.NO_DATABASE: marked("There is no database of Deadwood at %(what)s."),
    Why.NO_ANSWER: marked("The database %(what)s can’t be used: %(reason)s"),
    Why.DAMAGED_DATABASE: marked("The database %(what)s is damaged. Restore the last backup."),
    Why.NOT_CURRENT: marked("The database %(what)s is of an earlier version. First run: %(command)s upgrade"),
    Why.HAS_MATCHES: marked(
        "There are matches in the database %(what)s. With --force they are replaced, and kept in a file."
    ),
    Why.NOT_EMPTY: marked("The database %(what)s is not empty. Copy into a new one."),
    Why.IN_USE: marked("Deadwood is using the database %(what)s. Stop it first."),
    Why.DIFFERENT: marked("The copy in %(what)s was not equal to the original. Nothing was changed."),
}
"""Why something is refused."""


EQUAL = marked("Every row was copied and is equal. Matches: %(matches)s. Hands: %(hands)s.")
EQUAL_BUT_FOR = marked(
    "All other rows were copied and are equal. Matches: %(matches)s. Hands: %(hands)s. These matches are so "
    "damaged that the new database refuses them: %(left_out)s. They are only in the original."
)
"""What is said after a copy."""


@contextmanager
def explained() -> Iterator[None]:
    """Turns what can go wrong into a sentence."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        with unusable_database_explained():
            yield
    except RefusedError as error:
        raise click.ClickException(
            _(WORDS[error.why], what=error.what, reason=error.reason, command=COMMAND)
        ) from None
    except UnusableDatabaseError:
        raise click.ClickException(
            _("That is not a database. Write postgresql://user:password@host/name or sqlite:////folder/file.")
        ) from None
    except UnicodeDecodeError:
        # Even the error message of a damaged file may be unreadable.
        damaged = WORDS[Why.DAMAGED_DATABASE]
        raise click.ClickException(_(damaged, what=db.engine.url)) from None
    except OSError as error:
        raise click.ClickException(
            _(
                "%(file)s can’t be used: %(reason)s.",
                file=error.filename or "",
                reason=error.strerror or error,
            )
        ) from None
    finally:
        db.session.remove()
        db.engine.dispose()


@contextmanager
def progress_shown(label: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar, where somebody looks at it; on standard error."""
    with click.progressbar(length=100, label=label, hidden=not sys.stderr.isatty(), file=sys.stderr) as bar:

        def show(done: int, of: int) -> None:
            share = 100 * done // max(1, of)
            if share < bar.pos:  # What was copied is now verified.
                bar.pos, bar.finished = 0, False
            bar.update(share - bar.pos)

        yield show


@click.command("backup", help="Save all matches and the secret key in FILE, also while Deadwood is running.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@click.option(
    "--without-secret-key", is_flag=True, help="Leave out the key that links and cookies depend on."
)
@with_appcontext
def backup_command(file: Path, force: bool, without_secret_key: bool) -> None:
    from models.records.copies.backups import back_up

    key = None if without_secret_key else current_app.config["SECRET_KEY"]
    with explained(), past_pgbouncer():
        saved = back_up(file, key, replace=force)
        has_fitting_key = saved.key_file is None or opens_newest_match()
        warn_of_doubts()
    click.echo(
        _(
            "%(file)s is complete and verified. Matches: %(matches)s. Hands: %(hands)s.",
            file=file,
            matches=number(saved.matches),
            hands=number(saved.hands),
        )
    )
    if not (has_fitting_key and (key or without_secret_key)):
        warn_of_key(is_missing=not key)
    elif saved.key_file:
        click.echo(
            _(
                "The secret key is in %(file)s: with it, anyone can open and change every match.",
                file=saved.key_file,
            )
        )


@click.command(
    "restore", help="Replace the database, and the secret key, by those saved in FILE. Stop Deadwood first."
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--force", is_flag=True, help="Replace the matches that are there. They are kept in another file."
)
@click.option(
    "--damaged", is_flag=True, help="Restore a damaged backup all the same, as far as it can be read."
)
@with_appcontext
def restore_command(file: Path, force: bool, damaged: bool) -> None:
    from models.records.copies.restoring import restore

    with explained(), past_pgbouncer():
        restored = restore(file, Path(current_app.instance_path), replace=force, damaged=damaged)
        is_doubtful = warn_of_doubts()
    click.echo(
        _(
            "%(file)s is restored. Matches: %(matches)s. Hands: %(hands)s.",
            file=file,
            matches=number(restored.matches),
            hands=number(restored.hands),
        )
    )
    if is_doubtful and not restored.has_digest:
        click.echo(
            _("The backup has no digest: nobody can know whether it was damaged after it was made."), err=True
        )
    if restored.aside:
        click.echo(_("What was there before is in %(file)s.", file=restored.aside))
    if restored.key_file is None and not current_app.config["SECRET_KEY"]:
        click.echo(
            _(
                "There was no secret key in it, and there is none here. Before you start Deadwood, put the "
                "file secret_key into %(folder)s, or set SECRET_KEY. If the key is lost: %(command)s",
                folder=current_app.instance_path,
                command=MAKE_KEY,
            )
        )
    elif restored.key_file is None:
        click.echo(_("There was no secret key in it: the one that was here stays."))
    elif os.environ.get("SECRET_KEY"):
        click.echo(
            _(
                "The secret key was saved in %(folder)s, but SECRET_KEY is set and is used instead.",
                folder=current_app.instance_path,
            )
        )


@click.command(
    "copy-database",
    help="Copy the database at the URL FROM to an empty one at the URL TO, and compare every row.",
)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@with_appcontext
def copy_database_command(source: str, target: str) -> None:
    from models.records.copies.moving import copy_database

    with explained(), progress_shown(_("Copying")) as progress:
        copied = copy_database(source, target, progress)
        with database_at(target):
            warn_of_doubts()
    said = EQUAL_BUT_FOR if copied.left_out else EQUAL
    click.echo(
        _(
            said,
            matches=number(copied.matches),
            hands=number(copied.hands),
            left_out=", ".join(map(str, copied.left_out)),
        ),
        err=bool(copied.left_out),
    )
    if copied.is_outdated:
        click.echo(
            _(
                "Something was saved in the original meanwhile, which is not in the copy. To move, stop "
                "Deadwood and copy again into a new database."
            ),
            err=True,
        )


def warn_of_doubts() -> bool:
    """Says which matches and books of the current database are doubtful, if any are. That stops nothing."""
    doubtful = [f"{NAMES[each.what]} {each.id} ({', '.join(each.doubts)})" for each in audit() if each.doubts]
    if doubtful:
        which = ", ".join(doubtful)
        said = _("These don’t follow from their history, or can’t be read: %(doubtful)s.", doubtful=which)
        click.echo(said, err=True)
    return bool(doubtful)


def warn_of_key(*, is_missing: bool) -> None:
    """Says that a backup has no secret key, or another one than the server, and why that may be."""
    folder = current_app.instance_path
    click.echo(
        _(
            "There is no secret key in it, because there is none in %(folder)s: set INSTANCE_PATH or "
            "SECRET_KEY as for the server, and repeat the backup.",
            folder=folder,
        )
        if is_missing
        else _(
            "The secret key in it doesn’t open the newest match. It is that of %(folder)s: set INSTANCE_PATH "
            "or SECRET_KEY as for the server, and repeat the backup.",
            folder=folder,
        ),
        err=True,
    )


PLURALS = {Match: "matches", Book: "books"}


@click.command(
    "audit",
    help="Verify that every sheet follows from its history, and all statistics from the sheets; "
    "exits with 1 and lists what does not.",
)
@click.option("--repair", is_flag=True, help="Work out all statistics and ratings again first.")
@with_appcontext
def audit_command(*, repair: bool) -> None:
    with explained():
        require_current()
        if repair:
            count_everything()
            rate_everything()
        proofs = list(audit())
    doubtful = [{NAMES[each.what]: each.id, "doubts": list(each.doubts)} for each in proofs if each.doubts]
    checked = {name: sum(each.what is what for each in proofs) for what, name in PLURALS.items()}
    click.echo(json.dumps({**checked, "doubtful": doubtful}))
    sys.exit(1 if doubtful else 0)


@click.command(
    "expire", help="Delete matches that nobody has opened for some months. Without --yes, only count them."
)
@click.option("--months", required=True, type=click.IntRange(1, 1200), help="For how many months.")
@click.option("--yes", is_flag=True, help="Delete them, with their history. Nobody can bring them back.")
@click.option(
    "--clock-is-right", is_flag=True, help="Delete also what would go if the clock were years ahead."
)
@with_appcontext
def expire_command(months: int, yes: bool, clock_is_right: bool) -> None:
    with explained():
        require_current()
        if not clock_is_right and (unused := unused_between(months)):
            raise click.ClickException(clock_may_be_wrong(*unused))
        day = months_ago(months)
        matches = unopened_since(day)
        if yes:
            deleted = sum(delete_unopened(matches, day))
            click.echo(ngettext("%(num)s match was deleted.", "%(num)s matches were deleted.", deleted))
        else:
            click.echo(
                ngettext(
                    "%(num)s match was not opened since %(day)s. To delete it: --yes",
                    "%(num)s matches were not opened since %(day)s. To delete them: --yes",
                    len(matches),
                    day=day.isoformat(),
                )
            )


def clock_may_be_wrong(newest: date, oldest: date) -> str:
    """Why nothing is deleted, and what to do if the clock is right."""
    return _(
        "Nothing was deleted, because the clock may be wrong: it says %(today)s, and nothing was opened or "
        "changed between %(newest)s and %(oldest)s. If it is right: --clock-is-right",
        today=datetime.now(UTC).date().isoformat(),
        newest=newest.isoformat(),
        oldest=oldest.isoformat(),
    )
