"""Pictures of names: which letters our typefaces have, else one of this computer; and their PNG.

Nothing is ever drawn as an empty box. See docs/decisions/0025-charts-and-pictures.md.
"""

import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from threading import Lock
from typing import NamedTuple
from unicodedata import category, name

from models.gin.rules.seating import Table
from views.words.seating import places

TYPEFACES = Path(__file__).parent / "typefaces"

OURS = (TYPEFACES / "vollkorn-bold.ttf", TYPEFACES / "vollkorn-regular.ttf")

SYMBOLS = frozenset({"So", "Sk", "Cn", "Co"})
"""Categories of emoji and other signs that are no letters."""

VARIATIONS = range(0xFE00, 0xFE10)
"""Variation selectors: alone, they are nothing to be drawn."""

SIMPLE = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "HEBREW", "GEORGIAN", "ARMENIAN"})
"""Scripts that have one shape for each letter, so that they can be mixed with others in a sentence."""

SECONDS = 5
"""How long this computer may look for a typeface."""


class Typeface(NamedTuple):
    """A typeface of this computer."""

    file: str
    family: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A name as a picture shows it."""

    name: str
    called: str
    """The name in a sentence."""
    typeface: Typeface | None = None
    """The one that has what ours lacks."""
    alone: bool = False
    """Whether all of the name is in that typeface."""


def shown(names: Sequence[str], table: Table) -> tuple[Shown, ...]:
    """How a picture shows *names*: as they are, if their letters can be drawn.

    Signs that are no letters, such as emoji, are left out where they can't be drawn, if the name still
    differs from the others. A name whose letters change shape beside each other is not mixed with those of a
    sentence: there the player is called after the place at the table. So is everywhere a player
    for whose name there are no letters.
    """
    at_table = places(table)
    shown_names = [_shown(each, place, table) for each, place in zip(names, at_table, strict=True)]
    drawn = [each.name for each in shown_names]
    return tuple(
        each if drawn.count(each.name) == 1 else Shown(place, place)
        for each, place in zip(shown_names, at_table, strict=True)
    )


def places_only(table: Table) -> tuple[Shown, ...]:
    """All players by their places at the table."""
    return tuple(Shown(place, place) for place in places(table))


def _shown(whole: str, place: str, table: Table) -> Shown:
    """How one name is shown, in the first way that is possible."""
    letters = "".join(sign for sign in whole if category(sign) not in SYMBOLS and not joins(sign)).strip()
    ways = (way for each in (whole, letters) if each for way in _ways(each, place, table))
    return next(ways, Shown(place, place))


def _ways(text: str, place: str, table: Table) -> Iterator[Shown]:
    """In which ways *text* can be drawn, the best one first."""
    lacking = lacks(text)
    is_simple = all(map(is_single, lacking)) and not any(map(joins, text))
    if is_simple and not lacking:
        yield Shown(text, text)
    if is_simple and lacking and (typeface := typeface_with(lacking)):
        yield Shown(text, text, typeface)
    has_symbols = any(category(sign) in SYMBOLS for sign in text)
    if not is_simple and not has_symbols and table.sides == table.people:
        typeface = typeface_with("".join(sorted({sign for sign in text if not joins(sign)})))
        if typeface:
            yield Shown(text, place, typeface, alone=True)


def joins(sign: str) -> bool:
    """Whether *sign* only says how those around it are drawn."""
    return category(sign) == "Cf" or ord(sign) in VARIATIONS


def is_single(sign: str) -> bool:
    """Whether *sign* has one shape, whatever is beside it.

    >>> is_single("王"), is_single("ف"), is_single("🦊"), is_single("🏽")
    (True, False, True, False)
    """
    return category(sign) == "So" or name(sign, "").split(" ")[0].split("-")[0] in SIMPLE


def lacks(text: str) -> str:
    """The signs of *text* that our typefaces don't have.

    >>> lacks("Zoë Ελένη Наталья"), lacks("Ann 王")
    ('', '王')
    """
    return "".join(sorted({sign for sign in text if sign not in our_characters() and not joins(sign)}))


@cache
def our_characters() -> frozenset[str]:
    return frozenset((TYPEFACES / "characters.txt").read_text(encoding="utf-8"))


@lru_cache(maxsize=500)
def typeface_with(signs: str) -> Typeface | None:
    """A typeface of this computer that has all of *signs*, if there is one."""
    program = which("fc-list")
    if program is None:
        return None
    code_points = " ".join(f"{ord(sign):x}" for sign in signs)
    try:
        listed = subprocess.run(  # noqa: S603 (only hexadecimal numbers are passed)
            [program, f":charset={code_points}", "--format", "%{file}|%{family[0]}|%{style[0]}\n"],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=True,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return best_of(listed.splitlines())


def best_of(lines: Sequence[str]) -> Typeface | None:
    """The first bold typeface in a list of file, family and style, else the first upright one, else any.

    >>> best_of(["/f/a.ttf|Noto Sans|Regular", "/f/b.ttf|Noto Sans|Bold"])
    Typeface(file='/f/b.ttf', family='Noto Sans')
    """
    listed = [line.split("|") for line in lines if line.count("|") == 2]
    fit = [each for each in listed if each[0].endswith((".ttf", ".otf", ".ttc"))]
    fit.sort(key=lambda each: ("Italic" in each[2] or "Oblique" in each[2], each[2] != "Bold", each[0]))
    return Typeface(*fit[0][:2]) if fit else None


_drawing = Lock()
"""A picture takes three megabytes and a core while it is drawn: one at a time."""


class DrawingError(Exception):
    """Raised if the library gives up on a picture."""


def can_draw() -> bool:
    """Whether the library is installed. It is not on phones that answer by themselves."""
    return find_spec("resvg_py") is not None


def png_of(svg: str, typefaces: Iterable[str] = ()) -> bytes:
    """*svg* as PNG, with letters of our typefaces and of these files.

    :raises DrawingError: if the library gives up, which it does on some mixtures of scripts.
    """
    # Only imported when the first picture is drawn: a server that draws none does without.
    import resvg_py

    with _drawing:
        try:
            return bytes(
                resvg_py.svg_to_bytes(
                    svg_string=svg,
                    font_files=[*map(str, OURS), *typefaces],
                    skip_system_fonts=True,
                    font_family="Vollkorn",
                    serif_family="Vollkorn",
                )
            )
        except BaseException as error:
            # A panic in Rust is no Exception, so that nobody catches it by accident.
            if type(error).__name__ == "PanicException" or isinstance(error, ValueError):
                raise DrawingError(str(error)) from error
            raise
