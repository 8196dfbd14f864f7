"""A new match of players of a book: who plays is tapped, and the usual rules are chosen already."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.gin.rules.seating import Table
from models.records.books.book_matches import Chosen, start_in_book
from models.records.books.books import rules_after, usual_rules
from models.records.books.match_search import MatchFilter, find_matches, players_named
from models.records.books.players import players_of
from models.records.books.rematches import next_seats
from models.records.saving.pipeline import new_entry_id
from models.records.tables.book import Book
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match
from models.records.tables.player import NameTakenInBookError, Player
from models.records.tables.saved_rules import saved_rules_of
from models.records.tables.shared import watch_token
from views.language.i18n import gettext as _
from views.language.name_order import by_name, name_order
from views.matches.new_match_form import RULES
from views.shared.form_helpers import problem_of_name
from views.shared.rules_links import Offer, offered_rules
from views.web.access import device, entry_of, known_device, opened_at, seated_book_at
from views.web.rate_limit import NEW_MATCHES, count
from views.words.books import book_title
from views.words.rule_sets import caption
from views.words.seating import FIRST_TO_DEAL, MEANINGS, TABLES, places

new_in_book = Blueprint("new_in_book", __name__)

USUAL = "usual"
"""The choice of the rules that the chosen players usually play by."""

NEW = "new"
"""The choice of somebody who is no player of the book yet."""

FIRST_SHOWN = 8
"""How many players can be tapped at once; the others are folded."""

PAIRS_SHOWN = 3
"""How many pairs are named that play by other rules."""

RECENT = 50
"""In how many of the newest matches those who play most are looked for."""


class PlaceToFill(NamedTuple):
    """A place at the table, and who can be chosen for it."""

    field: str
    label: str
    first: Sequence[Player]
    others: Sequence[Player]
    chosen: str
    typed: str
    error: str


class NewInBookPage:
    """The form for a new match in a book."""

    def __init__(self, book: Book, errors: Mapping[str, str] | None = None) -> None:
        self.book, self.errors = book, errors or {}
        self.link = watch_token(book)
        self._again = match_again(book)
        recent = find_matches(book, MatchFilter(), limit=RECENT)
        self._recent = [self._again, *recent] if self._again else recent
        self.players = _recent_first(by_name(players_of(book)), self._recent)
        self.title = book_title(book.name, sorted((player.name for player in self.players), key=name_order))
        self.entry = request.form.get("entry") or new_entry_id()
        first_dealer = str(next_seats(self._again)[1]) if self._again else "0"
        self.first_dealer = request.form.get("first_dealer", first_dealer)
        self.house = request.form.get("house", USUAL)

    @property
    def table(self) -> Table:
        """The chosen table; at first that of the newest match."""
        value = request.values.get("table", "")
        if value in list(Table):
            return Table(value)
        last = next(iter(self._recent), None)
        return last.table if last else Table.TWO

    @property
    def meaning(self) -> str:
        words = MEANINGS[self.table]
        return _(words) if words else ""

    @property
    def seated(self) -> str:
        return _(TABLES[self.table])

    @property
    def tables(self) -> list[tuple[str, str]]:
        """The other tables."""
        return [(table.value, _(words)) for table, words in TABLES.items() if table is not self.table]

    @property
    def places(self) -> list[PlaceToFill]:
        """The places at the table, with the players of the newest match chosen."""
        return [self._place(at, label) for at, label in enumerate(places(self.table))]

    def _place(self, at: int, label: str) -> PlaceToFill:
        field = f"player_{at}"
        usual = self._usual[at] if at < len(self._usual) else None
        chosen = request.form.get(field, str(usual) if usual else NEW if not self.players else "")
        shown = [
            each for place, each in enumerate(self.players) if place < FIRST_SHOWN or str(each.id) == chosen
        ]
        others = [each for each in self.players if each not in shown]
        return PlaceToFill(
            field,
            label,
            shown,
            others,
            chosen,
            request.form.get(f"name_{at}", ""),
            self.errors.get(field, ""),
        )

    @property
    def _usual(self) -> list[int | None]:
        """Who sat where in the newest match; in a book of two players these two."""
        last = next((match for match in self._recent if match.table is self.table), None)
        if last is not None:
            order = next_seats(last)[0] if last is self._again else range(last.table.people)
            return [last.player_ids[place] for place in order]
        return [player.id for player in self.players] if len(self.players) == self.table.people else []

    @property
    def first_dealer_label(self) -> str:
        return _(FIRST_TO_DEAL[self.table])

    @property
    def dealers(self) -> list[tuple[str, str]]:
        """Who can deal first: by name if the same people always sit there."""
        if len(self.players) == self.table.people and all(self._usual):
            names = {player.id: player.name for player in self.players}
            called = self.table.by_side([names.get(each or 0, "") for each in self._usual])
        else:
            called = self.table.by_side(places(self.table))
        return [(str(side), name) for side, name in enumerate(called)]

    @property
    def offers(self) -> Mapping[str, Offer]:
        """All rules that can be chosen instead of the usual ones."""
        return offered_rules(saved_rules_of(device()), None, posted=self.house)

    @property
    def caption(self) -> str:
        """The chosen rules in a word or two."""
        offer = self.offers.get(self.house)
        return offer.caption() if offer else _("As usual")

    @property
    def usual_said(self) -> list[str]:
        """The usual rules: those of pairs, and of all others."""
        names = {player.id: player.full_name for player in self.players}
        rest = self.agreed([])
        pairs = [
            _("%(one)s and %(two)s: %(rules)s", one=names[one], two=names[two], rules=caption(agreed))
            for (one, two), agreed in islice(self._of_pairs(rest), PAIRS_SHOWN)
        ]
        return [*pairs, _("Others: %(rules)s", rules=caption(rest)) if pairs else caption(rest)]

    def _of_pairs(self, rest: Agreement) -> Iterator[tuple[Sequence[int], Agreement]]:
        """Two who have played lately by other rules than the *rest*, and will go on with them."""
        newest: dict[frozenset[int], Match] = {}
        for match in self._recent:
            if match.table is Table.TWO and all(match.player_ids):
                newest.setdefault(frozenset(filter(None, match.player_ids)), match)
        for match in newest.values():
            if match.agreement != rest and (agreed := rules_after(self.book, match)) != rest:
                yield [each for each in match.player_ids if each], agreed

    def agreed(self, player_ids: Sequence[int]) -> Agreement:
        """The rules by which these players usually play; before any match, the first that are offered."""
        return usual_rules(self.book, player_ids) or next(iter(self.offers.values())).agreement


def _recent_first(players: Sequence[Player], recent: Sequence[Match]) -> list[Player]:
    """*players*, those who have played lately first."""
    seated = dict.fromkeys(each for match in recent for each in match.player_ids if each is not None)
    order = {each: place for place, each in enumerate(seated)}
    return sorted(players, key=lambda each: order.get(each.id, len(order)))


def match_again(book: Book) -> Match | None:
    """The match of the book whose players want to play again, if the address names one."""
    named = request.args.get("again")
    match = opened_at(named).match if named else None
    return match if match and match.book_id == book.id else None


@new_in_book.route("/b/<book>/matches/new", methods=["GET", "POST"])
def new(book: str) -> str | tuple[str, int] | Response:
    page = NewInBookPage(seated_book_at(book).book)
    if request.method != "POST" or RULES in request.form:
        return _page(page)
    chosen, errors = _read(page)
    if errors:
        return _refused(page, errors)
    count(NEW_MATCHES, known_device())
    agreed = _agreed(page, chosen)
    try:
        match = _start(page, chosen, agreed)
    except NameTakenInBookError:
        return _refused(page, _at_last(page, _("Somebody here already has this name.")))
    except ValueError:
        return _refused(page, _at_last(page, _("Choose different people.")))
    except LookupError:
        abort(404)
    return redirect(url_for("matches.show", watch=watch_token(match)), 303)


def _page(page: NewInBookPage) -> str:
    return render_template("matches/new_in_book.html", page=page, usual=USUAL, new=NEW, rules=RULES)


def _refused(page: NewInBookPage, errors: Mapping[str, str]) -> tuple[str, int]:
    return _page(NewInBookPage(page.book, errors)), 422


def _start(page: NewInBookPage, chosen: Sequence[Chosen], agreed: Agreement) -> Match:
    return start_in_book(
        page.book,
        chosen,
        agreed,
        table=page.table,
        first_dealer=_first_dealer(page),
        device=known_device(),
        entry=entry_of(request.form.get("entry"), "0").id,
    )


def _at_last(page: NewInBookPage, sentence: str) -> dict[str, str]:
    """An error at the last place."""
    return {page.places[-1].field: sentence}


def _read(page: NewInBookPage) -> tuple[list[Chosen], dict[str, str]]:
    """Who was chosen for each place, and what is wrong with it."""
    chosen, errors = [], {}
    for place in page.places:
        name = " ".join(place.typed.split())
        if name:
            if problem := problem_of_name(name):
                errors[place.field] = problem
            chosen.append(Chosen(name=name))
        elif place.chosen in {str(each.id) for each in page.players}:
            chosen.append(Chosen(int(place.chosen)))
        else:
            errors[place.field] = _("Choose a player, or enter a name.")
    return chosen, errors


def _agreed(page: NewInBookPage, chosen: Sequence[Chosen]) -> Agreement:
    """The chosen rules."""
    if page.house in page.offers:
        return page.offers[page.house].agreement
    player_ids = [_known_id(page.book, each) for each in chosen]
    return page.agreed([each for each in player_ids if each is not None] if all(player_ids) else [])


def _known_id(book: Book, chosen: Chosen) -> int | None:
    """The id of a player of the book, also if the name was typed."""
    if chosen.player_id is not None:
        return chosen.player_id
    ids = [each.id for each in players_named(book, chosen.name) if each.is_called(chosen.name)]
    return next(iter(ids), None)


def _first_dealer(page: NewInBookPage) -> int:
    """The side that deals first; the first one if none was chosen."""
    sides = [value for value, _label in page.dealers]
    return int(page.first_dealer) if page.first_dealer in sides else 0
