"""SVG drawn as PNG, without a browser."""

from collections.abc import Iterable
from importlib.util import find_spec
from threading import Lock

from views.results.letters import OURS

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
