"""This computer's address on its network."""

import socket


def lan_address() -> str | None:
    """This computer's address on its network, if it is on one.

    Nothing is sent: connecting a datagram socket only looks up the route. The address is reserved for
    documentation.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address == "0.0.0.0" else address
