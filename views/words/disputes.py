"""Common disputes: the question as it is asked at the table, the answer, and example cards."""

from dataclasses import dataclass

from models.gin.rules.house_rules import Fault
from views.language.i18n import marked
from views.words import dispute_answers as answers
from views.words.dispute_answers import DisputeAnswer, ExampleCards
from views.words.rules.page import section_of


@dataclass(frozen=True, slots=True)
class Dispute:
    """A common dispute, and its answer."""

    name: str
    question: str
    answer: DisputeAnswer
    fields: tuple[str, ...] = ()
    """The fields of the rules that decide it; none where the answer is always the same."""
    cards: ExampleCards = answers.no_example
    about: str = ""
    """The rule that it is about, if that is not the first of *fields*."""
    fault: Fault | None = None
    """The mistake that it is about, if a penalty can be entered for it."""

    @property
    def section(self) -> str:
        """The name of the section on the page of the rules."""
        return section_of(self.about or self.fields[0]).name


NO, YES = marked("No."), marked("Yes.")

DISPUTES = (
    Dispute(
        "layoff-against-gin",
        # Translators: a question at the table, to the other player. The questions below are such too.
        marked("You went gin. Can I lay off?"),
        answers.layoffs_against_gin,
        ("layoff_vs_gin", "layoff_vs_big_gin"),
        answers.always(answers.AGAINST_GIN),
    ),
    Dispute(
        "tie",
        marked("Our deadwood is the same. Who wins?"),
        answers.tie,
        ("tie", "undercut_bonus", "knock_limit"),
        answers.if_a_knock(answers.EQUAL),
    ),
    Dispute(
        "zero-by-layoffs",
        marked("I laid off everything and have no deadwood. Is that gin for me?"),
        answers.zero_by_layoffs,
        ("undercut_bonus", "gin_off_bonus", "gin_off_extra_boxes", "knock_limit"),
        answers.if_a_knock(answers.ALL_LAID_OFF),
    ),
    Dispute(
        "zero-against-gin",
        marked("I have no deadwood either. So does your gin score nothing?"),
        answers.zero_against_gin,
        ("gin_bonus", "gin_off_vs_gin"),
        answers.always(answers.NOTHING_AGAINST_GIN),
    ),
    Dispute(
        "two-melds",
        # Translators: meld: a set or a run.
        marked("Can the seven be in both of my melds?"),
        answers.told("one_meld", after=NO),
        cards=answers.always(answers.TWO_MELDS),
        about="one_meld",
    ),
    Dispute(
        "aces",
        marked("Is Q-K-A a run? And K-A-2?"),
        answers.told("aces"),
        ("aces",),
        answers.always(answers.ACES_IN_RUNS),
    ),
    Dispute(
        "loose-cards",
        # Translators: loose: in no meld.
        marked("You have two loose twos. Can I lay off my two on them?"),
        answers.if_knocked(answers.told("layoffs", after=NO)),
        ("knock_limit",),
        answers.if_a_knock(answers.LOOSE_TWOS),
        about="layoffs",
    ),
    Dispute(
        "chain",
        marked("I lay off the eight. Can I add the nine to it?"),
        answers.if_laid_off(answers.told("layoffs", after=YES)),
        ("knock_limit", "layoff_vs_gin"),
        answers.if_a_knock(answers.A_CHAIN),
        about="layoffs",
    ),
    Dispute(
        "breaking",
        marked("Can I break up my own meld to lay off more?"),
        answers.if_laid_off(answers.told("layoff_rights")),
        ("knock_limit", "layoff_vs_gin"),
        answers.if_a_knock(answers.BROKEN),
        about="layoff_rights",
    ),
    Dispute(
        "laying-anew",
        marked("Can the knocker change melds after seeing the lay-offs?"),
        answers.if_laid_off(answers.told("as_laid", after=NO)),
        ("knock_limit", "layoff_vs_gin"),
        answers.if_a_knock(answers.THREE_RUNS),
        about="as_laid",
    ),
    Dispute(
        "forgotten",
        marked("I forgot to lay off."),
        answers.if_laid_off(
            answers.answer_always(
                marked(
                    "Nobody has to lay off, so the score stands. If you both agree that it was an oversight, "
                    "correct the hand."
                )
            )
        ),
        ("knock_limit", "layoff_vs_gin"),
        answers.if_a_knock(answers.BROKEN),
        about="layoff_rights",
    ),
    Dispute(
        "laid-otherwise",
        marked("With other melds you would have less deadwood."),
        answers.if_knocked(answers.told("as_laid")),
        ("knock_limit",),
        answers.if_a_knock(answers.NOT_AT_BEST),
        about="as_laid",
    ),
    Dispute(
        "eleven",
        marked("You knocked with 11 deadwood."),
        answers.eleven,
        ("knock_limit", "oklahoma", "false_knock", "penalty_points", "undercut_bonus"),
        answers.always(answers.ELEVEN),
        fault=Fault.FALSE_KNOCK,
    ),
    Dispute(
        "exposed-card",
        marked("I showed a card by mistake."),
        answers.exposed_card,
        ("penalty_points",),
        fault=Fault.EXPOSED_CARD,
    ),
    Dispute(
        "wrong-number",
        marked("I have only nine cards. Or eleven."),
        answers.wrong_number,
        ("penalty_points",),
        fault=Fault.WRONG_NUMBER_OF_CARDS,
    ),
    Dispute(
        "upcard-offer",
        marked("Who gets the upcard first?"),
        answers.upcard_offer,
        ("upcard_offer", "initial_deal"),
    ),
    Dispute(
        "two-passes",
        marked("We both passed the upcard. What now?"),
        answers.two_passes,
        ("upcard_offer", "initial_deal"),
    ),
    Dispute(
        "card-just-taken",
        marked("Can I discard the card I have just picked up?"),
        answers.told("discard_taken_card"),
        ("discard_taken_card",),
    ),
    Dispute(
        "discard-pile",
        marked("Can I look through the discard pile?"),
        answers.told("discard_pile", after=NO),
        about="discard_pile",
    ),
    Dispute(
        "first-turn",
        marked("Can I knock on my first turn?"),
        answers.when_to_knock,
        ("knock_limit", "initial_deal"),
    ),
    Dispute(
        "knock-shown",
        marked("How do I show that I knock?"),
        answers.told("knock_signal"),
        ("knock_signal",),
    ),
    Dispute(
        "one-more-turn",
        marked("You knocked. Do I get another turn?"),
        answers.told("ends_at_once", after=NO),
        ("knock_limit",),
    ),
    Dispute(
        "have-to-knock",
        marked("Do I have to knock if I can?"),
        answers.have_to_knock,
        ("knock_limit",),
    ),
    Dispute(
        "gin-kept-back",
        marked("Can I hold back gin and play on for big gin?"),
        answers.gin_kept_back,
        ("big_gin_bonus",),
        about="big_gin",
    ),
    Dispute(
        "two-cards-left",
        marked("Only two cards are left in the stock. Who can still knock?"),
        answers.told("fiftieth_card"),
        ("fiftieth_card", "knock_limit"),
    ),
    Dispute(
        "melded-to-knock",
        marked("How many of my cards must be melded to knock?"),
        answers.melded_to_knock,
        ("melded_to_knock", "knock_limit"),
    ),
    Dispute(
        "big-gin",
        marked("What does big gin score? And what do I discard?"),
        answers.big_gin,
        ("big_gin_bonus", "gin_bonus"),
        answers.always(answers.BIG_GIN),
    ),
    Dispute(
        "ace-upcard",
        marked("The upcard is an ace. Can I knock with 1?"),
        answers.ace_upcard,
        ("oklahoma", "ace_upcard"),
        answers.if_oklahoma(answers.WITH_ONE),
    ),
    Dispute(
        "spade",
        marked("The upcard is a spade. Are bonuses and boxes doubled?"),
        answers.spade,
        ("spade_double", "suit_multipliers", "spade_doubles_bonus", "spade_doubles_boxes"),
        answers.if_spades_double(answers.UNDER_A_SPADE),
    ),
    Dispute(
        "boxes",
        # Translators: box: what a won hand is worth in addition to its points. Target: the score that
        # ends a game.
        marked("My boxes take me past the target. Have I won?"),
        answers.boxes,
        ("box_timing", "box_bonus"),
    ),
    Dispute(
        "shutout",
        # Translators: a shutout: the loser has won nothing in the whole game.
        marked("You have nothing at all. What do I get for that?"),
        answers.shutout,
        (
            "shutout",
            "shutout_test",
            "penalties_prevent_shutout",
            "shutout_bonus",
            "game_bonus",
            "box_bonus",
            "all_columns_shutout_bonus",
            "all_columns_shutout_times",
        ),
    ),
    Dispute(
        "game-bonus",
        marked("You knocked and I undercut. Who gets the game bonus?"),
        answers.game_bonus,
        ("game_bonus", "knock_limit"),
    ),
    Dispute(
        "dealer",
        marked("Who deals now?"),
        answers.told("deal_rotation", "redeal_after_dead_hand", "next_game_dealer"),
        ("deal_rotation", "redeal_after_dead_hand"),
    ),
    Dispute(
        "three-players",
        marked("There are three of us. Who plays next, and for whom?"),
        answers.told("three_players"),
        ("three_players",),
    ),
    Dispute(
        "partners",
        marked("We play two against two. What do our two hands score?"),
        answers.told("partners_score"),
        ("partners_score",),
    ),
    Dispute(
        "hollywood",
        # Translators: column: in Hollywood, several games are scored at the same time, each in its own
        # column.
        marked("I was shut out of a column. Where does my first win go?"),
        answers.hollywood,
        ("columns", "last_column_double", "column_multipliers", "column_targets", "column_bonuses"),
    ),
    Dispute(
        "correcting",
        marked("The score of three hands ago was wrong."),
        answers.answer_always(
            marked("Correct it. You can correct any hand at any time, and all later scores are updated.")
        ),
        about="games_to_win",
    ),
)
"""Every dispute, in the order in which they are listed."""
