"""ihatemoney, the nearest product: ``python -m benchmarks.ihatemoney PORT FOLDER BILLS`` in a venv of its
own.

It is served as Deadwood is, with one project of so many bills at /demo/. The cookie of a phone that may see
it is written to FOLDER/cookie.
"""

import logging
import signal
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace

from ihatemoney.models import Bill, Project, db
from ihatemoney.run import create_app

from views.server.waitress_server import make_server, stop


def main() -> None:
    """Serves it until stopped."""
    port, folder, bills = int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    settings = SimpleNamespace(
        SQLALCHEMY_DATABASE_URI=f"sqlite:///{folder / 'ihatemoney.sqlite'}",
        SECRET_KEY="for a benchmark",  # noqa: S106
        ACTIVATE_DEMO_PROJECT=True,
    )
    warnings.simplefilter("ignore")
    logging.disable(logging.INFO)
    app = create_app(settings, instance_path=str(folder))
    with app.app_context():
        share(bills)
    signed = app.session_interface.get_signing_serializer(app).dumps({"demo": True})
    (folder / "cookie").write_text(f"{app.config['SESSION_COOKIE_NAME']}={signed}")
    signal.signal(signal.SIGTERM, stop)
    make_server(app, "127.0.0.1", port).run()


def share(bills: int) -> None:
    """Its project for demonstrations, with so many bills."""
    project = Project.create_demo_project()
    people = list(project.members)
    for number in range(bills - len(project.get_bills().all())):
        bill = Bill(
            amount=20 + number,
            bill_type="Expense",
            original_currency=project.default_currency,
            owers=people,
            payer_id=people[number % 2].id,
            project_default_currency=project.default_currency,
            what=f"hand {number}",
        )
        db.session.add(bill)
    db.session.commit()


if __name__ == "__main__":
    main()
