"""What changes a match: each form is written once, and what follows from it with it."""
