"""The statistics of a book: of everybody, of a player, of two, and the hands behind each figure."""
