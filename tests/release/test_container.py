"""The container: made by its own steps, it serves, is healthy, is not root, and keeps everything in /data."""

import shutil
from pathlib import Path

import pytest

from phone.packages import ROOT
from tests.faults.phones import Phone
from tests.release.container import Image, build, copy
from tests.release.installers import requirements_for
from tests.views.cli.test_starting import free_port

pytestmark = [pytest.mark.full, pytest.mark.long]

CONTAINERFILE = ROOT / "docs" / "hosting" / "Containerfile"


@pytest.fixture
def images(wheel: Path, newer_wheel: Path, tmp_path: Path, usual_umask: None) -> list[Image]:
    """Those of two versions, each of a checkout in which `make wheel` has built the wheel."""
    return [image_of(wheel, tmp_path / "one"), image_of(newer_wheel, tmp_path / "newer")]


def image_of(wheel: Path, folder: Path) -> Image:
    context = folder / "checkout"
    shutil.copytree(wheel.parent, context / "build" / "wheel")
    shutil.copy(ROOT / "requirements.txt", context)
    return build(CONTAINERFILE, context, folder / "images", requirements_for("3.13"))


def test_it_keeps_everything_in_its_volume_also_for_the_next_version(images: list[Image]) -> None:
    image, newer = images
    port = free_port()
    before = files_in(image)
    with image.started(port) as process:
        phone = Phone(f"http://127.0.0.1:{port}")
        sheet = phone.start_match()
        assert phone.save(sheet).status == 303
        assert phone.get("/phone/build.json").status == 200
        assert image.is_healthy(port)
        assert "\nUid:\t10001\t10001\t" in Path(f"/proc/{process.pid}/status").read_text()

    assert not image.is_healthy(port)
    assert {name.partition("/")[0] for name in files_in(image) - before} == {"data"}
    copy("/data /data", image.root, newer.root)
    with newer.started(port):
        assert "Ann knocks" in phone.page(sheet).text


def files_in(image: Image) -> set[str]:
    return {path.relative_to(image.root).as_posix() for path in image.root.rglob("*")}
