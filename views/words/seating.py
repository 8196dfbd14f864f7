"""Who plays, in words: two players, three, or two against two."""

from collections.abc import Sequence

from models.gin.seating import Faced
from models.gin.sheet import Table
from views.web.i18n import gettext as _
from views.web.i18n import marked

TABLES = {
    Table.TWO: marked("Two players"),
    Table.THREE: marked("Three players"),
    Table.PARTNERSHIP: marked("Two against two"),
}

MEANINGS = {
    Table.TWO: "",
    Table.THREE: marked(
        "Everyone plays for themselves. The loser of a hand sits out the next one and deals it."
    ),
    Table.PARTNERSHIP: marked("Both pairs play; the two results are combined."),
}

PLACES = {
    Table.TWO: (marked("First player"), marked("Second player")),
    Table.THREE: (marked("First player"), marked("Second player"), marked("Third player")),
    Table.PARTNERSHIP: (
        marked("First player"),
        marked("Second player"),
        marked("First player’s partner"),
        marked("Second player’s partner"),
    ),
}
"""The labels of the name fields."""

ANOTHER = marked("Another player has the same name. Add something to tell them apart.")

SAME_NAME = {
    Table.TWO: marked("Both players have the same name. Add something to tell them apart."),
    Table.THREE: ANOTHER,
    Table.PARTNERSHIP: ANOTHER,
}

HIDDEN_RULES = {
    Table.TWO: frozenset[str](),
    Table.THREE: frozenset({"deal_rotation", "redeal_after_dead_hand"}),
    Table.PARTNERSHIP: frozenset[str](),
}
"""Rules that have no effect with so many players: with three, the one who sits out deals."""

FIRST_TO_DEAL = {
    Table.TWO: marked("Who deals first?"),
    Table.THREE: marked("Who deals first and sits out?"),
    Table.PARTNERSHIP: marked("Which side deals first?"),
}

TITLES = {
    Table.TWO: marked("%(one)s and %(two)s"),
    Table.THREE: marked("%(one)s, %(two)s and %(three)s"),
    Table.PARTNERSHIP: marked("%(one)s against %(two)s"),
}


def title(table: Table, sides: Sequence[str]) -> str:
    """Who plays a match.

    >>> title(Table.PARTNERSHIP, ("Ann & Cid", "Bob & Dan"))
    'Ann & Cid against Bob & Dan'
    """
    return _(TITLES[table], **dict(zip(("one", "two", "three"), sides, strict=False)))


def pair_named(faced: Faced, names: Sequence[str]) -> str:
    """The two players of a hand, in a line of the sheet."""
    return _("%(one)s against %(two)s", one=names[faced[0]], two=names[faced[1]])


def who_plays(faced: Faced, table: Table, names: Sequence[str], nth: int = 0) -> str:
    """Who plays a hand, its round, and who sits out and deals; "" with two players.

    >>> who_plays((0, 2), Table.THREE, ("Ann", "Bob", "Cid"))
    'Ann against Cid. Bob sits out and deals.'
    """
    if table is Table.TWO:
        return ""
    pair = {"one": names[faced[0]], "two": names[faced[1]]}
    if table is Table.PARTNERSHIP:
        return _("Round %(number)s: %(one)s against %(two)s.", number=nth, **pair)
    out = names[table.others(faced)[0]]
    return _("%(one)s against %(two)s. %(out)s sits out and deals.", out=out, **pair)
