"""Compares the engine with the counter on all cores; writes docs/proof.json. Goes on where it was stopped."""

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import click

from models.gin.cards.bitboards import cards_of
from models.gin.cards.cards import format_cards
from proof.comparisons import COMPARISONS, Comparison
from proof.digests import PROOF, digest_of_counter, digest_of_engine

Part = tuple[int, int, int]
"""Which comparison, and from which number to before which it goes."""
Outcome = dict[str, Any]
"""A line of the log: the part, what came out, and its seconds."""


def main() -> int:
    """Proves what is not in the log yet, and writes everything.

    :return: 1 if anything is wrong.
    """
    log = Path("instance") / f"proof-{digest_of_engine()}-{digest_of_counter()}.jsonl"
    proof = summed(prove(log, COMPARISONS), COMPARISONS)
    PROOF.write_text(json.dumps(proof, indent=1) + "\n", "utf-8")
    status = 0
    for each in proof["compared"]:
        is_right = not each["wrong"] and each["must_stand_for"] in (None, each["stand_for"])
        verdict = "right" if is_right else "WRONG"
        click.echo(f"{verdict}  {each['compared']:,} compared, {each['wrong']} wrong: {each['what']}")
        status |= not is_right
    return status


def prove(log: Path, comparisons: Sequence[Comparison]) -> list[Outcome]:
    """The outcome of every part: those in the log, and those missing there, which are added to it."""
    outcomes = _logged(log)
    done = {tuple(outcome["part"]) for outcome in outcomes}
    missing = [(comparisons[part[0]], part) for part in _parts(comparisons) if part not in done]
    with (
        log.open("a", encoding="utf-8") as lines,
        Pool() as processes,
        click.progressbar(length=sum(map(_cost, missing)), label="Comparing", show_eta=True) as bar,
    ):
        for outcome in processes.imap_unordered(_compared, missing):
            outcomes.append(outcome)
            lines.write(json.dumps(outcome) + "\n")
            lines.flush()
            comparison = comparisons[outcome["part"][0]]
            for hand in outcome["wrong"][:1]:
                click.echo(f"\nWrong, of {comparison.name}: {format_cards(cards_of(hand))}")
            bar.update(_cost((comparison, outcome["part"])))
    return outcomes


def _logged(log: Path) -> list[Outcome]:
    """What was compared before. A line that was not written to its end is taken out."""
    log.parent.mkdir(exist_ok=True)
    lines = log.read_text("utf-8").splitlines(keepends=True) if log.exists() else []
    whole = [line for line in lines if line.endswith("\n")]
    log.write_text("".join(whole), "utf-8")
    return [json.loads(line) for line in whole]


def _parts(comparisons: Sequence[Comparison]) -> Iterator[Part]:
    for number, comparison in enumerate(comparisons):
        for first, last in comparison.parts():
            yield number, first, last


def _cost(task: tuple[Comparison, Part]) -> int:
    comparison, (_, first, last) = task
    return int(comparison.cost * (last - first))


def _compared(task: tuple[Comparison, Part]) -> Outcome:
    comparison, part = task
    start = time.monotonic()
    outcome = asdict(comparison.compare(*part[1:]))
    return {"part": part, **outcome, "seconds": round(time.monotonic() - start, 1)}


def summed(outcomes: Sequence[Outcome], comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """docs/proof.json: everything that was compared and counted."""
    figures = defaultdict[str, Counter[int]](Counter)
    for outcome in outcomes:
        for name, hands in outcome["figures"].items():
            figures[name].update(dict(enumerate(hands)))
    return {
        "day": datetime.now(UTC).date().isoformat(),
        "engine": digest_of_engine(),
        "counter": digest_of_counter(),
        "compared": [
            _comparison_summed(comparison, [outcome for outcome in outcomes if outcome["part"][0] == number])
            for number, comparison in enumerate(comparisons)
        ],
        "figures": {name: [hands[at] for at in range(len(hands))] for name, hands in figures.items()},
    }


def _comparison_summed(comparison: Comparison, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "name": comparison.name,
        "what": comparison.what,
        "compared": sum(outcome["compared"] for outcome in outcomes),
        "stand_for": sum(outcome["stand_for"] for outcome in outcomes),
        "must_stand_for": comparison.must_stand_for,
        "wrong": sum(len(outcome["wrong"]) for outcome in outcomes),
        "seconds_of_a_core": round(sum(outcome["seconds"] for outcome in outcomes)),
    }


if __name__ == "__main__":
    sys.exit(main())
