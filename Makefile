# Everything is one command; `make` alone lists them. Needs Python 3.11 or later, pip, make and git.
SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# The first Python that is new enough. Another one: make setup PYTHON=/path/to/python
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PY := .venv/bin/python
STAMP := .venv/.installed
MO := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po))
# Of pytest, for one run: make test ARGS="tests/portal -k lobby"
ARGS ?=

.PHONY: help setup play test test-long check lint messages bench shots

help:  ## this list
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

setup: $(STAMP) $(MO)  ## make .venv and install what constraints.txt pins

# Without pip inside: Debian's Python brings no ensurepip, but its pip can install into another environment.
$(STAMP): pyproject.toml constraints.txt tools/requirements.py
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or later found. Install one, or name it: make setup PYTHON=…"; exit 1; }
	@test -x $(PY) || $(PYTHON) -m venv --without-pip .venv
	@$(PY) tools/requirements.py dev > .venv/requirements.txt
	@if $(PYTHON) -m pip --version >/dev/null 2>&1; then \
		$(PYTHON) -m pip --python $(PY) install --quiet --disable-pip-version-check -c constraints.txt -r .venv/requirements.txt; \
	else \
		$(PY) -m ensurepip >/dev/null && \
		$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -r .venv/requirements.txt; \
	fi
	@touch $(STAMP)

%.mo: %.po | $(STAMP)
	@$(PY) manage.py messages --compile

play: setup  ## run the whole product here: http://localhost:8000/ (PORT=… chooses another port)
	@exec $(PY) -m tools.play

test: setup  ## all tests but the long ones, against real servers and a real Chromium
	@$(PY) -m tools.chromium
	@$(PY) -m tools.tests $(ARGS)

test-long: setup  ## soaks, long playouts, whole matches by clicks
	@$(PY) -m tools.chromium
	@$(PY) -m pytest -m long $(ARGS)

lint: setup  ## the part of `make check` before the tests
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy .
	.venv/bin/lint-imports
	$(PY) -m tools.with_servers manage.py makemigrations --check --dry-run
	$(PY) manage.py messages --check

check: lint  ## ruff, mypy, import rules, migrations, translations, then `make test`
	@$(MAKE) --no-print-directory test

messages: setup  ## collect new sentences into locale/*/LC_MESSAGES/django.po
	@$(PY) manage.py messages

bench: setup  ## measure: moves a second, queries and milliseconds a page, Lighthouse's scores
	@$(PY) manage.py bench $(ARGS)

shots: setup  ## pictures of art, pages and mails, into .local/shots/
	@$(PY) -m tools.chromium
	@$(PY) -m tools.shots $(ARGS)
