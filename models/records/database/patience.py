"""Connections to PostgreSQL that wait so long and no longer, and say "saved" only of what is safe.

A commit that waits for a standby waits for ever: no time limit of PostgreSQL ends it, and one that somebody
cancels succeeds, with a warning. After both, nobody knows whether it is kept, and the form is sent again.
"""

from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen

T = TypeVar("T")


class PatientConnection(psycopg.Connection[Any]):
    """A connection that is closed once it has waited too long: as many seconds as it has patience."""

    patience: float | None = None
    """For an answer; None for as long as it takes."""
    commit_patience: float | None = 5
    """For a commit."""

    def commit(self) -> None:
        warnings: list[psycopg.errors.Diagnostic] = []
        before, self.patience = self.patience, self.commit_patience
        self.add_notice_handler(warnings.append)
        try:
            super().commit()
        finally:
            self.remove_notice_handler(warnings.append)
            self.patience = before
        if warnings:
            raise psycopg.OperationalError("committed with a warning: perhaps no standby has it")

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        try:
            return super().wait(gen, interval, timeout or self.patience)
        except psycopg.errors._WaitTimeout as error:
            self.close()
            raise psycopg.OperationalError("no answer in time") from error
