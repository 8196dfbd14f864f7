"""How large the bodies of requests can be: forms are small, only files of books may be larger."""

from flask import Flask, request

LARGEST_BODY = 256 * 1024
"""Bytes of any other form. It stays in memory."""

LARGEST_FILE = 8_000_000
"""Bytes of a file to import: some four thousand matches by deadwood. The command line takes any size."""

LARGEST_UPLOAD = LARGEST_FILE + 2 * LARGEST_BODY
"""Bytes of the form with a file."""

TAKES_FILES = "/import"
"""The address of this form."""


def allow_file() -> None:
    """Lets this form have a larger body, if it has a file. Texts stay in memory, files don't."""
    if request.path == TAKES_FILES and request.mimetype == "multipart/form-data":
        request.max_content_length = LARGEST_UPLOAD


def init_app(app: Flask) -> None:
    """Allows files before anything reads a form of *app*."""
    app.before_request(allow_file)
