"""Sixty small defects, and whether the tests notice them.

Run it by hand before and after tests are merged, moved or deleted: ``python -m tests.mutants``, in the main
folder. Each mutant is put into a copy of the source, and only the tests that can notice it are run, as far as
``make test`` runs them, until one fails.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.browser.finding import find_chromium

ROOT = Path(__file__).parent.parent
NOT_COPIED = (".git", ".venv", ".hypothesis", ".*_cache", "build", "instance", "test-results")
TIME_LIMIT = 300
"""Seconds, after which a mutant counts as killed: a test that hangs is noticed too."""


class Mutant(NamedTuple):
    """A defect."""

    title: str
    """What goes wrong for players."""
    file: str
    text: str
    """What stands there, once."""
    becomes: str
    tests: str
    """The files and folders in tests/ that can notice it."""

    def put_into(self, source: str) -> str:
        """The text of the file with the defect."""
        if (times := source.count(self.text)) != 1:
            raise OutdatedError(f"“{self.title}” must be renewed: its text is {times} times in {self.file}")
        return source.replace(self.text, self.becomes)

    @property
    def noticed_by(self) -> list[str]:
        """The files and folders with tests, and the file itself if its examples are run."""
        own = [self.file] if re.match(r"(models/gin|views)/.*\.py$", self.file) else []
        return [*own, *(f"tests/{each}" for each in self.tests.split())]


class OutdatedError(Exception):
    """Raised if the text of a mutant is not in its file exactly once."""


# fmt: off
MUTANTS = {
    "engine": (
        Mutant("a knock with exactly as many melded cards as asked for is refused",
               "models/gin/hand/problems.py",
               "<= HAND_SIZE - rules.melded_to_knock", "< HAND_SIZE - rules.melded_to_knock",
               "gin/test_problems.py"),
        Mutant("a knocker may lay eleven cards and keep deadwood",
               "models/gin/hand/problems.py",
               "(laid != MOST_IN_HAND or hand.knocker.unmatched)", "laid != MOST_IN_HAND",
               "gin/test_problems.py gin/test_scoring.py"),
        Mutant("cards that are no run and of two suits are called a run of mixed suits",
               "models/gin/cards/melds.py",
               "if len(ranks) == len(cards) and in_sequence", "if in_sequence",
               "gin/test_cards.py gin/test_verdicts.py"),
        Mutant("a card that fits two melds of the knocker is laid off on both",
               "models/gin/hand/defence.py",
               "if contested or laid_off & (in_sets | in_runs):", "if laid_off & (in_sets | in_runs):",
               "gin/test_arrangements.py"),
        Mutant("the judge calls eleven melded cards big gin where it isn’t played",
               "models/gin/hand/verdicts.py",
               "and deadwood == 0 and rules.plays_big_gin:", "and deadwood == 0:",
               "gin/test_verdicts.py views/judge/test_judge.py"),
        Mutant("a spade doubles the box of the hand besides its extra boxes",
               "models/gin/hand/scoring.py",
               "1 + times * extra if extra else times", "times * (1 + extra)",
               "gin/test_scoring.py"),
        Mutant("a spade doesn’t double what a defender scores against gin",
               "models/gin/hand/scoring.py",
               "        yield StepKind.TIMES, factors.all\n\n\ndef added_up",
               "        pass\n\n\ndef added_up",
               "gin/test_scoring.py"),
        Mutant("a double is lost if two hands in a row are dead",
               "models/gin/sheet/rounds.py",
               "min(result.multiplier, MOST_CARRIED)",
               "min(result.factors.upcard, MOST_CARRIED)",
               "gin/test_scoring.py gin/test_sheet.py"),
        Mutant("a partner who loses to the captain plays the next hand too",
               "models/gin/sheet/rounds.py",
               "return faced[1] if won.winner == 0 else waiting", "return waiting",
               "gin/test_seating.py gin/test_seats.py"),
        Mutant("a shutout doubles the boxes but not the game bonus",
               "models/gin/sheet/columns.py",
               "boxes[self.ended_by] + game)", "boxes[self.ended_by])",
               "gin/test_sheet.py gin/test_examples.py gin/test_columns.py"),
        Mutant("a game that is tied after its last hand is not drawn",
               "models/gin/sheet/columns.py",
               "return column if ahead is None and not drawn else", "return column if ahead is None else",
               "gin/test_sheet.py gin/test_between_games.py"),
        Mutant("in Hollywood, boxes without a won hand open the next column",
               "models/gin/sheet/sheet_builder.py",
               "        if entry.hands:\n            entered.update(fresh)", "        entered.update(fresh)",
               "gin/test_columns.py gin/test_seats.py gin/test_scoring.py"),
        Mutant("a hand that was dealt again counts as a deal of the last round",
               "models/gin/sheet/sheet_builder.py",
               "self.rounds_played - self.dealt_again, self", "self.rounds_played, self",
               "gin/test_sheet.py gin/test_between_games.py gin/test_seats.py"),
        Mutant("winning both hands of a round with the same points counts as a draw for the deal",
               "models/gin/sheet/rounds.py",
               " and each.loser == first.winner for each", " for each",
               "gin/test_seats.py gin/test_seating.py"),
        Mutant("the deal of the next game follows the last hand and not the first",
               "models/gin/sheet/sheet_builder.py",
               "return (first_dealer_of(game, table) + 1)", "return (game.next_dealer + 1)",
               "gin/test_between_games.py"),
        Mutant("who sits out a game gets the penalties of those who play it",
               "models/gin/sheet/extra_lines.py",
               "if other not in (side, no_part)]", "if other != side]",
               "gin/test_extra_lines.py gin/test_seats.py gin/test_properties.py"),
        Mutant("the pot of a drawn game is not in the pot of the next one",
               "models/gin/money.py",
               "waiting += game.over", "waiting = int(game.over)", "gin/test_stakes.py"),
        Mutant("the cent that is left over goes to the wrong winner",
               "models/gin/money.py",
               "floor(exact[place]) - exact[place])", "exact[place] - floor(exact[place]))",
               "gin/test_stakes.py gin/test_evening.py"),
        Mutant("hands after the end of a match are counted in the statistics",
               "models/gin/counting.py",
               "        if scored_hand.counts:\n", "        if scored_hand:\n",
               "gin/test_player_counts.py"),
        Mutant("a document that calls gin a knock is refused",
               "models/gin/document/reading.py",
               "        outcomes.add(Ending.KNOCK.value)", "        outcomes.add(Ending.GIN.value)",
               "documents"),
    ),
    "records": (
        Mutant("cards that join a hand of another phone hide the hand after it",
               "models/records/saving/hand_writes.py",
               "stamp = match.version_stamp if is_current else known", "stamp = match.version_stamp",
               "records/test_hand_writes.py"),
        Mutant("a hand from paper takes the upcard of the hand being played",
               "models/records/saving/hand_writes.py",
               "if isinstance(hand, Hand) and not isinstance(hand.laid, Points):",
               "if isinstance(hand, Hand):",
               "records/test_match_documents.py views/entry/test_hands_from_paper.py"),
        Mutant("a form that was sent before with another hand is called saved",
               "models/records/saving/hand_writes.py",
               "            and self.hand in (None, change.after)\n", "",
               "records/test_hand_writes.py"),
        Mutant("a form of a history that a backup has replaced is taken for the current one",
               "models/records/saving/pipeline.py", " and self.last in (None, match.last_entry)", "",
               "records/test_backups.py records/test_hand_writes.py"),
        Mutant("undo undoes another change of the same number in another history",
               "models/records/saving/hand_writes.py",
               "    if entry.last is not None:\n        seen = seen.where(Change.entry == entry.last)\n", "",
               "records/test_backups.py records/test_history.py"),
        Mutant("after two changes of rules, the history shows hands under the wrong rules",
               "models/records/finding/earlier_sheets.py", "agreed=change.agreed_before)",
               "agreed=self.agreed)",
               "records/test_history.py records/test_rule_changes.py views/rules/test_change_rules.py"),
        Mutant("a renewed link of a rematch is found through the match before",
               "models/records/saving/seats.py",
               "        shared.rematch_of = None\n", "", "records/test_matches.py views/sharing"),
        Mutant("matches of the first day of a month are missing in its statistics",
               "models/records/statistics.py", "date.fromisoformat(f\"{self.first}-01\")",
               "date.fromisoformat(f\"{self.first}-02\")",
               "records/test_statistics.py"),
        Mutant("ratings of a game stay though its match has left the book",
               "models/records/books/book_matches.py",
               "        outdate_ratings(locked.id, leaving.played_on)\n", "", "records/test_ratings.py"),
        Mutant("phones go on showing a name that was removed",
               "models/records/saving/deletion.py",
               "        locked.note_names_changed()\n", "", "records/test_deletion.py views/deleting"),
        Mutant("two never go on with the rules of their last match",
               "models/records/books/books.py", "changed > last", "changed != last",
               "records/test_books.py views/books/test_books.py"),
        Mutant("the history of an imported match counts a penalty as a hand",
               "models/records/files/import_rows.py", "number += isinstance(written, Hand)", "number += 1",
               "records/test_match_documents.py views/imports/test_imports.py"),
        Mutant("matches of one day that don’t fit a page of a book are on none",
               "models/records/finding/people.py",
               "tuple_(day, number) < tuple_(before.played_on, before.number)",
               "day < before.played_on", "records/test_books.py views/books"),
        Mutant("a match expires although its book was opened",
               "models/records/saving/deletion.py",
               "        ~in_use.exists(),\n", "", "records/test_deletion.py records/test_books.py"),
    ),
    "pages": (
        Mutant("a viewer is shown the scoring link",
               "views/sharing/routes.py",
               "    page = _seated(watch, book)\n    return render_template(",
               "    page = _opened(watch, book)\n    return render_template(",
               "views/sharing views/web/test_access.py"),
        Mutant("a viewer gets the form for a hand",
               "views/entry/hand_routes.py",
               "    match = seated_at(watch)\n    require_room(match)",
               "    match = opened_at(watch).match\n    require_room(match)",
               "views/sharing views/web/test_access.py"),
        Mutant("whoever has the viewing link of a book sees the page that deletes it",
               "views/books/player_routes.py", "return _delete_page(looked_after_book_at(book), book)",
               "return _delete_page(open_book(book, device()) or abort(404), book)",
               "views/books views/web/test_access.py"),
        Mutant("a form without the token of a page is accepted",
               "views/web/security.py",
               '"WTF_CSRF_SSL_STRICT": False,',
               '"WTF_CSRF_SSL_STRICT": False,\n    "WTF_CSRF_CHECK_DEFAULT": False,',
               "views/web/test_security.py views/sharing/test_seats.py"),
        Mutant("a name with a tag becomes part of the list of matches", "templates/components/matches.html",
               "{{ side }}</span>", "{{ side|safe }}</span>",
               "views/matches views/words views/language/test_translated_pages.py"),
        Mutant("viewers get a page with the settings of another viewer",
               "views/shared/etags.py",
               "(locale(), sent_display(), *map", "(locale(), *map",
               "views/shared/test_etags.py views/settings/test_settings.py"),
        Mutant("a cache between gives a phone the language that another one has chosen",
               "views/language/i18n.py",
               'response.vary.update(("Accept-Language", "Cookie"))',
               'response.vary.update(("Accept-Language",))',
               "views/settings views/language/test_i18n.py"),
        Mutant("whoever asks for a variety of Chinese gets the other one",
               "views/language/asked_languages.py",
               "for end in range(len(parts), 0, -1))", "for end in range(1, len(parts) + 1))",
               "views/settings views/language/test_i18n.py"),
        Mutant("an IPv6 visitor escapes the rate limit with another address",
               "views/web/rate_limit.py",
               "ip_network((ip, 64), strict=False)", "ip_network((ip, 128), strict=False)",
               "views/web/test_limits.py"),
        Mutant("a host that only ends like an allowed one is answered",
               "views/operations/hosts.py",
               'f".{name}".endswith(each)', "name.endswith(each[1:])", "views/operations/test_hosts.py"),
        Mutant("a wrong number of cards is called too much deadwood as well",
               "views/entry/hand_reading.py",
               "idle = problem.reason in NO_KNOCK and miscounted", "idle = False",
               "views/entry/test_by_cards.py views/entry/test_anything_typed.py"),
        Mutant("a negative number typed with a minus sign fails",
               "views/entry/line_forms.py",
               're.sub("[−–]", "-", text)', 're.sub("–", "-", text)', "views/entry"),
        Mutant("cards in a meld that its player doesn’t hold are not pointed out",
               "views/entry/fields.py",
               "if len(hand) >= HAND_SIZE else", "if len(hand) > HAND_SIZE else",
               "views/entry/test_by_cards.py views/entry/test_anything_typed.py"),
        Mutant("the third player of a new match can have the name of the first",
               "views/matches/new_match_form.py", "for other in self.names[:place]):",
               "for other in self.names[:place][-1:]):",
               "views/matches/test_new_match.py views/matches/test_larger_tables.py"),
        Mutant("a viewer is offered to undo the last change",
               "views/matches/sheet_page.py",
               "if opened.last_change is None or opened.seat is None:", "if opened.last_change is None:",
               "views/sharing/test_seats.py views/entry/test_edit_conflict.py"),
        Mutant("a spreadsheet runs a formula in a name, after a semicolon",
               "views/exports/rows.py",
               "(?:^|(?<=[,;|]))(?=", "^(?=", "views/exports"),
    ),
    "scripts": (
        Mutant("a run typed with a dash, as phones make it, is not understood",
               "static/js/cards/card_text.js",
               "const DASHES = /[-–—−…]|", "const DASHES = /[-—−…]|",
               "browser/test_the_pack.py browser/test_card_letters.py"),
        Mutant("a card is taken before it is said whose the eleventh is", "static/js/cards/pack.js",
               "trays.holderOf(card) || bigGin.asks(open)) return", "trays.holderOf(card)) return",
               "browser/test_the_pack.py"),
        Mutant("a draft of a penalty is put into the form of another line", "static/js/app/drafts.js",
               '["faced", "round", "kind"]', '["faced", "round"]',
               "browser/test_drafts.py browser/test_corrections.py"),
        Mutant("a draft replaces what a form was opened with", "static/js/app/draft_of_form.js",
               "(!given && isUnfinished(draft))", "isUnfinished(draft)", "browser/test_drafts.py"),
        Mutant("a tap on Save before the sum is known is lost", "static/js/app/hand_preview.js",
               "if (isWanted && !this.isStuck) this.save();", "", "browser/test_drafts.py"),
        Mutant("no knock with ten can be tapped: after the one comes the other player’s number",
               "static/js/app/keypad.js",
               "Number(text) * 10 <= Number", "Number(text) * 10 < Number",
               "browser/test_keypad.py browser/test_a_game.py"),
        Mutant("a page of a renewed link is asked for again and again", "static/js/app/live.js",
               'this.isOver = access === "gone";', 'this.isOver = access === "gone" && reply.status !== 410;',
               "browser/test_live.py"),
        Mutant("forms behind a refused one are sent", "static/js/offline/outbox_sending.js",
               "if (stopped.has(item.queue) || item.state === REFUSED)", "if (item.state === REFUSED)",
               "browser/test_offline.py"),
        Mutant("the page with the scoring link stays on the phone", "static/js/offline/stored_pages.js",
               "(?:share|delete|names)", "(?:delete|names)", "browser/test_offline.py"),
        Mutant("the screen goes dark once the page was hidden for a moment", "static/js/app/wake_lock.js",
               "!document.hidden && lock?.released !== false)", "!document.hidden && !lock)",
               "browser/test_live.py"),
    ),
}
# fmt: on


class Result(NamedTuple):
    """What a run of tests came to."""

    what: str
    """passed, failed or timeout; broken, if no test was run."""
    seconds: float
    said: str
    """The first test that failed, else the last line that was printed."""


class Copy:
    """A copy of the source in which one mutant at a time is tried."""

    def __init__(self, source: Path, folder: Path, marks: str) -> None:
        self._source, self._folder, self._marks = source, folder, marks
        shutil.copytree(source, folder, symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED))

    def run_with(self, mutant: Mutant) -> Result:
        """Runs the tests that can notice *mutant*, with it."""
        file = self._folder / mutant.file
        file.write_text(mutant.put_into(file.read_text("utf-8")), "utf-8")
        try:
            return self.run(mutant.noticed_by)
        finally:
            shutil.copy2(self._source / mutant.file, file)

    def run(self, tests: Sequence[str]) -> Result:
        """Runs *tests* until the first one fails. Those that are not in this source are left out."""
        there = [each for each in tests if (self._folder / each).exists()]
        if not any(each.startswith("tests/") for each in there):
            return Result("broken", 0, "none of the tests is there")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", self._marks]
        start = time.monotonic()
        with subprocess.Popen(
            [*command, *there],
            cwd=self._folder,
            env={"BROWSER_BIN": str(find_chromium() or ""), **os.environ},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process:
            try:
                said, _ = process.communicate(timeout=TIME_LIMIT)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return Result("timeout", TIME_LIMIT, "")
        return Result(what_came_of(process.returncode, said), time.monotonic() - start, last_said(said))


def what_came_of(code: int, said: str) -> str:
    """What pytest's exit code means. If every test was skipped, nothing was tried."""
    if code == 1:
        return "failed"
    return "passed" if code == 0 and re.search(r"\b\d+ passed", said) else "broken"


def last_said(said: str) -> str:
    """The first test that failed, else the last line."""
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", said, re.MULTILINE)
    return failed[1] if failed else (said.strip().splitlines() or [""])[-1]


class Copies:
    """Some copies of the source, each used by one thread at a time."""

    def __init__(self, source: Path, folder: Path, marks: str, number: int) -> None:
        self._free: SimpleQueue[Copy] = SimpleQueue()
        for nth in range(number):
            self._free.put(Copy(source, folder / str(nth), marks))

    def run(self, asked: Mutant | Sequence[str]) -> Result:
        """Runs the tests with a mutant, or just tests."""
        copy = self._free.get()
        try:
            return copy.run_with(asked) if isinstance(asked, Mutant) else copy.run(asked)
        finally:
            self._free.put(copy)


Chosen = list[tuple[int, str, Mutant]]
"""Mutants with their numbers, from 1, and areas."""


def chosen(only: Sequence[str]) -> Chosen:
    """The mutants of some areas and numbers, or all."""
    all_ = [(area, mutant) for area, mutants in MUTANTS.items() for mutant in mutants]
    numbered = [(number, *each) for number, each in enumerate(all_, 1)]
    return [each for each in numbered if not only or {str(each[0]), each[1]} & {*only}]


def try_mutants(copies: Copies, pool: ThreadPoolExecutor, mutants: Chosen) -> bool:
    """Prints a line for each mutant and a summary. Whether all are killed."""
    killed, tried = Counter[str](), Counter(area for _, area, _ in mutants)
    results = pool.map(copies.run, [mutant for *_, mutant in mutants])
    for (number, area, mutant), result in zip(mutants, results, strict=True):
        is_killed = result.what in ("failed", "timeout")
        killed[area] += is_killed
        what = "killed" if is_killed else {"passed": "SURVIVED"}.get(result.what, "BROKEN")
        print(f"{number:2} {area:8} {what:9} {result.seconds:4.0f} s  {mutant.title}", flush=True)
        print(f"{'':31}{result.said}", flush=True)
    for area in tried:
        print(f"{area:8} {killed[area]:2} of {tried[area]:2} killed")
    print(f"{'all':8} {killed.total():2} of {tried.total():2} killed")
    return killed == tried


def check_tests(copies: Copies, pool: ThreadPoolExecutor, mutants: Chosen) -> bool:
    """Prints whether each set of tests passes without a mutant. Whether all do."""
    sets = list(dict.fromkeys(tuple(mutant.noticed_by) for *_, mutant in mutants))
    results = []
    for tests, result in zip(sets, pool.map(copies.run, sets), strict=True):
        print(f"{result.what:9} {result.seconds:4.0f} s  {' '.join(tests)}  {result.said}", flush=True)
        results.append(result.what)
    return set(results) == {"passed"}


def main() -> None:
    """Tries the mutants, or checks the tests."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--only", nargs="+", default=[], help=f"numbers, or areas: {', '.join(MUTANTS)}")
    parser.add_argument("--jobs", type=int, default=1, help="how many are tried at once")
    parser.add_argument("--tree", type=Path, default=ROOT, help="another checkout in which they are tried")
    parser.add_argument("--marks", default="not full", help="only the tests that pytest selects by -m")
    parser.add_argument("--check", action="store_true", help="whether the tests pass without a mutant")
    asked = parser.parse_args()
    mutants = chosen(asked.only)
    try:
        for *_, mutant in mutants:
            mutant.put_into((asked.tree / mutant.file).read_text("utf-8"))
    except OutdatedError as error:
        parser.error(str(error))
    with TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(asked.jobs) as pool:
        copies = Copies(asked.tree, Path(folder), asked.marks, asked.jobs)
        act = check_tests if asked.check else try_mutants
        is_good = act(copies, pool, mutants)
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
