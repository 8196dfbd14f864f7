"""Charts as numbers: what is drawn where. A template draws them."""
