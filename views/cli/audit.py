"""The command that verifies the database."""

import json
import sys

import click
from flask.cli import with_appcontext

from models.records.database.audit import audit
from models.records.database.moving import require_current
from models.records.ratings.rating_repair import rate_everything
from models.records.statistics.counting import count_everything
from models.records.tables.book import Book
from models.records.tables.match import Match
from views.cli.databases import NAMES, explained

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
