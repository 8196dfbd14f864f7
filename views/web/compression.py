"""Compresses responses with gzip."""

import gzip

from flask import Flask, Response, request

WORTH_IT = 500
"""Bytes. A smaller response fits into one packet anyway."""

NOT_MODIFIED = 304
"""Has no body, and sends its own Vary header."""

COMPRESSIBLE = ("text/", "application/json", "image/svg+xml")


def compress(response: Response) -> Response:
    """Compresses *response* with gzip, if the client accepts that and it saves something."""
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
    if len(body) >= WORTH_IT and takes_gzip():
        response.set_data(gzip.compress(body, compresslevel=6, mtime=0))
        response.content_encoding = "gzip"
    return response


def takes_gzip() -> bool:
    return bool(request.accept_encodings["gzip"])


def init_app(app: Flask) -> None:
    app.after_request(compress)
