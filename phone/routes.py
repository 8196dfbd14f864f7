"""What a phone needs to go on without the server: a copy of the match, and the program that reads it.

See docs/offline.md.
"""

from collections.abc import Mapping
from pathlib import Path

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    render_template,
    request,
    send_file,
    url_for,
)

from models.records.tables.local_time import Offset
from models.records.tables.shared import hashed
from phone.clocks import offsets_since
from phone.copies import copy_of
from phone.program import File, current_build, described, version_with
from views.web.access import opened_at, seated_at
from views.web.display import sent_display
from views.web.security import POLICY

phone_pages = Blueprint("phone", __name__, template_folder="templates")

WORKER = "workers/python.js"
"""The bundle of the worker that Python runs in."""

OF_WORKER = POLICY.replace("default-src 'self'", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'")
"""Only the worker may compile the program. Pages may not."""

FOREVER = 365 * 24 * 3600


@phone_pages.get("/m/<watch>/take")
def take(watch: str) -> Response:
    """The copy of a match, local time and the phone's settings, if it can score; blank if it has these."""
    opened = opened_at(watch)
    if opened.seat is None:
        abort(403)
    display, offsets = sent_display(), offsets_since(opened.match.created_at.year)
    stamp = f"{opened.match.version_stamp} {_digest(offsets)} {display}".strip()
    if request.args.get("stamp") == stamp:
        return _fresh(Response(status=204))
    more = {"stamp": stamp, "display": display, "offsets": offsets}
    return _fresh(jsonify(copy_of(opened.match, opened.seat) | more))


def _digest(offsets: list[Offset]) -> str:
    """A few letters that differ where local time does: copies then have to be renewed."""
    return hashed(repr(offsets))[:8]


@phone_pages.get("/m/<watch>/along")
def along(watch: str) -> str:
    """The page that takes a match along, or removes it from the phone."""
    seated_at(watch)
    return render_template("phone/along.html", watch=watch)


@phone_pages.get("/phone/build.json")
def show_build() -> Response:
    """Which files the program has, where they are, and how many bytes are sent."""
    build = current_build() or abort(404)
    assets: Path = current_app.extensions["assets"]
    digest = current_app.extensions["source_digest"]
    static = f"{request.script_root}/static/{assets.name}"
    description = described(build, assets, _address, _pages(version_with(build, assets)), static)
    settings = {"ASSETS": assets.name, "SOURCE_DIGEST": digest, "TAKES_ALONG": build.size}
    return _fresh(jsonify(description | {"settings": settings}))


def _address(file: File) -> str:
    return url_for(".file", digest=file.digest, name=file.name)


def _pages(version: str) -> Mapping[str, str]:
    """The page around the app and its worker. Without a version the service worker gives those it has."""
    return {
        "phone/": url_for(".shell", version=version),
        "phone/worker.js": url_for(".worker", version=version),
    }


@phone_pages.get("/phone/files/<digest>/<name>")
def file(digest: str, name: str) -> Response:
    """A file of the program, compressed. Its address never changes its content.

    A browser unpacks Brotli by itself, if it knows it; gzip is left to the phone's script.
    """
    build = current_build() or abort(404)
    if not any((each.digest, each.name) == (digest, name) for each in build.files):
        abort(404)
    if request.accept_encodings["br"]:
        answer = send_file(build.folder / f"{name}.br", mimetype="application/octet-stream")
        answer.headers["Content-Encoding"] = "br"
    else:
        answer = send_file(build.folder / f"{name}.gz", mimetype="application/gzip")
    answer.vary.add("Accept-Encoding")
    answer.headers["Cache-Control"] = f"public, max-age={FOREVER}, immutable"
    return answer


@phone_pages.get("/phone/worker.js")
def worker() -> Response:
    """The worker, the only script that may compile WebAssembly."""
    assets: Path = current_app.extensions["assets"]
    script = (assets / WORKER).read_text(encoding="utf-8")
    answer = Response(script, mimetype="text/javascript")
    answer.headers["Content-Security-Policy"] = OF_WORKER
    return answer


@phone_pages.get("/phone/")
def shell() -> str:
    """The page that shows the app in a frame and owns the worker."""
    return render_template("phone/shell.html")


def _fresh(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
