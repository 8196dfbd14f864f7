"""The page of settings: theme, text size and language on this device. And what Deadwood stores."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from views.language.asked_languages import tag_of
from views.language.i18n import languages
from views.settings.form import SettingsForm
from views.web.display import display, remember

settings_pages = Blueprint("settings", __name__, url_prefix="/settings")


@settings_pages.get("")
def show() -> str:
    return _page(SettingsForm(display(), request.args.get("back", "")))


@settings_pages.post("")
def save() -> str | Response | tuple[str, int]:
    """Remembers it and goes back, so that it is seen at once."""
    form = SettingsForm(display(), "")
    if not form.validate():
        return _page(form), 422
    return remember(redirect(form.return_path, 303), form.display)


@settings_pages.get("/privacy")
def privacy() -> str:
    """What Deadwood stores, where, and how long."""
    return render_template("settings/privacy.html")


def _page(form: SettingsForm) -> str:
    action = url_for("settings.save")
    tags = {code: tag_of(code) for code in languages()}
    return render_template(
        "settings/show.html", form=form, back=form.return_path, action=action, language_tags=tags
    )
