"""The page that adds up the money of several matches."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, render_template, request, url_for

from models.gin.money import Person, Settled, account, settled
from models.records.books.books import books_at, books_of
from models.records.finding.matches import matches_at, matches_of, newest_in
from models.records.finding.people import people_of
from models.records.tables.match import Match
from models.records.tables.shared import watch_token
from views.language.i18n import gettext as _
from views.language.i18n import ngettext, with_sign
from views.shared.listed_match import changed_when
from views.web.access import device, followed_books, opened_at, watched
from views.words.rule_sets import match_caption
from views.words.seating import title
from views.words.stakes import money, paying, would_pay

MOST_LISTED = 40
"""How many matches can be chosen from, those changed last first."""


@dataclass(frozen=True, slots=True)
class EveningRow:
    """A person, and what all chosen matches come to for them."""

    name: str
    amount: str


@dataclass(frozen=True, slots=True)
class CurrencySettlement:
    """The settlement in one currency."""

    payments: tuple[str, ...]
    rows: tuple[EveningRow, ...]


class EveningMatch:
    """A match that can be chosen."""

    def __init__(self, match: Match, people: Sequence[Person], *, chosen: bool) -> None:
        self.match, self.people, self.chosen = match, people, chosen
        self.names = [person.name for person in people]
        self.choice = choice_of(match)
        self.title = title(match.table, match.table.by_side(self.names))
        self.url = url_for("matches.show", watch=watch_token(match))

    @property
    def note(self) -> str:
        """The rules and when it was played; and whether it is still being played."""
        match = self.match
        rules = match_caption(match)
        going_on = "" if is_finished(match) else _("not finished")
        return " · ".join(filter(None, (rules, changed_when(match), going_on)))

    @property
    def paid(self) -> str:
        """Who pays whom for it; "" if it is not chosen."""
        sheet = self.match.sheet if self.chosen else None
        stood = account(sheet) if sheet else None
        if sheet is None or stood is None:
            return ""
        sentence_of = paying if sheet.match.over else would_pay
        return sentence_of(stood, sheet, sheet.table.payers(self.names))


class Evening:
    """The matches with stakes that this phone can open, and the settlement of the chosen ones."""

    def __init__(self, matches: Iterable[Match], chosen: Collection[str] | None, of: Match | None) -> None:
        """*chosen* are the choices of the form.

        If None, it is the series of the match *of*, or of the newest, without what is still being played.
        """
        matches_with_stakes = [match for match in matches if match.rules.stakes][:MOST_LISTED]
        if chosen is None:
            chosen = {
                choice_of(match)
                for match in series_of(of or next(iter(matches_with_stakes), None), matches_with_stakes)
                if is_finished(match)
            }
        self.matches = [
            EveningMatch(match, people, chosen=choice_of(match) in chosen)
            for match, people in zip(matches_with_stakes, people_of(matches_with_stakes), strict=True)
        ]

    @property
    def chosen(self) -> Sequence[EveningMatch]:
        return [listed for listed in self.matches if listed.chosen]

    @cached_property
    def settlements(self) -> list[CurrencySettlement]:
        """The settlement of the chosen matches, in each currency."""
        played = ((listed.match.sheet, listed.people) for listed in self.chosen)
        return list(map(in_words, settled(played)))

    @property
    def heading(self) -> str:
        """How many matches are added up."""
        return ngettext("Total of %(num)s match", "Total of %(num)s matches", len(self.chosen))


def in_words(owed: Settled) -> CurrencySettlement:
    """A settlement in words."""
    sentences = tuple(
        ngettext(
            "%(payer)s pays %(payee)s %(amount)s.",
            "%(payer)s pay %(payee)s %(amount)s.",
            1,
            payer=owed.names[each.payer],
            payee=owed.names[each.payee],
            amount=money(each.amount, owed.currency),
        )
        for each in owed.payments
    )
    rows = tuple(
        EveningRow(name, with_sign(amount, money(abs(amount), owed.currency)))
        for name, amount in zip(owed.names, owed.amounts, strict=True)
    )
    return CurrencySettlement(sentences or (_("Nobody owes anything."),), rows)


def choice_of(match: Match) -> str:
    """What the form calls a match: it says nothing about it, and opens nothing."""
    return match.watch_hash[:16]


def is_finished(match: Match) -> bool:
    """Whether nothing of it is still being played: no game, if the match is open-ended."""
    return match.snapshot.match_over or (match.rules.is_open_ended and match.snapshot.game_over)


def series_of(match: Match | None, matches: Sequence[Match]) -> list[Match]:
    """The series of rematches that *match* belongs to, as far as it is among *matches*."""
    if match is None:
        return []
    ids, before = {match.id}, 0
    while len(ids) > before:
        before = len(ids)
        ids |= {each.id for each in matches if each.rematch_of in ids}
        ids |= {each.rematch_of for each in matches if each.id in ids and each.rematch_of is not None}
    return [each for each in matches if each.id in ids]


evening_pages = Blueprint("evening", __name__)

MATCH = "match"
"""The query parameter of each chosen match; "" is always sent, so that none can be chosen too."""


@evening_pages.get("/evening")
def show() -> str:
    """The money of the last matches of this phone."""
    return _page(None, url_for("matches.index"), _("All matches"))


@evening_pages.get("/m/<watch>/evening")
def of_match(watch: str) -> str:
    """The money of the series of rematches that a match belongs to."""
    return _page(opened_at(watch).match, url_for("matches.show", watch=watch), _("Sheet"))


def _page(of: Match | None, back_url: str, back_label: str) -> str:
    chosen = request.args.getlist(MATCH) if MATCH in request.args else None
    return render_template(
        "evening/show.html",
        evening=Evening(_known_matches(of), chosen, of),
        name=MATCH,
        back_url=back_url,
        back_label=back_label,
    )


def _known_matches(of: Match | None) -> list[Match]:
    """The matches that this phone plays or follows, also through a book, and the one it opens.

    Those changed last come first.
    """
    books = {*books_of(device()), *books_at(followed_books())}
    matches = {
        match.id: match for match in (*matches_of(device()), *matches_at(watched()), *newest_in(books))
    }
    if of is not None:
        matches[of.id] = of
    return sorted(matches.values(), key=lambda match: (match.changed_at, match.id), reverse=True)
