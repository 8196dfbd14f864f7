"""What an import would add, before anything is saved."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from flask import url_for

from models.gin.document.writing import MatchDocument
from models.gin.hand.scoring import Hand
from models.gin.sheet.sheet import Sheet
from models.records.files.documents import imported_among, with_id
from models.records.files.import_rows import day_played, sheet_of
from models.records.tables.match import Match as Record
from models.records.tables.place import shown
from models.records.tables.shared import watch_token
from views.imports.contents import Contents
from views.language.i18n import gettext as _
from views.language.i18n import ngettext
from views.shared.rules_links import CustomRules
from views.words.dates import played_when
from views.words.game_summary import both, figures_said
from views.words.seating import title

FIRST_SHOWN = 10
"""How many matches of a long import are shown."""


class MatchPreview:
    """A match that would be added, or is here already."""

    def __init__(self, match: MatchDocument, here: Record | None) -> None:
        self._match, self._here = match, here
        table = match.rules.seated_at(match.table)
        self.sides = table.by_side(shown(match.players))
        self.title = title(table, self.sides)
        self.is_new = here is None

    @property
    def url(self) -> str:
        """The sheet of the match that is here already; "" if it is new."""
        return url_for("matches.show", watch=watch_token(self._here)) if self._here else ""

    @property
    def facts(self) -> list[str]:
        """The day, the rules, the hands, if any are known, and the result, each in a line."""
        match = self._match
        rules = CustomRules(match.preset, match.rules, match.rules_name)
        count = sum(isinstance(each, Hand) for each in match.hands)
        hands = ngettext("%(num)s hand", "%(num)s hands", count) if count else ""
        has_day = match.started or match.played_on
        played = played_when(day_played(match), match.started) if has_day else ""
        return list(filter(None, (played, rules.title, hands, self.result)))

    @cached_property
    def _scored(self) -> Sheet:
        return sheet_of(self._match)

    @property
    def result(self) -> str:
        """Who won, and the totals of the last game."""
        match, scored = self._match, self._scored
        if not match.hands:
            return _("No hand played yet")
        totals = figures_said(both(scored.game.final or scored.game.running, match.rules), self.sides)
        if not scored.match.over:
            return totals
        if not self.winner:
            return _("Drawn. %(totals)s", totals=totals)
        return _("%(name)s won. %(totals)s", name=self.winner, totals=totals)

    @property
    def winner(self) -> str:
        """Who won the match; "" if nobody did, or it is not over."""
        winner = self._scored.match.winner if self._scored.match.over else None
        return "" if winner is None else self.sides[winner]


class Preview:
    """All that an import would add."""

    def __init__(self, contents: Contents, device: str | None) -> None:
        here = imported_among(contents.matches, device)
        self.all = [MatchPreview(match, here.get(with_id(match).id)) for match in contents.matches]

    @property
    def new(self) -> Sequence[MatchPreview]:
        """The matches that are not here yet."""
        return [match for match in self.all if match.is_new]

    @property
    def won(self) -> str:
        """How many of the matches each has won; "" of a single match."""
        winners = Counter(match.winner for match in self.all if match.winner)
        said = ", ".join(f"{name} {count}" for name, count in winners.most_common())
        # Translators: how many matches each player has won: “Won: Ann 2, Bob 1”.
        return _("Won: %(names)s", names=said) if len(self.all) > 1 and said else ""

    @property
    def shown(self) -> Sequence[MatchPreview]:
        return self.all[:FIRST_SHOWN]

    @property
    def more(self) -> str:
        """How many are not shown; "" if all are."""
        count = len(self.all) - FIRST_SHOWN
        return ngettext("and %(num)s more match", "and %(num)s more matches", count) if count > 0 else ""

    @property
    def title(self) -> str:
        """How many matches there are, and how many of them are here."""
        count, number_here = len(self.all), len(self.all) - len(self.new)
        if not self.new:
            return ngettext("This match is here already", "These %(num)s matches are here already", count)
        if number_here:
            return ngettext(
                "%(num)s new match, beside %(known)s that are here already",
                "%(num)s new matches, beside %(known)s that are here already",
                len(self.new),
                known=number_here,
            )
        return ngettext("One match", "%(num)s matches", count)
