"""Books: players and their matches behind one link.

A match says on which day it was started, in which book it is, and who plays in it. A seat can be one that a
phone has by its seat in the book. A renewed link can be one of a book.
"""

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

STARTED_ON = {"sqlite": "date(created_at, 'localtime')", "postgresql": "created_at::date"}
"""The day on which a match was started, in the server's time zone."""

KINDS = (
    "'started', 'named', 'player_added', 'player_renamed', 'players_merged', 'player_split', "
    "'player_deleted', 'matches_joined', 'match_left', 'rules'"
)
PLAYERS = ("player_0", "player_1", "player_2", "player_3")
RESULT = ("match_over", "winner", "seating", "player_0", "player_1")
INDEXES = {
    "by_day": ("book_id", "played_on", "id"),
    "by_state": ("book_id", "match_over", "played_on", "id"),
    "by_rules": ("book_id", "house", "house_name", "played_on", "id"),
    **{f"results_of_{player}": tuple(dict.fromkeys(("book_id", player, *RESULT))) for player in PLAYERS},
    **{f"by_{player}": (player, "played_on", "id") for player in PLAYERS},
}
CHECKS = {
    "players_of_a_book": ("book_id IS NOT NULL OR COALESCE(player_0, player_1, player_2, player_3) IS NULL"),
    "players_differ": (
        "player_0 <> player_1 AND player_2 NOT IN (player_0, player_1)"
        " AND player_3 NOT IN (player_0, player_1, player_2)"
    ),
}


def key(name: str = "id", *, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.Integer(), nullable=nullable)


def words(name: str, length: int, default: str | None = None) -> "sa.Column[str]":
    usual = None if default is None else sa.text(f"'{default}'")
    return sa.Column(name, sa.String(length), nullable=False, server_default=usual)


def moment(name: str, *, nullable: bool = False) -> "sa.Column[object]":
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def refers(
    table: str, column: str, to: str, ondelete: str | None = None, **deferred: object
) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{to}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete=ondelete, **deferred)  # type: ignore[arg-type]


def check(table: str, name: str, text: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(text, name=op.f(f"ck_{table}_{name}"))


def only_one(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def primary(table: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}"))


def index(table: str, *columns: str) -> None:
    op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, list(columns))


def upgrade() -> None:
    unguard_history(op.get_bind())
    create_tables()
    op.add_column("seats", sa.Column("through_book", sa.Boolean(), nullable=False, server_default=sa.false()))
    change_links()
    change_matches()
    guard_history(op.get_bind())


def create_tables() -> None:
    op.create_table(
        "books",
        key(),
        words("watch_hash", 64),
        words("watch_seed", 32),
        words("score_hash", 64),
        words("score_seed", 32),
        words("begun_with", 64),
        words("name", 40, ""),
        sa.Column("usual_rules", sa.JSON(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False, server_default=sa.text("0")),
        moment("created_at"),
        moment("changed_at"),
        sa.Column("opened_on", sa.Date(), nullable=False),
        primary("books"),
        only_one("books", "watch_hash"),
        only_one("books", "score_hash"),
        only_one("books", "begun_with"),
        check("books", "viewing_link_is_hashed", "length(watch_hash) = 64"),
        check("books", "scoring_link_is_hashed", "length(score_hash) = 64"),
        check("books", "versions_from_nought", "version >= 0"),
    )
    op.create_table(
        "book_seats",
        key(),
        key("book_id"),
        words("device_hash", 64),
        words("label", 40),
        moment("created_at"),
        moment("ended_at", nullable=True),
        primary("book_seats"),
        refers("book_seats", "book_id", "books", "CASCADE"),
        only_one("book_seats", "book_id", "device_hash"),
        check("book_seats", "device_is_hashed", "length(device_hash) = 64"),
    )
    index("book_seats", "device_hash")
    op.create_table(
        "players",
        key(),
        key("book_id"),
        words("name", 40),
        words("folded_name", 80),
        words("note", 20, ""),
        moment("created_at"),
        key("merged_into", nullable=True),
        primary("players"),
        refers("players", "book_id", "books", "CASCADE"),
        refers("players", "merged_into", "players", "CASCADE", deferrable=True, initially="DEFERRED"),
        check("players", "player_has_a_name", "length(name) BETWEEN 1 AND 40"),
        check("players", "merged_into_another", "merged_into <> id"),
    )
    index("players", "book_id", "folded_name")
    index("players", "merged_into")
    op.create_table(
        "book_changes",
        key(),
        key("book_id"),
        key("version"),
        words("entry", 64),
        words("kind", 20),
        key("player_id", nullable=True),
        key("other_id", nullable=True),
        words("name_before", 80, ""),
        words("name_after", 80, ""),
        sa.Column("match_ids", sa.JSON(), nullable=False),
        sa.Column("agreed_before", sa.JSON(), nullable=True),
        sa.Column("agreed_after", sa.JSON(), nullable=True),
        moment("at"),
        key("seat_id"),
        primary("book_changes"),
        refers("book_changes", "book_id", "books", "CASCADE"),
        refers("book_changes", "player_id", "players", "SET NULL"),
        refers("book_changes", "other_id", "players", "SET NULL"),
        refers("book_changes", "seat_id", "book_seats"),
        only_one("book_changes", "book_id", "version"),
        only_one("book_changes", "book_id", "entry"),
        check("book_changes", "versions_from_one", "version >= 1"),
        check("book_changes", "entry_is_an_id", "length(entry) BETWEEN 1 AND 64"),
        check("book_changes", "kind_is_known", f"kind IN ({KINDS})"),
    )
    for column in ("player_id", "other_id", "seat_id"):
        index("book_changes", column)
    op.create_table(
        "pair_rules",
        key(),
        key("book_id"),
        key("player_0"),
        key("player_1"),
        sa.Column("agreed", sa.JSON(), nullable=False),
        primary("pair_rules"),
        refers("pair_rules", "book_id", "books", "CASCADE"),
        refers("pair_rules", "player_0", "players", "CASCADE"),
        refers("pair_rules", "player_1", "players", "CASCADE"),
        only_one("pair_rules", "player_0", "player_1"),
        check("pair_rules", "each_pair_once", "player_0 < player_1"),
    )
    index("pair_rules", "book_id")
    index("pair_rules", "player_1")


def change_links() -> None:
    with op.batch_alter_table("renewed_links") as links:
        links.add_column(key("book_id", nullable=True))
        links.alter_column("match_id", existing_type=sa.Integer(), nullable=True)
        links.create_foreign_key(
            op.f("fk_renewed_links_book_id_books"), "books", ["book_id"], ["id"], ondelete="CASCADE"
        )
        links.create_check_constraint(
            op.f("ck_renewed_links_of_a_match_or_of_a_book"), "(match_id IS NULL) <> (book_id IS NULL)"
        )
    index("renewed_links", "book_id")


def change_matches() -> None:
    op.add_column("matches", sa.Column("played_on", sa.Date(), nullable=True))
    op.execute(f"UPDATE matches SET played_on = {STARTED_ON[op.get_bind().dialect.name]}")  # noqa: S608
    with op.batch_alter_table("matches") as matches:
        matches.alter_column("played_on", existing_type=sa.Date(), nullable=False)
        for column in ("book_id", *PLAYERS):
            matches.add_column(key(column, nullable=True))
            to = "books" if column == "book_id" else "players"
            matches.create_foreign_key(
                op.f(f"fk_matches_{column}_{to}"), to, [column], ["id"], ondelete="SET NULL"
            )
        for name, text in CHECKS.items():
            matches.create_check_constraint(op.f(f"ck_matches_{name}"), text)
    for name, columns in INDEXES.items():
        where = sa.text(f"{columns[0]} IS NOT NULL")
        op.create_index(
            f"ix_matches_{name}", "matches", list(columns), sqlite_where=where, postgresql_where=where
        )


def downgrade() -> None:
    """The matches stay; who plays in them is what their names say."""
    unguard_history(op.get_bind())
    for name in INDEXES:
        op.drop_index(f"ix_matches_{name}", "matches")
    with op.batch_alter_table("matches") as matches:
        for name in CHECKS:
            matches.drop_constraint(op.f(f"ck_matches_{name}"), type_="check")
        for column in ("book_id", *PLAYERS):
            to = "books" if column == "book_id" else "players"
            matches.drop_constraint(op.f(f"fk_matches_{column}_{to}"), type_="foreignkey")
            matches.drop_column(column)
        matches.drop_column("played_on")
    op.drop_index(op.f("ix_renewed_links_book_id"), "renewed_links")
    op.execute("DELETE FROM renewed_links WHERE match_id IS NULL")
    with op.batch_alter_table("renewed_links") as links:
        links.drop_constraint(op.f("ck_renewed_links_of_a_match_or_of_a_book"), type_="check")
        links.drop_constraint(op.f("fk_renewed_links_book_id_books"), type_="foreignkey")
        links.alter_column("match_id", existing_type=sa.Integer(), nullable=False)
        links.drop_column("book_id")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("through_book")
    for table in ("pair_rules", "book_changes", "players", "book_seats", "books"):
        op.drop_table(table)
    guard_history(op.get_bind())
