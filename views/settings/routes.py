"""The page of settings: theme, text size, language and motion on this device. And what Deadwood stores."""

import re
from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms.fields import BooleanField, HiddenField, RadioField

from views.language.asked_languages import tag_of
from views.language.i18n import gettext as _
from views.language.i18n import languages, lazy, marked, names_of_languages
from views.shared.form_helpers import choose
from views.web.display import Display, TextSize, Theme, display, remember

THEMES = {
    Theme.AUTO: marked("Same as this device"),
    Theme.LIGHT: marked("Light"),
    Theme.DARK: marked("Dark"),
}
TEXT_SIZES = {
    TextSize.NORMAL: marked("Normal"),
    TextSize.LARGE: marked("Large"),
    TextSize.LARGEST: marked("Very large"),
}

PATH = re.compile(r"/(?![/\\])[^\x00-\x1f]*")
"""A path of this site. Browsers read a backslash as a slash, and leave out tabs and line ends."""


class SettingsForm(FlaskForm):  # type: ignore[misc]
    """Theme, text size, language, motion and what stands out, and the page to go back to."""

    text_size = RadioField(lazy("Text size"))
    theme = RadioField(lazy("Colours"))
    language = RadioField(lazy("Language"))
    # Translators: after a hand is saved, its total counts up, and the phone vibrates, unless this is ticked.
    still = BooleanField(lazy("No motion or vibration after a hand"))
    # Translators: a setting. What a sheet says now and then below a hand: “Bob has won 5 hands in a row.”
    forgets = BooleanField(lazy("Don’t say what stands out in a hand"))
    back = HiddenField()

    def __init__(self, now: Display, back: str) -> None:
        names = names_of_languages()
        language = now.language if now.language in names else ""
        super().__init__(obj=replace(now, language=language), back=back)
        choose(self.theme, [(theme, _(label)) for theme, label in THEMES.items()])
        choose(self.text_size, [(size, _(label)) for size, label in TEXT_SIZES.items()])
        choose(self.language, [("", _("Same as this device")), *names.items()])

    @property
    def display(self) -> Display:
        """What was chosen. Only for a form that is valid."""
        theme, text_size = Theme(self.theme.data), TextSize(self.text_size.data)
        chosen = replace(display(), theme=theme, text_size=text_size, language=self.language.data)
        return replace(chosen, still=self.still.data, forgets=self.forgets.data)

    @property
    def return_path(self) -> str:
        """Where to go back to: a path of this site, or the home page."""
        path: str = self.back.data or ""
        return path if PATH.fullmatch(path) else url_for("matches.index")


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
