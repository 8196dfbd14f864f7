"""The commands score, judge, look-after and expire, what they say of invalid input, and the secret key."""

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click import ClickException
from flask import Flask
from flask.testing import FlaskCliRunner
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.engine import Connection

from app import create_app
from models.gin.cards.cards import PACK
from models.gin.hand.problems import Reason
from models.gin.rules.house_rules import KINDS
from models.gin.rules.presets import PRESETS
from models.records.books.books import start_book
from models.records.copies.copying import has_matches
from models.records.database.base import db
from models.records.finding.matches import find_match
from models.records.saving.pipeline import new_entry_id
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.shared import Link, watch_token
from tests.databases import dispose
from tests.profiles import examples
from tests.records.table import ANN_KNOCKS, ANNS_PHONE, BOB_HAS_GIN, a_match, deal, match_at
from tests.views.browser import Browser
from tests.views.cli.test_starting import MATCH, WITHOUT_PAGES, flask, free_port, said, serving
from views.cli.start_errors import require_key

ROOT = Path(__file__).parents[3]
DOCUMENT = ROOT / "docs" / "match-document.md"
FLASK = [sys.executable, "-m", "flask", "--app", "app"]


@pytest.fixture
def runner(app: Flask) -> FlaskCliRunner:
    """Runs commands as `flask --app app` does."""
    return app.test_cli_runner()


def sample() -> dict[str, Any]:
    """The match that the document itself shows."""
    [first, *_] = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    return dict(json.loads(first))


A_KNOCK = {
    "format": "gin-match/1",
    "players": ["Ann", "Bob"],
    "rules": {"preset": "pagat", "target": 150},
    "first_dealer": 0,
    "hands": [{"knocker": 0, "outcome": "knock", "deadwood": {"knocker": 8, "defender": 20}}],
}


def test_a_match_that_ended_after_its_last_line_is_over(runner: FlaskCliRunner) -> None:
    answer = runner.invoke(args=["score", "-"], input=json.dumps(sample() | {"ends_after_last": True}))

    assert json.loads(answer.stdout)["match"] == {"over": True, "winner": 1, "games_won": [0, 1]}
    assert json.loads(answer.stdout)["games"][0]["final"] == [12, 49]


@pytest.mark.parametrize("file", ["/", ".", "\0", "a\nb", "x" * 5000, "~nobody", "é/%s"])
def test_a_file_that_cannot_be_read_is_said(runner: FlaskCliRunner, file: str) -> None:
    answer = runner.invoke(args=["score", file])

    [error] = json.loads(answer.stdout)["errors"]
    assert (answer.exit_code, error["reason"]) == (2, Reason.FILE_UNREADABLE)


@pytest.mark.parametrize("house", PRESETS)
def test_a_hand_is_judged_by_every_preset(runner: FlaskCliRunner, house: str) -> None:
    answer = runner.invoke(args=["judge", "QS KS AS 2S", "--rules", house])

    assert json.loads(answer.stdout)["deadwood"] == 23


def test_equally_good_defences_are_printed_too(runner: FlaskCliRunner) -> None:
    answer = runner.invoke(args=["judge", "--knocker", "9S 9H 9D / TC JC QC", "9C KD"])
    best = json.loads(answer.stdout)

    [other] = best["others"]
    assert {each["layoffs"][0]["onto"] for each in (best, other)} == {"9S 9H 9D", "TC JC QC"}


# Junk

cards = st.lists(st.sampled_from([str(card) for card in PACK]), max_size=16).map(" ".join)
junk = st.text(max_size=40) | cards | cards.map(lambda text: text.replace(" ", " / ", 3))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | junk,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
counts = st.integers(-2, 120) | values
sides = st.fixed_dictionaries(
    {},
    optional={
        "melds": st.lists(junk, max_size=4),
        "unmatched": junk,
        "layoffs": st.lists(values)
        | st.lists(st.fixed_dictionaries({"cards": cards, "onto": cards}), max_size=3),
    },
)
hands = st.fixed_dictionaries(
    {},
    optional={
        "knocker": st.sampled_from([0, 1, None, 2, True]),
        "outcome": st.sampled_from(["knock", "gin", "big_gin", "dead", "undercut", "", None]) | values,
        "deadwood": st.fixed_dictionaries({"knocker": counts, "defender": counts}) | values,
        "upcard": cards | values,
        "laid": st.fixed_dictionaries({"knocker": sides, "defender": sides}) | values,
    },
)
rules = st.sampled_from(list(PRESETS)) | st.builds(
    lambda preset, changed: {"preset": preset, **changed},
    st.sampled_from(list(PRESETS)),
    st.dictionaries(st.sampled_from(list(KINDS)), st.integers(-1, 20) | st.booleans() | values, max_size=3),
)
matches = st.fixed_dictionaries(
    {"format": st.just("gin-match/1")},
    optional={
        "players": st.just(["Ann", "Bob"]) | values,
        "rules": rules | values,
        "first_dealer": st.sampled_from([0, 1]) | values,
        "hands": st.lists(hands | values, max_size=4) | values,
    },
)

ANY = examples(60)


def assert_in_words(answer: Any) -> None:
    """Asserts that a command printed a sheet or errors in JSON, and exited with 0 or 2 to match."""
    assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
    printed = [json.loads(line) for line in answer.stdout.splitlines()]
    refused = any("errors" in each for each in printed)
    assert answer.exit_code == (2 if refused else 0)
    assert answer.stderr == ""
    for error in (error for each in printed for error in each.get("errors", ())):
        assert error["reason"] in set(Reason)
        assert error["message"]


@ANY
@given(matches)
def test_a_junk_match_is_scored_or_refused_in_words(runner: FlaskCliRunner, match: object) -> None:
    assert_in_words(runner.invoke(args=["score", "-"], input=json.dumps(match)))


@ANY
@given(st.binary(max_size=200) | values.map(lambda value: json.dumps(value).encode()))
def test_junk_that_is_no_match_is_refused_in_words(runner: FlaskCliRunner, content: bytes) -> None:
    assert_in_words(runner.invoke(args=["score", "-"], input=content))


@ANY
@given(junk, junk | st.none(), st.sampled_from([*PRESETS, "", "x"]) | st.none())
def test_junk_cards_are_judged_or_refused_in_words(
    runner: FlaskCliRunner, hand: str, knocker: str | None, house: str | None
) -> None:
    options = [f"--knocker={knocker}"] * (knocker is not None) + [f"--rules={house}"] * (house is not None)
    if hand != "-":
        assert_in_words(runner.invoke(args=["judge", *options, "--", hand]))


@ANY
@given(st.lists(junk | st.text(max_size=5), max_size=5).map("\n".join) | st.binary(max_size=80))
def test_junk_lines_are_judged_or_refused_line_by_line(runner: FlaskCliRunner, lines: str | bytes) -> None:
    assert_in_words(runner.invoke(args=["judge", "-"], input=lines))


# As it is called


def called(tmp_path: Path, *arguments: str, content: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """What a command answers in a process of its own."""
    environment = {
        name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SECRET_KEY"}
    }
    return subprocess.run(
        [*FLASK, *arguments],
        cwd=ROOT,
        env=environment | {"INSTANCE_PATH": str(tmp_path)},
        input=content,
        capture_output=True,
        timeout=60,
    )


CALLS = [
    ("a match", ["score", "-"], json.dumps(A_KNOCK).encode(), 0),
    ("nothing", ["score", "-"], b"", 2),
    ("a picture", ["score", "-"], b"\x89PNG\r\n\x1a\n\xff", 2),
    ("brackets without end", ["score", "-"], b"[" * 200_000, 2),
    ("a number without end", ["score", "-"], b"9" * 200_000, 2),
    ("a folder", ["score", "."], b"", 2),
    ("hands", ["judge", "-"], "7♠ 7♥ 7♦\nAS\n".encode(), 0),
    ("a wrong hand among them", ["judge", "-"], b"AS\nXX\n", 2),
    ("no argument", ["score"], b"", 2),
    ("an option that is none", ["judge", "--nothing", "AS"], b"", 2),
]


def test_a_command_never_ends_in_a_traceback(runner: FlaskCliRunner, subtests: pytest.Subtests) -> None:
    for name, arguments, content, code in CALLS:
        with subtests.test(name):
            answer = runner.invoke(args=arguments, input=content)

            assert answer.exit_code == code
            assert answer.exception is None or isinstance(answer.exception, SystemExit)


@pytest.mark.full
def test_a_picture_in_place_of_a_match_is_refused_by_the_process_too(tmp_path: Path) -> None:
    answer = called(tmp_path, "score", "-", content=b"\x89PNG\r\n\x1a\n\xff")

    assert answer.returncode == 2
    assert b"Traceback" not in answer.stderr + answer.stdout
    assert not (tmp_path / "gin.sqlite").exists()


def test_the_commands_are_explained_without_docstrings(app: Flask) -> None:
    """The server is started without them."""
    ours = {name: each for name, each in app.cli.commands.items() if each.callback}
    commands = {"serve", "upgrade", "score", "judge", "audit", "backup", "restore", "copy-database", "expire"}

    assert commands <= set(ours)
    assert [name for name, each in ours.items() if not each.help or each.callback.__doc__] == []


@pytest.mark.full
def test_a_reader_who_goes_away_is_no_disaster(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*FLASK, "judge", "-"],
        cwd=ROOT,
        env=os.environ | {"INSTANCE_PATH": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, said = process.communicate(b"AS 2S 3S\n" * 2000) if process.stdin else (b"", b"")

    assert b"Traceback" not in said


@pytest.mark.parametrize("site", ["", "https://club.example.org", "https://example.org/deadwood"])
def test_the_link_that_is_printed_looks_after_the_book(app: Flask, browser: Browser, site: str) -> None:
    with app.app_context():
        book = start_book("Club", [], device="a phone that was lost", entry=new_entry_id())
        watch, old = watch_token(book), book.link(Link.CARE)

    done = app.test_cli_runner().invoke(args=["look-after", "--", f"{site}/b/{watch}" if site else watch])

    assert done.exit_code == 0, done.output
    assert done.output.startswith(f"{site}/bc/")
    browser.get(f"/bc/{old}", status=410)
    page = browser.join(done.output.strip().removeprefix(site))
    assert page.heading == "Club"
    assert "This phone now looks after this book." in page.text


def test_a_book_that_is_not_there_is_said(app: Flask) -> None:
    done = app.test_cli_runner().invoke(args=["look-after", "nothing"])

    assert done.exit_code == 1
    assert "No book has this viewing link." in done.output


MISSING = "Put the file secret_key back, set SECRET_KEY, or restore a backup that has it."


@pytest.fixture
def book(home: Path) -> str:
    """The viewing link of a book with a match, in a folder whose secret key was lost afterwards."""
    app = create_app({"INSTANCE_PATH": str(home), **WITHOUT_PAGES})
    with app.app_context():
        link = watch_token(start_book("Club", [a_match().id], device=ANNS_PHONE, entry=new_entry_id()))
    dispose(app)
    (home / "secret_key").rename(home / "lost")
    return link


def key_in(home: Path) -> str | None:
    file = home / "secret_key"
    return file.read_text() if file.exists() else None


def required(home: Path, *, makes_new: bool = False) -> str | None:
    """The key that a start with these settings uses."""
    app = create_app({"INSTANCE_PATH": str(home), **WITHOUT_PAGES})
    with app.app_context():
        require_key(makes_new=makes_new)
    dispose(app)
    assert app.config["SECRET_KEY"] == key_in(home)
    return key_in(home)


def test_deadwood_does_not_start_where_the_key_of_its_matches_is_lost(home: Path, book: str) -> None:
    ended = flask(home, "serve")

    said(ended, MISSING)
    assert f"is not in {home}." in ended.stderr
    assert "NEW_SECRET_KEY=1 make run" in ended.stderr
    assert key_in(home) is None
    app = create_app({"INSTANCE_PATH": str(home), **WITHOUT_PAGES})
    assert app.test_client().get("/matches/new").status_code == 503, "nor does another server show a page"
    dispose(app)


def test_it_starts_with_the_key_in_the_settings_or_a_new_one(home: Path, book: str) -> None:
    app = create_app({"INSTANCE_PATH": str(home), "SECRET_KEY": "mine", **WITHOUT_PAGES})
    with app.app_context():
        require_key(makes_new=False)
    dispose(app)
    assert key_in(home) is None
    with serving(home, free_port(), NEW_SECRET_KEY="1"):
        assert len(key_in(home) or "") == 64


def test_a_new_key_takes_the_place_of_a_lost_one_and_replaces_none(home: Path, book: str) -> None:
    with pytest.raises(ClickException, match="is not in"):
        required(home)
    made = required(home, makes_new=True)
    assert made
    assert required(home) == required(home, makes_new=True) == made

    (home / "secret_key").unlink()
    assert required(home, makes_new=True) not in (None, made)
    (home / "secret_key").write_text("")
    for makes_new in (False, True):
        with pytest.raises(ClickException, match="the file is empty"):
            required(home, makes_new=makes_new)


def test_other_commands_go_on_and_write_no_key(home: Path, book: str, tmp_path: Path) -> None:
    copy = f"sqlite:///{tmp_path / 'copy.sqlite'}"
    for arguments in (
        ("upgrade",),
        ("audit",),
        ("export", tmp_path / "all.json"),
        ("export", "--book", book, tmp_path / "book.json"),
        ("expire", "--months", "12"),
        ("copy-database", f"sqlite:///{home / 'gin.sqlite'}", copy),
        ("judge", "AS 2S 3S"),
    ):
        ended = flask(home, *arguments)
        assert (ended.code, key_in(home)) == (0, None), ended

    for arguments in (("look-after", book), ("import", tmp_path / "all.json")):
        refused = flask(home, *arguments)
        assert (refused.code, refused.stdout, key_in(home)) == (1, "", None)
        assert MISSING in refused.stderr


def test_a_backup_without_a_key_says_so_and_what_is_next(home: Path, book: str, tmp_path: Path) -> None:
    (home / "secret_key").write_text("")  # a power cut may leave that
    without = flask(home, "backup", tmp_path / "without.backup")
    assert without.code == 0
    assert f"There is no secret key in it, because there is none in {home}" in without.stderr
    assert flask(home, "backup", "--without-secret-key", tmp_path / "meant.backup").stderr == ""

    (home / "lost").rename(home / "secret_key")
    assert flask(home, "backup", tmp_path / "with.backup").stderr == ""
    kept, new = key_in(home), tmp_path / "new"
    restored = flask(new, "restore", tmp_path / "without.backup")
    assert restored.code == 0
    assert "there is none here. Before you start Deadwood, put the file secret_key into" in restored.stdout
    assert key_in(new) is None
    assert flask(new, "restore", "--force", tmp_path / "with.backup").code == 0
    assert key_in(new) == kept == required(new)


def test_an_import_is_a_first_start_too(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(MATCH)
    assert flask(tmp_path / "new", "import", "--dry-run", file).code == 0
    assert key_in(tmp_path / "new") is None

    ended = flask(tmp_path / "new", "import", file)
    assert ended.code == 0
    assert json.loads(ended.stdout.splitlines()[-1])["players"] == ["Ann", "Bob"]
    assert f"A new one is in {tmp_path / 'new' / 'gin.sqlite'}.\n" in ended.stderr
    assert key_in(tmp_path / "new")


@pytest.mark.engines
def test_matches_are_seen_in_any_database(app_context: None) -> None:
    connection: Connection = db.session.connection()
    assert not has_matches(connection)
    a_match()
    assert has_matches(db.session.connection())


@pytest.fixture
def links(app: Flask) -> dict[str, str]:
    """The links of four matches: two that were opened 400 days ago, one half a year ago, and a new one."""
    return last_used(app, {"old": 400, "older": 400, "lately": 180, "new": 0})


def last_used(app: Flask, days_ago: dict[str, int]) -> dict[str, str]:
    """The links of matches that were last opened and changed so many days ago."""
    with app.app_context():
        found = {}
        for name, days in days_ago.items():
            match = a_match()
            deal(match, ANN_KNOCKS)
            found[name] = watch_token(match)
            at = datetime.now(UTC) - timedelta(days=days)
            match.changed_at, match.opened_on = at, at.date()
            db.session.commit()
    return found


def there(app: Flask, links: dict[str, str]) -> list[str]:
    """The matches that are still there."""
    with app.app_context():
        return [name for name, link in links.items() if find_match(link) is not None]


def books(app: Flask) -> list[str]:
    with app.app_context():
        return list(db.session.scalars(select(Book.name)))


def leave_book_empty() -> None:
    """Starts a book that is as old as the matches."""
    book = start_book("Empty", [], device=ANNS_PHONE, entry=new_entry_id())
    book.opened_on -= timedelta(days=1100)
    db.session.commit()


def expire(app: Flask, *arguments: str) -> str:
    """What the command prints."""
    done = app.test_cli_runner().invoke(args=["expire", "--months", "12", *arguments])
    assert done.exit_code == 0, done.output
    return done.output


def test_nothing_is_deleted_before_that_is_confirmed(app: Flask, links: dict[str, str]) -> None:
    assert expire(app).startswith("2 matches were not opened since ")
    assert there(app, links) == ["old", "older", "lately", "new"]


def test_what_nobody_opens_is_deleted(app: Flask, links: dict[str, str]) -> None:
    assert expire(app, "--yes") == "2 matches were deleted.\n"
    assert there(app, links) == ["lately", "new"]


def test_whoever_opens_a_page_of_a_match_saves_it(
    app: Flask, browser: Browser, links: dict[str, str]
) -> None:
    browser.get(f"/m/{links['old']}/history")

    with app.app_context():
        assert match_at(f"/m/{links['old']}").opened_on == datetime.now(UTC).date()
    assert expire(app, "--yes") == "1 match was deleted.\n"
    assert there(app, links) == ["old", "lately", "new"]


@pytest.mark.parametrize("used", ["nothing", "opened", "saved"])
@pytest.mark.parametrize("arguments", [(), ("--yes",)])
def test_a_clock_that_is_years_ahead_deletes_nothing(
    app: Flask, browser: Browser, used: str, arguments: tuple[str, ...]
) -> None:
    """To it, all matches are three years old, except one that was opened or scored since it is wrong."""
    links = last_used(app, {"opened": 1150, "saved": 1120, "last": 1100})
    with app.app_context():
        leave_book_empty()
        if used == "saved" and (match := find_match(links[used])):
            deal(match, BOB_HAS_GIN)
            db.session.execute(Match.__table__.update().values(opened_on=match.opened_on))
            db.session.commit()
    if used == "opened":
        browser.get(f"/m/{links[used]}")

    refused = app.test_cli_runner().invoke(args=["expire", "--months", "24", *arguments])
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert f"it says {datetime.now(UTC).date()}, and nothing was opened or changed between" in refused.stderr
    assert there(app, links) == [*links]
    assert books(app) == ["Empty"]
    expire(app, "--clock-is-right", "--yes")
    assert there(app, links) == [name for name in links if name == used]
    assert books(app) == []


def test_the_number_of_months_has_to_be_said(app: Flask) -> None:
    assert app.test_cli_runner().invoke(args=["expire", "--yes"]).exit_code == 2
    assert app.test_cli_runner().invoke(args=["expire", "--months", "0", "--yes"]).exit_code == 2


def test_a_page_is_shown_even_if_nothing_can_be_written(
    app: Flask, browser: Browser, links: dict[str, str]
) -> None:
    with app.app_context():
        db.session.execute(Match.__table__.update().values(upcard=None))
        answer = browser.client.get(f"/m/{links['old']}")
        db.session.rollback()

    assert answer.status_code == 200
