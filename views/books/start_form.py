"""The form that starts a book: its name, its matches, and which names are two people."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from flask import request
from flask_wtf import FlaskForm
from wtforms.fields import HiddenField, StringField

from models.gin.player_names import is_name, without_variants
from models.records.tables.match import Match
from views.language.i18n import gettext as _
from views.language.i18n import lazy
from views.shared.form_helpers import wrong
from views.shared.listed_match import ListedMatch
from views.web.numbers import whole

NAMED_TWICE = 2


class OfferedMatch(NamedTuple):
    id: int
    is_chosen: bool
    listed: ListedMatch


class NameFound(NamedTuple):
    """A name in several matches."""

    name: str
    key: str
    matches: int
    is_two: bool
    """Whether two people were said to have it."""


class StartBookForm(FlaskForm):  # type: ignore[misc]
    entry = HiddenField()
    name = StringField(lazy("Name of the book, if you like"))

    def __init__(self, offered: Sequence[Match]) -> None:
        super().__init__()
        self.chosen = frozenset(request.form.getlist("match", type=whole))
        """The ids of the chosen matches, also of one that is in a book since the form was opened."""
        is_new = request.method != "POST"
        self.matches = [
            OfferedMatch(each.id, is_new or each.id in self.chosen, ListedMatch(each)) for each in offered
        ]
        self._two = set(request.form.getlist("two"))

    @property
    def book_name(self) -> str:
        """The name with single spaces."""
        return " ".join((self.name.data or "").split())

    @property
    def names(self) -> list[NameFound]:
        """The names in several matches: each is taken for one person, unless it is said to be two."""
        spelled: dict[str, str] = {}
        counts = Counter[str]()
        for each in self.matches:
            for name in each.listed.match.players:
                spelled.setdefault(without_variants(name), name)
                counts[without_variants(name)] += 1
        return [
            NameFound(spelled[key], key, matches, key in self._two)
            for key, matches in counts.items()
            if matches >= NAMED_TWICE
        ]

    @property
    def two_people(self) -> set[str]:
        """The names that two people have."""
        return self._two

    def stands(self) -> bool:
        """Whether the name can be used; if not, adds an error to the field."""
        self.name.errors = []
        if self.book_name and not is_name(self.book_name):
            wrong(self.name, _("A name can be at most 40 letters long, without special characters."))
        return not self.name.errors
