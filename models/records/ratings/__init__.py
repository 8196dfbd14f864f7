"""Ratings of the players of a book."""
