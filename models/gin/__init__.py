"""The rules of gin rummy."""
