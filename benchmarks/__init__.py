"""Races of the engine against those that others wrote."""
