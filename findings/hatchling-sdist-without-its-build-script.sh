#!/usr/bin/env bash
# hatchling 1.33.0: the sdist of a project with `only-include` brings pyproject.toml, the readme and the licences along, but
# not the script of its own metadata hook, if that has another `path` than hatch_build.py. It is built without a word, and
# then no wheel can be built from it: "Build script does not exist". Its name has to be repeated under force-include.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check hatchling==1.33.0

# Tries a project whose hook is in the file $1: prints what comes of the wheel that is built from its sdist.
try() {
    mkdir -p project/package "project/$(dirname "$1")"
    touch project/package/__init__.py
    cat >project/pyproject.toml <<TOML
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "package"
version = "1"
dynamic = ["dependencies"]
[tool.hatch.metadata.hooks.custom]
path = "$1"
[tool.hatch.build]
only-include = ["package"]
TOML
    cat >"project/$1" <<'PY'
from hatchling.metadata.plugin.interface import MetadataHookInterface


class Hook(MetadataHookInterface):
    def update(self, metadata):
        metadata["dependencies"] = []
PY
    (cd project && ../venv/bin/python -m hatchling build --target sdist >/dev/null 2>&1)
    tar -xzf project/dist/package-1.tar.gz
    (cd package-1 && ../venv/bin/python -m hatchling build --target wheel 2>&1) | tail -1
    rm -rf project package-1
}

usual=$(try hatch_build.py)
other=$(try release/hook.py)
echo "hatch_build.py:  $usual"
echo "release/hook.py: $other"
[[ $usual == *.whl && $other == *"Build script does not exist"* ]] || { echo "hatchling behaves otherwise now."; exit 1; }
