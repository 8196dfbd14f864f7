"""Requests that no page sends: forms of our pages with hostile values, odd headers, bodies and addresses.

They are made from the URL map and from the forms that the pages have, so a new page or field is tried without
a change here.
"""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import parse_qsl, quote_from_bytes, urljoin, urlsplit

from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

from tests.faults.trials import FULL
from tests.views.browser import Form, Page
from tests.views.table import BOB_HOLDS, BY_CARDS
from tests.views.walking import METHODS, addresses, places

Fields = list[tuple[str, str]]

LARGEST = 64 * 1024
"""Bytes of the largest body that is sent."""

MOST_CPU = 0.3
"""Seconds for a request of 64 KB, in ``make faults``."""

MOST_CALLS = 3_000_000
"""Functions called and left for a request of 64 KB: no clock that a busy machine disturbs.

A page that shows 64 KB takes up to a million; what grows with the square would take many millions.
"""

NUMBERS = (
    "-1 0 00 1 2 3 99 111 1e9 1e400 NaN -inf 0x10 1.5 1,5 +7 1_000 -0 ½ ² ٣ ۱۲ 2147483648 -2147483649 "
    "9223372036854775808 18446744073709551616 123456789012345678901234567890 0.05_EUR 99999999_EUR 1_XYZ"
).replace("_", " ")
WORDS = (
    *NUMBERS.split(" "),
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "Ann\udfff",
    "\ufeff",
    "\u202eAnn\u2066",
    "e\u0301" * 40,
    "Z\u0351\u0352\u0353\u0354" * 200,
    "🂡🂮" * 20,
    "ﷺ" * 40,
    "\r\nSet-Cookie: deadwood=1",
    "\x1b[31mred\x1b[0m",
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "//evil.example/",
    "../../../etc/passwd",
    "%00%ff%2e%2e",
    "{{ 7 * 7 }}",
    "${jndi:ldap://x}",
    "%s%n%(name)s%(most)s",
    "{0.__class__}",
    "' OR 1=1; DROP TABLE matches; --",
    "true",
    "null",
    "none",
    "[]",
    "{}",
    '{"a": ' * 300,
    "[" * 900,
    "on",
    "KS KC KD",
    "AS-KS",
    "A-K",
    "5S-7S-9S 10♥",
    "KS " * 90,
    "2S/" * 90,
    " / " * 90,
    "-" * 90,
    "from=pagat&from=classic&name=%00&gin_bonus=٣",
    "from=pagat&check=zz",
    "from=" + "&" * 900,
    "own-1",
    "own--1",
    "own-99999999999999999999",
    "own-²",
    "gin_bonus=30",
    "nothing=1",
    "0-1",
    "1-1",
    "9" * 5000,
    "x" * 5000,
    "A" * 41,
    "pagat",
    "classic",
    "best",
    "own",
    "cards",
    "deadwood",
    "gin",
    "big_gin",
    "dead",
    "2",
    "3",
    "scoring",
    "watching",
    "de",
    "x" * 64,
    "x" * 65,
)
"""Values for any field."""

TYPES = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-7",
    "application/x-www-form-urlencoded; charset=nothing",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=" + "b" * 300,
    "application/json",
    "text/plain",
    "text/xml; charset=\udcff",
    "/",
    ";;;=",
    "",
)
HEADERS: dict[str, tuple[str, ...]] = {
    "HTTP_ACCEPT_LANGUAGE": (
        "de",
        "xx-" * 300,
        "*;q=nan",
        "en;q=9e999,de;q=-1",
        "ar-EG",
        "zh_Hant@x",
        "en-US-u-nu-thai",
        "\xff",
    ),
    "HTTP_ACCEPT_ENCODING": ("gzip", "gzip;q=0", "gzip;q=x", "*", "br", "\xe9"),
    "HTTP_IF_NONE_MATCH": ("*", 'W/"x"', '"' * 90, ",,,", "W/" * 300),
    "HTTP_IF_MODIFIED_SINCE": ("yesterday", "Thu, 01 Jan 0000 00:00:00 GMT", "9" * 400),
    "HTTP_RANGE": ("bytes=0-0", "bytes=-1", "bytes=9-1", "bytes=" + "0-0," * 300, "lines=1"),
    "HTTP_X_PART": ("preview", "house", "verdict", "sheet", "x" * 300),
    "HTTP_X_CSRFTOKEN": ("", "x" * 3000, "\xff"),
    "HTTP_HOST": (
        "localhost:8000",
        "a b",
        "[::1",
        "evil.example",
        "localhost:99999999",
        "x" * 300,
        "\xff",
        "",
    ),
    "HTTP_COOKIE": (
        "deadwood=x",
        "deadwood=" + "x.y" * 900,
        "deadwood",
        "=;" * 300,
        "display=x; theme=\xff",
        "deadwood=eyJ9.aaaa.bbbb; deadwood=.eJyr.x.y",
    ),
    "HTTP_REFERER": ("https://evil.example/", "\xff", "x" * 3000),
    "HTTP_ORIGIN": ("null", "https://evil.example"),
    "HTTP_X_FORWARDED_FOR": ("1.2.3.4, " * 90, "unknown", "::1"),
    "HTTP_X_FORWARDED_PROTO": ("https", "javascript"),
    "HTTP_X_FORWARDED_PREFIX": ("//evil.example", "/x"),
    "HTTP_AUTHORIZATION": ("Basic x", "Bearer \xff", "Digest " + "a=b," * 90),
    "HTTP_USER_AGENT": ("", "\xff" * 300),
    "HTTP_EXPECT": ("100-continue", "x"),
    "HTTP_X_HTTP_METHOD_OVERRIDE": ("DELETE",),
    "CONTENT_LENGTH": ("-1", "x", "9" * 30, "", "300000"),
    "REMOTE_ADDR": ("", "::1", "fe80::1%eth0", "unix:"),
}
"""Values for headers, as WSGI has them: each character is a byte."""

PIECES = (
    "\xff",
    "\xc0\xaf",
    "%",
    "%2f",
    "//",
    "..",
    "\\",
    "\0",
    "٣",
    "-1",
    "0",
    "9" * 30,
    "x" * 3000,
    "new",
    "\n",
    " ",
)
"""What is put into paths."""


@dataclass(frozen=True)
class Address:
    """An address, and the forms that pages send there."""

    path: str
    rule: str
    forms: list[Fields] = field(default_factory=list)
    queries: list[Fields] = field(default_factory=list)


@dataclass
class Site:
    """All addresses of a match, and the names of all fields that its pages have."""

    addresses: dict[str, Address]
    names: list[str]

    @classmethod
    def walked(cls, app: Flask, client: Any, watch: str, score: str) -> Site:
        """The site as *client* finds it."""
        found = {each.path: Address(each.path, each.rule.rule) for each in addresses(app, watch, score)}
        pages = [*found, *MORE_PAGES, *(f"/m/{watch}{more}" for more in OF_A_MATCH)]
        linked: set[str] = set()
        for path in pages:
            answer = client.get(path)
            if answer.mimetype != "text/html":
                continue
            page = Page(answer.text, path)
            for form in page.forms:
                for action, fields in pressed(page, form):
                    cls._note(found, action, fields)
            linked |= {each["href"] for each in page.root.all("a", "link") if each["href"].startswith("/")}
            linked |= {each["src"] for each in page.root.all("script") if each["src"]}
        for link in sorted(linked - {each for each in linked if each.startswith("/static")}):
            cls._note(found, link, [])
        for kind in (".css", ".js", ".png", ".svg"):
            cls._note(found, next(each for each in sorted(linked) if each.endswith(kind)), [])
        names = {name for each in found.values() for some in (*each.forms, *each.queries) for name, _ in some}
        return cls(found, sorted(names))

    @staticmethod
    def _note(found: dict[str, Address], link: str, fields: Fields) -> None:
        parts = urlsplit(link)
        address = found.setdefault(parts.path, Address(parts.path, parts.path))
        query = parse_qsl(parts.query, keep_blank_values=True)
        if query and query not in address.queries:
            address.queries.append(query)
        if fields and fields not in address.forms:
            address.forms.append(fields)


MORE_PAGES = ("/houses/own/change?from=pagat", "/houses/own?from=pagat&name=Our+kitchen&gin_bonus=30")
OF_A_MATCH = ("/hands/new?by=cards", "/hands/new?by=deadwood", "/hands/1/correct?by=cards", "/share/scoring")
"""Pages with forms that the bare addresses don't show."""


FILLED = {
    **BY_CARDS,
    "outcome": "knock",
    "deadwood_0": "5",
    "deadwood_1": "30",
    "cards": BOB_HOLDS,
    "upcard": "9D",
    "name_0": "Eve",
    "name_1": "Fay",
    "name_2": "Gil",
    "name_3": "Hal",
    "name": "Our attic",
    "label": "Eve",
}
"""What fields are filled in with that are empty on a page."""


def pressed(page: Page, form: Form) -> Iterator[tuple[str, Fields]]:
    """Where each button of a form sends it, and the fields, well filled in."""
    filled = {name: text for name, text in FILLED.items() if name in form.names}
    fields = filled | {name: text for name, text in form.inputs.items() if text}
    for button in form.buttons:
        by = {button["name"]: button["value"]} if button["name"] else {}
        action = urljoin(page.path, button["formaction"] or form.element["action"])
        yield action, [*(dict.fromkeys(form.inputs, "") | fields | by).items()]


@dataclass(frozen=True)
class Sent:
    """A request as a server hands it over, and in short."""

    environ: dict[str, Any]
    what: str


@dataclass
class Answer:
    """What came back."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    error: str = ""
    """What was raised instead."""
    seconds: float = 0
    """Of CPU in this thread."""
    calls: int = 0
    """Of functions; 0 in ``make faults``."""

    @property
    def too_much(self) -> str:
        """How much work the answer took, if that is too much for a request of 64 KB."""
        if FULL:
            return f"{self.seconds:.3f} s of CPU" if self.seconds > MOST_CPU else ""
        return f"{self.calls} calls" if self.calls > MOST_CALLS else ""


def send(app: Flask, environ: dict[str, Any]) -> Answer:
    """The answer of *app* to a request as a server hands it over."""
    answer, started = Answer(), time.thread_time()
    try:
        with calls_counted(answer):
            chunks, status, headers = run_wsgi_app(app, environ, buffered=True)
        answer.body = b"".join(chunks)
        answer.status, answer.headers = int(status.split()[0]), dict(headers)
    except Exception as error:
        answer.error = repr(error)
    answer.seconds = time.thread_time() - started
    return answer


@contextmanager
def calls_counted(answer: Answer) -> Iterator[None]:
    """Counts the calls for an answer, except in ``make faults``, which takes the time."""
    if FULL:
        yield
        return

    def count(*_: object) -> None:
        answer.calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


@dataclass
class Fuzzer:
    """Makes requests."""

    random: Random
    site: Site

    def request(self, cookie: str, fresh: Mapping[str, str], own: Mapping[str, str]) -> Sent:
        """Any request with this cookie, and with the sender's *own* links instead of those of the site.

        Most have the *fresh* values of what a page fills in by itself.
        """
        pick, chance = self.random.choice, self.random.random
        address = pick(self.addresses)
        method = "POST" if address.forms and chance() < 0.8 else pick(METHODS) if chance() < 0.4 else "GET"
        queries, forms = ([[], *each] for each in (address.queries, address.forms))
        query, form = (
            pick(queries),
            pick(forms[-len(address.forms) :]) if method not in ("GET", "HEAD") else [],
        )
        if chance() < 0.95:
            query, form = ([(name, fresh.get(name, text)) for name, text in each] for each in (query, form))
        query, form = self.fields(query), self.fields(form) if form else []
        if form and chance() < 0.9:
            form = [*(each for each in form if each[0] != "csrf_token"), ("csrf_token", fresh["csrf_token"])]
        path = address.path
        for key, link in own.items():
            path = path.replace(key, link)
        path = path if chance() < 0.9 else self.path(path)
        body, content_type = self.body(form) if form else (b"", "")
        environ = create_environ(method=method, input_stream=io.BytesIO(body))
        environ |= {
            "PATH_INFO": path,
            "QUERY_STRING": encoded(query).decode(),
            "CONTENT_TYPE": content_type,
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_COOKIE": cookie,
            "REMOTE_ADDR": next(places),
        }
        for _ in range(self.random.choice((0, 0, 0, 1, 1, 2))):
            name = pick(list(HEADERS))
            environ[name] = pick(HEADERS[name])
        what = f"{method} {path!r} ?{environ['QUERY_STRING'][:300]} {form!r:.600} {content_type!r:.80}"
        return Sent(environ, what)

    @property
    def addresses(self) -> list[Address]:
        """All addresses."""
        return list(self.site.addresses.values())

    def fields(self, fields: Sequence[tuple[str, str]]) -> Fields:
        """The fields of a form, with some of them taken away, doubled or filled with something hostile."""
        made = list(fields)
        for _ in range(self.random.choice((0, 1, 1, 2, 3, 8))):
            self.random.choice((self.put, self.put, self.put, self.add, self.drop, self.double, self.fill))(
                made
            )
        return made

    def put(self, made: Fields) -> None:
        """Puts a hostile value into a field."""
        if made:
            place = self.random.randrange(len(made))
            made[place] = made[place][0], self.word()

    def add(self, made: Fields) -> None:
        """Adds a field of another form, or an unknown one."""
        made.append((self.random.choice((*self.site.names, self.word())), self.word()))

    def drop(self, made: Fields) -> None:
        if made:
            made.pop(self.random.randrange(len(made)))

    def double(self, made: Fields) -> None:
        if made:
            made.append((self.random.choice(made)[0], self.word()))

    def fill(self, made: Fields) -> None:
        """Fills a field up to the largest body, rarely."""
        if made and self.random.random() < 0.2:
            self.put(made)
            name, text = made[-1]
            made[-1] = name, (text or " ") * (LARGEST // max(1, 3 * len(text)))

    def word(self) -> str:
        """A hostile value, or a few of them."""
        return " ".join(self.random.choices(WORDS, k=self.random.choice((1, 1, 1, 2))))

    def path(self, path: str) -> str:
        """An address with something odd in it."""
        pieces = path.split("/")
        piece = self.random.choice(PIECES).encode().decode("latin-1")
        place = self.random.randrange(len(pieces) + 1)
        if self.random.random() < 0.5 and place < len(pieces):
            pieces[place] += piece
        else:
            pieces.insert(place, piece)
        return "/".join(pieces)

    def body(self, form: Fields) -> tuple[bytes, str]:
        """A form as a body, with its content type; both rarely fit together."""
        encode = self.random.choice(ENCODINGS) if self.random.random() < 0.15 else plain
        body, content_type = encode(form)
        if self.random.random() < 0.05:
            content_type = self.random.choice(TYPES)
        if self.random.random() < 0.05:
            body = body[: self.random.randrange(len(body) + 1)] + self.random.randbytes(20)
        return body[:LARGEST], content_type


def encoded(fields: Fields) -> bytes:
    """Fields in an address or a body, with any character in them."""
    return b"&".join(b"%s=%s" % (quoted(name), quoted(text)) for name, text in fields)


def quoted(text: str) -> bytes:
    return quote_from_bytes(text.encode("utf-8", "surrogatepass"), safe="").encode()


def plain(form: Fields) -> tuple[bytes, str]:
    """As browsers send a form."""
    return encoded(form), TYPES[0]


def in_parts(form: Fields) -> tuple[bytes, str]:
    """As browsers send a form with files."""
    parts = [
        b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
        % (quoted(name), text.encode("utf-8", "surrogatepass"))
        for name, text in form
    ]
    return b"".join(parts) + b"--b--\r\n", "multipart/form-data; boundary=b"


def as_files(form: Fields) -> tuple[bytes, str]:
    """Each field as a file."""
    parts = [
        b'--b\r\nContent-Disposition: form-data; name="%s"; filename="../x"\r\nContent-Type: x\r\n\r\n%s\r\n'
        % (quoted(name), text.encode("utf-8", "surrogatepass"))
        for name, text in form
    ]
    return b"".join(parts) + b"--b--\r\n", "multipart/form-data; boundary=b"


def unfinished(form: Fields) -> tuple[bytes, str]:
    """In parts, cut off."""
    body, content_type = in_parts(form)
    return body[: len(body) // 2], content_type


def raw(form: Fields) -> tuple[bytes, str]:
    """Without any quoting."""
    text = "&".join(f"{name}={text}" for name, text in form)
    return text.encode("utf-8", "surrogatepass"), TYPES[0]


def nameless(form: Fields) -> tuple[bytes, str]:
    """In parts, one of which has no name."""
    body, content_type = in_parts(form)
    return body.replace(b"; name=", b"; nothing=", 1), content_type


def as_json(form: Fields) -> tuple[bytes, str]:
    """As JSON, the last field deeply nested."""
    *fields, (name, _text) = form
    written = [f"{json.dumps(name)}: {json.dumps(text)}" for name, text in fields]
    deep = f"{json.dumps(name)}: {'[' * 990}{']' * 990}"
    return f"{{{', '.join([*written, deep])}}}".encode(), "application/json"


ENCODINGS = (in_parts, as_files, unfinished, nameless, raw, as_json)
