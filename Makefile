# Everything runs in .venv, which the first target that needs it makes: only make, git and Python are assumed.

PYTHON ?= python3
SIZE ?= 100
UPGRADE ?=
# All addresses, so that the players' phones reach it.
HOST ?= 0.0.0.0
PORT ?= 8070

BIN := .venv/bin
READY := .venv/ready
COMPILED := .venv/compiled

# Without bytecode every start compiles all it imports, and a start-up benchmark measures that instead.
unexport PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help run demo screens test tests prove bench lint format lock fresh clean

help: ## say what can be made
	@sed -n 's/^\([a-zA-Z%-]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

run: $(READY) ## open the table as a web page, with a grapple on it (HOST=127.0.0.1 PORT=8070)
	@$(BIN)/tussle serve --demo --host $(HOST) --port $(PORT)

demo: $(READY) ## watch a grapple in the shell, and on a terminal play one
	@$(BIN)/tussle demo
	@if [ -t 0 ] && [ -t 1 ]; then echo && $(BIN)/tussle play hug Arangu Tivid; fi

screens: $(READY) ## photograph every page of the table, and lay the pictures out in docs/
	@$(BIN)/python -m tools.screens

test: ## check, type-check and test everything
	@begun=$$(date +%s) && $(MAKE) --no-print-directory $(COMPILED) \
	&& ready=$$(date +%s) && $(MAKE) --no-print-directory -j2 lint tests \
	&& echo "set-up $$((ready - begun)) s, tests $$(($$(date +%s) - ready)) s"

tests: $(COMPILED) ## run the tests alone
	@$(BIN)/pytest -n 2 --dist worksteal

prove: $(COMPILED) ## run every proof (SIZE=10 for a tenth of the work)
	@$(BIN)/python -m prove --all --size $(SIZE)

prove-%: $(COMPILED) ## run one proof
	@$(BIN)/python -m prove $* --size $(SIZE)

bench: $(COMPILED) ## time everything beside its peers
	@$(BIN)/python -m bench --all --size $(SIZE)

bench-%: $(COMPILED) ## time one thing beside its peers
	@$(BIN)/python -m bench $* --size $(SIZE)

lint: $(READY) ## check style, types and layers
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

format: $(READY) ## put the code into its form
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

lock: ## pin what is needed, with hashes (UPGRADE=--upgrade for newer releases)
	@$(PYTHON) -m venv --clear build/lock
	@build/lock/bin/pip install -qq uv
	@build/lock/bin/uv pip compile pyproject.toml requirements/dev.in --all-extras --output-file requirements/dev.txt \
		--quiet --universal --generate-hashes --no-header --no-annotate $(UPGRADE)

fresh: ## test the last commit as a stranger would: a new clone, an empty home
	@tests/ground/fresh.sh

clean: ## remove all that was made
	@rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo "Tussle needs Python 3.11 or newer, and $(PYTHON) is not: say which with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "Tussle needs Python's venv module: install it (on Debian, the package python3-venv)." >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/pip install -qq --compile --require-hashes -r requirements/dev.txt
	@$(BIN)/pip install -qq --compile --no-deps --no-build-isolation -e .
	@touch $@

# What is compiled once: the program of the large sweeps, and the tests, which every part of a run would compile anew.
$(COMPILED): $(READY) src/tussle/analysis/solve_kernel.py src/tussle/analysis/solve_arrays.py
	@$(BIN)/python -m tools.compiled
	@$(BIN)/pytest --collect-only -qq > /dev/null
	@touch $@
