"""The pages of statistics: of a book, of a player, of two, the hands behind each figure, the ranking."""

from flask import Blueprint, abort, render_template, request

from views.statistics.book_page import BookStatistics
from views.statistics.figure_page import FigurePage
from views.statistics.figures import BOOK_FIGURES, FIGURES
from views.statistics.player_page import PairStatistics, PlayerStatistics
from views.statistics.rating import RankingPage
from views.web.access import opened_book_at, player_of

statistics_pages = Blueprint("statistics", __name__)


@statistics_pages.get("/b/<book>/statistics")
def book(book: str) -> str:
    """What was played, and a table of the players."""
    return render_template("statistics/book.html", page=BookStatistics(opened_book_at(book)))


@statistics_pages.get("/b/<book>/players/<int:player_id>")
def player(book: str, player_id: int) -> str:
    """A player: figures, the rating, opponents."""
    opened = opened_book_at(book)
    page = PlayerStatistics(opened, player_of(opened, player_id))
    return render_template("statistics/player.html", page=page, done=request.args.get("done"))


@statistics_pages.get("/b/<book>/players/<int:player_id>/against/<int:other_id>")
def pair(book: str, player_id: int, other_id: int) -> str:
    opened = opened_book_at(book)
    if player_id == other_id:
        abort(404)
    page = PairStatistics(opened, player_of(opened, player_id), player_of(opened, other_id))
    return render_template("statistics/pair.html", page=page)


@statistics_pages.get("/b/<book>/ratings")
def ratings(book: str) -> str:
    page = RankingPage(opened_book_at(book), request.args.get("by", ""))
    return render_template("statistics/ratings.html", page=page)


@statistics_pages.get("/b/<book>/statistics/figures/<figure>")
def behind(book: str, figure: str) -> str:
    """The hands, games or matches behind a figure."""
    opened = opened_book_at(book)
    if figure not in (FIGURES if "player" in request.args else BOOK_FIGURES):
        abort(404)
    return render_template("statistics/behind.html", page=FigurePage(opened, FIGURES[figure]))
