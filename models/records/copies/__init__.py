"""The database as a whole: backed up, restored, copied, moved."""
