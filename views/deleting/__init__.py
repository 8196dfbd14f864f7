"""Delete a match, and remove the name of a person."""
