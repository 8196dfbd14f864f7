"""Reading a match document: all that is wrong with it at once, or the values it stands for."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from unicodedata import category, normalize

from models.gin.cards import Card, Group, NotACardError, read_cards
from models.gin.declaration import Count, Declaration, Ending, Layoff, Spread
from models.gin.document import MATCH_FORMAT, Json, Match
from models.gin.melds import Aces, laid_in_order, laid_in_turn
from models.gin.presets import PRESETS
from models.gin.problems import Place, Problem, Reason, problems
from models.gin.rules import KINDS, HouseRules, InvalidRulesError
from models.gin.scoring import outcome_of
from models.gin.sheet import Hand

LONGEST_DOCUMENT = 5_000_000
"""Characters; a match of ten thousand hands by cards has fewer."""
MOST_HANDS = 10_000
LONGEST_NAME = 40
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of the text around a name; the joiners of emoji and letters do not."""


@dataclass(frozen=True, slots=True)
class Found:
    """A problem, and the hand it is in, from 1; None if it is in no hand."""

    hand: int | None
    problem: Problem


class InvalidDocumentError(ValueError):
    """Raised when a document cannot stand. Holds everything that is wrong with it."""

    def __init__(self, found: Iterable[Found]) -> None:
        self.found = tuple(found)
        super().__init__(", ".join(each.problem.reason for each in self.found))


@dataclass(slots=True)
class _Reader:
    """Reads a document part by part and gathers all that is wrong, not only the first thing."""

    found: list[Found] = field(default_factory=list)
    hand: int | None = None
    """The hand that is being read."""

    def wrong(self, reason: Reason, text: str = "") -> None:
        """Notes something wrong with the document itself."""
        self.found.append(Found(self.hand, Problem(reason, Place.DOCUMENT, text=text[:80])))

    def take(
        self, written: Mapping[str, Json], name: str, read: Callable[[Json], Any], default: Any = ...
    ) -> Any:
        """What field *name* holds; None, and noted as wrong, if it is missing or cannot be read."""
        if name not in written:
            if default is ...:
                self.wrong(Reason.FIELD_MISSING, name)
                return None
            return default
        try:
            return read(written[name])
        except NotACardError as error:
            self.wrong(Reason.NOT_A_CARD, " ".join(error.words))
        except ValueError:
            self.wrong(Reason.FIELD_WRONG, name)
        return None

    def only(self, written: Mapping[str, Json], *names: str) -> None:
        """Notes every field that is not among *names*."""
        for name in written:
            if name not in names:
                self.wrong(Reason.FIELD_UNKNOWN, name)


def read_match(text: str) -> Match:
    """The match that a document stands for.

    :raises InvalidDocumentError: with everything that is wrong with it.
    """
    reader = _Reader()
    match = _match(reader, _json(reader, text))
    if reader.found or match is None:
        raise InvalidDocumentError(reader.found)
    return match


def read_hand(written: Json, rules: HouseRules) -> Hand:
    """The hand that one entry of a document stands for.

    :raises InvalidDocumentError: with everything that is wrong with it.
    """
    reader = _Reader()
    hand = _hand(reader, written, rules)
    if reader.found or hand is None:
        raise InvalidDocumentError(reader.found)
    return hand


def read_rules(written: Json) -> HouseRules:
    """The rules of a preset's name, or of a preset with some fields changed.

    :raises InvalidDocumentError: with everything that is wrong with them.
    """
    reader = _Reader()
    rules = _rules(reader, written)
    if reader.found or rules is None:
        raise InvalidDocumentError(reader.found)
    return rules


def _json(reader: _Reader, text: str) -> Json:
    """The JSON value of *text*, or None with what is wrong noted."""
    if len(text) > LONGEST_DOCUMENT:
        reader.wrong(Reason.TOO_LARGE)
        return None
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_without_repetition)
    except (ValueError, RecursionError):
        reader.wrong(Reason.NOT_JSON)
        return None


def _refuse(constant: str) -> None:
    raise ValueError(f"not JSON: {constant}")


def _without_repetition(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError("a field stands twice")
    return dict(pairs)


def _match(reader: _Reader, written: Json) -> Match | None:
    if reader.found:
        return None
    if not isinstance(written, dict) or written.get("format") != MATCH_FORMAT:
        reader.wrong(Reason.WRONG_FORMAT)
        return None
    reader.only(written, "format", "players", "rules", "first_dealer", "hands")
    players = reader.take(written, "players", _players)
    first_dealer = reader.take(written, "first_dealer", _player, default=0)
    rules = reader.take(written, "rules", lambda value: _rules(reader, value))
    hands = reader.take(written, "hands", _list)
    if hands is not None and len(hands) > MOST_HANDS:
        reader.wrong(Reason.TOO_LARGE, "hands")
        return None
    read = tuple(_numbered_hands(reader, hands or [], rules))
    if reader.found:
        return None
    return Match(players, rules, tuple(hand for hand in read if hand), first_dealer)


def _numbered_hands(reader: _Reader, written: list[Json], rules: HouseRules | None) -> Iterable[Hand | None]:
    for number, each in enumerate(written, 1):
        reader.hand = number
        yield _hand(reader, each, rules)
    reader.hand = None


def _rules(reader: _Reader, written: Json) -> HouseRules | None:
    """The rules, or None with what is wrong noted."""
    before = len(reader.found)
    fields = {"preset": written} if isinstance(written, str) else written
    if not isinstance(fields, dict):
        reader.wrong(Reason.FIELD_WRONG, "rules")
        return None
    name = reader.take(fields, "preset", _text)
    if name is not None and name not in PRESETS:
        reader.wrong(Reason.HOUSE_UNKNOWN, name)
    reader.only(fields, "preset", *KINDS)
    changed = {name: reader.take(fields, name, kind.read) for name, kind in KINDS.items() if name in fields}
    if len(reader.found) > before:
        return None
    try:
        return PRESETS[name].but(**changed)
    except InvalidRulesError as error:
        for field in error.fields:
            reader.wrong(Reason.FIELD_WRONG, field)
        return None


def _hand(reader: _Reader, written: Json, rules: HouseRules | None) -> Hand | None:
    """One hand, judged if there are *rules*, with all its problems noted; None if it cannot be read."""
    before = len(reader.found)
    if not isinstance(written, dict):
        reader.wrong(Reason.FIELD_WRONG, "hands")
        return None
    hand = _by_cards(reader, written) if "laid" in written else _by_counts(reader, written)
    if len(reader.found) > before or hand is None or rules is None:
        return None
    reader.found += [Found(reader.hand, problem) for problem in problems(hand.laid, rules)]
    if len(reader.found) == before and "laid" in written:
        _agree(reader, written.get("outcome"), hand, rules)
    return hand


def _by_counts(reader: _Reader, written: Mapping[str, Json]) -> Hand | None:
    ending = reader.take(written, "outcome", Ending)
    if ending is Ending.DEAD:
        return _dead_hand(reader, written)
    reader.only(written, "knocker", "outcome", "deadwood", "upcard")
    knocker = reader.take(written, "knocker", _player)
    upcard = reader.take(written, "upcard", _card, default=None)
    left = reader.take(written, "deadwood", _object)
    if left is None:
        return None
    reader.only(left, "knocker", "defender")
    counts = [reader.take(left, side, _whole) for side in ("knocker", "defender")]
    if ending is None or None in counts:
        return None
    return Hand(knocker, Count(ending, counts[0], counts[1], upcard))


def _dead_hand(reader: _Reader, written: Mapping[str, Json]) -> Hand:
    """A hand that nobody won, and in which nobody can have knocked."""
    reader.only(written, "outcome", "knocker", "upcard")
    reader.take(written, "knocker", _nobody, default=None)
    return Hand(None, Count(Ending.DEAD, upcard=reader.take(written, "upcard", _card, default=None)))


def _by_cards(reader: _Reader, written: Mapping[str, Json]) -> Hand | None:
    reader.only(written, "knocker", "upcard", "laid", "outcome")
    knocker = reader.take(written, "knocker", _player)
    upcard = reader.take(written, "upcard", _card, default=None)
    if (laid := reader.take(written, "laid", _object)) is None:
        return None
    reader.only(laid, "knocker", "defender")
    for_knocker, for_defender = _side(reader, laid, "knocker"), _side(reader, laid, "defender")
    reader.only(for_knocker, "melds", "unmatched")
    reader.only(for_defender, "melds", "unmatched", "layoffs")
    layoffs = [
        _layoff(reader, each) for each in reader.take(for_defender, "layoffs", _list, default=[]) or []
    ]
    return Hand(
        knocker,
        Declaration(
            _spread(reader, for_knocker),
            _spread(reader, for_defender),
            tuple(layoff for layoff in layoffs if layoff),
            upcard,
        ),
    )


def _side(reader: _Reader, laid: Mapping[str, Json], side: str) -> dict[str, Json]:
    return reader.take(laid, side, _object) or {}


def _spread(reader: _Reader, written: Mapping[str, Json]) -> Spread:
    melds = reader.take(written, "melds", _groups, default=())
    return Spread.of(melds or (), reader.take(written, "unmatched", _cards, default=()) or ())


def _layoff(reader: _Reader, written: Json) -> Layoff | None:
    if not isinstance(written, dict):
        reader.wrong(Reason.FIELD_WRONG, "layoffs")
        return None
    reader.only(written, "cards", "onto")
    cards = reader.take(written, "cards", _cards)
    onto = reader.take(written, "onto", _cards)
    if cards == ():
        reader.wrong(Reason.FIELD_WRONG, "cards")
    return layoff_in_turn(cards, onto) if cards and onto is not None else None


def layoff_in_turn(cards: Group, onto: Group) -> Layoff:
    """*cards* laid on *onto* in an order that can be played, as far as there is one."""
    played, left = laid_in_turn(onto, cards, Aces.ROUND)
    return Layoff(played + left, laid_in_order(onto))


def _agree(reader: _Reader, outcome: Json, hand: Hand, rules: HouseRules) -> None:
    """An outcome written beside the cards must be what they say: declared or turned out.

    A knock with nothing left is gin, so it may be called either.
    """
    count = hand.count(rules)
    said = {count.ending.value, outcome_of(count, rules).value}
    if count.ending is Ending.GIN:
        said.add(Ending.KNOCK.value)
    if outcome is not None and outcome not in list(said):
        reader.wrong(Reason.OUTCOME_DISAGREES, str(outcome))


def _whole(written: Json) -> int:
    if not isinstance(written, int) or isinstance(written, bool):
        raise ValueError("not a whole number")
    return written


def _player(written: Json) -> int:
    if _whole(written) not in (0, 1):
        raise ValueError("neither 0 nor 1")
    return int(written)


def _nobody(written: Json) -> None:
    if written is not None:
        raise ValueError("not nobody")


def _text(written: Json) -> str:
    if not isinstance(written, str):
        raise ValueError("not a text")
    return written


def _list(written: Json) -> list[Json]:
    if not isinstance(written, list):
        raise ValueError("not a list")
    return written


def _object(written: Json) -> dict[str, Json]:
    if not isinstance(written, dict):
        raise ValueError("not an object")
    return written


def _players(written: Json) -> tuple[str, str]:
    names = [" ".join(_text(name).split()) for name in _list(written)]
    if len(names) != 2 or not all(map(is_name, names)) or is_same_name(*names):
        raise ValueError("not two names")
    return names[0], names[1]


def is_name(text: str) -> bool:
    r"""Up to forty signs of which one can be seen, and none steers a machine or turns the text around it.

    >>> is_name("Zoë"), is_name("Zoë\a"), is_name("\u200d")
    (True, False, False)
    """
    kinds = {category(sign) for sign in text}
    steers = kinds & {"Cc", "Cs", "Zl", "Zp"} or TURNING & set(text)
    return len(text) <= LONGEST_NAME and not steers and not kinds <= {"Cf", "Zs"}


def is_same_name(one: str, two: str) -> bool:
    """Whether two names read the same aloud: small letters and other forms of a letter make none new.

    >>> is_same_name("Ann", "ANN"), is_same_name("Ann", "Anna")
    (True, False)
    """
    return normalize("NFKC", one).casefold() == normalize("NFKC", two).casefold()


def _cards(written: Json) -> Group:
    return read_cards(_text(written))


def _groups(written: Json) -> tuple[Group, ...]:
    return tuple(_cards(group) for group in _list(written))


def _card(written: Json) -> Card | None:
    """One card, or none."""
    if written is None:
        return None
    cards = _cards(written)
    if len(cards) != 1:
        raise ValueError("not one card")
    return cards[0]
