"""Properties of all cards, hands, rules and sheets, at every table."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from models.gin.cards.cards import (
    Card,
    Cards,
    Group,
    NotACardError,
    format_cards,
    format_groups,
    parse_cards,
    read_cards,
    read_groups,
)
from models.gin.document.reading import read_hand, read_match, read_rules
from models.gin.document.writing import MatchDocument, write_hand, write_match, write_rules, write_sheet
from models.gin.hand.arrangements import least_deadwood
from models.gin.hand.problems import problems
from models.gin.hand.scoring import Hand, awards, multiplier, score
from models.gin.money import account
from models.gin.rules.house_rules import KINDS, HouseRules
from models.gin.rules.options import MatchBy, Redeal, Side, TiedGame
from models.gin.rules.seating import Table, Totals
from models.gin.sheet.columns import Column, summed
from models.gin.sheet.extra_lines import OpeningScores
from models.gin.sheet.games import ScoredHand
from models.gin.sheet.sheet import Sheet, sheet
from tests.gin.careful import differences
from tests.gin.golden import sheet_of
from tests.gin.strategies import (
    any_rules,
    card_sets,
    declarations,
    evenings,
    groups,
    hands,
    hands_by_count,
    limited_evenings,
    matches,
    with_hands,
)
from tests.profiles import examples

# Notation


@given(card_sets)
def test_cards_are_read_as_they_are_written(cards: Cards) -> None:
    assert parse_cards(format_cards(cards)) == cards


@given(groups)
def test_groups_are_read_as_they_are_written(laid: tuple[Group, ...]) -> None:
    assert read_groups(format_groups(laid)) == laid


@given(card_sets.map(sorted), st.randoms(use_true_random=False))
def test_cards_are_read_however_they_are_typed(cards: list[Card], random) -> None:
    signs = dict(zip("SHDC", "♠♥♦♣", strict=True))

    def typed(card: Card) -> str:
        rank = random.choice(
            [card.rank.letter, str(card.rank.value) if 1 < card.rank < 11 else card.rank.letter]
        )
        suit = random.choice([card.suit.value, signs[card.suit]])
        word = random.choice([rank + suit, suit + rank])
        return random.choice([word, word.lower()])

    assert read_cards(random.choice([" ", ", ", "\n", " + "]).join(map(typed, cards))) == tuple(cards)


@given(st.text())
def test_any_text_is_cards_or_is_refused_with_its_words(text: str) -> None:
    try:
        cards, unread = read_cards(text), ()
    except NotACardError as error:
        cards, unread = (), error.words

    assert all(unread)
    assert read_cards(format_cards(cards)) == cards


# Documents


@given(any_rules)
def test_rules_are_read_as_they_are_written(rules: HouseRules) -> None:
    assert read_rules(json.loads(json.dumps(write_rules(rules)))) == rules


@given(matches())
def test_a_match_is_read_as_it_is_written(match: MatchDocument) -> None:
    assert read_match(json.dumps(write_match(match))) == match
    assert read_match(json.dumps(write_match(match), ensure_ascii=False)) == match


@given(any_rules.flatmap(lambda rules: st.tuples(st.just(rules), hands(rules))))
def test_a_hand_is_read_as_it_is_written(table: tuple[HouseRules, Hand]) -> None:
    rules, hand = table

    assert read_hand(json.loads(json.dumps(write_hand(hand))), rules) == hand


# Hands


@given(any_rules.flatmap(lambda rules: st.tuples(st.just(rules), declarations(rules))))
def test_scoring_by_cards_equals_scoring_by_its_counts(table) -> None:
    rules, laid = table

    assert list(problems(laid, rules)) == []
    assert score(laid, rules) == score(laid.count(rules), rules)


@given(any_rules.flatmap(lambda rules: st.tuples(st.just(rules), declarations(rules))))
def test_laying_off_never_leaves_more(table) -> None:
    rules, laid = table

    assert rules.deadwood(laid.defender.unmatched) <= least_deadwood(laid.defender_cards, rules)


@given(any_rules.flatmap(lambda rules: st.tuples(st.just(rules), hands(rules))))
def test_the_parts_of_a_hand_make_its_points(table: tuple[HouseRules, Hand]) -> None:
    rules, hand = table
    result, count = score(hand.laid, rules), hand.count(rules)

    award = awards(rules)[result.outcome]
    off = rules.gin_off_bonus * (result.gin_off and result.winner is Side.DEFENDER)
    times = multiplier(rules, count.upcard)
    assert (result.boxes > 0) is (result.winner is not None)
    assert all(after.total == before.total + after.amount for before, after in pairwise(result.steps))
    if result.winner is None:
        assert (result.steps, result.points, result.boxes) == ((), 0, 0)
    else:
        difference = abs(count.knocker - count.defender)
        assert result.steps[0].amount == difference
        bonuses = (award.bonus + off) * (times if rules.spade_doubles_bonus else 1)
        assert result.points == difference * times + bonuses >= 0
        assert count.knocker <= count.defender or result.winner is Side.DEFENDER


# Sheets


def mirrored(pair: Totals) -> Totals:
    return pair[1], pair[0]


def entries(whole: Sheet, game: int, column: int) -> list[tuple[int, int, int]]:
    """Who won, points and boxes, of each hand written in a column."""
    return [
        (scored_hand.winner, scored_hand.points, scored_hand.boxes)
        for scored_hand in whole.games[game].hands
        if column in scored_hand.columns and scored_hand.winner is not None
    ]


@given(with_hands(hands, most=12))
def test_a_sheet_is_written_of_any_hands_that_can_stand(table: tuple[HouseRules, list[Hand]]) -> None:
    rules, played = table

    whole = sheet(played, rules)

    assert [scored_hand.hand for scored_hand in whole.hands] == played
    assert [scored_hand.number for scored_hand in whole.hands] == list(range(1, len(played) + 1))
    assert [scored_hand for game in whole.games for scored_hand in game.hands] == [
        scored_hand for scored_hand in whole.hands if not scored_hand.past_the_end
    ]
    assert all(game.over for game in whole.games[:-1])
    json.dumps(write_sheet(whole))


@given(with_hands())
def test_every_column_is_the_sum_of_its_hands_and_bonuses(table: tuple[HouseRules, list[Hand]]) -> None:
    """What a loser scores is compared below, where columns are worked out a second time."""
    rules, played = table
    whole = sheet(played, rules.but(gin_off_vs_gin=False))

    for game in whole.games:
        for number, column in enumerate(game.columns):
            written = entries(whole, game.number - 1, number)
            for player in (0, 1):
                assert_summed(column, player, written)


def assert_summed(column: Column, player: int, written: list[tuple[int, int, int]]) -> None:
    rules = column.rules
    won = [(points, boxes) for winner, points, boxes in written if winner == player]
    lost = sum(points for winner, points, _ in written if winner != player)
    points = sum(points for points, _ in won) - lost * rules.loser_negative
    boxes = sum(boxes for _, boxes in won)
    taken = sum(boxes for winner, _, boxes in written if winner != player) * rules.loser_negative
    at_once = (boxes - taken) * rules.box_bonus * (rules.box_timing == "immediate")

    assert (column.hands_won[player], column.boxes[player]) == (len(won), boxes)
    assert column.running[player] == points + at_once
    if column.final is not None:
        assert column.final[player] == points + sum(each[player] for each in column.bonuses.values())


@given(with_hands())
def test_a_game_is_over_as_soon_as_every_column_has_ended(table: tuple[HouseRules, list[Hand]]) -> None:
    rules, played = table

    for game in sheet(played, rules).games:
        ends = [end_of(column, rules, game.hands, index) for index, column in enumerate(game.columns)]
        assert game.over is (None not in ends)
        assert not game.over or len(game.hands) == max(end or 0 for end in ends)


def end_of(column: Column, rules: HouseRules, hands: Sequence[ScoredHand], index: int) -> int | None:
    """After how many hands a column ends: at its target, or at the limit unless a tie is played on."""
    turns, limit, if_tied = 0, rules.max_hands, rules.tied_after_max_hands
    for number, scored_hand in enumerate(hands, 1):
        totals = scored_hand.column_totals[index]
        turns += scored_hand.winner is not None or rules.redeal_after_dead_hand is Redeal.ROTATE
        in_a_round = if_tied is TiedGame.END_OF_ROUND and turns % 2 == 1
        plays_on = totals[0] == totals[1] and if_tied is not TiedGame.DRAWN
        at_limit = limit is not None and number >= limit and not plays_on
        if max(totals) >= column.rules.target or (at_limit and (number == limit or not in_a_round)):
            return number
    return None


@given(with_hands())
def test_totals_of_a_game_are_those_of_its_columns(table: tuple[HouseRules, list[Hand]]) -> None:
    rules, played = table

    for game in sheet(played, rules).games:
        if game.hands:
            assert game.hands[-1].totals == game.running
        if game.final is not None and game.difference is not None:
            columns = [column.final or () for column in game.columns]
            extra = rules.all_columns_shutout_bonus if game.all_columns_shut_out_by is not None else 0
            assert sum(game.final) == sum(map(sum, columns)) + extra
            often = [game.times, *(column.shutout_times * column.factor for column in game.columns)]
            assert max(often) > 1 or game.difference == game.final[0] - game.final[1]


@given(with_hands(), st.data())
def test_a_corrected_sheet_is_the_sheet_entered_right_at_once(
    table: tuple[HouseRules, list[Hand]], data: st.DataObject
) -> None:
    rules, played = table
    if not played:
        return
    number = data.draw(st.integers(0, len(played) - 1))
    right = [*played[:number], data.draw(hands_by_count(rules)), *played[number + 1 :]]

    score_sheet = [*played]
    sheet(score_sheet, rules)
    score_sheet[number] = right[number]

    assert sheet(score_sheet, rules) == sheet(right, rules)
    assert sheet(score_sheet, rules).hands[:number] == sheet(played, rules).hands[:number]


@given(with_hands(), st.integers(0, 30))
def test_a_hand_changes_nothing_before_it(table: tuple[HouseRules, list[Hand]], number: int) -> None:
    rules, played = table

    assert sheet(played, rules).hands[:number] == sheet(played[:number], rules).hands


@given(with_hands())
def test_zero_sum_totals_mirror_each_other(table: tuple[HouseRules, list[Hand]]) -> None:
    rules, played = table
    whole = sheet(played, rules.but(loser_negative=True))

    assert all(sum(scored_hand.totals) == 0 for scored_hand in whole.hands)


@given(with_hands())
def test_the_same_hands_from_the_other_chair_are_the_same_sheet(table: tuple[HouseRules, list[Hand]]) -> None:
    rules, played = table
    swapped = [Hand(None if hand.knocker is None else 1 - hand.knocker, hand.laid) for hand in played]

    ours, theirs = sheet(played, rules, 0), sheet(swapped, rules, 1)

    assert [scored_hand.totals for scored_hand in ours.hands] == [
        mirrored(scored_hand.totals) for scored_hand in theirs.hands
    ]
    assert [scored_hand.dealer for scored_hand in ours.hands] == [
        1 - scored_hand.dealer for scored_hand in theirs.hands
    ]
    assert ours.match.games_won == mirrored(theirs.match.games_won)
    assert [game.difference for game in ours.games] == [
        None if game.difference is None else -game.difference for game in theirs.games
    ]


def test_every_kind_of_rule_is_drawn() -> None:
    """The strategies draw from the fields' own kinds, so that a new field is drawn too."""
    assert set(KINDS) == set(HouseRules.__dataclass_fields__)


@given(evenings(rounds=True))
def test_a_match_is_the_same_after_export_and_import(match: MatchDocument) -> None:
    again = read_match(json.dumps(write_match(match)))

    assert again == match
    assert write_sheet(sheet_of(again)) == write_sheet(sheet_of(match))


@given(evenings(rounds=True))
def test_a_match_may_end_after_its_last_line(match: MatchDocument) -> None:
    """The match is over if anything is on it. A column that was open has what stood there; others stay."""
    open_end = sheet_of(match)
    whole = sheet(match.hands, match.rules, match.first_dealer, match.table, ends_after_last=True)

    assert whole.match.over == bool(match.hands)
    assert whole.ended_here == (whole.match.over and not open_end.match.over)
    assert whole.hands == open_end.hands
    for before, after in zip(open_end.games, whole.games, strict=True) if match.hands else ():
        assert after.over
        for was, column in zip(before.columns, after.columns, strict=True):
            assert column.running == was.running
            if was.ended:
                assert column == was
            else:
                assert column.final == summed([was.running, was.penalties])


@given(evenings(rounds=True))
def test_the_parts_of_a_sheet_are_its_totals(match: MatchDocument) -> None:
    """Every hand stands on the sheet once, and what its lines write is what its columns hold.

    What a loser scores may stand in other columns; the next test has it.
    """
    match = replace(match, rules=match.rules.but(gin_off_vs_gin=False))
    whole, rules = sheet_of(match), match.rules
    sides = whole.table.sides

    hands = [each for each in match.hands if isinstance(each, Hand)]
    assert [scored_hand.hand for scored_hand in whole.hands] == hands
    assert [scored_hand.number for scored_hand in whole.hands] == list(range(1, len(hands) + 1))
    in_order = [row.hand if isinstance(row, ScoredHand) else row.line for row in whole.in_order]
    assert in_order == list(match.hands)
    for game in whole.games:
        assert list(game.hands) == [each for each in game.in_order if isinstance(each, ScoredHand)]
        for index, column in enumerate(game.columns):
            if game.extra_lines:
                continue
            scored = [
                entry
                for scored_hand in game.hands
                for entry, columns in zip(scored_hand.entries, scored_hand.places, strict=True)
                if index in columns
            ]
            points = [sum(entry.points for entry in scored if entry.winner == side) for side in range(sides)]
            lost = [sum(entry.points for entry in scored if entry.loser == side) for side in range(sides)]
            taken = [points[side] - lost[side] * rules.loser_negative for side in range(sides)]
            assert (list(column.points_won), list(column.hand_points)) == (points, taken)
            if column.final is not None:
                parts = [column.hand_points, *column.bonuses.values()]
                assert column.final == tuple(sum(part[side] for part in parts) for side in range(sides))
    stood = account(whole)
    if stood is not None:
        assert sum(stood.exact) == sum(stood.amounts) == 0
        assert all(sum(owed) == 0 for owed in stood.owed.values())
        assert all(payment.amount > 0 and payment.payer != payment.payee for payment in stood.payments)
        lost = [sum(each.amount for each in stood.payments if each.payer == side) for side in range(3)]
        assert rules.stake_cap is None or max(lost) <= rules.stake_cap
        assert rules.stake_cap is not None or stood.amounts == stood.exact
        if rules.stake_rounding is not None:
            assert all(not payment.amount % rules.stake_rounding for payment in stood.payments)


@examples(120)
@given(evenings() | limited_evenings())
def test_a_match_stands_and_comes_to_what_a_careful_player_works_out(match: MatchDocument) -> None:
    """Every game as it stands, ends and is paid, who plays next, and what has decided the match."""
    assert differences(match) == []


@given(evenings(lines=False) | limited_evenings())
def test_the_first_dealer_of_a_game_follows_from_the_game_before(match: MatchDocument) -> None:
    hands = tuple(each for each in match.hands if isinstance(each, Hand))

    assert_dealers(sheet_of(replace(match, hands=hands)))


def assert_dealers(whole: Sheet) -> None:
    """The first dealer of each game follows from the game before."""
    rule, sides = whole.rules.next_game_dealer.value, whole.table.sides
    if whole.table is Table.WINNER_STAYS:
        return
    for before, after in pairwise(whole.games):
        first, dealer = whole.table.side(before.hands[0].dealer), before.next_dealer
        if rule == "alternate":
            assert dealer == (first + 1) % sides
        if rule == "winner" and before.winner is not None:
            assert dealer == before.winner
        if rule == "loser" and before.winner is not None:
            assert dealer != before.winner or sides == 3
        if after.hands and whole.table.people != 3:
            assert whole.table.side(after.hands[0].dealer) == dealer


@given(evenings())
def test_a_match_is_over_when_somebody_has_the_games_that_win_it(match: MatchDocument) -> None:
    whole = sheet_of(match)
    won = [0] * whole.table.sides
    for each in match.hands:
        if isinstance(each, OpeningScores) and each.games and match.rules.match_by is MatchBy.GAMES:
            won = [*each.games]
    for game in whole.games:
        if game.winner is not None:
            won[game.winner] += 1
    finished = [game for game in whole.games if game.over]
    needed = match.rules.games_to_win
    over = needed is not None and bool(finished) and (needed == 1 or max(won) >= needed)
    if match.rules.match_by is not MatchBy.GAMES:
        over = len(finished) == match.rules.games_in_match

    assert whole.match.over == over
    assert list(whole.match.games_won) == won
    assert over or not whole.past_the_end
