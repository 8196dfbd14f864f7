"""The command that gives a book a phone that looks after it, if the last one was lost."""

import click
from flask.cli import with_appcontext

from models.records.books.book_rights import renew_link_by_host
from models.records.database.moving import require_current
from views.cli.databases import explained
from views.cli.files import found_book
from views.cli.keys import require_key


@click.command(
    "look-after",
    help="Print a new link that lets a phone look after the book with the viewing link BOOK-LINK, for a book "
    "whose last such phone was lost. The earlier link stops working.",
)
@click.argument("link", metavar="BOOK-LINK")
@with_appcontext
def look_after_command(link: str) -> None:
    with explained():
        require_current()
        require_key()
        site = link.rpartition("/b/")[0]
        click.echo(f"{site}/bc/{renew_link_by_host(found_book(link))}")
