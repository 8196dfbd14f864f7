"""Whether Deadwood is up."""

from flask import Blueprint, Response
from sqlalchemy import text

from models.records.base import db

health = Blueprint("health", __name__)


@health.get("/health")
def show_health() -> Response:
    """Says "ok" if the database answers."""
    db.session.execute(text("SELECT 1"))
    return Response("ok", mimetype="text/plain", headers={"Cache-Control": "no-store"})
