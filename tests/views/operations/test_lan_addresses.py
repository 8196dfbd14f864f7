"""The address in the QR code is one that phones reach, whatever else the computer is connected to."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import missing
from tests.views.browser import Page
from tests.views.table import words

ROOT = Path(__file__).parents[3]

ASK = "from views.operations.hosts import lan_addresses; print(*lan_addresses())"

GREET = "from views.cli.serve import greeting; print(greeting('0.0.0.0', 8000))"

OWN_RULES = "/houses/own?from=pagat&target=150"

SHOW = """
import sys
from app import create_app
client = create_app({"INSTANCE_PATH": sys.argv[1], "SECRET_KEY": "none"}).test_client()
print(client.get(sys.argv[2], base_url="http://localhost:8000").text)
"""


def interface(name: str, address: str, kind: str = "bridge") -> str:
    """The commands that make one. A bridge is what every kernel has that is like a network card."""
    made = f"ip tuntap add {name} mode tun" if kind == "tun" else f"ip link add {name} type {kind}"
    return f"{made}; ip address add {address} dev {name}; ip link set {name} up"


CABLE = interface("eth0", "192.168.1.20/24")
WIFI = interface("wlan0", "10.0.0.5/24")
VPN = interface("vpn", "10.8.0.2/24", "tun")
DOCKER = interface("docker0", "172.17.0.1/16") + ";" + interface("br-0a1b2c3d4e5f", "172.18.0.1/16")
PUBLIC = interface("eth1", "131.220.7.20/24")
UNCONFIGURED = interface("eth2", "169.254.7.20/16")


def route(interface: str) -> str:
    """The command that sends everything through *interface*."""
    return f"ip route add default dev {interface}"


SITUATIONS = {
    "none": ("true", ""),
    "only itself": ("ip link set lo up", ""),
    "one network": (f"{CABLE}; {route('eth0')}", "192.168.1.20"),
    "one network without a route": (CABLE, "192.168.1.20"),
    "a VPN that takes everything": (f"{CABLE}; {VPN}; {route('vpn')}", "192.168.1.20"),
    "containers": (f"{DOCKER}; {CABLE}", "192.168.1.20"),
    "two networks": (f"{CABLE}; {WIFI}; {route('wlan0')}", "10.0.0.5 192.168.1.20"),
    "an address of the internet too": (f"{PUBLIC}; {CABLE}; {route('eth1')}", "192.168.1.20"),
    "an address of the internet alone": (f"{PUBLIC}; {route('eth1')}", "131.220.7.20"),
    "a cable without a router": (f"{UNCONFIGURED}; {WIFI}", "10.0.0.5"),
}


pytestmark = pytest.mark.full


def said_on(networks: str, script: str, *arguments: str) -> str:
    """What a *script* prints on a computer that has only these *networks*."""
    if not (shutil.which("unshare") and shutil.which("ip")):
        missing("unshare or ip")
    alone = ["unshare", "--map-root-user", "--net", "sh", "-ec", f'{networks}; exec "$@"', "sh"]
    done = subprocess.run(
        [*alone, sys.executable, "-c", script, *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.parametrize("title", SITUATIONS)
def test_phones_are_shown_an_address_that_they_reach(title: str) -> None:
    networks, expected = SITUATIONS[title]

    assert said_on(networks, ASK) == expected


BOTH = SITUATIONS["two networks"][0]


def test_a_start_names_the_addresses_on_all_networks() -> None:
    lines = said_on(BOTH, GREET).splitlines()

    assert lines[2:4] == [
        "  on a phone       http://10.0.0.5:8000  (same network)",
        "  or, if it isn’t  http://192.168.1.20:8000",
    ]


def test_a_code_is_offered_for_each_network(tmp_path: Path) -> None:
    page = Page(said_on(BOTH, SHOW, str(tmp_path), OWN_RULES), OWN_RULES)
    there = Page(said_on(BOTH, SHOW, str(tmp_path), page.links["192.168.1.20"]), OWN_RULES)

    assert page.links["192.168.1.20"] == f"{OWN_RULES}&network=192.168.1.20"
    [first], [second] = (words(each, "link__address") for each in (page, there))
    assert first.replace("10.0.0.5", "192.168.1.20") == second
    assert second.startswith("http://192.168.1.20:8000/houses/own?from=pagat&target=150&check=")
