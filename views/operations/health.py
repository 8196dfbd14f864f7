"""Health checks: ``/health`` for the process, ``/ready`` for a load balancer."""

import time
from dataclasses import dataclass, field
from threading import Lock

from flask import Blueprint, Response, current_app
from flask.sansio.blueprints import BlueprintSetupState

from models.records.database import schema

health = Blueprint("health", __name__)

AGAIN_AFTER = 2
"""Seconds for which an answer is repeated: each check writes to the disk, and anybody can ask for it."""

EXTENSION = "ready"


@dataclass
class LastCheck:
    """The last answer of ``/ready``."""

    problem: str = "not checked yet"
    at: float = -AGAIN_AFTER
    lock: Lock = field(default_factory=Lock)

    def current_problem(self) -> str:
        """Why this process can't save matches; empty if it can.

        While another request is checking, it is the answer before: a check may wait for a lock, and must not
        occupy more than one thread.
        """
        if self.lock.acquire(blocking=False):
            try:
                self._check_again()
            finally:
                self.lock.release()
        return self.problem

    def _check_again(self) -> None:
        if time.monotonic() >= self.at + AGAIN_AFTER:
            self.problem = schema.problem()
            self.at = time.monotonic()


@health.get("/health")
def show_health() -> Response:
    """Answers "ok" as long as the process answers."""
    return _plain("ok", 200)


@health.get("/ready")
def show_ready() -> Response:
    """Answers "ready" if a hand could be saved in the database at its address, else 503 and why not."""
    check: LastCheck = current_app.extensions[EXTENSION]
    problem = check.current_problem()
    return _plain(f"not ready: {problem}", 503) if problem else _plain("ready", 200)


def _plain(text: str, status: int) -> Response:
    return Response(text, status, {"Cache-Control": "no-store"}, "text/plain")


@health.record_once
def remember_last_check(state: BlueprintSetupState) -> None:
    """Each application remembers its own."""
    state.app.extensions[EXTENSION] = LastCheck()
