"""Files that are sent while they are made; only a few at once."""

from collections.abc import Callable, Iterable, Iterator
from threading import BoundedSemaphore

from flask import Response, stream_with_context
from werkzeug.exceptions import ServiceUnavailable

from models.records.copies.copying import reading_one_state

BLOCK = 32_768
"""Bytes that are sent together."""

AT_ONCE = BoundedSemaphore(3)
"""How many long files a process makes at the same time, of its eight threads."""

RETRY_AFTER = 30
"""Seconds."""


class TooManyFiles(ServiceUnavailable):
    """The answer to a request for a file while enough others are being made."""


def file(lines: Iterable[str], kind: str, name: str) -> Response:
    return Response(_in_blocks(lines), mimetype=kind, headers=_headers(name))


def long_file(lines: Callable[[], Iterable[str]], kind: str, name: str) -> Response:
    """A download that can take minutes. *lines* are asked for once it is sent, and all are of one moment.

    They have to read everything themselves: the session of the request has ended by then. If they fail, the
    connection is cut, so that no browser takes half a file for a whole one.

    :raises TooManyFiles: if too many are being made.
    """
    if not AT_ONCE.acquire(blocking=False):
        raise TooManyFiles(retry_after=RETRY_AFTER)
    place = _Turn()
    blocks = stream_with_context(_in_blocks(place.kept_for(lines)))
    answer = Response(blocks, mimetype=kind, headers=_headers(name))
    answer.call_on_close(place.give_back)
    return answer


class _Turn:
    """A place for a long file. It is given back at the end of the file, or when a phone goes away."""

    def __init__(self) -> None:
        self._given_back = False

    def kept_for(self, lines: Callable[[], Iterable[str]]) -> Iterator[str]:
        """*lines*, with the place until the last of them."""
        try:
            reading_one_state()
            yield from lines()
        finally:
            self.give_back()

    def __del__(self) -> None:
        """Gives it back if the answer was dropped before the first line."""
        self.give_back()

    def give_back(self) -> None:
        """Gives it back, if that has not happened yet."""
        if not self._given_back:
            self._given_back = True
            AT_ONCE.release()


def _headers(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _in_blocks(lines: Iterable[str], size: int = BLOCK) -> Iterator[bytes]:
    """*lines* as blocks of bytes: a file of many short lines is sent in few pieces."""
    block = bytearray()
    for line in lines:
        block += line.encode()
        if len(block) >= size:
            yield bytes(block)
            block.clear()
    if block:
        yield bytes(block)
