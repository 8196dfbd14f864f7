"""A penalty and scores from paper, on a phone."""

from tests.browser.table import Sit
from tests.records.table import ANN_KNOCKS


def test_a_penalty_takes_five_taps(sit: Sit) -> None:
    ann = sit(ANN_KNOCKS)

    ann.open_menu()
    ann.follow("Penalty or adjustment")
    ann.choose("Ann")
    ann.choose("A card was shown")
    ann.sees("Bob gets 10. Ann showed a card.", "Ann 12, Bob 10.")
    ann.press("Save: Bob +10")
    ann.page.wait_for_url("**/m/*")

    ann.sees("Bob gets 10. Ann showed a card.")
    assert ann.taps == 5


def test_the_preview_follows_what_is_typed(sit: Sit) -> None:
    ann = sit(at="/lines/new?kind=paper")

    ann.write(points_0_0="62", points_0_1="40", boxes_0_1="2")
    ann.choose("Bob")

    ann.sees("Carried over from paper: Ann 62, Bob 40. Boxes: Ann 0, Bob 2. Bob deals the first hand.")
    assert not ann.page.get_by_role("button", name="Preview").is_visible()
