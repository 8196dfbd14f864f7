"""The pages of ratings: fetch, show."""

from flask import Blueprint, abort, render_template, request

from models.records.books.players import find_player
from models.records.ratings.ratings import RatedPlace
from views.ratings.pages import PlayerRatingPage, RankingPage
from views.web.access import opened_book_at

ratings = Blueprint("ratings", __name__)


@ratings.get("/b/<book>/ratings")
def show(book: str) -> str:
    """The ranking of a book."""
    page = RankingPage(opened_book_at(book), request.args.get("by", ""))
    return render_template("ratings/show.html", page=page)


@ratings.get("/b/<book>/ratings/<int:player_id>")
def player(book: str, player_id: int) -> str:
    """The rating of a player over time, and the games that changed it."""
    opened = opened_book_at(book)
    try:
        found = find_player(opened.book, player_id)
    except LookupError:
        abort(404)
    page = PlayerRatingPage(opened, found, RatedPlace.read(request.args.get("before", "")))
    return render_template("ratings/player.html", page=page)
