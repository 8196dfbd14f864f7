"""All commands of `flask --app app`. A phone has none, and never imports the web server."""

import click
from flask import Flask

from views.cli.databases import (
    audit_command,
    backup_command,
    copy_database_command,
    expire_command,
    restore_command,
)
from views.cli.files import export_command, import_command, look_after_command
from views.cli.licences import licences_command
from views.cli.score_and_judge import judge_command, score_command
from views.cli.serve import serve, upgrade

COMMANDS: tuple[click.Command, ...] = (
    serve,
    upgrade,
    score_command,
    judge_command,
    audit_command,
    backup_command,
    restore_command,
    copy_database_command,
    expire_command,
    export_command,
    import_command,
    look_after_command,
    licences_command,
)


def init_app(app: Flask) -> None:
    for command in COMMANDS:
        app.cli.add_command(command)
