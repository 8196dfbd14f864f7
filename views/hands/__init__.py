"""The pages of a hand: enter it, preview it, correct it, check it by its cards, look at it."""
