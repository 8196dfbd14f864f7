"""The game (`gin`), and what is stored of it (`records`)."""
