# Two commands are enough: `make demo` and `make test`. Everything lives in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
INSTALLED := $(VENV)/.installed
TOOLS := $(VENV)/.tools

ifdef UV
CREATE := $(UV) venv --quiet --allow-existing --python $(PYTHON) $(VENV)
INSTALL := $(UV) pip install --quiet --python $(BIN)/python
else
CREATE := $(PYTHON) -m venv $(VENV)
INSTALL := $(BIN)/python -m pip install --quiet
endif

.PHONY: demo test tests trust mutants lint style types docs messages bench bench-short clean

demo: $(INSTALLED)  ## run the main job on the sample, open the dashboard
	$(BIN)/unbury demo

test: $(TOOLS) style  ## everything: linters, layers, then types beside the tests
	+$(MAKE) --no-print-directory --jobs=2 types tests

tests: $(TOOLS)
	$(BIN)/python -m pytest -n auto --dist worksteal

trust: $(TOOLS)  ## the slow promises in full: killed writers, many at once, flipped bytes
	UNBURY_TRUST=full $(BIN)/python -m pytest tests/trust

mutants: $(TOOLS)  ## tests of the tests: what decides, changed on purpose (hours)
	$(BIN)/python tests/mutants/run.py evalcore/gate evalcore/metrics evalcore/judges/readings.py \
		evalcore/judges/statements.py evalcore/judges/panel.py evalcore/stability/votes.py \
		evalcore/stability/judged.py

lint: style types

style: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --config pyproject.toml

types: $(TOOLS)
	$(BIN)/mypy

docs: $(TOOLS)  ## output and pictures of READMEs and guides, the reference, the formats
	$(BIN)/python docs/reference.py
	$(BIN)/python docs/formats.py
	$(BIN)/python docs/make.py

messages: $(TOOLS)  ## extract and compile the translations
	$(BIN)/python -m evalcore.views.messages

bench: $(TOOLS)  ## side by side with the peers
	$(BIN)/python benchmarks/all.py --markdown docs/performance.md

bench-short: $(TOOLS)  ## the same on small files: does every part still work?
	$(BIN)/python benchmarks/all.py --short

$(INSTALLED): pyproject.toml requirements.lock requirements-embedded.lock
	$(CREATE)
	$(INSTALL) -r requirements.lock
	-$(INSTALL) -r requirements-embedded.lock
	$(INSTALL) --no-deps --editable .
	touch $@

$(TOOLS): $(INSTALLED) requirements-dev.lock requirements-ann.lock
	$(INSTALL) -r requirements-dev.lock
	-$(INSTALL) -r requirements-ann.lock
	touch $@

clean:
	rm -rf $(VENV) dist
