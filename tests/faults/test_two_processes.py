"""Two processes on one PostgreSQL: nothing is stale, and one entry is one hand."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier, Event

import pytest

from tests.databases import PostgreSQL
from tests.faults.phones import NAMES, Phone, Reply, way
from tests.faults.trials import Trials, how_many, seeded, trials
from tests.gin.table import knock
from tests.views.browser import Page
from tests.views.cli.test_starting import free_port, serving
from tests.views.table import how_many as hands_on
from tests.views.table import words

AT_ONCE = 6
"""How often a form is sent at the same time, half of it to each process."""


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, postgresql: PostgreSQL) -> Iterator[list[str]]:
    """The addresses of two processes with one folder and one database."""
    folder = tmp_path_factory.mktemp("two")
    with ExitStack() as stack:
        database = stack.enter_context(postgresql.copy(folder))
        ports = [free_port(), free_port()]
        for port in ports:
            stack.enter_context(serving(folder, port, DATABASE_URL=database))
        yield [f"http://127.0.0.1:{port}" for port in ports]


@pytest.fixture
def phone(servers: list[str]) -> Phone:
    """A phone that asks the first process, unless told otherwise."""
    return Phone(servers[0])


Form = dict[str, str]


def at_once(servers: list[str], phone: Phone, path: str, forms: Sequence[Form]) -> list[Reply]:
    """The answers to all *forms*, sent at once and in turns to each process."""
    start = Barrier(len(forms), timeout=60)

    def one(number: int, form: Form) -> Reply:
        start.wait()
        return phone.at(servers[number % 2]).ask("POST", path, form)

    with ThreadPoolExecutor(len(forms)) as fingers:
        return list(fingers.map(one, range(len(forms)), forms))


def statuses(replies: list[Reply]) -> Counter[int]:
    """How often each status is answered."""
    return Counter(reply.status for reply in replies)


def test_what_was_saved_is_on_every_page_of_either_process(servers: list[str], phone: Phone) -> None:
    sheet, random = phone.start_match(), seeded()
    viewer = Phone(servers[1])
    with trials("a page after a save, from any process") as counted:
        for number in range(1, how_many(5, 200) + 1):
            before = {server: phone.at(server).get(sheet).headers["ETag"] for server in servers}
            seen = {server: viewer.at(server).get(sheet).headers["ETag"] for server in servers}
            reply = phone.at(random.choice(servers)).save(sheet, knock(8, 9 + number % 40))
            assert reply.status == 303
            for server in servers:
                page = phone.at(server).get(sheet, If_None_Match=before[server])
                watched = viewer.at(server).get(sheet, If_None_Match=seen[server])
                counted.check(page.status == watched.status == 200, f"{number}: {server} says 304")
                shown = hands_on(Page(page.text, sheet)), hands_on(Page(watched.text, sheet))
                counted.check(shown == (number, number), f"{number}: {server} shows {shown}")
                history = phone.at(server).page(f"{sheet}/history")
                newest = words(history, "change__title")[0]
                counted.check(newest.startswith(f"Hand {number}"), f"{number}: {server} says {newest}")
            tags = {phone.at(server).get(sheet).headers["ETag"] for server in servers}
            counted.check(len(tags) == 1, f"{number}: {tags}")


def test_no_read_is_older_than_what_was_saved_when_it_was_asked_for(servers: list[str], phone: Phone) -> None:
    """While one phone saves, others read without a pause."""
    sheet = phone.start_match()
    saved, done = [0], Event()

    def read(number: int) -> Trials:
        mine, last = Trials(), 0
        viewer = Phone(servers[number % 2])
        while not done.is_set():
            least = saved[0]
            page = viewer.at(servers[mine.tried % 2]).page(sheet)
            shown = hands_on(page)
            mine.check(least <= shown and last <= shown, f"{shown} after {least} and {last}")
            last = shown
        return mine

    with trials("reads while hands are saved") as counted, ThreadPoolExecutor() as readers:
        reading: list[Future[Trials]] = [readers.submit(read, number) for number in range(3)]
        try:
            for number in range(how_many(10, 200)):
                reply = phone.at(servers[number % 2]).save(sheet, knock(8, 9 + number % 40))
                assert reply.status == 303
                saved[0] += 1
        finally:
            done.set()
        for each in reading:
            counted.tried += each.result().tried
            counted.bad += each.result().bad


def test_one_entry_sent_to_both_at_once_is_one_hand(servers: list[str], phone: Phone) -> None:
    sheet = phone.start_match()
    with trials("one entry sent to both processes at once") as counted:
        for number in range(1, how_many(5, 150) + 1):
            form = phone.hand_form(sheet, knock(8, 9 + number % 40))
            answers = statuses(at_once(servers, phone, way(sheet), [form] * AT_ONCE))
            counted.check(answers == {303: AT_ONCE}, f"{number}: {answers}")
            shown = hands_on(phone.page(sheet))
            counted.check(shown == number, f"{number}: {shown} hands")


def test_different_hands_for_one_place_are_one_hand_and_a_question(servers: list[str], phone: Phone) -> None:
    sheet = phone.start_match()
    with trials("different hands sent to both processes at once") as counted:
        for number in range(1, how_many(3, 100) + 1):
            forms = [phone.hand_form(sheet, knock(8, 10 + each)) for each in range(AT_ONCE)]
            answers = statuses(at_once(servers, phone, way(sheet), forms))
            counted.check(answers == {303: 1, 409: AT_ONCE - 1}, f"{number}: {answers}")
            shown = hands_on(phone.page(sheet))
            counted.check(shown == number, f"{number}: {shown} hands")


def test_one_form_sent_to_both_at_once_starts_one_match(servers: list[str]) -> None:
    with trials("one new match sent to both processes at once") as counted:
        for number in range(how_many(3, 50)):
            phone = Phone(servers[number % 2])
            form = phone.page("/matches/new").form_with(set(NAMES)).inputs | NAMES
            matches = {reply.location for reply in at_once(servers, phone, "/matches/new", [form] * AT_ONCE)}
            counted.check(len(matches) == 1, f"{number}: {len(matches)} matches")


def scoring_link(phone: Phone, sheet: str) -> str:
    """The path of the scoring link."""
    return re.findall(r"/s/[\w-]+", phone.page(f"{sheet}/share/scoring").html)[0]


def test_one_phone_that_joins_at_both_at_once_has_one_seat(servers: list[str], phone: Phone) -> None:
    sheet = phone.start_match()
    link = scoring_link(phone, sheet)
    with trials("one phone joins at both processes at once") as counted:
        for number in range(how_many(3, 50)):
            guest = Phone(servers[0])
            answers = statuses(at_once(servers, guest, link, [guest.page(link).inputs] * AT_ONCE))
            counted.check(answers == {303: AT_ONCE}, f"{number}: {answers}")
        shown = phone.page(f"{sheet}/share").html.count("/end")
        counted.check(shown == counted.tried, f"{shown} phones can be removed")


def test_a_phone_that_one_process_removed_saves_through_neither(servers: list[str], phone: Phone) -> None:
    sheet = phone.start_match()
    with trials("a phone is removed through one process") as counted:
        for number in range(how_many(2, 30)):
            # The link is renewed with each phone that is removed.
            link = scoring_link(phone.at(servers[number % 2]), sheet)
            guest = Phone(servers[number % 2])
            guest.join(link)
            form = guest.hand_form(sheet)
            share = phone.page(f"{sheet}/share")
            [end] = [each for each in share.forms if "/end" in each.element["action"]]
            phone.at(servers[number % 2]).ask("POST", end.element["action"], end.inputs)
            for server in servers:
                status = guest.at(server).ask("POST", way(sheet), form).status
                counted.check(status == 403, f"{number}: {server} says {status}")
