"""Three at the table, and two against two: more names, a third total, and who played each hand."""

import sqlalchemy as sa
from alembic import op

from models.records.history_triggers import guard_history, unguard_history

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MATCH_CHECKS = {
    "names_differ": (
        "name_0 <> name_1",
        "name_0 <> name_1 AND name_2 NOT IN (name_0, name_1) AND name_3 NOT IN (name_0, name_1, name_2)",
    ),
    "first_dealer_plays_in_the_match": (
        "first_dealer IN (0, 1)",
        "first_dealer IN (0, 1) OR first_dealer = 2 AND seating = 'three'",
    ),
    "winner_plays_in_the_match": ("winner IN (0, 1)", "winner IN (0, 1) OR winner = 2 AND seating = 'three'"),
}
"""What each check was, and what it is."""

NEW_MATCH_CHECKS = {
    "third_player_has_a_name": "length(name_2) BETWEEN 1 AND 40",
    "fourth_player_has_a_name": "length(name_3) BETWEEN 1 AND 40",
    "seating_is_known": "seating IN ('two', 'three', 'partnership')",
    "third_player_at_the_table": "(name_2 IS NULL) = (seating = 'two')",
    "fourth_player_at_the_table": "(name_3 IS NULL) = (seating <> 'partnership')",
    "third_side_at_the_table": "(total_2 IS NULL) = (seating <> 'three')",
}

NEW_HAND_CHECKS = {
    "two_play_it": "0 <= faced_0 AND faced_0 < faced_1 AND faced_1 <= 3",
    "knocker_plays_it": "knocker IN (faced_0, faced_1)",
}


def upgrade() -> None:
    unguard_history(op.get_bind())
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("name_2", sa.String(length=40), nullable=True))
        matches.add_column(sa.Column("name_3", sa.String(length=40), nullable=True))
        matches.add_column(
            sa.Column("seating", sa.String(length=12), nullable=False, server_default=sa.text("'two'"))
        )
        matches.add_column(sa.Column("total_2", sa.Integer(), nullable=True))
        for name, (_, now) in MATCH_CHECKS.items():
            matches.drop_constraint(op.f(f"ck_matches_{name}"), type_="check")
            matches.create_check_constraint(op.f(f"ck_matches_{name}"), now)
        for name, check in NEW_MATCH_CHECKS.items():
            matches.create_check_constraint(op.f(f"ck_matches_{name}"), check)
    with op.batch_alter_table("hands") as hands:
        hands.add_column(sa.Column("faced_0", sa.Integer(), nullable=False, server_default=sa.text("0")))
        hands.add_column(sa.Column("faced_1", sa.Integer(), nullable=False, server_default=sa.text("1")))
        hands.drop_constraint(op.f("ck_hands_knocker_plays_in_the_match"), type_="check")
        for name, check in NEW_HAND_CHECKS.items():
            hands.create_check_constraint(op.f(f"ck_hands_{name}"), check)
    guard_history(op.get_bind())


def downgrade() -> None:
    """Takes the matches of more than two away: the tables of then have no place for them."""
    unguard_history(op.get_bind())
    matches = sa.table("matches", sa.column("id"), sa.column("seating"))
    of_more = sa.select(matches.c.id).where(matches.c.seating != "two")
    for name in ("changes", "hands", "seats"):
        beside = sa.table(name, sa.column("match_id"))
        op.execute(beside.delete().where(beside.c.match_id.in_(of_more)))
    op.execute(matches.delete().where(matches.c.seating != "two"))
    with op.batch_alter_table("hands") as hands:
        for name in NEW_HAND_CHECKS:
            hands.drop_constraint(op.f(f"ck_hands_{name}"), type_="check")
        hands.create_check_constraint(op.f("ck_hands_knocker_plays_in_the_match"), "knocker IN (0, 1)")
        hands.drop_column("faced_1")
        hands.drop_column("faced_0")
    with op.batch_alter_table("matches") as matches:
        for name in NEW_MATCH_CHECKS:
            matches.drop_constraint(op.f(f"ck_matches_{name}"), type_="check")
        for name, (was, _) in MATCH_CHECKS.items():
            matches.drop_constraint(op.f(f"ck_matches_{name}"), type_="check")
            matches.create_check_constraint(op.f(f"ck_matches_{name}"), was)
        matches.drop_column("total_2")
        matches.drop_column("seating")
        matches.drop_column("name_3")
        matches.drop_column("name_2")
    guard_history(op.get_bind())
