"""Ratings: the ranking of a book, and the rating of a player over time."""
