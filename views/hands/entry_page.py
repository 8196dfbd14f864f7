"""The page on which a hand is entered or corrected."""

from typing import Any
from urllib.parse import urlencode

from flask import render_template, request, url_for

from models.gin.cards import PACK
from models.gin.faults import Fault
from models.gin.seating import Faced
from views.hands.form import HandForm
from views.hands.hand_slot import HandSlot
from views.hands.preview import preview_of
from views.shared.line_links import penalty_url
from views.shared.seating import ASKS_UPCARD, colours, said_in_address
from views.web.i18n import gettext as _
from views.words.seating import pair_named, who_plays

PREVIEW = "preview"
"""The part of the page that a preview can change, which JavaScript requests alone."""


def entry_page(form: HandForm, watch: str, *, checking: bool = False, not_saved: bool = False) -> str:
    """The form with a preview of the hand, or only the parts that a preview can change.

    *checking*: the cards of a hand are entered whose deadwood is known. *not_saved*: the database failed just
    now, and the same form can be sent again.
    """
    slot = form.slot
    match, part = slot.match, request.headers.get("X-Part") == PREVIEW
    return render_template(
        "hands/_preview.html" if part else "hands/new.html",
        title=_title(slot, checking),
        names=slot.names,
        colours=colours(match.table, slot.faced),
        who=who_plays(slot.faced, match.table, match.players, slot.round, slot.dealer),
        others=_others(form),
        other_way=_address(form, "deadwood" if form.way == "cards" else "cards", slot.faced),
        by=form.way,
        form=form,
        pack=PACK,
        problems=form.wrong_fields,
        links={"sheet": url_for("matches.show", watch=watch)},
        only_cards=checking,
        not_saved=not_saved,
        preview=preview_of(form.validation, slot, refused=form.is_sent),
        penalty_url=_penalty_url(form, watch),
    )


def _penalty_url(form: HandForm, watch: str) -> str:
    """Where the penalty for a knock with too much deadwood is written; "" if it was none."""
    if not form.validation.is_false_knock:
        return ""
    knocker = form.typed.knocker
    return penalty_url(watch, Fault.FALSE_KNOCK, None if knocker is None else form.slot.faced[knocker])


def _title(slot: HandSlot, checking: bool) -> str:
    """The heading of the page."""
    if slot.record is None:
        return _("Hand %(number)s: who knocked?", number=slot.number)
    if checking:
        return _("Check hand %(number)s", number=slot.number)
    return _("Correct hand %(number)s", number=slot.number)


def address_with_players(slot: HandSlot) -> str | None:
    """The current address with the two players in it; None if it names them or there are only two.

    With it, the hand stays theirs whatever others enter meanwhile.
    """
    said = _said(slot, slot.faced)
    if said.items() <= request.args.to_dict(flat=True).items():
        return None
    return f"{request.path}?{urlencode(request.args.to_dict() | said)}"


def _others(form: HandForm) -> dict[str, str]:
    """The other pairs that could have played the hand, each with its address."""
    slot = form.slot
    pairs = (pair for pair in slot.match.table.pairs() if pair != slot.faced)
    return {pair_named(pair, slot.match.players): _address(form, form.way, pair) for pair in pairs}


def _address(form: HandForm, way: str, faced: Faced) -> str:
    """The query of this page for another way of entry, or for another pair."""
    kept = {name: value for name, value in request.args.items() if name == ASKS_UPCARD}
    return "?" + urlencode({"by": way} | _said(form.slot, faced) | kept)


def _said(slot: HandSlot, faced: Faced) -> dict[str, Any]:
    """The query parameters for a hand of these two players."""
    nth = slot.round if faced == slot.faced else slot.round_of(faced)
    return said_in_address(slot.match.table, faced, nth)
