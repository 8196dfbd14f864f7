"""The house rules as data: what a table plays, the named sets of rules, and who sits where."""
