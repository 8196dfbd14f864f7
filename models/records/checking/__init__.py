"""The audit: what the database says, compared with the sheets; and what it can repair."""
