"""How many connections may be open: in all, and from one address."""

from dataclasses import dataclass, field

import pytest

from views.server import connection_limits
from views.server.connection_limits import OpenConnections, limits


@dataclass(eq=False)
class Phone:
    """A connection from an address."""

    ip: str
    requests: list[str] = field(default_factory=list)
    source: str = ""

    @property
    def addr(self) -> tuple[str, int]:
        """As the operating system says it."""
        return self.ip, 5000


HOME, CLUB = "192.0.2.1", "198.51.100.7"


def test_the_connection_that_has_waited_longest_makes_room() -> None:
    open_ = OpenConnections(most=10, most_of_one=2)
    first, second, third = Phone(CLUB), Phone(CLUB), Phone(CLUB)

    assert open_.add(first) is None
    assert open_.add(Phone(HOME)) is None
    assert open_.add(second) is None
    open_.move_to_end(first)
    assert open_.add(third) is second


def test_a_connection_whose_request_is_being_answered_stays() -> None:
    open_ = OpenConnections(most=10, most_of_one=1)
    busy, also, new = Phone(CLUB, ["GET /"]), Phone(CLUB), Phone(CLUB)
    open_.add(busy)

    assert open_.add(also) is also
    open_.remove(also)
    also.requests.append("GET /")
    assert open_.add(new) is new


def test_if_all_are_busy_the_newest_goes() -> None:
    open_ = OpenConnections(most=10, most_of_one=1)
    open_.add(Phone(CLUB, ["GET /"]))
    new = Phone(CLUB, ["GET /"])

    assert open_.add(new) is new


def test_where_there_are_too_many_in_all_the_address_with_the_most_makes_room() -> None:
    open_ = OpenConnections(most=4, most_of_one=4)
    first = Phone(CLUB)
    for phone in (Phone(HOME), first, Phone(CLUB), Phone(CLUB)):
        assert open_.add(phone) is None

    assert open_.add(Phone(HOME)) is first


def test_a_closed_connection_is_counted_no_more() -> None:
    open_ = OpenConnections(most=2, most_of_one=1)
    phone = Phone(CLUB)
    open_.add(phone)
    for _ in range(2):
        open_.remove(phone)

    assert len(open_) == 0
    assert open_.add(Phone(CLUB)) is None
    open_.move_to_end(phone)


def test_a_network_of_a_household_is_one_address() -> None:
    open_ = OpenConnections(most=10, most_of_one=1)
    first = Phone("2001:db8::1")
    open_.add(first)

    assert open_.add(Phone("2001:db8::2")) is first


def test_behind_a_proxy_no_address_is_limited() -> None:
    assert limits(behind_proxy=True).most_of_one == limits(behind_proxy=True).most
    assert limits(behind_proxy=False).most_of_one >= 6 * 200


@pytest.mark.parametrize("files, most, most_of_one", [(5000, 4000, 1200), (1000, 800, 400)])
def test_there_are_never_more_connections_than_files_may_be_open(
    monkeypatch: pytest.MonkeyPatch, files: int, most: int, most_of_one: int
) -> None:
    monkeypatch.setattr(connection_limits, "most_open_files", lambda: files)

    assert (limits(False).most, limits(False).most_of_one) == (most, most_of_one)
