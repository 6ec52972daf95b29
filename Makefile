# make demo   score the example application and show the decision
# make test   everything that must hold: tests, style, types, layers, docs, start-up budget
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
DEMO    = examples/python_reference

.PHONY: demo test check unit format clean

demo: $(VENV)/.core
	@$(BIN)/python $(DEMO)/demo.py

test: check unit

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(VENV)/.dev
	$(BIN)/pytest

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .assay .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Assay needs Python 3.11 or newer; set PYTHON=…")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.core: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@ $(VENV)/.core
