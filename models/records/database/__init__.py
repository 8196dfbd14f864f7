"""The database itself: SQLite and PostgreSQL, sessions, migrations."""
