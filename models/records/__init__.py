"""Persistence: the facts of matches, in database tables."""
