"""The small stored runs that view tests look at."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest


def _load(name: str) -> ModuleType:
    path = Path(__file__).parents[2] / "support" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def made() -> ModuleType:
    return _load("stored_runs")


@pytest.fixture(scope="session")
def trails() -> ModuleType:
    return _load("trails")


@pytest.fixture(scope="session")
def friday(made):
    return made.friday()


@pytest.fixture(scope="session")
def green(made):
    return made.green()


@pytest.fixture(scope="session")
def states(made):
    return made.states()
