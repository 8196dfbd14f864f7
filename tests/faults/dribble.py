"""Clients that never finish: ``python -m tests.faults.dribble PORT KIND NUMBER``, until its input ends.

They run in a process of their own, so that they don't slow down whoever measures. From 127.0.0.1.
"""

import resource
import selectors
import socket
import sys
import time

HEAD = b"GET /m/nobody HTTP/1.1\r\nHost: localhost\r\n"
BODY = b"POST /judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
WHOLE = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

KINDS = {"heads": (HEAD, b"X-A: b\r\n"), "bodies": (BODY, b"x"), "idle": (WHOLE, b"")}
"""What each client sends first, and then again and again."""

PAUSE = 0.5
"""Seconds between two bits of a client."""


def main() -> None:
    """Opens the connections, says so, and keeps on sending."""
    port, kind, number = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    first, then = KINDS[kind]
    lines = [opened(port, first) for _ in range(number)]
    print("ready", flush=True)
    ended = selectors.DefaultSelector()
    ended.register(sys.stdin, selectors.EVENT_READ)
    while not ended.select(timeout=0):
        lines = [line for line in lines if is_open(line, then)]
        time.sleep(PAUSE)
    print(len(lines), flush=True)


def opened(port: int, first: bytes) -> socket.socket:
    """A connection on which something was sent."""
    line = socket.create_connection(("127.0.0.1", port), timeout=10)
    line.sendall(first)
    line.setblocking(False)
    return line


def is_open(line: socket.socket, then: bytes) -> bool:
    """Whether the server still takes what is sent. Answers are thrown away."""
    try:
        if then:
            line.send(then)
        return bool(line.recv(65536))
    except BlockingIOError:
        return True
    except OSError:
        return False


if __name__ == "__main__":
    main()
