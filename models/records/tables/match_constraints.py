"""What the table of matches refuses, and its indexes for the pages of books."""

from sqlalchemy import CheckConstraint, Index, text


def _in_books(name: str, *columns: str) -> Index:
    """An index for the pages of books. Matches in no book are not in it."""
    where = text(f"{columns[0]} IS NOT NULL")
    return Index(f"ix_matches_{name}", *columns, sqlite_where=where, postgresql_where=where)


CHECKS = (
    CheckConstraint("seating IN ('two', 'three', 'partnership')", name="seating_is_known"),
    CheckConstraint("(total_2 IS NULL) = (seating <> 'three')", name="third_side_at_the_table"),
    CheckConstraint(
        "first_dealer IN (0, 1) OR first_dealer = 2 AND seating = 'three'",
        name="first_dealer_plays_in_the_match",
    ),
    CheckConstraint("hands_played >= 0", name="hands_from_nought"),
    CheckConstraint("winner IN (0, 1) OR winner = 2 AND seating = 'three'", name="winner_plays_in_the_match"),
    CheckConstraint("length(upcard) = 2", name="upcard_is_one_card"),
)

INDEXES = (
    _in_books("by_day", "book_id", "played_on", "id"),
    _in_books("in_order", "book_id", "played_on", "created_at", "document_id", "id"),
    _in_books("by_state", "book_id", "match_over", "played_on", "id"),
    _in_books("by_rules", "book_id", "preset", "rules_name", "played_on", "id"),
)
