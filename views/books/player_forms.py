"""The forms about players: a name with a note, who is the same person, which matches are whose."""

from flask_wtf import FlaskForm
from wtforms.fields import HiddenField, StringField

from models.gin.player_names import LONGEST_NOTE, is_name
from views.language.i18n import gettext as _
from views.language.i18n import lazy
from views.shared.form_helpers import problem_of_name, wrong


class PlayerForm(FlaskForm):  # type: ignore[misc]
    entry = HiddenField()
    name = StringField(lazy("Name"))
    note = StringField(lazy("Note, if two have the same name"))

    @property
    def called(self) -> tuple[str, str]:
        """The name and the note, with single spaces."""
        name, note = (" ".join((field.data or "").split()) for field in (self.name, self.note))
        return name, note

    def stands(self) -> bool:
        """Whether both can be used; if not, adds an error to the field."""
        self.name.errors, self.note.errors = [], []
        name, note = self.called
        if problem := problem_of_name(name):
            wrong(self.name, problem)
        if len(note) > LONGEST_NOTE:
            wrong(self.note, _("A note can be at most %(most)s letters long.", most=LONGEST_NOTE))
        elif note and not is_name(note):
            wrong(self.note, _("This note has characters that can’t be shown."))
        return not (self.name.errors or self.note.errors)

    def say_taken(self) -> None:
        """Adds the error that somebody else is called so."""
        wrong(
            self.note,
            _("Another player has this name. Add a note that tells them apart, such as “from Bern”."),
        )
