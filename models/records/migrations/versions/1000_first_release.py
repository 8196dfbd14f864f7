"""The tables of the first release: matches, hands, histories, books, ratings and saved rules."""

import sqlalchemy as sa
from alembic import op

from models.records.migrations.history_triggers import guard_history, unguard_history

revision = "1000"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "books",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("watch_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("watch_seed", sa.String(32), nullable=False),
        sa.Column("score_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("score_seed", sa.String(32), nullable=False),
        sa.Column("care_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("care_seed", sa.String(32), nullable=False),
        sa.Column("all_look_after", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("begun_with", sa.String(64), nullable=False, unique=True),
        sa.Column("document_id", sa.String(32), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False, server_default=sa.text("''")),
        sa.Column("usual_rules", sa.JSON()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opened_on", sa.Date(), nullable=False),
        sa.CheckConstraint("length(care_hash) = 64", name="care_link_is_hashed"),
        sa.CheckConstraint("length(document_id) = 32", name="document_has_an_id"),
        sa.CheckConstraint("length(score_hash) = 64", name="scoring_link_is_hashed"),
        sa.CheckConstraint("version >= 0", name="versions_from_nought"),
        sa.CheckConstraint("length(watch_hash) = 64", name="viewing_link_is_hashed"),
    )
    op.create_table(
        "saved_rules",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("device_hash", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("preset", sa.String(40), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(device_hash) = 64", name="device_is_hashed"),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="house_has_a_name"),
        sa.UniqueConstraint("device_hash", "name"),
    )
    op.create_table(
        "deleted_players",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("book_id", sa.Integer(), sa.ForeignKey("books.id", ondelete="CASCADE"), nullable=False),
        sa.Column("document_id", sa.String(32), nullable=False),
        sa.UniqueConstraint("book_id", "document_id"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("watch_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("watch_seed", sa.String(32), nullable=False),
        sa.Column("score_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("score_seed", sa.String(32), nullable=False),
        sa.Column("begun_with", sa.String(64), nullable=False, unique=True),
        sa.Column("seating", sa.String(12), nullable=False, server_default=sa.text("'two'")),
        sa.Column("preset", sa.String(40), nullable=False),
        sa.Column("rules_name", sa.String(40), nullable=False, server_default=sa.text("''")),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("rematch_of", sa.Integer(), sa.ForeignKey("matches.id", ondelete="SET NULL"), index=True),
        sa.Column("upcard", sa.String(2)),
        sa.Column("tells_missed", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("last_entry", sa.String(64), nullable=False, server_default=sa.text("''")),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("document_id", sa.String(32), nullable=False, index=True),
        sa.Column("imported_at", sa.DateTime(timezone=True)),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("book_id", sa.Integer(), sa.ForeignKey("books.id", ondelete="SET NULL")),
        sa.Column("remark", sa.String(200), nullable=False, server_default=sa.text("''")),
        sa.Column("ends_after_last", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("undone_to", sa.Integer()),
        sa.Column("opened_on", sa.Date(), nullable=False),
        sa.Column("unversioned_changes", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("hands_played", sa.Integer(), nullable=False),
        sa.Column("total_0", sa.Integer(), nullable=False),
        sa.Column("total_1", sa.Integer(), nullable=False),
        sa.Column("game_over", sa.Boolean(), nullable=False),
        sa.Column("match_over", sa.Boolean(), nullable=False),
        sa.Column("winner", sa.Integer()),
        sa.Column("total_2", sa.Integer()),
        sa.Column("results", sa.Text()),
        sa.CheckConstraint("length(document_id) = 32", name="document_has_an_id"),
        sa.CheckConstraint(
            "first_dealer IN (0, 1) OR first_dealer = 2 AND seating = 'three'",
            name="first_dealer_plays_in_the_match",
        ),
        sa.CheckConstraint("hands_played >= 0", name="hands_from_nought"),
        sa.CheckConstraint("length(score_hash) = 64", name="scoring_link_is_hashed"),
        sa.CheckConstraint("seating IN ('two', 'three', 'partnership')", name="seating_is_known"),
        sa.CheckConstraint("(total_2 IS NULL) = (seating <> 'three')", name="third_side_at_the_table"),
        sa.CheckConstraint("length(upcard) = 2", name="upcard_is_one_card"),
        sa.CheckConstraint("version >= 0", name="versions_from_nought"),
        sa.CheckConstraint("length(watch_hash) = 64", name="viewing_link_is_hashed"),
        sa.CheckConstraint(
            "winner IN (0, 1) OR winner = 2 AND seating = 'three'", name="winner_plays_in_the_match"
        ),
    )
    op.create_index(
        op.f("ix_matches_by_day"),
        "matches",
        ["book_id", "played_on", "id"],
        sqlite_where=sa.text("book_id IS NOT NULL"),
        postgresql_where=sa.text("book_id IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_matches_by_rules"),
        "matches",
        ["book_id", "preset", "rules_name", "played_on", "id"],
        sqlite_where=sa.text("book_id IS NOT NULL"),
        postgresql_where=sa.text("book_id IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_matches_by_state"),
        "matches",
        ["book_id", "match_over", "played_on", "id"],
        sqlite_where=sa.text("book_id IS NOT NULL"),
        postgresql_where=sa.text("book_id IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_matches_in_order"),
        "matches",
        ["book_id", "played_on", "created_at", "document_id", "id"],
        sqlite_where=sa.text("book_id IS NOT NULL"),
        postgresql_where=sa.text("book_id IS NOT NULL"),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("matches.id", ondelete="CASCADE")),
        sa.Column("book_id", sa.Integer(), sa.ForeignKey("books.id", ondelete="CASCADE")),
        sa.Column("device_hash", sa.String(64), nullable=False, index=True),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("through_book", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("looks_after", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("length(device_hash) = 64", name="device_is_hashed"),
        sa.CheckConstraint("(match_id IS NULL) <> (book_id IS NULL)", name="in_a_match_or_in_a_book"),
        sa.UniqueConstraint("match_id", "device_hash"),
        sa.UniqueConstraint("book_id", "device_hash"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("book_id", sa.Integer(), sa.ForeignKey("books.id", ondelete="CASCADE"), nullable=False),
        sa.Column("document_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded_name", sa.String(80), nullable=False),
        sa.Column("note", sa.String(20), nullable=False, server_default=sa.text("''")),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "merged_into",
            sa.Integer(),
            sa.ForeignKey("players.id", ondelete="CASCADE", deferrable=True, initially="DEFERRED"),
            index=True,
        ),
        sa.CheckConstraint("length(document_id) = 32", name="document_has_an_id"),
        sa.CheckConstraint("merged_into <> id", name="merged_into_another"),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="player_has_a_name"),
    )
    op.create_index(op.f("ix_players_book_id_folded_name"), "players", ["book_id", "folded_name"])
    op.create_table(
        "rated_books",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column(
            "book_id",
            sa.Integer(),
            sa.ForeignKey("books.id", ondelete="CASCADE"),
            nullable=False,
            unique=True,
        ),
        sa.Column("outdated_from", sa.Date()),
        sa.Column("version", sa.Integer(), nullable=False),
    )
    op.create_table(
        "book_changes",
        sa.Column("book_id", sa.Integer(), sa.ForeignKey("books.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
        sa.Column("other_id", sa.Integer(), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
        sa.Column("name_before", sa.String(80), nullable=False, server_default=sa.text("''")),
        sa.Column("name_after", sa.String(80), nullable=False, server_default=sa.text("''")),
        sa.Column("match_ids", sa.JSON(), nullable=False),
        sa.Column("seat_id", sa.Integer(), sa.ForeignKey("seats.id"), nullable=False, index=True),
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("entry", sa.String(64), nullable=False),
        sa.Column("agreed_before", sa.JSON()),
        sa.Column("agreed_after", sa.JSON()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(entry) BETWEEN 1 AND 64", name="entry_is_an_id"),
        sa.CheckConstraint(
            "kind IN ('started', 'named', 'player_added', 'player_renamed', 'players_merged', "
            "'player_split', 'player_deleted', 'matches_joined', 'match_left', 'rules', "
            "'imported')",
            name="kind_is_known",
        ),
        sa.CheckConstraint("version >= 1", name="versions_from_one"),
        sa.UniqueConstraint("book_id", "entry"),
        sa.UniqueConstraint("book_id", "version"),
    )
    op.create_table(
        "sheet_rows",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("faced_0", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("faced_1", sa.Integer(), nullable=False, server_default=sa.text("1")),
        sa.Column("round", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("knocker", sa.Integer()),
        sa.Column("ending", sa.String(10)),
        sa.Column("knocker_deadwood", sa.Integer()),
        sa.Column("defender_deadwood", sa.Integer()),
        sa.Column("upcard", sa.String(2)),
        sa.Column("laid", sa.JSON()),
        sa.Column("extra_line", sa.JSON()),
        sa.Column("remark", sa.String(200), nullable=False, server_default=sa.text("''")),
        sa.CheckConstraint(
            "extra_line IS NOT NULL OR (laid IS NULL) <> (ending IS NULL)", name="by_cards_or_by_counts"
        ),
        sa.CheckConstraint(
            "(defender_deadwood IS NULL) = (COALESCE(ending, 'dead') = 'dead')", name="defender_counts"
        ),
        sa.CheckConstraint("defender_deadwood BETWEEN 0 AND 110", name="defender_deadwood_can_be"),
        sa.CheckConstraint("ending IN ('knock', 'gin', 'big_gin', 'dead')", name="ending_is_known"),
        sa.CheckConstraint(
            "ending NOT IN ('gin', 'big_gin') OR knocker_deadwood = 0", name="gin_leaves_nothing"
        ),
        sa.CheckConstraint(
            "(knocker_deadwood IS NULL) = (COALESCE(ending, 'dead') = 'dead')", name="knocker_counts"
        ),
        sa.CheckConstraint("knocker_deadwood BETWEEN 0 AND 110", name="knocker_deadwood_can_be"),
        sa.CheckConstraint("knocker IN (faced_0, faced_1)", name="knocker_plays_it"),
        sa.CheckConstraint(
            "extra_line IS NOT NULL OR (knocker IS NULL) = (COALESCE(ending, '') = 'dead')",
            name="nobody_knocks_in_a_dead_hand",
        ),
        sa.CheckConstraint(
            "extra_line IS NULL OR laid IS NULL AND ending IS NULL AND knocker IS NULL AND upcard "
            "IS NULL AND round = 0",
            name="extra_line_is_no_hand",
        ),
        sa.CheckConstraint("position >= 1", name="positions_from_one"),
        sa.CheckConstraint("round >= 0", name="rounds_from_nought"),
        sa.CheckConstraint("0 <= faced_0 AND faced_0 < faced_1 AND faced_1 <= 3", name="two_play_it"),
        sa.CheckConstraint("length(upcard) = 2", name="upcard_is_one_card"),
        sa.UniqueConstraint("match_id", "position"),
    )
    op.create_table(
        "places",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("opponent_id", sa.Integer(), sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("book_id", sa.Integer(), sa.ForeignKey("books.id", ondelete="SET NULL")),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("matches_won", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("games", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("games_won", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("balance", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("hands", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("hands_won", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("gin_wins", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("undercut_wins", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("paper_wins", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("knock_points", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("gin_points", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("big_gin_points", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("undercut_points", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("tie_points", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("paper_points", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("caught", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("caught_deadwood", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("defended", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("missed", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("best_hand", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name="name_is_not_blank"),
        sa.CheckConstraint("opponent_id <> player_id", name="nobody_plays_alone"),
        sa.CheckConstraint("place BETWEEN 0 AND 3", name="place_is_at_the_table"),
        sa.CheckConstraint("book_id IS NOT NULL OR player_id IS NULL", name="players_of_a_book"),
        sa.UniqueConstraint("match_id", "name"),
        sa.UniqueConstraint("match_id", "place"),
        sa.UniqueConstraint("match_id", "player_id"),
    )
    op.create_index(op.f("ix_places_book_id_best_hand"), "places", ["book_id", "best_hand"])
    op.create_index(
        op.f("ix_places_book_id_played_on_match_id"), "places", ["book_id", "played_on", "match_id"]
    )
    op.create_index(
        op.f("ix_places_opponent_id_player_id_matches_won"),
        "places",
        ["opponent_id", "player_id", "matches_won"],
    )
    op.create_index(
        op.f("ix_places_pairs"),
        "places",
        ["player_id", "opponent_id", "played_on", "match_id", "matches", "matches_won"],
    )
    op.create_index(
        op.f("ix_places_results"), "places", ["player_id", "played_on", "match_id", "matches", "matches_won"]
    )
    op.create_index(
        op.f("ix_places_sums"),
        "places",
        [
            "book_id",
            "player_id",
            "played_on",
            "matches",
            "matches_won",
            "games",
            "games_won",
            "balance",
            "hands",
            "hands_won",
            "gin_wins",
            "undercut_wins",
            "paper_wins",
            "knock_points",
            "gin_points",
            "big_gin_points",
            "undercut_points",
            "tie_points",
            "paper_points",
            "caught",
            "caught_deadwood",
            "defended",
            "missed",
            "best_hand",
        ],
    )
    op.create_table(
        "ratings",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.CheckConstraint("deviation > 0", name="deviation_above_nought"),
        sa.CheckConstraint("deviation < 1e9", name="deviation_is_finite"),
        sa.CheckConstraint("game >= 1", name="games_from_one"),
        sa.CheckConstraint("rating BETWEEN -1e9 AND 1e9", name="rating_is_finite"),
        sa.CheckConstraint("games >= 1", name="rests_on_a_game"),
        sa.UniqueConstraint("match_id", "game", "player_id"),
    )
    op.create_index(
        op.f("ix_ratings_player_id_played_on_games"), "ratings", ["player_id", "played_on", "games"]
    )
    op.create_table(
        "renewed_links",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("link_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("matches.id", ondelete="CASCADE"), index=True),
        sa.Column("book_id", sa.Integer(), sa.ForeignKey("books.id", ondelete="CASCADE"), index=True),
        sa.Column("renewed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(link_hash) = 64", name="link_is_hashed"),
        sa.CheckConstraint("(match_id IS NULL) <> (book_id IS NULL)", name="of_a_match_or_of_a_book"),
    )
    op.create_table(
        "changes",
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("row_id", sa.Integer(), sa.ForeignKey("sheet_rows.id"), index=True),
        sa.Column("number", sa.Integer()),
        sa.Column("before", sa.JSON()),
        sa.Column("after", sa.JSON()),
        sa.Column("entered_at", sa.DateTime(timezone=True)),
        sa.Column("seat_id", sa.Integer(), sa.ForeignKey("seats.id"), nullable=False, index=True),
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("entry", sa.String(64), nullable=False),
        sa.Column("agreed_before", sa.JSON()),
        sa.Column("agreed_after", sa.JSON()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(row_id IS NULL) = (kind = 'ruled')", name="about_a_hand"),
        sa.CheckConstraint("(after IS NULL) = (kind IN ('removed', 'ruled'))", name="after"),
        sa.CheckConstraint("(agreed_after IS NULL) = (kind <> 'ruled')", name="agreed_after"),
        sa.CheckConstraint("(agreed_before IS NULL) = (kind <> 'ruled')", name="agreed_before"),
        sa.CheckConstraint("(before IS NULL) = (kind IN ('added', 'restored', 'ruled'))", name="before"),
        sa.CheckConstraint("length(entry) BETWEEN 1 AND 64", name="entry_is_an_id"),
        sa.CheckConstraint("(number IS NULL) = (kind = 'ruled')", name="hand_has_a_number"),
        sa.CheckConstraint(
            "kind IN ('added', 'corrected', 'removed', 'restored', 'ruled')", name="kind_is_known"
        ),
        sa.CheckConstraint("number >= 1", name="numbers_from_one"),
        sa.CheckConstraint("version >= 1", name="versions_from_one"),
        sa.UniqueConstraint("match_id", "entry"),
        sa.UniqueConstraint("match_id", "version"),
    )
    guard_history(op.get_bind())


def downgrade() -> None:
    unguard_history(op.get_bind())
    op.drop_table("changes")
    op.drop_table("renewed_links")
    op.drop_table("ratings")
    op.drop_table("places")
    op.drop_table("sheet_rows")
    op.drop_table("book_changes")
    op.drop_table("rated_books")
    op.drop_table("players")
    op.drop_table("seats")
    op.drop_table("matches")
    op.drop_table("deleted_players")
    op.drop_table("saved_rules")
    op.drop_table("books")
