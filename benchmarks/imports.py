"""What large files cost the server that are imported: ``python -m benchmarks.imports``.

An export of BG Stats of eight megabytes has some seven thousand plays, one in ten of gin rummy, with what
such files say of them; a spreadsheet has five thousand lines. They are sent as a phone sends them. The
preview is measured, and of the export the import after it. The processor's time is that of the server and of
the process that reads a spreadsheet; for the export it is compared with what Python's own reader takes. The
memory is the most that both have meanwhile, above what the server had before.
"""

import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from statistics import median
from threading import Event, Thread
from time import process_time
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile

import psutil

from benchmarks.served import Phone, Served, deadwood
from benchmarks.tables import Seated, seat

SIZE = 8_000_000
LINES, LINES_OF_A_DAY = 5_000, 25
READER = "spreadsheet_reader.py"
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


OOXML = "http://schemas.openxmlformats.org"
RELATIONS = f"{OOXML}/package/2006/relationships"
PARTS = {
    "[Content_Types].xml": f"""<Types xmlns="{OOXML}/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>""",
    "_rels/.rels": f"""<Relationships xmlns="{RELATIONS}"><Relationship Id="r" Target="xl/workbook.xml"
 Type="{OOXML}/officeDocument/2006/relationships/officeDocument"/></Relationships>""",
    "xl/workbook.xml": f"""<workbook xmlns="{OOXML}/spreadsheetml/2006/main"
 xmlns:r="{OOXML}/officeDocument/2006/relationships"><sheets>
<sheet name="Scores" sheetId="1" r:id="r"/></sheets></workbook>""",
    "xl/_rels/workbook.xml.rels": f"""<Relationships xmlns="{RELATIONS}"><Relationship Id="r"
 Type="{OOXML}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>
</Relationships>""",
}
"""What every spreadsheet has beside its cells."""


def spreadsheet() -> bytes:
    """A spreadsheet of hands, with a column for each of two players."""
    rows = [["Date", "Ann", "Bob"]]
    for nth in range(LINES):
        day = nth // LINES_OF_A_DAY
        points = [str(1 + nth % 90), ""]
        date = f"{2020 + day // 336}-{1 + day // 28 % 12:02}-{1 + day % 28:02}"
        rows.append([date, *points[:: 1 if nth % 2 else -1]])
    cells = "".join(f"<row>{''.join(map(_cell, row))}</row>" for row in rows)
    sheet = f'<worksheet xmlns="{OOXML}/spreadsheetml/2006/main"><sheetData>{cells}</sheetData></worksheet>'
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for name, text in (PARTS | {"xl/worksheets/sheet1.xml": sheet}).items():
            archive.writestr(name, text)
    return written.getvalue()


def _cell(text: str) -> str:
    if not text or text.isdigit():
        return f"<c><v>{text}</v></c>" if text else "<c/>"
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


def form_with(file: bytes, seated: Seated, name: str) -> bytes:
    """The form that a phone sends with a file."""
    head = b"--x\r\nContent-Disposition: form-data; name="
    token = b'"csrf_token"\r\n\r\n' + seated.csrf.encode()
    named = f'"file"; filename="{name}"\r\n\r\n'.encode() + file
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
        server, lambda: phone.read("/import", 200, form_with(file, seated, "BGStatsExport.json"), **kind)
    )
    [waiting] = re.findall(rb'action="(/import/plays/\w+)"', page)
    pressed = urlencode({"csrf_token": seated.csrf, "import": "1"}).encode()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    _answer, imported, _more = peak(server, lambda: phone.read(waiting.decode(), 303, pressed, **form))
    return reader, preview, imported, megabytes


def measured_spreadsheet(server: Served, seated: Seated) -> tuple[float, float]:
    """What the preview of a spreadsheet takes: seconds, and megabytes of server and reader."""
    phone = Phone(server, {"Cookie": seated.cookie, "Accept-Language": "en"})
    kind, form = (
        {"Content-Type": "multipart/form-data; boundary=x"},
        form_with(spreadsheet(), seated, "a.xlsx"),
    )
    computed = _computed(server)
    with memory_of(server.process) as seen:
        phone.read("/import", 200, form, **kind)
    return _computed(server) - computed, (max(seen) - seen[0]) / 1e6


def _computed(server: Served) -> float:
    """The seconds that the server has computed, and all processes that it has started and seen end."""
    times = server.process.cpu_times()
    return float(times.user + times.system + times.children_user + times.children_system)


@contextmanager
def memory_of(server: psutil.Process) -> Iterator[list[int]]:
    """The bytes that *server* and the reader of spreadsheets have meanwhile, looked at again and again."""
    seen, done = [server.memory_info().rss], Event()

    def look() -> None:
        while not done.wait(0.005):
            with suppress(psutil.Error):
                # Until it is the reader, a new process shares all it has with the server.
                readers = [each for each in server.children() if READER in " ".join(each.cmdline())]
                seen.append(sum(each.memory_info().rss for each in (server, *readers)))

    thread = Thread(target=look, daemon=True)
    thread.start()
    try:
        yield seen
    finally:
        done.set()
        thread.join()


def main() -> None:
    """Prints every figure, and fails if a promise is broken."""
    with tempfile.TemporaryDirectory() as name:
        seated = seat(Path(name))
        with deadwood(Path(name)) as server:
            sheets = [measured_spreadsheet(server, seated) for _nth in range(1 + ROUNDS)]
            rounds = [measured(server, seated, f"round {nth}") for nth in range(1 + ROUNDS)]
    # The first one warms up, and only its memory counts: later ones find what it has left.
    reader, preview, imported, _megabytes = map(median, zip(*rounds[1:], strict=True))
    kept = [
        promise("preview, seconds", preview, MOST_SECONDS),
        promise("preview, megabytes more", max(each[3] for each in rounds), MOST_MEGABYTES),
        promise("preview, of Python's reader", preview / reader, MOST_OF_READER),
        promise("spreadsheet, seconds", median(each[0] for each in sheets[1:]), MOST_SECONDS),
        promise("spreadsheet, megabytes more", max(each[1] for each in sheets), MOST_MEGABYTES),
    ]
    print(f"{'import, seconds':<40}{imported:>9.2f}")
    sys.exit(not all(kept))


def promise(what: str, figure: float, most: float) -> bool:
    """Says whether it is kept."""
    print(f"{what:<40}{figure:>9.2f}{most:>9g}  {'' if figure <= most else 'BROKEN'}")
    return figure <= most


if __name__ == "__main__":
    main()
