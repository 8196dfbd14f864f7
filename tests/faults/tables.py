"""A table at which one phone saves hands, and sends again what could not be saved for a while."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import count

from models.records.saving.pipeline import new_entry_id
from tests.faults.scoring_phones import Answer, Deadwood, start_matches
from tests.faults.servers import Server
from tests.faults.trials import Trials

PAGES = ("/", "/judge", "/matches/new", "{sheet}/history", "{sheet}/hands/new", "{sheet}/table", "/m/wrong")
READ = (200, 303, 404, 429)
"""How these pages answer, the last one with 429 if it is asked too often."""
ROOM = 200
"""More hands than fit into a write-ahead log that starts again: as long, a full disk has room."""


def different_hands() -> Iterator[Deadwood]:
    """No two are the same, and the first ones are worth little, so that no game is ever over."""
    return (Deadwood(ann, ann + worth) for worth in count(1) for ann in range(1, 11))


@dataclass(frozen=True)
class Unsaved:
    """A hand that could not be saved, and the form with which the server asks to send it again."""

    hand: Deadwood
    form: dict[str, str]


class Table:
    """A match, its phone, and the hands that the server has acknowledged."""

    def __init__(self, counted: Trials, server: Server) -> None:
        self.counted, self.server = counted, server
        [self.phone], [self.path] = start_matches(server.folder, server.url, server.port, 1)
        self.saved: list[Deadwood] = []
        self._hands = different_hands()

    def save(self, version: str = "") -> None:
        """Saves the next hand, on a form for this *version* of the sheet."""
        hand = next(self._hands)
        answer = self.phone.save(self.path, hand, version or self.version())
        self.counted.check(answer.status == 303, f"saving: {answer.status}")
        self.saved.append(hand)

    def save_until_refused(self, at_most: int, version: str = "") -> Unsaved | None:
        """Saves hands until one can't be saved: that is a 503 with the form."""
        for _ in range(at_most):
            hand, entry = next(self._hands), new_entry_id()
            answer = self.phone.save(self.path, hand, version or self.version(), entry)
            if answer.status == 503:
                self.counted.check(is_to_be_sent_again(answer, entry), f"not to be sent again: {answer}")
                return Unsaved(hand, answer.form_kept)
            self.counted.check(answer.status == 303, f"saving: {answer.status}")
            self.saved.append(hand)
        self.counted.check(False, f"{at_most} hands were saved all the same")
        return None

    def send_until_saved(self, version: str) -> None:
        """Saves the next hand, and sends it again as often as it can't be saved."""
        hand, entry = next(self._hands), new_entry_id()
        answer = self.phone.save(self.path, hand, version, entry)
        while answer.status == 503:
            self.counted.check(is_to_be_sent_again(answer, entry), f"not to be sent again: {answer}")
            answer = self.phone.post(f"{self.path}/hands/new", answer.form_kept)
        self.counted.check(answer.status == 303, f"saving: {answer.status}")
        self.saved.append(hand)

    def send_again(self, unsaved: Unsaved | None) -> None:
        """Sends what could not be saved, twice: it counts once."""
        if unsaved is None:
            return
        for _ in range(2):
            answer = self.phone.post(f"{self.path}/hands/new", unsaved.form)
            self.counted.check(answer.status == 303, f"sending again: {answer.status}")
        self.saved.append(unsaved.hand)
        self.read()

    def version(self) -> str:
        """The version stamp of the sheet."""
        return ".".join(map(str, self.read().stamp))

    def read(self, *unsaved: Unsaved | None) -> Answer:
        """Opens the sheet, which has every hand that was saved, and perhaps one that was not acknowledged."""
        sheet = self.phone.get(self.path)
        saved = tuple(self.saved)
        right = {saved, *((*saved, each.hand) for each in unsaved if each)}
        self.counted.check(
            sheet.status == 200 and sheet.hands in right,
            f"reading: {sheet.status}, {len(sheet.hands)} of {len(saved)} hands",
        )
        return sheet

    def look_around(self, right: Callable[[Answer], bool] = lambda answer: answer.status in READ) -> None:
        """Opens pages of all kinds."""
        for page in PAGES:
            answer = self.phone.get(page.format(sheet=self.path))
            self.counted.check(right(answer), f"{page}: {answer.status}")


def is_to_be_sent_again(answer: Answer, entry: str) -> bool:
    """Whether the page is a 503 with a form that can be sent again, as the same entry."""
    return answer.status == 503 and "Retry-After" in answer.headers and answer.form_kept.get("entry") == entry


def save_through(table: Table, fault: AbstractContextManager[object], saves: int) -> None:
    """Saves hands before a *fault*, reads while there is one, and saves after it."""
    for _ in range(saves):
        table.save()
    with fault:
        unsaved = table.save_until_refused(ROOM)
        table.look_around()
        table.read()
    table.send_again(unsaved)
    for _ in range(saves):
        table.save()
