"""What an export of BG Stats of eight megabytes costs the server: ``python -m benchmarks.imports``.

It has some seven thousand plays, one in ten of gin rummy, with what such files say of them, and is sent as a
phone sends it. The preview is measured, and the import after it. The processor's time is that of the server,
and is compared with what Python's own reader takes for the same file; the memory is the most that the
server has meanwhile, above what it had before.
"""

import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from urllib.parse import urlencode

from benchmarks.served import Phone, Served, deadwood
from benchmarks.tables import Seated, seat

SIZE = 8_000_000
ROUNDS = 5
EVERY = 10
"""One play in so many is of gin rummy."""

MOST_SECONDS, MOST_MEGABYTES = 2.0, 60.0
MOST_OF_READER = 20.0
"""How many times the time of Python's reader a preview may take."""

SCORE = {"newPlayer": False, "startPlayer": False, "role": "", "rank": 0, "seatOrder": 0, "metaData": "{}"}
PLAY = {
    "modificationDate": "2025-12-08 04:26:28",
    "entryDate": "2025-12-08 04:26:28",
    "ignored": False,
    "manualWinner": False,
    "rounds": 0,
    "durationMin": 45,
    "metaData": json.dumps({"playUsedGameCopy": 1, "playGameCopyUuid": "0" * 36}),
    "playImages": "[]",
    "comments": "Two pots of tea \N{TEACUP WITHOUT HANDLE}, and rain all evening. " * 8,
    "expansionPlays": [],
}


def written_play(nth: int, path: str) -> str:
    """A play; of gin rummy, one in ten. *path* tells those of one round from another's."""
    scores = [
        SCORE | {"playerRefId": player, "score": str(points), "winner": not player}
        for player, points in enumerate((100 + nth % 50, nth % 90))
    ]
    played = {"gameRefId": nth % EVERY, "playDate": f"2020-{1 + nth % 12:02}-15 19:00:00"}
    written = {"uuid": f"{path}, {nth}", **PLAY, **played, "playerScores": scores}
    return json.dumps(written, ensure_ascii=False)


def export(path: str) -> bytes:
    """An export of the size that is measured."""
    names = ["Gin Rummy", *(f"Game {nth}" for nth in range(1, EVERY))]
    games = [{"id": nth, "name": name, "bggName": name} for nth, name in enumerate(names)]
    players = [{"id": nth, "uuid": f"{nth:036}", "name": name} for nth, name in enumerate(("Ann", "Bob"))]
    head = json.dumps({"tags": [], "games": games, "players": players})[:-1] + ', "plays": ['
    plays, size = [written_play(0, path)], len(head)
    while size < SIZE - 3_000:
        size += len(plays[-1].encode()) + 1
        plays.append(written_play(len(plays), path))
    return f"{head}{','.join(plays)}]}}".encode()


def form_with(file: bytes, seated: Seated) -> bytes:
    """The form that a phone sends with a file."""
    head = b"--x\r\nContent-Disposition: form-data; name="
    token = b'"csrf_token"\r\n\r\n' + seated.csrf.encode()
    named = b'"file"; filename="BGStatsExport.json"\r\n\r\n' + file
    return head + token + b"\r\n" + head + named + b"\r\n--x--\r\n"


def peak(server: Served, act: Callable[[], bytes]) -> tuple[bytes, float, float]:
    """The answer, the seconds of the processor, and the megabytes above those before, at the most."""
    proc = Path(f"/proc/{server.process.pid}")
    (proc / "clear_refs").write_text("5")
    before, computed = server.process.memory_info().rss, server.cpu
    answer = act()
    [most] = re.findall(r"VmHWM:\s*(\d+) kB", (proc / "status").read_text())
    return answer, server.cpu - computed, (int(most) * 1024 - before) / 1e6


def measured(server: Served, seated: Seated, path: str) -> tuple[float, float, float, float]:
    """What Python's reader takes, the preview and the import, in seconds, and the memory of the preview."""
    file = export(path)
    started = process_time()
    json.loads(file)
    reader = process_time() - started
    phone = Phone(server, {"Cookie": seated.cookie, "Accept-Language": "en"})
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    page, preview, megabytes = peak(
        server, lambda: phone.read("/import", 200, form_with(file, seated), **kind)
    )
    [waiting] = re.findall(rb'action="(/import/plays/\w+)"', page)
    pressed = urlencode({"csrf_token": seated.csrf, "import": "1"}).encode()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    _answer, imported, _more = peak(server, lambda: phone.read(waiting.decode(), 303, pressed, **form))
    return reader, preview, imported, megabytes


def main() -> None:
    """Prints every figure, and fails if a promise is broken."""
    with tempfile.TemporaryDirectory() as name:
        seated = seat(Path(name))
        with deadwood(Path(name)) as server:
            rounds = [measured(server, seated, f"round {nth}") for nth in range(1 + ROUNDS)]
    # The first one warms up, and only its memory counts: later ones find what it has left.
    reader, preview, imported, _megabytes = map(median, zip(*rounds[1:], strict=True))
    kept = [
        promise("preview, seconds", preview, MOST_SECONDS),
        promise("preview, megabytes more", max(each[3] for each in rounds), MOST_MEGABYTES),
        promise("preview, of Python's reader", preview / reader, MOST_OF_READER),
    ]
    print(f"{'import, seconds':<40}{imported:>9.2f}")
    sys.exit(not all(kept))


def promise(what: str, figure: float, most: float) -> bool:
    """Says whether it is kept."""
    print(f"{what:<40}{figure:>9.2f}{most:>9g}  {'' if figure <= most else 'BROKEN'}")
    return figure <= most


if __name__ == "__main__":
    main()
