"""The score sheet: hands and other lines in order become games, bonuses and a match."""
