"""What an import would add, before anything is saved."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from flask import request, url_for

from models.gin.document.writing import MatchDocument
from models.gin.hand.scoring import Hand
from models.gin.rules.house_rules import HouseRules
from models.gin.sheet.sheet import Sheet
from models.records.files.documents import imported_among, read_hands, with_id
from models.records.files.import_rows import day_played, sheet_of
from models.records.files.imported_before import Hindrance, differs, hindrance
from models.records.tables.match import Match as Record
from models.records.tables.place import shown
from models.records.tables.shared import watch_token
from views.imports.contents import Contents
from views.language.i18n import gettext as _
from views.language.i18n import marked, ngettext
from views.shared.rules_links import CustomRules
from views.web.rate_limit import IMPORTED_MATCHES, NEW_MATCHES, count
from views.words.dates import played_when
from views.words.game_summary import both, figures_said
from views.words.lists import in_a_row
from views.words.match_summary import facts
from views.words.seating import title

FIRST_SHOWN = 10
"""How many matches of a long import are shown."""

MOST_DIFFERING = 50
"""How many that differ from what is here are shown; the others after these were corrected."""

HINDRANCES = {
    Hindrance.WRITTEN_HERE: marked("Scores were entered here, so no file corrects it."),
    Hindrance.PLAYERS: marked("The players are others, and no file changes these."),
    Hindrance.RULES: marked("The rules on its sheet don’t allow what the file says."),
}
"""Why it is not offered to correct a match."""


class MatchPreview:
    """A match that would be added, is here already, or says something else than what is here."""

    def __init__(self, match: MatchDocument, here: Record | None) -> None:
        self._match, self._here = match, here
        self.id = match.id
        table = match.rules.seated_at(match.table)
        self.sides = table.by_side(shown(match.players))
        self.title = title(table, self.sides)
        self.is_new = here is None
        self.differs = here is not None and differs(here, match)

    @property
    def url(self) -> str:
        """The sheet of the match that is here already; "" if it is new."""
        return url_for("matches.show", watch=watch_token(self._here)) if self._here else ""

    @property
    def facts(self) -> list[str]:
        """The day, the rules, the hands, if any are known, and the result, each in a line."""
        match = self._match
        rules = CustomRules(match.preset, match.rules, match.rules_name)
        number = sum(isinstance(each, Hand) for each in match.hands)
        hands = ngettext("%(num)s hand", "%(num)s hands", number) if number else ""
        has_day = match.started or match.played_on
        played = played_when(day_played(match), match.started) if has_day else ""
        scored = () if self.differs else (hands, _result(self._scored, match.rules, self.sides))
        return list(filter(None, (played, rules.title, *scored)))

    @property
    def both_said(self) -> Sequence[str]:
        """How the match stands here and in the file, if that differs."""
        if not self._here or not self.differs:
            return ()
        here = _said(self._here.sheet, self._here.rules, self._here.sides)
        return (
            # Translators: how a match stands on this site; below it is how it stands in a file.
            _("Here: %(result)s", result=here),
            _("In the file: %(result)s", result=_said(self._scored, self._match.rules, self.sides)),
        )

    @cached_property
    def hindered(self) -> str:
        """Why a match that differs can't be corrected from the file; "" if it can."""
        why = hindrance(self._here, self._match) if self._here and self.differs else None
        return _(HINDRANCES[why]) if why else ""

    @property
    def may_be_corrected(self) -> bool:
        return self.differs and not self.hindered

    @cached_property
    def _scored(self) -> Sheet:
        return sheet_of(self._match)

    @property
    def winner(self) -> str:
        """Who won the match; "" if nobody did, or it is not over."""
        return _winner(self._scored, self.sides)


def _said(scored: Sheet, rules: HouseRules, sides: Sequence[str]) -> str:
    """The games of a match, if there are several, and its result."""
    return " · ".join((*facts(scored, sides), _result(scored, rules, sides)))


def _result(scored: Sheet, rules: HouseRules, sides: Sequence[str]) -> str:
    """Who won, and the totals of the last game."""
    if scored.is_blank:
        return _("No hand played yet")
    totals = figures_said(both(scored.game.final or scored.game.running, rules), sides)
    if not scored.match.over:
        return totals
    if not (winner := _winner(scored, sides)):
        return _("Drawn. %(totals)s", totals=totals)
    return _("%(name)s won. %(totals)s", name=winner, totals=totals)


def _winner(scored: Sheet, sides: Sequence[str]) -> str:
    winner = scored.match.winner if scored.match.over else None
    return "" if winner is None else sides[winner]


class Preview:
    """All that an import would add, and what differs from what is here."""

    def __init__(self, contents: Contents, device: str | None) -> None:
        matches = list(map(with_id, contents.matches))
        here = imported_among(matches, device)
        read_hands(list(here.values()))
        self.ticked = request.form.getlist("correct")
        self.all = [MatchPreview(match, here.get(match.id)) for match in matches]

    @property
    def new(self) -> Sequence[MatchPreview]:
        """The matches that are not here yet."""
        return [match for match in self.all if match.is_new]

    @cached_property
    def differing(self) -> Sequence[MatchPreview]:
        """The matches that say something else than what is here."""
        return [match for match in self.all if match.differs]

    @property
    def corrected(self) -> set[str]:
        """The ids of the matches for which "Correct what is here" is ticked, as far as they differ."""
        return {match.id for match in self.shown if match.differs and match.id in self.ticked}

    def count_for(self, phone: str) -> None:
        """Counts what is new or corrected among what a phone may import."""
        if self.new:
            count(NEW_MATCHES, phone)
        if self.new or self.corrected:
            count(IMPORTED_MATCHES, phone, len(self.new) + len(self.corrected))

    @property
    def can_be_imported(self) -> bool:
        """Whether there is anything to add or to correct."""
        return bool(self.new) or any(match.may_be_corrected for match in self.shown)

    @property
    def is_refused(self) -> bool:
        """Whether a match is ticked that can't be corrected, as after somebody has entered a hand."""
        return any(match.hindered and match.id in self.ticked for match in self.shown)

    @property
    def won(self) -> str:
        """How many of the matches each has won; "" of a single match."""
        winners = Counter(match.winner for match in self.all if match.winner)
        said = ", ".join(f"{name} {times}" for name, times in winners.most_common())
        # Translators: how many matches each player has won: “Won: Ann 2, Bob 1”.
        return _("Won: %(names)s", names=said) if len(self.all) > 1 and said else ""

    @property
    def shown(self) -> Sequence[MatchPreview]:
        """The first matches, those first that differ."""
        most = max(FIRST_SHOWN, min(MOST_DIFFERING, len(self.differing)))
        return sorted(self.all, key=lambda match: not match.differs)[:most]

    @property
    def more(self) -> str:
        """How many are not shown; "" if all are."""
        left = len(self.all) - len(self.shown)
        return ngettext("and %(num)s more match", "and %(num)s more matches", left) if left > 0 else ""

    @property
    def title(self) -> str:
        """How many matches there are, and how many of them are here."""
        number, number_here = len(self.all), len(self.all) - len(self.new)
        if self.differing:
            return in_a_row(list(self._differing_said()))
        if not self.new:
            return ngettext("This match is here already", "These %(num)s matches are here already", number)
        if number_here:
            return ngettext(
                "%(num)s new match, beside %(known)s that are here already",
                "%(num)s new matches, beside %(known)s that are here already",
                len(self.new),
                known=number_here,
            )
        return ngettext("One match", "%(num)s matches", number)

    def _differing_said(self) -> Iterator[str]:
        """How many matches are new, and how many differ."""
        if self.new:
            yield ngettext("%(num)s new match", "%(num)s new matches", len(self.new))
        yield ngettext(
            "%(num)s match differs from what is here",
            "%(num)s matches differ from what is here",
            len(self.differing),
        )
