"""The results of two players against each other, in an index: a page reads thousands of them in order."""

from alembic import op

revision = "0018"
down_revision = "0016"
branch_labels = None
depends_on = None

OF_PAIR = ["player_id", "opponent_id", "played_on", "match_id"]
BEFORE = "ix_match_statistics_player_id_opponent_id_played_on_match_id"
NOW = "ix_match_statistics_results_of_pair"


def upgrade() -> None:
    """The new index has the results too."""
    op.create_index(NOW, "match_statistics", [*OF_PAIR, "matches", "matches_won"])
    op.drop_index(BEFORE, "match_statistics")


def downgrade() -> None:
    """Goes back to the index without results."""
    op.create_index(BEFORE, "match_statistics", OF_PAIR)
    op.drop_index(NOW, "match_statistics")
