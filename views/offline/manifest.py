"""The manifest of the app: its name, its icons, and what a long press on its icon offers."""

from collections.abc import Mapping
from pathlib import Path

from flask import current_app, request, url_for

from views.language.i18n import gettext as _
from views.language.i18n import language

PAPER, TABLE = "#fbf8f1", "#e9e3d5"
"""The colours of static/css/tokens.css."""

SIZES = (192, 512)


def manifest() -> Mapping[str, object]:
    """The manifest, in the reader's language."""
    home = url_for("matches.index")
    return {
        "id": home,
        "name": "Deadwood",
        "short_name": "Deadwood",
        "description": _("The score sheet for gin rummy played with real cards."),
        "lang": language(),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": TABLE,
        "theme_color": TABLE,
        "categories": ["games", "utilities"],
        "icons": icons(),
        "shortcuts": [
            shortcut(_("New match"), url_for("matches.new")),
            shortcut(_("Judge"), url_for("judge.show")),
        ],
    }


def icons() -> list[dict[str, str]]:
    """The icon in all sizes; maskable ones have a margin that a phone may cut to its own shape."""
    plain = [icon(f"icon-{size}.png", f"{size}x{size}", "image/png", "any") for size in SIZES]
    maskable = [
        icon(f"icon-maskable-{size}.png", f"{size}x{size}", "image/png", "maskable") for size in SIZES
    ]
    return [icon("icon.svg", "any", "image/svg+xml", "any"), *plain, *maskable]


def icon(name: str, sizes: str, kind: str, purpose: str) -> dict[str, str]:
    """One file of the folder ``icons``."""
    assets: Path = current_app.extensions["assets"]
    url = f"{request.script_root}/static/{assets.name}/icons/{name}"
    return {"src": url, "sizes": sizes, "type": kind, "purpose": purpose}


def shortcut(name: str, url: str) -> dict[str, object]:
    """What a long press on the icon of the app offers."""
    return {"name": name, "url": url, "icons": [icon("icon-192.png", "192x192", "image/png", "any")]}
