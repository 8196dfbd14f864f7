"""What the table of matches refuses, and its indexes for the pages of books."""

from sqlalchemy import CheckConstraint, Index, text

PLAYERS = ("player_0", "player_1", "player_2", "player_3")
"""The columns with the players of a book."""

RESULT = ("match_over", "winner", "seating", "player_0", "player_1")
"""What an index has of a result, so that matches are counted without being read."""


def _in_books(name: str, *columns: str) -> Index:
    """An index for the pages of books, of each column once. Matches in no book are not in it."""
    where = text(f"{columns[0]} IS NOT NULL")
    return Index(f"ix_matches_{name}", *dict.fromkeys(columns), sqlite_where=where, postgresql_where=where)


CHECKS = (
    CheckConstraint("length(watch_hash) = 64", name="watching_link_is_hashed"),
    CheckConstraint("length(score_hash) = 64", name="scoring_link_is_hashed"),
    *(
        CheckConstraint(f"length(name_{place}) BETWEEN 1 AND 40", name=f"{ordinal}_player_has_a_name")
        for place, ordinal in enumerate(("first", "second", "third", "fourth"))
    ),
    CheckConstraint(
        "name_0 <> name_1 AND name_2 NOT IN (name_0, name_1) AND name_3 NOT IN (name_0, name_1, name_2)",
        name="names_differ",
    ),
    CheckConstraint("seating IN ('two', 'three', 'partnership')", name="seating_is_known"),
    CheckConstraint("(name_2 IS NULL) = (seating = 'two')", name="third_player_at_the_table"),
    CheckConstraint("(name_3 IS NULL) = (seating <> 'partnership')", name="fourth_player_at_the_table"),
    CheckConstraint("(total_2 IS NULL) = (seating <> 'three')", name="third_side_at_the_table"),
    CheckConstraint(
        "first_dealer IN (0, 1) OR first_dealer = 2 AND seating = 'three'",
        name="first_dealer_plays_in_the_match",
    ),
    CheckConstraint("version >= 0", name="versions_from_nought"),
    CheckConstraint("hands_played >= 0", name="hands_from_nought"),
    CheckConstraint("winner IN (0, 1) OR winner = 2 AND seating = 'three'", name="winner_plays_in_the_match"),
    CheckConstraint("length(upcard) = 2", name="upcard_is_one_card"),
    CheckConstraint("length(document_id) = 32", name="document_has_an_id"),
    CheckConstraint(
        "book_id IS NOT NULL OR COALESCE(player_0, player_1, player_2, player_3) IS NULL",
        name="players_of_a_book",
    ),
    CheckConstraint(
        "player_0 <> player_1 AND player_2 NOT IN (player_0, player_1)"
        " AND player_3 NOT IN (player_0, player_1, player_2)",
        name="players_differ",
    ),
    CheckConstraint(
        "(player_2 IS NULL OR name_2 IS NOT NULL) AND (player_3 IS NULL OR name_3 IS NOT NULL)",
        name="players_are_seated",
    ),
)

INDEXES = (
    _in_books("by_day", "book_id", "played_on", "id"),
    _in_books("in_order", "book_id", "played_on", "created_at", "document_id", "id"),
    _in_books("by_state", "book_id", "match_over", "played_on", "id"),
    _in_books("by_rules", "book_id", "house", "house_name", "played_on", "id"),
    *(_in_books(f"results_of_{player}", "book_id", player, *RESULT) for player in PLAYERS),
    *(_in_books(f"by_{player}", player, "played_on", "id") for player in PLAYERS),
)
