"""Requests are read in time that grows with their length, whatever is in them.

Waitress reads all requests in one thread, and some of them slowly. The patterns here accept the same
requests, and tests/test_patterns.py holds each of them to be linear.
"""

import re
from copy import copy
from typing import Any, ClassVar
from weakref import WeakSet

from waitress import parser, rfc7230
from waitress.parser import HTTPRequestParser, ParsingError

from views.web.upload_limits import LARGEST_BODY, LARGEST_UPLOAD, TAKES_FILES

HEADER = re.compile(
    rf"^(?P<name>{rfc7230.TOKEN}):[ \t]*+(?P<value>{rfc7230.FIELD_VALUE})[ \t]*+$".encode("latin-1")
)

FIRST_LINE = re.compile(
    rb"(?P<method>[!#$%&'*+\-.^_`|~0-9A-Za-z]+) (?P<uri>[^ ]+)(?: HTTP/(?P<version>[0-9]\.[0-9]))?"
)

READING = frozenset({"GET", "HEAD", "OPTIONS"})

FILES_AT_ONCE = 4
"""How many files to import may be on their way. Of others, the limit is that of any form."""

FOR_THE_BODY = 30.0
"""Seconds from the first byte of a request until all of it is there."""

FOR_A_FILE = 120.0
"""Seconds for a file, also on a slow connection."""


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """A request. Refuses with 400 what Waitress fails to parse."""

    adj: Any
    files: ClassVar[WeakSet["RequestParser"]] = WeakSet()
    """The requests with large files that are not answered yet."""

    @property
    def may_write(self) -> bool:
        """Whether it may write to the database, as any form may."""
        return not self.error and self.command not in READING

    def parse_header(self, header_plus: bytes) -> None:
        """Parses the first line and the headers. Whoever may mean two things by them is answered and cut off.

        :raises ParsingError: if they can't be parsed, also where Waitress fails at them.
        """
        try:
            super().parse_header(header_plus)
        except ValueError:
            raise ParsingError("The request can't be parsed") from None
        if is_ambiguous(header_plus.lower()):
            self.headers["CONNECTION"] = "close"
        if self.command == "POST" and self.path == TAKES_FILES and self.content_length > LARGEST_BODY:
            self._allow_file()

    def _allow_file(self) -> None:
        """Lets the body be as large as a file to import, if not too many others come at the same time."""
        if len(self.files) < FILES_AT_ONCE:
            self.files.add(self)
            allowed = copy(self.adj)
            allowed.max_request_body_size = LARGEST_UPLOAD + 1
            self.adj = allowed

    @property
    def seconds(self) -> float:
        """How long it may take until all of it is there."""
        return FOR_A_FILE if self in self.files else FOR_THE_BODY


def is_ambiguous(head: bytes) -> bool:
    """Whether servers on the way may see another end of a request: it has two lengths, or a folded header."""
    has_two_lengths = b"\r\ncontent-length:" in head and b"\r\ntransfer-encoding:" in head
    return has_two_lengths or b"\r\n " in head or b"\r\n\t" in head


def replace_patterns() -> None:
    """Lets Waitress use the patterns above."""
    parser.HEADER_FIELD_RE = HEADER
    parser.first_line_re = FIRST_LINE
