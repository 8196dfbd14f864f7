"""The score sheet: hands and extra lines in order become games, bonuses and a match."""
