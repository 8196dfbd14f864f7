"""The command that prints the licences of all that is installed with Deadwood."""

import gzip
import re
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

LICENCE = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|OFL)[^/]*$|/licen[cs]es/", re.IGNORECASE)
"""The files of a package that say how it may be used."""


@click.command("licences", help="Print the licences of Deadwood and of all that is installed with it.")
@with_appcontext
def licences_command() -> None:
    for each in sorted(distributions(), key=lambda each: each.name.lower()):
        title = f"{each.name} {each.version}"
        click.echo("\n\n".join([f"{title}\n{'=' * len(title)}", *licences_of(each), ""]))
    taken_along = Path(current_app.root_path, current_app.config.get("PHONE_BUILD", ""), "licences.txt.gz")
    if taken_along.is_file():
        click.echo(gzip.decompress(taken_along.read_bytes()))


def licences_of(package: Distribution) -> Iterator[str]:
    """The texts of the licences of an installed package."""
    for path in package.files or ():
        if ".dist-info" in path.parts[0] and LICENCE.search(str(path)):
            yield path.read_text(encoding="utf-8").strip()
