"""The charts of a book on one page, drawn from made-up figures, to be measured and looked at."""

from datetime import date

from flask import Flask, render_template_string
from playwright.sync_api import Page

from models.gin.rules.options import Outcome
from views.charts.player_charts import Difference, RatingPoint, balance_chart, rating_chart, winning_chart

GALLERY = """{% extends "base.html" %}{% from "components/chart.html" import chart %}
{% set styles = "chart" %}{% block title %}Gallery{% endblock %}
{% block main %}{% for each in figures %}<section class="paper"><h2 class="part">{{ each.title }}</h2>
{{ chart(each) }}</section>{% endfor %}{% endblock %}"""


def gallery(app: Flask) -> str:
    """The charts of a book, on one page."""
    years = range(2006, 2027)
    figures = [
        balance_chart(
            ("Ann", "Bob"), [Difference(date(year, 5, 1), (year * 37) % 90 - 40) for year in years]
        ),
        winning_chart(
            ("Bartholomew", "Wilhelmina"),
            {Outcome.KNOCK: (1200, 980), Outcome.GIN: (640, 720), Outcome.BIG_GIN: (0, 81)},
        ),
        winning_chart(
            ("Ann", "Bob", "Cid"),
            {Outcome.KNOCK: (120, 98, 3), Outcome.UNDERCUT: (6, 0, 210)},
            figure="winning-of-three",
        ),
        rating_chart(
            "Ann",
            [RatingPoint(date(2026, month, 1), 1500 + 9 * month, 300 / month) for month in range(1, 12)],
        ),
    ]
    with app.test_request_context():
        return render_template_string(GALLERY, figures=[each for each in figures if each])


def show_gallery(page: Page, app: Flask) -> None:
    """Opens the charts in a browser, as if a page had them."""
    html = gallery(app)
    page.route("**/gallery", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto("/gallery")
