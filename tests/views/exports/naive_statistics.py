"""Works out statistics from the exported table of a book alone, in the plainest way.

Nothing of the program is used: what is here was written from the meaning of each number and from the rules,
so that a mistake of the program is not repeated.
"""

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from itertools import combinations
from typing import NamedTuple

Row = dict[str, str]

BETWEEN = " – "
"""Between the names of those who play each other."""

LARGEST = ("best_hand",)

SIDES = {
    "two": ((0,), (1,)),
    "three": ((0,), (1,), (2,)),
    "winner_alone": ((0,), (1,), (2,)),
    "winner_stays": ((0,), (1,), (2,)),
    "captain": ((0,), (1, 2)),
    "partnership": ((0, 2), (1, 3)),
}
"""Who play together at each table."""

LAY_OFF_AGAINST_GIN = {"fournier"}


class Played(NamedTuple):
    """A match as it is in the table."""

    rows: list[Row]

    @property
    def first(self) -> Row:
        """What all rows say about the match."""
        return self.rows[0]

    @property
    def day(self) -> str:
        """The day on which it was played."""
        return self.first["Played on"]

    @property
    def players(self) -> list[str]:
        """The names in their order."""
        return [self.first[f"Player {place}"] for place in (1, 2, 3, 4) if self.first[f"Player {place}"]]

    @property
    def sides(self) -> list[str]:
        """The names of each side, as the table writes them."""
        return [" & ".join(self.players[place] for place in side) for side in SIDES[self.first["Table"]]]

    def side(self, player: str) -> str:
        """The side of a player."""
        places = next(each for each in SIDES[self.first["Table"]] if self.players.index(player) in each)
        return " & ".join(self.players[place] for place in places)

    @property
    def over(self) -> bool:
        """Whether it is over."""
        return self.first["Match over"] == "yes"

    @property
    def games(self) -> list[list[Row]]:
        """The rows of each game; those after the end are in none."""
        found = defaultdict(list)
        for row in self.rows:
            if row["Game"] and row["Counts"] == "yes":
                found[int(row["Game"])].append(row)
        return list(found.values())

    @property
    def hands(self) -> list[Row]:
        """The hands that count."""
        return [row for row in self.rows if row["Hand"] and row["Counts"] == "yes"]


def read(text: str) -> list[Played]:
    """The matches on whose sheet something is written, the earliest first."""
    text = text.removeprefix("\ufeff")
    separator = ";" if ";" in text.partition("\n")[0] else ","
    found: dict[str, list[Row]] = defaultdict(list)
    for row in csv.DictReader(StringIO(text), delimiter=separator):
        if row["Game"]:
            found[row["Match"]].append(row)
    return sorted(map(Played, found.values()), key=lambda match: match.day)


def of_players(matches: Iterable[Played]) -> dict[str, Counter[str]]:
    """The numbers of each player."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for match in matches:
        for player in match.players:
            numbers = of_player(match, player)
            for number, value in numbers.items():
                before = found[player][number]
                found[player][number] = max(before, value) if number in LARGEST else before + value
    return found


def of_player(match: Played, player: str) -> Counter[str]:
    """What a player did in a match."""
    found = Counter(games_of(match, player))
    if match.over:
        found["matches"] = 1
        found["matches_won"] = match.side(player) == match.first["Match won by"]
    for row in match.hands:
        if player in row["Players"].split(BETWEEN):
            found.update(hand_of(row, player))
    found["best_hand"] = max(
        (int(row["Points"]) for row in match.hands if row["Winner"] == player), default=0
    )
    return found


def games_of(match: Played, player: str) -> dict[str, int]:
    """The games of a player."""
    found: dict[str, int] = defaultdict(int)
    for game in match.games:
        facts, side = game[0], match.side(player)
        found["balance"] += int(facts[f"Balance {1 + match.players.index(player)}"])
        if facts["Game over"] != "yes" or side not in facts["Game played by"].split(BETWEEN):
            continue
        found["games"] += 1
        found["games_won"] += side == facts["Game won by"]
    return found


def rules_of(row: Row) -> dict[str, object]:
    """The rules of a match: the preset, and what differs from it."""
    rules = json.loads(row["All rules"])
    return {"preset": rules} if isinstance(rules, str) else rules


COUNTED = ("gin", "undercut", "paper")
"""The ways of winning of which the hands are counted."""


def hand_of(row: Row, player: str) -> Counter[str]:
    """What a player did in a hand."""
    points, way = int(row["Points"]), row["Outcome"]
    found: Counter[str] = Counter(hands=1)
    if row["Winner"] == player:
        name = "paper" if way == "won" else way
        found.update({"hands_won": 1, f"{name}_points": points})
        if name in COUNTED:
            found[f"{name}_wins"] = 1
    if row["Winner"] and way != "won" and row["Knocked"] != player:
        found.update(deadwood_of(row))
    return found


def deadwood_of(row: Row) -> dict[str, int]:
    """With what the defender was caught, and whether it could have been defended better."""
    found = {}
    if row["Winner"] == row["Knocked"]:
        found = {"caught": 1, "caught_deadwood": int(row["Defender’s deadwood"])}
    if row["Defender’s cards left"] or row["Defender’s melds"]:
        found |= {"defended": 1, "missed": int(best_defence(row) < int(row["Defender’s deadwood"]))}
    return found


# The best defence, by trying everything.

RANKS = "A23456789TJQK"


def points_of(cards: Iterable[str]) -> int:
    """What cards are worth as deadwood."""
    return sum(min(10, 1 + RANKS.index(card[0])) for card in cards)


def is_meld(cards: Sequence[str]) -> bool:
    """Whether these are three or four of a rank, or at least three in a row of a suit, the ace low."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    suits = {card[1] for card in cards}
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return len(suits) == len(cards)
    return len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def melds_in(text: str) -> list[frozenset[str]]:
    """The melds in a cell."""
    return [frozenset(meld.split()) for meld in text.split(" / ") if meld]


def best_defence(row: Row) -> int:
    """The least deadwood with which the defender could have ended."""
    laid_off = [part.split(" > ")[0] for part in row["Laid off"].split(" / ")]
    cells = [row["Defender’s cards left"], *row["Defender’s melds"].split(" / "), *laid_off]
    cards = frozenset(card for cell in cells for card in cell.split())
    onto = melds_in(row["Knocker’s melds"])
    is_gin = row["Outcome"] in ("gin", "big_gin")
    if is_gin and str(rules_of(row)["preset"]) not in LAY_OFF_AGAINST_GIN:
        onto = []
    return min(points_of(left_after(rest, onto)) for rest in rests(cards))


def rests(cards: frozenset[str]) -> Iterator[frozenset[str]]:
    """What is left of a hand after each choice of melds, also after none."""
    possible = [
        frozenset(some)
        for size in range(3, len(cards) + 1)
        for some in combinations(sorted(cards), size)
        if is_meld(some)
    ]

    def without(left: frozenset[str], melds: Sequence[frozenset[str]]) -> Iterator[frozenset[str]]:
        yield left
        for place, meld in enumerate(melds):
            if meld <= left:
                yield from without(left - meld, melds[place + 1 :])

    yield from set(without(cards, possible))


def left_after(cards: frozenset[str], onto: Sequence[frozenset[str]]) -> frozenset[str]:
    """The least that is left after laying off card by card, by trying every order."""
    best, seen = cards, set()
    waiting: list[tuple[frozenset[str], tuple[frozenset[str], ...]]] = [(cards, tuple(onto))]
    while waiting:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        left, melds = state
        best = min(best, left, key=points_of)
        for card in left:
            for place, meld in enumerate(melds):
                if is_meld(sorted(longer := meld | {card})):
                    waiting.append((left - {card}, (*melds[:place], longer, *melds[place + 1 :])))
    return best


def streak(matches: Iterable[Played], player: str) -> str:
    """The finished matches of a player in their order: "1" for each that was won, else "0"."""
    return "".join(
        str(int(match.side(player) == match.first["Match won by"]))
        for match in matches
        if match.over and player in match.players
    )


def between(one: str, other: str) -> Callable[[Played], bool]:
    """Whether a match is one of these two against each other."""
    return lambda match: match.players in ([one, other], [other, one])
