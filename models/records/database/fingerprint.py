"""Which secret key a PostgreSQL is used with, so that no machine signs and links with another one."""

from sqlalchemy import text
from werkzeug.security import check_password_hash, generate_password_hash

from models.records.database.base import db, once

ADD = "INSERT INTO key_fingerprint VALUES (1, :made) ON CONFLICT (id) DO "
REPLACE = "UPDATE SET fingerprint = excluded.fingerprint"


def is_known() -> bool:
    """Whether it is known which key the current database is used with: not after an upgrade or a restore."""
    if db.engine.dialect.name != "postgresql":
        return True
    return bool(once(lambda: db.session.scalar(text("SELECT count(*) FROM key_fingerprint"))))


def fits(key: str, *, replaces: bool = False) -> bool:
    """Whether the current database is used with *key*.

    From now on it is, if it was used with none before, or if *key* *replaces* that. The database keeps a
    salted hash, from which nobody finds the key. SQLite has its key beside it.
    """
    if db.engine.dialect.name != "postgresql":
        return True

    def known() -> str:
        values = {"made": generate_password_hash(key)}
        db.session.execute(text(ADD + (REPLACE if replaces else "NOTHING")), values)
        return str(db.session.scalar(text("SELECT fingerprint FROM key_fingerprint")))

    return check_password_hash(once(known), key)
