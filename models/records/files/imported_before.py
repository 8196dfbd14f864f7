"""Matches that were imported before: what a file says differently now, and how it corrects what is here."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum, auto

from sqlalchemy import ColumnElement, exists, or_, select

from models.gin.document.writing import MatchDocument, nearest_preset
from models.gin.hand.scoring import Hand
from models.gin.player_names import is_same_name, without_variants
from models.gin.rules.seating import Player, Totals
from models.gin.sheet.extra_lines import Adjustment
from models.gin.sheet.sheet import Sheet, disallowed_extra_lines, disallowed_hands
from models.records.database.base import db
from models.records.files.import_rows import sheet_of
from models.records.finding.matches import is_book_seat, is_seat
from models.records.saving.hand_writes import Act, do
from models.records.saving.limits import MOST_HANDS
from models.records.saving.pipeline import Entry, Sender, lock
from models.records.saving.rule_changes import rule
from models.records.tables.change import Change, ChangeKind
from models.records.tables.column_types import Agreement
from models.records.tables.match import Match, readable
from models.records.tables.shared import hashed
from models.records.tables.sheet_row import records_of_all

FROM_FILE = "file-"
"""What the entry ids of corrections from a file start with."""


class Hindrance(StrEnum):
    """Why a file can't correct a match."""

    WRITTEN_HERE = auto()
    """Its sheet was started here, or changed since the import."""
    PLAYERS = auto()
    RULES = auto()
    """What the file says does not come out by the rules, the dealer and the table here."""


class NotCorrectableError(Exception):
    """Raised if a match was to be corrected that a file can't correct. Nothing was written."""


def _says_the_same(one: Sheet, other: Sheet) -> bool:
    """Whether totals and winner are the same. A match that goes on at the same totals has no other winner."""
    is_won_by_another = one.match.winner != other.match.winner and one.match.over and other.match.over
    return _totals(one) == _totals(other) and not is_won_by_another


def _totals(sheet: Sheet) -> tuple[Totals, Totals]:
    """The totals of the last game and, if there are several, what decides the match."""
    score = () if sheet.rules.is_single_game else sheet.match.score
    return sheet.game.final or sheet.game.running, score


def differs(match: Match, document: MatchDocument) -> bool:
    """Whether totals, players or winner are others in *document* than here, however they are written."""
    if not match.has_readable_sheet:
        return False
    seated = _seated_as(match, document)
    return not (_has_players_of(match, seated) and _says_the_same(match.sheet, sheet_of(seated)))


def _has_players_of(match: Match, document: MatchDocument) -> bool:
    """Whether the same people sit at the same places, as far as their names are known."""
    pairs = zip(match.names, document.players, strict=False)
    are_same = (here is None or there is None or is_same_name(here, there) for here, there in pairs)
    return len(match.names) == len(document.players) and all(are_same)


def _seated_as(match: Match, document: MatchDocument) -> MatchDocument:
    """*document* with its players at the places that they have here, if it has the same people."""
    here, there = _folded(match.names), _folded(document.players)
    plain = all(isinstance(line, Hand | Adjustment) for line in document.hands)
    sides = document.rules.seated_at(document.table).sides
    if here == there or sorted(here) != sorted(there) or not plain or sides != len(set(there)):
        return document
    places = {place: here.index(name) for place, name in enumerate(there)}
    return replace(
        document,
        players=tuple(sorted(document.players, key=lambda name: here.index(without_variants(name or "")))),
        hands=tuple(_moved(line, places) for line in document.hands if isinstance(line, Hand | Adjustment)),
        first_dealer=places[document.first_dealer],
    )


def _folded(names: Sequence[str | None]) -> list[str]:
    return [without_variants(name or "") for name in names]


def _moved(line: Hand | Adjustment, places: dict[Player, Player]) -> Hand | Adjustment:
    """*line* with its players at other places."""
    if isinstance(line, Adjustment):
        return replace(line, player=places[line.player])
    first, second = sorted(places[player] for player in line.faced)
    knocker = None if line.knocker is None else places[line.knocker]
    return replace(line, knocker=knocker, faced=(first, second))


_WRITTEN_HERE = Change.at != Match.imported_at, ~Change.entry.startswith(FROM_FILE)
"""The conditions that find the changes of imported matches that no file has made."""


def can_score(device: str) -> ColumnElement[bool]:
    """The condition that finds the matches in which *device* can score, also through a book."""
    own, in_book = (exists().where(is_mine(hashed(device))) for is_mine in (is_seat, is_book_seat))
    return or_(own, in_book)


def before_they_grew(
    documents: Collection[MatchDocument], device: str, known: Collection[Match]
) -> dict[str, Match]:
    """The imported matches that begin *documents*, by the ids of these: evenings that had fewer lines then.

    *known* are those of other documents.
    """
    grown = [each for each in documents if each.may_have_grown and each.played_on]
    if not grown:
        return {}
    names = {frozenset(_folded(document.players)) for document in grown}
    days = {document.id: document.played_on for document in grown}
    was_imported = Match.imported_at.is_not(None)
    query = select(Match).where(Match.played_on.in_(days.values()), was_imported, can_score(device))
    found = [each for each in db.session.scalars(query) if frozenset(_folded(each.names)) in names]
    ids = {each.id for each in known}
    left = _with_sheets([each for each in found if each.id not in ids])
    added = _lines_added_here(left)
    here: dict[str, Match] = {}
    for document in grown:
        that_day = (each for each in left if each.played_on == days[document.id])
        if match := next((each for each in that_day if _begins(each, document, added)), None):
            left.remove(match)
            here[document.id] = match
    return here


def _with_sheets(matches: Sequence[Match]) -> list[Match]:
    """*matches* with their lines, the longest first; without those that can't be read, or have none."""
    records = records_of_all(match.id for match in matches)
    found = [match for match in matches if records.get(match.id)]
    for match in found:
        match.know_records(records[match.id])
    kept = [match for match in readable(found, with_sheets=True) if match.on_sheet]
    return sorted(kept, key=lambda match: (-len(match.on_sheet), match.id))


def _lines_added_here(matches: Collection[Match]) -> set[int | None]:
    """The ids of the lines in *matches* that no file has added."""
    ids = Match.id.in_([match.id for match in matches])
    query = select(Change.row_id).join(Match, Match.id == Change.match_id).where(ids, *_WRITTEN_HERE)
    return {*db.session.scalars(query.where(Change.kind == ChangeKind.ADDED))}


def _begins(match: Match, document: MatchDocument, added: Collection[int | None]) -> bool:
    """Whether *document* has the people and the lines of *match*, but those *added* here; perhaps more."""
    seated = _seated_as(match, document)
    lines = tuple(record.written for record in match.on_sheet if record.id not in added)
    return bool(lines) and _has_players_of(match, seated) and seated.hands[: len(lines)] == lines


def hindrance(match: Match, document: MatchDocument) -> Hindrance | None:
    """Why *document* can't correct *match*; None if it can."""
    seated = _seated_as(match, document)
    if _was_written_here(match):
        return Hindrance.WRITTEN_HERE
    if not _has_players_of(match, seated):
        return Hindrance.PLAYERS
    return None if _can_become(match, seated) else Hindrance.RULES


def _was_written_here(match: Match) -> bool:
    """Whether the sheet of *match* was started here, or changed here after the import but by files."""
    changed = select(exists().where(Change.match_id == Match.id, Match.id == match.id, *_WRITTEN_HERE))
    return match.imported_at is None or bool(db.session.scalar(changed))


def _can_become(match: Match, document: MatchDocument) -> bool:
    """Whether *match* says what *document* does after its lines, and then its rules, were corrected."""
    hands = [line for line in document.hands if isinstance(line, Hand)]
    others = [line for line in document.hands if not isinstance(line, Hand)]
    if document.table is not match.seating or not match.may_take(document.rules):
        return False
    if disallowed_hands(hands, match.rules) or disallowed_extra_lines(others, match.rules):
        return False
    if len(match.records) + len(document.hands) - len(match.on_sheet) > MOST_HANDS:
        return False
    corrected = match.sheet_under(document.hands, _agreed(match, document))
    return _says_the_same(corrected, sheet_of(document))


def _agreed(match: Match, document: MatchDocument) -> Agreement:
    """What is agreed after the correction: what is agreed here, unless the file scores by something else."""
    here, agreed = match.whole_agreement, document
    if (here.rules, here.ends_after_last) == (agreed.rules, agreed.ends_after_last):
        return here
    preset = agreed.preset or nearest_preset(agreed.rules)
    return Agreement(preset, agreed.rules_name, agreed.rules, agreed.ends_after_last)


def _acts(match: Match, document: MatchDocument) -> Iterator[Act]:
    """What makes the lines of *match* those of *document*: place by place, while both are of one kind."""
    pairs = list(zip(match.on_sheet, document.hands, strict=False))
    other = (place for place, (here, there) in enumerate(pairs) if type(here.written) is not type(there))
    alike = next(other, len(pairs))
    for here, there in pairs[:alike]:
        if here.written != there:
            yield Act(ChangeKind.CORRECTED, here.id, there)
    for record in reversed(match.on_sheet[alike:]):
        yield Act(ChangeKind.REMOVED, record.id)
    for place, line in enumerate(document.hands[alike:], alike):
        yield Act(ChangeKind.ADDED, hand=line, remark=document.remarks.get(place, ""))


def correct(match: Match, document: MatchDocument, device: str, form: str) -> None:
    """Makes the sheet of *match* that of *document*, in a transaction; each change is a version of its own.

    Rules are changed last: Undo takes them back first, and then the lines. *form* is the form's entry id.

    :raises NotCorrectableError: if the file can't correct it.
    :raises NoSeatError: if the device has no seat in the match.
    """

    def entry(nth: int) -> Entry:
        return Entry(f"{FROM_FILE}{hashed(form)[:32]}-{nth}", match.version, device, match.last_entry)

    match, seat_id, _done = lock(match, entry(1))
    if not differs(match, document):
        return
    if hindered := hindrance(match, document):
        raise NotCorrectableError(hindered)
    seated = _seated_as(match, document)
    acts = list(_acts(match, seated))
    for nth, act in enumerate(acts, 1):
        do(match, entry(nth), act, seat_id)
    rule(Sender(match, seat_id, None), _agreed(match, seated), entry(len(acts) + 1))
