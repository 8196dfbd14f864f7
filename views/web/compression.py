"""Pages take less time over the air when they are compressed."""

import gzip

from flask import Flask, Response, request

WORTH_IT = 500
"""Bytes below which a page fits into one packet anyhow."""

NOT_MODIFIED = 304
"""Has no body, and says itself what its page depends on."""

COMPRESSIBLE = ("text/", "application/json", "image/svg+xml")


def compress(response: Response) -> Response:
    """*response* with gzip, where the reader understands it and it saves something."""
    if (
        response.status_code == NOT_MODIFIED
        or response.direct_passthrough
        or response.is_streamed
        or "Content-Encoding" in response.headers
    ):
        return response
    if not (response.mimetype or "").startswith(COMPRESSIBLE):
        return response

    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= WORTH_IT and request.accept_encodings["gzip"]:
        response.set_data(gzip.compress(body, compresslevel=6, mtime=0))
        response.content_encoding = "gzip"
    return response


def init_app(app: Flask) -> None:
    """Compresses what *app* answers."""
    app.after_request(compress)
