# Needs only python3 (3.11 or later) and make. With uv on the path it is faster.

PYTHON ?= python3
# With this, every process would compile everything again: ten seconds in each run of the tests.
unexport PYTHONDONTWRITEBYTECODE
# The C library's heap: one for each thread takes a sixth more memory, and Python's threads take turns anyway.
export MALLOC_ARENA_MAX := 1

VENV := .venv
BIN := $(VENV)/bin
# Without docstrings and asserts (-OO) a server takes less memory and starts sooner (python -m benchmarks.pages), so
# nothing that is served may rely on either: ruff (S101) reports an assert outside the tests.
FLASK := $(BIN)/python -OO -m flask --app app

UV := $(shell command -v uv 2>/dev/null)
ifdef UV
INSTALL := $(UV) pip install --quiet --python $(BIN)/python --require-hashes
MAKE_VENV := $(UV) venv --quiet --clear --python $(PYTHON) $(VENV)
MAKE_WHEEL := $(UV) build --quiet --wheel --out-dir build/wheel
else
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
MAKE_VENV := $(PYTHON) -m venv --clear $(VENV)
MAKE_WHEEL := $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir build/wheel .
endif

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

run: $(VENV)/installed ## Start Deadwood on port 8000 (PORT=… and HOST=… change that)
	@exec $(FLASK) serve

install: $(VENV)/installed ## Install what a server needs, and compile it
	@$(BIN)/python -OO -m compileall -q app.py models views $(wildcard phone)

test: $(VENV)/installed-tests ## Run what a change can break, also in a browser (at most five minutes on two cores)
	@BROWSER_BIN="$$($(CHROMIUM) --install)" exec $(PYTEST) -m "not full" $(TESTS)

test-all: $(VENV)/installed-tests ## Run the rest: PostgreSQL, other browsers, phones without a server, kills, attacks, many examples
	@BROWSER_BIN="$$($(CHROMIUM) --install-all)" HYPOTHESIS_PROFILE=thorough exec $(PYTEST) --database=postgresql -m "full or engines or hypothesis" $(TESTS)

MINUTES ?= 10

wheel: $(VENV)/installed ## Build the wheel in build/wheel, with what phones take along if there is Node 20
	@$(MAKE) --no-print-directory phone || { rm -rf build/phone; echo "The wheel is built without what phones take along."; }
	@rm -rf build/wheel
	@$(MAKE_WHEEL)

release: $(VENV)/installed-tests ## Build and test all of a release in build/release, and say what to upload where
	@$(BIN)/python -m release.uploads --check
	@$(MAKE) --no-print-directory lint phone site
	@.ci/run
	@rm -rf build/release
	@$(BIN)/python -m hatchling build --directory build/release
	@$(BIN)/python -m release.uploads

explore: $(VENV)/installed-tests ## Run every property with new seeds for ten minutes (or MINUTES=…)
	@exec $(BIN)/python -m tests.explore $(MINUTES) --numprocesses=auto --dist=worksteal

faults: $(VENV)/installed-tests ## Try every fault and attack many times (half an hour)
	@FAULTS=full exec $(BIN)/python -m pytest tests/faults tests/browser/test_script_payloads.py --capture=no --quiet

# Idle workers steal tests from busy ones. Tests in the browser and with real servers often wait: two workers more than cores.
PYTEST = $(BIN)/python -m pytest --numprocesses=$(MANY) --dist=worksteal
MANY = $(shell $(PYTHON) -c 'import os; print(min(os.cpu_count() + 2, 8))')
CHROMIUM = $(BIN)/python tests/browser/finding.py

pictures: $(VENV)/installed-tests ## Take pictures of every page in every state, in several looks
	@$(PYTEST) tests/browser/pictures.py --quiet
	@echo "Look at test-results/pictures"

check: lint test ## Lint, check types, then run the tests

lint: $(VENV)/installed-tests ## Lint and check types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/oxlint --quiet static/js $(wildcard phone/static/js)
	@$(BIN)/python -m proof.digests

format: $(VENV)/installed-tests ## Sort imports and format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

prove: $(VENV)/installed ## Compare the engine with a counter written in C, for every hand there is (an hour on two cores)
	@$(BIN)/python -m proof

bench: $(VENV)/installed-bench ## Benchmark the engine, the judge, the pages, the memory and a large import
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.judge
	$(BIN)/python -m benchmarks.pages
	$(BIN)/python -m benchmarks.imports

messages: $(VENV)/installed ## Collect the sentences to translate into every catalogue (LANGUAGE=it starts one)
	@$(BIN)/python -m catalogues $(LANGUAGE)

requirements: ## Pin the requirements (needs uv)
	cd . && $(PIN) requirements.in -o requirements.txt
	cd tests && $(PIN) requirements.in -o requirements.txt
	cd tests && $(PIN) requirements-bench.in -o requirements-bench.txt

PIN = uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-strip-extras \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links

venv: $(VENV)/installed-tests ## Install what Deadwood and its tests need

$(VENV)/installed: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Deadwood needs Python 3.11 or later. To use another one: make PYTHON=python3.12")'
	@test -x $(BIN)/python || $(MAKE_VENV)
	@echo "Installing the requirements (once) ..."
	@$(INSTALL) -r requirements.txt
	@touch $@

$(VENV)/installed-tests: tests/requirements.txt $(VENV)/installed
	@echo "Installing the requirements of the tests (once) ..."
	@$(INSTALL) -r tests/requirements.txt
	@touch $@

$(VENV)/installed-bench: tests/requirements-bench.txt $(VENV)/installed-tests
	@echo "Installing the engines for the benchmarks (once) ..."
	@$(INSTALL) -r tests/requirements-bench.txt
	@touch $@

-include phone/build.mk

.PHONY: help run install test test-all release explore faults pictures check lint format prove bench messages requirements venv wheel
