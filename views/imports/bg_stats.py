"""Exports of BG Stats, a log of all games that somebody plays: their games, players, and plays of a game.

Its makers say nothing of the file. What is read here stands in exports of several years that people have
published: lists that refer to each other by numbers, and the score sheet of a play as JSON within JSON.
An export is read entry by entry, and only what matters of each is kept.
"""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Self

from models.records.files.json_stream import NotJsonError, Source, TooLongError, entries_of
from views.imports.paper.table_text import short

MARK = b'"playerScores"'
"""What is in every export with plays, and in no other file that can be imported."""

FIELDS = {
    "games": ("id", "name", "bggName", "highestWins"),
    "players": ("id", "uuid", "name"),
    "plays": ("uuid", "gameRefId", "playDate", "ignored", "comments", "scoresheet", "playerScores"),
}
"""The lists, and what is kept of their entries."""

FIELDS_OF_SCORE = ("playerRefId", "score", "winner", "metaData")

MOST_SCORES = 8
"""Scores of a play: with more than three it is none of ours, and only named."""

GIN = "gin rummy"


class UnreadableExportError(ValueError):
    """Raised if a file is no export that can be read."""


@dataclass(slots=True)
class Export:
    """What matters of an export."""

    games: dict[str, dict[str, Any]] = field(default_factory=dict)
    players: dict[str, dict[str, Any]] = field(default_factory=dict)
    plays: dict[str, list[bytes]] = field(default_factory=dict)
    """The plays of each game, as JSON, which takes a fifth of the memory."""

    def add(self, name: str, entry: dict[str, Any]) -> None:
        """Keeps what matters of an entry.

        :raises UnicodeError: if half a character is in it.
        """
        kept = {each: entry[each] for each in FIELDS[name] if each in entry}
        if name == "plays":
            scores = kept.get("playerScores")
            kept["playerScores"] = [
                {each: score[each] for each in FIELDS_OF_SCORE if each in score}
                for score in (scores if isinstance(scores, list) else [])[:MOST_SCORES]
                if isinstance(score, dict)
            ]
        written = _json(kept).encode()
        if name == "plays":
            self.plays.setdefault(short(kept.get("gameRefId")), []).append(written)
        else:
            lists = {"games": self.games, "players": self.players}
            lists[name][short(kept.get("id"))] = kept

    @property
    def gin(self) -> list[str]:
        """The games that are gin rummy."""
        return [each for each in self.plays if each in self.games and is_gin(self.games[each])]

    @property
    def played(self) -> list[tuple[str, str, int]]:
        """Each game that was played, with its name and how often, the most played first."""
        found = [
            (each, one_line(self.games[each].get("name")) or "?", len(plays))
            for each, plays in self.plays.items()
            if each in self.games
        ]
        return sorted(found, key=lambda game: -game[2])

    def only(self, games: Collection[str]) -> Self:
        """The plays of these games, and who played them."""
        plays = {each: self.plays[each] for each in games if each in self.plays}
        refs = {
            short(score.get("playerRefId"))
            for each in plays.values()
            for play in each
            for score in json.loads(play)["playerScores"]
        }
        return type(self)(
            {each: self.games[each] for each in plays if each in self.games},
            {each: player for each, player in self.players.items() if each in refs},
            plays,
        )

    def lines(self) -> Iterator[str]:
        """It as a file, which can be read again."""
        yield f'{{"games": {_json(list(self.games.values()))},\n'
        yield f'"players": {_json(list(self.players.values()))},\n"plays": ['
        plays = (play.decode() for each in self.plays.values() for play in each)
        yield next(plays, "")
        yield from (f",\n{play}" for play in plays)
        yield "]}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def one_line(written: object) -> str:
    """A text without its ends of lines."""
    return " ".join(short(written).split())


def is_gin(game: dict[str, Any]) -> bool:
    """Whether a game is gin rummy, by the name that its players or that BoardGameGeek gives it.

    >>> is_gin({"name": "Cards with Bob", "bggName": "Gin Rummy"}), is_gin({"name": "Gin Tycoon"})
    (True, False)
    """
    names = [one_line(game.get(name)).casefold() for name in ("name", "bggName")]
    return any(GIN in name or name == "gin" for name in names)


def read_export(file: Source) -> Export:
    """What matters of the export in *file*.

    :raises UnreadableExportError: if it is none, or no play in it is of one of its games.
    """
    export = Export()
    try:
        for name, entry in entries_of(file):
            if isinstance(name, str) and name in FIELDS and isinstance(entry, dict):
                export.add(name, entry)
    except (NotJsonError, TooLongError, UnicodeError) as error:
        raise UnreadableExportError from error
    if not export.played:
        raise UnreadableExportError
    return export
