"""The houses and their rules in plain sentences, worked out from the rules' own fields."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from models.gin.melds import Aces
from models.gin.rules import HouseRules
from models.gin.schools import (
    AceUpcard,
    BoxTiming,
    DealRotation,
    FirstDealer,
    GameWinner,
    InitialDeal,
    Redeal,
    Settlement,
    Shutout,
    ShutoutTest,
    Tie,
)
from views.language import gettext as _
from views.language import marked, ngettext

NAMES = {
    "pagat": marked("Pagat standard"),
    "wikipedia": marked("Wikipedia in full"),
    "modern": marked("Modern 25s"),
    "bicycle": marked("Bicycle classic"),
    "oklahoma": marked("Oklahoma"),
    "tournament": marked("Tournament"),
    "palace": marked("Gin Rummy Palace"),
    "rummytalk": marked("Rummytalk club"),
    "straight": marked("Straight gin"),
    "sydney": marked("Sydney zero-sum"),
    "white-knuckle": marked("White Knuckle"),
    "french": marked("French 20/10"),
    "fournier": marked("Fournier"),
    "wikipedia-play": marked("Wikipedia, “Play”"),
}
"""The houses by their names in documents, in the order in which they are offered."""

LINES = {
    "pagat": marked("To 100. Gin 20, undercut 10, a box 20; the loser deals."),
    "wikipedia": marked("To 100. Gin 25, big gin 31; a shutout doubles the points of the hands."),
    "modern": marked("To 100. 25 for gin, undercut and box; a shutout doubles everything."),
    "bicycle": marked("To 100. As Pagat, but the deal alternates."),
    "oklahoma": marked("To 150. The upcard sets the knock; a spade doubles the hand."),
    "tournament": marked("To 250, best of five. Gin and undercut 25, no bonuses after the game."),
    "palace": marked("To 100. Ten for every hand won, at once and toward the target."),
    "rummytalk": marked("To 250 in three Hollywood columns, by the upcard; an ace is gin only."),
    "straight": marked("To 100. No knocking at all: gin or nothing."),
    "sydney": marked("To 150. What one wins the other loses; a knock starts at 15."),
    "white-knuckle": marked("To 100. Gin and undercut 25, and nothing after the game."),
    "french": marked("To 100. Gin 20, undercut 10; the higher final total wins."),
    "fournier": marked("To 100. Lay-offs even against gin; the winner of a hand deals."),
    "wikipedia-play": marked("To 100. Gin 25, big gin 31, undercut 15; nothing after the game."),
}
"""What sets each house apart."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What one field of the rules means in a house. Its page says it at an anchor of the field's name."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Group:
    """Rules that belong together."""

    title: str
    rules: list[Rule]


Sentence = Callable[[HouseRules], str | None]
"""What one field of the rules means here; None where there is nothing to say."""


def groups(rules: HouseRules) -> list[Group]:
    """All rules of a house in plain sentences, grouped as people think of them."""
    said = ((title, list(_said(sentences, rules))) for title, sentences in SENTENCES)
    return [Group(_(title), kept) for title, kept in said if kept]


def _said(sentences: Mapping[str, Sentence], rules: HouseRules) -> Iterator[Rule]:
    """The rules of a group about which there is something to say."""
    for name, say in sentences.items():
        if sentence := say(rules):
            yield Rule(name, sentence)


def said_of(fields: Iterable[str], rules: HouseRules) -> list[Rule]:
    """What just these *fields* mean in a house, in their order."""
    return list(_said({name: _SENTENCE_OF[name] for name in fields}, rules))


def caption(name: str, rules: HouseRules) -> str:
    """The house in a few words: its name and its target."""
    return _("%(house)s, to %(target)s", house=_(NAMES[name]), target=rules.target)


def _knock_limit(rules: HouseRules) -> str:
    if rules.knock_limit == 0:
        return _("Nobody knocks: the hand is played until someone is gin.")
    return _("A player may knock with %(limit)s or less left over.", limit=rules.knock_limit)


def _oklahoma(rules: HouseRules) -> str | None:
    if not rules.oklahoma:
        return None
    return _(
        "Oklahoma: the first upcard sets the limit, a court card counting ten; never above the house’s own."
    )


def _ace_upcard(rules: HouseRules) -> str | None:
    if not rules.oklahoma:
        return None
    if rules.ace_upcard is AceUpcard.GIN:
        return _("An ace turned up means gin only.")
    return _("An ace turned up allows a knock with one.")


ACES = {
    Aces.LOW: marked("The ace is low: A-2-3 is a run, Q-K-A is not."),
    Aces.HIGH_OR_LOW: marked("The ace is low or high: A-2-3 and Q-K-A are runs, K-A-2 is not."),
    Aces.ROUND: marked("Runs go round the corner: K-A-2 is a run too."),
}


def _ace_points(rules: HouseRules) -> str:
    return _("Left over, an ace counts %(points)s, a court card ten.", points=rules.ace_points)


def _layoff_vs_gin(rules: HouseRules) -> str:
    if rules.layoff_vs_gin:
        return _("The defender may lay off on the knocker’s melds, even against gin.")
    return _("The defender may lay off on the knocker’s melds, but not against gin.")


def _knock_base(rules: HouseRules) -> str | None:
    if rules.knock_limit == 0:
        return None
    if rules.knock_base:
        return _("A knock that wins pays %(base)s and the difference.", base=rules.knock_base)
    return _("A knock that wins pays the difference.")


def _gin_bonus(rules: HouseRules) -> str:
    return _("Gin pays %(bonus)s and all the other player has left.", bonus=rules.gin_bonus)


def _big_gin_bonus(rules: HouseRules) -> str:
    if rules.big_gin_bonus is None:
        return _("Big gin is not played: eleven melded cards are gin.")
    return _("Big gin, all eleven cards melded, pays %(bonus)s.", bonus=rules.big_gin_bonus)


def _undercut_bonus(rules: HouseRules) -> str | None:
    if rules.knock_limit == 0:
        return None
    return _(
        "A defender with less than the knocker undercuts: the difference and %(bonus)s.",
        bonus=rules.undercut_bonus,
    )


TIES = {
    Tie.UNDERCUT: marked("Equal counts are an undercut too, with its bonus."),
    Tie.UNDERCUT_NO_BONUS: marked("Equal counts are the defender’s hand, without a bonus."),
    Tie.KNOCKER: marked("Equal counts are the knocker’s hand, for no points."),
    Tie.VOID: marked("Equal counts are nobody’s hand."),
}


def _tie(rules: HouseRules) -> str | None:
    return _(TIES[rules.tie]) if rules.knock_limit else None


def _loser_negative(rules: HouseRules) -> str | None:
    return _("What the winner of a hand scores is taken from the loser.") if rules.loser_negative else None


def _spade_double(rules: HouseRules) -> str | None:
    return _("A spade turned up doubles the hand, bonuses included.") if rules.spade_double else None


def _spade_doubles_boxes(rules: HouseRules) -> str | None:
    if not rules.spade_double:
        return None
    return (
        _("It doubles the boxes as well.")
        if rules.spade_doubles_boxes
        else _("It does not double the boxes.")
    )


def _target(rules: HouseRules) -> str:
    return _("A game ends when a player reaches %(target)s.", target=rules.target)


def _max_hands(rules: HouseRules) -> str | None:
    if rules.max_hands is None:
        return None
    return ngettext(
        "It ends after %(num)s hand at the latest: whoever is ahead wins.",
        "It ends after %(num)s hands at the latest: whoever is ahead wins.",
        rules.max_hands,
    )


def _game_bonus(rules: HouseRules) -> str:
    if not rules.game_bonus:
        return _("There is no bonus for the game.")
    return _("Whoever’s score ends the game adds %(bonus)s.", bonus=rules.game_bonus)


def _box_bonus(rules: HouseRules) -> str:
    if not rules.box_bonus:
        return _("Boxes pay nothing.")
    return _("Each hand won is a box and pays %(bonus)s, to both players.", bonus=rules.box_bonus)


def _box_timing(rules: HouseRules) -> str | None:
    if not rules.box_bonus:
        return None
    if rules.box_timing is BoxTiming.IMMEDIATE:
        return _("Boxes are written at once and count toward the target.")
    return _("Boxes are added after the game and do not count toward the target.")


def _gin_extra_boxes(rules: HouseRules) -> str | None:
    return _extra(rules.gin_extra_boxes, _("Gin"))


def _big_gin_extra_boxes(rules: HouseRules) -> str | None:
    return _extra(rules.big_gin_extra_boxes, _("Big gin"))


def _undercut_extra_boxes(rules: HouseRules) -> str | None:
    return _extra(rules.undercut_extra_boxes, _("An undercut"))


def _extra(boxes: int, what: str) -> str | None:
    if not boxes:
        return None
    return ngettext("%(what)s adds %(num)s more box.", "%(what)s adds %(num)s more boxes.", boxes, what=what)


SHUTOUTS = {
    Shutout.NONE: marked("Winning against nothing pays nothing more."),
    Shutout.FLAT: marked("Winning against nothing, a shutout, adds %(bonus)s."),
    Shutout.DOUBLE_HAND_POINTS: marked("A shutout doubles the points of the hands, before boxes and bonus."),
    Shutout.DOUBLE_TOTAL: marked("A shutout doubles the whole total, boxes and bonus too."),
    Shutout.DOUBLE_BONUSES: marked("A shutout doubles boxes and game bonus."),
    Shutout.DOUBLE_DIFFERENCE: marked("A shutout doubles the difference that is paid."),
}


def _shutout(rules: HouseRules) -> str:
    return _(SHUTOUTS[rules.shutout], bonus=rules.shutout_bonus)


def _shutout_test(rules: HouseRules) -> str | None:
    if rules.shutout is Shutout.NONE:
        return None
    if rules.shutout_test is ShutoutTest.ZERO_HANDS:
        return _("It is a shutout when the loser has won no hand.")
    return _("It is a shutout when the loser has scored no point.")


def _game_winner(rules: HouseRules) -> str:
    if rules.game_winner is GameWinner.HIGHER_FINAL_TOTAL:
        return _("The higher final total wins the game, bonuses and boxes included.")
    return _("The game is won by whoever reaches the target first.")


def _settlement(rules: HouseRules) -> str:
    if rules.settlement is Settlement.DIFFERENCE:
        return _("The difference of the final totals is what is paid.")
    return _("Both keep their totals.")


def _columns(rules: HouseRules) -> str | None:
    if rules.columns == 1:
        return None
    return _(
        "Hollywood: %(columns)s columns. A player’s first win goes into the first, the second into two, "
        "later ones into every open one; who is shut out of a column starts in the next.",
        columns=rules.columns,
    )


def _last_column_double(rules: HouseRules) -> str | None:
    return _("The last column is settled double.") if rules.columns > 1 and rules.last_column_double else None


def _games_to_win(rules: HouseRules) -> str:
    if rules.games_to_win is None:
        return _("A match goes on for as many games as the players like.")
    if rules.games_to_win == 1:
        return _("A match is a single game.")
    most = 2 * rules.games_to_win - 1
    return _("A match is best of %(most)s: %(won)s games win it.", most=most, won=rules.games_to_win)


DEALS = {
    InitialDeal.TEN_TEN_UPCARD: marked("Ten cards each, and one turned up."),
    InitialDeal.ELEVEN_TEN: marked(
        "Eleven cards to the player who does not deal, ten to the dealer, and no upcard."
    ),
}

FIRST_DEALERS = {
    FirstDealer.RANDOM: marked("The first dealer is drawn by lot."),
    FirstDealer.HIGH_CARD: marked("The higher card drawn deals first."),
    FirstDealer.LOW_CARD: marked("The lower card drawn deals first."),
    FirstDealer.AGREED: marked("The players agree who deals first."),
}

ROTATIONS = {
    DealRotation.ALTERNATE: marked("The players deal in turn."),
    DealRotation.WINNER: marked("The winner of a hand deals the next."),
    DealRotation.LOSER: marked("The loser of a hand deals the next."),
}

REDEALS = {
    Redeal.SAME_DEALER: marked("After a dead hand the same player deals again."),
    Redeal.ROTATE: marked("After a dead hand the other player deals."),
}


def _stake_per_point(rules: HouseRules) -> str | None:
    if rules.stake_per_point is None:
        return None
    return _("A point is worth %(stake)s.", stake=rules.stake_per_point)


SENTENCES: tuple[tuple[str, dict[str, Sentence]], ...] = (
    (
        marked("Going out"),
        {
            "knock_limit": _knock_limit,
            "oklahoma": _oklahoma,
            "ace_upcard": _ace_upcard,
            "aces": lambda rules: _(ACES[rules.aces]),
            "ace_points": _ace_points,
            "layoff_vs_gin": _layoff_vs_gin,
        },
    ),
    (
        marked("What a hand pays"),
        {
            "knock_base": _knock_base,
            "gin_bonus": _gin_bonus,
            "big_gin_bonus": _big_gin_bonus,
            "undercut_bonus": _undercut_bonus,
            "tie": _tie,
            "loser_negative": _loser_negative,
            "spade_double": _spade_double,
            "spade_doubles_boxes": _spade_doubles_boxes,
        },
    ),
    (
        marked("The end of a game"),
        {
            "target": _target,
            "max_hands": _max_hands,
            "game_winner": _game_winner,
            "game_bonus": _game_bonus,
            "box_bonus": _box_bonus,
            "box_timing": _box_timing,
            "gin_extra_boxes": _gin_extra_boxes,
            "big_gin_extra_boxes": _big_gin_extra_boxes,
            "undercut_extra_boxes": _undercut_extra_boxes,
            "shutout": _shutout,
            "shutout_bonus": lambda rules: None,
            "shutout_test": _shutout_test,
            "settlement": _settlement,
        },
    ),
    (
        marked("The match"),
        {
            "columns": _columns,
            "last_column_double": _last_column_double,
            "games_to_win": _games_to_win,
            "stake_per_point": _stake_per_point,
        },
    ),
    (
        marked("Dealing"),
        {
            "initial_deal": lambda rules: _(DEALS[rules.initial_deal]),
            "first_dealer": lambda rules: _(FIRST_DEALERS[rules.first_dealer]),
            "deal_rotation": lambda rules: _(ROTATIONS[rules.deal_rotation]),
            "redeal_after_dead_hand": lambda rules: _(REDEALS[rules.redeal_after_dead_hand]),
        },
    ),
)
"""For each group of rules, what each field means. Every field of HouseRules stands here once."""

_SENTENCE_OF = {name: say for _title, sentences in SENTENCES for name, say in sentences.items()}


def fields_said() -> Iterator[str]:
    """The names of the fields that have words."""
    for _group, sentences in SENTENCES:
        yield from sentences
