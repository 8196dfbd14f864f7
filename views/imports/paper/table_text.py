"""Text of a spreadsheet as rows of cells, and what a single cell says."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from itertools import islice, pairwise
from unicodedata import east_asian_width, normalize

from views.imports.days import has_digit, is_day, looks_like_day, plain
from views.imports.paper.chat import messages_of
from views.imports.paper.headings import Meaning, meaning, means_only

SEPARATORS = "\t;,|；，、"
"""What columns are separated by; the first that fits is taken, because a comma may be within a number."""

MOST_COLUMNS = 64
"""More are left out: no club's table has them."""

MOST_ROWS = 12_000
"""Rows, with days and remarks on lines of their own. More are not looked at."""

LONGEST_CELL = 100
"""Characters. What is longer is no name, no day and no number, and is cut."""

LONGEST_LINE = 1000
"""Characters of a line without separators."""


def _whole(*marks: str) -> str:
    """The pattern of a number of up to seven digits, perhaps with thousands set apart by one of *marks*."""
    thousands = "|".join(rf"(?:{mark}\d{{3}}){{1,2}}" for mark in marks)
    return rf"(?:\d{{1,3}}(?:{thousands})|\d{{1,7}})"


IN_CELL, IN_LINE = _whole(r"\.", ",", "[' ]"), _whole(r"\.", ",", "'")
"""A number alone, and one among names, where a space may begin another one."""

NAME_AND_NUMBER = re.compile(rf"([^\W\d][^\d]{{0,39}}?) ?[:=]? ?([+-]?{IN_LINE})")
"""As in “Ann 25” and “Ann: 25”."""

AGAINST = r"(?:vs?|versus|against|gegen|contre|contra|[-–—&+:x]|and|und|et|y)\.?"
"""What stands between the names of two who played."""

BEAT = (
    r" (?:beats?|defeated|besiegte?|schlägt|schlug|bat|a battu|vence a|venció a|gana a|ganó a) "
    r"| ?(?:赢了?|打败|战胜|胜) ?"
)
"""What stands between them if the first has won."""

TOLD = re.compile(
    rf"((?:\S.{{0,60}}\d[.日号]?[ :,–—-]+)?)([^\W\d][^\d:=,;|]{{0,39}}?) ?[:=]? ?({IN_LINE})"
    rf"(?: ?[,–—/&:-] ?| (?:and|und|et|y|vs\.?) | )"
    r"(?!(?:to|zu|à|a) ?\d|(?:against|over|gegen|contre|contra) )"
    rf"([^\W\d][^\d:=,;|]{{0,39}}?) ?[:=]? ?({IN_LINE})"
)
"""As in “5 Jan 2021: Ann 105, Bob 62”. The second is nobody called “to”, as in “Ann won 105 to 62”."""

RESULT = re.compile(
    r"(?P<day>(?:\S.{0,60}\d[.日号]?[ :,–—-]+)?)(?P<one>[^\W\d][^\d:=,;|]{0,39}?)"
    rf"(?:(?P<won>{BEAT})| {AGAINST} )(?P<other>[^\W\d][^\d:=,;|]{{0,39}}?)"
    r"[ :,]+(?P<first>\d{1,5}) ?(?:[-–—:]|to|zu|à|a) ?(?P<second>\d{1,5})",
    re.IGNORECASE,
)
"""As in “5 Jan 2021: Ann v Bob 105-62” and “Ann beat Bob 105-62”."""

CHINESE_SIGNS = str.maketrans("：，、；", ":,,;")

FIGURES = re.compile(r"\d+")

YEAR = re.compile(r"(?:19|20)\d\d")

CELL = re.compile(r"\S+(?: \S+)*")
"""What stands in a column without separators: two spaces end it."""

SECOND_HALF = "\u200b"
"""Stands for the second place of a wide sign."""

LOOKED_AT = 50
"""Rows that are looked at to find the separator."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table that is not empty."""

    line: int
    """The number of its line in the text, from 1."""
    cells: tuple[str, ...]
    column: int | None = None
    """If rows and columns were swapped: the column of the text, from 0, that this row was."""
    lines: tuple[int, ...] = ()
    """If they were: the line of each cell in the text."""
    is_beside: bool = False
    """Whether it is a line among results in words that tells none: a day, a title, or another message."""

    def place(self, column: int) -> tuple[int, int]:
        """The line and the column of a cell in the text, both from 1."""
        if self.column is None:
            return self.line, column + 1
        return self.lines[column] if column < len(self.lines) else self.line, self.column + 1

    @property
    def filled(self) -> list[str]:
        """The cells in which something is written."""
        return [cell for cell in self.cells if cell]

    def cell(self, column: int) -> str:
        """What is in a *column*, from 0; "" beyond the last one."""
        return self.cells[column] if column < len(self.cells) else ""


def short(written: object) -> str:
    """A text or a number as a text that is no longer than any that counts; "" for anything else."""
    return str(written)[: LONGEST_CELL + 1] if isinstance(written, str | int | float) else ""


def rows_of(text: str) -> list[Row]:
    r"""The rows of *text*.

    >>> rows_of("Date;Ann;Bob\n1.2.2003;25;\n")[1].cells
    ('1.2.2003', '25', '')
    """
    rows, in_words = list[Row](), _in_words(text)
    read = in_words or _read(text, separator_of(text))
    usual = Counter(len(cells) for _line, cells in read).most_common(1)[0][0] if read else 0
    for line, whole in read:
        is_single = len(whole) == 1
        cells = _by_another(whole, usual) if rows and is_single and usual > 1 and not in_words else whole
        stripped = tuple(map(_cell, cells[:MOST_COLUMNS]))
        if any(stripped):
            rows.append(Row(line, stripped, is_beside=bool(in_words) and is_single))
    return rows


def _cell(text: str) -> str:
    """What is written in a cell, without the stars of bold type, of who won and of footnotes."""
    said = text.strip()[: LONGEST_CELL + 1].replace("\u00a0", " ").strip()
    return said.strip("*").strip(" 。，、") or said


def _read(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """All rows with the numbers of their lines. If a quote is never closed, quotes mean nothing."""
    if separator not in text:
        lines = [each[:LONGEST_LINE] for each in text.split("\n")]
        return [*enumerate(_by_position(lines) or map(_by_spaces, lines), 1)]
    reader = csv.reader(StringIO(text), delimiter=separator, strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        return [(number, each.split(separator)) for number, each in enumerate(text.split("\n"), 1)]
    return rows


def _in_words(text: str) -> list[tuple[int, list[str]]]:
    """The lines of a chat, or of a text without cells that tells results in words; none for any other."""
    messages = messages_of(text)
    if messages or _is_told(text):
        lines = messages or [("", line) for line in text.split("\n")]
        return [(number, _as_told(line, day)) for number, (day, line) in enumerate(lines, 1)]
    return []


def _is_told(text: str) -> bool:
    """Whether lines of a text have days, names and points in words, and no other has what may be points."""
    lines = [line.strip() for line in islice((each for each in StringIO(text) if each.strip()), LOOKED_AT)]
    told = [line for line in lines if len(_as_told(line)) > 1]
    others = [line for line in lines if line not in told and not looks_like_day(line)]
    with_figure = sum(bool(NAME_AND_NUMBER.fullmatch(line)) for line in others)
    return with_figure <= len(told) > 0 and all(map(_is_title, others))


def _is_title(line: str) -> bool:
    """Whether a line has neither headings nor the points of two: at most a year, and one figure more."""
    headings = sum(meaning(cell) is not None for cell in re.split("[\t;,|]", line))
    figures = [each for each in FIGURES.findall(line) if not YEAR.fullmatch(each)]
    return headings < 2 and (len(figures) < 2 or means_only(line, Meaning.NUMBER, Meaning.DAY))


def _as_told(line: str, on: str = "") -> list[str]:
    """The day, the names and the points of a line in words, *on* a day if it says none."""
    said = line.translate(CHINESE_SIGNS).strip(" \t\r。.!-–*•")
    if len(line) >= LONGEST_CELL or len(FIGURES.findall(said)) < 2 or looks_like_day(said):
        return [line]
    day, *cells = _told_in(said)
    if not cells or (day and not looks_like_day(day)) or means_only(cells[0], Meaning.NUMBER):
        return [line]
    return [day or on, *cells]


def _told_in(said: str) -> list[str]:
    """The day, and who has how many points, in *said*; the day alone if it tells something else.

    >>> _told_in("Ann 105, Bob 62"), _told_in("Ann beat Bob 105-62"), _told_in("Ann beat Bob 62-105")
    (['', 'Ann', '105', 'Bob', '62'], ['', 'Ann', '105', 'Bob', '62'], [''])
    """
    if found := RESULT.fullmatch(said):
        parts = () if _contradicts(found) else found.group("day", "one", "first", "other", "second")
    else:
        found = TOLD.fullmatch(said)
        parts = found.groups() if found else ()
    return [part.strip(" :,-–—") for part in parts] or [""]


def _contradicts(result: re.Match[str]) -> bool:
    """Whether who is said to have won has fewer points."""
    return bool(result["won"]) and int(result["first"]) < int(result["second"])


def _by_another(cells: list[str], usual: int) -> list[str]:
    """The cells of a row that another sign separates than the rows around it, if it has as many."""
    found = (cells[0].split(separator) for separator in SEPARATORS)
    fitting = (each for each in found if len(each) == usual and each[-1].strip().isdigit())
    return cells if is_day(cells[0]) else next(fitting, cells)


def _by_position(lines: Sequence[str]) -> list[list[str]]:
    """The cells of *lines*, each in the column of the heading above it; none if a line doesn't tell that."""
    read = [[*CELL.finditer(_as_wide_as_shown(line))] for line in lines]
    headings = next((cells for cells in read if len(cells) > 1), [])[:MOST_COLUMNS]
    placed = [_below(headings, cells) if len(cells) > 1 or _are_points(cells) else [] for cells in read]
    if not headings or any(len(cells) > 1 and not row for cells, row in zip(read, placed, strict=True)):
        return []
    return [row or [line] for row, line in zip(placed, lines, strict=True)]


def _below(headings: Sequence[re.Match[str]], cells: Iterable[re.Match[str]]) -> list[str]:
    """A row with each cell under the only heading that it stands below; [] if there is none."""
    row = [""] * len(headings)
    for cell in cells:
        above = [
            column
            for column, heading in enumerate(headings)
            if heading.start() < cell.end() and cell.start() < heading.end()
        ]
        if len(above) != 1 or row[above[0]]:
            return []
        row[above[0]] = cell[0].replace(SECOND_HALF, "")
    return row


def _are_points(cells: Sequence[re.Match[str]]) -> bool:
    return len(cells) == 1 and is_points(cells[0][0])


def _as_wide_as_shown(line: str) -> str:
    """*line* with a sign more for each Chinese one, which takes two places."""
    return "".join(sign + SECOND_HALF * (east_asian_width(sign) in "WF") for sign in line)


def _by_spaces(line: str) -> list[str]:
    """The cells of a line without separators: two spaces are one, and so is what is before a number."""
    cells = [each for each in line.strip().split("  ") if each.strip()]
    if len(cells) > 1:
        return cells
    found = NAME_AND_NUMBER.fullmatch(line.strip())
    return [found[1], found[2]] if found else [line]


def separator_of(text: str) -> str:
    """What separates the columns: what most lines have, and equally often."""
    lines = list(islice((line for line in StringIO(text) if line.strip()), LOOKED_AT))

    def agreeing(separator: str) -> int:
        [(count, lines_with_it)] = Counter(line.count(separator) for line in lines).most_common(1)
        return lines_with_it if count else 0

    return max(SEPARATORS, key=agreeing) if lines else ","


POINTS = re.compile(rf"([+-]?)({IN_CELL})(?:[.,](0{{1,2}}|0{{4,9}}))?")
"""A whole number, perhaps with thousands set apart, and with noughts behind a decimal mark."""

AMBIGUOUS = re.compile(r"[+-]?\d{1,3}[.,]000")
"""May be thousands, or have decimals."""

UNIT = re.compile(
    r"(\d[+-]?) ?(?:pts?|points?|p|pkte?|punkte?|ptos?|puntos?|分|点|\([^\d()]{1,30}\)"
    r"|(?:big |grand |gran )?gin|b?g|uc?|undercut|金胡|大金|反敲)\.?$",
    re.IGNORECASE,
)
"""Points that are called so, or by how they were won: “48G”, “45 (gin)”."""

SUM = re.compile(r"[+-]?\d{1,7}(?: ?[+-] ?\d{1,7})+")
"""As in “25+10+70” and “20+20-3”."""

TERM = re.compile(r"[+-]?\d+")

SIGN_BEHIND = re.compile(r"(\d[\d.,' ]*) ?-")
"""As in “25-”."""

BOTH = re.compile(rf"(-?{IN_CELL}) ?[:-] ?({IN_CELL})")
"""The points of two players in one cell."""

NONE = frozenset(
    "- -- x X × / \\ . — – − nil null none zero zip nul nulle rien null keine kein nada cero 无 零 ø".split()
)
"""What is written for a player without points."""

NOBODY = frozenset(
    (
        "draw, drawn, tie, tied, nobody, no one, noone, none, no winner, nobody won, dead, dead hand, "
        "dead heat, wash, washout, wash out, wash-out, void, no score, stock ran out, "
        "unentschieden, remis, gleichstand, niemand, keiner, keine, kein sieger, kein gewinner, ohne sieger, "
        "niemand gewann, tote hand, "
        "nul, nulle, match nul, partie nulle, manche nulle, main nulle, donne nulle, coup nul, egalite, "
        "personne, aucun, aucune, sans vainqueur, sans gagnant, pas de vainqueur, pas de gagnant, ex aequo, "
        "empate, empatado, empatada, tablas, nadie, ninguno, ninguna, sin ganador, nula, mano nula, "
        "平局, 和局, 流局, 平手, 打平, 平, 和, 无, 无人, 没人, 没有人, 无人获胜, 没人赢, 无赢家, 无胜者, "
        "-, --, –, —, −, /, =, 1⁄2"
    ).split(", ")
)
"""What is written for who won, if nobody did, without accents."""

MONEY = re.compile(r"[$€£¥￥]|(?<![a-z])(?:chf|eur|usd|gbp|元|rmb|fr\.|sfr)(?![a-z])", re.IGNORECASE)

DASHES = str.maketrans("\u2212\u2013\u2010\u2011\u2012\u2019", "-----'")
"""Signs that are typed for a minus, and an apostrophe."""


@lru_cache(maxsize=4096)
def points_of(text: str) -> int | None:
    """The points in *text*; None if it holds no whole number.

    >>> points_of("25"), points_of("−10 pts"), points_of("12,0"), points_of("1.250.000"), points_of("12,5")
    (25, -10, 12, 1250000, None)
    >>> points_of("25+10+70"), points_of("20 + 20 - 3"), points_of("25-"), points_of("48G")
    (105, 37, -25, 48)
    """
    if len(text) > LONGEST_CELL:
        # It was cut, and so may be its last number.
        return None
    said = _number(text)
    # Without a plus it may be a day, or the points of both.
    if "+" in said[1:] and (added := sum_in(said.removeprefix("="))) is not None:
        return added
    found = POINTS.fullmatch(said)
    if not found or AMBIGUOUS.fullmatch(said):
        return None
    return int(found[1] + re.sub(r"\D", "", found[2]))


def sum_in(text: str) -> int | None:
    """What the numbers in *text* add up to; None if it has no sum.

    >>> sum_in("25+10 - 5"), sum_in("25")
    (30, None)
    """
    return sum(map(int, TERM.findall(text.replace(" ", "")))) if SUM.fullmatch(text) else None


def counted(cells: Iterable[str]) -> list[int]:
    """The numbers in *cells*, if each is the one before, the next, or 1 again; [] if they don't count so.

    >>> counted(["1.", "1.", "2.", "1."]), counted(["1", "3"]), counted(["2", "3"])
    ([1, 1, 2, 1], [], [])
    """
    found = [points_of(cell.rstrip(".")) for cell in cells]
    numbers = [number for number in found if number is not None]
    steps = all(other in (one, one + 1, 1) for one, other in pairwise(numbers))
    return numbers if steps and len(numbers) == len(found) and numbers[:1] in ([0], [1]) else []


def has_two_readings(text: str) -> bool:
    """Whether *text* may be thousands of points, or points with decimals.

    >>> has_two_readings("1.000"), has_two_readings("1.250")
    (True, False)
    """
    return bool(AMBIGUOUS.fullmatch(_number(text)))


def _number(text: str) -> str:
    """*text* without the word for points, with one sign for a minus, which stands in front."""
    said = " ".join(normalize("NFKC", text[:LONGEST_CELL]).translate(DASHES).split())
    said = UNIT.sub(r"\1", said).rstrip("+ ") or said
    if behind := SIGN_BEHIND.fullmatch(said):
        said = f"-{behind[1]}"
    return said[0] + said[1:].strip() if said[:1] in ("+", "-") else said


def is_none(text: str) -> bool:
    """Whether *text* says that a player has nothing.

    >>> is_none("–"), is_none("nil"), is_none("0"), is_none("")
    (True, True, False, False)
    """
    return text.casefold() in NONE


@lru_cache(maxsize=4096)
def is_nobody(text: str) -> bool:
    """Whether *text* says that nobody won.

    >>> is_nobody("Égalité"), is_nobody("dead hand."), is_nobody("–"), is_nobody("Ann")
    (True, True, True, False)
    """
    return plain(" ".join(text.split())).strip("().!") in NOBODY


def is_points(text: str) -> bool:
    """Whether *text* is points or the word for none."""
    return points_or_zero(text) is not None


def points_or_zero(text: str) -> int | None:
    """The points in *text*, 0 for the word for none; None if it is something else.

    >>> points_or_zero("25"), points_or_zero("nil"), points_or_zero("Ann")
    (25, 0, None)
    """
    return 0 if is_none(text) else points_of(text)


def with_points(cells: Iterable[str]) -> int:
    """In how many of *cells* somebody has points.

    >>> with_points(["25", "0", "–", ""])
    1
    """
    return sum(bool(points_of(cell)) for cell in cells)


def points_of_both(text: str) -> tuple[int, int] | None:
    """The points of two players in one cell.

    >>> points_of_both("105:62"), points_of_both("125,683 – 62"), points_of_both("105")
    ((105, 62), (125683, 62), None)
    """
    found = BOTH.fullmatch(" ".join(normalize("NFKC", text[:LONGEST_CELL]).translate(DASHES).split()))
    one, other = map(points_of, found.groups()) if found else (None, None)
    return None if one is None or other is None else (one, other)


def is_money(text: str) -> bool:
    """Whether *text* is an amount of money.

    >>> is_money("€2.50"), is_money("5 Fr."), is_money("25")
    (True, True, False)
    """
    return bool(MONEY.search(text[:LONGEST_CELL])) and has_digit(text)
