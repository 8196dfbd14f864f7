"""Ratings are worked out when somebody opens them, from a day on: those of all books once."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def create(*columns: "sa.Column[object] | sa.CheckConstraint") -> None:
    op.drop_table("rated_books")
    op.create_table(
        "rated_books",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("book_id", sa.Integer(), nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rated_books")),
        sa.UniqueConstraint("book_id", name=op.f("uq_rated_books_book_id")),
        sa.ForeignKeyConstraint(
            ["book_id"], ["books.id"], name=op.f("fk_rated_books_book_id_books"), ondelete="CASCADE"
        ),
    )


def upgrade() -> None:
    create(
        sa.Column("outdated_from", sa.Date(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
    )
    op.execute(
        "INSERT INTO rated_books (book_id, outdated_from, version) SELECT id, '0001-01-01', 0 FROM books"
    )


def downgrade() -> None:
    columns = ("created_at", "document_id", "match_id")
    alone = " AND ".join(f"(played_on IS NULL) = ({column} IS NULL)" for column in columns)
    create(
        sa.Column("played_on", sa.Date(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("document_id", sa.String(length=32), nullable=True),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.CheckConstraint(alone, name=op.f("ck_rated_books_outdated_from_a_match")),
    )
    op.execute(
        "INSERT INTO rated_books (book_id, played_on, created_at, document_id, match_id) "
        "SELECT id, '0001-01-01', '0001-01-02 00:00:00.000000', '', 0 FROM books"
    )
