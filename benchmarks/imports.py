"""How much processor time hostile and large imports take: ``python -m benchmarks.imports``.

Each body is sent to ``POST /import`` of the real application, as a file; names after the command choose some.
It prints the ten slowest, each with its part of what it may take: one second for 240 KB, five for 8 MB. Then
books are imported; for each it prints the longest time for which others had to wait who save a hand.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from time import perf_counter, process_time
from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Connection, event

from app import create_app
from models.records.database import schema, sqlite
from models.records.database.base import db
from tests.views.browser import Page

SMALL, LARGE = 239_000, 7_990_000
"""Bytes: as much as a table or a match may have, and a book."""

MAY_TAKE = {SMALL: 1.0, LARGE: 5.0}
"""Seconds."""

MAY_WAIT = 1.0
"""Seconds for which somebody who saves a hand may wait, where nothing else keeps the processor busy."""

SHOWN = 10

COUNT = '{"knocker":0,"outcome":"knock","deadwood":{"knocker":8,"defender":20}}'
EXPORTED = '{"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 8, "defender": 20}}'
POINTS = '{"winner":0,"points":25}'
DEAD = '{"outcome":"dead"}'
CARDS = (
    '{"knocker":0,"laid":{"knocker":{"melds":["2S 2H 2D","5S 6S 7S 8S"],"unmatched":"AC AD AH"},'
    '"defender":{"melds":["KS KH KD"],"unmatched":"2C 3C 4C 9S 9H 9D 7C","layoffs":[]}}}'
)
MIXED = (
    '{"knocker":0,"laid":{"knocker":{"melds":["AS AH AD","2S 2H 2D","3S 3H 3D"],"unmatched":"AC"},'
    '"defender":{"melds":["4S 4H 4D"],"unmatched":"4C 5S 5H 5D 6S 6H 6D","layoffs":[]}}}'
)
UNSEEN = "\u0315\u0300"
"""Two marks that Unicode sorts, which takes time with the square of a run of them."""


class Body(NamedTuple):
    """What is sent."""

    name: str
    text: str
    size: int = SMALL


def filled(start: str, unit: str, end: str = "", size: int = SMALL) -> str:
    """*unit* again and again, up to *size* bytes."""
    return start + unit * ((size - len((start + end).encode())) // len(unit.encode())) + end


def listed(start: str, units: Iterator[str], end: str, size: int) -> str:
    """As many of *units* as fit, with commas between."""
    found, left = list[str](), size - len(start) - len(end)
    for unit in units:
        left -= len(unit) + 1
        if left < 0:
            break
        found.append(unit)
    return start + ",".join(found) + end


def numbers() -> Iterator[int]:
    """Numbers from nought."""
    number = 0
    while True:
        yield number
        number += 1


def match(hands: str, **fields: Any) -> str:
    """A match document with these hands."""
    written = {"format": "gin-match/1", "players": ["Ann", "Bob"], "rules": "pagat"} | fields
    return json.dumps(written, separators=(",", ":"))[:-1] + f',"hands":[{hands}]}}'


HEAD = '"format":"gin-book/1","id":"' + "0" * 32 + '"'
TWO = f'"players":[{{"id":"{"1" * 32}","name":"Ann"}},{{"id":"{"2" * 32}","name":"Bob"}}]'


def book(entry: Callable[[int], str], size: int = LARGE, most: int = 10**9) -> str:
    """A book with as many matches as fit."""
    entries = (entry(nth) for nth in range(most))
    return listed(f'{{{HEAD},{TWO},"matches":[', entries, "]}", size)


def of(hand: str, times: int, **fields: Any) -> Callable[[int], str]:
    """A match of a book with so many equal hands."""
    start = match(",".join([hand] * times), **({"id": "%032x"} | fields)).replace("%032x", "{}", 1)
    before, _, after = start.partition("{}")
    return lambda nth: f'{{"players":[0,1],"match":{before}{nth:032x}{after}}}'


def tables() -> Iterator[Body]:
    """Tables of points."""
    head = "Date;Ann;Bob\n"
    yield Body("a cell of 12,000 spaces", f"{head}1{' ' * 12_000}x;2;3\n")
    yield Body("a cell of spaces", filled(f"{head}1", " ", "x;2;3\n"))
    yield Body("38,000 wrong rows", filled(head + "1.2.2003;25;3\n" * 150, "x;x;y\n"))
    yield Body("wrong points", filled(head + "1.2.2003;25;3\n" * 150, "1.2.2003;x;y\n"))
    yield Body("a quote that is never closed", filled(f'{head}1.2.2003;"', "1;2\n"))
    yield Body("many quotes", filled(head, '"1";""2""\n'))
    yield Body("a number in each line", filled("", "1\n"))
    yield Body("nothing but separators", filled("", ";,|\t"))
    yield Body("columns", filled("", "1;" * 30 + "\n"))
    days = (f"{1 + nth % 28}.{1 + nth // 28 % 12}.{1900 + nth // 336}" for nth in range(40_000))
    yield Body(
        "a day in each line", listed(head, (f"\n{day};25;" for day in days), "", SMALL).replace(",", "")
    )
    games = (f"\n{1 + nth % 28}.{1 + nth // 28 % 12}.20{nth // 336 % 20:02};105;62" for nth in range(500))
    yield Body("500 games", head.strip() + "".join(games) + "\n")
    yield Body(
        "10,000 hands",
        head
        + "1.2.2003;25;\n1.2.2003;;30\n" * 200
        + "".join(f"{1 + nth % 28}.{1 + nth // 28 % 12}.20{nth // 336:02};2;\n" for nth in range(9_600)),
    )
    yield Body("hands without days", filled("Ann;Bob\n", "25;\n"))
    names = (f"\n1.2.03;N{nth};5" for nth in numbers())
    yield Body("a winner in each line", listed("Date;Winner;Points", names, "", SMALL).replace(",", ""))
    yield Body("marks in names", filled("Date;Winner;Points\n", f"1.2.03;A{UNSEEN * 18};5\n"))
    many = ";".join(f"N{nth}" for nth in range(60))
    yield Body("60 players", filled(f"Date;{many}\n", "1.2.2003" + ";7" * 60 + "\n"))
    sums = (f"\n1.2.2003;{nth};{nth + 1};{2 * nth + 1}" + ";8" * 57 for nth in numbers())
    yield Body("60 players and sums", listed(f"Date;{many}", sums, "", SMALL).replace(",", ""))
    rows = "".join(f"N{nth}" + ";7" * 60 + "\n" for nth in range(60))
    yield Body("a matrix", filled(f"x;{many}\n{rows}", "N1" + ";7" * 60 + "\n"))
    hands = ";".join(map(str, range(1, 62)))
    downs = (f"\nN{nth}" + ";7" * 61 for nth in numbers())
    yield Body("players down", listed(f"Player;{hands}", downs, "", SMALL).replace(",", ""))
    pairs = (f"\n1.2.2003;A{nth};25;B{nth};7" for nth in numbers())
    yield Body("pairs", listed("Date;Player A;Score A;Player B;Score B", pairs, "", SMALL).replace(",", ""))
    lines = (f"\n{nth // 2};N{nth};25" for nth in numbers())
    yield Body("a line for each player", listed("Game;Player;Score", lines, "", SMALL).replace(",", ""))
    sofar = (f"\n{nth};{nth}" for nth in range(11_000))
    yield Body("totals so far", "Ann;Bob" + "".join(sofar) + "\n")
    yield Body("words of days", filled(head, "mar. 5 janv. 2021 x;25;\n"))
    yield Body("words before days", filled(head, f"{'on ' * 20}Tuesday the 5 Jan 2021;;\n"))
    yield Body("lines in words", filled("", "5 Jan 2021: Ann 105, Bob 62\n"))
    yield Body("lines almost in words", filled("5 Jan 2021: Ann 1, Bob 2\n" * 60, "a1 " * 25 + "x\n"))
    yield Body("days in three columns", filled("Year;Month;Day;Ann;Bob\n", "2021;Jan;5;25;0\n"))
    yield Body("two names in a cell", filled("Date;Match;Score\n", "1.2.2003;Ann - Bob;25:0\n"))
    yield Body("headings", filled("", "running total points hand " * 3 + ";", "\n1;2\n"))
    yield Body("times", filled(f"{head}1.2.2003 ", "12:30:00.0 ", ";1;2\n"))


def documents() -> Iterator[Body]:
    """Matches, exports of BG Stats, and what looks like them."""
    yield Body("a match by deadwood", match(",".join([COUNT] * 500)))
    yield Body("a match by cards", match(",".join([CARDS] * 500)))
    yield Body("a match by points", match(",".join([POINTS] * 500)))
    yield Body("dead hands", match(",".join([DEAD] * 10_000)))
    yield Body("too many hands", filled(match("")[:-2] + "0", "," + POINTS, "]}"))
    yield Body("hands that are wrong", filled(match("")[:-2] + "0", ",{}", "]}"))
    for name, unit in (("spaces", " "), ("hyphens", "- "), ("cards", "AS"), ("marks", UNSEEN)):
        text = filled("", unit, "", SMALL - 1000)
        yield Body(f"a card of {name}", match(CARDS.replace("AC AD AH", text)))
        yield Body(f"a name of {name}", match("", players=["Ann", text[: SMALL // 8]])[:SMALL])
        words = filled("", unit, "", 190)
        yield Body(f"cards of {name}", match(",".join([CARDS.replace("AC AD AH", words)] * 500)))
    yield Body("melds", match(CARDS.replace('"2S 2H 2D"', filled("", '"2S 2H 2D",', '"2S"', SMALL - 1000))))
    yield Body(
        "lay-offs", match(CARDS.replace('"layoffs":[', filled('"layoffs":[1', ",1", ",", SMALL - 1000)))
    )
    yield Body("fields", filled(match("")[:-1], ',"x":1', "}"))
    fields = (f'"{nth}":1' for nth in numbers())
    yield Body("unknown fields", listed(match("")[:-1] + ",", fields, "}", SMALL))
    yield Body("rules", match("", rules={"preset": "pagat", "column_targets": "1 " * 100_000}))
    yield Body("lists in lists", filled("", "["))
    yield Body("digits", filled('{"format":"gin-match/1","hands":[', "9" * 4_300 + ",", "1]}"))
    scores = '"playerScores":[{"playerRefId":1,"score":"5"},{"playerRefId":2}]'
    play = f'{{"gameRefId":1,"playDate":"2020-01-01",{scores}}}'
    people = '"players":[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}]'
    stats = f'{{"games":[{{"id":1,"name":"Gin Rummy"}}],{people},"plays":['
    yield Body("plays", listed(stats, (play for _nth in range(500)), "]}", SMALL))
    yield Body("too many plays", listed(stats, iter([play] * 5_000), "]}", SMALL))
    wrong = play.replace("2020-01-01", "9999-01-01")
    yield Body("wrong plays", listed(stats, iter([wrong] * 5_000), "]}", SMALL))
    for hand, name in ((COUNT, "deadwood"), (CARDS, "cards"), (POINTS, "points")):
        yield Body(f"a small book by {name}", book(of(hand, 20), SMALL))


def books() -> Iterator[Body]:
    """Files of books, as large as they may be."""
    yield Body("3,700 matches of 20 hands", book(of(EXPORTED, 20), most=3_700), LARGE)
    yield Body("3,200 matches of 23 hands", book(of(COUNT, 23), most=3_200), LARGE)
    yield Body("8,000 matches of 9 hands", book(of(COUNT, 9), most=8_000), LARGE)
    yield Body("8,000 empty matches", book(of("", 0), most=8_000), LARGE)
    yield Body("50,000 empty matches", book(of("", 0)), LARGE)
    yield Body("75,000 hands by points", book(of(POINTS, 20), most=3_750), LARGE)
    yield Body("150 matches of 500 hands by points", book(of(POINTS, 500), most=150), LARGE)
    yield Body("hands by cards", book(of(CARDS, 20)), LARGE)
    yield Body("hands by cards, nasty", book(of(MIXED, 20)), LARGE)
    yield Body("75,000 dead hands", book(of(DEAD, 500), most=150), LARGE)
    yield Body("Hollywood", book(of(COUNT, 20, rules="hollywood"), most=3_700), LARGE)
    yield Body("wrong hands", book(of("{}", 500)), LARGE)
    yield Body("spaces", filled(f"{{{HEAD}", " ", "}", LARGE), LARGE)
    yield Body("a string", filled(f'{{{HEAD},"name":"', UNSEEN, '"}', 4_900_000), LARGE)
    yield Body("a string that never ends", filled(f'{{{HEAD},"name":"', "x", "", LARGE), LARGE)
    yield Body("lists in lists", filled(f'{{{HEAD},"name":', "[", "", LARGE), LARGE)
    fields = (f'"{nth}":1' for nth in numbers())
    yield Body("fields", listed(f"{{{HEAD},", fields, "}", LARGE), LARGE)
    people = (f'{{"id":"{nth:032x}","name":"{UNSEEN * 18}{nth}"}}' for nth in numbers())
    yield Body("players", listed(f'{{{HEAD},"matches":[],"players":[', people, "]}", LARGE), LARGE)
    people = (f'{{"id":"{nth:032x}","name":"{"é" * 30}{nth}"}}' for nth in range(500))
    yield Body("500 players", listed(f'{{{HEAD},"matches":[],"players":[', people, "]}", LARGE), LARGE)
    pairs = ('{"players":[0,1],"rules":"pagat"}' for _nth in numbers())
    yield Body("pairs", listed(f'{{{HEAD},{TWO},"matches":[],"pairs":[', pairs, "]}", LARGE), LARGE)
    heads = (f'{{{HEAD},{TWO},"matches":[]}}' for _nth in range(1_000))
    yield Body(
        "1,000 books", listed('{"format":"gin-all/1","matches":[],"books":[', heads, "]}", LARGE), LARGE
    )
    heads = (f'{{{HEAD[:-2]}{nth:x}","players":[],"matches":[]}}' for nth in range(9))
    yield Body("9 books", listed('{"format":"gin-all/1","matches":[],"books":[', heads, "]}", LARGE), LARGE)
    loose = (f'{{"match":{match(",".join([COUNT] * 20), id=f"{nth:032x}")}}}' for nth in range(3_700))
    yield Body(
        "3,700 matches in no book",
        listed('{"format":"gin-all/1","books":[],"matches":[', loose, "]}", LARGE),
        LARGE,
    )


class Longest:
    """The longest time for which a transaction has kept others from writing."""

    def __init__(self) -> None:
        self.seconds = self.cpu = 0.0
        self._since: dict[int, tuple[float, float]] = {}

    def begin(self, connection: Connection) -> None:
        """Notes when the lock was taken."""
        if connection.get_execution_options().get("writing"):
            self._since[id(connection.connection.driver_connection)] = perf_counter(), process_time()

    def end(self, connection: Connection) -> None:
        """Notes how long it was kept."""
        since = self._since.pop(id(connection.connection.driver_connection), None)
        if since is not None:
            self.seconds = max(self.seconds, perf_counter() - since[0])
            self.cpu = max(self.cpu, process_time() - since[1])


@contextmanager
def application() -> Iterator[tuple[Flask, Longest]]:
    """The application with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        app, longest = (
            create_app({"INSTANCE_PATH": folder, "SECRET_KEY": "for a benchmark, and long"}),
            Longest(),
        )
        with app.app_context():
            sqlite.create(db.engine)
            schema.upgrade()
            event.listen(db.engine, "begin", longest.begin)
            for name in ("commit", "rollback"):
                event.listen(db.engine, name, longest.end)
        yield app, longest


class Sent(NamedTuple):
    """What became of a body."""

    body: Body
    status: int
    seconds: float
    page: Page

    @property
    def part(self) -> float:
        """Of what it may take."""
        return self.seconds / MAY_TAKE[self.body.size]


def send(app: Flask, client: FlaskClient, body: Body) -> Sent:
    """Sends a body, and measures it."""
    app.extensions["counters"].clear()
    token = Page(client.get("/import").text, "/import").inputs["csrf_token"]
    form = {"csrf_token": token, "text": "", "file": (BytesIO(body.text.encode()), "file")}
    before = process_time()
    answer = client.post("/import", data=form, content_type="multipart/form-data")
    return Sent(body, answer.status_code, process_time() - before, Page(answer.text, "/import"))


def press(client: FlaskClient, sent: Sent) -> tuple[int, float]:
    """Presses "Import", and measures that."""
    form = next(each for each in sent.page.forms if each.element["action"].startswith("/import"))
    fields = {name: value for name, value in sent.page.inputs.items() if isinstance(value, str)}
    before = process_time()
    answer = client.post(form.element["action"], data=fields | {"import": "1"})
    return answer.status_code, process_time() - before


def main() -> None:
    """Prints the slowest, and fails if one took too long."""
    failed = False
    with application() as (app, _longest):
        client = app.test_client()
        send(app, client, Body("to warm up", "Date;Ann;Bob\n1.2.2003;25;\n"))
        bodies = [
            body for body in (*tables(), *documents(), *books()) if body.name in (sys.argv[1:] or body.name)
        ]
        done = [send(app, client, body) for body in bodies]
    print(f"{len(done)} bodies of POST /import; the {SHOWN} that come nearest to what they may take")
    print(f"{'':<40}{'KB':>8}{'status':>8}{'CPU s':>8}{'part':>7}")
    for each in sorted(done, key=lambda each: -each.part)[:SHOWN]:
        size = len(each.body.text.encode()) // 1000
        print(f"{each.body.name:<40}{size:>8}{each.status:>8}{each.seconds:>8.2f}{each.part:>7.0%}")
    failed |= any(each.part > 1 for each in done)
    print(f"\n{'imported':<40}{'status':>8}{'CPU s':>8}{'others wait':>14}{'of it CPU':>11}")
    for each in done:
        if each.status == 200 and (
            each.body.size == LARGE or each.body.name in ("500 games", "10,000 hands")
        ):
            with application() as (app, longest):
                client = app.test_client()
                status, seconds = press(client, send(app, client, each.body))
            print(
                f"{each.body.name:<40}{status:>8}{seconds:>8.2f}"
                f"{longest.seconds:>12.2f} s{longest.cpu:>9.2f} s"
            )
            failed |= longest.cpu > MAY_WAIT
    sys.exit(failed)


if __name__ == "__main__":
    main()
