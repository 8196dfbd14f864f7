"""The command that deletes matches which nobody opens any more."""

from datetime import UTC, date, datetime

import click
from flask.cli import with_appcontext

from models.records.database.moving import require_current
from models.records.saving.expiry import delete_unopened, months_ago, unopened_since, unused_between
from views.cli.databases import explained
from views.language.i18n import gettext as _
from views.language.i18n import ngettext


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
