"""Matches, hands, seats and changes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("watch_hash", sa.String(length=64), nullable=False),
        sa.Column("watch_seed", sa.String(length=32), nullable=False),
        sa.Column("begun_with", sa.String(length=64), nullable=False),
        sa.Column("name_0", sa.String(length=40), nullable=False),
        sa.Column("name_1", sa.String(length=40), nullable=False),
        sa.Column("house", sa.String(length=40), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("rematch_of", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hands_played", sa.Integer(), nullable=False),
        sa.Column("total_0", sa.Integer(), nullable=False),
        sa.Column("total_1", sa.Integer(), nullable=False),
        sa.Column("game_over", sa.Boolean(), nullable=False),
        sa.Column("match_over", sa.Boolean(), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.CheckConstraint("first_dealer IN (0, 1)", name=op.f("ck_matches_first_dealer_plays_in_the_match")),
        sa.CheckConstraint("hands_played >= 0", name=op.f("ck_matches_hands_from_nought")),
        sa.CheckConstraint(
            "length(name_0) BETWEEN 1 AND 40", name=op.f("ck_matches_first_player_has_a_name")
        ),
        sa.CheckConstraint(
            "length(name_1) BETWEEN 1 AND 40", name=op.f("ck_matches_second_player_has_a_name")
        ),
        sa.CheckConstraint("length(watch_hash) = 64", name=op.f("ck_matches_watching_link_is_hashed")),
        sa.CheckConstraint("name_0 <> name_1", name=op.f("ck_matches_names_differ")),
        sa.CheckConstraint("version >= 0", name=op.f("ck_matches_versions_from_nought")),
        sa.CheckConstraint("winner IN (0, 1)", name=op.f("ck_matches_winner_plays_in_the_match")),
        sa.ForeignKeyConstraint(
            ["rematch_of"], ["matches.id"], name=op.f("fk_matches_rematch_of_matches"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.UniqueConstraint("begun_with", name=op.f("uq_matches_begun_with")),
        sa.UniqueConstraint("watch_hash", name=op.f("uq_matches_watch_hash")),
    )
    op.create_index(op.f("ix_matches_rematch_of"), "matches", ["rematch_of"])

    op.create_table(
        "hands",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("knocker", sa.Integer(), nullable=True),
        sa.Column("ending", sa.String(length=10), nullable=True),
        sa.Column("knocker_deadwood", sa.Integer(), nullable=True),
        sa.Column("defender_deadwood", sa.Integer(), nullable=True),
        sa.Column("upcard", sa.String(length=2), nullable=True),
        sa.Column("laid", sa.JSON(), nullable=True),
        sa.CheckConstraint(
            "(defender_deadwood IS NULL) = (COALESCE(ending, 'dead') = 'dead')",
            name=op.f("ck_hands_defender_counts"),
        ),
        sa.CheckConstraint(
            "(knocker IS NULL) = (COALESCE(ending, '') = 'dead')",
            name=op.f("ck_hands_nobody_knocks_in_a_dead_hand"),
        ),
        sa.CheckConstraint(
            "(knocker_deadwood IS NULL) = (COALESCE(ending, 'dead') = 'dead')",
            name=op.f("ck_hands_knocker_counts"),
        ),
        sa.CheckConstraint(
            "ending IN ('knock', 'gin', 'big_gin', 'dead')", name=op.f("ck_hands_ending_is_known")
        ),
        sa.CheckConstraint(
            "ending NOT IN ('gin', 'big_gin') OR knocker_deadwood = 0",
            name=op.f("ck_hands_gin_leaves_nothing"),
        ),
        sa.CheckConstraint("(laid IS NULL) <> (ending IS NULL)", name=op.f("ck_hands_by_cards_or_by_counts")),
        sa.CheckConstraint(
            "defender_deadwood BETWEEN 0 AND 110", name=op.f("ck_hands_defender_deadwood_can_be")
        ),
        sa.CheckConstraint("knocker IN (0, 1)", name=op.f("ck_hands_knocker_plays_in_the_match")),
        sa.CheckConstraint(
            "knocker_deadwood BETWEEN 0 AND 110", name=op.f("ck_hands_knocker_deadwood_can_be")
        ),
        sa.CheckConstraint("length(upcard) = 2", name=op.f("ck_hands_upcard_is_one_card")),
        sa.CheckConstraint("position >= 1", name=op.f("ck_hands_positions_from_one")),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_hands_match_id_matches"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hands")),
        sa.UniqueConstraint("match_id", "position", name=op.f("uq_hands_match_id_position")),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("device_hash", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(device_hash) = 64", name=op.f("ck_seats_device_is_hashed")),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_seats_match_id_matches"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
        sa.UniqueConstraint("match_id", "device_hash", name=op.f("uq_seats_match_id_device_hash")),
    )
    op.create_index(op.f("ix_seats_device_hash"), "seats", ["device_hash"])

    op.create_table(
        "changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("entry", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("(after IS NULL) = (kind = 'removed')", name=op.f("ck_changes_after")),
        sa.CheckConstraint(
            "(before IS NULL) = (kind IN ('added', 'restored'))", name=op.f("ck_changes_before")
        ),
        sa.CheckConstraint(
            "kind IN ('added', 'corrected', 'removed', 'restored')", name=op.f("ck_changes_kind_is_known")
        ),
        sa.CheckConstraint("length(entry) BETWEEN 1 AND 64", name=op.f("ck_changes_entry_is_an_id")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_changes_numbers_from_one")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_changes_versions_from_one")),
        sa.ForeignKeyConstraint(["hand_id"], ["hands.id"], name=op.f("fk_changes_hand_id_hands")),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_changes_match_id_matches"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name=op.f("fk_changes_seat_id_seats")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_changes")),
        sa.UniqueConstraint("match_id", "entry", name=op.f("uq_changes_match_id_entry")),
        sa.UniqueConstraint("match_id", "version", name=op.f("uq_changes_match_id_version")),
    )


def downgrade() -> None:
    op.drop_table("changes")
    op.drop_table("seats")
    op.drop_table("hands")
    op.drop_table("matches")
