"""What search engines may ask for: the start page, rules and odds. A link of a match, only messengers."""

from collections.abc import Iterable

from flask import Blueprint, Response, request

robots = Blueprint("robots", __name__)

ALLOWED = ("/$", "/houses", "/how-often", "/static/")
"""The start of the paths, and with a dollar sign the whole of one."""


PREVIEWERS = (
    "facebookexternalhit",
    "Twitterbot",
    "WhatsApp",
    "TelegramBot",
    "Slackbot",
    "Slackbot-LinkExpanding",
    "Slack-ImgProxy",
    "Discordbot",
    "LinkedInBot",
    "SkypeUriPreview",
    "Mastodon",
)
"""Messengers: they open a link that somebody sends, to show a preview of it, and put it in no index."""


@robots.get("/robots.txt")
def show() -> Response:
    """The file that search engines read first. A host with Deadwood below a path has its own."""
    lines = [*_group(["*"], ALLOWED), "", *_group(PREVIEWERS, (*ALLOWED, "/m/")), ""]
    return Response(
        "\n".join(lines), mimetype="text/plain", headers={"Cache-Control": "public, max-age=86400"}
    )


def _group(agents: Iterable[str], paths: Iterable[str]) -> list[str]:
    """The lines that let *agents* ask for these paths, and for nothing else."""
    named = [f"User-agent: {agent}" for agent in agents]
    allowed = [f"Allow: {request.script_root}{path}" for path in paths]
    return [*named, *allowed, f"Disallow: {request.script_root}/"]
