"""Cards: how they are written, what a set and a run are, and cards as bits of one integer."""
