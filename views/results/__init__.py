"""The result of a match, to share: a page, and a picture."""
