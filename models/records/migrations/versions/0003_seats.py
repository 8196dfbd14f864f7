"""Scoring links; seats that can end; a history that the database itself keeps as it is."""

from secrets import token_hex

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history
from models.records.tokens import SCORING, hashed, token

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("score_hash", sa.String(length=64), nullable=True))
        matches.add_column(sa.Column("score_seed", sa.String(length=32), nullable=True))
    give_scoring_links()
    with op.batch_alter_table("matches") as matches:
        matches.alter_column("score_hash", existing_type=sa.String(length=64), nullable=False)
        matches.alter_column("score_seed", existing_type=sa.String(length=32), nullable=False)
        matches.create_unique_constraint(op.f("uq_matches_score_hash"), ["score_hash"])
        matches.create_check_constraint(op.f("ck_matches_scoring_link_is_hashed"), "length(score_hash) = 64")
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True))
    guard_history(op.get_bind())


def give_scoring_links() -> None:
    """Gives each match that has begun before a link of its own."""
    matches = sa.table(
        "matches", sa.column("id", sa.Integer), sa.column("score_hash"), sa.column("score_seed")
    )
    connection = op.get_bind()
    for match_id in connection.scalars(sa.select(matches.c.id)).all():
        seed = token_hex(16)
        link = {"score_seed": seed, "score_hash": hashed(token(SCORING, seed))}
        connection.execute(matches.update().where(matches.c.id == match_id).values(link))


def downgrade() -> None:
    unguard_history(op.get_bind())
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("ended_at")
    with op.batch_alter_table("matches") as matches:
        matches.drop_constraint(op.f("ck_matches_scoring_link_is_hashed"), type_="check")
        matches.drop_constraint(op.f("uq_matches_score_hash"), type_="unique")
        matches.drop_column("score_hash")
        matches.drop_column("score_seed")
