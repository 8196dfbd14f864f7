"""Who plays, in words: two players, three, or two against two."""

from collections.abc import Sequence
from dataclasses import dataclass

from models.gin.rules.house_rules import HouseRules
from models.gin.rules.options import PartnersScore
from models.gin.rules.seating import Faced, Player, Table
from views.language.i18n import gettext as _
from views.language.i18n import marked

TABLES = {
    # Translators: how many play: a choice when a match starts.
    Table.TWO: marked("Two players"),
    Table.THREE: marked("Three players"),
    Table.PARTNERSHIP: marked("Two against two"),
}

MEANINGS = {
    Table.TWO: "",
    Table.THREE: marked(
        "Everyone plays for themselves. The loser of a hand sits out the next one and deals it."
    ),
    # Translators: pair: two opponents who play a hand with each other, not two partners.
    Table.PARTNERSHIP: marked("Both pairs play; the two results are combined."),
    Table.WINNER_ALONE: marked(
        "The winner of a hand plays the next one alone, and deals it, against the other two. "
        "They advise each other; whoever sat out plays. If they win, both of them score."
    ),
    # Translators: one of three players, who plays against the other two in turn.
    Table.CAPTAIN: marked(
        "The captain plays every hand against the other two, who are a side. They advise each other; "
        "whoever loses a hand to the captain makes way for the other."
    ),
    Table.WINNER_STAYS: marked(
        "Two play a whole game. The third sits out, deals, and has no part in it. "
        "The loser of the game then makes way for the third."
    ),
}

# Translators: pair: two opponents who play a hand with each other, not two partners.
ADDED = marked("Both pairs play; each hand is scored for the side that won it.")

# Translators: the label of a field for a name.
_CAPTAIN = marked("Captain")
_PARTNERS = marked("Player 1’s partner"), marked("Player 2’s partner")

ANOTHER = marked("Another player has the same name. Add something to tell them apart.")

SAME_NAME = {
    Table.TWO: marked("Both players have the same name. Add something to tell them apart."),
    Table.THREE: ANOTHER,
    Table.PARTNERSHIP: ANOTHER,
}

_SITTER_DEALS = frozenset({"deal_rotation", "redeal_after_dead_hand", "partners_score"})

HIDDEN_RULES = {
    Table.TWO: frozenset({"partners_score", "three_players"}),
    Table.THREE: _SITTER_DEALS,
    Table.PARTNERSHIP: frozenset({"three_players"}),
    Table.WINNER_ALONE: _SITTER_DEALS,
    Table.CAPTAIN: frozenset({"partners_score"}),
    Table.WINNER_STAYS: _SITTER_DEALS | {"next_game_dealer"},
}
"""Rules that have no effect with so many players: with three, who sits out or plays alone usually deals."""

FIRST_TO_DEAL = {
    Table.TWO: marked("Who deals first?"),
    Table.THREE: marked("Who deals first and sits out?"),
    Table.PARTNERSHIP: marked("Which side deals first?"),
    Table.WINNER_ALONE: marked("Who plays alone first, and deals?"),
    Table.CAPTAIN: marked("Who deals first?"),
    Table.WINNER_STAYS: marked("Who sits out the first game and deals?"),
}

_ALL_THREE = marked("%(one)s, %(two)s and %(three)s")

TITLES = {
    # Translators: who plays a match: “Ann and Bob”.
    Table.TWO: marked("%(one)s and %(two)s"),
    Table.THREE: _ALL_THREE,
    Table.PARTNERSHIP: marked("%(one)s against %(two)s"),
    Table.WINNER_ALONE: _ALL_THREE,
    Table.CAPTAIN: marked("%(one)s against %(two)s"),
    Table.WINNER_STAYS: _ALL_THREE,
}

THIRD_PLAYER = {
    Table.THREE: marked("%(one)s against %(two)s. %(out)s sits out and deals."),
    Table.WINNER_ALONE: marked("%(dealer)s plays alone against %(other)s, and deals. %(out)s sits out."),
    Table.CAPTAIN: marked("%(one)s against %(two)s. %(out)s sits out. %(dealer)s deals."),
    Table.WINNER_STAYS: marked("%(one)s against %(two)s. %(out)s sits out the game and deals."),
}


def nameless(number: int) -> str:
    """What a place without a name is called."""
    return _("Player %(number)s", number=number)


def places(table: Table) -> tuple[str, ...]:
    """The labels of the name fields."""
    numbered = tuple(nameless(number) for number in range(1, table.people + 1))
    if table is Table.PARTNERSHIP:
        return (*numbered[:2], *map(_, _PARTNERS))
    return (_(_CAPTAIN), *numbered[1:]) if table is Table.CAPTAIN else numbered


def meaning(table: Table, rules: HouseRules) -> str:
    """How they play at *table* under *rules*; "" with two players."""
    added = table is Table.PARTNERSHIP and rules.partners_score is PartnersScore.ADDED
    text = ADDED if added else MEANINGS[table]
    return _(text) if text else ""


def title(table: Table, sides: Sequence[str]) -> str:
    """Who plays a match.

    >>> title(Table.PARTNERSHIP, ("Ann & Cid", "Bob & Dan"))
    'Ann & Cid against Bob & Dan'
    """
    return _(TITLES[table], **dict(zip(("one", "two", "three"), sides, strict=False)))


def pair_named(faced: Faced, names: Sequence[str]) -> str:
    """The two players of a hand, in a line of the sheet."""
    # Translators: who plays a hand: “Ann against Bob”.
    return _("%(one)s against %(two)s", one=names[faced[0]], two=names[faced[1]])


def who_plays(
    faced: Faced, table: Table, names: Sequence[str], nth: int = 0, dealer: Player | None = None
) -> str:
    """Who plays a hand, its round, who sits out and who deals; "" with two players.

    >>> who_plays((0, 2), Table.THREE, ("Ann", "Bob", "Cid"))
    'Ann against Cid. Bob sits out and deals.'
    """
    if table is Table.TWO:
        return ""
    pair = {"one": names[faced[0]], "two": names[faced[1]]}
    if table is Table.PARTNERSHIP:
        # Translators: round: two hands that two pairs play at the same time.
        return _("Round %(number)s: %(one)s against %(two)s.", number=nth, **pair)
    out = table.others(faced)[0]
    if table is Table.WINNER_ALONE and dealer in (None, out):
        return _("%(one)s against %(two)s. %(out)s sits out.", out=names[out], **pair)
    deals = out if dealer is None else dealer
    other = next(player for player in faced if player != deals)
    return _(THIRD_PLAYER[table], out=names[out], dealer=names[deals], other=names[other], **pair)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays, by which rules, and on which sides."""

    names: Sequence[str]
    rules: HouseRules
    no_part: Player | None = None
    """Who of three has no part in the game of the other two."""

    @property
    def table(self) -> Table:
        """The table at which they play by these rules."""
        chosen = next(table for table in TABLES if table.people == len(self.names))
        return self.rules.seated_at(chosen)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names above the totals."""
        return self.table.by_side(self.names)

    def people(self, side: Player) -> int:
        """How many people share the total of a side; sentences agree with it in number."""
        return len(self.table.members(side))
