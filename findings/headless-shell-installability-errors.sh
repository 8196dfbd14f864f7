#!/usr/bin/env bash
# Debian's chromium-headless-shell 156: Page.getInstallabilityErrors finds no error on any page, not even on one without a manifest,
# in place of saying that it is not implemented. A test of an installable site that runs there cannot fail. Debian's chromium 156 with
# --headless=new says what is missing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet=2 chromium chromium-common chromium-headless-shell
for package in *.deb; do dpkg --extract "$package" root; done
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check playwright
mkdir pages
echo '<!doctype html><title>No manifest</title>' > pages/index.html
venv/bin/python - <<'PY'
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import sync_playwright

server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory="pages"))
threading.Thread(target=server.serve_forever, daemon=True).start()
found = {}
with sync_playwright() as player:
    for name in ("chromium-headless-shell", "chromium"):
        context = player.chromium.launch_persistent_context(
            f"profile-{name}", executable_path=f"root/usr/lib/chromium/{name}", headless=False,
            args=["--no-sandbox", "--headless=new"],
        )
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        errors = context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
        found[name] = [error["errorId"] for error in errors]
        print(name, context.browser and context.browser.version, found[name])
        context.close()
assert found == {"chromium-headless-shell": [], "chromium": ["no-manifest"]}, "they answer otherwise now"
PY
