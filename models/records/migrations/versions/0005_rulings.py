"""Rules that change while a match is played; the upcard of the hand that is being played."""

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

CHECKS = {
    "kind_is_known": (
        "kind IN ('added', 'corrected', 'removed', 'restored')",
        "kind IN ('added', 'corrected', 'removed', 'restored', 'ruled')",
    ),
    "before": (
        "(before IS NULL) = (kind IN ('added', 'restored'))",
        "(before IS NULL) = (kind IN ('added', 'restored', 'ruled'))",
    ),
    "after": (
        "(after IS NULL) = (kind = 'removed')",
        "(after IS NULL) = (kind IN ('removed', 'ruled'))",
    ),
}
"""What each check was, and what it is."""

NEW_CHECKS = {
    "about_a_hand": "(hand_id IS NULL) = (kind = 'ruled')",
    "hand_has_a_number": "(number IS NULL) = (kind = 'ruled')",
    "agreed_before": "(agreed_before IS NULL) = (kind <> 'ruled')",
    "agreed_after": "(agreed_after IS NULL) = (kind <> 'ruled')",
}


def upgrade() -> None:
    unguard_history(op.get_bind())
    with op.batch_alter_table("changes") as changes:
        changes.add_column(sa.Column("agreed_before", sa.JSON(), nullable=True))
        changes.add_column(sa.Column("agreed_after", sa.JSON(), nullable=True))
        changes.alter_column("hand_id", existing_type=sa.Integer(), nullable=True)
        changes.alter_column("number", existing_type=sa.Integer(), nullable=True)
        for name, (_, now) in CHECKS.items():
            changes.drop_constraint(op.f(f"ck_changes_{name}"), type_="check")
            changes.create_check_constraint(op.f(f"ck_changes_{name}"), now)
        for name, check in NEW_CHECKS.items():
            changes.create_check_constraint(op.f(f"ck_changes_{name}"), check)
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("upcard", sa.String(length=2), nullable=True))
        matches.create_check_constraint(op.f("ck_matches_upcard_is_one_card"), "length(upcard) = 2")
    guard_history(op.get_bind())


def downgrade() -> None:
    unguard_history(op.get_bind())
    with op.batch_alter_table("matches") as matches:
        matches.drop_constraint(op.f("ck_matches_upcard_is_one_card"), type_="check")
        matches.drop_column("upcard")
    op.execute("DELETE FROM changes WHERE kind = 'ruled'")
    with op.batch_alter_table("changes") as changes:
        for name in NEW_CHECKS:
            changes.drop_constraint(op.f(f"ck_changes_{name}"), type_="check")
        for name, (was, _) in CHECKS.items():
            changes.drop_constraint(op.f(f"ck_changes_{name}"), type_="check")
            changes.create_check_constraint(op.f(f"ck_changes_{name}"), was)
        changes.alter_column("number", existing_type=sa.Integer(), nullable=False)
        changes.alter_column("hand_id", existing_type=sa.Integer(), nullable=False)
        changes.drop_column("agreed_after")
        changes.drop_column("agreed_before")
    guard_history(op.get_bind())
