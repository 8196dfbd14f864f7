"""The form for the name to be removed."""

from collections.abc import Sequence

from flask_wtf import FlaskForm
from wtforms.fields import BooleanField, RadioField

from views.language.i18n import gettext as _
from views.language.i18n import lazy
from views.shared.form_helpers import choose, wrong


class NameForm(FlaskForm):  # type: ignore[misc]
    """Whose name is to be removed."""

    name = RadioField(lazy("Whose name?"), validate_choice=False)
    everywhere = BooleanField(lazy("In all matches that this phone may delete"))

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        choose(self.name, [(name, name) for name in names])

    @property
    def chosen(self) -> str:
        """The name, whether anybody has it or not."""
        return str(self.name.data or "")

    def stands(self) -> bool:
        """Whether a name was chosen; if not, adds an error to the field."""
        self.name.errors = []
        if not self.chosen:
            wrong(self.name, _("Choose a name."))
        return not self.name.errors
