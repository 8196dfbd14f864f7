"""The page to compare with: what the same hands cost in bare Flask, with one query and one template.

``python -m benchmarks.bare PORT DATABASE_URL`` serves it as Deadwood is served.
"""

import signal
import sys

from flask import Flask, render_template
from flask_sqlalchemy import SQLAlchemy
from jinja2 import DictLoader
from sqlalchemy import select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from views.server.waitress_server import make_server, stop

PAGE = """<!doctype html>
<html lang="en">
<title>Hands</title>
<h1>Hands</h1>
<table>
{% for hand in hands %}
<tr><td>{{ hand.position }}</td><td>{{ hand.knocker }}</td><td>{{ hand.ending }}</td>
<td>{{ hand.knocker_deadwood }}</td><td>{{ hand.defender_deadwood }}</td></tr>
{% endfor %}
</table>
</html>
"""


class Base(DeclarativeBase):
    """The base class of the records."""


class Hand(Base):
    """A hand, as in Deadwood's table."""

    __tablename__ = "sheet_rows"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int]
    position: Mapped[int]
    knocker: Mapped[int | None]
    ending: Mapped[str | None]
    knocker_deadwood: Mapped[int | None]
    defender_deadwood: Mapped[int | None]


def create_bare(url: str) -> Flask:
    """As in the documentation of both libraries: no hooks, no session, no forms."""
    app = Flask("bare", static_folder=None)
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.jinja_options = {"loader": DictLoader({"hands.html": PAGE})}
    db = SQLAlchemy(app, model_class=Base)

    @app.get("/<int:match_id>")
    def show(match_id: int) -> str:
        hands = db.session.scalars(select(Hand).where(Hand.match_id == match_id).order_by(Hand.position))
        return render_template("hands.html", hands=hands)

    return app


def main() -> None:
    """Serves it until stopped."""
    port, url = sys.argv[1:]
    signal.signal(signal.SIGTERM, stop)
    make_server(create_bare(url), "127.0.0.1", int(port)).run()


if __name__ == "__main__":
    main()
