"""Penalties, adjustments and opening scores."""
