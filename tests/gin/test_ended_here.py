"""Matches from paper end after their last line: the higher total wins, level is a draw, nothing is added."""

from dataclasses import replace

import pytest

from models.gin.counting import results_of, statistics
from models.gin.document.json_reader import InvalidDocumentError
from models.gin.document.reading import read_match
from models.gin.document.writing import MatchDocument, write_lines
from models.gin.hand.scoring import Hand
from models.gin.rules.options import GameWinner
from models.gin.rules.presets import PRESETS
from models.gin.rules.seating import Table
from models.gin.sheet.extra_lines import Adjustment, ExtraLine
from models.gin.sheet.sheet import Sheet, sheet
from tests.gin.table import ANN, BOB, knock, won

PAGAT = PRESETS["pagat"]
"""To 100, a game bonus of 100, a box of 20 for each hand."""


def ended(*written: Hand | ExtraLine, table: Table = Table.TWO, **changed: object) -> Sheet:
    """The sheet of a match that ends after its last line."""
    return sheet(written, PAGAT.but(**changed), table=table, ends_after_last=True)


def test_the_higher_total_wins_without_any_bonus() -> None:
    scored = ended(knock(8, 20), knock(5, 45, BOB))

    assert scored.match.over
    assert scored.ended_here
    assert scored.match.winner == BOB
    assert scored.game.final == (12, 40)


def test_level_totals_are_a_draw() -> None:
    scored = ended(won(25), won(25, BOB))

    assert scored.match.over
    assert scored.match.winner is scored.game.winner is None
    assert scored.game.final == (25, 25)


def test_a_shutout_adds_nothing() -> None:
    assert ended(won(25)).game.final == (25, 0)


def test_boxes_that_are_in_the_totals_already_stay() -> None:
    """Where a box is added with its hand, the total that stands on the sheet has it."""
    at_once = sheet([won(25)], PRESETS["palace"], ends_after_last=True)

    assert at_once.game.final == at_once.game.running


def test_who_is_ahead_wins_also_where_the_first_at_the_target_would() -> None:
    assert ended(won(25), game_winner=GameWinner.FIRST_TO_TARGET).match.winner == ANN


def test_a_match_that_the_rules_have_ended_is_not_ended_again() -> None:
    whole = [won(60), won(50)]

    assert ended(*whole) == sheet(whole, PAGAT)
    assert not ended(*whole).ended_here


def test_an_empty_match_has_not_ended() -> None:
    assert not ended().match.over


def test_what_is_written_later_counts_and_the_match_ends_after_it() -> None:
    later = ended(won(25), won(30, BOB), won(12))

    assert later.match.winner == ANN
    assert not any(scored_hand.past_the_end for scored_hand in later.hands)


def test_of_several_games_those_that_were_won_decide() -> None:
    one_game = [won(100), won(20, BOB)]

    assert ended(*one_game, games_to_win=2).match.games_won == (1, 1)
    assert ended(won(100), games_to_win=2).match.winner == ANN


def test_the_totals_of_three_players_decide() -> None:
    scored = ended(Adjustment(0, 30), Adjustment(2, 40), table=Table.THREE)

    assert scored.match.winner == 2


def test_statistics_and_ratings_count_it() -> None:
    ann, bob = statistics(ended(won(25), won(30, BOB)))

    assert (ann.matches, ann.matches_won, ann.games, ann.games_won) == (1, 0, 1, 0)
    assert (bob.matches, bob.matches_won, bob.games, bob.games_won) == (1, 1, 1, 1)
    assert [str(each) for each in results_of(ended(won(25), won(25, BOB)))] == ["0=1"]


def test_a_document_says_so_only_if_it_is_so() -> None:
    match = MatchDocument(("Ann", "Bob"), PAGAT, (won(25),))
    over = replace(match, ends_after_last=True)

    assert read_match("\n".join(write_lines(over))) == over
    assert "ends_after_last" not in "\n".join(write_lines(match))


def test_a_document_says_it_with_true_or_false() -> None:
    written = "\n".join(write_lines(MatchDocument(("Ann", "Bob"), PAGAT, ends_after_last=True)))

    with pytest.raises(InvalidDocumentError):
        read_match(written.replace('"ends_after_last": true', '"ends_after_last": 1'))
