"""House rules as data: a field for each rule, with its neutral value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from enum import StrEnum, auto
from typing import Any, Self

from models.gin.cards.cards import HAND_SIZE, MOST_IN_HAND, RANK_LETTERS, SUIT_LETTERS, Card, Rank
from models.gin.cards.melds import Aces
from models.gin.rules.field_types import (
    CAPS,
    COINS,
    EXTRA_BOXES,
    FOR_A_BOX,
    FOR_A_GAME,
    FOR_A_POINT,
    Amount,
    Choice,
    Flag,
    InvalidRulesError,
    Kind,
    Money,
    MultiplierTable,
    Numbers,
    Refusal,
    Topic,
    Whole,
    rule,
)
from models.gin.rules.options import (
    AceUpcard,
    BoxTiming,
    DealRotation,
    FalseKnock,
    FiftiethCard,
    FirstDealer,
    GameWinner,
    InitialDeal,
    KnockSignal,
    MatchBy,
    Multipliers,
    NextGameDealer,
    PartnersScore,
    Redeal,
    Settlement,
    Shutout,
    ShutoutTest,
    Stake,
    ThreePlayers,
    Tie,
    TiedGame,
    UpcardOffer,
)
from models.gin.rules.seating import Table

# ruff: noqa: RUF009 -- rule() makes a field, as dataclasses.field does


__all__ = ["IGNORED", "KINDS", "STAKES", "STANDARD", "TOPICS", "HouseRules", "InvalidRulesError"]

LARGEST_TOTAL = 9_999_999
"""The most points of a total, and so of a target."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HouseRules:
    """The rules that one table plays. The defaults are the standard game as on Pagat.

    :raises InvalidRulesError: if a field cannot have its value, or stakes are in two currencies.
    """

    knock_limit: int = rule(10, Whole(0, 10, usual=(10, 0)), Topic.GOING_OUT)
    """The most deadwood to knock with. 0: gin only."""
    oklahoma: bool = rule(False, Flag(), Topic.GOING_OUT)
    """The points of the first upcard are the limit, if lower."""
    ace_upcard: AceUpcard = rule(AceUpcard.ONE, Choice(AceUpcard), Topic.GOING_OUT)
    """What an ace as the upcard allows in Oklahoma."""
    melded_to_knock: int = rule(0, Whole(0, 9, usual=(0, 8)), Topic.GOING_OUT)
    """How many of the ten cards must be in melds to knock. 0: it does not matter."""
    aces: Aces = rule(Aces.LOW, Choice(Aces), Topic.GOING_OUT)
    """Where an ace may be in a run."""
    ace_points: int = rule(1, Whole(1, 15, usual=(1, 15)), Topic.GOING_OUT)
    """What an ace counts as deadwood."""
    knock_base: int = rule(0, Whole(0, 1000, usual=(0, 15)), Topic.HAND)
    """Added to a winning knock."""
    gin_bonus: int = rule(20, Whole(0, 1000, usual=(20, 25)), Topic.HAND)
    """Added to gin."""
    big_gin_bonus: int | None = rule(None, Whole(0, 1000, optional=True, usual=(20, 31, 35, 50)), Topic.HAND)
    """Added to gin with eleven cards. None: that is gin like any other."""
    undercut_bonus: int = rule(10, Whole(0, 1000, usual=(10, 15, 20, 25)), Topic.HAND)
    """Added to an undercut."""
    tie: Tie = rule(Tie.UNDERCUT, Choice(Tie), Topic.HAND)
    """What equal deadwood means."""
    layoff_vs_gin: bool = rule(False, Flag(), Topic.GOING_OUT)
    """Whether the defender may lay off against gin."""
    layoff_vs_big_gin: bool = rule(True, Flag(), Topic.GOING_OUT)
    """Whether the defender may lay off against big gin too, where that is played."""
    gin_off_bonus: int = rule(0, Whole(0, 1000, usual=(0, 10, 20, 25)), Topic.HAND)
    """For the defender who has no deadwood left."""
    gin_off_vs_gin: bool = rule(False, Flag(), Topic.HAND)
    """Whether gin-off counts against gin too. The knocker still wins the hand."""
    loser_negative: bool = rule(False, Flag(), Topic.HAND)
    """What the winner scores is also taken from the loser."""
    spade_double: bool = rule(False, Flag(), Topic.HAND)
    """If the upcard is a spade, the hand counts double."""
    suit_multipliers: Multipliers | None = rule(None, MultiplierTable(SUIT_LETTERS), Topic.HAND)
    """How often the hand counts if the upcard is of some suit. A spade here goes before `spade_double`."""
    rank_multipliers: Multipliers | None = rule(None, MultiplierTable(RANK_LETTERS), Topic.HAND)
    """How often the hand counts if the upcard is of some rank; times what its suit says."""
    dead_hand_double_carries: bool = rule(False, Flag(), Topic.HAND)
    """If nobody wins a hand that counts double, the next one counts double for it."""
    spade_doubles_bonus: bool = rule(True, Flag(), Topic.HAND)
    """A spade, or whatever else multiplies the hand, multiplies its bonuses too."""
    spade_doubles_boxes: bool = rule(False, Flag(), Topic.HAND)
    """Whatever multiplies the hand multiplies its boxes too."""
    target: int = rule(100, Whole(1, LARGEST_TOTAL, usual=(100, 125, 150, 200, 250, 300, 500)), Topic.END)
    """The points that end a game, reached or passed."""
    max_hands: int | None = rule(None, Whole(1, 1000, optional=True, usual=(10, 20, 30)), Topic.END)
    """A game ends after so many hands, whatever the score."""
    tied_after_max_hands: TiedGame = rule(TiedGame.DRAWN, Choice(TiedGame), Topic.END)
    """What happens if scores are tied after the last hand."""
    game_bonus: int = rule(100, Whole(0, 10_000, usual=(0, 100, 250)), Topic.END)
    """For the player whose score ended the game."""
    box_bonus: int = rule(20, Whole(0, 1000, usual=(0, 10, 20, 25)), Topic.END)
    """For each box."""
    box_timing: BoxTiming = rule(BoxTiming.END, Choice(BoxTiming), Topic.END)
    """When boxes are added, and so whether they count toward the target."""
    gin_extra_boxes: int = rule(0, EXTRA_BOXES, Topic.END)
    """Extra boxes for gin."""
    big_gin_extra_boxes: int = rule(0, EXTRA_BOXES, Topic.END)
    """Extra boxes for big gin."""
    undercut_extra_boxes: int = rule(0, EXTRA_BOXES, Topic.END)
    """Extra boxes for an undercut."""
    gin_off_extra_boxes: int = rule(0, EXTRA_BOXES, Topic.END)
    """Extra boxes for the defender who has no deadwood left."""
    shutout: Shutout = rule(Shutout.FLAT, Choice(Shutout), Topic.END)
    """What winning is worth if the other player has nothing. Also called a schneider, skunk or blitz."""
    shutout_bonus: int = rule(100, Whole(0, 10_000, usual=(100,)), Topic.END)
    """The bonus of a flat shutout."""
    shutout_test: ShutoutTest = rule(ShutoutTest.ZERO_POINTS, Choice(ShutoutTest), Topic.END)
    """When it is a shutout: no hand won, or no point."""
    game_winner: GameWinner = rule(GameWinner.FIRST_TO_TARGET, Choice(GameWinner), Topic.END)
    """Who wins a game."""
    settlement: Settlement = rule(Settlement.DIFFERENCE, Choice(Settlement), Topic.END)
    """What is paid after a game."""
    columns: int = rule(1, Whole(1, 5, usual=(1, 3)), Topic.FORMAT)
    """Games played at once on one sheet. 3: Hollywood."""
    last_column_double: bool = rule(False, Flag(), Topic.FORMAT)
    """The last column counts double."""
    column_multipliers: tuple[int, ...] | None = rule(
        None, Numbers(1, 10, usual=((1, 1, 2), (1, 2, 3))), Topic.FORMAT
    )
    """How many times each column counts. None, or a column that is not listed: once."""
    column_targets: tuple[int, ...] | None = rule(
        None, Numbers(1, LARGEST_TOTAL, usual=((100, 125, 150), (150, 200, 250))), Topic.FORMAT
    )
    """The target of each column. None, or a column that is not listed: the target of the rules."""
    column_bonuses: tuple[int, ...] | None = rule(
        None, Numbers(0, 10_000, usual=((100, 100, 200), (100, 200, 300))), Topic.FORMAT
    )
    """The game bonus of each column. None, or a column that is not listed: the one of the rules."""
    all_columns_shutout_bonus: int = rule(0, Whole(0, 10_000, usual=(0, 100, 300)), Topic.FORMAT)
    """A bonus for a player who shuts the others out of every column."""
    all_columns_shutout_times: int = rule(1, Whole(1, 10, usual=(1, 2, 3)), Topic.FORMAT)
    """How many times all columns are paid after such a shutout."""
    games_to_win: int | None = rule(1, Whole(1, 10, optional=True, usual=(1, 2, 3, 4)), Topic.FORMAT)
    """Games that win the match. None: as many as they like."""
    match_by: MatchBy = rule(MatchBy.GAMES, Choice(MatchBy), Topic.FORMAT)
    """What decides the match: games won, or the points of so many games."""
    games_in_match: int = rule(3, Whole(2, 20, usual=(2, 3, 4, 5, 6)), Topic.FORMAT)
    """The games of a match that points decide."""
    game_points_win: int = rule(1, Whole(1, 100, usual=(1, 2, 3)), Topic.FORMAT)
    """The points of a game in a match by game points."""
    game_points_shutout: int = rule(2, Whole(1, 100, usual=(1, 2, 3)), Topic.FORMAT)
    """The points of a game won by a shutout, in a match by game points."""
    initial_deal: InitialDeal = rule(InitialDeal.TEN_TEN_UPCARD, Choice(InitialDeal), Topic.DEAL)
    """How a hand is dealt."""
    first_dealer: FirstDealer = rule(FirstDealer.RANDOM, Choice(FirstDealer), Topic.DEAL)
    """How the first dealer is found."""
    deal_rotation: DealRotation = rule(DealRotation.LOSER, Choice(DealRotation), Topic.DEAL)
    """Who deals next."""
    redeal_after_dead_hand: Redeal = rule(Redeal.SAME_DEALER, Choice(Redeal), Topic.DEAL)
    """Who deals after a hand that nobody won."""
    next_game_dealer: NextGameDealer = rule(NextGameDealer.PASSES_ON, Choice(NextGameDealer), Topic.DEAL)
    """Who deals first in the next game."""
    packs: int = rule(1, Whole(1, 2, usual=(1, 2), only_usual=True), Topic.PLAY)
    """How many packs are used. 2: by turns, one is shuffled while the other is dealt."""
    upcard_offer: UpcardOffer = rule(UpcardOffer.BOTH, Choice(UpcardOffer), Topic.PLAY)
    """Who may take the first upcard before ordinary turns begin."""
    discard_taken_card: bool = rule(False, Flag(), Topic.PLAY)
    """Whether a card taken from the discard pile may be discarded in the same turn."""
    knock_signal: KnockSignal = rule(KnockSignal.FACE_DOWN, Choice(KnockSignal), Topic.PLAY)
    """How a player shows that the hand is over."""
    fiftieth_card: FiftiethCard = rule(FiftiethCard.KNOCK, Choice(FiftiethCard), Topic.PLAY)
    """What the last card that is drawn allows: with it, only two are left in the stock."""
    false_knock: FalseKnock = rule(FalseKnock.PLAY_ON, Choice(FalseKnock), Topic.PENALTIES)
    """What a knock with too much deadwood leads to."""
    penalty_points: int = rule(10, Whole(0, 1000, usual=(5, 10, 20, 25)), Topic.PENALTIES)
    """What a penalty is, unless the players agree on another."""
    penalties_count: bool = rule(True, Flag(), Topic.PENALTIES)
    """Whether penalties count toward the target; if not, they are added after the game."""
    penalty_box: bool = rule(False, Flag(), Topic.PENALTIES)
    """A penalty gives a box too."""
    penalties_prevent_shutout: bool = rule(False, Flag(), Topic.PENALTIES)
    """Whether points of a penalty or a handicap save a player from a shutout of no point."""
    partners_score: PartnersScore = rule(PartnersScore.NETTED, Choice(PartnersScore), Topic.SEATS)
    """What the two hands of a round score, two against two."""
    three_players: ThreePlayers = rule(ThreePlayers.LOSER_SITS_OUT, Choice(ThreePlayers), Topic.SEATS)
    """How three play."""
    stake_per_point: Stake | None = rule(None, Money(amounts=FOR_A_POINT), Topic.STAKE)
    """What a point is worth in money."""
    points_rounding: int | None = rule(
        None, Whole(2, 1000, optional=True, usual=(5, 10, 100, 500)), Topic.STAKE
    )
    """The points that are paid between two players after a game are rounded to a multiple, halves upward."""
    stake_per_game: Stake | None = rule(None, Money(amounts=FOR_A_GAME), Topic.STAKE)
    """What winning a game is worth in money, on top of its points."""
    stake_per_box: Stake | None = rule(None, Money(amounts=FOR_A_BOX), Topic.STAKE)
    """What a box is worth in money, on top of its points."""
    stake_per_gin: Stake | None = rule(None, Money(amounts=FOR_A_BOX), Topic.STAKE)
    """What gin or big gin is worth in money, on top of its points."""
    stake_per_undercut: Stake | None = rule(None, Money(amounts=FOR_A_BOX), Topic.STAKE)
    """What an undercut is worth in money, on top of its points."""
    stake_per_shutout: Stake | None = rule(None, Money(amounts=FOR_A_GAME), Topic.STAKE)
    """What a shutout is worth in money, on top of its points."""
    stake_pot: Stake | None = rule(None, Money(amounts=FOR_A_GAME), Topic.STAKE)
    """What everybody puts in the pot for each game; its winner takes the pot."""
    stake_cap: Decimal | None = rule(None, Amount(usual=CAPS), Topic.STAKE)
    """Nobody loses more than this in a match. None: no limit."""
    stake_rounding: Decimal | None = rule(None, Amount(usual=COINS), Topic.STAKE)
    """Payments are rounded to a multiple of this, halves upward. None: not rounded."""

    def __post_init__(self) -> None:
        refused = {name: kind.refusal(getattr(self, name)) for name, kind in KINDS.items()}
        if wrong := {name: why for name, why in refused.items() if why}:
            raise InvalidRulesError(wrong)
        if len({stake.currency for stake in self.stakes.values()}) > 1:
            raise InvalidRulesError(dict.fromkeys(self.stakes, Refusal.OTHER_CURRENCY))

    def seated_at(self, table: Table) -> Table:
        """*table*, where three play as these rules have it.

        >>> HouseRules(three_players=ThreePlayers.CAPTAIN).seated_at(Table.THREE).value
        'captain'
        """
        return self.three_players.table if table.people == 3 else table

    @property
    def stakes(self) -> Mapping[str, Stake]:
        """The stakes that are played for, by their fields."""
        return {name: stake for name in STAKES if (stake := getattr(self, name))}

    @property
    def currency(self) -> str:
        """The currency of all stakes; "" without stakes."""
        return next((stake.currency for stake in self.stakes.values()), "")

    @property
    def needs_upcard(self) -> bool:
        """Whether a hand cannot be scored without the first upcard."""
        return self.oklahoma or self.multiplies

    @property
    def dead_hand_needs_upcard(self) -> bool:
        """Whether a dead hand needs its upcard too, because its double is carried over."""
        return self.dead_hand_double_carries and self.multiplies

    @property
    def multiplies(self) -> bool:
        """Whether some upcard makes a hand count more than once."""
        return self.spade_double or bool(self.suit_multipliers or self.rank_multipliers)

    def knock_limit_with(self, upcard: Card | None) -> int:
        """The most deadwood to knock with under *upcard*; without one, the limit of the rules.

        >>> HouseRules(oklahoma=True).knock_limit_with(Card.parse("7D"))
        7
        """
        if not self.oklahoma or upcard is None:
            return self.knock_limit
        turned = self.ace_upcard.limit if upcard.rank is Rank.ACE else min(upcard.rank.value, 10)
        return min(self.knock_limit, turned)

    @property
    def is_single_game(self) -> bool:
        return self.match_by is MatchBy.GAMES and self.games_to_win == 1

    @property
    def is_open_ended(self) -> bool:
        """Whether a match goes on for as many games as the players like."""
        return self.match_by is MatchBy.GAMES and self.games_to_win is None

    @property
    def plays_shutouts(self) -> bool:
        """Whether a shutout scores anything."""
        return (
            self.shutout is not Shutout.NONE
            or self.stake_per_shutout is not None
            or self.match_by is MatchBy.GAME_POINTS
            or (self.columns > 1 and self.pays_all_columns_shutout)
        )

    @property
    def pays_all_columns_shutout(self) -> bool:
        """Whether a shutout in every column pays something extra."""
        return self.all_columns_shutout_bonus > 0 or self.all_columns_shutout_times > 1

    @property
    def plays_big_gin(self) -> bool:
        """Whether gin with eleven cards has a bonus of its own; if not, it is scored as gin."""
        return self.big_gin_bonus is not None

    @property
    def most_laid(self) -> int:
        """The most cards that a player may lay."""
        return MOST_IN_HAND if self.plays_big_gin else HAND_SIZE

    def points(self, card: Card) -> int:
        """What *card* counts as deadwood under these rules."""
        return self.ace_points if card.points == 1 else card.points

    def deadwood(self, cards: Iterable[Card]) -> int:
        """What *cards* count as deadwood."""
        points = [card.points for card in cards]
        return sum(points) + points.count(1) * (self.ace_points - 1)

    @property
    def most_deadwood(self) -> int:
        """The most deadwood that ten cards can have, arranged at their best.

        Two of each of the five highest ranks, in suits that make no run: tens, jacks, queens and kings, and
        nines or aces.
        """
        return max(98, 80 + 2 * self.ace_points)

    def but(self, **changes: Any) -> Self:
        """These rules with some fields changed."""
        return replace(self, **changes)

    def trying(self, changes: Mapping[str, Any]) -> tuple[Self, Mapping[str, Refusal]]:
        """These rules with as many of *changes* as are valid, and why the others are not.

        >>> rules, refused = HouseRules().trying({"gin_bonus": 25, "target": 0})
        >>> rules == HouseRules(gin_bonus=25), refused["target"].value
        (True, 'too_low')
        """
        try:
            return self.but(**changes), {}
        except InvalidRulesError as error:
            refused = error.refusals
        rules, more = self.trying({name: held for name, held in changes.items() if name not in refused})
        return rules, {**refused, **more}


KINDS: Mapping[str, Kind] = {each.name: each.metadata["kind"] for each in fields(HouseRules)}
"""What each field of :class:`HouseRules` may hold, by its name."""

IGNORED = frozenset({"limit_card"})
"""Rules of earlier versions that decided no score. Matches, documents and links may name them: they are
read and ignored.
"""

STAKES = tuple(name for name, kind in KINDS.items() if isinstance(kind, Money))
"""The fields that hold money."""

TOPICS: Mapping[str, Topic] = {each.name: each.metadata["topic"] for each in fields(HouseRules)}
"""What each field of :class:`HouseRules` is about, by its name."""

STANDARD = HouseRules()
"""The standard game."""


class Fault(StrEnum):
    """What a player is penalized for."""

    FALSE_KNOCK = auto()
    """Knocking with more deadwood than the limit."""
    EXPOSED_CARD = auto()
    """Showing a card that should be hidden, or seeing one."""
    WRONG_NUMBER_OF_CARDS = auto()
    """Holding more or fewer cards than ten."""
    OTHER = auto()


def charge(fault: Fault, rules: HouseRules) -> int:
    """The points that the rules charge for *fault*.

    >>> charge(Fault.FALSE_KNOCK, HouseRules()), charge(Fault.EXPOSED_CARD, HouseRules())
    (0, 10)
    """
    if fault is not Fault.FALSE_KNOCK:
        return rules.penalty_points
    charged = {FalseKnock.PENALTY: rules.penalty_points, FalseKnock.UNDERCUT: rules.undercut_bonus}
    return charged.get(rules.false_knock, 0)
