"""Matches and books as files: written, checked, imported."""
