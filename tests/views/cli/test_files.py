"""The commands export and import: books and matches from one server to another."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from app import create_app
from models.records.books.books import open_book, start_book
from models.records.finding.matches import find_shared
from models.records.saving.pipeline import new_entry_id
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.shared import Link, watch_token
from tests.databases import SQLite, dispose
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOB_HAS_GIN, a_match, deal
from tests.views.cli.test_starting import WITHOUT_PAGES, Ended, flask
from tests.views.walking import Rows, rows_of

FORMAT_UNKNOWN = "This is not a file in one of the formats gin-match/1, gin-book/1 and gin-all/1."
CUT_OFF = "The end of the file is missing. Download it again."


@pytest.fixture(scope="module")
def club(sqlite: SQLite, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a server on which three matches were played, and the viewing link of a book with two."""
    folder = sqlite.started_in(tmp_path_factory.mktemp("club"))
    app = create_app({"INSTANCE_PATH": str(folder), **WITHOUT_PAGES})
    with app.app_context():
        played = [a_match() for _nth in range(3)]
        for match in played:
            deal(match, ANN_KNOCKS, BOB_HAS_GIN)
        inside = [match.id for match in played[:2]]
        link = watch_token(start_book("Club", inside, device=ANNS_PHONE, entry=new_entry_id()))
    dispose(app)
    return folder, link


@pytest.fixture
def home(club: tuple[Path, str], tmp_path: Path) -> Path:
    """The folder of that server."""
    return Path(shutil.copytree(club[0], tmp_path / "club"))


@pytest.fixture
def book(club: tuple[Path, str]) -> str:
    """The viewing link of the book."""
    return club[1]


@pytest.fixture(scope="module")
def everything(club: tuple[Path, str]) -> bytes:
    """The file of everything on that server."""
    done = flask(club[0], "export", "-")
    assert (done.code, done.stderr) == (0, "Matches exported: 3.\n")
    return done.stdout.encode()


@pytest.fixture
def file(everything: bytes, tmp_path: Path) -> Path:
    """That file."""
    (tmp_path / "everything.json").write_bytes(everything)
    return tmp_path / "everything.json"


@pytest.fixture
def other(sqlite: SQLite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of another server, with an empty database."""
    return sqlite.started_in(tmp_path_factory.mktemp("other"))


def exported(home: Path, file: Path, *options: str) -> str:
    """What the command export writes into *file*."""
    done = flask(home, "export", *options, file)
    assert done.code == 0, done
    return file.read_text(encoding="utf-8")


def imported(home: Path, file: Path) -> list[dict[str, Any]]:
    """The lines that the command import prints."""
    done = flask(home, "import", file)
    assert done.code == 0, done
    return [json.loads(line) for line in done.stdout.splitlines()]


def rows(home: Path) -> Rows:
    """All rows of the database in a folder."""
    app = create_app({"INSTANCE_PATH": str(home), **WITHOUT_PAGES})
    found = rows_of(app)
    dispose(app)
    return found


def refused(ended: Ended, *sentences: str) -> None:
    """Asserts that a file was not imported, with these words before the last line."""
    assert (ended.code, ended.stdout) == (2, "")
    *said, last = ended.stderr.splitlines()
    assert last == "Nothing was imported."
    assert said == list(sentences)


def test_everything_moves_to_another_server(other: Path, file: Path, tmp_path: Path) -> None:
    of_book, single, link = imported(other, file)

    assert (of_book["book"], of_book["new"], of_book["here"]) == ("Club", 2, 0)
    assert single["new"] == 1
    app = create_app({"INSTANCE_PATH": str(other), **WITHOUT_PAGES})
    with app.app_context():
        match = find_shared(Match, Link.SCORING, link["score"].removeprefix("/s/"))
        assert match is not None
        assert link["players"] == list(match.players)
        assert link["played_on"] == match.played_on.isoformat()
    dispose(app)
    assert exported(other, tmp_path / "again.json") == file.read_text(encoding="utf-8")


def test_the_links_that_are_printed_open_the_book(home: Path, other: Path, book: str, tmp_path: Path) -> None:
    exported(home, tmp_path / "book.json", "--book", book)
    [line] = imported(other, tmp_path / "book.json")

    app = create_app({"INSTANCE_PATH": str(other), **WITHOUT_PAGES})
    with app.app_context():
        viewed = open_book(line["view"].removeprefix("/b/"), None)
        scored = find_shared(Book, Link.SCORING, line["score"].removeprefix("/bs/"))
        cared = find_shared(Book, Link.CARE, line["care"].removeprefix("/bc/"))
        assert viewed is not None
        assert scored is not None
        assert cared is scored
        assert (viewed.book.id, scored.name) == (scored.id, "Club")
    dispose(app)


def test_one_book_is_exported_by_its_address_or_the_last_part(home: Path, book: str, tmp_path: Path) -> None:
    by_token = exported(home, tmp_path / "a.json", "--book", book)
    by_address = exported(home, tmp_path / "b.json", "--book", f"https://club.example.org/b/{book}/")

    assert by_token == by_address
    assert json.loads(by_token)["format"] == "gin-book/1"
    assert len(json.loads(by_token)["matches"]) == 2


def test_what_is_written_to_a_file_is_written_to_standard_output_too(home: Path, file: Path) -> None:
    done = flask(home, "export", home / "everything.json")

    assert (done.code, done.stdout, done.stderr) == (0, "", "Matches exported: 3.\n")
    assert (home / "everything.json").read_bytes() == file.read_bytes()


def test_the_same_file_twice_adds_nothing(other: Path, file: Path) -> None:
    first, _single, _link = imported(other, file)
    before = rows(other)
    second, single = imported(other, file)

    assert (second["new"], second["here"]) == (0, 2)
    assert (single["new"], single["here"]) == (0, 1)
    assert second["view"] == first["view"]
    assert rows(other) == before


def test_a_dry_run_only_checks_the_file(other: Path, file: Path) -> None:
    done = flask(other, "import", "--dry-run", file)

    assert (done.code, done.stdout) == (0, "")
    assert done.stderr == "The file is in order. Matches: 3. Hands: 6.\n"
    assert not any(rows(other).values())


def test_every_problem_is_printed_with_its_place(home: Path, book: str, tmp_path: Path) -> None:
    file = tmp_path / "book.json"
    text = exported(home, file, "--book", book)
    lines = [nth for nth, line in enumerate(text.splitlines(), 1) if '"knocker": 8' in line]
    assert len(lines) == 2
    file.write_text(text.replace('"knocker": 8', '"knocker": 12'), encoding="utf-8")
    before = rows(home)
    told = [
        f"Match {nth}, Hand 1, Line {line} The knocker can’t knock: 12 deadwood (limit 10)."
        for nth, line in enumerate(lines, 1)
    ]

    for options in ((), ("--dry-run",)):
        refused(flask(home, "import", *options, file), *told)
    assert rows(home) == before


DAMAGED = {
    "cut off": (
        b'{"format": "gin-book/1", "id": "',
        "Line 1 The end of the file is missing. Download it again.",
    ),
    "another format": (b'{"format": "gin-sheet/1"}', f"Line 1 {FORMAT_UNKNOWN}"),
    "a list": (b"[1, 2]", "Line 1 This is not JSON."),
    "a picture": (b"\x89PNG\r\n\x1a\n\xff", "This is not JSON."),
}
"""Files that are nothing to import, and what is said."""


@pytest.mark.parametrize("kind", DAMAGED)
def test_what_is_no_file_of_books_is_refused_in_words(home: Path, tmp_path: Path, kind: str) -> None:
    content, sentence = DAMAGED[kind]
    file = tmp_path / "file"
    file.write_bytes(content)

    refused(flask(home, "import", file), sentence)


def test_only_the_first_problems_are_printed(home: Path, tmp_path: Path) -> None:
    """Of 70 matches that are wrong, 50 are listed."""
    entry = {"played_on": "2001-02-30"}
    written = {"format": "gin-book/1", "id": "0" * 32, "players": [], "matches": [entry] * 70}
    (tmp_path / "book.json").write_text(json.dumps(written))
    told = flask(home, "import", tmp_path / "book.json").stderr.splitlines()

    assert len(told) == 52
    assert told[-1] == "Nothing was imported."


@pytest.mark.parametrize("command", ["import", "export"])
def test_a_file_that_can_not_be_opened_is_said_in_a_sentence(home: Path, book: str, command: str) -> None:
    done = flask(home, command, "/nowhere/book.json")

    assert (done.code != 0, done.stdout) == (True, "")
    assert "No such file or directory" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_link_of_no_book_is_said(home: Path, tmp_path: Path) -> None:
    done = flask(home, "export", "--book", "x" * 24, tmp_path / "book.json")

    assert (done.code, done.stderr) == (1, "Error: No book has this viewing link.\n")
    assert not (tmp_path / "book.json").exists()


def bg_stats(tmp_path: Path, game: str) -> Path:
    """An export of BG Stats: a play of *game* that comes in, one of four, and two that are asked about."""
    winners_and_points = [(0, "105 62"), (0, "1 2 3 4"), (0, "40 62"), (1, "0 0")]
    plays = [
        {
            "uuid": f"play {nth}",
            "gameRefId": 1,
            "playDate": f"2020-10-{20 + nth} 19:16:58",
            "playerScores": [
                {"playerRefId": player, "score": each, "winner": player == winner}
                for player, each in enumerate(points.split())
            ],
        }
        for nth, (winner, points) in enumerate(winners_and_points)
    ]
    players = [{"id": nth, "name": name} for nth, name in enumerate(("Ann", "Bob", "Cid", "Dan"))]
    file = tmp_path / "BGStatsExport.json"
    file.write_text(json.dumps({"games": [{"id": 1, "name": game}], "players": players, "plays": plays}))
    return file


LEFT_OUT = """October 21, 2020, Ann, Bob, Cid, Dan: A match has two or three players.
October 23, 2020, Ann, Bob: Only the winner is known.
October 22, 2020, Ann, Bob: 40 : 62. Won in BG Stats by Ann.
Plays left out: 3.
"""


def test_an_export_of_bg_stats_comes_in_once(other: Path, tmp_path: Path) -> None:
    file = bg_stats(tmp_path, "Gin Rummy")
    done = flask(other, "import", file)
    assert done.code == 0, done
    assert done.stderr == f"{LEFT_OUT}The file is in order. Matches: 1. Hands: 2.\n"
    single, link = map(json.loads, done.stdout.splitlines())
    assert (single["new"], link["players"], link["played_on"]) == (1, ["Ann", "Bob"], "2020-10-20")

    everything, again = imported(other, file), flask(other, "import", "--as-they-are", "--count-wins", file)
    assert [(each["new"], each["here"]) for each in everything] == [(0, 1)]
    assert "Matches: 3." in again.stderr
    assert "Plays left out: 1." in again.stderr


def test_the_game_of_an_export_is_asked_for(other: Path, tmp_path: Path) -> None:
    file = bg_stats(tmp_path, "Knock it")
    which = "No game is called Gin Rummy. Which one is it?"
    refused(flask(other, "import", file), which, "--game 'Knock it' (4)")

    done = flask(other, "import", "--game", "Knock it", "--dry-run", file)
    assert done.stderr == f"{LEFT_OUT}The file is in order. Matches: 1. Hands: 2.\n"


def test_a_broken_export_is_refused_in_words(other: Path, tmp_path: Path) -> None:
    file = bg_stats(tmp_path, "Gin Rummy")
    file.write_text(file.read_text()[:-5])

    refused(flask(other, "import", file), "This is not an export of BG Stats that can be read.")
