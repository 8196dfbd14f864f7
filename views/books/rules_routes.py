"""The usual rules of a book, and of two of its players."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.records import (
    Agreement,
    MatchFilter,
    OpenedBook,
    Player,
    agree_on,
    find_matches,
    new_entry_id,
    pair_of,
    rules_of_pairs,
    saved_rules_of,
)
from views.books.book_page import BookPage
from views.books.player_routes import player_of
from views.books.routes import books
from views.books.writing import write
from views.shared.book_card import TWO
from views.shared.offered_rules import Offer, offered_rules
from views.web.access import device, opened_book_at, seated_book_at
from views.web.i18n import gettext as _
from views.web.numbers import whole
from views.words.houses import caption

NONE = "none"
"""The choice of no usual rules."""

LATELY = 50
"""In how many of the newest matches pairs are looked for that have no rules of their own yet."""


class PairRow(NamedTuple):
    """Two players and their usual rules."""

    names: str
    rules: str
    url: str


class UsualRulesPage(BookPage):
    """What is usually played, by all and by pairs."""

    @property
    def usual(self) -> str:
        """The usual rules of the book in words; "" if there are none."""
        return said(self.book.usual_rules)

    @property
    def pairs(self) -> Sequence[PairRow]:
        """The pairs with rules of their own, then those who have played each other."""
        own = rules_of_pairs(self.book)
        known = {player.id: player for player in self.players}
        lately = (match.player_ids for match in find_matches(self.book, MatchFilter(), limit=LATELY))
        met = [
            pair_of(*met) for ids in lately if len(met := [each for each in ids if each]) == len(ids) == TWO
        ]
        pairs = dict.fromkeys([*own, *met])
        return [
            PairRow(
                _("%(one)s and %(two)s", one=known[one].full_name, two=known[two].full_name),
                said(own.get((one, two))),
                url_for("books.change_rules", book=self.link, one=one, two=two),
            )
            for one, two in pairs
            if one in known and two in known
        ]


def said(agreed: Agreement | None) -> str:
    """Rules in a few words."""
    return caption(agreed.house, agreed.rules, agreed.house_name) if agreed else ""


@books.get("/b/<book>/rules")
def rules(book: str) -> str:
    """The usual rules."""
    return render_template("books/rules.html", page=UsualRulesPage(opened_book_at(book)))


@books.route("/b/<book>/rules/change", methods=["GET", "POST"])
def change_rules(book: str) -> str | tuple[str, int] | Response:
    """Chooses the usual rules of the book, or of two players."""
    opened = seated_book_at(book)
    pair = _pair(opened)
    ids = pair_of(*(each.id for each in pair)) if pair else None
    now = rules_of_pairs(opened.book).get(ids) if ids else opened.book.usual_rules
    offers = offered_rules(saved_rules_of(device()), now, "", _("As now"))
    shown = partial(_change_page, opened, pair, offers, next(iter(offers)) if now else NONE)
    if request.method != "POST":
        return shown()
    chosen = request.form.get("house", "")
    if chosen != NONE and chosen not in offers:
        return shown(error=_("Choose one of these.")), 422
    agreed = None if chosen == NONE else offers[chosen].agreement
    write(lambda entry: agree_on(opened.book, agreed, entry, ids), request.form.get("entry"))
    return redirect(url_for(".rules", book=book), 303)


def _change_page(
    opened: OpenedBook, pair: Sequence[Player], offers: Mapping[str, Offer], chosen: str, error: str = ""
) -> str:
    return render_template(
        "books/change_rules.html",
        page=UsualRulesPage(opened),
        pair=[each.full_name for each in pair],
        offers=offers,
        chosen=chosen,
        none=NONE,
        error=error,
        entry=request.form.get("entry") or new_entry_id(),
        without=_without(opened, pair),
    )


def _without(opened: OpenedBook, pair: Sequence[Player]) -> str:
    """What holds without usual rules of their own."""
    if pair and opened.book.usual_rules:
        return _("Those of the book: %(rules)s", rules=said(opened.book.usual_rules))
    return _("Those of the last match")


def _pair(opened: OpenedBook) -> list[Player]:
    """The two players in the address; [] for the whole book, 404 for anybody else."""
    ids = [request.args.get(name, type=whole) for name in ("one", "two")]
    if ids == [None, None]:
        return []
    if ids[0] is None or ids[1] is None or ids[0] == ids[1]:
        abort(404)
    return [player_of(opened, each) for each in ids if each is not None]
