"""The layouts of paper: each recognises a table and reads it into days, people and points."""
