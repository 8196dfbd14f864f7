"""The usual rules of a book."""

from collections.abc import Mapping
from functools import partial

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from models.records.books.books import OpenedBook
from models.records.books.usual_rules import agree_on
from models.records.saving.pipeline import new_entry_id
from models.records.tables.saved_rules import saved_rules_of
from views.books.book_page import BookPage
from views.books.routes import books
from views.books.writing import write
from views.language.i18n import gettext as _
from views.shared.offered_rules import Offer, offered_rules
from views.web.access import device, opened_book_at, seated_book_at
from views.words.rule_sets import caption

NONE = "none"
"""The choice of no usual rules."""


@books.get("/b/<book>/rules")
def rules(book: str) -> str:
    opened = opened_book_at(book)
    usual = opened.book.usual_rules
    return render_template("books/rules.html", page=BookPage(opened), usual=caption(usual) if usual else "")


@books.route("/b/<book>/rules/change", methods=["GET", "POST"])
def change_rules(book: str) -> str | tuple[str, int] | Response:
    """Chooses the usual rules."""
    opened = seated_book_at(book)
    now = opened.book.usual_rules
    offers = offered_rules(saved_rules_of(device()), now, "", _("As now"))
    shown = partial(_change_page, opened, offers, next(iter(offers)) if now else NONE)
    if request.method != "POST":
        return shown()
    chosen = request.form.get("house", "")
    if chosen != NONE and chosen not in offers:
        return shown(error=_("Choose one of these.")), 422
    agreed = None if chosen == NONE else offers[chosen].agreement
    write(lambda entry: agree_on(opened.book, agreed, entry), request.form.get("entry"))
    return redirect(url_for(".rules", book=book), 303)


def _change_page(opened: OpenedBook, offers: Mapping[str, Offer], chosen: str, error: str = "") -> str:
    return render_template(
        "books/change_rules.html",
        page=BookPage(opened),
        offers=offers,
        chosen=chosen,
        none=NONE,
        error=error,
        entry=request.form.get("entry") or new_entry_id(),
    )
