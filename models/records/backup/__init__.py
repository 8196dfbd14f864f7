"""Whole databases: backed up into one file, restored from it, and copied into another database."""
