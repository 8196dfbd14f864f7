"""The judgement of a hand while it is being entered: what lies there, what it is worth, what is missing."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from models.gin.card_layout import CardLayout
from models.gin.cards import Card, Cards
from models.gin.columns import Player, other
from models.gin.declaration import Count, Ending
from models.gin.problems import Place, Problem, Reason, problems
from models.gin.rule_options import Side
from models.gin.rules import HouseRules
from models.gin.scoring import HandResult, score
from models.gin.sheet import Hand
from views.hands.form import HandForm
from views.hands.read_form import DEAD, cards_on_table, counted
from views.shared.form_helpers import wrong
from views.shared.player_cards import Tray, tray_of
from views.web.i18n import gettext as _
from views.web.i18n import ngettext
from views.words.cards import card
from views.words.hand_result import Words, explain, points_at_once, signed
from views.words.problems import Names
from views.words.problems import explain as explain_problem

NOUGHT = re.compile(r"[+-]?0+")

OF_THE_CARDS_ALONE = {Reason.CARD_LAID_TWICE, Reason.CARD_IN_BOTH_HANDS, Reason.NOT_A_MELD}
"""What is wrong whoever went out, and whatever else is still to come."""

OF_THE_COUNTING = {Reason.CARD_LAID_TWICE, Reason.WRONG_NUMBER_OF_CARDS}
"""What makes it idle to say how much deadwood there is."""


class Save(NamedTuple):
    """The main button: what it says, and the field that it waits for."""

    label: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Desk:
    """All that is said of a hand while it is entered; *hand* is there once it can be saved."""

    save: Save
    trays: tuple[Tray, Tray] = (Tray(), Tray())
    laid_off: Cards = frozenset()
    pointed: Cards = frozenset()
    verdict: Words | None = None
    totals: str = ""
    offer: str = ""
    hand: Hand | None = None


@dataclass(frozen=True, slots=True)
class House:
    """What the form of a hand must know of a match: who plays, by which rules."""

    names: Sequence[str]
    """Of the two who play it."""
    rules: HouseRules
    after: Callable[[Hand], str]
    """How the sheet would stand if a hand were saved."""
    turned: Card | None = None
    """The upcard that stands on the sheet of this hand, for all at the table to see."""
    asks_upcard: bool = False
    """Whether it is asked though these rules do not go by it: the hand has one, or other rules need it."""

    @property
    def needs_upcard(self) -> bool:
        """Whether the first upcard is asked."""
        return self.rules.needs_upcard or self.asks_upcard


def judge(form: HandForm, house: House, saving: bool) -> Desk:
    """What *form* comes to, with a word at each field that is wrong.

    A look says nothing of what is still blank; *saving* says everything.
    """
    if form.is_dead:
        return _saved(DEAD, house, Desk(Save("")))
    _heed_the_sheet(form, house)
    if form.way == "deadwood":
        return _judge_counts(form, house, saving)
    return _judge_cards(form, house, saving)


def _heed_the_sheet(form: HandForm, house: House) -> None:
    """A word at the upcard where another one stands on the sheet: the hand was played by one of them."""
    turned = form.turned_up() if house.turned else None
    if house.turned and turned not in (None, house.turned):
        said = _("The sheet says %(card)s. If that’s wrong, change it there.", card=card(house.turned))
        wrong(form.upcard, said)


def _judge_counts(form: HandForm, house: House, saving: bool) -> Desk:
    offer = _offer_of_gin(form)
    hand = counted(form, house.rules)
    desk = _judged(form, house, hand, _missing_counts(form, house), saving, Desk(Save(""), offer=offer))
    return _asked_again(desk) if offer and saving else desk


def _asked_again(desk: Desk) -> Desk:
    """*desk* with an offer that the players have not seen yet: the next save takes it."""
    return replace(desk, hand=None, offer=_("No deadwood means gin. Save again if it was gin."))


def _offer_of_gin(form: HandForm) -> str:
    """A knock with nothing left is turned into gin, and said so."""
    if form.who is None or form.ending is not Ending.KNOCK:
        return ""
    if not NOUGHT.fullmatch(form.typed_count(form.who)):
        return ""
    form.outcome.data = Ending.GIN.value
    return _("No deadwood means gin.")


def _missing_counts(form: HandForm, house: House) -> list[Save]:
    """What was not said yet, when a hand is entered by counts."""
    missing = _missing_facts(form, house)
    if form.who is None:
        return missing
    asked = [form.who, other(form.who)] if form.ending is Ending.KNOCK else [other(form.who)]
    for player in asked:
        if not form.typed_count(player):
            missing.append(Save(_("%(name)s’s deadwood?", name=house.names[player]), f"deadwood_{player}"))
    return missing


def _missing_facts(form: HandForm, house: House) -> list[Save]:
    """Who went out and under which upcard, where that was not said yet."""
    missing = [Save(_("Who knocked?"), "knocker")] if form.who is None else []
    if house.needs_upcard and not (form.upcard.data or "").strip():
        missing.append(Save(_("What’s the upcard?"), "upcard"))
    return missing


def _judge_cards(form: HandForm, house: House, saving: bool) -> Desk:
    table = cards_on_table(form, house.rules)
    whoever = table if table.knocker is not None else replace(table, knocker=0)
    desk = Desk(
        Save(""),
        trays=(tray_of(table, 0), tray_of(table, 1)),
        laid_off=frozenset(card for layoff in table.layoffs for card in layoff.cards),
    )
    hand = Hand(whoever.knocker, whoever.declaration)
    return _judged(form, house, hand, _missing_cards(table, form, house), saving, desk)


def _missing_cards(table: CardLayout, form: HandForm, house: House) -> list[Save]:
    """What was not said yet, when a hand is entered by cards."""
    missing = _missing_facts(form, house)
    for player in (0, 1) if table.knocker is None else (table.knocker, other(table.knocker)):
        if short := table.cards_missing(player):
            label = ngettext("%(num)s more card", "%(num)s more cards", short)
            missing.append(Save(label, f"cards_{player}"))
    return missing


def _judged(
    form: HandForm, house: House, hand: Hand | None, missing: Sequence[Save], saving: bool, desk: Desk
) -> Desk:
    """*desk* with what is wrong said at its fields, or with the verdict."""
    found = list(_problems(hand, form, house, missing, saving)) if hand else []
    for problem in found:
        _say(problem, form, house, hand)
    for each in missing if saving else ():
        if not form[each.place].errors:
            wrong(form[each.place], each.label)
    pointed = frozenset(card for problem in found for card in problem.cards)
    wrong_fields = [each.name for each in form if each.errors]
    if wrong_fields:
        return replace(desk, save=Save(_("See what is wrong"), wrong_fields[0]), pointed=pointed)
    if missing or hand is None:
        return replace(desk, save=missing[0])
    return _saved(hand, house, desk)


def _problems(
    hand: Hand, form: HandForm, house: House, missing: Sequence[Save], saving: bool
) -> Iterator[Problem]:
    """What is wrong with *hand*; while it is still being entered, only what more cards cannot mend."""
    unread = {field.name for field in form if field.errors}
    found = list(problems(hand.laid, house.rules))
    miscounted = any(each.place is Place.KNOCKER and each.reason in OF_THE_COUNTING for each in found)
    for problem in found:
        known = form.who is not None and not unread & _read_from(problem, form, hand)
        idle = problem.reason is Reason.OVER_KNOCK_LIMIT and miscounted
        stays = not missing or _stays(problem, hand, saving)
        if problem.reason in OF_THE_CARDS_ALONE or (known and stays and not idle):
            yield problem


def _read_from(problem: Problem, form: HandForm, hand: Hand) -> set[str]:
    """The fields that must have been read for *problem* to be known."""
    if problem.place is Place.UPCARD:
        return {"upcard"}
    sides = [Side.KNOCKER] if problem.place is Place.KNOCKER else [Side.KNOCKER, Side.DEFENDER]
    players = [hand.player(side) for side in sides]
    if form.way == "deadwood":
        return {_field(problem, form, players[-1])}
    return {"layoffs"} | {f"{what}_{player}" for what in ("cards", "melds") for player in players}


def _stays(problem: Problem, hand: Hand, saving: bool) -> bool:
    """Whether a problem of an unfinished hand is worth saying."""
    if problem.reason is Reason.UPCARD_MISSING:
        return False
    if problem.reason is Reason.WRONG_NUMBER_OF_CARDS:
        return saving or (problem.figure or 0) > (problem.bound or 0)
    return saving or problem.reason is not Reason.OVER_KNOCK_LIMIT or isinstance(hand.laid, Count)


def _say(problem: Problem, form: HandForm, house: House, hand: Hand | None) -> None:
    """Says *problem* at the field where it lies."""
    if hand is None or hand.knocker is None:
        return
    knocker, defender = hand.knocker, other(hand.knocker)
    names = Names(house.names[knocker], house.names[defender])
    player = knocker if problem.place is Place.KNOCKER else defender
    wrong(form[_field(problem, form, player)], explain_problem(problem, names))


def _field(problem: Problem, form: HandForm, player: Player) -> str:
    """The name of the field at which *problem* is said."""
    if problem.place is Place.UPCARD:
        return "upcard"
    if form.way == "deadwood":
        return f"deadwood_{player}"
    if problem.place is Place.LAYOFFS:
        return "layoffs"
    return f"melds_{player}" if problem.reason is Reason.NOT_A_MELD else f"cards_{player}"


def _saved(hand: Hand, house: House, desk: Desk) -> Desk:
    """*desk* with the verdict on *hand*, ready to be saved."""
    result = score(hand.laid, house.rules)
    return replace(
        desk,
        hand=hand,
        verdict=explain(hand, result, house.names, house.rules),
        totals=house.after(hand),
        save=Save(_save_label(hand, result, house.names, house.rules)),
    )


def _save_label(hand: Hand, result: HandResult, names: Sequence[str], rules: HouseRules) -> str:
    if hand.knocker is None:
        return _("Save: dead hand")
    if result.winner is None:
        return _("Save: nobody scores")
    winner = names[hand.player(result.winner)]
    return _("Save: %(name)s %(points)s", name=winner, points=signed(points_at_once(result, rules, names)))
