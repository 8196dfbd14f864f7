"""Find a match: what is asked for in the address, in words that can be taken back, and the matches found."""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from flask import request, url_for

from models.records.books.books import OpenedBook
from models.records.books.match_search import MatchFilter, find_matches, players_named, rules_played
from models.records.finding.people import ListPosition
from models.records.tables.player import Player
from views.language.i18n import gettext as _
from views.language.name_order import by_name
from views.shared.book_card import BookCard
from views.shared.listed_match import ListedMatch
from views.web.numbers import whole
from views.words.dates import day_said
from views.words.rule_sets import SHORT_NAMES

AT_ONCE = 20
"""How many matches a page has."""

MOST_NAMED = 6
"""For so many players a typed name may stand; of more, one has to be chosen."""

MOST_OFFERED = 30
"""How many players are offered to choose from."""

STATES = ("open", "finished")


class FilterChip(NamedTuple):
    """Something that was asked for, and the address without it."""

    label: str
    url: str


class FindPage(BookCard):
    """The matches of a book that the address asks for."""

    def __init__(self, opened: OpenedBook) -> None:
        super().__init__(opened.book)
        query = request.args
        self.typed = " ".join(query.get("name", "").replace("\0", "").split())[:40]
        self.state = query.get("state", "") if query.get("state") in STATES else ""
        self.since, self.until = (_day(query.get(name, "")) for name in ("from", "to"))
        self.wrong_dates = [
            name for name in ("from", "to") if query.get(name, "").strip() and not _day(query.get(name, ""))
        ]
        players_by_id = {player.id: player for player in self.players}
        ids = dict.fromkeys(query.getlist("player", type=whole))
        self.chosen = [players_by_id[each] for each in ids if each in players_by_id]
        self.rules = _rules(query.get("rules", ""))
        self._before = ListPosition.read(query.get("before", ""))

    @cached_property
    def named(self) -> Sequence[Player]:
        """The players for whom the typed name stands."""
        return by_name(players_named(self.book, self.typed))

    @property
    def choose_from(self) -> Sequence[FilterChip]:
        """The players among whom to choose, if the typed name stands for several."""
        if len(self.named) < 2:
            return ()
        return [
            FilterChip(each.full_name, self._url(player=[*self._chosen_ids, each.id], name=None))
            for each in self.named[:MOST_OFFERED]
        ]

    @property
    def is_unknown(self) -> bool:
        """Whether nobody has the typed name."""
        return bool(self.typed) and not self.named

    @cached_property
    def _found(self) -> list[ListedMatch]:
        if self.is_unknown or self.wrong_dates or len(self.named) > MOST_NAMED:
            return []
        return [
            self.listed(each) for each in find_matches(self.book, self._wanted, self._before, AT_ONCE + 1)
        ]

    @property
    def _wanted(self) -> MatchFilter:
        return MatchFilter(
            tuple(self._chosen_ids),
            tuple(player.id for player in self.named),
            self.rules,
            {"open": False, "finished": True}.get(self.state),
            self.since,
            self.until,
        )

    @property
    def _chosen_ids(self) -> list[int]:
        return [player.id for player in self.chosen]

    @property
    def matches(self) -> Sequence[ListedMatch]:
        """The matches of this page, the newest first."""
        return self._found[:AT_ONCE]

    @cached_property
    def going_on(self) -> ListedMatch | None:
        """The newest match that was left open, on the first page without any filter."""
        if self.chips or self._before:
            return None
        return next(
            (self.listed(each) for each in find_matches(self.book, MatchFilter(over=False), limit=1)), None
        )

    @property
    def earlier_url(self) -> str:
        """The next page; "" if this is the last one."""
        if len(self._found) <= AT_ONCE:
            return ""
        last = self._found[AT_ONCE - 1].match
        return self._url(before=str(ListPosition(last.played_on, last.id)))

    @property
    def newest_url(self) -> str:
        """The first page; "" if this is it."""
        return self._url() if self._before else ""

    @cached_property
    def chips(self) -> Sequence[FilterChip]:
        return list(self._chips())

    def _chips(self) -> Iterator[FilterChip]:
        for player in self.chosen:
            others = [each for each in self._chosen_ids if each != player.id]
            yield FilterChip(player.full_name, self._url(player=others))
        if self.typed:
            # Translators: what was typed to search for a player, in quotation marks.
            yield FilterChip(_("“%(name)s”", name=self.typed), self._url(name=None))
        if self.rules:
            yield FilterChip(rules_named(self.rules), self._url(rules=None))
        if self.state:
            yield FilterChip(dict(self.states)[self.state], self._url(state=None))
        if self.since:
            # Translators: what was searched for: matches from this day on.
            yield FilterChip(_("from %(day)s", day=day_said(self.since)), self._url(**{"from": None}))
        if self.until:
            # Translators: what was searched for: matches up to this day.
            yield FilterChip(_("until %(day)s", day=day_said(self.until)), self._url(to=None))

    def _url(self, **changed: Any) -> str:
        query: dict[str, Any] = {
            "player": self._chosen_ids,
            "name": self.typed or None,
            "rules": ":".join(self.rules) if self.rules else None,
            "state": self.state or None,
            "from": self.since and self.since.isoformat(),
            "to": self.until and self.until.isoformat(),
        }
        return url_for("books.matches", book=self.link, **(query | changed))

    @property
    def states(self) -> Sequence[tuple[str, str]]:
        # Translators: matches.
        return [("open", _("Unfinished")), ("finished", _("Finished"))]

    @cached_property
    def rules_offered(self) -> Sequence[tuple[str, str]]:
        """The rules to choose from, those by which matches were played."""
        return [(":".join(each), rules_named(each)) for each in rules_played(self.book)]

    @property
    def asked_rules(self) -> str:
        """The chosen rules as in the address."""
        return ":".join(self.rules) if self.rules else ""


def rules_named(rules: tuple[str, str]) -> str:
    """What rules are called in the list."""
    house, own = rules
    return own or _(SHORT_NAMES.get(house, house))


def _rules(text: str) -> tuple[str, str] | None:
    """The rules that an address names: "pagat:Our kitchen"."""
    house, colon, own = text.replace("\0", "").partition(":")
    return (house, own) if colon else None


def _day(text: str) -> date | None:
    """The day that an address names, or None."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        return None
