"""The names of phones."""

from collections.abc import Sequence

from models.records.tables.seat import Seat
from views.language.i18n import gettext as _
from views.words.lists import all_of


def phone(seat: Seat, own_seat: Seat | None) -> str:
    """The name of the phone with *seat*, seen from the phone with *own_seat*."""
    here = own_seat is not None and seat.id == own_seat.id
    if not seat.label:
        # Translators: which phone saved a change; stands alone behind the time: “today, 21:40 · this
        # phone”.
        return _("this phone") if here else _("another phone")
    # Translators: %(name)s is what the owner calls the phone, usually a first name.
    named = _("%(name)s’s phone", name=seat.label)
    # Translators: %(phone)s is “Ann’s phone”.
    return _("%(phone)s (this one)", phone=named) if here else named


def phones_named(seats: Sequence[Seat]) -> str:
    """The names of phones in a sentence, those without a name counted once; "" if none has a name."""
    if not any(seat.label for seat in seats):
        return ""
    named = dict.fromkeys(phone(seat, None) for seat in seats if seat.label)
    nameless = [_("a phone without a name")] if any(not seat.label for seat in seats) else []
    return all_of([*named, *nameless])
