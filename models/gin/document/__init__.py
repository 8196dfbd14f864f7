"""The match document: one match as JSON, written and read."""
