"""One hand: what was laid down, what is wrong with it, the best defence, and what it is worth."""
