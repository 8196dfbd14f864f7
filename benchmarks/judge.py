"""How long the server takes for a verdict: ``python -m benchmarks.judge``.

Every figure is the time from the request to the whole answer inside the server, the fragment that follows
each tap as well as the page. Random hands are dealt from the pack; nasty ones are those with the most
arrangements, the most sets and runs at once, and the most ways to lay a knocker's cards.
"""

import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

from flask.testing import FlaskClient

from app import create_app
from models.gin.cards.cards import PACK, Group
from models.gin.hand.arrangements import arrangements_within, best_arrangements
from models.gin.hand.declaration import Spread
from models.gin.rules.house_rules import STANDARD
from views.shared.judge_links import Question
from views.shared.rules_links import CustomRules

SEED = 1913
HANDS = 300
ROUNDS = 5
TRIED = 4000
"""How many hands are tried, to keep the nastiest."""
MOST = 100.0
"""Milliseconds that a verdict may take."""

PAGAT = CustomRules.named("pagat")
TAP = {"X-Part": "verdict"}


def hands(rng: random.Random) -> Iterator[Question]:
    """Hands of one to fourteen cards, as they are dealt."""
    for number in range(HANDS):
        yield Question(PAGAT, (tuple(rng.sample(PACK, 1 + number % 14)),))


def block(rng: random.Random, size: int) -> Group:
    """Cards of few neighbouring ranks, so that sets and runs compete for them."""
    lowest = rng.randint(1, 10)
    near = [card for card in PACK if lowest <= card.rank < lowest + 4]
    return tuple(rng.sample(near, min(size, len(near))))


def nasty_hands(rng: random.Random) -> list[Question]:
    """The hands with the most arrangements, eleven cards and fourteen."""
    tried = [block(rng, size) for size in (11, 14) for _ in range(TRIED)]
    tried.sort(key=lambda cards: -len(best_arrangements(cards)))
    return [Question(PAGAT, (cards,)) for cards in tried[: HANDS // 2]]


def showdown(knocker: Spread, rng: random.Random) -> Question:
    """Ten other cards against a spread."""
    others = [card for card in PACK if card not in knocker.cards]
    near = [card for card in others if any(abs(card.rank - held.rank) < 3 for held in knocker.cards)]
    return Question(PAGAT, (tuple(rng.sample(near if len(near) >= 10 else others, 10)),), knocker)


def showdowns(rng: random.Random) -> list[Question]:
    """Knockers with the most ways to lay their cards, each against cards near them."""
    tried = [block(rng, 10) for _ in range(TRIED)]
    ways = {cards: arrangements_within(cards, STANDARD.knock_limit) for cards in tried}
    nastiest = sorted((cards for cards in ways if ways[cards]), key=lambda cards: -len(ways[cards]))
    return [showdown(ways[cards][0], rng) for cards in nastiest[: HANDS // 2]]


def times(client: FlaskClient, questions: list[Question], headers: dict[str, str]) -> list[float]:
    """Milliseconds to each answer, the quickest of some rounds; the first of all warms the tables."""
    paths = [PAGAT.judge_url(**each.query) for each in questions]
    client.get(paths[0], headers=headers)
    return [
        min(_timed(lambda path=path: client.get(path, headers=headers)) for _ in range(ROUNDS))
        for path in paths
    ]


def _timed(ask: Callable[[], object]) -> float:
    started = perf_counter()
    ask()
    return 1000 * (perf_counter() - started)


def main() -> None:
    """Prints a line for each kind of question, and fails if a verdict took too long."""
    rng = random.Random(SEED)
    kinds = {
        "hands, as dealt": list(hands(rng)),
        "hands, nasty": nasty_hands(rng),
        "showdowns, nasty": showdowns(rng),
    }
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE_PATH": folder, "SECRET_KEY": "for a benchmark"})
        with app.test_request_context():
            client = app.test_client()
            print(f"{'milliseconds':<34}{'asked':>8}{'median':>10}{'slowest':>10}")
            for kind, questions in kinds.items():
                for part, headers in (("a tap", TAP), ("the page", {})):
                    taken = times(client, questions, headers)
                    slowest = max(slowest, *taken)
                    print(f"{kind + ', ' + part:<34}{len(taken):>8}{median(taken):>10.1f}{max(taken):>10.1f}")
    sys.exit(slowest > MOST)


if __name__ == "__main__":
    main()
