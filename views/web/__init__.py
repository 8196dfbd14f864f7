"""What every page needs of the web: security, caching, errors, languages, static files."""
