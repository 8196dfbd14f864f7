"""What a page costs in another language than English: ``python -m benchmarks.languages``.

Each page is asked for in turns, by a phone that reads English where there is no other language, and in
another language. Where a catalogue is missing, one of English sentences takes its place. Figures are the
median ratio of two answers in the same round, in processor time: a busy machine slows both. Languages take
turns in any order, each is asked once before it is timed, and Python collects its garbage between rounds:
otherwise it would always do so in the same language.
"""

import gc
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import sample
from statistics import median
from time import perf_counter, process_time

from babel.messages import Catalog
from babel.messages.pofile import write_po
from flask.testing import FlaskClient

from app import create_app
from benchmarks.tables import SECRET, seat
from catalogues.collecting import FOLDER, collect, path_of, read, update
from views.language import i18n
from views.language.asked_languages import ENGLISH
from views.language.sentences import sentences_in

LANGUAGES = ("de", "es", "fr", "zh")
ROUNDS = 60
MOST = 1.03
"""How much longer a page may take than in English."""

PAGES = ("/", "/houses/pagat", "/judge?house=pagat&ask=hand&cards=7S+7H+7D+8D+9D", "/matches/new")
OF_THE_MATCH = ("", "/hands/new?by=deadwood", "/hands/new?by=cards", "/history", "/rules")


def write_catalogues(folder: Path) -> None:
    """The catalogues there are, and English sentences for those that are missing."""
    sentences = collect()
    for language in LANGUAGES:
        written = path_of(language, FOLDER)
        update(language, sentences, folder)
        if written.exists():
            path_of(language, folder).write_bytes(written.read_bytes())
        else:
            path_of(language, folder).write_bytes(in_english(read(language, folder)))


def in_english(catalogue: Catalog) -> bytes:
    """The catalogue with every sentence as it is in English."""
    for message in catalogue:
        if message.id:
            forms = message.id[-1:] * catalogue.num_plurals
            message.string = message.id if isinstance(message.id, str) else tuple(forms)
    written = BytesIO()
    write_po(written, catalogue, width=0)
    return written.getvalue()


def first_use(folder: Path, language: str) -> tuple[float, float]:
    """Seconds and megabytes that a catalogue takes when it is first used, and keeps."""
    sentences_in.cache_clear()
    start = perf_counter()
    sentences_in(folder, language)
    seconds = perf_counter() - start
    sentences_in.cache_clear()
    tracemalloc.start()
    sentences_in(folder, language)
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return seconds, kept / 1e6


def answered_in(client: FlaskClient, path: str, language: str) -> float:
    """Milliseconds of the processor until a page is there."""
    start = process_time()
    answer = client.get(path, headers={"Accept-Language": language})
    seconds = process_time() - start
    assert answer.status_code == 200, path  # noqa: S101
    return seconds * 1000


def ratios(client: FlaskClient, folder: Path, nothing: Path, path: str) -> Iterator[float]:
    """How much longer a page takes in each language than where there is only English."""
    found: dict[str, list[float]] = {language: [] for language in (ENGLISH, *LANGUAGES)}
    for _ in range(ROUNDS):
        gc.collect()
        for language in sample(list(found), len(found)):
            i18n.CATALOGUES = nothing if language == ENGLISH else folder
            answered_in(client, path, language)
            found[language].append(answered_in(client, path, language))
    for language in LANGUAGES:
        yield median(there / here for there, here in zip(found[language], found[ENGLISH], strict=True))


def main() -> int:
    """Prints a line for each page."""
    gc.disable()
    with tempfile.TemporaryDirectory() as name:
        folder, nothing = Path(name) / "catalogues", Path(name) / "nothing"
        write_catalogues(folder)
        for language in LANGUAGES:
            seconds, megabytes = first_use(folder, language)
            print(f"{language}: first use {seconds * 1000:.0f} ms, then kept in {megabytes:.1f} MB")
        instance = Path(name) / "instance"
        seated = seat(instance)
        client = create_app({"INSTANCE_PATH": str(instance), "SECRET_KEY": SECRET}).test_client()
        key, _, value = seated.cookie.partition("=")
        client.set_cookie(key, value)
        slowest = []
        print(f"\n{'':<46}" + "".join(f"{language:>7}" for language in LANGUAGES))
        for path in (*PAGES, *(seated.path + rest for rest in OF_THE_MATCH)):
            found = list(ratios(client, folder, nothing, path))
            slowest.append(found)
            print(f"{path.replace(seated.path, '/m/…')[:45]:<46}" + "".join(f"{each:7.3f}" for each in found))
    overall = [median(each) for each in zip(*slowest, strict=True)]
    print(f"{'median':<46}" + "".join(f"{each:7.3f}" for each in overall))
    return int(max(overall) > MOST)


if __name__ == "__main__":
    sys.exit(main())
