"""The form for the name of a phone's owner."""

from flask_wtf import FlaskForm
from wtforms.fields import StringField

from views.language.i18n import lazy
from views.shared.form_helpers import problem_of_name, wrong


class PhoneForm(FlaskForm):  # type: ignore[misc]
    """The name of the person who uses this phone."""

    label = StringField(lazy("Another name"))

    @property
    def name(self) -> str:
        """The name, with single spaces between the words."""
        return " ".join((self.label.data or "").split())

    def stands(self) -> bool:
        """Whether the name can be used; if not, adds an error to the field."""
        self.label.errors = []
        if problem := problem_of_name(self.name):
            wrong(self.label, problem)
        return not self.label.errors
