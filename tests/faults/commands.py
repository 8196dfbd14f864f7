"""Commands for whole databases, and what is in the files that they write."""

import re
import sqlite3
import subprocess
from collections import Counter
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner, Result
from flask.cli import FlaskGroup

from app import create_app
from tests.faults.servers import SECRET
from tests.views.cli import test_starting


def environment(folder: Path, url: str) -> dict[str, str]:
    """The environment of a command for the database at *url*."""
    return test_starting.environment(folder, 8000) | {"DATABASE_URL": url, "SECRET_KEY": SECRET}


def flask(folder: Path, url: str, *arguments: object) -> Result:
    group = FlaskGroup(create_app=create_app)
    return CliRunner(env=environment(folder, url)).invoke(group, list(map(str, arguments)))


def hands_in(file: Path) -> list[int]:
    """How many hands each match has in a backup, in the order in which the matches were started."""
    with file.open("rb") as opened:
        if opened.read(5) == b"PGDMP":
            return hands_in_archive(file)
    with closing(sqlite3.connect(file)) as connection:
        counted = connection.execute(
            "SELECT (SELECT count(*) FROM sheet_rows WHERE match_id = matches.id) FROM matches ORDER BY id"
        )
        return [hands for (hands,) in counted]


def hands_in_archive(file: Path) -> list[int]:
    """How many hands each match has in a backup of PostgreSQL."""
    command = ["pg_restore", "--data-only", "--table=matches", "--table=sheet_rows", "--file=-", str(file)]
    written = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = {
        table: [dict(zip(columns.split(", "), row.split("\t"), strict=True)) for row in rows.split("\n")[:-1]]
        for table, columns, rows in re.findall(
            r"^COPY public\.(\w+) \(([^)]*)\) FROM stdin;\n(.*?)^\\\.$", written, re.M | re.S
        )
    }
    counted = Counter(row["match_id"] for row in found["sheet_rows"])
    return [counted[row["id"]] for row in sorted(found["matches"], key=lambda row: int(row["id"]))]
