"""Papers as clubs and couples write them, in ``tests/data/papers``: read right, asked about, or refused.

What is expected was written down from what the papers mean. Their layouts are those that people publish and
ask about: score sheets to print, tables of leagues, files that rating programs take, exports of spreadsheets.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from flask import Flask

from models.gin.document.writing import MatchDocument
from models.gin.hand.scoring import Hand
from models.gin.sheet.sheet import sheet
from views.imports.table_page import TablePage
from views.imports.upload import upload_of

pytestmark = pytest.mark.usefixtures("app_context")  # sentences need an application

PAPERS = Path(__file__).parents[2] / "data" / "papers"

Totals = dict[str, int]


@dataclass(frozen=True)
class Paper:
    """What is on a paper."""

    matches: list[tuple[str, Totals]] = field(default_factory=list)
    """The day of each match, "" for none, and the totals of its players."""
    asks: str = ""
    """The start of the question that has to be answered first."""
    chosen: dict[str, str] = field(default_factory=dict)
    """The answer."""
    dead_hands: int = 0
    """Of all matches."""
    refused: tuple[str, ...] = ()
    """The place and the start of each sentence, if it can't be imported."""
    left_out: tuple[str, ...] = ()
    """Every column and line that the page names as not imported."""


AN_EVENING = [("2021-01-05", {"Ann": 105, "Bob": 62}), ("2021-01-12", {"Ann": 40, "Bob": 110})]
AN_EVENING_IN_MAY = [("2021-05-01", {"Ann": 105, "Bob": 62}), ("2021-12-01", {"Ann": 40, "Bob": 110})]
SEVERAL_WAYS = "This can be read in more than one way."
HANDS = "numbers of hands, rounds or tables"

PAPERS_WITH_OUTCOMES = {
    "aligned_by_spaces.txt": Paper(AN_EVENING),
    "ambiguous_days.csv": Paper(
        [("2021-04-03", {"Ann": 105, "Bob": 62}), ("2021-06-05", {"Ann": 40, "Bob": 110})],
        asks="How are the dates meant?",
        chosen={"days": "day_first"},
    ),
    "bonus_rows.csv": Paper(
        [("", {"Ann": 255, "Bob": 56})], left_out=(f"Column 1, “Hand”: {HANDS}", "Line 7: totals")
    ),
    "both_in_one_cell.csv": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 62}), ("2021-01-12", {"Cid": 40, "Ann": 110})]
    ),
    "byte_order_mark.csv": Paper(
        [
            ("2021-01-05", {"Ann, the first": 105, "Bob": 62}),
            ("2021-01-12", {"Ann, the first": 40, "Bob": 110}),
        ]
    ),
    "chinese_days.tsv": Paper(
        [("2021-01-05", {"小明": 105, "小红": 62}), ("2021-01-12", {"小明": 40, "小红": 110})]
    ),
    "club_winner_loser.csv": Paper(
        [
            ("2021-01-05", {"Ann": 35, "Bob": 31}),
            ("2021-01-05", {"Cid": 18, "Dee": 0}),
            ("2021-01-12", {"Dee": 44, "Ann": 0}),
        ]
    ),
    "club_winner_loser_german.csv": Paper(
        [("2021-01-05", {"Änne": 25, "Jörg": 31}), ("2021-01-05", {"Heidi": 18, "Uwe": 0})],
        left_out=(f"Column 2, “Tisch”: {HANDS}", "Column 6, “Einsatz”: money"),
    ),
    "columns_by_position.txt": Paper(
        [("", {"Ann": 255, "Bob": 40})], left_out=(f"Column 1, “Hand”: {HANDS}",)
    ),
    "columns_by_position_chinese.txt": Paper([("", {"小明": 105, "王小红": 31})]),
    "columns_by_position_days.txt": Paper(
        [
            ("2021-01-05", {"Margaret": 105, "Bob": 0}),
            ("2021-01-12", {"Margaret": 0, "Bob": 40}),
            ("2021-01-19", {"Margaret": 31, "Bob": 62}),
        ],
        left_out=("Line 1: a title",),
    ),
    "couple_with_title.csv": Paper(AN_EVENING, left_out=("Line 1: a title",)),
    "cumulative_season.csv": Paper(
        [
            ("2021-01-05", {"Anna": 105, "Beat": 62}),
            ("2021-01-12", {"Anna": 40, "Beat": 110}),
            ("2021-01-19", {"Anna": 130, "Beat": 0}),
        ]
    ),
    "day_line_and_names.txt": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 31}), ("2021-01-12", {"Ann": 12, "Bob": 53})]
    ),
    "day_on_its_own_line.txt": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 31}), ("2021-01-12", {"Ann": 0, "Bob": 44})]
    ),
    "days_in_polish.csv": Paper(
        refused=(
            "Line 2, column 1: “3 kwietnia 2021” is not a date",
            "Line 3, column 1: “10 kwietnia 2021” is not",
        ),
        asks="What is in column 1, “Data”?",
        chosen={"column_0": "day"},
    ),
    "days_without_year.csv": Paper(
        refused=("Line 2, column 1: “5 Jan” has no year.", "Line 3, column 1: “12 Jan” has no year.")
    ),
    "excel_serial_days.csv": Paper(AN_EVENING),
    "five_columns_club.csv": Paper(
        [
            ("2021-01-05", {"Ann": 105, "Bob": 62}),
            ("2021-01-05", {"Cid": 88, "Dee": 120}),
            ("2021-01-12", {"Bob": 101, "Eve": 40}),
        ]
    ),
    "five_columns_evening.csv": Paper(refused=("Lines 2 and 3, column 1: 5 people have points here",)),
    "french_days.csv": Paper(
        [("2021-08-01", {"Zoé": 105, "Luc": 62}), ("2021-12-12", {"Zoé": 40, "Luc": 110})]
    ),
    "games_and_money.csv": Paper(
        [("2021-01-05", {"Ann": 250, "Bob": 180}), ("2021-01-12", {"Ann": 90, "Bob": 210})],
        left_out=(
            "Column 4, “Ann games”: games won",
            "Column 5, “Bob games”: games won",
            "Column 6, “Paid”: money",
        ),
    ),
    "line_for_each_player.csv": Paper(
        [
            ("2021-01-05", {"Ann": 105, "Bob": 62}),
            ("2021-01-05", {"Ann": 40, "Bob": 110}),
            ("2021-01-12", {"Cid": 130, "Ann": 25}),
        ]
    ),
    "line_for_each_player_unsaid.csv": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 62}), ("2021-01-12", {"Bob": 40, "Cid": 110})],
        asks=SEVERAL_WAYS,
        chosen={"way": "list"},
    ),
    "markdown.txt": Paper([("", {"Ann": 105, "Bob": 31})], left_out=(f"Column 2, “Hand”: {HANDS}",)),
    "matrix_half.csv": Paper(
        [("", {"Ann": 25, "Bob": 0}), ("", {"Ann": 0, "Cid": 12}), ("", {"Bob": 40, "Cid": 0})]
    ),
    "matrix_of_24.csv": Paper(
        [
            ("", {one: 10 * nth + nth + 1, other: 10 * (nth + 1) + nth})
            for nth, (one, other) in enumerate(
                zip(
                    *[
                        "Ada Ben Cleo Dov Eva Finn Gil Hana Ivo Jan Kim Lou Max Nia Olli Pia Quinn Rosa Sam "
                        "Tess Udo Vera Wim Yara".split()[start:]
                        for start in (0, 1)
                    ],
                    strict=False,
                ),
                1,
            )
        ]
    ),
    "matrix_of_four.csv": Paper(
        [
            ("", {"Ann": 105, "Bob": 40}),
            ("", {"Ann": 62, "Cid": 120}),
            ("", {"Ann": 0, "Dee": 101}),
            ("", {"Bob": 88, "Cid": 15}),
            ("", {"Bob": 110, "Dee": 30}),
        ],
        left_out=("Line 1: a title",),
    ),
    "names_before_scores.csv": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 62}), ("2021-01-12", {"Bob": 40, "Cid": 110})]
    ),
    "never_won.csv": Paper([("2021-01-05", {"Anna": 56, "Beat": 0})]),
    "numbers_of_hands_and_tables.csv": Paper(
        [("2021-01-05", {"Anna": 105, "Beat": 31})],
        left_out=(f"Column 1, “Nr”: {HANDS}", f"Column 2, “Runde”: {HANDS}", f"Column 3, “Tisch”: {HANDS}"),
    ),
    "pairs_chinese.csv": Paper(
        [("2021-01-05", {"小明": 105, "小红": 62}), ("2021-01-12", {"小红": 40, "小李": 110})]
    ),
    "pairs_english.csv": Paper(
        [
            ("2021-01-05", {"Ann": 105, "Bob": 62}),
            ("2021-01-05", {"Cid": 88, "Dee": 120}),
            ("2021-01-12", {"Bob": 101, "Cid": 99}),
        ]
    ),
    "pairs_french.tsv": Paper(
        [("2021-01-05", {"Zoé": 105, "Luc": 62}), ("2021-02-12", {"Luc": 40, "Ève": 110})]
    ),
    "pairs_german.csv": Paper(
        [("2021-01-05", {"Änne": 105, "Jörg": 62}), ("2021-01-12", {"Jörg": 40, "Heidi": 110})]
    ),
    "pairs_spanish.csv": Paper(
        [("2021-01-05", {"Inés": 105, "José": 62}), ("2021-02-12", {"José": 40, "Luz": 110})]
    ),
    "players_down.csv": Paper(
        [
            ("2021-01-05", {"Ann": 105, "Bob": 62}),
            ("2021-01-12", {"Ann": 40, "Bob": 110}),
            ("2021-01-19", {"Ann": 130, "Cid": 25}),
        ],
        left_out=("Column 5, “Total”: totals",),
    ),
    "players_down_german.csv": Paper(
        [("2021-01-05", {"Änne": 105, "Jörg": 62}), ("2021-01-12", {"Änne": 40, "Jörg": 110})],
        left_out=("Column 4, “Summe”: totals",),
    ),
    "players_down_rounds.csv": Paper(
        [("", {"Ann": 105, "Bob": 31})], left_out=("Column 5, “Total”: totals",)
    ),
    "points_with_units.csv": Paper(
        [("2021-01-05", {"Ann": 25, "Bob": 31}), ("2021-01-12", {"Ann": 0, "Bob": 44})]
    ),
    "remarks_between.csv": Paper(
        [("2021-01-05", {"Ann": 25, "Bob": 31}), ("2021-01-12", {"Ann": 0, "Bob": 44})],
        left_out=("Line 4: a note",),
    ),
    "running_totals.csv": Paper([("", {"Ann": 104, "Bob": 49})], left_out=(f"Column 1, “Hand”: {HANDS}",)),
    "running_totals_blank.txt": Paper(
        [("", {"Ann": 104, "Bob": 49})], asks=SEVERAL_WAYS, chosen={"way": "running"}
    ),
    "score_and_total_columns.csv": Paper(
        [("", {"Ann": 104, "Bob": 49})],
        left_out=(
            f"Column 1, “Hand”: {HANDS}",
            "Column 3, “Ann Total”: totals",
            "Column 5, “Bob Total”: totals",
        ),
    ),
    "spanish_days.csv": Paper(
        [("2021-01-05", {"Inés": 105, "José": 62}), ("2021-01-12", {"Inés": 40, "José": 110})]
    ),
    "thousands.csv": Paper(
        [("2021-01-05", {"Ann": 1250, "Bob": 980}), ("2021-01-12", {"Ann": 875, "Bob": 1010})]
    ),
    "three_players_hands.csv": Paper(
        [("2021-01-05", {"Ann": 25, "Bob": 31, "Cid": 80}), ("2021-01-12", {"Ann": 18, "Bob": 44})]
    ),
    "total_rows.csv": Paper(
        [("2021-01-05", {"Anna": 25, "Beat": 31}), ("2021-01-12", {"Anna": 0, "Beat": 44})],
        left_out=("Line 4: totals", "Line 6: totals", "Line 7: totals"),
    ),
    "two_names_unsaid.csv": Paper(
        [("2021-01-05", {"Ann": 31, "Bob": 25}), ("2021-01-12", {"Ann": 12, "Cid": 0})],
        asks=SEVERAL_WAYS,
        chosen={"way": "second_won"},
    ),
    "unknown_numbers.csv": Paper(
        [("2021-01-05", {"Ann": 25, "Bob": 0}), ("2021-01-12", {"Ann": 0, "Bob": 31})],
        asks="What is in column 5, “Xyz”?",
        chosen={"column_4": "nothing"},
        left_out=("Column 5, “Xyz”: 8, 2",),
    ),
    "unlabelled_total.csv": Paper([("", {"Ann": 117, "Bob": 31})], left_out=("Line 6: totals",)),
    "weekday_column.csv": Paper(
        [
            ("2021-01-05", {"Ann": 105, "Bob": 62}),
            ("2021-01-12", {"Ann": 40, "Bob": 110}),
            ("2021-01-26", {"Ann": 130, "Bob": 25}),
        ],
        left_out=("Column 1, “Day”: weekdays", "Column 5, “Where”: notes"),
    ),
    "title_with_comma.csv": Paper(AN_EVENING, left_out=("Line 1: a title",)),
    "club_winner_only.csv": Paper(refused=("Lines 2 and 3, column 1: It is not said who lost.",)),
    "months_without_days.csv": Paper(
        refused=("Line 2, column 1: “Jan 2021” is not a date", "Line 3, column 1: “Feb 2021” is not a date")
    ),
    "six_columns_marks.csv": Paper(
        [
            ("2021-01-05", {"Ann": 25, "Bob": 0}),
            ("2021-01-05", {"Cid": 31, "Dee": 0}),
            ("2021-01-05", {"Eve": 0, "Fay": 18}),
        ]
    ),
    "matrix_with_totals.csv": Paper(
        [("", {"Ann": 105, "Bob": 40}), ("", {"Ann": 62, "Cid": 120}), ("", {"Bob": 88, "Cid": 15})],
        left_out=("Column 5, “Total”: totals", "Line 5: totals"),
    ),
    "evenings_across_ambiguous.csv": Paper(
        AN_EVENING_IN_MAY, asks="How are the dates meant?", chosen={"days": "month_first"}
    ),
    "day_line_german.csv": Paper(
        [("2021-01-05", {"Anna": 25, "Beat": 31}), ("2021-01-12", {"Anna": 44, "Beat": 0})]
    ),
    "running_totals_two_evenings.csv": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 31}), ("2021-01-12", {"Ann": 20, "Bob": 101})]
    ),
    "headings_in_two_rows.csv": Paper(
        [("", {"Ann": 37, "Bob": 25})],
        left_out=(
            f"Column 1, “Hand”: {HANDS}",
            "Column 3, “Ann Total”: totals",
            "Column 5, “Bob Total”: totals",
        ),
    ),
    "matrix_of_results.csv": Paper(
        [("", {"Ann": 105, "Bob": 62}), ("", {"Ann": 40, "Cid": 110}), ("", {"Bob": 99, "Cid": 101})]
    ),
    "matrix_of_games.csv": Paper(refused=("Both halves of the table say the same",)),
    "two_losers.csv": Paper([("2021-01-05", {"Ann": 25, "Bob": 31, "Cid": 0})]),
    "three_names_and_points.csv": Paper(
        [
            ("2021-01-05", {"Änne": 105, "Jörg": 62, "Heidi": 30}),
            ("2021-01-12", {"Jörg": 40, "Heidi": 110}),
        ]
    ),
    "day_line_without_year.txt": Paper(refused=("Line 1, column 1: “Friday 3 April” has no year.",)),
    "winner_and_loser_only.csv": Paper(refused=("There are no points in it",)),
    "winner_column_beside.csv": Paper(
        [
            ("2021-01-05", {"Ann": 105, "Bob": 62}),
            ("2021-01-12", {"Ann": 40, "Bob": 110}),
            ("2021-01-19", {"Ann": 130, "Bob": 25}),
        ],
        left_out=("Column 4, “Winner”: Ann, Bob, Ann", "Column 5, “Difference”: totals"),
    ),
    "winner_contradicts.csv": Paper(
        refused=(
            "Line 2, column 4: “Ann” is said to have won, but has fewer points.",
            "Line 3, column 4: “Bob” is said to have won, but has fewer points.",
        )
    ),
    "winner_with_both_scores.csv": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 62}), ("2021-01-12", {"Cid": 110, "Bob": 40})]
    ),
    "loser_before_winner.csv": Paper(
        [("2021-01-05", {"Bob": 62, "Ann": 105}), ("2021-01-12", {"Ann": 40, "Bob": 110})]
    ),
    "loser_before_winner_in_one_cell.csv": Paper(
        refused=(
            "Line 2, column 3: “Ann” is said to have won, but has fewer points.",
            "Line 3, column 3: “Bob” is said to have won, but has fewer points.",
        )
    ),
    "winner_without_loser.csv": Paper(
        [("2021-01-05", {"Inés": 25, "José": 0}), ("2021-01-13", {"Inés": 12, "José": 31})]
    ),
    "hands_of_numbered_games.csv": Paper(
        [("", {"Anna": 105, "Beat": 14}), ("", {"Anna": 31, "Beat": 104})],
        left_out=(f"Column 2, “Runde”: {HANDS}",),
    ),
    "winners_of_numbered_games.csv": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 14}), ("2021-01-05", {"Ann": 0, "Bob": 104})],
        left_out=(f"Column 3, “Hand”: {HANDS}",),
    ),
    "games_on_own_lines.csv": Paper([("", {"Ann": 105, "Bob": 14}), ("", {"Ann": 31, "Bob": 104})]),
    "opponents_beside.csv": Paper(
        [("2021-01-05", {"Me": 105, "Them": 62}), ("2021-01-12", {"Me": 40, "Them": 110})],
        asks="What is in column 2, “Opponent”?",
        chosen={"column_1": "nothing"},
        left_out=("Column 2, “Opponent”: Bob, Cid",),
    ),
    "players_down_weeks.tsv": Paper(
        [("", {"Ann": 105, "Bob": 62}), ("", {"Ann": 40, "Bob": 110}), ("", {"Ann": 100, "Bob": 98})]
    ),
    "players_down_months.csv": Paper(
        asks="What is in column 1, “Player”?", refused=("What is in column 1, “Player”?",)
    ),
    "target_beside.csv": Paper(AN_EVENING, left_out=("Column 2, “Target”: notes",)),
    "standings.csv": Paper(asks=SEVERAL_WAYS, refused=(SEVERAL_WAYS,)),
    "stars_of_winners.txt": Paper(AN_EVENING),
    "day_line_with_words.csv": Paper(
        [("2021-01-05", {"Anna": 25, "Beat": 14}), ("2021-01-12", {"Anna": 33, "Beat": 41})],
        left_out=(f"Column 1, “Hand”: {HANDS}",),
    ),
    "title_with_day.csv": Paper(
        [("2021-01-05", {"Ann": 25, "Bob": 14})], left_out=(f"Column 1, “Hand”: {HANDS}",)
    ),
    "days_of_an_unsaid_month.csv": Paper(
        refused=("Line 3, column 1: “5” is not a date", "Line 4, column 1: “12” is not a date")
    ),
    "games_won_below.csv": Paper(
        [("", {"Ann": 105, "Bob": 14})],
        left_out=(f"Column 1, “Hand”: {HANDS}", "Line 5: totals", "Line 6: totals"),
    ),
    "mixed_separators.csv": Paper(AN_EVENING),
    "my_score_and_theirs.csv": Paper(
        asks="What is in column 2, “Opponent”?", refused=("What is in column 2, “Opponent”?",)
    ),
    "days_in_three_columns.csv": Paper(AN_EVENING),
    "year_beside.csv": Paper(AN_EVENING),
    "both_names_in_one_cell.csv": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 62}), ("2021-01-12", {"Bob": 110, "Ann": 40})]
    ),
    "players_and_winner.csv": Paper(
        [("2021-01-05", {"Ann": 25, "Bob": 0}), ("2021-01-12", {"Ann": 0, "Cid": 33})]
    ),
    "matrix_of_numbers.csv": Paper(
        [("", {"Ann": 25, "Bob": 40}), ("", {"Ann": 30, "Cid": 8}), ("", {"Bob": 12, "Cid": 33})],
        left_out=("Column 6, “Total”: totals",),
    ),
    "lines_in_words.txt": Paper(AN_EVENING),
    "lines_in_words_with_days.txt": Paper(AN_EVENING),
    "both_names_above.csv": Paper(AN_EVENING),
    "counted_from_zero.csv": Paper(
        [*AN_EVENING, ("2021-01-19", {"Ann": 100, "Bob": 98})], left_out=(f"Column 1: {HANDS}",)
    ),
    "rate_of_a_point.csv": Paper(
        [("2021-01-05", {"Ann": 43, "Bob": 0}), ("2021-01-12", {"Ann": 0, "Bob": 70})],
        left_out=(f"Column 1, “Id”: {HANDS}", "Column 6, “per point”: totals", "Column 7, “Owes”: money"),
    ),
    "games_before_headings.csv": Paper([("", {"Ann": 105, "Bob": 14}), ("", {"Ann": 31, "Bob": 104})]),
    "initials_of_winners.csv": Paper(
        AN_EVENING,
        left_out=(
            "Column 2, “Weather”: rain and wind, sun and snow",
            "Column 5, “Winner”: A, B",
            "Column 6, “∑ Ann”: totals",
            "Column 7, “Σ Bob”: totals",
        ),
    ),
    "matrix_of_games_won.csv": Paper(refused=("The numbers may be games won.",)),
    "won_against.csv": Paper([("2021-01-05", {"Ann": 25, "Bob": 0}), ("2021-01-05", {"Cid": 30, "Ann": 0})]),
    "winner_called_sam.csv": Paper(
        [("2022-03-02", {"Ruth": 56, "Sam": 0}), ("2022-03-09", {"Sam": 12, "Uma": 0})]
    ),
    "players_called_sam_and_di.csv": Paper(
        [("2022-03-02", {"Sam": 105, "Di": 62}), ("2022-03-09", {"Sam": 40, "Di": 110})]
    ),
    "matrix_of_sam_di_and_mo.csv": Paper(
        [("", {"Sam": 105, "Di": 40}), ("", {"Sam": 62, "Mo": 120}), ("", {"Di": 88, "Mo": 15})]
    ),
    "running_totals_across.csv": Paper([("", {"Ruth": 105, "Sam": 43})]),
    "season_across.csv": Paper(
        [
            ("2022-03-02", {"Anna": 105, "Beat": 62}),
            ("2022-03-09", {"Anna": 40, "Beat": 110}),
            ("2022-03-16", {"Anna": 130, "Beat": 25}),
        ],
        asks=SEVERAL_WAYS,
        chosen={"way": "running_down"},
    ),
    "newest_first.csv": Paper(
        [
            ("2022-03-02", {"Ruth": 105, "Sam": 62}),
            ("2022-03-09", {"Ruth": 40, "Sam": 110}),
            ("2022-03-16", {"Ruth": 130, "Sam": 25}),
        ],
        asks=SEVERAL_WAYS,
        chosen={"way": "running"},
    ),
    "newest_hand_first.csv": Paper(
        [("", {"Ruth": 105, "Sam": 43})], left_out=(f"Column 1, “Hand”: {HANDS}",)
    ),
    "sums_of_evenings_unsaid.csv": Paper(
        [("2022-03-02", {"Ruth": 105, "Sam": 31}), ("2022-03-09", {"Ruth": 110, "Sam": 0})],
        left_out=("Line 5: totals", "Line 8: totals"),
    ),
    "sums_so_far_between.csv": Paper(
        [("", {"Ruth": 105, "Sam": 31})],
        left_out=(f"Column 1, “Hand”: {HANDS}", "Line 4: totals", "Line 6: totals"),
    ),
    "score_and_winner_contradict.csv": Paper(
        refused=("Line 3, column 5: “Pat” is said to have won, but has fewer points.",)
    ),
    "zero_sum_hands.csv": Paper(
        [("", {"Ruth": each, "Sam": -each}) for each in (15, -22, -7, 30)],
    ),
    "totals_of_a_shutout.csv": Paper(
        [("", {"Ruth": 0, "Pat": 170})],
        asks=SEVERAL_WAYS,
        chosen={"way": "running"},
        left_out=(f"Column 1, “Hand”: {HANDS}",),
    ),
    "hands_that_look_like_sums.csv": Paper(
        [("", {"Ruth": 40, "Pat": 20})], left_out=(f"Column 1, “Hand”: {HANDS}",)
    ),
    "evening_like_the_sum_before.csv": Paper(
        [
            ("2022-03-02", {"Ruth": 50, "Pat": 40}),
            ("2022-03-09", {"Ruth": 30, "Pat": 70}),
            ("2022-03-16", {"Ruth": 80, "Pat": 110}),
        ]
    ),
    "number_of_hands_french.csv": Paper(
        [("2022-03-02", {"Zoé": 105, "Luc": 62}), ("2022-03-19", {"Zoé": 40, "Luc": 110})],
        left_out=(f"Column 2, “Nb de mains”: {HANDS}",),
    ),
    "handicap_beside.csv": Paper(
        [("2022-03-02", {"Anna": 105, "Beat": 62}), ("2022-03-09", {"Anna": 40, "Beat": 110})],
        left_out=("Column 3, “Vorgabe”: bonuses", "Column 5, “Rp.”: money"),
    ),
    "totals_so_far_in_a_chat.txt": Paper([("2021-04-03", {"Mia": 104, "Jonas": 18})]),
    "totals_so_far_of_two_evenings.csv": Paper(
        [("2021-04-13", {"Anna": 105, "Beat": 62}), ("2021-04-20", {"Anna": 40, "Beat": 110})],
        asks=SEVERAL_WAYS,
        chosen={"way": "running"},
    ),
    "totals_so_far_with_names.csv": Paper(
        [
            ("2021-01-05", {"Ann": 105, "Bob": 62}),
            ("2021-01-12", {"Ann": 40, "Bob": 110}),
            ("2021-01-19", {"Ann": 101, "Bob": 8}),
        ],
        asks=SEVERAL_WAYS,
        chosen={"way": "running"},
    ),
    "games_won_each_evening.csv": Paper(refused=("The numbers may be games won.",)),
    "upcard_beside.csv": Paper(
        [("", {"Ruth": 105, "Sam": 31})],
        left_out=(f"Column 1, “Hand”: {HANDS}", "Column 2, “Upcard”: notes"),
    ),
    "sums_in_cells.csv": Paper(
        [
            ("2021-01-05", {"Ann": 105, "Bob": 37}),
            ("2021-01-12", {"Ann": 110, "Bob": 37}),
            ("2021-01-19", {"Ann": -15, "Bob": 101}),
        ]
    ),
    "how_hands_were_won.csv": Paper([("", {"Ann": 79, "Bob": 57})], left_out=(f"Column 1, “Hand”: {HANDS}",)),
    "names_with_colon.csv": Paper(AN_EVENING),
    "results_below_a_title.txt": Paper(
        [
            ("2021-01-05", {"Harold": 102, "Walter": 3}),
            ("2021-01-05", {"Harold": 40, "Ida": 110}),
            ("2021-01-12", {"Walter": 101, "Ida": 99}),
        ],
        left_out=("Line 1: a note", "Line 5: a note", "Line 8: nobody scored"),
    ),
    "results_german.txt": Paper(
        [("2021-01-05", {"Änne": 105, "Jörg": 62}), ("2021-01-12", {"Jörg": 110, "Änne": 40})]
    ),
    "letters_of_players.csv": Paper(
        [("2021-01-05", {"D": 105, "L": 62}), ("2021-01-12", {"L": 40, "S": 110})]
    ),
    "chinese_signs.txt": Paper(
        [("2021-01-05", {"小明": 105, "小红": 62}), ("2021-01-12", {"小明": 40, "小红": 110})]
    ),
    "chinese_words.txt": Paper(
        [("2021-01-05", {"小明": 105, "小红": 62}), ("2021-01-12", {"小红": 110, "小明": 40})]
    ),
    "chat_iphone.txt": Paper(
        [("2021-04-03", {"Harold": 102, "Walter": 3}), ("2021-04-13", {"Walter": 110, "Harold": 40})],
        left_out=("Line 2: a note", "Line 4: a note", "Line 5: a note"),
    ),
    "chat_android.txt": Paper(
        [("2021-04-03", {"Ann": 105, "Bob": 62}), ("2021-06-05", {"Ann": 40, "Bob": 110})],
        asks="How are the dates meant?",
        chosen={"days": "day_first"},
        left_out=("Line 1: a note", "Line 3: a note"),
    ),
    "chat_german.txt": Paper(
        [
            ("2023-02-12", {"Mia": 104, "Jonas": 67}),
            ("2023-02-19", {"Jonas": 112, "Mia": 80}),
            ("2023-02-26", {"Mia": 101, "Jonas": 98}),
        ],
        left_out=("Line 1: a note",),
    ),
    "winner_called_per.csv": Paper(
        [("2021-01-05", {"Per": 105, "Ida": 62}), ("2021-01-12", {"Ida": 110, "Per": 40})]
    ),
    "chat_with_a_result_untold.txt": Paper(refused=("Line 3: “Jonas gewinnt 112 gegen Mia 80”",)),
    "won_to.txt": Paper(refused=("There are no points in it",)),
    "chat_american.txt": Paper(
        [("2021-04-03", {"Ann": 105, "Bob": 62}), ("2021-04-13", {"Bob": 110, "Ann": 40})]
    ),
    "nobody_won.csv": Paper(
        [("2021-01-05", {"Ann": 25, "Bob": 31}), ("2021-01-12", {"Ann": 40, "Bob": 0})],
        dead_hands=3,
    ),
    "nobody_won_german.csv": Paper(
        [("2021-01-05", {"Änne": 25, "Jörg": 0}), ("2021-01-05", {"Uwe": 18, "Heidi": 0})],
        left_out=("Line 3: nobody scored",),
    ),
    "nobody_won_french.csv": Paper(
        [("2021-01-05", {"Zoé": 25, "Luc": 0}), ("2021-01-13", {"Luc": 0, "Ève": 12})],
        dead_hands=2,
    ),
    "nobody_won_chinese.csv": Paper(
        [("2021-01-05", {"小明": 25, "小红": 31})],
        dead_hands=1,
        left_out=("Column 4, “赢家”: 小明, 流局, 小红",),
    ),
    "noughts_of_both.csv": Paper(
        [("2021-01-05", {"Inés": 25, "José": 31})], dead_hands=3, left_out=("Line 7: nobody scored",)
    ),
    "noughts_of_three.csv": Paper(
        [("2021-01-05", {"Ann": 25, "Bob": 0, "Cid": 12})],
        dead_hands=1,
        left_out=("Line 4: nobody scored",),
    ),
    "draw_between_names.csv": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 62})], left_out=("Line 3: nobody scored",)
    ),
    "noughts_across.csv": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 62}), ("2021-01-19", {"Ann": 40, "Bob": 110})],
        left_out=("Column 3: nobody scored",),
    ),
    "noughts_of_games.csv": Paper(
        [("2021-01-05", {"Ann": 105, "Bob": 62}), ("2021-01-19", {"Ann": 40, "Bob": 110})],
        left_out=("Line 3: nobody scored",),
    ),
}


def page_of(name: str, chosen: dict[str, str]) -> TablePage:
    """The page of a paper."""
    return TablePage(upload_of((PAPERS / name).read_bytes()).text, chosen)


def in_short(match: MatchDocument) -> tuple[str, Totals]:
    """The day of a match, and the totals."""
    scored = sheet(match.hands, match.rules, table=match.table).game
    totals = zip(match.players, scored.final or scored.running, strict=True)
    return match.started.date().isoformat() if match.started else "", {
        str(name): each for name, each in totals
    }


def said_on(page: TablePage) -> list[str]:
    """What is wrong, with its place."""
    return [f"{each.place}: {each.sentence}".removeprefix(": ") for each in page.problems]


@pytest.mark.parametrize("name", PAPERS_WITH_OUTCOMES)
def test_a_paper_is_read_right_or_asked_about_or_refused(name: str) -> None:
    paper = PAPERS_WITH_OUTCOMES[name]
    if paper.asks:
        [question] = said_on(page_of(name, {}))
        assert question.startswith(paper.asks)

    page = page_of(name, paper.chosen)

    assert [in_short(match) for match in page.contents.matches] == paper.matches
    lines = [line for match in page.contents.matches for line in match.hands]
    assert sum(isinstance(line, Hand) and line.knocker is None for line in lines) == paper.dead_hands
    assert len(said_on(page)) == len(paper.refused)
    assert all(map(str.startswith, said_on(page), paper.refused))
    if not paper.refused:
        assert tuple(page.left_out) == paper.left_out


def test_every_paper_has_an_outcome() -> None:
    assert sorted(PAPERS_WITH_OUTCOMES) == sorted(path.name for path in PAPERS.iterdir())


def test_a_question_shows_three_lines_in_each_way() -> None:
    ways = page_of("two_names_unsaid.csv", {}).ways

    assert [way.lines for way in ways] == [
        [
            "Line 1, January 5, 2021: Ann 25, Bob 0",
            "Line 2, January 5, 2021: Bob 31, Ann 0",
            "Line 3, January 12, 2021: Cid 12, Ann 0",
        ],
        [
            "Line 1, January 5, 2021: Bob 25, Ann 0",
            "Line 2, January 5, 2021: Ann 31, Bob 0",
            "Line 3, January 12, 2021: Ann 12, Cid 0",
        ],
    ]


def test_a_choice_for_one_way_is_not_taken_for_another() -> None:
    """The form still has the columns of the way that was shown before."""
    shown = page_of("two_names_unsaid.csv", {"way": "first_won"})
    form = {f"column_{column.index}": column.role.value for column in shown.columns}

    page = page_of("two_names_unsaid.csv", form | {"shown": "first_won", "way": "second_won"})

    assert in_short(page.contents.matches[0]) == ("2021-01-05", {"Ann": 31, "Bob": 25})


def test_the_points_of_a_matrix_may_stand_in_its_columns() -> None:
    page = page_of("matrix_half.csv", {"way": "matrix_down"})

    assert in_short(page.contents.matches[0]) == ("", {"Ann": 0, "Bob": 25})


IDS = json.loads((PAPERS.parent / "ids_of_papers.json").read_text("utf-8"))
"""The ids of the matches of twenty papers, as commit d2e0b020 gave them in each of five languages."""


@pytest.mark.parametrize("name", IDS)
def test_a_paper_is_known_by_the_ids_it_had_in_every_language(name: str, app: Flask) -> None:
    for language in IDS[name]:
        with app.app_context(), app.test_request_context(headers={"Accept-Language": language}):
            matches = page_of(name, {}).contents.matches

        assert [match.id for match in matches] == IDS[name][language]
        for ids in IDS[name].values():
            assert all(each in (match.id, *match.other_ids) for each, match in zip(ids, matches, strict=True))
