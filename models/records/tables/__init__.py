"""The tables, and what their columns hold."""
