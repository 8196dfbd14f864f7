"""The result card as a picture: where each text is, and how large."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.records.tables.graphemes import cut_to
from views.charts.drawing import LETTER, text_width
from views.language.i18n import gettext as _
from views.words.match_summary import ResultCard

WIDTH, HEIGHT = 1200, 630
"""The size that pages of Open Graph ask for."""

EDGE = 72
"""The distance of texts from the sides."""

PLAYERS = ("#1f4f8b", "#96351a", "#6a3580")
INK, SOFT = "#1c1b18", "#5e584c"
"""The colours of a light page (static/css/tokens.css): a picture can't know where it will be looked at."""

BOLD, REGULAR = 700, 400


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text. Its place is on the baseline."""

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    weight: int = REGULAR
    anchor: str = "start"
    family: str = ""
    """The typeface, if it is another one than that of the picture."""

    @property
    def width(self) -> float:
        """About its width, rather too much."""
        return text_width(self.text) / LETTER * self.size


@dataclass(frozen=True, slots=True)
class Picture:
    title: str
    description: str
    labels: tuple[Label, ...]
    lines: tuple[tuple[float, float, float, float], ...]
    """The thin lines: from x, y to x, y."""


def picture_of(card: ResultCard, families: Sequence[str] = ("", "", "")) -> Picture:
    """The picture of *card*. The names of the sides are in these typefaces, "" for the usual."""
    column = (WIDTH - 2 * EDGE) / len(card.sides)
    between = [EDGE + column * index for index in range(1, len(card.sides))]
    return Picture(
        card.title,
        _("%(totals)s. %(description)s", totals=card.totals, description=card.description),
        (*_head(card), *_totals(card, column, families), *_foot(card)),
        (*((x, 170, x, 420) for x in between), (EDGE, 450, WIDTH - EDGE, 450)),
    )


def _head(card: ResultCard) -> Iterator[Label]:
    """Who has won, in the winner's colour."""
    colour = INK if card.winner is None else PLAYERS[card.winner]
    [text], size = fitted(card.headline, WIDTH - 2 * EDGE, 60, most_lines=1)
    yield Label(EDGE, 128, text, size, colour, BOLD)


def _totals(card: ResultCard, column: float, families: Sequence[str]) -> Iterator[Label]:
    """Each side: its name above its figure, and what it is called in the sentences if that differs."""
    widest = max(text_width(figure) for figure in card.figures) / LETTER
    figure_size = min(190, (column - 40) / widest)
    for side, (name, figure) in enumerate(zip(card.sides, card.figures, strict=True)):
        middle, colour = EDGE + column * (side + 0.5), PLAYERS[side]
        is_called = card.called[side] if card.called[side] != name else ""
        lines, size = fitted(name, column - 32, 42 if is_called else 50, most_lines=1 if is_called else 2)
        for index, text in enumerate(lines):
            y = 210 - (len(lines) - 1) * 20 - bool(is_called) * 14 + index * size * 1.08
            yield Label(middle, y, text, size, colour, BOLD, "middle", families[side])
        if is_called:
            yield Label(middle, 230, is_called, 28, colour, anchor="middle")
        yield Label(middle, 395, figure, figure_size, colour, BOLD, "middle")
        if card.counted:
            yield Label(middle, 434, card.counted, 26, SOFT, anchor="middle")


def _foot(card: ResultCard) -> Iterator[Label]:
    """The best hand, the game being played, the rules and the day."""
    wide = WIDTH - 2 * EDGE
    sentences = [each for each in (card.best, card.more) if each]
    for index, sentence in enumerate(sentences):
        [text], size = fitted(sentence, wide, 34, most_lines=1)
        yield Label(EDGE, 493 + index * 40, text, size)
    [text], size = fitted(f"{card.rules} · {card.day}", wide - 220, 28, most_lines=1)
    yield Label(EDGE, 580, text, size, SOFT)
    yield Label(WIDTH - EDGE, 580, "Deadwood", 32, INK, BOLD, "end")


def fitted(text: str, width: float, size: float, most_lines: int) -> tuple[list[str], float]:
    """*text* in lines no wider than *width*, and the size of its letters: *size*, or smaller where needed.

    >>> fitted("Ann", 400, 50, 2)
    (['Ann'], 50)
    >>> lines, size = fitted("Bartholomew Featherstonehaugh", 400, 50, 2)
    >>> lines, round(size)
    (['Bartholomew', 'Featherstonehaugh'], 36)
    """
    ways = [[text], _halves(text)] if most_lines > 1 else [[text]]
    sizes = [min(size, width / max(_wide(line) for line in lines)) for lines in ways]
    best = max(range(len(ways)), key=lambda way: sizes[way])
    return ways[best], sizes[best]


def _wide(text: str) -> float:
    """The width of *text* in letters."""
    return max(text_width(text) / LETTER, 0.1)


def _halves(text: str) -> list[str]:
    """*text* in two lines, as even as its spaces and hyphens allow; a single word is cut in the middle.

    >>> _halves("Ann & Cid"), _halves("Featherstonehaugh")
    (['Ann', '& Cid'], ['Feathersto', 'nehaugh'])
    """
    places = [at + 1 for at, sign in enumerate(text) if sign in " -" and 0 < at < len(text) - 1]
    at = min(
        places or [len(cut_to(text, len(text) // 2 + 2))],
        key=lambda at: max(_wide(text[:at]), _wide(text[at:])),
    )
    return [part for part in (text[:at].strip(), text[at:].strip()) if part]
