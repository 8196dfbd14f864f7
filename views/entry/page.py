"""The page of a hand or of an extra line: what it gives whom, and its changes."""

from dataclasses import dataclass
from functools import cached_property
from typing import cast

from flask import url_for

from models.gin.cards.cards import Cards
from models.gin.hand.declaration import Declaration
from models.gin.hand.scoring import Hand
from models.gin.hand.verdicts import broken_meld, missed
from models.gin.rules.options import Side
from models.gin.sheet.extra_lines import ScoredExtraLine
from models.gin.sheet.games import ScoredHand, ScoredLine
from models.gin.sheet.sheet import Sheet
from models.records.finding.earlier_sheets import changes_of, moments
from models.records.finding.matches import Opened
from models.records.tables.match import Match
from models.records.tables.sheet_row import ExtraLineRecord, HandRecord, Record
from views.entry.player_cards import with_layoffs
from views.language.i18n import gettext as _
from views.shared.change_log import change_url, correction_url, described, in_words
from views.shared.judge_links import Question
from views.shared.rules_links import CustomRules
from views.shared.seating import colours
from views.words import hand_result as hand_words
from views.words.extra_lines import kind_on
from views.words.game_summary import SummaryRow, both, where_any
from views.words.hand_result import Part, Words, deadwood_said, explain, meld_named, parts
from views.words.lists import paragraph
from views.words.uncounted import why_not


class RecordPage:
    """The page of a hand or an extra line."""

    def __init__(self, opened: Opened, watch: str, record: Record) -> None:
        self.match, self.seat, self.watch, self.record = opened.match, opened.seat, watch, record
        self.changes = list(moments(self.match, changes_of(self.match, record.id)))
        self.rules = self.changes[0].before.rules if record.removed else self.match.rules
        """The rules it is scored by; for a removed one, those it was last scored by."""

    def context(self) -> dict[str, object]:
        return {
            "removed": self.record.removed,
            "changes": [described(moment, self.watch, self.seat) for moment in self.changes],
            "links": self.links(),
        }

    @property
    def can_change(self) -> bool:
        """Whether this phone can correct or remove it."""
        return self.seat is not None and not self.record.removed

    def links(self) -> dict[str, str]:
        """The addresses of its links and buttons, "" for what this phone can't do."""
        about = self.match, self.record, self.watch
        can_restore = self.seat is not None and self.record.removed
        return {
            "sheet": url_for("matches.show", watch=self.watch),
            "history": url_for("matches.history", watch=self.watch),
            "correct": correction_url(*about) if self.can_change else "",
            "remove": change_url("remove", *about) if self.can_change else "",
            "restore": change_url("restore", *about) if can_restore else "",
        }


@dataclass(frozen=True, slots=True)
class BillRow:
    label: str
    values: tuple[str]
    strong: bool


@dataclass(frozen=True, slots=True)
class LaidTray:
    """What one player laid down."""

    title: str
    deadwood: str
    melds: tuple[tuple[object, ...], ...]
    unmatched: tuple[object, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Missed:
    """How the defender could have had less deadwood, in words and as cards."""

    heading: str
    sentence: str
    trays: tuple[LaidTray, LaidTray]
    laid_off: Cards


class HandPage(RecordPage):
    record: HandRecord

    @property
    def hand(self) -> Hand:
        return self.record.hand

    @property
    def _words(self) -> Words:
        return explain(self._line, self.match.players, self.rules)

    @cached_property
    def _sheet(self) -> Sheet:
        """The sheet that it stands on; of a removed hand, that from which it was removed."""
        return self.changes[0].before.sheet if self.record.removed else self.match.sheet

    @property
    def _line(self) -> ScoredHand:
        """The hand on that sheet."""
        if self.record.removed:
            return cast("ScoredHand", self.changes[0].before.row(self.record.id))
        return self._sheet.hands[self.match.number(self.record) - 1]

    def context(self) -> dict[str, object]:
        laid = self.hand.laid if isinstance(self.hand.laid, Declaration) else None
        return super().context() | {
            "title": titled_hand(self.match, self.record),
            "words": self._words,
            "rows": tuple(map(_row, parts(self._line, self.match.players, self.rules))),
            "colours": colours(self.match.table, self.hand.faced),
            "trays": self._trays(laid) if laid else (),
            "laid_off": frozenset(laid.laid_off) if laid else frozenset(),
            "upcard": self.hand.laid.upcard,
            "hint": self._hint,
            "missed": self._missed(laid) if laid and self.match.tells_missed else None,
            "remark": self.record.remark,
        }

    @property
    def _hint(self) -> str:
        if self.record.removed:
            return ""
        scored_hand = self._line
        if not scored_hand.counts:
            return why_not(scored_hand, self.match.players)
        if scored_hand.waits:
            return _("This hand is scored together with the other pair’s hand, which is still being played.")
        return (
            _("This hand is combined with hand %(number)s.", number=scored_hand.beside)
            if scored_hand.beside
            else ""
        )

    def _trays(self, laid: Declaration) -> tuple[LaidTray, LaidTray]:
        """What both laid down, in the order of the players."""
        rules, names = self.rules, self.match.players
        knocker, defender = self.hand.player(Side.KNOCKER), self.hand.player(Side.DEFENDER)
        trays = {
            knocker: LaidTray(
                _("%(name)s’s cards", name=names[knocker]),
                deadwood_said(rules.deadwood(laid.knocker.unmatched)),
                tuple(with_layoffs(laid.knocker.melds, laid)),
                laid.knocker.unmatched,
            ),
            defender: LaidTray(
                _("%(name)s’s cards", name=names[defender]),
                deadwood_said(rules.deadwood(laid.defender.unmatched)),
                laid.defender.melds,
                laid.defender.unmatched,
                self._broken(laid, names[defender]),
            ),
        }
        first, second = self.hand.faced
        return trays[first], trays[second]

    def _broken(self, laid: Declaration, defender: str) -> str:
        """A sentence about a meld that the defender broke to lay off more, or ""."""
        broken = broken_meld(laid, self.rules)
        return (
            _("%(name)s broke %(meld)s to lay off more.", name=defender, meld=meld_named(broken))
            if broken
            else ""
        )

    def _missed(self, laid: Declaration) -> Missed | None:
        """How the defender could have done better; None if there is no better way."""
        better = missed(laid, self.rules)
        if better is None:
            return None
        only_melds = {*better.laid_off} <= {*laid.laid_off}
        heading = _("Missed melds") if only_melds else _("Missed lay-offs")
        sentence = hand_words.missed_better(self.hand, better, self.match.players, self.rules)
        said = paragraph((sentence, hand_words.as_good(better, self.rules)))
        return Missed(heading, said, self._trays(better), frozenset(better.laid_off))

    def links(self) -> dict[str, str]:
        remark = url_for("hands.remark", watch=self.watch, number=self.match.number(self.record))
        return super().links() | {
            "check": self._checking() if self.can_change else "",
            "remark": remark if self.can_change else "",
            "judge": self._judging(),
            "tell": url_for("hands.tell", watch=self.watch, tell=0) if self.seat else "",
        }

    def _judging(self) -> str:
        """The address at which the judge scores these cards under the rules of the match."""
        laid = self.hand.laid
        if not isinstance(laid, Declaration):
            return ""
        rules = CustomRules.agreed(self.match.agreement)
        question = Question(rules, (laid.defender_cards,), laid.knocker, laid.upcard)
        return url_for("judge.in_match", watch=self.watch, **question.query)

    def _checking(self) -> str:
        """The address at which the cards of a hand are entered whose deadwood alone is known."""
        if self.hand.knocker is None or isinstance(self.hand.laid, Declaration):
            return ""
        return url_for("hands.check", watch=self.watch, number=self.match.number(self.record))


def titled_hand(match: Match, record: HandRecord) -> str:
    """What its page is called."""
    return _("A removed hand") if record.removed else _("Hand %(number)s", number=match.number(record))


def _row(part: Part) -> BillRow:
    return BillRow(part.label, (part.points,), part.strong)


class ExtraLinePage(RecordPage):
    record: ExtraLineRecord

    def context(self) -> dict[str, object]:
        scored = self._scored
        return super().context() | {
            "title": kind_on(self.match.sheet, self.record.line),
            "names": self.match.sides,
            "words": in_words(self._line, self.match.players, self.rules),
            "rows": tuple(self._rows(scored)) if scored and not scored.past_the_end else (),
        }

    @property
    def _line(self) -> ScoredLine:
        """The line on the sheet; a removed line on that from which it was removed."""
        return self._scored or self.changes[0].before.row(self.record.id)

    @property
    def _scored(self) -> ScoredExtraLine | None:
        """The line on the sheet; None while it is removed."""
        if self.record.removed:
            return None
        place = self.match.on_sheet.index(self.record) + 1
        return next(line for line in self.match.sheet.extra_lines if line.position == place)

    def _rows(self, scored: ScoredExtraLine) -> list[SummaryRow]:
        """What it gives each side, and the totals after it."""
        if len(scored.column_totals) > 1:
            return []
        return [
            SummaryRow(_("Points"), where_any(scored.points)),
            *([SummaryRow(_("Boxes"), where_any(scored.boxes))] if any(scored.boxes) else []),
            SummaryRow(_("Total after it"), both(scored.totals, self.rules), strong=True),
        ]
