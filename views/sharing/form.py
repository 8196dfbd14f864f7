"""The form that says whose phone has a seat."""

from flask_wtf import FlaskForm
from wtforms.fields import StringField

from views.shared.form_helpers import problem_of_name, wrong
from views.web.i18n import gettext as _
from views.web.i18n import lazy


class PhoneForm(FlaskForm):  # type: ignore[misc]
    """The name of whoever holds this phone."""

    label = StringField(lazy("Another name"))

    @property
    def name(self) -> str:
        """The name, single spaces between its words."""
        return " ".join((self.label.data or "").split())

    def stands(self) -> bool:
        """Whether a phone can be called so; if not, with a word at the field."""
        self.label.errors = []
        if problem := problem_of_name(self.name, _("whose phone this is")):
            wrong(self.label, problem)
        return not self.label.errors
