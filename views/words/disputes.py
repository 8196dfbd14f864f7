"""What players dispute about, each answered for a house and acted out before the judge."""

from dataclasses import dataclass

from views.web.i18n import gettext as _
from views.web.i18n import marked
from views.words import dispute_answers, dispute_cards
from views.words.dispute_answers import Answer
from views.words.dispute_cards import Acting


@dataclass(frozen=True, slots=True)
class Dispute:
    """Something that is said across the table, and the answer."""

    name: str
    question: str
    answer: Answer
    fields: tuple[str, ...] = ()
    """The fields of the rules that decide it; none where every house answers alike."""
    acting: Acting = dispute_cards.nowhere


DISPUTES = (
    Dispute(
        "layoff-against-gin",
        marked("You went gin. Can I lay off?"),
        dispute_answers.layoffs_against_gin,
        ("layoff_vs_gin",),
        dispute_cards.anywhere(dispute_cards.AGAINST_GIN),
    ),
    Dispute(
        "tie",
        marked("We have the same count. Who wins?"),
        dispute_answers.tie,
        ("tie", "undercut_bonus", "knock_limit"),
        dispute_cards.where_they_knock(dispute_cards.EQUAL),
    ),
    Dispute(
        "zero-by-layoffs",
        marked("I have laid off everything and have nothing left. Is it my gin?"),
        dispute_answers.zero_by_layoffs,
        ("undercut_bonus", "knock_limit"),
        dispute_cards.where_they_knock(dispute_cards.ALL_LAID_OFF),
    ),
    Dispute(
        "zero-against-gin",
        marked("I have nothing left either. So your gin scores nothing?"),
        dispute_answers.zero_against_gin,
        ("gin_bonus",),
        dispute_cards.anywhere(dispute_cards.NOTHING_AGAINST_GIN),
    ),
    Dispute(
        "two-melds",
        marked("May the seven be in both my melds?"),
        lambda rules: _("No. One card, one meld."),
        acting=dispute_cards.anywhere(dispute_cards.TWO_MELDS),
    ),
    Dispute(
        "aces",
        marked("Is Q-K-A a run? And K-A-2?"),
        dispute_answers.ace_in_runs,
        ("aces",),
        dispute_cards.anywhere(dispute_cards.ACES_IN_RUNS),
    ),
    Dispute(
        "loose-cards",
        marked("Can I lay my third two on your two loose twos?"),
        dispute_answers.if_knocked(marked("No. Cards go on melds only, never on deadwood.")),
        ("knock_limit",),
        dispute_cards.where_they_knock(dispute_cards.LOOSE_TWOS),
    ),
    Dispute(
        "chain",
        marked("I lay off the eight. May the nine follow?"),
        dispute_answers.if_laid_off(marked("Yes. One card after another, at either end of the run.")),
        ("knock_limit", "layoff_vs_gin"),
        dispute_cards.where_they_knock(dispute_cards.A_CHAIN),
    ),
    Dispute(
        "breaking",
        marked("Must I keep my own melds and then lay off?"),
        dispute_answers.if_laid_off(marked("No. You may break a meld of your own to lay off more.")),
        ("knock_limit", "layoff_vs_gin"),
        dispute_cards.where_they_knock(dispute_cards.BROKEN),
    ),
    Dispute(
        "laying-anew",
        marked("May I lay my melds anew, now that I see what you lay off?"),
        dispute_answers.if_laid_off(marked("No. The knocker is bound by the melds as they were laid.")),
        ("knock_limit", "layoff_vs_gin"),
        dispute_cards.where_they_knock(dispute_cards.THREE_RUNS),
    ),
    Dispute(
        "forgotten",
        marked("I forgot to lay off."),
        dispute_answers.if_laid_off(
            marked(
                "Laying off is a right, not a duty. "
                "If you both agree that it was only forgotten, correct the hand."
            )
        ),
        ("knock_limit", "layoff_vs_gin"),
        dispute_cards.where_they_knock(dispute_cards.BROKEN),
    ),
    Dispute(
        "laid-otherwise",
        marked("But it is less if you lay it like this!"),
        dispute_answers.laid_counts,
        ("knock_limit",),
        dispute_cards.where_they_knock(dispute_cards.NOT_AT_BEST),
    ),
    Dispute(
        "eleven",
        marked("You knocked with eleven."),
        dispute_answers.eleven,
        ("knock_limit", "oklahoma"),
        dispute_cards.anywhere(dispute_cards.ELEVEN),
    ),
    Dispute(
        "big-gin",
        marked("What does big gin pay? And what do I discard?"),
        dispute_answers.big_gin,
        ("big_gin_bonus", "gin_bonus"),
        dispute_cards.anywhere(dispute_cards.BIG_GIN),
    ),
    Dispute(
        "ace-upcard",
        marked("An ace is turned up. May I knock with one?"),
        dispute_answers.ace_upcard,
        ("oklahoma", "ace_upcard"),
        dispute_cards.in_oklahoma(dispute_cards.WITH_ONE),
    ),
    Dispute(
        "spade",
        marked("A spade is turned up. Are bonuses and boxes doubled?"),
        dispute_answers.spade,
        ("spade_double", "spade_doubles_boxes"),
        dispute_cards.where_spades_double(dispute_cards.UNDER_A_SPADE),
    ),
    Dispute(
        "boxes",
        marked("With my boxes I am over the target. Have I won?"),
        dispute_answers.boxes,
        ("box_timing", "box_bonus", "target"),
    ),
    Dispute(
        "shutout",
        marked("You have nothing at all. What does that pay me?"),
        dispute_answers.shutout,
        ("shutout", "shutout_test", "shutout_bonus", "game_bonus", "box_bonus"),
    ),
    Dispute(
        "game-bonus",
        marked("You knocked and I undercut. Who gets the game bonus?"),
        dispute_answers.game_bonus,
        ("game_bonus", "target", "knock_limit"),
    ),
    Dispute(
        "dealer",
        marked("Who deals now?"),
        dispute_answers.dealer,
        ("deal_rotation", "redeal_after_dead_hand"),
    ),
    Dispute(
        "hollywood",
        marked("I lost a column without a point. Where does my first win go?"),
        dispute_answers.hollywood,
        ("columns",),
    ),
    Dispute(
        "correcting",
        marked("The score of three hands ago was wrong."),
        lambda rules: _(
            "Correct it. An old hand can be corrected at any time, and all that follows is worked out anew."
        ),
    ),
)
"""Every dispute, in the order in which a house answers them."""
