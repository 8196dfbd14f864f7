"""The pages that share a match or a book: what they show, and the few sentences in which the two differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for
from flask_wtf import FlaskForm
from wtforms.fields import StringField

from models.records.books.books import book_of
from models.records.finding.matches import find_seat
from models.records.saving.seats import looks_after
from models.records.tables.book import Book
from models.records.tables.match import Match
from models.records.tables.seat import Seat
from models.records.tables.shared import Link, SharedRecord, scoring_token, watch_token
from views.language.i18n import gettext as _
from views.language.i18n import lazy, marked
from views.shared.book_card import BookCard
from views.shared.form_helpers import problem_of_name, wrong
from views.shared.qr_links import Address, for_others
from views.web.access import device, known_book
from views.words.dates import when
from views.words.devices import phone

MOST_NAMES = 12
"""How many names are offered for the owner of a phone."""


@dataclass(frozen=True, slots=True)
class SharingSentences:
    """What is said of a match, or of a book."""

    viewing: str
    """What the viewing link allows."""
    phones: str
    """Above the phones."""
    removing: Sequence[str]
    """What it means to remove a phone."""
    scoring: str
    """What the scoring link allows."""
    going_on: str
    """How a viewer goes on if no phone can keep score any more."""
    renewing: str = ""
    """What stays as it is if the viewing link is renewed."""


ONLY_VIEWS = marked("It can then only view. The hands it saved stay.")
IN_ALL_MATCHES = marked(
    "Anyone who opens this link can keep score in all matches of this book, start new ones, and rename its "
    "players. Show it only to players."
)

OF_A_MATCH = SharingSentences(
    viewing=marked("Anyone with this link can view the sheet, but not change it."),
    phones=marked("Phones that can keep score"),
    removing=[ONLY_VIEWS],
    scoring=marked("Anyone who opens this link can enter and change hands. Show it only to players."),
    going_on=marked(
        "If there is no such phone any more, export this match and import its file: it then goes on as a "
        "match of its own, in which this phone can keep score."
    ),
)

OF_A_MATCH_IN_A_BOOK = replace(
    OF_A_MATCH,
    removing=[
        *OF_A_MATCH.removing,
        marked("It can no longer keep score in the other matches of the book either."),
    ],
    renewing=marked("Whoever can view the book still finds the match there."),
)
"""What is said where the phone can open the book too."""

OF_A_MATCH_THROUGH_THE_BOOK = replace(
    OF_A_MATCH_IN_A_BOOK,
    scoring=IN_ALL_MATCHES,
)
"""What is said where a phone can only give what it has itself: the link of the book."""

OF_A_BOOK = SharingSentences(
    viewing=marked("Anyone with this link can view the book and all its matches, but not change them."),
    phones=marked("Phones that can keep score in all matches"),
    removing=[ONLY_VIEWS, marked("It can still keep score in matches whose own link it has opened.")],
    going_on=marked(
        "If there is no such phone any more, export this book and import its file: it then goes on as a "
        "book of its own, in which this phone can keep score."
    ),
    renewing=marked("The links of single matches stay as they are."),
    scoring=IN_ALL_MATCHES,
)


@dataclass(frozen=True, slots=True)
class SeatedPhone:
    """A phone with a seat."""

    name: str
    since: str
    is_own: bool
    end_url: str
    """The address that removes it; "" where this phone can't."""
    looks_after: bool
    """Whether it is said to look after the book, where not all do."""
    care_url: str
    """The address that gives or takes that right; "" where this phone can't."""


class SharePage:
    """The page that shares a match or a book, for a phone with a seat or for a viewer."""

    view: str
    """The view of what is shared."""
    joined: Mapping[str, Any]
    """What its address says to a phone that has just got a seat."""
    shared: SharedRecord
    is_match: bool

    def __init__(self, shared: SharedRecord, seat: Seat | None) -> None:
        self.shared, self.seat = shared, seat
        self.label = seat.label if seat else ""
        self.looks_after = looks_after(shared, seat)

    @property
    def link(self) -> dict[str, str]:
        """The viewing link, as a part of addresses."""
        return {"watch" if self.is_match else "book": watch_token(self.shared)}

    def url(self, endpoint: str, **values: Any) -> str:
        """An address of this page, or of what is shared."""
        return url_for(endpoint, **{**self.link, **values})

    @property
    def address(self) -> Address:
        """The viewing link."""
        return for_others(self.view, **self.link)

    @property
    def scoring_address(self) -> Address:
        return scoring_address(self.shared)

    @property
    def care_url(self) -> str:
        """The page with the link to look after the book; "" where this phone has none."""
        return ""

    @property
    def asks_first(self) -> bool:
        """Whether the links are shown only after this phone has been told what giving them out changes."""
        return False

    @property
    def phones(self) -> list[SeatedPhone]:
        """The phones with seats, the oldest first; empty for a viewer."""
        return [self._phone(seat) for seat in self.shared.live_seats] if self.seat else []

    def _phone(self, seat: Seat) -> SeatedPhone:
        is_own = self.seat is not None and seat.id == self.seat.id
        return SeatedPhone(
            phone(seat, None) if seat.label else _("A phone"),
            _("since %(when)s", when=when(seat.created_at)),
            is_own,
            self.url("sharing.end", seat_id=seat.id) if self.looks_after and not is_own else "",
            *self._care(seat),
        )

    def _care(self, _seat: Seat) -> tuple[bool, str]:
        """Whether a phone is said to look after the book, and the address that changes it."""
        return False, ""


def scoring_address(shared: SharedRecord) -> Address:
    """The scoring link of a match or a book."""
    score = "score" if isinstance(shared, Match) else "book_score"
    return for_others("sharing.join", **{score: scoring_token(shared)})


class MatchSharePage(SharePage):
    view, joined, is_match = "matches.show", {"welcome": 1}, True
    shared: Match

    @property
    def words(self) -> SharingSentences:
        """What is said of it."""
        if self.seat is not None and not self.looks_after:
            return OF_A_MATCH_THROUGH_THE_BOOK
        book = known_book(self.shared)
        if book is None:
            return OF_A_MATCH
        if looks_after(book, find_seat(book, device())):
            return OF_A_MATCH_IN_A_BOOK
        return replace(OF_A_MATCH_IN_A_BOOK, removing=OF_A_MATCH.removing)

    @property
    def scoring_address(self) -> Address:
        """The scoring link; for a phone that only scores through the book, that of the book.

        With the link of the match it would get a seat of its own, and could delete the match.
        """
        return scoring_address(self.shared if self.looks_after else book_of(self.shared) or self.shared)

    @property
    def names(self) -> Sequence[str | None]:
        """Whose phone it may be; None for a player without a name."""
        return self.shared.names


class BookSharePage(SharePage):
    view, joined, is_match = "books.show", {"done": "joined"}, False
    shared: Book
    words = OF_A_BOOK

    @property
    def care_address(self) -> Address:
        """The link to look after the book."""
        return for_others("sharing.join", book_care=self.shared.link(Link.CARE))

    @property
    def care_url(self) -> str:
        """The page with that link; "" where this phone doesn't look after the book, or all do."""
        return self.url("sharing.care") if self.looks_after and not self.shared.all_look_after else ""

    @property
    def asks_first(self) -> bool:
        """Whether all who can score look after the book, which ends when this phone gives out the links."""
        return self.seat is not None and self.shared.all_look_after

    def _care(self, seat: Seat) -> tuple[bool, str]:
        if self.shared.all_look_after:
            return False, ""
        is_last = seat.looks_after and sum(each.looks_after for each in self.shared.live_seats) == 1
        may = self.looks_after and not is_last
        return seat.looks_after, self.url("sharing.change_care", seat_id=seat.id) if may else ""

    @property
    def names(self) -> Sequence[str | None]:
        """Whose phone it may be: the players, those who have played most first."""
        card = BookCard(self.shared)
        first = sorted(card.players, key=lambda each: -card.standings.played.get(each.id, 0))
        return [player.full_name for player in first[:MOST_NAMES]]


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
