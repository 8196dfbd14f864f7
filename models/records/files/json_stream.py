"""Reads a JSON file of any length part by part, so that it needs no memory."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from models.gin.document.json_reader import LONGEST_DOCUMENT, refuse_constant, without_repetition
from models.gin.document.writing import Json

SPACE = " \t\n\r"
AT_ONCE = 65_536
"""How many characters are read together."""

OBJECTS, ENTRIES = "books", "matches"
"""The lists that are read entry by entry: of objects that have such lists themselves, and of values."""


MOST_FIELDS = 100
"""Fields of the file, or of a book."""


class Source(Protocol):
    """A file of text."""

    def read(self, size: int, /) -> str:
        """The next characters; "" at the end."""


class NotJsonError(ValueError):
    """Raised where a file is not JSON, with the number of the line."""

    def __init__(self, line: int, *, cut_off: bool = False) -> None:
        self.line, self.cut_off = line, cut_off
        super().__init__(f"not JSON in line {line}")


class TooLongError(ValueError):
    """Raised if one value is longer than any match, with the number of the line."""

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(f"too long, in line {line}")


class Field(NamedTuple):
    """A field of the file, or of one of its books."""

    book: int | None
    """The place of the book in the list, from 0; None in a file of one book."""
    name: str
    value: Json
    line: int


class JsonEntry(NamedTuple):
    """An entry of a list of matches."""

    book: int | None
    number: int
    """The entry's place in the list, from 1."""
    value: Json
    line: int


def parts_of(source: Source) -> Iterator[Field | JsonEntry]:
    """The fields and the matches of a file, in their order. A list itself is a field with the value ``[]``.

    :raises NotJsonError: where it is not JSON.
    :raises TooLongError: if a value is too long.
    """
    text = _Text(source)
    if text.next() not in "{":
        raise NotJsonError(text.line)
    yield from _object(text, None)
    if text.next():
        raise text.wrong()


def entries_of(source: Source) -> Iterator[tuple[str, Json]]:
    """The entries of every list of a file, each with the name of its list, in their order.

    :raises NotJsonError: where it is not JSON.
    :raises TooLongError: if a value is too long.
    """
    text = _Text(source)
    text.take("{")
    for _nth in text.entries("}"):
        name = text.value()
        text.take(":")
        if text.next() != "[":
            text.value()
            continue
        text.take("[")
        for _entry in text.entries("]"):
            yield name, text.value()


def _object(text: "_Text", book: int | None) -> Iterator[Field | JsonEntry]:
    """The parts of an object."""
    text.take("{")
    names: set[str] = set()
    for _nth in text.entries("}"):
        line, name = text.line, text.value()
        if not isinstance(name, str) or name in names:
            raise text.wrong()
        names.add(name)
        if len(names) > MOST_FIELDS:
            raise TooLongError(line)
        text.take(":")
        if name == ENTRIES and text.next() == "[":
            yield Field(book, name, [], text.line)
            yield from _entries(text, book)
        elif name == OBJECTS and book is None and text.next() == "[":
            yield Field(book, name, [], text.line)
            yield from _books(text)
        else:
            text.next()
            yield Field(book, name, text.value(), line)


def _entries(text: "_Text", book: int | None) -> Iterator[JsonEntry]:
    text.take("[")
    for number in text.entries("]"):
        text.next()
        line = text.line
        yield JsonEntry(book, number, text.value(), line)


def _books(text: "_Text") -> Iterator[Field | JsonEntry]:
    text.take("[")
    for number in text.entries("]"):
        yield from _object(text, number - 1)


@dataclass(slots=True)
class _Text:
    """The text that was read and is not used up."""

    source: Source
    text: str = ""
    at: int = 0
    line: int = 1

    def next(self) -> str:
        """The next character that is no space; "" at the end."""
        while True:
            while self.at < len(self.text) and self.text[self.at] in SPACE:
                self.line += self.text[self.at] == "\n"
                self.at += 1
            if self.at < len(self.text):
                return self.text[self.at]
            if not self._more():
                return ""

    def take(self, sign: str) -> None:
        """Goes beyond the next character, which has to be *sign*."""
        if self.next() != sign:
            raise self.wrong()
        self.at += 1

    def wrong(self) -> NotJsonError:
        """What is raised here. A file that was cut off does not end with its last brace."""
        while self._more():
            self.text, self.at = self.text[-AT_ONCE:], 0
        return NotJsonError(self.line, cut_off=not self.text.rstrip().endswith("}"))

    def entries(self, end: str) -> Iterator[int]:
        """Counts the entries of a list or an object, whose first sign was taken, from 1."""
        if self.next() == end:
            self.take(end)
            return
        number = 1
        while True:
            yield number
            number += 1
            if self.next() == end:
                self.take(end)
                return
            self.take(",")

    def value(self) -> Any:
        self.next()
        while True:
            try:
                value, end = DECODER.raw_decode(self.text, self.at)
            except (ValueError, RecursionError):
                if not self._grow():
                    raise self.wrong() from None
                continue
            # A number can go on in what was not read yet.
            if end < len(self.text) or not self._grow():
                break
        self.line += self.text.count("\n", self.at, end)
        self.at = end
        return value

    def _grow(self) -> bool:
        """Reads as much again as is there; False at the end of the file."""
        if len(self.text) - self.at > LONGEST_DOCUMENT:
            raise TooLongError(self.line)
        return self._more(max(AT_ONCE, len(self.text) - self.at))

    def _more(self, size: int = AT_ONCE) -> bool:
        read = self.source.read(size)
        self.text, self.at = self.text[self.at :] + read, 0
        return bool(read)


DECODER = json.JSONDecoder(parse_constant=refuse_constant, object_pairs_hook=without_repetition)
