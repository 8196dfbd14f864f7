"""What a sheet counts for lists: statistics of players, and who won each game."""
