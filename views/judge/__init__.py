"""The judge: any cards, by any rules."""
