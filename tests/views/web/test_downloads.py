"""Long files: half a file is never taken for a whole one."""

from collections.abc import Iterator
from http.client import HTTPConnection, IncompleteRead
from urllib.parse import urlsplit

import pytest
from flask import Flask

from views.web.downloads import BLOCK, long_file


@pytest.mark.own_app
def test_a_file_that_breaks_off_does_not_look_complete(app: Flask, server: str) -> None:
    def lines() -> Iterator[str]:
        yield "x" * BLOCK
        raise LookupError("the database is gone")

    app.add_url_rule("/half", view_func=lambda: long_file(lines, "text/csv", "half.csv"))
    connection = HTTPConnection(urlsplit(server).netloc, timeout=30)
    connection.request("GET", "/half")
    answer = connection.getresponse()

    assert answer.status == 200
    with pytest.raises(IncompleteRead):
        answer.read()
    connection.close()
