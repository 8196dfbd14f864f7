"""The program that the wheel installs, ``deadwood-gin``: the commands of ``flask --app app``.

All modules are imported by their names in a checkout. In the wheel their folder is a package of its own, so
that none of them hides a module of somebody else, and only this script puts it on the path.
"""

import os
import sys
from pathlib import Path

import click
from flask.cli import FlaskGroup
from platformdirs import user_data_dir

NAME = "deadwood-gin"

HELP = """Deadwood, the score sheet for gin rummy with real cards.

Without a command, it starts on port 8000, for this computer and phones on the same network.
"""


def main() -> None:
    """Runs a command. Matches are in the user's data folder, which no installer throws away."""
    sys.path.insert(0, str(Path(__file__).parent))
    from app import create_app

    os.environ["INSTANCE_PATH"] = os.environ.get("INSTANCE_PATH") or user_data_dir(NAME, appauthor=False)
    group = FlaskGroup(create_app=create_app, load_dotenv=False, help=HELP)
    group.params.clear()  # Flask's own: another app, another file of settings, the version of Flask
    click.version_option(package_name=NAME, message="Deadwood %(version)s")(group)
    group.main(sys.argv[1:] or ["serve"], prog_name=NAME)
