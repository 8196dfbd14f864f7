"""What several pages need: seating, cards on the table, links, the history in words."""
