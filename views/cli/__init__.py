"""The commands: serve, score, judge, audit."""
