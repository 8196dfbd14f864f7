"""The health check."""

from flask import Blueprint, Response
from sqlalchemy import text

from models.records.base import db

health = Blueprint("health", __name__)


@health.get("/health")
def show_health() -> Response:
    """Answers "ok" if the database works."""
    db.session.execute(text("SELECT 1"))
    return Response("ok", mimetype="text/plain", headers={"Cache-Control": "no-store"})
