"""The pages of house rules: look at them, make your own, change those of a match."""
