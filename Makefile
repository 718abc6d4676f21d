# The commands of the project. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help run setup test quick lint format coverage bench proof up lock environment development users

BIN := .venv/bin
LOCK := uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-strip-extras --python-version 3.11
# The share of lines, in percent, that tests reach at least: all tests of all packages, and those of tests/scoring of scoring.
FLOOR := 70
SCORING_FLOOR := 80
# Three at once on two cores: tests of killed processes and of browsers wait much.
ABREAST := -n 3 --dist worksteal
export PYTHON
# Some images forbid Python to keep byte code: every process then compiles Django anew, for three times the start.
unexport PYTHONDONTWRITEBYTECODE

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: environment ## Set up what is missing and serve http://127.0.0.1:8000 (PORT=9000 make run: another port)
	@$(BIN)/python -u -m assize.serve

setup: environment ## Set up alone: packages, secret key, database, demo campaigns
	@$(BIN)/python -u -m assize.prepare

test: development ## Lint, then run all tests on SQLite and those marked both_databases again on PostgreSQL
	@scripts/programs
	@$(AT_ONCE) $(CHECKS:%=lint-%) users read-tests
	@$(BIN)/pytest $(ABREAST)
	@ASSIZE_TEST_DATABASE=postgres $(BIN)/pytest $(ABREAST) --own-ways

# Beside mypy, which takes one processor: what pytest makes of the tests is kept, and each of its workers finds it made.
.PHONY: read-tests
read-tests:
	@said=$$($(BIN)/pytest --collect-only -qq) || { echo "$$said"; exit 1; }

quick: development ## Lint, and run the tests that are nearest to what changed since main (SINCE=COMMIT), in two minutes
	@$(BIN)/python -m tests.quick $(if $(SINCE),--since $(SINCE))

# Two checks at once, the longest first; each says what it has to say in one piece, where make can have it so (from 4.0 on).
AT_ONCE = $(MAKE) --no-print-directory --keep-going -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync)
CHECKS := mypy ruff-check ruff-format lint-imports djangofmt oxfmt oxlint columns
lint: development ## Check style, types, the direction of imports, scripts, and the format of templates, scripts and style sheets
	@$(AT_ONCE) $(CHECKS:%=lint-%)

.PHONY: $(CHECKS:%=lint-%)
lint-mypy:
	@$(BIN)/mypy
lint-ruff-check:
	@$(BIN)/ruff check
lint-ruff-format:
	@$(BIN)/ruff format --check
lint-lint-imports:
	@$(BIN)/lint-imports
lint-djangofmt:
	@$(BIN)/djangofmt --check templates
lint-oxfmt:
	@$(BIN)/oxfmt --check static templates
lint-oxlint:
	@$(BIN)/oxlint static
lint-columns:
	@scripts/columns 120 static templates

format: development ## Format Python, templates, scripts and style sheets
	@$(BIN)/ruff format
	@$(BIN)/djangofmt templates
	@$(BIN)/oxfmt static templates

coverage: development users ## Run the tests on SQLite and tell which share of each package they reach: much slower than without
	@scripts/programs
	@$(BIN)/pytest tests/scoring $(ABREAST) --cov scoring --cov-report=
	@scripts/coverage $(SCORING_FLOOR) scoring
	@$(BIN)/pytest $(ABREAST) --cov --cov-report=
	@scripts/coverage $(FLOOR) assize assessment documents scoring

bench: development ## Measure, and print a table and JSON
	@$(BIN)/python -m bench

proof: development users ## Run everything at full size on both databases, and the long proofs: some alone, since they watch the speed of pages
	@scripts/programs
	@$(MAKE) --no-print-directory coverage
	@ASSIZE_PROOF=full $(BIN)/pytest tests/proof/test_hostile_size.py -rP
	@ASSIZE_PROOF=full $(BIN)/pytest --ignore tests/proof $(ABREAST)
	@ASSIZE_LATE_ANSWERS=1 $(BIN)/pytest tests/browser $(ABREAST)
	@ASSIZE_PROOF=full ASSIZE_TEST_DATABASE=postgres $(BIN)/pytest --ignore tests/proof $(ABREAST)
	@ASSIZE_PROOF=full $(BIN)/pytest tests/proof --ignore tests/proof/test_hostile_size.py --ignore tests/proof/test_faults.py --ignore tests/proof/test_people_at_work.py --ignore tests/proof/test_told_saved.py --ignore tests/proof/test_patches.py -rP $(ABREAST) -o faulthandler_timeout=3600
	@ASSIZE_PROOF=full $(BIN)/pytest tests/proof/test_people_at_work.py -rP -o faulthandler_timeout=3600
	@ASSIZE_PROOF=full $(BIN)/pytest tests/proof/test_faults.py -rP -o faulthandler_timeout=3600
	@ASSIZE_PROOF=full $(BIN)/pytest tests/proof/test_told_saved.py -rP -o faulthandler_timeout=7200
	@ASSIZE_PROOF=full ASSIZE_TEST_DATABASE=postgres $(BIN)/pytest tests/proof/test_told_saved.py -rP -o faulthandler_timeout=7200
	@ASSIZE_PROOF=full $(BIN)/pytest tests/proof/test_patches.py -rP $(ABREAST) -o faulthandler_timeout=7200

up: ## Start PostgreSQL, Redis and the site in containers
	docker compose up --build

lock: ## Write requirements*.txt anew from requirements*.in (needs uv: pip install uv)
	@command -v uv >/dev/null || { echo "make lock needs uv. Nothing was changed. Get it with: pip install uv"; exit 1; }
	$(LOCK) requirements.in -o requirements.txt
	$(LOCK) requirements-dev.in -o requirements-dev.txt

environment:
	@scripts/environment requirements.txt

development:
	@scripts/environment requirements.txt requirements-dev.txt

users:
	@ENVIRONMENT=.venv-users scripts/environment requirements.txt
