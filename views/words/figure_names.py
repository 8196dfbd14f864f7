"""What figures of the statistics rest on, in words: "120 hands", "37 of 120 hands"."""

from collections.abc import Callable
from typing import NamedTuple

from views.language.i18n import gettext as _
from views.language.i18n import ngettext, number


class Noun(NamedTuple):
    """What is counted, in words."""

    total: Callable[[int], str]
    """How many there are: "120 hands"."""
    part: Callable[[int, int], str]
    """How many of them: "37 of 120 hands"."""


def _of(part: int, total: int) -> dict[str, str]:
    return {"part": number(part), "count": number(total)}


MATCHES = Noun(
    lambda num: ngettext("%(count)s match", "%(count)s matches", num, count=number(num)),
    lambda part, num: ngettext(
        "%(part)s of %(count)s match", "%(part)s of %(count)s matches", num, **_of(part, num)
    ),
)
GAMES = Noun(
    lambda num: ngettext("%(count)s game", "%(count)s games", num, count=number(num)),
    lambda part, num: ngettext(
        "%(part)s of %(count)s game", "%(part)s of %(count)s games", num, **_of(part, num)
    ),
)
HANDS = Noun(
    lambda num: ngettext("%(count)s hand", "%(count)s hands", num, count=number(num)),
    lambda part, num: ngettext(
        "%(part)s of %(count)s hand", "%(part)s of %(count)s hands", num, **_of(part, num)
    ),
)
HANDS_WON = Noun(
    lambda num: ngettext("%(count)s hand won", "%(count)s hands won", num, count=number(num)),
    lambda part, num: ngettext(
        "%(part)s of %(count)s hand won", "%(part)s of %(count)s hands won", num, **_of(part, num)
    ),
)
HANDS_LOST = Noun(
    lambda num: ngettext("%(count)s hand lost", "%(count)s hands lost", num, count=number(num)),
    lambda part, num: ngettext(
        "%(part)s of %(count)s hand lost", "%(part)s of %(count)s hands lost", num, **_of(part, num)
    ),
)
HANDS_BY_CARDS = Noun(
    # Translators: hands whose cards were entered, and not only the deadwood.
    lambda num: ngettext("%(count)s hand by cards", "%(count)s hands by cards", num, count=number(num)),
    lambda part, num: ngettext(
        "%(part)s of %(count)s hand by cards", "%(part)s of %(count)s hands by cards", num, **_of(part, num)
    ),
)


def share_said(part: int, total: int) -> str:
    """A share without what it is of, where there is little room: "2 of 3"."""
    # Translators: “2 of 3”, where there is no room for what is counted.
    return _("%(part)s of %(count)s", **_of(part, total))
