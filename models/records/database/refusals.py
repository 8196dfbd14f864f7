"""Why a whole database is not backed up, restored or copied."""

from enum import StrEnum, auto


class Why(StrEnum):
    """Why a backup, a restoration or a copy is refused. Each is about a file or a database."""

    EXISTS = auto()
    """The file exists."""
    NO_BACKUP = auto()
    """The file is no backup, and no database of Deadwood."""
    DAMAGED = auto()
    """The file is damaged."""
    OTHER_KIND = auto()
    """The file was made from the other kind of database."""
    TOO_NEW = auto()
    """The file was made by a newer version."""
    TOO_OLD = auto()
    """The file is from before the first release."""
    NO_DATABASE = auto()
    """No database of Deadwood is there."""
    NO_ANSWER = auto()
    """The database does not answer, or refuses."""
    DAMAGED_DATABASE = auto()
    """The database is damaged."""
    NOT_CURRENT = auto()
    """The database has to be migrated first."""
    HAS_MATCHES = auto()
    """The database has something that would be lost."""
    NOT_EMPTY = auto()
    """The database to copy into has something in it."""
    IN_USE = auto()
    """A server is using the database."""
    DIFFERENT = auto()
    """The copy is not equal to the database."""


class RefusedError(Exception):
    """Raised if a backup, a restoration or a copy is refused. Nothing was changed."""

    def __init__(self, why: Why, what: object, reason: str = "") -> None:
        self.why = why
        self.what = str(what)
        """The file, or the URL of the database without its password."""
        self.reason = reason
        """What the database says about it."""
        super().__init__(f"{why}: {what}")
