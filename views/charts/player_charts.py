"""The charts of a book, from plain figures: a balance over the years, points by way of winning, a rating.

*figure* names a chart in the ids of its page: two charts of one kind on a page need two names.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate
from typing import NamedTuple

from models.gin.rules.options import Outcome
from views.charts.bar_chart import BarChart, BarGroup
from views.charts.figure import ChartFigure, ChartRow, bar_drawings, bar_key, line_drawings, line_key
from views.charts.line_chart import ChartLine, LineChart, Point, date_ticks
from views.language.i18n import gettext as _
from views.language.i18n import locale, ngettext, number, signed_number
from views.words.hand_result import OUTCOMES

MOST_DATES = 4
"""How many dates stand below a chart: "Nov 2026" four times fits a phone."""


class Difference(NamedTuple):
    """What the first of two players won (or lost) on a day, or in a month."""

    day: date
    points: int
    url: str = ""
    """The matches."""
    label: str = ""
    """What the table calls it, if not by its day."""


class RatingPoint(NamedTuple):
    """A rating after a game, and how sure it is."""

    day: date
    rating: float
    deviation: float
    """Half the width of the band: two standard deviations, if 95 of 100 ratings are to be inside it."""
    url: str = ""


def balance_chart(
    names: Sequence[str], differences: Sequence[Difference], figure: str = "balance"
) -> ChartFigure | None:
    """How far the first of two players is ahead, match by match; None without a match.

    Several matches of a day are one step after another at the same place.
    """
    if not differences:
        return None
    sums = list(accumulate(each.points for each in differences))
    points = tuple(Point(each.day.toordinal(), total) for each, total in zip(differences, sums, strict=True))
    chart = LineChart(
        lines=(ChartLine(names[0], (points,)),), across=_days([each.day for each in differences])
    )
    return ChartFigure(
        name=figure,
        # Translators: the points of one player less those of the other, as a line over the years.
        title=_("%(one)s’s lead over %(two)s in points", one=names[0], two=names[1]),
        description=balance_said(names, sums[-1]),
        drawings=line_drawings(chart),
        heads=(_("Date"), _("Points"), _("Balance")),
        rows=tuple(
            ChartRow(
                (each.label or _date(each.day), signed_number(each.points), signed_number(total)), each.url
            )
            for each, total in zip(differences, sums, strict=True)
        ),
    )


def balance_said(names: Sequence[str], total: int) -> str:
    """Who is ahead, and what the line shows.

    >>> balance_said(("Ann", "Bob"), -25)
    'Bob is 25 points ahead. Above zero, Ann is ahead.'
    """
    # Translators: of a line in a chart.
    above = _("Above zero, %(name)s is ahead.", name=names[0])
    if not total:
        return _("Both are level.") + " " + above
    ahead = names[0] if total > 0 else names[1]
    sentence = ngettext(
        "%(name)s is %(points)s point ahead.",
        "%(name)s is %(points)s points ahead.",
        abs(total),
        name=ahead,
        points=number(abs(total)),
    )
    return sentence + " " + above


def winning_chart(
    names: Sequence[str], points: Mapping[Outcome, Sequence[int]], figure: str = "winning"
) -> ChartFigure | None:
    """The points that each player won by knocks, gin, big gin and undercuts; None if there are none."""
    won = {outcome: tuple(points[outcome]) for outcome in OUTCOMES if any(points.get(outcome, ()))}
    if not won:
        return None
    groups = tuple(
        BarGroup(_(OUTCOMES[outcome]), values, tuple(map(number, values))) for outcome, values in won.items()
    )
    totals = [number(sum(values)) for values in zip(*won.values(), strict=True)]
    return ChartFigure(
        name=figure,
        title=_("Points by how the hand was won"),
        description=_("The points of the hands that each player won, by how the hand ended."),
        drawings=bar_drawings(BarChart(tuple(names), groups)),
        # Translators: the head of a column: by knocks, by gin, by undercuts.
        heads=(_("Won by"), *names),
        rows=tuple(ChartRow((group.label, *group.labels)) for group in groups),
        keys=tuple(bar_key(index, *named) for index, named in enumerate(zip(names, totals, strict=True))),
    )


def rating_chart(name: str, ratings: Sequence[RatingPoint], figure: str = "rating") -> ChartFigure | None:
    """The rating of a player over time, with the band in which it probably is; None without a game."""
    if not ratings:
        return None
    points = tuple(Point(each.day.toordinal(), each.rating) for each in ratings)
    band = tuple(
        (each.day.toordinal(), each.rating - each.deviation, each.rating + each.deviation) for each in ratings
    )
    days = _days([each.day for each in ratings])
    last = ratings[-1]
    chart = LineChart(lines=(ChartLine(name, (points,), band),), across=days, from_zero=False)
    return ChartFigure(
        name=figure,
        title=_("Rating of %(name)s", name=name),
        description=_(
            "Rating %(rating)s, probably between %(low)s and %(high)s. "
            "The more games, the narrower the band.",
            rating=round(last.rating),
            low=round(last.rating - last.deviation),
            high=round(last.rating + last.deviation),
        ),
        drawings=line_drawings(chart),
        heads=(
            _("Date"),
            _("Rating"),
            # Translators: the head of a column with a range of ratings, “1450–1550”.
            _("Probably between"),
        ),
        rows=tuple(
            ChartRow((_date(each.day), str(round(each.rating)), _between(each)), each.url) for each in ratings
        ),
        keys=(line_key(0, name, str(round(last.rating))),),
    )


def _between(rated: RatingPoint) -> str:
    """The band as a text: "1450–1550"."""
    return f"{round(rated.rating - rated.deviation)}–{round(rated.rating + rated.deviation)}"


def _days(days: Sequence[date]) -> tuple[tuple[float, str], ...]:
    """The dates below a chart, as years if all are the start of one."""
    ticks = date_ticks(min(days), max(days), MOST_DATES)
    only_years = all((day.month, day.day) == (1, 1) for day in ticks)
    return tuple((day.toordinal(), str(day.year) if only_years else _month(day)) for day in ticks)


def _month(day: date) -> str:
    from babel.dates import format_skeleton

    return format_skeleton("yMMM", day, locale=locale())


def _date(day: date) -> str:
    from babel.dates import format_date

    return format_date(day, "medium", locale=locale())
