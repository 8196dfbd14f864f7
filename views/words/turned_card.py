"""Texts about the upcard, and the same about the knock card that can take its place."""

from flask import Flask

from models.gin.rules.house_rules import HouseRules
from views.language.i18n import gettext as _
from views.language.i18n import marked

OF_THE_KNOCK_CARD = {
    # Translators: upcard: the card turned up after the deal; knock card: a card of a second pack, turned
    # up in its place. Knock limit: the most deadwood to knock with. How often: double, three times …
    marked("The upcard sets the knock limit, and how often the hand counts."): marked(
        "The knock card sets the knock limit, and how often the hand counts."
    ),
    marked("The upcard says how often the hand counts."): marked(
        "The knock card says how often the hand counts."
    ),
    marked("The upcard sets the knock limit, and a spade doubles the hand."): marked(
        "The knock card sets the knock limit, and a spade doubles the hand."
    ),
    marked("The upcard sets the knock limit."): marked("The knock card sets the knock limit."),
    marked("If the upcard is a spade, the hand counts double."): marked(
        "If the knock card is a spade, the hand counts double."
    ),
    marked("Someone else saved a hand meanwhile, so your upcard was not saved."): marked(
        "Someone else saved a hand meanwhile, so your knock card was not saved."
    ),
    marked("Enter the upcard"): marked("Enter the knock card"),
    marked("What’s the upcard?"): marked("What’s the knock card?"),
    marked("The upcard sets no limit here, so an ace changes nothing."): marked(
        "The knock card sets no limit here, so an ace changes nothing."
    ),
    marked("No. If the upcard is an ace, you need gin."): marked(
        "No. If the knock card is an ace, you need gin."
    ),
    marked("Yes. If the upcard is an ace, you can knock with 1."): marked(
        "Yes. If the knock card is an ace, you can knock with 1."
    ),
    marked("No. A spade upcard doubles nothing here."): marked(
        "No. A spade as knock card doubles nothing here."
    ),
    marked("That is not a knock. The upcard sets the knock limit, %(limit)s at most."): marked(
        "That is not a knock. The knock card sets the knock limit, %(limit)s at most."
    ),
    marked("If the upcard is a spade, the hand is multiplied by %(times)s."): marked(
        "If the knock card is a spade, the hand is multiplied by %(times)s."
    ),
    marked("If the upcard is an ace, you need gin."): marked("If the knock card is an ace, you need gin."),
    marked("If the upcard is an ace, you can knock with 1."): marked(
        "If the knock card is an ace, you can knock with 1."
    ),
    marked("Oklahoma: the upcard sets the knock limit, %(limit)s at most. Face cards count 10."): marked(
        "Oklahoma: the knock card sets the knock limit, %(limit)s at most. Face cards count 10."
    ),
    marked("If the upcard is a spade, the hand counts double, with its bonus."): marked(
        "If the knock card is a spade, the hand counts double, with its bonus."
    ),
    marked("If the upcard is a spade, the hand counts double, but not its bonus."): marked(
        "If the knock card is a spade, the hand counts double, but not its bonus."
    ),
    marked("A spade upcard doesn’t double boxes."): marked("A spade as knock card doesn’t double boxes."),
    marked("A spade upcard doubles the box of the hand too."): marked(
        "A spade as knock card doubles the box of the hand too."
    ),
    marked("The suit of the upcard says how often the hand counts: %(table)s."): marked(
        "The suit of the knock card says how often the hand counts: %(table)s."
    ),
    marked("The rank of the upcard says how often the hand counts: %(table)s."): marked(
        "The rank of the knock card says how often the hand counts: %(table)s."
    ),
    marked(
        "The rank of the upcard multiplies the hand too: %(table)s. Suit and rank are multiplied: 2 for "
        "the suit and 3 for the rank make 6."
    ): marked(
        "The rank of the knock card multiplies the hand too: %(table)s. Suit and rank are multiplied: 2 "
        "for the suit and 3 for the rank make 6."
    ),
    marked(
        "A spade upcard doubles the extra boxes of the hand. If the hand has none, its own box counts twice."
    ): marked(
        "A spade as knock card doubles the extra boxes of the hand. If the hand has none, its own box "
        "counts twice."
    ),
    marked("The upcard sets the knock limit. What’s the upcard?"): marked(
        "The knock card sets the knock limit. What’s the knock card?"
    ),
    marked("The upcard sets the knock limit of the hand."): marked(
        "The knock card sets the knock limit of the hand."
    ),
    # Translators: the label of a rule: what it means if the upcard is an ace.
    marked("Ace as upcard"): marked("Ace as knock card"),
    marked("How often a hand counts if the upcard is of this suit."): marked(
        "How often a hand counts if the knock card is of this suit."
    ),
    marked("How often a hand counts if the upcard is of this rank, times what its suit says."): marked(
        "How often a hand counts if the knock card is of this rank, times what its suit says."
    ),
    marked("Nobody can knock, so the upcard has no effect."): marked(
        "Nobody can knock, so the knock card has no effect."
    ),
    marked("Without Oklahoma, the upcard sets no limit."): marked(
        "Without Oklahoma, the knock card sets no limit."
    ),
    marked("The upcard is an ace. Can I knock with 1?"): marked(
        "The knock card is an ace. Can I knock with 1?"
    ),
    marked("The upcard is a spade. Are bonuses and boxes doubled?"): marked(
        "The knock card is a spade. Are bonuses and boxes doubled?"
    ),
    # Translators: an example of a hand. Both numbers are deadwood.
    marked("Upcard 7♦: Ann knocks with 9, Bob has 30"): marked(
        "Knock card 7♦: Ann knocks with 9, Bob has 30"
    ),
    marked("Upcard A♥: Ann knocks with 1, Bob has 30"): marked(
        "Knock card A♥: Ann knocks with 1, Bob has 30"
    ),
    marked("Upcard 9♠: Ann has gin, Bob has 24 deadwood"): marked(
        "Knock card 9♠: Ann has gin, Bob has 24 deadwood"
    ),
    marked("After a dead hand with the upcard 9♠, Ann knocks with 4, Bob has 30"): marked(
        "After a dead hand with the knock card 9♠, Ann knocks with 4, Bob has 30"
    ),
    marked("Upcard"): marked("Knock card"),
    marked("Tap the upcard"): marked("Tap the knock card"),
    # Translators: within a line, after what to tap it for.
    marked("tap the first card turned up"): marked("tap the card turned up"),
    marked("The first card turned up"): marked("The card of the second pack"),
    marked("Hand %(number)s: what’s the upcard?"): marked("Hand %(number)s: what’s the knock card?"),
    # Translators: a button: leave the upcard as it was entered.
    marked("Keep the upcard"): marked("Keep the knock card"),
    marked("Remove the upcard"): marked("Remove the knock card"),
    marked("The upcard"): marked("The knock card"),
    marked("Tap the first card turned up."): marked("Tap the card of the second pack."),
}
"""Each text about the upcard, and the same about the knock card that can take its place."""


def init_app(app: Flask) -> None:
    """Gives templates the words for the upcard, or for the knock card."""
    app.jinja_env.globals["turned"] = turned


def turned(text: str, rules: HouseRules, **values: object) -> str:
    """*text* about the upcard, or what it says of the knock card where *rules* go by that."""
    return _(OF_THE_KNOCK_CARD.get(text, text) if rules.goes_by_knock_card else text, **values)
