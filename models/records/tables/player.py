"""The tables of players: the people in a book, and those deleted from it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from unicodedata import category, normalize

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from models.gin.player_names import LONGEST_NAME, LONGEST_NOTE, is_name, is_same_name, without_variants
from models.records.database.base import Base
from models.records.tables.column_types import Instant
from models.records.tables.graphemes import cut_to
from models.records.tables.shared import new_seed

LONGEST_FOLDED = 80

PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i"}
)
"""Letters that are no others with an accent, and what people type for them whose keyboard lacks them."""


class Player(Base):
    """A person in a book. Two of the same name are told apart by a note."""

    __tablename__ = "players"
    __table_args__ = (
        CheckConstraint("length(name) BETWEEN 1 AND 40", name="player_has_a_name"),
        CheckConstraint("merged_into <> id", name="merged_into_another"),
        CheckConstraint("length(document_id) = 32", name="document_has_an_id"),
        Index(None, "book_id", "folded_name"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"))
    document_id: Mapped[str] = mapped_column(String(32), default=new_seed)
    """The id in files of the book."""
    name: Mapped[str] = mapped_column(String(40))
    folded_name: Mapped[str] = mapped_column(String(LONGEST_FOLDED))
    """The name without case and accents, for the order in files."""
    note: Mapped[str] = mapped_column(String(LONGEST_NOTE), default="", server_default=text("''"))
    """What tells two players of the same name apart, for example "from Bern"."""
    created_at: Mapped[datetime] = mapped_column(Instant)
    merged_into: Mapped[int | None] = mapped_column(
        ForeignKey("players.id", ondelete="CASCADE", deferrable=True, initially="DEFERRED"), index=True
    )
    """The player who turned out to be the same person; None for a player of the book.

    It is checked at the end of a transaction, because a copy of the table is written in the order of ids.
    """

    @property
    def full_name(self) -> str:
        """The name with the note, if there is one: "Ann (from Bern)"."""
        return with_note(self.name, self.note)

    def rename(self, name: str, note: str) -> None:
        self.name, self.note, self.folded_name = name, note, folded(name)

    def is_called(self, name: str, note: str = "") -> bool:
        """Whether this is the player of that name and note."""
        return is_same_name(self.name, name) and is_same_name(self.note, note)


def namesakes(players: Iterable[Player]) -> dict[int, str]:
    """The full names, by id, of those *players* who have the same name as another one of their book."""
    groups: dict[tuple[int, str], list[Player]] = {}
    for player in players:
        groups.setdefault((player.book_id, without_variants(player.name)), []).append(player)
    return {player.id: player.full_name for group in groups.values() if len(group) > 1 for player in group}


class NameTakenInBookError(ValueError):
    """Raised if a book has another player called so, or a match would have the same name twice."""


def cleaned(text: str) -> str:
    """*text* with single spaces between its words."""
    return " ".join(text.split())


def checked_name(name: str, note: str = "") -> tuple[str, str]:
    """A name and a note with single spaces.

    :raises ValueError: if one of them is not valid.
    """
    name, note = cleaned(name), cleaned(note)
    if not is_name(name) or (note and not is_name(note)) or len(note) > LONGEST_NOTE:
        raise ValueError(f"not a name with a note: {name!r}, {note!r}")
    return name, note


def folded(name: str) -> str:
    """A name without case and accents.

    >>> folded("Zoë ŁUKASZ"), folded("Straße")
    ('zoe łukasz', 'strasse')
    """
    letters = normalize("NFKD", normalize("NFKC", name).casefold())
    return "".join(sign for sign in letters if category(sign) != "Mn")[:LONGEST_FOLDED]


def searched(name: str) -> str:
    """A name as people type it to find it.

    >>> searched("Łukasz ØYVIND"), searched("Đorđe Straße")
    ('lukasz oyvind', 'dorde strasse')
    """
    return folded(name).translate(PLAIN)


def with_note(name: str, note: str) -> str:
    """A name with its note, as short as a name has to be: of a long name the end is left out.

    >>> with_note("Ann", "from Bern"), with_note("Ann", "")
    ('Ann (from Bern)', 'Ann')
    """
    return f"{cut_to(name, LONGEST_NAME - len(note) - 3).strip()} ({note})" if note else name


def names_in_match(players: Sequence[Player | str | None]) -> tuple[str | None, ...]:
    """The names of *players* in a match of theirs: with the note, if two of them have the same name.

    Somebody who is no player of the book is a name, or None without one.

    :raises NameTakenInBookError: if two names are the same all the same.
    """
    plain = [each.name if isinstance(each, Player) else each for each in players]
    names = tuple(
        each.full_name
        if isinstance(each, Player) and _is_among(each.name, plain, but=place)
        else plain[place]
        for place, each in enumerate(players)
    )
    if any(name and _is_among(name, names, but=place) for place, name in enumerate(names)):
        raise NameTakenInBookError(f"the same name twice: {names}")
    return names


def _is_among(name: str, names: Iterable[str | None], *, but: int) -> bool:
    return any(other and is_same_name(name, other) for place, other in enumerate(names) if place != but)


class DeletedPlayer(Base):
    """A player who was deleted from a book, whom an older file of the book must not bring back."""

    __tablename__ = "deleted_players"
    __table_args__ = (UniqueConstraint("book_id", "document_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int] = mapped_column(ForeignKey("books.id", ondelete="CASCADE"))
    document_id: Mapped[str] = mapped_column(String(32))
