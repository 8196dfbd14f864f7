"""What search engines may ask for: the start page and the rules. A link of a match never."""

from flask import Blueprint, Response, request

robots = Blueprint("robots", __name__)

ALLOWED = ("/$", "/houses", "/static/")
"""The start of the paths, and with a dollar sign the whole of one."""


@robots.get("/robots.txt")
def show() -> Response:
    """The file that search engines read first. A host with Deadwood below a path has its own."""
    allowed = [f"Allow: {request.script_root}{path}" for path in ALLOWED]
    lines = ["User-agent: *", *allowed, f"Disallow: {request.script_root}/", ""]
    return Response(
        "\n".join(lines), mimetype="text/plain", headers={"Cache-Control": "public, max-age=86400"}
    )
