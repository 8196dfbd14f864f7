"""What all machines on one PostgreSQL share beside the matches.

Counts of visitors and files that wait to be imported need not survive a crash, and have no copy on a standby.
The fingerprint of the secret key does. Beside SQLite, all of this is in files.
"""

from alembic import op

revision = "1004"
down_revision = "1003"
branch_labels = None
depends_on = None

MADE = """
CREATE UNLOGGED TABLE counters (
    name TEXT, source TEXT, ends DOUBLE PRECISION NOT NULL, count BIGINT NOT NULL, PRIMARY KEY (name, source)
);
CREATE INDEX ON counters (ends);
CREATE UNLOGGED TABLE waiting_files (
    id TEXT PRIMARY KEY, whose TEXT NOT NULL, source TEXT NOT NULL, about TEXT NOT NULL, packed BYTEA,
    address TEXT, kept_at DOUBLE PRECISION NOT NULL
);
CREATE TABLE key_fingerprint (id INTEGER PRIMARY KEY CHECK (id = 1), fingerprint TEXT NOT NULL)
"""


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(MADE)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TABLE key_fingerprint, waiting_files, counters")
