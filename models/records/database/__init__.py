"""The database as a whole: SQLite and PostgreSQL, migrations, the audit, backups."""
