"""The people of a table: who would become a player, who is said to be none, and who may be one person."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from unicodedata import normalize

from models.gin.player_names import without_variants
from views.imports.paper.reading import RowPoints

LEAST_PERSONS = 2
"""In a row of which others are no persons."""

NOBODY, SAME = "nobody_", "same_"
"""How the fields of a form begin that say who is no person, and which names are of one."""

YES, NO = "yes ", "no "
"""How the answers to "Is this one person?" begin; the letters of the names follow."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who would become a player."""

    name: str
    rows: int
    """The hands or games with this name."""


@dataclass(frozen=True, slots=True)
class People:
    """What players have said about the names in a table."""

    nobody: frozenset[str] = frozenset()
    """Names of nobody, as names are compared."""
    same: frozenset[str] = frozenset()
    """The letters of names that are of one person."""
    different: frozenset[str] = frozenset()
    """The letters of names that are of several."""

    def is_person(self, name: str) -> bool:
        return without_variants(name) not in self.nobody

    def rows(self, found: Sequence[RowPoints]) -> list[RowPoints]:
        """The rows *found* with those who are persons, under one name each."""
        called = {
            without_variants(each.name): max(names, key=lambda person: person.rows).name
            for names in may_be_one(found)
            if letters(names[0].name) in self.same
            for each in names
        }
        return [self._of_persons(row, called) for row in found if not self.leaves_out(row)]

    def leaves_out(self, row: RowPoints) -> bool:
        """Whether a *row* is left out: somebody has points, and nobody else who is named is a person."""
        names = {*row.points, *row.may_have_played}
        left = list(filter(self.is_person, names))
        scored = any(row.points.get(name) for name in left)
        return len(left) < len(names) and len(left) < LEAST_PERSONS and scored

    def _of_persons(self, row: RowPoints, called: Mapping[str, str]) -> RowPoints:
        def persons(names: Iterable[str]) -> dict[str, str]:
            return {name: called.get(without_variants(name), name) for name in names if self.is_person(name)}

        points = {name: row.points[written] for written, name in persons(row.points).items()}
        may_have_played = tuple(dict.fromkeys(persons(row.may_have_played).values()))
        if LEAST_PERSONS > len(points) < len(row.points):
            # A hand that nobody won: whoever is a person has no points in it.
            return replace(row, points={}, may_have_played=may_have_played, is_hand=True)
        return replace(row, points=points, may_have_played=may_have_played)


EVERYBODY = People()


def people_said(chosen: Mapping[str, str]) -> People:
    """What a form says about people."""

    def answers(field_start: str, answer: str = "") -> frozenset[str]:
        return frozenset(
            said.removeprefix(answer)
            for name, said in chosen.items()
            if name.startswith(field_start) and said.startswith(answer)
        )

    return People(frozenset(map(without_variants, answers(NOBODY))), answers(SAME, YES), answers(SAME, NO))


def people_in(found: Iterable[RowPoints]) -> list[Person]:
    """Everybody who is named in the rows *found*, in the order of the table."""
    names = [name for row in found for name in row.may_have_played or row.points]
    counted = Counter(map(without_variants, names))
    return [Person(name, counted[without_variants(name)]) for name in once(names)]


def once(names: Iterable[str]) -> list[str]:
    """Each of *names* once, as it is written first."""
    found = dict[str, str]()
    for name in names:
        found.setdefault(without_variants(name), name)
    return [*found.values()]


def may_be_one(found: Sequence[RowPoints]) -> list[list[Person]]:
    """Names with the same letters that no row has together, as “Zoé” and “Zoe”: perhaps one person."""
    alike = defaultdict[str, list[Person]](list)
    for person in people_in(found):
        alike[letters(person.name)].append(person)
    several = {said: persons for said, persons in alike.items() if said and len(persons) > 1}
    together = {said for row in found for said in _in_two_names(row)} if several else set()
    return [persons for said, persons in several.items() if said not in together]


def _in_two_names(row: RowPoints) -> Iterator[str]:
    """The letters that two names in a *row* share."""
    counted = Counter(map(letters, {*row.points, *row.may_have_played}))
    return (said for said, times in counted.items() if times > 1)


def letters(name: str) -> str:
    """The letters and figures of a name, without accents and case.

    >>> letters("O’Brien-Zoé"), letters("J. Smith")
    ('obrienzoe', 'jsmith')
    """
    return "".join(sign for sign in normalize("NFKD", name.casefold()) if sign.isalnum())
