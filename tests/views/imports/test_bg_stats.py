"""Exports of BG Stats: which plays come in, which are left out, and what is asked about them."""

import json
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from flask import Flask

from models.gin.hand.scoring import Hand
from models.gin.sheet.sheet import sheet
from models.records.finding.matches import matches_of
from models.records.tables.shared import hashed
from tests.views.browser import Browser, Page
from tests.views.imports.test_book_imports import page_id
from tests.views.walking import rows_of
from views.imports.bg_stats import FIELDS, FIELDS_OF_SCORE, UnreadableExportError, read_export
from views.imports.plays import ALL, Choices, Plays, read_plays
from views.imports.scores import score_of
from views.shared.waiting_files import WaitingFile

pytestmark = pytest.mark.usefixtures("app_context")  # sentences need an application

CHESS, GIN = {"id": 7, "name": "Chess", "bggName": "Chess"}, {"id": 1, "name": "Gin Rummy"}
ANN, BOB, CID, DAN = range(1, 5)
PLAYERS = [
    {"id": 1 + nth, "uuid": f"u{1 + nth}", "name": name}
    for nth, name in enumerate(("Ann", "Bob", "Cid", "Dan"))
]
MOST_TAKEN = Choices(as_they_are=frozenset({ALL}))


def score(player: int, points: object, *, won: bool = False) -> dict[str, Any]:
    return {"playerRefId": player, "score": points, "winner": won}


def play(*scores: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """A play of gin rummy on 23 October 2020; by Ann 105 and Bob 62, if nothing else is said."""
    usual = {"uuid": "a", "gameRefId": 1, "playDate": "2020-10-23 19:16:58", "ignored": False}
    scores = scores or (score(ANN, "105", won=True), score(BOB, "62"))
    return {**usual, "playerScores": list(scores), **changed}


def export(*plays: Any, **lists: Any) -> str:
    """An export with these plays, and one of chess."""
    chess = play(score(ANN, None, won=True), score(BOB, None), gameRefId=7, uuid="chess")
    return json.dumps(
        {"tags": [], "games": [CHESS, GIN], "players": PLAYERS, "plays": [*plays, chess], **lists}
    )


def read(text: str, choices: Choices = Choices()) -> Plays:  # noqa: B008 (it is frozen)
    """The plays of gin rummy in an export."""
    found = read_export(StringIO(text))
    return read_plays(found.only(found.gin), choices)


def totals(plays: Plays) -> list[tuple[int, ...]]:
    """What each player has in each match, who has won them last: None for a draw."""
    scored = [sheet(each.hands, each.rules, 0, each.table, ends_after_last=True) for each in plays.matches]
    return [(*each.game.running, each.match.winner) for each in scored]


@pytest.mark.parametrize(
    "game",
    [
        {"name": "GIN RUMMY (house)"},
        {"name": "Gin"},
        {"name": "Romé", "bggName": "Gin Rummy"},
        {"name": "Gin  Rummy", "bggName": None},
    ],
)
def test_gin_is_found_by_the_games_own_name_or_that_of_boardgamegeek(game: dict[str, Any]) -> None:
    assert totals(read(export(play(), games=[CHESS, {"id": 1, **game}]))) == [(105, 62, 0)]


def test_two_games_of_gin_come_in_together() -> None:
    other = {"id": 2, "name": "Online", "bggName": "Gin Rummy"}

    assert len(read(export(play(), play(gameRefId=2, uuid="b"), games=[CHESS, GIN, other])).matches) == 2


@pytest.mark.parametrize(
    "written, points",
    [
        ("50+55", 105),
        ("25 + 10 + 70", 105),
        ("51-6", 45),
        ("-10", -10),
        (105, 105),
        (None, 0),
        (" ", 0),
        ("12.5", None),
        ("10+2.5", None),
        ("1+" * 600 + "1", None),
        ([1], 0),
    ],
)
def test_a_score_is_a_whole_number_or_a_sum_of_some(written: object, points: int | None) -> None:
    assert score_of(written) == points


@pytest.mark.parametrize(
    "wrong, names, sentence",
    [
        (
            play(*(score(player, "9") for player in (ANN, BOB, CID, DAN))),
            "Ann, Bob, Cid, Dan",
            "two or three",
        ),
        (play(score(ANN, "105")), "Ann", "two or three"),
        (play(score(ANN, "12.5"), score(BOB, "7")), "Ann, Bob", "The points can’t be read."),
        (play(score(ANN, "10000001"), score(BOB, "7")), "Ann, Bob", "The points can’t be read."),
        (play(ignored=True), "Ann, Bob", "It is ignored in BG Stats."),
        (play(playDate="9999-10-23"), "Ann, Bob", "is not a date that has been."),
        (play(playDate="some day"), "Ann, Bob", "It has no date."),
        (play(score(ANN, "105"), score(99, "7")), "Ann", "The names can’t be read."),
        (play(score(ANN, ""), score(BOB, "0")), "Ann, Bob", "Nobody has points."),
        (play(score(ANN, "", won=True), score(BOB, "", won=True)), "Ann, Bob", "Nobody has points."),
    ],
)
def test_a_play_that_cant_be_used_is_left_out_by_day_and_names(
    wrong: dict[str, Any], names: str, sentence: str
) -> None:
    plays = read(export(wrong, play(uuid="b")))

    assert totals(plays) == [(105, 62, 0)]
    [left_out] = plays.left_out
    assert left_out.place.endswith(f", {names}")
    assert left_out.place.startswith(("October 23, 2020, ", "October 23, 9999, ", "some day, "))
    assert sentence in left_out.sentence


def test_a_play_is_known_again_that_was_imported_before_whole_exports_were() -> None:
    [match] = read(export(play(comments="At the club"))).matches

    assert match.id == hashed("bg stats", "a")[:32]


LOWEST = {**GIN, "highestWins": False}


@pytest.mark.parametrize(
    "scores, game",
    [
        ((score(ANN, "40", won=True), score(BOB, "62")), GIN),
        ((score(ANN, "62", won=True), score(BOB, "62")), GIN),
        ((score(ANN, "40", won=True), score(BOB, "62")), LOWEST),
        ((score(ANN, "40"), score(BOB, "62")), LOWEST),
        ((score(ANN, "62", won=True), score(BOB, "40", won=True)), GIN),
    ],
    ids=["fewer points", "level", "the lowest wins", "the lowest wins, unmarked", "both have won"],
)
def test_a_winner_without_the_most_points_is_asked_about(scores: Any, game: Any) -> None:
    text = export(play(*scores), games=[CHESS, game])
    asked = read(text)

    assert asked.matches == []
    [(key, question)] = asked.questions.items()
    assert question.place == "October 23, 2020, Ann, Bob"
    assert len(read(text, Choices(as_they_are=frozenset({key}))).matches) == 1
    assert len(read(text, MOST_TAKEN).matches) == 1


def test_points_that_are_taken_as_they_are_decide_who_wins() -> None:
    fewer = play(score(ANN, "40", won=True), score(BOB, "62"))
    level = play(score(ANN, "62", won=True), score(BOB, "62"), uuid="b")

    assert totals(read(export(fewer, level), MOST_TAKEN)) == [(40, 62, 1), (62, 62, None)]


def test_a_draw_of_two_winners_and_plays_without_a_winner_need_no_question() -> None:
    level = play(score(ANN, "62", won=True), score(BOB, "62", won=True))
    unmarked = play(score(ANN, "62"), score(BOB, "40"), score(CID, ""), uuid="b")

    assert totals(read(export(level, unmarked))) == [(62, 62, None), (62, 40, 0, 0)]


def test_a_play_with_only_a_winner_counts_if_that_is_chosen() -> None:
    text = export(play(score(ANN, ""), score(BOB, "", won=True), comments="Quick one"))
    off, on = read(text), read(text, Choices(counts_wins=True))

    assert (off.matches, off.only_won) == ([], 1)
    assert [(each.place, each.sentence) for each in off.left_out] == [
        ("October 23, 2020, Ann, Bob", "Only the winner is known.")
    ]
    assert totals(on) == [(0, 1, 1)]
    assert [match.remark for match in on.matches] == ["points not noted – Quick one"]
    assert on.left_out == []


def test_a_comment_is_the_remark_and_cut_at_200_characters() -> None:
    plays = read(export(play(comments="Rain.\nTwo\u202e pots"), play(uuid="b", comments="x" * 201)))

    assert [match.remark for match in plays.matches] == ["Rain. Two pots", "x" * 200]
    assert [each.sentence for each in plays.cut] == ["The comment is cut after 200 characters."]


def test_players_of_one_name_have_a_number_in_every_play() -> None:
    names = ["Chris", "chris", "Chris 2", "Chris"]
    players = [{"id": 1 + nth, "name": name} for nth, name in enumerate(names)]
    pairs = [(1, 2), (2, 3), (4, 1)]
    plays = [play(score(one, "9"), score(two, "5"), uuid=str((one, two))) for one, two in pairs]

    found = [match.players for match in read(export(*plays, players=players)).matches]
    assert found == [("Chris", "chris 3"), ("chris 3", "Chris 2"), ("Chris 4", "Chris")]


def test_only_players_of_gin_are_counted() -> None:
    players = [{"id": 5, "name": "Ann"}, *PLAYERS]
    chess = play(score(5, "1"), score(BOB, "0"), gameRefId=7)

    assert read(export(play(), chess, players=players)).matches[0].players == ("Ann", "Bob")


def sheet_of(*groups: list[tuple[object, object]], kind: str = "groups", **of_row: Any) -> str:
    """A score sheet with the points of Ann and Bob in each row; None for a blank cell."""
    rows = [
        [
            {
                "label": "{row}.",
                "scores": {f"u{at}": each for at, each in enumerate(row, 1) if each is not None},
            }
            | of_row
            for row in group
        ]
        for group in groups
    ]
    return json.dumps({"scoreType": "bestTotalWins", kind: [{"rows": each} for each in rows]})


def hands(scoresheet: object, **changed: Any) -> list[tuple[int, int]]:
    """Who has won how much in each hand; none, if the totals come in."""
    [match] = read(export(play(scoresheet=scoresheet, **changed))).matches
    return [(each.knocker or 0, each.laid.points) for each in match.hands if isinstance(each, Hand)]  # type: ignore[union-attr]


THREE_HANDS = [("45", None), (None, "62"), ("60", "0"), (None, None)]


@pytest.mark.parametrize(
    "scoresheet",
    [
        sheet_of(THREE_HANDS),
        sheet_of(THREE_HANDS, kind="rounds"),
        sheet_of(THREE_HANDS[:1], THREE_HANDS[1:]),
        sheet_of([("25", ""), ("20", "")], [("", "62")], [("30+30", "")]),
    ],
    ids=["rows", "as older versions call it", "games of several hands", "rounds of several rows"],
)
def test_rounds_are_hands_if_one_of_two_has_points_in_each(scoresheet: str) -> None:
    assert hands(scoresheet) in ([(0, 45), (1, 62), (0, 60)], [(0, 25), (0, 20), (1, 62), (0, 60)])


def test_the_score_sheet_may_have_keys_of_its_own() -> None:
    renamed = sheet_of(THREE_HANDS).replace('"u1"', '"other"')
    scores = [
        score(ANN, "105") | {"metaData": '{"scoreUuid":"other"}'},
        score(BOB, "62") | {"metaData": '{"scoreUuid":"u2"}'},
    ]

    assert hands(renamed, playerScores=scores) == [(0, 45), (1, 62), (0, 60)]


@pytest.mark.parametrize(
    "scoresheet",
    [
        sheet_of([("45", "2"), (None, "60"), ("60", None)]),
        sheet_of([("45", None), (None, "62"), ("59", None)]),
        sheet_of([("0", "0"), ("105", None), (None, "62")]),
        sheet_of([("105.5", None), (None, "62")]),
        sheet_of([("105", None), (None, "62")], negative=True),
        sheet_of(),
        "",
        "[]",
        '{"groups": [{"rows": [{"scores": [1]}]}]}',
        "[" * 50_000,
        5,
        {"groups": []},
    ],
)
def test_any_other_score_sheet_leaves_the_totals(scoresheet: object) -> None:
    assert hands(scoresheet) == []


def test_three_players_have_totals() -> None:
    three = [score(ANN, "45"), score(BOB, "62"), score(CID, "9")]

    assert hands(sheet_of([("45", None), (None, "62")]), playerScores=three) == []


def sent(browser: Browser, text: str, status: int = 200) -> Page:
    """Sends an export as a file, and returns the page after it."""
    token = browser.get("/import").inputs["csrf_token"]
    head = "--x\r\nContent-Disposition: form-data; name="
    file = f'"file"; filename="BGStatsExport.json"\r\n\r\n{text}'
    body = f'{head}"csrf_token"\r\n\r\n{token}\r\n{head}{file}\r\n--x--\r\n'
    kind = "multipart/form-data; boundary=x"
    answer = browser.client.post("/import", data=body.encode(), content_type=kind)
    assert answer.status_code == status, answer.text
    return Page(answer.text, "/import")


def chosen(browser: Browser, page: Page, status: int = 200, **fields: str) -> Page:
    """The page after something was chosen on the preview, or after "Import"."""
    return browser._send(page, page.form_with({"game"}), fields, status)


def here(app: Flask, browser: Browser) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """The matches of this phone: who played, and the totals."""
    with app.app_context():
        return [(match.players, tuple(match.snapshot.totals)) for match in matches_of(browser.device)]


@pytest.mark.full
def test_an_export_larger_than_any_other_form_comes_in(app: Flask, browser: Browser) -> None:
    filler = [play(gameRefId=7, uuid=f"chess {nth}", comments="e4 e5 " * 40) for nth in range(1_500)]
    plays = [play(uuid=f"gin {nth}") for nth in range(510)]
    text = export(*filler, *plays)
    assert len(text) > 700_000

    page = sent(browser, text)
    assert "510 matches" in page.text
    with app.app_context(), WaitingFile(page_id(page), "").opened() as (_about, spool):
        assert "chess" not in spool.read().casefold()

    chosen(browser, page, 303, **{"import": "1"})
    assert here(app, browser)[0] == (("Ann", "Bob"), (105, 62))
    assert "These 510 matches are here already" in sent(browser, text).text


def test_what_is_ticked_comes_in(app: Flask, browser: Browser) -> None:
    fewer = [play(score(ANN, str(nth), won=True), score(BOB, "62"), uuid=str(nth)) for nth in (10, 20)]
    won = play(score(ANN, "", won=True), score(CID, ""), uuid="won")
    page = sent(browser, export(*fewer, won, play(ignored=True)))
    assert "10 : 62. Won in BG Stats by Ann." in page.text
    assert "October 23, 2020, Ann, Cid: Only the winner is known." in page.text
    assert "October 23, 2020, Ann, Bob: It is ignored in BG Stats." in page.text
    assert "Import" not in page.buttons

    page = chosen(browser, page, as_they_are="0")
    assert "One match" in page.text
    page = chosen(browser, page, 303, as_they_are="0", counts_wins="1", **{"import": "1"})

    assert sorted(here(app, browser)) == [(("Ann", "Bob"), (10, 62)), (("Ann", "Cid"), (1, 0))]


def test_the_only_new_match_is_shown_and_a_button_pressed_twice_leads_there_too(
    app: Flask, browser: Browser, another_phone: Callable[[], Browser]
) -> None:
    page = sent(browser, export(play()))
    assert another_phone().client.post(page.forms[0].element["action"]).status_code in (400, 404)

    first = chosen(browser, page, 303, **{"import": "1"})
    before = rows_of(app)
    again = chosen(browser, page, 303, **{"import": "1"})

    assert (first.heading, again.path) == ("Ann and Bob", first.path)
    assert rows_of(app) == before


def test_without_gin_the_games_of_the_file_are_offered(app: Flask, browser: Browser) -> None:
    canasta = [play(gameRefId=3, uuid=f"c{nth}") for nth in range(2)]
    page = sent(browser, export(*canasta, games=[CHESS, {"id": 3, "name": "Knock"}, {"id": 4, "name": "Go"}]))
    options = [each.text for each in page.root.all("option")]
    assert options == ["Knock (2 plays)", "Chess (1 play)"]

    assert "Of 1 play only the winner is known" in chosen(browser, page, game="7").text
    page = chosen(browser, page, game="3")
    assert "2 matches" in page.text
    chosen(browser, page, 303, **{"import": "1"})
    assert len(here(app, browser)) == 2


def test_the_first_twelve_plays_that_are_left_out_are_named(browser: Browser) -> None:
    text = sent(browser, export(play(), *(play(uuid=str(nth), ignored=True) for nth in range(15)))).text

    assert text.count("It is ignored in BG Stats.") == 12
    assert "and 3 more plays" in text


def test_more_plays_than_one_import_can_have_are_refused(browser: Browser) -> None:
    assert "up to 8,000 plays" in sent(browser, export(*[play()] * 8_001), status=422).text


def posted(browser: Browser, text: str) -> int:
    """The status of the answer to a pasted export."""
    token = browser.get("/import").inputs["csrf_token"]
    return browser.client.post("/import", data={"csrf_token": token, "text": text}).status_code


@pytest.mark.parametrize("name", ["games", "players", "plays"])
@pytest.mark.parametrize("wrong", [1, "x", None, [], [1], [[]], [{}], {"id": {}}])
def test_lists_with_anything_in_them_are_no_error(browser: Browser, name: str, wrong: object) -> None:
    asked = {
        "csrf_token": browser.get("/import").inputs["csrf_token"],
        "text": export(play(), **{name: wrong}),
    }

    assert browser.client.post("/import", data=asked).status_code in (200, 422)


@pytest.mark.parametrize("wrong", [1, "x", None, [], {}, [1], [[]], [{}], {"a": 1}, True, 1e400, "[" * 9_000])
def test_plays_with_anything_in_them_are_no_error(wrong: object) -> None:
    scores = [score(ANN, "9"), score(BOB, "5")]
    of_scores = ([each | {name: wrong} for each in scores] for name in FIELDS_OF_SCORE)
    changed = [*({name: wrong} for name in FIELDS["plays"]), *({"playerScores": each} for each in of_scores)]
    for each in changed:
        with suppress(UnreadableExportError):
            read(export(play(**{"scoresheet": sheet_of(THREE_HANDS)} | each)), MOST_TAKEN)


@pytest.mark.parametrize("half", ["name", "comment"])
def test_half_a_character_anywhere_is_no_export(browser: Browser, half: str) -> None:
    players = [{"id": ANN, "name": "\ud83d"}] if half == "name" else PLAYERS
    text = export(play(comments="\ud83d" if half == "comment" else ""), players=players)

    assert posted(browser, text) == 422
