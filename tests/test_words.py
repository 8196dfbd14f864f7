"""Pages, code and documents use the words of the glossary, and none of those that it bans."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.extract import extract

ROOT = Path(__file__).parent.parent
GLOSSARY = ("CONTRIBUTING.md", "docs/words/english.md")
"""What everybody meets first, and the rest."""

ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)

GETTEXT = {
    "_": None,
    "gettext": None,
    "lazy": None,
    "marked": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
"""The functions that mark a sentence as shown to players, with the positions of their sentences."""

FOLDERS = ("benchmarks", "catalogues", "docs", "models", "phone", "static", "templates", "tests", "views")
SUFFIXES = {".py", ".js", ".css", ".html", ".md", ".toml"}
"""Where words are checked."""

ALLOWED_ON_PAGES = {
    "house rules": "what players call the rules of their own table",
    "gin rummy score pad": "the name of another app",
}
ALLOWED_IN_CODE = {
    "begun_with": "a column of the database",
    "gin rummy score pad": "the name of another app",
    "gin-rummy-score-pad": "its address",
    "score_pad": "a module about it",
}
"""Phrases that contain a banned word, and why they are used."""

NOT_CHECKED = {
    "docs/words/english.md": "lists the banned words",
    "models/records/migrations/versions": "migrations are never changed",
    "tests/data": "published texts",
}


class Text(NamedTuple):
    """A file or a sentence, and where it begins."""

    file: str
    line: int
    text: str


def table(title: str) -> list[tuple[str, str]]:
    """The rows of the tables under a heading of the glossary."""
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in GLOSSARY]
    parts = [text.split(f"## {title}\n")[1].split("\n## ")[0] for text in texts if f"## {title}\n" in text]
    return [
        row for part in parts for row in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", part, re.MULTILINE)[1:]
    ]


@cache
def files() -> list[Text]:
    """The files in which words are checked, each with its name on top."""
    paths = [*ROOT.glob("*"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]
    names = sorted(path.relative_to(ROOT).as_posix() for path in paths if path.suffix in SUFFIXES)
    return [
        Text(name, 0, f"{name}\n{(ROOT / name).read_text(encoding='utf-8')}")
        for name in names
        if not any(name.startswith(each) for each in NOT_CHECKED)
    ]


@cache
def sentences() -> list[Text]:
    """Every sentence of pages and messages, with … for names and numbers; and the changelog."""
    found = [Text(file.file, 0, file.text) for file in files() if file.file == "CHANGELOG.md"]
    for name, _line, text in files():
        read = in_python if name.endswith(".py") else in_template
        if name.startswith(("views/", "templates/")):
            found += [Text(name, line, re.sub(r"%\(\w+\)s", "…", said)) for line, said in read(name, text)]
    return found


def in_python(_name: str, text: str) -> Iterator[tuple[int, str]]:
    """The sentences in a module."""
    for node in ast.walk(ast.parse(text.partition("\n")[2])):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GETTEXT:
            for argument in node.args[: len(GETTEXT[node.func.id] or "1")]:
                if isinstance(argument, ast.Constant):
                    yield argument.lineno, str(argument.value)


def in_template(name: str, _text: str) -> Iterator[tuple[int, str]]:
    """The sentences in a template."""
    with (ROOT / name).open("rb") as source:
        for line, said, *_more in extract("jinja2", source, GETTEXT, (), {"silent": "false"}):
            yield from ((line, each) for each in ((said,) if isinstance(said, str) else said))


def offences(texts: Iterable[Text], title: str, allowed: Iterable[str]) -> str:
    """Where words are used that a table bans, and what to say instead; a line for each place."""
    found = []
    for preferred, phrases in table(title):
        for phrase in phrases.lower().split(", "):
            for file, line in places(texts, phrase, allowed):
                found.append(f"{file}:{line}: “{phrase}” – say {preferred}")
    return "\n".join(found)


def places(texts: Iterable[Text], phrase: str, allowed: Iterable[str]) -> Iterator[tuple[str, int]]:
    """The files and lines in which a phrase is used, outside what is allowed."""
    whole = re.compile(rf"(?<![a-z]){re.escape(phrase)}(?![a-z])")
    for file, line, text in texts:
        if phrase not in (lowered := text.lower()):
            continue
        for each in allowed:
            lowered = lowered.replace(each, "–" * len(each))
        for match in whole.finditer(lowered):
            yield file, line + lowered.count("\n", 0, match.start())


def test_pages_use_the_words_of_the_glossary() -> None:
    found = offences(sentences(), "Words on pages", ALLOWED_ON_PAGES)

    assert not found, found


def test_code_uses_the_words_of_the_glossary() -> None:
    found = offences(files(), "Words in code", ALLOWED_IN_CODE)

    assert not found, found


def test_every_term_of_the_glossary_is_used() -> None:
    code = "\n".join(text for file, _line, text in files() if file.startswith(("models/", "views/", "docs/")))
    spaced = code.replace("_", " ").lower()
    terms = [term for row, _meaning in table("The words") for term in row.split(", ")]

    assert len(terms) > 50
    assert [term for term in terms if not re.search(rf"\b{term}", spaced)] == []


def test_every_exception_is_needed() -> None:
    pages, code = ("\n".join(each.text for each in texts).lower() for texts in (sentences(), files()))

    assert [phrase for phrase in ALLOWED_ON_PAGES if phrase not in pages] == []
    assert [phrase for phrase in ALLOWED_IN_CODE if phrase not in code] == []
