"""The nginx of docs/hosting, on ports of this machine, with a certificate of its own."""

import getpass
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import missing

ROOT = Path(__file__).parents[1]

CONFIG = (ROOT / "docs" / "hosting" / "nginx.conf").read_text()
NAME = "club.example.org"
HERE = "127.0.0.1"

TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
"""What nginx has folders for."""


def need_nginx() -> None:
    """Skips a test where nginx or openssl is missing."""
    for program in ("nginx", "openssl"):
        if shutil.which(program) is None:
            missing(program)


@contextmanager
def running(
    command: list[str], settings: Mapping[str, str] = os.environ, folder: Path = ROOT
) -> Iterator[subprocess.Popen[str]]:
    """A process that ends with the tests."""
    process = subprocess.Popen(
        command, cwd=folder, env=settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=30)


@contextmanager
def nginx(folder: Path, config: str, port: int) -> Iterator[subprocess.Popen[str]]:
    """nginx in *folder*, answering on *port*."""
    (folder / "nginx.conf").write_text(config)
    with running(
        ["nginx", "-e", "stderr", "-p", str(folder), "-c", "nginx.conf", "-g", "daemon off;"]
    ) as process:
        wait_until_it_listens(port, process)
        yield process


def certify(folder: Path) -> ssl.SSLContext:
    """Makes a certificate; returns what trusts it."""
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    made = ["openssl", "req", "-x509", *curve, "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run([*made, *files, "-addext", f"subjectAltName=DNS:{NAME}"], check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


def configured(
    folder: Path, plain: int, secure: int, behind: Iterable[int], changes: Mapping[str, str]
) -> str:
    """The file of the documentation, in front of the ports *behind*, with the *changes* of a test."""
    changes = {
        r"^user .*": f"user {getpass.getuser()};",
        r"/run/nginx.pid": f"{folder}/nginx.pid",
        r"/var/log/nginx/": f"{folder}/",
        r"/etc/letsencrypt/.*/fullchain.pem": f"{folder}/cert.pem",
        r"/etc/letsencrypt/.*/privkey.pem": f"{folder}/key.pem",
        r"^ *listen \[::\].*\n": "",
        r"listen 80\b": f"listen {HERE}:{plain}",
        r"listen 443\b": f"listen {HERE}:{secure}",
        r"^ *server 127.0.0.1:8000;": "\n".join(f"server {HERE}:{port};" for port in behind),
        r"^http \{": "http {\n" + "\n".join(f"{each}_temp_path {folder}/{each};" for each in TEMPORARY),
    } | dict(changes)
    text = CONFIG
    for pattern, replacement in changes.items():
        text, found = re.subn(pattern, replacement, text, flags=re.MULTILINE)
        assert found, pattern
    return text


def wait_until_it_listens(port: int, process: subprocess.Popen[str]) -> None:
    """Returns when nginx answers."""
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex((HERE, port)) == 0:
                return
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.05)
    raise TimeoutError(port)
