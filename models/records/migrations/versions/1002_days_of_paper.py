"""Matches from paper are of the day that is written there: noon in UTC was another day on some servers."""

from datetime import date

import sqlalchemy as sa
from alembic import op

revision = "1002"
down_revision = "1001"
branch_labels = None
depends_on = None

NAMES = ("On paper", "Auf Papier", "Sur papier", "En papel", "纸上记分")

COLUMNS = ("id", "book_id", "imported_at", "created_at", "ends_after_last", "rules_name", "played_on")

matches = sa.table("matches", *map(sa.column, COLUMNS))
places = sa.table("places", sa.column("match_id"), sa.column("played_on"))
rated_books = sa.table(
    "rated_books", sa.column("book_id"), sa.column("outdated_from", sa.Date), sa.column("version")
)


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        day, time = sa.func.date(matches.c.created_at), sa.func.time(matches.c.created_at)
    else:
        in_utc = sa.func.timezone("UTC", matches.c.created_at)
        day, time = sa.cast(in_utc, sa.Date), sa.func.to_char(in_utc, "HH24:MI:SS")
    moved = (
        matches.c.imported_at.is_not(None),
        sa.or_(matches.c.ends_after_last, matches.c.rules_name.in_(NAMES)),
        # A paper has at most 500 matches, each a second after the one before.
        time.between("12:00:00", "12:08:19"),
        matches.c.played_on != day,
    )
    books, ids = (sa.select(matches.c[name]).where(*moved) for name in ("book_id", "id"))
    outdated = {"outdated_from": date.min, "version": rated_books.c.version + 1}
    op.execute(sa.update(rated_books).where(rated_books.c.book_id.in_(books)).values(outdated))
    of_match = sa.select(day).where(matches.c.id == places.c.match_id).scalar_subquery()
    op.execute(sa.update(places).where(places.c.match_id.in_(ids)).values(played_on=of_match))
    op.execute(sa.update(matches).where(*moved).values(played_on=day))


def downgrade() -> None:
    """The days stay as they are written."""
