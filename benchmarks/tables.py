"""A database to measure pages with: a match of thirty hands that is looked at, and others around it."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import Connection, Table, select, text

from app import create_app
from models.gin.hand.declaration import Count, Ending
from models.gin.hand.scoring import Hand
from models.gin.rules.presets import PRESETS
from models.records.database.base import db, start_writing
from models.records.database.schema import upgrade
from models.records.saving.hand_writes import add_hand
from models.records.saving.pipeline import Entry, new_entry_id
from models.records.saving.starting import start_match
from models.records.tables.match import Match
from models.records.tables.place import PLACES
from models.records.tables.shared import Link, hashed, new_seed, token, watch_token
from models.records.tables.sheet_row import SheetRow
from views.web import access

SECRET = "for a benchmark"  # noqa: S105
DEVICE = "the phone on the table"
CSRF = "f" * 40
HANDS = 30
HANDS_OF_OTHERS = 20

RANDOM = {"watch_hash": 64, "score_hash": 64, "begun_with": 64, "watch_seed": 32, "score_seed": 32}
"""The columns of a match that no two have in common, and how long they are."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A match, and the phone that plays in it."""

    match_id: int
    path: str
    cookie: str
    csrf: str


def seat(folder: Path) -> Seated:
    """A new database in *folder* with the match that is looked at."""
    app = create_app({"INSTANCE_PATH": str(folder), "SECRET_KEY": SECRET})
    with app.app_context():
        upgrade()
        match = start_match(
            ("Ann", "Bob"),
            PRESETS["pagat"].but(target=10_000),
            preset="pagat",
            first_dealer=0,
            device=DEVICE,
            entry=new_entry_id(),
        )
        for number in range(HANDS):
            hand = Hand(number % 2, Count(Ending.KNOCK, knocker=5, defender=20 + number))
            add_hand(match, hand, Entry(new_entry_id(), match.version, DEVICE))
        seated = Seated(match.id, f"/m/{watch_token(match)}", cookie(app), form_token())
        db.engine.dispose()
    return seated


def cookie(app: Flask) -> str:
    """What the phone that plays sends along."""
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    today = datetime.now(UTC).date().isoformat()
    signed = serializer.dumps({access.DEVICE: DEVICE, access.PLAYED: today, "csrf_token": CSRF})
    return f"{app.config['SESSION_COOKIE_NAME']}={signed}"


def form_token() -> str:
    """What its forms send along."""
    return str(URLSafeTimedSerializer(SECRET, salt="wtf-csrf-token").dumps(CSRF))


def copies(folder: Path, seated: Seated, matches: int) -> list[Seated]:
    """Adds *matches* with as many hands as the first, in which the same phone plays."""
    fill(folder, matches, HANDS)
    found = []
    app = create_app({"INSTANCE_PATH": str(folder), "SECRET_KEY": SECRET})
    with app.app_context():
        start_writing()
        for match in db.session.scalars(select(Match).where(Match.id > seated.match_id)):
            match.watch_seed = new_seed()
            match.watch_hash = hashed(token(Link.VIEWING, match.watch_seed))
            match.seats[0].device_hash = hashed(DEVICE)
            found.append(replace(seated, match_id=match.id, path=f"/m/{watch_token(match)}"))
        db.session.commit()
        db.engine.dispose()
    return found


def fill(folder: Path, matches: int, hands: int = HANDS_OF_OTHERS) -> None:
    """Adds *matches* others of so many *hands*, each with a seat, as like to the first as can be.

    Only the points differ, so that no sheet is one that was computed for another match.
    """
    app = create_app({"INSTANCE_PATH": str(folder), "SECRET_KEY": SECRET})
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("CREATE TEMPORARY TABLE others (number INTEGER PRIMARY KEY)"))
        connection.execute(
            text(
                "WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < :most)"
                " INSERT INTO others SELECT n FROM counted"
            ),
            {"most": matches},
        )
        copy(connection, Match.__table__, {name: f"printf('%0{n}d', number)" for name, n in RANDOM.items()})
        played = {
            "match_id": "1 + number",
            "defender_deadwood": "20 + (kept.defender_deadwood + number) % 60",
        }
        copy(connection, SheetRow.__table__, played, f"position <= {hands}")
        copy(connection, PLACES, {"match_id": "1 + number"})
        seats = db.metadata.tables["seats"]
        copy(connection, seats, {"match_id": "1 + number", "device_hash": "printf('%064d', number)"})
    with app.app_context():
        with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("ANALYZE"))
        db.engine.dispose()


def copy(connection: Connection, table: Table, changed: dict[str, str], which: str = "1") -> None:
    """Copies what the first match has in *table* once for each of the others, with *changed* columns."""
    names = [column.name for column in table.columns if column.name != "id"]
    values = ", ".join(changed.get(name, f"kept.{name}") for name in names)
    own = "id" if table.name == "matches" else "match_id"
    connection.execute(
        text(
            f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {values}"  # noqa: S608
            f" FROM others, (SELECT * FROM {table.name} WHERE {own} = 1) AS kept WHERE {which}"
        )
    )
