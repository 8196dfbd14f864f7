"""The pages of the houses: which there are, the rules of each, and what players quarrel about under them."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, url_for

from models.gin.presets import PRESETS
from models.records import houses_of
from views.forms.begin import FIRST_HOUSE
from views.guests import device
from views.house_links import OwnHouse, making_url
from views.language import gettext as _
from views.words.houses import LINES, NAMES, groups
from views.words.quarrels import QUARRELS

houses = Blueprint("houses", __name__, url_prefix="/houses")


class ListedHouse:
    """A house in the list."""

    def __init__(self, preset: str) -> None:
        self.name, self.line = _(NAMES[preset]), _(LINES[preset])
        self.url = url_for(".show", preset=preset)


@dataclass(frozen=True, slots=True)
class Settled:
    """A quarrel as a house settles it."""

    anchor: str
    question: str
    answer: str
    url: str
    """Where the judge shows it with cards, or nothing."""


class KeptHouse:
    """A house of this phone in the list."""

    def __init__(self, house: OwnHouse) -> None:
        self.name, self.line, self.url = house.name, house.line, house.url()


@houses.get("")
def index() -> str:
    """All houses, each with what sets it apart; those that this phone keeps come first."""
    return render_template(
        "houses/index.html",
        kept=[KeptHouse(OwnHouse.of(each)) for each in houses_of(device())],
        make_url=making_url(FIRST_HOUSE),
        houses=[ListedHouse(preset) for preset in NAMES],
        judge_url=url_for("judge.show"),
    )


@houses.get("/<preset>")
def show(preset: str) -> str:
    """One house's rules in full."""
    if preset not in PRESETS:
        abort(404)
    return render_template(
        "houses/show.html",
        title=_(NAMES[preset]),
        line=_(LINES[preset]),
        groups=groups(PRESETS[preset]),
        quarrels=list(settled(preset)),
        judge_url=url_for("judge.show", house=preset),
        back_url=url_for(".index"),
        back_label=_("Houses"),
        begin=(_("Begin a match by these rules"), url_for("matches.new", house=preset)),
        change=(_("Change these rules"), making_url(preset)),
    )


def settled(preset: str) -> Iterator[Settled]:
    """Every quarrel with the answer of a house."""
    rules = PRESETS[preset]
    for quarrel in QUARRELS:
        cards = quarrel.acted_in(rules)
        yield Settled(
            f"quarrel-{quarrel.name}",
            _(quarrel.question),
            quarrel.answer(rules),
            url_for("judge.show", house=preset, **cards) if cards else "",
        )
