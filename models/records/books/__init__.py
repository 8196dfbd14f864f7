"""Books: their players, their matches, who may score in them."""
