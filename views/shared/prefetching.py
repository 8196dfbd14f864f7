"""Requests that only prefetch a page, or show a preview of its link: they get no seat."""

from flask import request

PREVIEWERS = (
    "facebookexternalhit",
    "WhatsApp/",
    "TelegramBot",
    "Twitterbot",
    "Slackbot",
    "Discordbot",
    "LinkedInBot",
    "SkypeUriPreview",
    "Googlebot",
    "bingbot",
)
"""User agents that open a link to show a preview of it. No phone's browser is among them."""


def is_prefetch() -> bool:
    """Whether this request only prefetches the page or shows a preview of the link."""
    agent = request.headers.get("User-Agent", "")
    return (
        request.method == "HEAD"
        or "prefetch" in request.headers.get("Sec-Purpose", "")
        or request.headers.get("Purpose") == "prefetch"
        or any(name in agent for name in PREVIEWERS)
    )
