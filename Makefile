# Two commands are enough: `make demo` and `make test`. Everything lives in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
STAMP := $(VENV)/.installed

.PHONY: demo test lint docs messages bench clean

demo: $(STAMP)  ## run the main job on the sample, open the dashboard
	$(BIN)/unbury demo

test: $(STAMP) lint  ## everything: linters, layers, types, tests
	$(BIN)/python -m pytest -n auto

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --config pyproject.toml
	$(BIN)/mypy

docs: $(STAMP)  ## README output and pictures, from the sample
	$(BIN)/python docs/make.py

messages: $(STAMP)  ## extract and compile the translations
	$(BIN)/python -m evalcore.views.messages

bench: $(STAMP)  ## side by side with the peers
	$(BIN)/python benchmarks/import_trec.py

$(STAMP): pyproject.toml requirements.lock
ifdef UV
	$(UV) venv --quiet --allow-existing --python $(PYTHON) $(VENV)
	$(UV) pip install --quiet --python $(BIN)/python -r requirements.lock
	-$(UV) pip install --quiet --python $(BIN)/python -r requirements-embedded.lock
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --editable .
else
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet -r requirements.lock
	-$(BIN)/python -m pip install --quiet -r requirements-embedded.lock
	$(BIN)/python -m pip install --quiet --no-deps --editable .
endif
	touch $(STAMP)

clean:
	rm -rf $(VENV) dist
