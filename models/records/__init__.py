"""What is kept: facts, in tables."""
