"""Of several Chromiums, the one that was asked for is taken, then one without a window."""

from pathlib import Path

import pytest

from tests.browser.finding import find_chromium


def put(place: Path) -> Path:
    """Puts an executable at *place*."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.touch(mode=0o755)
    return place


def test_a_chromium_without_a_window_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("PATH", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    monkeypatch.delenv("BROWSER_BIN", raising=False)

    windowed = put(tmp_path / "PATH" / "chromium")
    assert find_chromium() == windowed
    downloads = tmp_path / "PLAYWRIGHT_BROWSERS_PATH"
    for path in (
        "chromium_headless_shell-1155/chrome-linux/headless_shell",
        "chromium_headless_shell-1217/chrome-headless-shell-linux64/chrome-headless-shell",
    ):
        downloaded = put(downloads / path)
        assert find_chromium() == downloaded
        downloaded.unlink()
    shell = put(tmp_path / "PATH" / "chromium-headless-shell")
    assert find_chromium() == shell

    monkeypatch.setenv("BROWSER_BIN", str(windowed))
    assert find_chromium() == windowed
