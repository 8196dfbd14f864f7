"""Cards as players type them in their language, put into the English notation of models/gin.

A letter may mean two things: in French ``D`` is a queen, in English diamonds. Where more than one reading is
possible, the reader is asked. See docs/decisions/0038-card-letters.md.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, TypeVar

from flask import Flask
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from models.gin.cards.cards import (
    APART,
    RANK_LETTERS,
    SUIT_LETTERS,
    SUIT_OF_SIGN,
    Card,
    NotACardError,
    Rank,
    Suit,
    plain_text,
    read_groups,
    require_one_order,
    words_of,
)
from views.language.i18n import language
from views.words.cards import ENGLISH, SIGNS, CardLetters, example, letters_of

ENGLISH_RANKS = {each: each for each in RANK_LETTERS} | {"10": "T"}
ENGLISH_SUITS = {each: each for each in SUIT_LETTERS}
SIGN_SUITS = {sign: suit for sign, suit in SUIT_OF_SIGN.items() if sign not in SUIT_LETTERS}

MOST_PARSES = 3
"""Ways to divide one word into ranks and suits that are tried. No word that means something has more."""

KEPT = 200
"""How many texts are kept with what they say: a form that is opened has the same ones again and again."""

_ATOM = re.compile(rf"(?:[^\W_]|[{''.join(SIGN_SUITS)}])+")

Signs = tuple[str, str]
"""A rank and a suit as they were typed; a rank alone, as in ``5-8P``, has no suit."""

Parse = tuple[Signs, ...]
"""One way to divide a word without spaces and hyphens into cards."""

T = TypeVar("T")


class UnclearLettersError(ValueError):
    """Raised when a text names different cards in the reader's letters and in English ones."""

    def __init__(self, words: Iterable[str], readings: Iterable[str]) -> None:
        self.words = tuple(words)
        """What can be read in more than one way, as it was typed."""
        self.readings = tuple(readings)
        """The whole text in each way, with suit signs."""
        super().__init__(", ".join(self.readings))


class ChosenReading(NamedTuple):
    """What a reader chose by a button: the name of a field, and the cards that were meant in it."""

    field: str
    text: str


def chosen_reading(form: Mapping[str, str]) -> ChosenReading | None:
    """The answer to the question what a text means, if *form* has one: ``preview=cards_0:7♥ 8♥``."""
    name, colon, text = form.get("preview", "").partition(":")
    return ChosenReading(name, text) if colon else None


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a text."""

    english: str
    shown: str
    """The cards with the reader's ranks and suit signs, which can be read in one way only."""
    words: tuple[str, ...]
    """Each of its words in English, to compare readings."""


def init_app(app: Flask) -> None:
    """Gives templates the text of fields with cards, and examples of what can be typed."""
    app.jinja_env.filters["in_field"] = in_field
    app.jinja_env.filters["letters_data"] = letters_data
    app.jinja_env.filters["example"] = example_for_the_reader


@pass_context
def example_for_the_reader(_page: Context, text: str) -> str:
    """Cards as the reader would type them. It takes the page, so that no template is compiled with them."""
    return example(text, letters_of(language()))


def read_typed(text: str, letters: CardLetters, read: Callable[[str], T]) -> T:
    """The result of *read*, which understands English letters, for *text* typed with *letters*.

    :raises UnclearLettersError: if there is more than one reading.
    :raises NotACardError: with the words that name no card, as they were typed.
    """
    plain = plain_text(text)
    if letters is ENGLISH or letters.suit_first:
        require_one_order(plain)
    if letters is ENGLISH:
        return read(text)
    readings = readings_of(text, letters)
    if len(readings) > 1:
        raise UnclearLettersError(_differing(plain, readings), (each.shown for each in readings))
    try:
        return read(readings[0].english)
    except NotACardError as error:
        typed = dict(_pairs(readings[0].english, plain))
        raise type(error)(typed.get(word, word) for word in error.words) from None


@lru_cache(KEPT)
def readings_of(text: str, letters: CardLetters) -> tuple[Reading, ...]:
    """Every way to read *text*, at least one. What names no card stays as it is.

    All suits are those of the reader's language, or all are English, or they are mixed if nothing else fits.
    """
    plain = plain_text(text)
    atoms = _ATOM.findall(plain)
    mixed = _mixed_suits(letters)
    known_atoms = [atom for atom in atoms if _parses(atom, letters, mixed)]
    spellings = [
        *_read_with(letters.suits, known_atoms, letters),
        *_read_with(ENGLISH_SUITS, known_atoms, letters),
    ]
    ways = list(dict.fromkeys(spellings or _read_with(mixed, known_atoms, letters)))
    ways = [way for way in ways if not _names_twice(way)] or ways
    return tuple(_reading(plain, dict(zip(known_atoms, way, strict=True)), letters) for way in ways)


@cache
def _mixed_suits(letters: CardLetters) -> Mapping[str, str]:
    """What a suit may mean in the reader's language or in English."""
    return {
        token: "".join(dict.fromkeys(letters.suits.get(token, "") + ENGLISH_SUITS.get(token, "")))
        for token in (*letters.suits, *ENGLISH_SUITS)
    }


@lru_cache(KEPT)
def in_field(text: str, letters: CardLetters) -> str:
    """Cards in the English notation as a form shows them: with the reader's ranks and suit signs.

    >>> from views.words.cards import letters_of
    >>> in_field("QD TD / 7C", letters_of("fr")), in_field("QD TD", letters_of("en"))
    ('D♦ 10♦ / 7♣', 'QD TD')
    """
    if letters is ENGLISH:
        return text
    try:
        groups = read_groups(text)
    except NotACardError:
        return text
    return " / ".join(" ".join(_in_field(card, letters) for card in group) for group in groups)


def _in_field(card: Card, letters: CardLetters) -> str:
    rank, suit = letters.rank(card.rank), SIGNS[card.suit]
    return suit + rank if letters.suit_first else rank + suit


@cache
def letters_data(letters: CardLetters) -> Markup:
    """The letters as an attribute of a form, for static/js/cards/own_letters.js; nothing for English."""
    if letters is ENGLISH:
        return Markup()
    shown = {rank.letter: letter for rank, letter in letters.shown.items()}
    data: dict[str, object] = {"ranks": dict(letters.ranks), "suits": dict(letters.suits), "shown": shown}
    data["suit_first"] = letters.suit_first
    return Markup(' data-letters="{}"').format(json.dumps(data, ensure_ascii=False))


def _read_with(suits: Mapping[str, str], atoms: list[str], letters: CardLetters) -> Iterator[tuple[str, ...]]:
    """What the words say if suits are written in this way; nothing if one of them says nothing."""
    divided = [_parses(atom, letters, suits) for atom in atoms]
    if not all(divided):
        return
    ranks = {**ENGLISH_RANKS, **letters.ranks}
    for suit_first, nth in product((False, True), range(MOST_PARSES)):
        chosen = [_choose(parses, suit_first, nth) for parses in divided]
        used = {suit for parse in chosen for _, suit in parse if suit in suits}
        for meant in _meanings(used, suits):
            meaning = meant | SIGN_SUITS | {"": ""}
            yield tuple("".join(ranks[rank] + meaning[suit] for rank, suit in parse) for parse in chosen)


def _parses(atom: str, letters: CardLetters, suits: Mapping[str, str]) -> list[tuple[bool, Parse]]:
    """The ways to divide a word, each with whether suits stand first."""
    ranks = [*ENGLISH_RANKS, *letters.ranks]
    if atom in ranks:
        return [(False, ((atom, ""),))]
    signs = [*sorted(suits, key=len, reverse=True), *SIGN_SUITS]
    suit_last = [(False, parse) for parse in _divided(atom, ranks, signs)]
    turned = [(True, tuple((rank, suit) for suit, rank in parse)) for parse in _divided(atom, signs, ranks)]
    return suit_last + turned


def _divided(atom: str, firsts: Iterable[str], seconds: Iterable[str]) -> list[Parse]:
    """The ways to divide a word into pairs, some of them if there are many."""
    ways: dict[int, list[Parse]] = {len(atom): [()]}
    for at in reversed(range(len(atom))):
        ways[at] = [
            ((one, two), *rest)
            for one in firsts
            if atom.startswith(one, at)
            for two in seconds
            if atom.startswith(two, at + len(one))
            for rest in ways.get(at + len(one) + len(two), ())
        ][:MOST_PARSES]
    return ways[0]


def _choose(parses: list[tuple[bool, Parse]], suit_first: bool, nth: int) -> Parse:
    """The nth way to divide a word with the suits where they are in other words, if it has one."""
    alike = [parse for first, parse in parses if first == suit_first] or [parse for _, parse in parses]
    return alike[min(nth, len(alike) - 1)]


def _meanings(used: Iterable[str], suits: Mapping[str, str]) -> list[dict[str, str]]:
    """What the suits of a text may mean, if two letters don't mean the same suit."""
    tokens = sorted(used)
    every = [dict(zip(tokens, meant, strict=True)) for meant in product(*(suits[each] for each in tokens))]
    return [meant for meant in every if _is_apart(meant, suits)] or every


def _is_apart(meant: Mapping[str, str], suits: Mapping[str, str]) -> bool:
    """Whether no letter that may mean several suits means the suit of another."""
    return not any(
        meant[one] == meant[two] and not two.startswith(one)
        for one in meant
        if len(suits[one]) > 1
        for two in meant
        if one != two
    )


def _names_twice(words: Iterable[str]) -> bool:
    """Whether a card stands twice in what was read: a hand has each only once."""
    cards = re.findall("[A-Z2-9][SHDC]", " ".join(words))
    return len(cards) > len(set(cards))


def _reading(plain: str, english: Mapping[str, str], letters: CardLetters) -> Reading:
    def _shown(atom: re.Match[str]) -> str:
        return re.sub(r"(.)([SHDC]?)", lambda card: _face(card, letters), english.get(atom[0], "")) or atom[0]

    return Reading(
        _ATOM.sub(lambda atom: english.get(atom[0], atom[0]), plain),
        _ATOM.sub(_shown, plain),
        tuple(english.get(atom, atom) for atom in _ATOM.findall(plain)),
    )


def _face(card: re.Match[str], letters: CardLetters) -> str:
    rank = letters.rank(Rank(RANK_LETTERS.index(card[1]) + 1))
    return rank + (SIGNS[Suit(card[2])] if card[2] else "")


def _differing(plain: str, readings: tuple[Reading, ...]) -> Iterable[str]:
    """The words that mean different cards in different readings, as they were typed."""
    meant = zip(_ATOM.findall(plain), *(each.words for each in readings), strict=True)
    return dict.fromkeys(atom for atom, *words in meant if len(set(words)) > 1)


def _pairs(english: str, plain: str) -> Iterator[tuple[str, str]]:
    """Each word as models/gin/cards/cards.py reads it, with what was typed."""
    for ours, typed in zip(re.split(r"[/\n]", english), re.split(r"[/\n]", plain), strict=True):
        for one, two in zip(words_of(ours), words_of(typed), strict=True):
            yield one.replace(APART, " - "), two.replace(APART, " - ")
            yield from zip(re.split(f"[-{APART}]", one), re.split(f"[-{APART}]", two), strict=True)
