"""The page "How often does it happen?": questions of card players, each with a chart that is a table."""

from collections.abc import Sequence

from flask import render_template

from models.gin.every_hand import TEN_CARDS
from views.charts.drawing import Path, bar
from views.language.i18n import number
from views.words.how_often import QUESTIONS, Share


def how_often_page() -> str:
    charts = [(name, question, bars(tuple(question.rows()))) for name, question in QUESTIONS.items()]
    return render_template("judge/how_often.html", charts=charts, all_hands=number(TEN_CARDS))


def bars(shares: Sequence[Share]) -> list[tuple[Share, Path]]:
    """Each share with its bar. The longest is as wide as there is room, also if all are rare."""
    parts = [share.hands / (share.whole or 1) for share in shares]
    unit = max(parts) / 100 or 1
    drawn = [bar(0, 2, part / unit, 16) if part else "" for part in parts]
    return [(share, Path(data, "bar", "one")) for share, data in zip(shares, drawn, strict=True)]
