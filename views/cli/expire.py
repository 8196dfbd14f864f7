"""The command that deletes matches which nobody opens any more."""

import click
from flask.cli import with_appcontext

from models.records.saving.expiry import delete_unopened, months_ago, unopened_since
from views.cli.databases import explained
from views.language.i18n import ngettext


@click.command(
    "expire", help="Delete matches that nobody has opened for some months. Without --yes, only count them."
)
@click.option("--months", required=True, type=click.IntRange(1, 1200), help="For how many months.")
@click.option("--yes", is_flag=True, help="Delete them, with their history. Nobody can bring them back.")
@with_appcontext
def expire_command(months: int, yes: bool) -> None:
    from models.records.database.moving import require_current

    with explained():
        require_current()
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
