"""Two against two, each hand says which round it belongs to.

For an hour 0006 made the column itself; a database of that hour has it already.
"""

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

CHECK = "ck_hands_rounds_from_nought"


def upgrade() -> None:
    if "round" in {column["name"] for column in sa.inspect(op.get_bind()).get_columns("hands")}:
        return
    unguard_history(op.get_bind())
    with op.batch_alter_table("hands") as hands:
        hands.add_column(sa.Column("round", sa.Integer(), nullable=False, server_default=sa.text("0")))
        hands.create_check_constraint(op.f(CHECK), "round >= 0")
    guard_history(op.get_bind())


def downgrade() -> None:
    unguard_history(op.get_bind())
    with op.batch_alter_table("hands") as hands:
        hands.drop_constraint(op.f(CHECK), type_="check")
        hands.drop_column("round")
    guard_history(op.get_bind())
