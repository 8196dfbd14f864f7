"""The pages of a match: start one, its score sheet, the list of matches, the scoreboard, the upcard."""
