"""Builds what phones take along while the server answers: `make run` asks for it."""

import atexit
import os
import signal
import sys
from contextlib import suppress
from subprocess import Popen
from threading import Thread

from flask import Flask

from phone.program import init_app


def build_meanwhile(app: Flask) -> None:
    """Builds in a process of its own, which ends with the server and says itself what came of it.

    What was built is then offered, without another start.
    """
    building = Popen([sys.executable, "-m", "phone.build"], cwd=app.root_path, start_new_session=True)
    atexit.register(end, building)

    def offer() -> None:
        if building.wait() == 0:
            init_app(app)
            app.jinja_env.cache.clear()  # type: ignore[union-attr]

    Thread(target=offer, daemon=True).start()


def end(building: Popen[bytes]) -> None:
    """Ends a build with all that it has started; what it has half done it removes."""
    if building.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(building.pid, signal.SIGTERM)
        building.wait()
