"""The command that verifies the database."""

import json
import sys

import click
from flask.cli import with_appcontext

from models.records import prove
from views.cli.databases import explained


@click.command(
    "prove", help="Verify that every sheet follows from its history; exits with 1 and lists those that don't."
)
@with_appcontext
def prove_command() -> None:
    with explained():
        proofs = list(prove())
    doubtful = [{"match": proof.match_id, "doubts": list(proof.doubts)} for proof in proofs if proof.doubts]
    click.echo(json.dumps({"matches": len(proofs), "doubtful": doubtful}))
    sys.exit(1 if doubtful else 0)
